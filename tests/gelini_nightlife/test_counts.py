"""Numbers of action sequences from fixed positions (counts.txt), with every face of every cast.

Where an action has led to a cast of the die, the die is forced to each of its faces in turn
(faces alike count once), and the sequences after each of them are added up.

Whoever changes the rules on purpose has the counts written anew, and reads the difference:

    JIVEZOO_REGENERATE=1 pytest tests/gelini_nightlife/test_counts.py
"""

import copy
import json
import os
import re
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("counts.txt")
REGENERATE = os.environ.get("JIVEZOO_REGENERATE") == "1"
FEW, MANY = 1_000, 40_000  # sequences that the twin and the compiled game count

BLOCK = re.compile(
    r"# (?P<name>.*)\noptions (?P<options>.*)\nentries (?P<entries>.*)\n"
    r"(?P<line>(?:line .*\n(?:     .*\n)*))(?P<floors>(?:p\d: .*\n)*)counts(?P<counts>.*)\n"
)
BLOCKS = {block["name"]: block for block in BLOCK.finditer(FILE.read_text())}


# --------------------------------------------------------------------------------------- Positions


def position_of(block, lay):
    """Return the position of a block; the roll is the first face of its die, unless it is given."""
    entries = {"die": [1, 2, 3, 3, 4, 5]} | json.loads(block["entries"])
    entries = {"roll": entries["die"][0]} | entries | json.loads(block["options"])
    told = dict(re.findall(r"p(\d): (.*)", block["floors"]))
    line = block["line"].removeprefix("line ")
    floors = [told.get(str(seat), "") for seat in range(line.count("[p"))]
    return lay(line, *floors, **entries)


# ---------------------------------------------------------------------------------------- Counting


def count(position, depth):
    """Count sequences of `depth` actions of the compiled game."""
    legal = position.legal_actions()
    if depth == 1:
        return len(legal)
    total, faces = 0, sorted(set(position.game.components.faces))
    for action in legal:
        after = position.copy().apply(action)
        if after.is_over or after.states["rolls"] == position.states["rolls"]:
            total += count(after, depth - 1)
        else:
            total += sum(count(after.force_die(face), depth - 1) for face in faces)
    return total


def count_on_twin(twin, depth, faces):
    """Count sequences of `depth` actions of the twin."""
    words = twin.legal()
    if depth == 1:
        return len(words)
    total = 0
    for word in words:
        after = copy.deepcopy(twin)
        after.play(word)
        if after.is_over or after.rolls == twin.rolls:
            total += count_on_twin(after, depth - 1, faces)
            continue
        for face in faces:
            after.face = face
            total += count_on_twin(after, depth - 1, faces)
    return total


def count_by_twin(position, twins, depth):
    """Count sequences of `depth` actions from a position by the twin."""
    twin = twins.of(position)
    twin.cast_die = int  # a cast shows 0 until the die is forced
    return count_on_twin(twin, depth, sorted(set(position.game.components.faces)))


def write_counts(block, lay):
    """Count one depth after another until there are many, and write the numbers into the file."""
    counts = []
    while not counts or 0 < counts[-1] < MANY // 8 and len(counts) < 9:
        counts.append(count(position_of(block, lay), len(counts) + 1))
    old = block[0]
    new = re.sub(r"counts.*\n$", f"counts {' '.join(map(str, counts))}\n", old)
    FILE.write_text(FILE.read_text().replace(old, new))
    return counts


@pytest.mark.parametrize("name", BLOCKS)
def test_both_games_count_as_many_sequences(name, lay, twins):
    block = BLOCKS[name]
    counts = write_counts(block, lay) if REGENERATE else [int(n) for n in block["counts"].split()]
    assert len(counts) >= 2
    position = position_of(block, lay)
    for depth, expected in enumerate(counts, start=1):
        assert count(position, depth) == expected
        if expected <= FEW:
            assert count_by_twin(position, twins, depth) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", BLOCKS)
def test_the_twin_counts_as_many_at_every_depth(name, lay, twins, soak):
    block = BLOCKS[name]
    for depth, expected in enumerate(block["counts"].split(), start=1):
        if int(expected) < (FEW * 10 if soak == "small" else MANY * 100):
            assert count_by_twin(position_of(block, lay), twins, depth) == int(expected)


def test_every_block_of_the_file_is_counted():
    assert len(BLOCKS) == len(re.findall("^# ", FILE.read_text(), re.MULTILINE)) >= 10


def test_the_positions_have_every_player_count_version_and_question(lay):
    positions = [position_of(block, lay) for block in BLOCKS.values()]
    assert {position.game.seats for position in positions} == {2, 3, 4, 5}
    assert {position.game.options.action_counters for position in positions} == {False, True}
    phases = {json.loads(position.to_json())["state"]["phase"] for position in positions}
    assert phases == {"step", "flyer", "call", "people"}
