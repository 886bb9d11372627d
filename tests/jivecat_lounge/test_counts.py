"""Numbers of words and positions from fixed positions (counts.txt), and the twin beside them.

Whoever changes the rules on purpose has the counts written anew, and reads the difference:

    JIVEZOO_REGENERATE=1 pytest tests/jivecat_lounge/test_counts.py
"""

import collections
import copy
import json
import os
import re
from pathlib import Path

import pytest

import jivezoo
from jivezoo.envs.jivecat_lounge.box import PHASES, PINK_USE

FILE = Path(__file__).with_name("counts.txt")
REGENERATE = os.environ.get("JIVEZOO_REGENERATE") == "1"
FEW, MANY = 25, 1_500  # positions that the twin, and the compiled game, go on from
DEEPEST = 8

BLOCK = re.compile(r"# (?P<name>.*)\n(?P<entries>(?:(?!counts).+\n)+)counts(?P<counts>.*)\n")
BLOCKS = {block["name"]: block for block in BLOCK.finditer(FILE.read_text())}
BLANK_TURN = dict.fromkeys(("portal", "friends", "crowd", "ended"), False)
BLANK_CHAIN = dict.fromkeys(("aim", "power", "lender", "flipped"))
BLANK_CHAIN |= {"phase": "act", "total": 0, "removals": 0, "jivecats_removed": 0, "spell": False}


def by_seat(text):
    return [[word for word in part.split() if word != "-"] for part in text.split("|")]


def left_of(box, *gone):
    """Return what is left of a deck, {card: how many}, in its order."""
    left = collections.Counter(box)
    left.subtract(card for cards in gone for card in cards if card != "-")
    assert min(left.values()) >= 0, left
    return list(left.elements())


def position_of(block):
    """Return the position that a block of the file tells."""
    told = dict(line.partition(" ")[::2] for line in block["entries"].splitlines())
    game = jivezoo.game("jivecat_lounge", **json.loads(told["options"]))
    box, hands, table = game.components, by_seat(told["hands"]), by_seat(told["table"])
    skull_line, trend_line = (part.split() for part in told["lines"].split("|"))
    zombies = [sorted([w[:2], w.endswith("*")] for w in words if w[0] == "Z") for words in table]
    radas = [next((int(w[1]) for w in words if w[0] == "R"), 0) for words in table]
    trends, skulls = by_seat(told["trends"]), [int(each) for each in told["skulls"].split()]
    laid = [[word[:2] for word in words] for words in table]
    rest = left_of(box.clique, *hands, *laid)
    deck = told["deck"].split() if "deck" in told else rest
    state = {
        "round": 2,
        "seat": 0,
        "active": 0,
        "chips": by_seat(told["chips"]),
        "staff": told.get("staff", "").split(),
        "hands": hands,
        "zombies": zombies,
        "radas": radas,
        "skulls": skulls,
        "bank": box.supply["skulls"] - sum(skulls),
        "points": [0] * game.seats,
        "deck": deck,
        "discards": left_of(collections.Counter(rest), deck),
        "skull_line": skull_line,
        "skull_deck": left_of(box.skulls, skull_line),
        "skull_discards": [],
        "trend_line": trend_line,
        "trend_deck": left_of(collections.Counter(box.trends), trend_line, *trends),
        "trends": trends,
        "turn": BLANK_TURN | {"used": [], "borrowed": []},
        "chain": BLANK_CHAIN,
        "over": False,
        "truncated": False,
        "winners": [],
    }
    state |= json.loads(told.get("state", "{}"))
    data = json.loads(game.new(seed=1).to_json()) | {"random": f"{1:#018x}", "state": state}
    return game.from_json(json.dumps(data))


def twin_at(position, twins):
    """Return the twin of a position between whole actions, with the same luck."""
    game, told = position.game, twins.told_by(position.game, position)
    twin = twins.of(game, 1)
    for name in ("skulls", "radas", "bank", "scores", "deck", "hands", "zombies", "discards"):
        setattr(twin, name, told[name])
    for name in ("skull_line", "skull_deck", "skull_discards", "trend_line", "trend_deck"):
        setattr(twin, name, told[name])
    twin.chips, twin.staff_chips = [*map(set, told["chips"])], set(told["staff_chips"])
    twin.owner, twin.round = told["owner"], told["round"]
    twin.active, twin.phase = position.seat, "between"
    twin.chance.states["random"] = position.states["random"]
    return twin


def told(position, twins):
    """Return what both can tell of a position."""
    now = twins.told_by(position.game, position)
    if position.is_over:
        del now["seat"], now["used"]
    elif position.states["phase"] == PINK_USE:  # the twin has marked it as used already
        del now["used"]
    return now


def compare(position, twin, twins):
    """Check that both tell the same of a position, and allow the same."""
    now = told(position, twins)
    other = twin.state()
    assert {key: other[key] for key in now} == now
    assert twin.legal() == sorted(position.legal_words()), position.to_json()


def count(start, twins, few, many):
    """Count depth after depth, words and different positions, as `12:30`; the twin comes along."""
    pairs, counts = [(start, twin_at(start, twins))], []
    while 0 < len(pairs) <= many and len(counts) < DEEPEST:
        words, after = 0, {}
        for position, twin in pairs:
            if twin:
                compare(position, twin, twins)
            for word in position.legal_words():
                words += 1
                other = position.copy().play(word)
                if other.states.tobytes() not in after:
                    beside = copy.deepcopy(twin) if len(pairs) <= few else None
                    if beside:
                        beside.play(word)
                    after[other.states.tobytes()] = other, beside
        pairs = list(after.values())
        counts.append(f"{words}:{len(pairs)}")
    return counts


def write_counts(block, counts):
    new = re.sub(r"counts.*\n$", f"counts {' '.join(counts)}\n", block[0])
    FILE.write_text(FILE.read_text().replace(block[0], new))


@pytest.mark.parametrize("name", BLOCKS)
def test_both_games_count_as_many(name, twins):
    block = BLOCKS[name]
    counts = count(position_of(block), twins, FEW, MANY)
    if REGENERATE:
        write_counts(block, counts)
    else:
        assert counts == block["counts"].split()


@pytest.mark.slow
@pytest.mark.parametrize("name", BLOCKS)
def test_both_games_count_as_many_further_on(name, twins, soak):
    block, few = BLOCKS[name], 150 if soak == "small" else 2_000
    counts = count(position_of(block), twins, few, few)
    expected = block["counts"].split()
    assert len(counts) >= 2 and counts == expected[: len(counts)]


def test_every_block_of_the_file_is_counted():
    assert len(BLOCKS) == len(re.findall("^# ", FILE.read_text(), re.MULTILINE)) >= 16


def test_the_positions_lead_to_every_question():
    found, seats = set(), set()
    for block in BLOCKS.values():
        left = [position_of(block)]
        seats.add(left[0].game.seats)
        for _ in range(4):
            found |= {PHASES[each.states["phase"][0]] for each in left}
            after = [each.copy().play(w) for each in left for w in each.legal_words()]
            left = after[:: max(1, len(after) // 300)]
    assert found == set(PHASES) - {"start"} and seats == {2, 3, 4, 5}
