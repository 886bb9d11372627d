"""Forced wins and clearly best choices (forced_wins.txt): worked out exactly, found by `mcts`.

What a seat may expect is the mean over the faces of every cast, while it chooses what is best for
itself and the others, even if they are many, what is worst for it.
"""

import json
import re
from pathlib import Path
from statistics import fmean

import pytest

from jivezoo.agents import make_agent
from jivezoo.agents.player import Views

SIMULATIONS = 2000
KEYS = (1, 2, 3)
LEAST_GAP = 0.3  # between the best choice and the next
FILE = Path(__file__).with_name("forced_wins.txt")

BLOCK = re.compile(
    r"# (?P<name>.*)\n(?:.*\n)+?options (?P<options>.*)\nentries (?P<entries>.*)\n"
    r"line (?P<line>.*)\n(?P<floors>(?:p\d: .*\n)*)"
    r"best (?P<best>.*): (?P<value>.*), next (?P<next>.*)\n"
)
BLOCKS = {block["name"]: block for block in BLOCK.finditer(FILE.read_text())}


def position_of(block, lay):
    options, entries = json.loads(block["options"]), json.loads(block["entries"])
    told = dict(re.findall(r"p(\d): (.*)", block["floors"]))
    floors = [told.get(str(seat), "") for seat in range(block["line"].count("[p"))]
    return lay(block["line"], *floors, **options, **entries)


# -------------------------------------------------------------------------------------- The proof


def value(position, seat, known):
    """Return what a seat may expect; `known` holds what has been worked out."""
    if position.is_over:
        return float(position.returns()[seat])
    states = position.states.copy()
    states["random"] = 0  # every cast is tried, so that the luck of the game does not matter
    key = states.tobytes()
    if key not in known:
        choose = max if position.seat == seat else min
        words = position.legal_words()
        known[key] = choose(value_after(position, word, seat, known) for word in words)
    return known[key]


def value_after(position, word, seat, known):
    """Return what a seat may expect after an action, in words, of the seat to act."""
    after = position.copy().play(word)
    if after.is_over or after.states["rolls"] == position.states["rolls"]:
        return value(after, seat, known)
    faces = position.game.components.faces
    return fmean(value(after.copy().force_die(face), seat, known) for face in faces)


@pytest.mark.parametrize("name", BLOCKS)
def test_the_best_choice_is_as_told(name, lay):
    block, position = BLOCKS[name], position_of(BLOCKS[name], lay)
    words, seat, known = position.legal_words(), position.seat, {}
    values = {word: value_after(position, word, seat, known) for word in words}
    best = values.pop(block["best"])
    assert best == pytest.approx(float(block["value"]), abs=0.0005)
    assert max(values.values()) == pytest.approx(float(block["next"]), abs=0.0005)
    assert best - max(values.values()) > LEAST_GAP


# ------------------------------------------------------------------------------------ The positions


def test_every_block_of_the_file_is_read():
    assert len(BLOCKS) == len(re.findall("^# ", FILE.read_text(), re.MULTILINE)) >= 10


def test_nothing_is_found_by_a_look_one_action_ahead(lay):
    for block in BLOCKS.values():
        assert not position_of(block, lay).play(block["best"]).is_over


# ------------------------------------------------------------------------------------------ `mcts`


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", BLOCKS)
def test_mcts_finds_the_best_choice(name, key, lay):
    position = position_of(BLOCKS[name], lay)
    agent = make_agent(f"mcts:{SIMULATIONS}", position.game)
    action = int(agent.act(Views.of_position(position, key))[0])
    assert position.game.actions[action] == BLOCKS[name]["best"]
