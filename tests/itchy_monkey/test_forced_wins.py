"""Small forced wins (forced_wins.txt): proved by trying everything, and found by `mcts`.

A seat has a forced win if it comes to win whatever the others do, even if they act as one.
"""

import json
import re
from pathlib import Path

import pytest

from jivezoo.agents import make_agent
from jivezoo.agents.player import Views

SIMULATIONS = 2000
KEYS = (1, 2, 3)
FILE = Path(__file__).with_name("forced_wins.txt")

BLOCK = re.compile(
    r"# (?P<name>.*)\n(?:.*\n)+?options (?P<options>.*)\nentries (?P<entries>.*)\n"
    r"(?P<board>(?:[.GOLSMT].*\n)+)wins (?P<wins>.*)\nway (?P<way>.*\n(?:    .*\n)*)"
)
BLOCKS = {block["name"]: block for block in BLOCK.finditer(FILE.read_text())}


def position_of(block, draw):
    options, entries = json.loads(block["options"]), json.loads(block["entries"])
    return draw(block["board"], **options, **entries)


def winning_words(block):
    return block["wins"].split(", ")


# -------------------------------------------------------------------------------------- The proof


def is_forced(position, seat, known):
    """Tell whether a seat wins whatever the others do; `known` holds what has been worked out."""
    if position.is_over:
        return position.returns()[seat] == 1
    key = position.states.tobytes()
    if key not in known:
        afters = (position.copy().apply(action) for action in position.legal_actions())
        outcomes = (is_forced(after, seat, known) for after in afters)
        known[key] = any(outcomes) if position.seat == seat else all(outcomes)
    return known[key]


def wins_by(position, known):
    """Return the actions, in words, by which the seat to act still wins whatever comes."""
    words, seat = position.legal_words(), position.seat
    return [word for word in words if is_forced(position.copy().play(word), seat, known)]


@pytest.mark.parametrize("name", BLOCKS)
def test_exactly_these_actions_win(name, draw):
    position, expected = position_of(BLOCKS[name], draw), winning_words(BLOCKS[name])
    assert sorted(wins_by(position, {})) == sorted(expected)
    assert len(expected) < len(position.legal_words()) / 2


@pytest.mark.parametrize("name", BLOCKS)
def test_the_way_that_is_told_leads_to_the_win(name, draw):
    position, known = position_of(BLOCKS[name], draw), {}
    winner = position.seat
    for word in re.split(r"[,;]\s+", BLOCKS[name]["way"].strip()):
        assert position.seat != winner or word in wins_by(position, known)
        position.play(word)
    assert position.is_over and position.returns()[winner] == 1


# ------------------------------------------------------------------------------------ The positions


def test_every_block_of_the_file_is_read():
    assert len(BLOCKS) == len(re.findall("^# ", FILE.read_text(), re.MULTILINE)) >= 10


def test_no_win_is_found_by_a_look_one_action_ahead(draw):
    for block in BLOCKS.values():
        position = position_of(block, draw)
        assert not any(position.copy().play(word).is_over for word in winning_words(block))


# ------------------------------------------------------------------------------------------ `mcts`


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", BLOCKS)
def test_mcts_finds_a_winning_action(name, key, draw):
    position = position_of(BLOCKS[name], draw)
    agent = make_agent(f"mcts:{SIMULATIONS}", position.game)
    action = int(agent.act(Views.of_position(position, key))[0])
    assert position.game.actions[action] in winning_words(BLOCKS[name])
