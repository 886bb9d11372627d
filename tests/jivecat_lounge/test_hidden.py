"""JL-28: what a seat cannot know shows nowhere, and what it knows stays.

Hidden are the other hands and the orders of the three decks.  A seat is shown worlds
(`Position.imagine`) that agree with all else and in which whoever is asked can answer, each as
often as the deals that lead to it.
"""

import collections
import functools
import itertools
import random

import numpy as np
import pytest
from scipy.special import chdtrc

import jivezoo
from jivezoo.envs.batch import imagine_games
from jivezoo.envs.jivecat_lounge.box import NO_CARD, PHASES, SUITS

HIDDEN = {"random", "hand", "deck", "skull_deck", "trend_deck"}  # fields with something hidden
DECKS = (("deck", "deck_count"), ("skull_deck", "skull_count"), ("trend_deck", "trend_count"))
GAMES = {
    "two": {"max_rounds": 6},
    "three": {"num_players": 3, "max_rounds": 4},
    "four, Staff": {"num_players": 4, "staff": True, "max_rounds": 3},
    "five": {"num_players": 5, "max_rounds": 3},
}
BUSY_GAMES = 5
# What else can only be asked if the seat has cards for an answer, and after which power.
USED_FOR = {
    "cheval card": "use bayou",
    "place": "use mobile",
    "borrow": "use mellow",
    "pink use": "use pink",
}
LOWEST_ZOMBIE = 9 * SUITS.index("Z")
# What must be scarce, or those powers would do without cards.
SCARCE = {
    "borrow": {"zombies": [LOWEST_ZOMBIE]},  # no contact has a 1
    "pink use": {"lent": ("bayou", "mobile")},
}
ASKS_NOTHING = {"end", "done"}  # a seat that can say nothing else is not asked: JL-43, JL-42


def make(name):
    return jivezoo.game("jivecat_lounge", **GAMES[name])


@pytest.fixture(params=GAMES)
def game(request):
    return make(request.param)


def phase_of(position):
    return PHASES[position.states["phase"][0]]


def can_answer(position):
    """Tell whether the seat to act can say something that can be carried through."""
    words = position.legal_words()
    if phase_of(position) == "place":  # a card may be asked for next
        return any(can_answer(position.copy().play(word)) for word in words)
    return position.is_over or not ASKS_NOTHING.issuperset(words)


def hands_of(position):
    state = position.states[0]
    return [
        tuple(hand[:n].tolist()) for hand, n in zip(state["hand"], state["hand_count"], strict=True)
    ]


def deck_of(position, deck, count):
    state = position.states[0]
    return tuple(state[deck][: state[count]].tolist())


# --------------------------------------------------------------------------------------- Positions


@pytest.fixture(scope="module")
def busy(walks, crowded):
    """How to walk through a random game that begins at a crowded table."""

    def walk(game, seed):
        rng, position = random.Random(seed), crowded(game, seed)
        while can_answer(position) and not position.is_over:
            yield position
            words = position.legal_words()
            powers = [word for word in words if word.startswith("use") and rng.random() < 0.3]
            position.play(powers[0] if powers else walks.word(rng, words))

    return walk


@pytest.fixture(scope="module")
def everyday(walks, busy):
    """How to yield positions of a game as it begins, and of games in which powers are used."""

    def positions(game):
        yield from walks.game(game, seed=1)
        for seed in range(BUSY_GAMES):
            yield from busy(game, seed)

    return positions


# ------------------------------------------------------------------------------- What a seat knows


def assert_known_stays(position, imagined, seat):
    """Check that nothing has changed but what is hidden from a seat."""
    before, after = position.states[0], imagined.states[0]
    for field in before.dtype.names:
        if field not in HIDDEN:
            assert (before[field] == after[field]).all(), field
    assert hands_of(imagined)[seat] == hands_of(position)[seat]
    for deck in DECKS[1:]:
        assert sorted(deck_of(imagined, *deck)) == sorted(deck_of(position, *deck))
    pairs = ((sum(hands_of(each), deck_of(each, *DECKS[0]))) for each in (position, imagined))
    assert len({tuple(sorted(cards)) for cards in pairs}) == 1


