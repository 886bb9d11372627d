"""The same games come out compiled, as plain Python, and with bounds checks.

Run as a program, this file prints what `play_everything` returns, under whatever the variables
NUMBA_DISABLE_JIT and NUMBA_BOUNDSCHECK say.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.agents.evaluation import evaluate, load_evaluation
from jivezoo.training.match import play_games

GORILLAS = str(Path(__file__).parent / "contract" / "gorillas.toml")
EVERY = "gorilla,orangutan,lemur,spider_monkey,mandrill,tamarin"

# game, options, who plays all seats, how many games
TABLES = [
    ("itchy_monkey", {"board": GORILLAS, "max_turns": 16}, "random", 8),
    ("itchy_monkey", {"board": GORILLAS, "max_turns": 6, "abilities": EVERY}, "greedy", 1),
    ("itchy_monkey", {"abilities": EVERY, "max_turns": 14}, "random", 8),
    (
        "itchy_monkey",
        {"num_players": 3, "abilities": EVERY, "tamarin_replaces": "lemur", "max_turns": 14},
        "random",
        8,
    ),
    (
        "itchy_monkey",
        {"num_players": 4, "last_louse_left": True, "board": GORILLAS, "max_turns": 14},
        "random",
        8,
    ),
    ("gelini_nightlife", {}, "random", 8),
    ("gelini_nightlife", {"num_players": 5, "action_counters": True}, "random", 8),
    ("gelini_nightlife", {"num_players": 3, "action_counters": True, "max_rolls": 9}, "greedy", 2),
    ("voodoo_mania", {"rounds": 1, "max_ticks": 60}, "random", 4),
    ("voodoo_mania", {"num_players": 4, "search": True, "max_ticks": 12}, "random", 4),
    ("voodoo_mania", {"num_players": 6, "deck": "random", "max_ticks": 9}, "random", 2),
    ("voodoo_mania", {"num_players": 3, "reaction": 2, "max_ticks": 15}, "greedy", 2),
    ("jivecat_lounge", {"max_rounds": 4}, "random", 4),
    ("jivecat_lounge", {"num_players": 3, "max_rounds": 3}, "random", 4),
    ("jivecat_lounge", {"num_players": 5, "max_rounds": 3}, "random", 2),
    ("jivecat_lounge", {"max_rounds": 1}, "greedy", 1),
    ("itchy_monkey", {"board": GORILLAS, "max_turns": 4}, "mcts:6", 1),
    ("gelini_nightlife", {"max_rolls": 6}, "mcts:12,rollouts=random,prior=none,cut=3", 1),
    ("voodoo_mania", {"num_players": 3, "max_ticks": 5}, "mcts:8,together=regret", 1),
]


def summary(game, results):
    """Return what tells games apart: their actions, and all that was seen on the way."""
    seen = hashlib.sha256()
    batch = game.batch(3, seed=5)
    for step in range(15):
        mask = batch.action_mask
        for array in (batch.states, batch.observation, mask, batch.reward, batch.final_observation):
            seen.update(array.tobytes())
        lots = np.random.default_rng(step).random(mask.shape) * mask
        batch.step(lots.argmax(axis=1))
    position, w, worth = game.new(seed=1), load_evaluation(game)[0], []
    for seat in range(game.seats):
        worth += [evaluate(game.rules[0], state, w, seat) for state in batch.states]
        seen.update(position.imagine(seat, seed=2).to_json().encode())
        seen.update(position.observation(seat).tobytes())
    return {
        "games": [[each.digest, each.decisions, list(each.payoffs)] for each in results],
        "seen": seen.hexdigest(),
        "worth": np.round(worth, 9).tolist(),
    }


def play_everything(times=1):
    """Play every table, `times` as many games as it says."""
    found = []
    for name, options, agent, count in TABLES:
        game = jivezoo.game(name, **options)
        seeds = range(count * times)
        seatings = [[0] * game.seats] * len(seeds)
        results = play_games(game, [make_agent(agent, game)], seatings, seeds)
        found.append(summary(game, results))
    return found


def played_with(times=1, **variables):
    """Return what another process plays under other environment variables."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", __file__, str(times)],
        env=inherited | variables,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def assert_same(found, expected):
    for table, one, other in zip(TABLES, found, expected, strict=True):
        assert one == other, table


def test_plain_python_plays_the_same_games():
    assert_same(played_with(NUMBA_DISABLE_JIT="1"), play_everything())


@pytest.mark.slow
@pytest.mark.skipif("JIVEZOO_SOAK" not in os.environ, reason="slow: set JIVEZOO_SOAK")
def test_no_index_is_out_of_bounds():
    assert_same(played_with(20, NUMBA_BOUNDSCHECK="1"), play_everything(20))


if __name__ == "__main__":
    print(json.dumps(play_everything(int(sys.argv[1]))))
