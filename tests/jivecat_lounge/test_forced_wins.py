"""Small positions that are won by force (forced_wins.txt): that they are, and who finds the win.

A seat wins by force if a chain of actions ends its turn so that, in each of many imagined worlds,
the game is over in its favour before it is asked again, whatever the rivals say.
"""

import re
from pathlib import Path

import pytest

from jivezoo.agents import make_agent
from jivezoo.agents.player import Views
from jivezoo.envs.jivecat_lounge.box import TRENDS

SIMULATIONS = 2000  # of the tree search, for one decision
SEARCHES = range(3)  # its keys
TEXT = Path(__file__).with_name("forced_wins.txt").read_text()
WORLDS = 20  # for the end of each turn
KEYS = range(5)  # of `greedy`, which breaks ties by lot

BLOCK = re.compile(
    r"# (?P<name>.*)\n(?P<why>(?:(?!chips).+\n)+)(?P<entries>(?:(?!wins).+\n)+)"
    r"wins (?P<wins>.*)\ngreedy (?P<greedy>.*)"
)
BLOCKS = {block["name"]: block for block in BLOCK.finditer(TEXT)}
BY_SEAT = {"hands": str, "radas": int, "points": int, "skulls": int, "trends": str}


@pytest.fixture(params=BLOCKS)
def block(request):
    return BLOCKS[request.param]


def read(name, told):
    """Return an entry as `Layouts` takes it."""
    if name in BY_SEAT:
        return [BY_SEAT[name](each.strip().replace("-", "")) for each in told.split("|")]
    return int(told) if name == "active" else told


@pytest.fixture
def position(block, lay):
    """Return the position of a block, in which the seat that is to win is asked."""
    told = dict(line.partition(" ")[::2] for line in block["entries"].splitlines())
    chips, after = told.pop("chips").split(" | "), told.pop("after", "").split(", ")
    if "rest" in told.get("trends", ""):
        rest = {*TRENDS} - {*told["trends"].split(), *told["trend_line"].split()}
        told["trends"] = told["trends"].replace("rest", " ".join(sorted(rest)))
    table = {name: read(name, entry) for name, entry in told.items()}
    return lay(*chips, **table).play(*filter(None, after))


def winning(block, position):
    """Return the numbers of the actions that are told to win."""
    return {position.game.actions.number(word) for word in block["wins"].split(", ")}


class Solver:
    """Finds what wins by force for the seat to act in a position, before its next turn."""

    def __init__(self, position):
        self.seat, self.round = position.seat, int(position.states["rounds"][0])
        self.known = {}

    def wins(self, position):
        """Return which actions of the turn win, in a position in which nothing was drawn yet."""
        return {each for each in position.legal_actions() if self.is_win(position, each)}

    def is_win(self, position, action):
        """Tell whether an action wins, in all worlds if it brings what the seat cannot know."""
        after = position.copy().apply(action)
        if not after.is_over and drawn(after) == drawn(position):
            return self.once(
                after, lambda: any(self.is_win(after, n) for n in after.legal_actions())
            )
        worlds = (position.imagine(self.seat, seed).apply(action) for seed in range(WORLDS))
        return all(self.is_won(world) for world in worlds)

    def is_won(self, world):
        """Tell whether this world's game ends in favour of the seat, whatever is said till then.

        The seat itself may only have to say where a Staff chip goes.
        """
        if world.is_over or world.states["rounds"][0] > self.round:
            return bool(world.returns()[self.seat] == 1)
        afters = (world.copy().apply(action) for action in world.legal_actions())
        return self.once(world, lambda: all(self.is_won(after) for after in afters))

    def once(self, position, answer):
        """Return an answer about a position, found only once."""
        key = position.states.tobytes()
        if key not in self.known:
            self.known[key] = answer()
        return self.known[key]


def drawn(position):
    """Return what changes as soon as a card is drawn or another seat's turn begins."""
    return [int(position.states[name][0]) for name in ("active", "deck_count", "random")]


def test_just_the_told_actions_win(block, position):
    wins = Solver(position).wins(position)
    assert wins == winning(block, position) and len(wins) < len(position.legal_actions())


def finds(agent, position, solver, key):
    """Tell whether an agent keeps to what wins until its turn is over."""
    while True:
        action = int(agent.act(Views.of_position(position, key))[0])
        if action not in solver.wins(position):
            return False
        after = position.copy().apply(action)
        if after.is_over or drawn(after) != drawn(position):
            return True
        position = after


def test_what_greedy_finds(block, position):
    agent, solver = make_agent("greedy", position.game), Solver(position)
    found = [finds(agent, position, solver, key) for key in KEYS]
    assert block["greedy"] == ("always" if all(found) else "at times" if any(found) else "never")


@pytest.mark.parametrize("key", SEARCHES)
def test_the_tree_search_finds_a_win(block, position, key):
    agent = make_agent(f"mcts:{SIMULATIONS}", position.game)
    assert int(agent.act(Views.of_position(position, key))[0]) in winning(block, position)


def test_every_block_of_the_file_is_read():
    assert len(BLOCKS) == len(re.findall("^# ", TEXT, re.MULTILINE)) == 10