def test_what_a_seat_knows_stays(game, everyday):
    for number, position in enumerate(everyday(game)):
        for seat in range(game.seats):
            imagined = position.imagine(seat, number)
            assert_known_stays(position, imagined, seat)
            assert imagined.observation(seat).tobytes() == position.observation(seat).tobytes()
            assert imagined.text(seat) == position.text(seat)
            if seat == position.seat:
                assert imagined.legal_words() == position.legal_words()


def test_an_imagined_position_can_be_written_and_read(game, everyday):
    for number, position in enumerate(everyday(game)):
        imagined = position.imagine(number % game.seats, number)
        assert game.from_json(imagined.to_json()) == imagined


def test_hands_that_are_dealt_lie_in_order_with_nothing_behind_them(game, everyday):
    for number, position in enumerate(everyday(game)):
        state = position.imagine(number % game.seats, number).states[0]
        for hand, count in zip(state["hand"], state["hand_count"], strict=True):
            assert hand[:count].tolist() == sorted(hand[:count])
            assert (hand[:count] >= 0).all() and (hand[count:] == NO_CARD).all()


def test_these_games_ask_every_question(everyday):
    found = {phase_of(each) for name in GAMES for each in everyday(make(name))}
    assert found == {*PHASES}


def test_whoever_is_asked_can_answer_in_every_world(game, everyday):
    for number, position in enumerate(everyday(game)):
        for seat in {*range(game.seats)} - {position.seat}:
            for seed in range(3):
                assert can_answer(position.imagine(seat, 3 * number + seed))


def test_imagined_games_can_be_played_to_the_end(game, everyday):
    rng = random.Random(2)
    for number, position in enumerate(everyday(game)):
        if number % 40 == 0:
            imagined = position.imagine(number % game.seats, number)
            while not imagined.is_over:
                imagined.apply(rng.choice(imagined.legal_actions()))


def test_worlds_differ_in_all_that_is_hidden(game, crowded):
    position = crowded(game, seed=1)
    first = game.new(seed=1)
    for seat in range(game.seats):
        worlds = [position.imagine(seat, seed) for seed in range(30)]
        starts = [first.imagine(seat, seed) for seed in range(30)]
        for rival in {*range(game.seats)} - {seat}:
            assert len({hands_of(world)[rival] for world in worlds}) > 20
        assert len({deck_of(world, *DECKS[0]) for world in worlds}) == 30
        for deck in DECKS[1:]:
            assert len({deck_of(world, *deck) for world in starts}) > 25


# ------------------------------------------------------------------------------ What must not show


def with_other_secrets(position, seat, rng):
    """Return a position that differs only in what is hidden from a seat, or None."""
    other = position.copy()
    state, rivals = other.states[0], [s for s in range(position.game.seats) if s != seat]
    for deck, count in DECKS[1:]:
        cards = state[deck].tolist()[: state[count]]
        state[deck][: len(cards)] = rng.sample(cards, len(cards))
    counts = [int(state["hand_count"][rival]) for rival in rivals]
    cards = sum((hands_of(other)[rival] for rival in rivals), deck_of(other, *DECKS[0]))
    cards = rng.sample(cards, len(cards))
    for rival, count in zip(rivals, counts, strict=True):
        state["hand"][rival, :count] = sorted(cards.pop() for _ in range(count))
    state["deck"][: len(cards)] = cards
    return other if can_answer(other) else None


def test_nothing_shows_what_a_seat_cannot_know(game, everyday):
    rng, compared = random.Random(3), 0
    for number, position in enumerate(everyday(game)):
        for seat in range(game.seats):
            other = with_other_secrets(position, seat, rng)
            if other is None:
                continue
            compared += other != position
            assert other.observation(seat).tobytes() == position.observation(seat).tobytes()
            assert other.text(seat) == position.text(seat)
            assert other.imagine(seat, number) == position.imagine(seat, number)
            if seat == position.seat:
                assert other.legal_words() == position.legal_words()
    assert compared > 100


def test_cards_that_were_drawn_are_nowhere_in_the_state_of_a_world(game, everyday):
    """What lies behind the top of a deck tells nothing of what was there."""
    blank = np.zeros(1, game.state_dtype)[0]
    for position in everyday(game):
        for deck, count in DECKS:
            left = position.states[0][count]
            assert (position.states[0][deck][left:] == blank[deck][left:]).all()


