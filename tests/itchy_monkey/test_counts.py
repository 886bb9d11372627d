"""Numbers of action sequences from fixed positions (counts.txt), and figures of random play.

Whoever changes the rules on purpose has the counts written anew, and reads the difference:

    JIVEZOO_REGENERATE=1 pytest tests/itchy_monkey/test_counts.py
"""

import copy
import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

import jivezoo
from jivezoo.envs.itchy_monkey.box import SPECIES

FILE = Path(__file__).with_name("counts.txt")
REGENERATE = os.environ.get("JIVEZOO_REGENERATE") == "1"
FEW, MANY = 1_000, 40_000  # sequences that the twin and the compiled game count

BLOCK = re.compile(
    r"# (?P<name>.*)\noptions (?P<options>.*)\nentries (?P<entries>.*)\n"
    r"(?P<board>(?:[.GOLSMT].*\n)+)counts(?P<counts>.*)\n"
)
BLOCKS = {block["name"]: block for block in BLOCK.finditer(FILE.read_text())}


def count(position, depth):
    """Count sequences of `depth` actions of the compiled game."""
    legal = position.legal_actions()
    if depth == 1:
        return len(legal)
    return sum(count(position.copy().apply(action), depth - 1) for action in legal)


def count_on_twin(twin, depth):
    """Count sequences of `depth` actions of the twin."""
    words = twin.legal()
    if depth == 1:
        return len(words)
    total = 0
    for word in words:
        after = copy.deepcopy(twin)
        after.play(word)
        total += count_on_twin(after, depth - 1)
    return total


def position_of(block, draw):
    options, entries = json.loads(block["options"]), json.loads(block["entries"])
    return draw(block["board"], **options, **entries)


def write_counts(block, draw):
    """Count one depth after another until there are many, and write the numbers into the file."""
    counts = []
    while not counts or 0 < counts[-1] < MANY // 20 and len(counts) < 8:
        counts.append(count(position_of(block, draw), len(counts) + 1))
    old = block[0]
    new = re.sub(r"counts.*\n$", f"counts {' '.join(map(str, counts))}\n", old)
    FILE.write_text(FILE.read_text().replace(old, new))
    return counts


@pytest.mark.parametrize("name", BLOCKS)
def test_both_games_count_as_many_sequences(name, draw, twins):
    block = BLOCKS[name]
    counts = write_counts(block, draw) if REGENERATE else [int(n) for n in block["counts"].split()]
    assert len(counts) >= 2
    position = position_of(block, draw)
    for depth, expected in enumerate(counts, start=1):
        assert count(position, depth) == expected
        if expected <= FEW:
            assert count_on_twin(twins.of(position), depth) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", BLOCKS)
def test_the_twin_counts_as_many_at_every_depth(name, draw, twins, soak):
    block = BLOCKS[name]
    for depth, expected in enumerate(block["counts"].split(), start=1):
        if int(expected) < (FEW * 10 if soak == "small" else MANY * 100):
            assert count_on_twin(twins.of(position_of(block, draw)), depth) == int(expected)


# ------------------------------------------------------------------ Known figures of the rules


def fewest_starts(position):
    """Return the fewest tiles that the last seat can choose from, over all earlier starts."""
    legal = position.legal_actions()
    if position.seat == position.game.seats - 1:
        return len(legal)
    return min(fewest_starts(position.copy().apply(action)) for action in legal)


@pytest.mark.parametrize(("seats", "fewest"), [(2, 15), (3, 14), (4, 11)])
def test_the_last_seat_has_some_starts_to_choose_from(seats, fewest):
    assert fewest_starts(jivezoo.game("itchy_monkey", num_players=seats).new(seed=1)) == fewest


def random_games(games, seed, **options):
    """Return turns and status of random games of which every legal action is equally likely."""
    batch = jivezoo.game("itchy_monkey", **options).batch(games, seed=seed, auto_reset=False)
    rng = np.random.default_rng(seed)
    while not batch.is_over.all():
        chances = rng.random(batch.action_mask.shape, np.float32) * batch.action_mask
        batch.step(chances.argmax(axis=1))
    return batch.states["turns"].copy(), batch.states["status"].copy()


@pytest.mark.parametrize(("seats", "least", "most"), [(2, 200, 330), (3, 220, 360), (4, 240, 395)])
def test_random_games_are_long(seats, least, most):
    turns, _ = random_games(100, seed=seats, num_players=seats)
    assert least < turns.mean() < most
    assert 0.05 < (turns == 400).mean() < 0.95  # often past the cap


def test_random_games_without_a_cap_come_to_an_end():
    for options in ({}, {"last_louse_left": True, "abilities": SPECIES}):
        turns, status = random_games(50, seed=5, max_turns=12_700, **options)
        assert (status == 1).mean() > 0.9 and turns.min() > 0
