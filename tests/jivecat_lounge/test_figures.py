"""Figures known from elsewhere (seeds/jivecat_lounge.md): what hands make, and random play.

In random play every legal action is equally likely.
"""

import functools
import itertools
from collections import Counter
from math import comb, prod, sqrt

import numpy as np
import pytest

import jivezoo
from jivezoo.agents.random import pick_all
from jivezoo.envs.contract import TRUNCATED
from jivezoo.envs.jivecat_lounge.box import FULL_HAND, VALUES

SURPRISE = 4  # standard errors
GAMES, MORE_GAMES = 2_000, {"small": 6_000, "full": 40_000}
SEATS = (2, 3, 4, 5)

# ------------------------------------------------------------------------------------------- Hands

NUMBERS = range(2, 11)


def makes(values):
    """Return the numbers that some of the values make, each added or subtracted."""
    signs = itertools.product((-1, 0, 1), repeat=len(values))
    sums = {sum(sign * value for sign, value in zip(each, values, strict=True)) for each in signs}
    return [number in sums for number in NUMBERS]


@functools.cache
def hands():
    """Return the values of all hands of four cards, and how likely each is."""
    game = jivezoo.game("jivecat_lounge")
    counts = game.rules["clique"][0].reshape(-1, VALUES).sum(axis=0).tolist()
    found = {}
    for values in itertools.combinations_with_replacement(range(1, VALUES + 1), FULL_HAND):
        ways = prod(comb(counts[value - 1], n) for value, n in Counter(values).items())
        found[values] = ways / comb(sum(counts), FULL_HAND)
    return found


def test_a_seat_is_told_which_numbers_its_hand_makes():
    position = jivezoo.game("jivecat_lounge").new(seed=1)
    for values in hands():
        position.states["hand"][0, 0, :FULL_HAND] = [value - 1 for value in values]  # Jivecats
        assert position.features(0)["makes"].tolist() == makes(values)


def test_hands_make_each_number_as_often_as_known():
    """A given number from 2 to 9 with p 0.93 to 0.95, a 10 with p 0.90; exactly, a 4 with 0.924."""
    assert sum(hands().values()) == pytest.approx(1)
    chances = sum(p * np.array(makes(values)) for values, p in hands().items())
    exact = [0.9452, 0.9289, 0.9240, 0.9300, 0.9537, 0.9296, 0.9498, 0.9296, 0.8966]
    assert chances.round(4).tolist() == exact
    known = np.clip(chances, [0.93] * 8 + [0.9], [0.95] * 8 + [0.9])
    assert (abs(chances - known) < 0.01).all()


# ------------------------------------------------------------------------------------- Random play


def words_without(game, verbs):
    """Tell of each action whether it does without some verbs, (A,) bool."""
    return np.array([not any(verb in words.split() for verb in verbs) for words in game.actions])


@functools.cache
def random_games(seats, games, forbidden=()):
    """Return the last states of random games, and which of them had a full board at some time.

    What is `forbidden` is never done, if there is anything else to say.
    """
    game = jivezoo.game("jivecat_lounge", num_players=seats)
    batch, allowed = game.batch(games, seed=seats, auto_reset=False), words_without(game, forbidden)
    actions, was_full = np.zeros(games, np.int64), np.zeros(games, bool)
    keys = np.random.PCG64(seats)
    while not batch.is_over.all():
        mask = batch.action_mask * allowed
        mask[~mask.any(axis=1)] = batch.action_mask[~mask.any(axis=1)]
        pick_all(mask, keys.random_raw(games), actions)
        batch.step(np.where(batch.is_over, 0, actions))
        was_full |= batch.states["taken"] == game.rules["all_contacts"][0]
    return batch.states, was_full


def free_numbers(states, seats):
    """Tell of each game which numbered contacts are free, (N,) int64."""
    rules = jivezoo.game("jivecat_lounge", num_players=seats).rules[0]
    return rules["all_contacts"] & ~(rules["with_number"][0] | states["taken"])


@pytest.mark.parametrize("seats", SEATS)
def test_random_play_ends_in_about_fourteen_rounds(seats):
    """14.5, 15.0, 14.8, 15.2 with 2, 3, 4, 5 seats, over 10,000 games each."""
    states, _ = random_games(seats, GAMES)
    assert 14 < states["rounds"].mean() < 15.6


@pytest.mark.parametrize("seats", SEATS)
def test_the_few_games_that_do_not_end_are_dead(seats):
    """No Skull is left to a seat, no number to a card: 0.2 % of random games with 3 seats."""
    states, _ = random_games(seats, GAMES)
    dead = states[states["status"] == TRUNCATED]
    assert len(dead) < 0.01 * GAMES
    assert not dead["skulls"].any() and not free_numbers(dead, seats).any()


def share_of_full_boards(games, forbidden):
    """Return the share of games with five seats in which all contacts are taken at some time."""
    share = random_games(5, games, forbidden)[1].mean()
    return share, SURPRISE * sqrt(share * (1 - share) / games)


def assert_full_boards_are_as_known(games):
    """5 to 8 % without Cheval and Voodoo; hardly any with them (6.8 and 0.1 % of 15,000)."""
    share, error = share_of_full_boards(games, ("cheval", "bayou", "voodoo"))
    assert 0.05 - error < share < 0.08 + error
    assert share_of_full_boards(games, ())[0] < 0.004


def test_without_cheval_and_voodoo_boards_fill_up_as_often_as_known():
    assert_full_boards_are_as_known(GAMES)


@pytest.mark.slow
def test_boards_fill_up_as_often_as_known_in_more_games(soak):
    assert_full_boards_are_as_known(MORE_GAMES[soak])


def test_without_cheval_and_voodoo_many_games_do_not_end():
    states, _ = random_games(5, GAMES, ("cheval", "bayou", "voodoo"))
    usual, _ = random_games(5, GAMES)
    assert (states["status"] == TRUNCATED).mean() > 0.05
    assert (usual["status"] == TRUNCATED).mean() < 0.004