# ---------------------------------------------------------------------------- How likely worlds are

DRAWS = 20_000
IMPOSSIBLE = 1e-5  # of a chi-square; the seeds are fixed
FEW, MOST_WORLDS = 5, 1_000
VIEWS = 5  # of each kind
MOST_GAMES = 300  # until there are as many


def move_to_discards(rng, state, number):
    """Move all cards of the deck but `number` to the discards."""
    cards = state["deck"].tolist()[: state["deck_count"]]
    rng.shuffle(cards)
    np.add.at(state["discards"], cards[number:], 1)
    state["deck"] = 0
    state["deck"][: len(cards[:number])] = cards[:number]
    state["deck_count"] = len(cards[:number])


def cut_hand(rng, state, seat, number):
    """Move cards of a hand to the discards until `number` are left."""
    while state["hand_count"][seat] > number:
        count = state["hand_count"][seat]
        cards = state["hand"][seat, :count].tolist()
        state["discards"][cards.pop(rng.randrange(count))] += 1
        state["hand"][seat] = cards + [NO_CARD] * (state["hand"].shape[1] - len(cards))
        state["hand_count"][seat] = len(cards)


def with_few_hidden(rng, position, seat):
    """Return a position like another one in which six cards at most are hidden from a seat."""
    other, seats = position.copy(), position.game.seats
    state = other.states[0]
    for rival in {*range(seats)} - {seat}:
        most = 3 if seats == 2 else 2 if rival == position.seat else 1
        cut_hand(rng, state, rival, rng.randint(1, most))
    hidden = sum(int(state["hand_count"][s]) for s in range(seats) if s != seat)
    move_to_discards(rng, state, max(1, 6 - hidden))
    return other


def world_of(position):
    return tuple(hands_of(position)), deck_of(position, *DECKS[0])


class Worlds:
    """All deals of the cards hidden from a seat, found by trying all."""

    def __init__(self, position, seat):
        self.position, self.seat = position, seat
        self.rivals = [s for s in range(position.game.seats) if s != seat]
        hands = hands_of(position)
        self.sizes = [len(hands[rival]) for rival in self.rivals]
        self.own = hands[seat]
        self.hidden = sum((hands[rival] for rival in self.rivals), deck_of(position, *DECKS[0]))

    def deals(self):
        """Yield the hands and the deck of every order of the hidden cards."""
        seats = self.position.states["hand"].shape[1]
        for cards in itertools.permutations(self.hidden):
            hands, at = [()] * seats, 0
            hands[self.seat] = self.own
            for rival, size in zip(self.rivals, self.sizes, strict=True):
                hands[rival] = tuple(sorted(cards[at : at + size]))
                at += size
            yield tuple(hands), cards[at:]

    @functools.cached_property
    def can_answer(self):
        """Tell of a hand whether whoever is asked can answer with it."""

        def ask(hand):
            other = self.position.copy()
            other.states["hand"][0, other.seat, : len(hand)] = hand
            return can_answer(other)

        return functools.cache(ask)

    def likelihoods(self):
        """Return how likely each world is."""
        asked = self.position.seat
        counts = collections.Counter(
            world for world in self.deals() if self.can_answer(world[0][asked])
        )
        return {world: count / counts.total() for world, count in counts.items()}

    def are_narrowed(self):
        """Tell whether some deals, not all, leave whoever is asked without an answer."""
        size = len(hands_of(self.position)[self.position.seat])
        hands = {tuple(sorted(cards)) for cards in itertools.combinations(self.hidden, size)}
        return len({*map(self.can_answer, hands)}) == 2


def imagined_worlds(position, seat, seed):
    """Return how often each world is imagined."""
    states = np.repeat(position.states, DRAWS)
    seeds = np.random.PCG64(seed).random_raw(DRAWS)
    imagine_games(position.game.rules, states, np.full(DRAWS, seat), seeds)
    count, sizes = position.states["deck_count"][0], position.states["hand_count"][0]
    parts = np.concatenate(
        [states["hand"].reshape(DRAWS, -1), states["deck"][:, :count]], axis=1, dtype=np.int8
    )
    rows, found = np.unique(parts, axis=0, return_counts=True)
    width, at = states["hand"].shape[2], states["hand"][0].size
    return {
        (
            tuple(tuple(row[s * width :][:n]) for s, n in enumerate(sizes)),
            tuple(row[at:]),
        ): number
        for row, number in zip(rows.tolist(), found.tolist(), strict=True)
    }


