"""Choosing together: a search finds the mixtures that no rival can exploit, where it is asked to.

The matrix game of conftest.py; seat 0 gets what the matrix says, seat 1 the opposite.
"""

import numpy as np
import pytest

from jivezoo.agents.player import Views
from jivezoo.agents.search import Search
from jivezoo.agents.search_settings import Settings

BLIND = {"prior": "none", "rollouts": "random", "cut": -1}
REGRET = {**BLIND, "together": "regret", "exploration": 0.05, "simulations": 40_000}
BOUND = {**BLIND, "together": "bound", "simulations": 4_000}
NEAR = 0.06

# what seat 0 gets; the best mixtures of seat 0 and of seat 1, worked out by hand; their value
GAMES = {
    "unequal stakes": (
        [[0, -0.5, 1], [0.5, 0, -0.25], [-1, 0.25, 0]],
        [[1 / 7, 4 / 7, 2 / 7], [1 / 7, 4 / 7, 2 / 7]],
        0,
    ),
    "unequal pennies, and a choice that is always worse": (
        [[0.6, -0.4, 1], [-0.8, 0.6, 1], [-1, -1, -1]],
        [[7 / 12, 5 / 12, 0], [5 / 12, 7 / 12, 0]],
        1 / 60,
    ),
    "a saddle point": (
        [[0.2, 0.5, 0.3], [-0.2, 0.1, 0.9], [-1, 0, 0.2]],
        [[1, 0, 0], [1, 0, 0]],
        0.2,
    ),
}


@pytest.fixture(params=GAMES)
def known(request, matrix_game):
    """A game, the best mixtures, its value."""
    pays, mixtures, value = GAMES[request.param]
    return matrix_game(pays), mixtures, value


def think(game, seat, secret="third", seed=1, **settings):
    """Return what a search for a seat thinks of the one choice there is."""
    position = game.new(seed=seed)
    if seat == 1:
        position.play(secret)
    return Search(game, Settings(**settings)).think(Views.of_position(position, seed))[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_regret_matching_finds_the_best_mixture(known, seat):
    game, mixtures, value = known
    thought = think(game, seat, **REGRET)
    assert thought.shares[:3] == pytest.approx(mixtures[seat], abs=NEAR)
    assert thought.total.sum() / thought.visits.sum() == pytest.approx(
        value if seat == 0 else -value, abs=NEAR
    )


def test_more_simulations_come_nearer(matrix_game):
    pays, mixtures, _ = GAMES["unequal stakes"]

    def mean_distance(simulations):
        settings = REGRET | {"simulations": simulations}
        found = [think(matrix_game(pays), 0, seed=seed, **settings) for seed in range(1, 21)]
        return np.mean([np.abs(each.shares[:3] - mixtures[0]).sum() for each in found])

    assert mean_distance(10_000) < 0.5 * mean_distance(100)


def test_choices_are_drawn_from_the_mixture(known):
    game, mixtures, _ = known
    thought = think(game, 0, **REGRET)
    keys = np.arange(4_000, dtype=np.uint64)
    drawn = np.bincount([thought.choose(key) for key in keys], minlength=3)[:3] / len(keys)
    assert drawn == pytest.approx(thought.shares[:3], abs=0.04)


@pytest.mark.parametrize("settings", [REGRET, BOUND], ids=["regret", "bound"])
def test_what_the_other_has_chosen_in_secret_does_not_matter(known, settings):
    game, _, _ = known
    few = settings | {"simulations": 500}
    thoughts = [think(game, 1, secret, **few) for secret in ("first", "second", "third")]
    assert len({thought.shares.tobytes() for thought in thoughts}) == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_bounds_find_a_saddle_point(matrix_game, seat):
    pays, _, _ = GAMES["a saddle point"]
    thought = think(matrix_game(pays), seat, **BOUND)
    assert thought.shares[0] > 0.8
    assert thought.choose(np.uint64(1)) == 0
