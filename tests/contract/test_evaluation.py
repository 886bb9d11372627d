"""What positions are worth, by each game's own opinion and its weights."""

import numpy as np
import pytest

from jivezoo.agents.evaluation import evaluate, load_evaluation


def worth(position, weights):
    """Return what a position is worth to each seat, (S,)."""
    rules, state = position.game.rules[0], position.states[0]
    return np.array(
        [evaluate(rules, state, weights[0], seat) for seat in range(position.game.seats)]
    )


@pytest.fixture
def weights(game):
    return load_evaluation(game)


def test_weights_are_named_numbers_of_ones_own(game, weights):
    assert weights.shape == (1,) and {"win", "scale"} <= set(weights.dtype.names)
    assert weights.view(np.float64).shape == (weights.dtype.itemsize // 8,)
    assert np.isfinite(weights.view(np.float64)).all() and weights["scale"][0] > 0
    weights["scale"] = -1
    assert load_evaluation(game)["scale"][0] > 0


def test_the_end_is_worth_what_it_pays_and_more_than_any_hope(game, walk, weights):
    *running, end = walk(game, seed=3)
    assert end.is_over
    assert (np.sign(worth(end, weights)) == np.sign(end.returns())).all()
    assert (abs(worth(end, weights)) >= weights["win"] * abs(end.returns()) - 1e-3).all()
    for position in running[:: max(1, len(running) // 20)]:
        assert (abs(worth(position, weights)) < weights["win"] / 10).all()


def test_what_a_position_is_worth_follows_from_its_weights(game, walk, weights):
    *_, position, _ = walk(game, seed=3)
    before = worth(position, weights)
    assert (worth(position, weights) == before).all() and before.any()
    weights.view(np.float64)[:] *= 1.5
    assert (worth(position, weights) != before).any()