def assert_as_likely(found, expected):
    """Compare by chi-square."""
    assert found.keys() <= expected.keys()
    misses = ((found.get(key, 0) - DRAWS * p) ** 2 / (DRAWS * p) for key, p in expected.items())
    assert chdtrc(len(expected) - 1, sum(misses)) > IMPOSSIBLE


def views(positions):
    """Yield positions like others, with few hidden cards, and a seat that looks at each."""
    rng = random.Random(5)
    for position in positions:
        seat = rng.randrange(position.game.seats)
        other = with_few_hidden(rng, position, seat)
        if can_answer(other):
            yield other, seat


def compare_some(positions, is_wanted):
    """Compare how often worlds are imagined with how often they should be, some times."""
    compared = 0
    for position, seat in views(positions):
        worlds = Worlds(position, seat)
        if is_wanted(worlds):
            expected = worlds.likelihoods()
            assert world_of(position) in expected
            if FEW < len(expected) < MOST_WORLDS:
                assert_as_likely(imagined_worlds(position, seat, compared), expected)
                compared += 1
        if compared == VIEWS:
            return
    raise AssertionError(f"only {compared} positions")


def some_positions(name, busy):
    for seed in range(VIEWS):
        yield from itertools.islice(busy(make(name), seed), 0, None, 3)


@pytest.mark.parametrize("name", GAMES)
def test_each_world_is_imagined_as_often_as_it_is_likely(name, busy):
    compare_some(some_positions(name, busy), lambda worlds: True)


def asked_for_cards(phase, busy, crowded):
    """Yield positions of all games in which an answer to that question takes cards."""
    for seed in range(MOST_GAMES):
        for game in map(make, GAMES):
            if phase not in USED_FOR:
                yield from itertools.islice(busy(game, seed), 10)
                continue
            position = crowded(game, seed, **SCARCE.get(phase, {}))
            if USED_FOR[phase] in position.legal_words():
                yield position.play(USED_FOR[phase])


@pytest.mark.parametrize("phase", [*USED_FOR, "act", "add", "spell card"])
def test_worlds_in_which_the_question_would_not_be_asked_are_left_out(phase, busy, crowded):
    """JL-43, JL-39, JL-29: some deals leave nothing to answer; the others stay equally likely."""

    def is_narrowed(worlds):
        is_rival = worlds.seat != worlds.position.seat
        return is_rival and phase_of(worlds.position) == phase and worlds.are_narrowed()

    compare_some(asked_for_cards(phase, busy, crowded), is_narrowed)


def test_the_orders_of_the_three_decks_are_imagined_evenly():
    """Each order of each deck with each of the others; hands are dealt from the first."""
    rng, position = random.Random(6), make("two").new(seed=6)
    state = position.states[0]
    cut_hand(rng, state, 1, 1)
    move_to_discards(rng, state, 2)
    for deck, count in DECKS[1:]:
        state[deck][3:] = 0
        state[count] = 3
    decks = [deck_of(position, *deck) for deck in DECKS]
    cards = decks[0] + hands_of(position)[1]
    expected = collections.Counter(
        itertools.product(*(itertools.permutations(each) for each in (cards, *decks[1:])))
    )
    states = np.repeat(position.states, DRAWS)
    imagine_games(
        position.game.rules, states, np.zeros(DRAWS, np.int64), np.arange(DRAWS).astype(np.uint64)
    )
    parts = np.concatenate(
        [
            states["deck"][:, :2],
            states["hand"][:, 1, :1],
            states["skull_deck"][:, :3],
            states["trend_deck"][:, :3],
        ],
        axis=1,
    )
    found = collections.Counter(
        (tuple(row[:3]), tuple(row[3:6]), tuple(row[6:])) for row in parts.tolist()
    )
    assert_as_likely(found, {key: n / expected.total() for key, n in expected.items()})
