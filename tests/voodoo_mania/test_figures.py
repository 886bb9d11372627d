"""Facts of the decks, and figures known from elsewhere (seeds/voodoo_mania.md)."""

import functools
import itertools
from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest
from scipy.special import chdtrc

import jivezoo
from jivezoo.agents.random import pick_all
from jivezoo.envs.voodoo_mania.box import FACES, FIRST_SWAP, TICK_CAP, WAIT

SURPRISE = 4  # standard errors
IMPOSSIBLE = 1e-4  # of a chi-square; the seeds are fixed
ROUNDS = 4_000
MORE_ROUNDS = {"small": 8_000, "full": 40_000}


def new(**options):
    return jivezoo.game("voodoo_mania", **options)


# ----------------------------------------------------------------------------------- Decks in words

KINDS = 5
NONE = KINDS  # the colour of an ingredient that a face lacks
SKIPPED = {14, 24, 25, 45, 52, 67, 69, 84, 87}
STEP = {1: 1, 2: 1, 3: 1, 4: 2}


def face(i, c, m):
    """Return the colours on face F(i, c, m) of the rulings page."""
    return tuple(NONE if x == i else (c + m * (x - i)) % KINDS for x in range(KINDS))


def deck_of_the_rulings():
    for k in sorted(set(range(100)) - SKIPPED):
        m, i, c = k // 25 + 1, k // 5 % 5, k % 5
        yield face(i, c, m), face((i + 1) % 5, (c + m + STEP[m]) % 5, m)


def missing(face):
    """Return the missing combination of a face: the ingredient and the colour that it lacks."""
    return face.index(NONE), (set(range(KINDS)) - set(face)).pop()


def shown(face):
    return {(i, colour) for i, colour in enumerate(face) if colour != NONE}


DECK = [tuple(FACES[number] for number in card) for card in new().components.cards]
SIDES = [face for card in DECK for face in card]
TARGETS = list(itertools.product(range(KINDS), repeat=2))


def test_the_deck_is_that_of_the_formula():
    assert DECK == list(deck_of_the_rulings())


def test_there_are_91_cards_all_different():
    assert len({frozenset(card) for card in DECK}) == len(DECK) == 91
    for side in range(2):
        assert len({card[side] for card in DECK}) == 91


def test_every_combination_is_missing_on_7_or_8_faces_and_shown_on_28_to_30():
    lacking = Counter(missing(face) for face in SIDES)
    assert Counter(lacking.values()) == {7: 18, 8: 7}
    showing = Counter(each for face in SIDES for each in shown(face))
    assert showing.keys() == lacking.keys() == set(TARGETS)
    assert {*showing.values()} == {28, 29, 30}


def test_the_sides_of_a_card_share_nothing_and_never_both_answer_and_repeat():
    for front, back in DECK:
        assert not shown(front) & shown(back)
        assert missing(front)[0] != missing(back)[0] and missing(front)[1] != missing(back)[1]
        assert missing(front) not in shown(back) and missing(back) not in shown(front)


# ------------------------------------------------------------------------------------- Random deck


@pytest.fixture(scope="module")
def random_decks():
    """The faces of the decks of 4,000 games, (4000, 2, 91)."""
    return new(deck="random").batch(4_000, seed=1).states["face"].copy()


def chance_of(counts, expected, shrunk=1.0):
    """Return how likely so large a chi-square is, where variances are `shrunk` times Poisson's."""
    statistic = ((counts - expected) ** 2 / expected).sum() / shrunk
    return chdtrc(counts.size - 1, statistic)


def test_a_random_deck_has_different_faces_each_of_the_600_equally_likely(random_decks):
    faces = random_decks.reshape(len(random_decks), -1)
    assert all(len(set(deck)) == 182 for deck in faces.tolist())
    counts, share = np.bincount(faces.ravel(), minlength=600), faces.shape[1] / 600
    assert counts.size == 600
    # without replacement: each face once at most in a game
    assert chance_of(counts, share * len(faces), shrunk=1 - share) > IMPOSSIBLE
    for side, card in ((0, 0), (1, 0), (0, 45), (1, 90)):
        at_place = np.bincount(random_decks[:, side, card], minlength=600)
        assert chance_of(at_place, len(faces) / 600) > IMPOSSIBLE


