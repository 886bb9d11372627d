"""Figures of random play, as they are known from elsewhere (seeds/gelini_nightlife.md).

Every legal action is equally likely, so each offer of a roll is taken with p = 1/2.
"""

from math import sqrt

import numpy as np
import pytest

import jivezoo
from jivezoo.agents.random import pick_all
from jivezoo.envs.gelini_nightlife.box import BAND_TAKEN, FULL_FLOOR, GO, ROLL_CAP

GAMES = 8_000
SURPRISE = 4  # standard errors

# seats: full floors, Bands that fill a floor (%, None: not known), moves and rolls a game
BASIC_GAMES, ACTION_GAMES = 8_000, 2_000  # behind the known figures
BASIC = {
    2: (2.8, 12.5, 23.5, 31.3),
    3: (40.1, 32.6, 27.5, 31.4),
    4: (10.0, 20.8, 32.2, 34.3),
    5: (1.9, 7.8, 35.0, 36.1),
}
WITH_ACTION_COUNTERS = {
    2: (9.0, None, 26.3, 35.0),
    3: (61.4, None, 29.8, 34.0),
    4: (21.6, None, 35.6, 37.9),
    5: (4.7, None, 39.0, 40.3),
}
ROWS = [(False, BASIC_GAMES, seats, row) for seats, row in BASIC.items()]
ROWS += [(True, ACTION_GAMES, seats, row) for seats, row in WITH_ACTION_COUNTERS.items()]


def random_games(game, seed):
    """Return the last states of random games, and how many moves each took."""
    batch = game.batch(GAMES, seed=seed, auto_reset=False)
    actions, moves = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
    keys = np.random.PCG64(seed)
    while not batch.is_over.all():
        pick_all(batch.action_mask, keys.random_raw(GAMES), actions)
        moves += (actions == GO) & ~batch.is_over
        batch.step(np.where(batch.is_over, 0, actions))
    return batch.states, moves


def assert_share(found, known, games, what):
    """Compare two shares, ours of GAMES games and the known one of `games`."""
    error = sqrt(known * (1 - known) * (1 / GAMES + 1 / games))
    assert abs(found - known) < SURPRISE * error, f"{what}: {found} instead of {known}"


def assert_mean(values, known, games, what):
    """Compare a mean with a known one, which was rounded to tenths."""
    error = values.std() * sqrt(1 / GAMES + 1 / games)
    assert abs(values.mean() - known) < SURPRISE * error + 0.05, (what, values.mean())


@pytest.mark.parametrize(("action_counters", "games", "seats", "row"), ROWS)
def test_random_play_has_the_known_figures(action_counters, games, seats, row):
    full, filled_by_band, moves, rolls = row
    game = jivezoo.game("gelini_nightlife", num_players=seats, action_counters=action_counters)
    states, moves_made = random_games(game, seed=seats)
    ending = states["ending"]
    assert not (ending == ROLL_CAP).any()
    assert_share((ending == FULL_FLOOR).mean(), full / 100, games, "full floors")
    if filled_by_band is not None:
        takers = states["squares"][np.arange(GAMES), np.maximum(states["band"], 0)]
        filled = (ending == BAND_TAKEN) & (takers >= game.rules["floor"][0])
        assert_share(filled.mean(), filled_by_band / 100, games, "floors filled by the Band")
    assert_mean(moves_made, moves, games, "moves")
    assert_mean(states["rolls"], rolls, games, "rolls")
