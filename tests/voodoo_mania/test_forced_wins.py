"""Small positions that are won by force (forced_wins.txt): that they are, and who finds the win.

A seat wins by force if one of its actions, whatever others choose and however the luck falls, ends
the game in its favour, or leads only to views of the table from which it wins by force again.  What
it cannot tell apart it must treat alike: so worlds go together while their observations are equal.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from jivezoo.agents import make_agent
from jivezoo.agents.player import Views

SIMULATIONS = 2000  # of the tree search, for one decision
SEARCHES = range(3)  # its keys
TEXT = Path(__file__).with_name("forced_wins.txt").read_text()
DEALS = 300  # that are imagined; each position has few different worlds
LONGER = 1  # tick more, in which nothing else wins either
KEYS = range(20)  # of `greedy`, which breaks ties by lot

BLOCK = re.compile(
    r"# (?P<name>.*)\n(?P<why>(?:(?!options).+\n)+)options (?P<options>.*)\n"
    r"(?P<seats>(?:p\d: .*\n)+)(?P<entries>(?:(?!wins).+\n)+)"
    r"wins (?P<wins>.*)\nwithin (?P<within>\d)\ngreedy (?P<greedy>.*)"
)
BLOCKS = {block["name"]: block for block in BLOCK.finditer(TEXT)}


@pytest.fixture(params=BLOCKS)
def block(request):
    return BLOCKS[request.param]


@pytest.fixture
def position(block, lay):
    """Return the position of a block, in which the seat that is to win is asked."""
    told = dict(line.split(" ", 1) for line in block["entries"].splitlines())
    options = json.loads(block["options"]) | json.loads(told.pop("state", "{}"))
    secretly = told.pop("secretly", "").split(", ")
    seats = [line.split(": ")[1] for line in block["seats"].splitlines()]
    return lay(*seats, **told, **options).play(*filter(None, secretly))


def winning(block, position):
    """Return the numbers of the actions that are told to win."""
    return {position.game.actions.number(word) for word in block["wins"].split(", ")}


def merged(positions):
    """Return positions without those that are alike but for their future luck."""
    found = {}
    for each in positions:
        each.states["random"] = 1
        found.setdefault(each.states.tobytes(), each)
    return [*found.values()]


class Solver:
    """Finds what wins by force for the seat to act in a position."""

    def __init__(self, position, luck):
        self.seat, self.luck, self.known = position.seat, luck, {}
        self.worlds = merged(position.imagine(seed=seed) for seed in range(DEALS))

    def wins(self, worlds, ticks):
        """Return which actions win within so many ticks, in worlds that look alike to the seat."""
        key = ticks, frozenset(world.states.tobytes() for world in worlds)
        if key not in self.known:
            actions = worlds[0].legal_actions() if ticks else []
            self.known[key] = {each for each in actions if self.is_win(worlds, each, ticks)}
        return self.known[key]

    def is_win(self, worlds, action, ticks):
        """Tell whether an action wins, whatever happens after it, in each of the worlds."""
        views = {}
        for world in worlds:
            for after in self.answers(world, action, world.states["ticks"] + ticks):
                if after.is_over or after.seat != self.seat:
                    if after.returns()[self.seat] < 1:
                        return False
                else:
                    view = int(after.states["ticks"][0]), after.observation().tobytes()
                    views.setdefault(view, []).append(after)
        end = int(worlds[0].states["ticks"][0]) + ticks
        return all(self.wins(merged(alike), end - view[0]) for view, alike in views.items())

    def answers(self, position, action, end):
        """Yield the positions in which the seat is asked next, the game or the time is over."""
        for after in self.apply(position, action):
            if after.is_over or after.seat == self.seat or after.states["ticks"] >= end:
                yield after
            else:
                for other in after.legal_actions():
                    yield from self.answers(after, other, end)

    def apply(self, position, action):
        """Return what an action leads to; the last one of a tick by all luck that there can be."""
        if position.seat == np.flatnonzero(position.states["asked"][0])[-1]:
            return merged(self.luck.outcomes(position, action))
        return [position.copy().apply(action)]


def test_just_the_told_actions_win(block, position, luck):
    solver, within = Solver(position, luck), int(block["within"])
    found = [solver.wins(solver.worlds, within + more) for more in (-1, 0, LONGER)]
    assert found == [set(), *[winning(block, position)] * 2] and winning(block, position)


def test_what_greedy_finds(block, position):
    agent, wins = make_agent("greedy", position.game), winning(block, position)
    finds = [int(agent.act(Views.of_position(position, key))[0]) in wins for key in KEYS]
    often = "always" if all(finds) else "at times" if any(finds) else "never"
    assert often == block["greedy"]


@pytest.mark.parametrize("key", SEARCHES)
def test_the_tree_search_finds_a_win(block, position, key):
    agent = make_agent(f"mcts:{SIMULATIONS}", position.game)
    assert int(agent.act(Views.of_position(position, key))[0]) in winning(block, position)


def test_every_block_of_the_file_is_read():
    assert len(BLOCKS) == len(re.findall("^# ", TEXT, re.MULTILINE)) == 10
