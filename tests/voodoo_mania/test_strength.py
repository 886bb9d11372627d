"""What a memory and quick reactions are worth, played between agents: the README's tables.

Every cell is 200 games: between two agents pairs that share a seed and change seats; where the
first seat is slower, all with seeds of their own.  They come out the same on every machine.  A row
of each table is played everyday, the other in slow runs.
"""

from pathlib import Path

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.training.match import play_games

README = Path(__file__).parents[2] / "README.md"
GAMES = 200
PAIRS = [("greedy", "random"), ("greedy:forgetful", "random"), ("greedy", "greedy:forgetful")]
MEANS = (1.05, 1.1, 1.25, 2.0)
EVERYDAY = "search"  # the row that is played everyday


def share_of(options, first, second, slow_seat=None):
    """Return the share of games, in per cent, that the first agent, or the slow seat, wins."""
    game = jivezoo.game("voodoo_mania", **options)
    agents = [make_agent(name, game) for name in (first, second)]
    if slow_seat is None:
        seatings, seeds = (
            np.tile([[0, 1], [1, 0]], (GAMES // 2, 1)),
            np.repeat(range(GAMES // 2), 2),
        )
    else:
        seatings, seeds = np.tile([0, 1], (GAMES, 1)), np.arange(GAMES)
    results = play_games(game, agents, seatings, seeds)
    won = [result.winners == (result.seating.index(0),) for result in results]
    return 100 * float(np.mean(won))


def memory_row(label):
    shares = [share_of({"search": label == "search"}, *pair) for pair in PAIRS]
    return f"| {label} | " + " | ".join(f"{share:.1f} %" for share in shares) + " |"


def reaction_row(label):
    search = label == "search"
    shares = [
        share_of({"search": search, "reaction": (mean, 1)}, "greedy", "greedy", 0) for mean in MEANS
    ]
    return f"| {label} | " + " | ".join(f"{share:.1f} %" for share in shares) + " |"


@pytest.mark.parametrize("row", [memory_row, reaction_row])
@pytest.mark.parametrize("label", ["both sides seen", EVERYDAY])
def test_the_tables_are_as_told(row, label, request):
    if label != EVERYDAY:
        request.getfixturevalue("soak")
    told = row(label)
    assert told in README.read_text(encoding="utf-8"), told


def test_a_slower_seat_loses_between_equals_and_wins_against_random():
    slow = {"reaction": (2, 1)}
    assert share_of(slow, "greedy", "greedy", 0) == 0
    assert share_of(slow, "greedy", "random", 0) > 95