def test_a_random_deck_pairs_any_two_faces(random_decks):
    """Whether the faces of a card lack the same combination: 23 of the 599 others do."""
    same = (random_decks[:, 0] // 24 == random_decks[:, 1] // 24).mean()
    p = 23 / 599
    assert abs(same - p) < SURPRISE * sqrt(p * (1 - p) / random_decks[:, 0].size)


def test_a_random_deck_stays_for_the_game_and_follows_its_seed(random_decks):
    assert len({deck.tobytes() for deck in random_decks}) == len(random_decks)
    game = new(deck="random", max_ticks=2)
    position = game.new(seed=3)
    deck, rounds = position.states["face"].tobytes(), set()
    while not position.is_over:
        rounds.add(game.state_to_dict(game, position.states)["round"])
        assert position.states["face"].tobytes() == deck
        position.apply(position.legal_actions()[0])
    assert rounds == {1, 2, 3}
    assert new(deck="random").new(seed=3).states["face"].tobytes() == deck
    assert new(deck="random").new(seed=4).states["face"].tobytes() != deck


# ------------------------------------------------------------------------------- Chances of a hand


def fits(card, target, answers=True, repeats=True):
    return any(
        (answers and target in shown(face)) or (repeats and target == missing(face))
        for face in card
    )


def chance_of_a_hand(size, **how):
    """Return how likely it is that one of `size` cards fits the first card of the Voodoo pile."""
    total = 0.0
    for top, card in enumerate(DECK):
        others = DECK[:top] + DECK[top + 1 :]
        for target in map(missing, card):
            unfit = sum(not fits(other, target, **how) for other in others)
            total += 1 - comb(unfit, size) / comb(len(others), size)
    return total / len(SIDES)


def test_a_random_hand_has_the_known_chances():
    assert round(chance_of_a_hand(3, repeats=False), 4) == 0.6956
    assert round(chance_of_a_hand(3, answers=False), 4) == 0.1978
    assert round(chance_of_a_hand(3), 4) == 0.7819


def test_at_the_deal_nobody_can_play_as_often_as_known():
    exact = 1 - chance_of_a_hand(6)
    assert round(exact, 4) == 0.0444
    states = new().batch(ROUNDS, seed=2).states
    cards = states["hand"][:, :2].reshape(ROUNDS, 6)
    stuck = [
        not any(fits(DECK[card], divmod(target, KINDS)) for card in hand)
        for hand, target in zip(cards.tolist(), states["target"].tolist(), strict=True)
    ]
    assert abs(np.mean(stuck) - exact) < SURPRISE * sqrt(exact * (1 - exact) / ROUNDS)


# --------------------------------------------------------------------------------- Rounds locked up

# seats: rounds that lock up (%) without VM-9 when all play whenever they can and else swap, and
# with random legal choices; measured in about 1,000 rounds each, as the standard errors told with
# the first three (1.4, 0.9, 0.4) say, in a game whose Voodoo does not stop its tick
EAGER, RANDOM = {2: 26.5, 3: 8.0, 4: 1.5}, {2: 20.0, 3: 2.0}
KNOWN_ROUNDS = 1_000
KNOWN = [(True, *known) for known in EAGER.items()] + [(False, *known) for known in RANDOM.items()]
LONG = 600  # ticks; no round that can end takes as many


def eager(mask):
    """Return what is left of `mask` for those who play if they can, swap else, or wait."""
    wanted = mask.copy()
    wanted[mask[:, :FIRST_SWAP].any(1), FIRST_SWAP:] = 0
    wanted[wanted[:, FIRST_SWAP:WAIT].any(1), WAIT] = 0
    return wanted


@functools.cache
def last_states(seats, is_eager, breaks_stalemates, rounds=ROUNDS):
    """Return the last states of games of one round each; those of one seed begin alike."""
    game = new(num_players=seats, rounds=1, max_ticks=LONG)
    game.rules["breaks_stalemates"][0] = breaks_stalemates
    batch = game.batch(rounds, seed=seats, auto_reset=False)
    actions, keys = np.zeros(rounds, np.int64), np.random.PCG64(seats)
    while not batch.is_over.all():
        mask = eager(batch.action_mask) if is_eager else batch.action_mask
        pick_all(mask, keys.random_raw(rounds), actions)
        batch.step(np.where(batch.is_over, 0, actions))
    return batch.states


def nothing_fits(states, seats):
    """Tell of each game whether no card of a hand or own pile fits the target, (N,) bool."""
    rows = np.array([[fits([face], target) for face in FACES] for target in TARGETS])
    fit = rows[states["target"][:, None, None], states["face"]].any(axis=1)
    return ~(fit & (states["holder"] < seats)).any(axis=1)


def assert_share(found, known, rounds=ROUNDS):
    error = sqrt(known * (1 - known) * (1 / rounds + 1 / KNOWN_ROUNDS))
    assert abs(found - known) < SURPRISE * error, (found, known)


@pytest.mark.parametrize(("is_eager", "seats", "known"), KNOWN)
def test_without_new_tops_rounds_lock_up_as_often_as_known(is_eager, seats, known):
    """Near enough: ours are 24.6, 6.3, 1.4 %, and 18.3, 2.0 %, over 20,000 rounds each."""
    states = last_states(seats, is_eager, False)
    locked = states["ending"] == TICK_CAP
    assert nothing_fits(states, seats)[locked].all()
    assert_share(locked.mean(), known / 100)


@pytest.mark.parametrize(("is_eager", "seats", "known"), KNOWN)
def test_no_round_locks_up_with_vm9_which_acts_where_one_would(is_eager, seats, known):
    states = last_states(seats, is_eager, True)
    assert not (states["ending"] == TICK_CAP).any()
    locked = last_states(seats, is_eager, False)["ending"] == TICK_CAP
    assert ((states["stalemates"] > 0) == locked).all()


@pytest.mark.slow
@pytest.mark.parametrize(("is_eager", "seats", "known"), KNOWN)
def test_the_same_over_more_rounds(is_eager, seats, known, soak):
    rounds = MORE_ROUNDS[soak]
    states = last_states(seats, is_eager, True, rounds)
    assert not (states["ending"] == TICK_CAP).any()
    assert_share((states["stalemates"] > 0).mean(), known / 100, rounds)
