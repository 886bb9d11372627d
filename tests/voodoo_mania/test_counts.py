"""Numbers of choices and positions, tick after tick, from fixed positions (counts.txt).

All luck of a tick is tried out: every order in which the choices can be carried out, and both sides
of every card that comes to lie or to hand.  The twin does the same in its own way.

Whoever changes the rules on purpose has the counts written anew, and reads the difference:

    JIVEZOO_REGENERATE=1 pytest tests/voodoo_mania/test_counts.py
"""

import copy
import itertools
import json
import os
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import jivezoo

FILE = Path(__file__).with_name("counts.txt")
REGENERATE = os.environ.get("JIVEZOO_REGENERATE") == "1"
FEW, MANY = 6, 40  # positions from which the twin and the compiled game go on

BLOCK = re.compile(
    r"# (?P<name>.*)\noptions (?P<options>.*)\n"
    r"(?:deal (?P<deal>\d+)|(?P<seats>(?:p\d: .*\n)*)voodoo (?P<voodoo>.*)\nbox (?P<box>.*))\n"
    r"counts(?P<counts>.*)\n"
)
BLOCKS = {block["name"]: block for block in BLOCK.finditer(FILE.read_text())}


# --------------------------------------------------------------------------------------- Positions


def position_of(block, folder):
    """Return the position of a block."""
    options = {"rounds": 1} | json.loads(block["options"])
    if block["deal"]:
        return jivezoo.game("voodoo_mania", **options).new(seed=int(block["deal"]))
    held = re.findall(r"p\d: ([^|\n]*)\|?(.*)", block["seats"])
    hands, piles = ([side.split() for side in sides] for sides in zip(*held, strict=True))
    voodoo_pile, out = block["voodoo"].split(), block["box"].split()
    numbers = sorted(number(word) for word in sum([*hands, *piles, voodoo_pile, out], []))
    path = folder / f"{block['name']}.toml"
    seats, dealt = len(hands), sum(map(len, hands + piles)) + len(voodoo_pile) - 1
    path.write_text(told_box(numbers, seats, dealt // seats))
    game = jivezoo.game("voodoo_mania", deck=path, num_players=seats, **options)
    data = json.loads(game.new(seed=1).to_json())
    cards = {
        "hands": [[numbers.index(number(word)) for word in hand] for hand in hands],
        "piles": [[numbers.index(number(word)) for word in pile] for pile in piles],
        "voodoo_pile": [numbers.index(number(word)) for word in voodoo_pile],
    }
    top, *below = cards["voodoo_pile"]
    data["state"] |= cards | {
        "top_side": voodoo_pile[0][-1],
        "seen": [
            [f"{card}{side}" for card, word in zip(*both, strict=True) for side in sides_of(word)]
            for both in zip(cards["hands"], hands, strict=True)
        ],
        "seen_by_all": [f"{top}{voodoo_pile[0][-1]}", *(f"{card}F" for card in below)],
        "points": [0] * seats,
        "last": [None] * seats,
        "side": [[word[-1] for word in hand] for hand in hands],
    }
    data["state"] |= {
        key: [["no"] * len(hand) for hand in hands] for key in ("turned", "side_told")
    }
    return ask(game, data)


def ask(game, data):
    """Return the position in which all are asked who can do something, whoever that is."""
    for mask in itertools.product((True, False), repeat=game.seats):
        asked = [seat for seat in range(game.seats) if mask[seat]]
        state = {"asked": asked, "seat": min(asked, default=0), "choices": [None] * game.seats}
        try:
            return game.from_json(json.dumps(data | {"state": data["state"] | state}))
        except jivezoo.envs.errors.BadPosition as refused:
            if "asked" not in str(refused):
                raise
    raise AssertionError("nobody is asked")


def number(word):
    return int(word.rstrip("FB"))


def sides_of(word):
    return word[-1] if word[-1] in "FB" else "FB"


def told_box(numbers, seats, dealt):
    """Return the text of a components file with these cards of the box."""
    box = jivezoo.game("voodoo_mania").components
    told = ["/".join(map(box.letters, box.cards[card])) for card in numbers]
    deal = {each: dealt if each == seats else 1 for each in range(2, 7)}
    lines = [f"{each} = {cards}" for each, cards in deal.items()]
    return "\n".join([f"[deck]\ncards = {told}", "[deal]", *lines, ""])


# -------------------------------------------------------------------------------------------- Luck


class Script:
    """The luck of the twin, as written; what is not written is 0, and `sizes` tells what else."""

    def __init__(self, script):
        self.script, self.sizes = script, []

    def below(self, n):
        self.sizes.append(n)
        return self.script[len(self.sizes) - 1] if len(self.sizes) <= len(self.script) else 0

    def shuffle(self, items):
        orders = list(itertools.permutations(items))
        items[:] = orders[self.below(len(orders))]


# ---------------------------------------------------------------------------------------- Counting


def key_of(told, is_over):
    """Return what tells positions apart."""
    return json.dumps(told | ({"seat": None} if is_over else {}), sort_keys=True, default=str)


def tick(position, luck):
    """Return the number of ways to choose together, and the different positions that follow."""
    if position.is_over:
        return 0, {}
    ways, after = 0, {}
    is_last = position.seat == np.flatnonzero(position.states["asked"][0])[-1]
    for action in position.legal_actions():
        if is_last:
            ways += 1
            for other in luck.outcomes(position, action):
                other.states["random"] = 1
                after.setdefault(other.states.tobytes(), other)
        else:
            more, others = tick(position.copy().apply(action), luck)
            ways, after = ways + more, after | others
    return ways, after


def told(position, twins):
    return key_of(twins.told_by(position.game, position), position.is_over)


def twin_at(position, load_twin, twins):
    """Return the twin of a running position at the beginning of a tick."""
    game, now = position.game, twins.told_by(position.game, position)
    module = load_twin("voodoo_mania")
    box = game.components
    twin = module.Twin(
        SimpleNamespace(below=lambda n: 0, shuffle=lambda cards: None),
        seats=game.seats,
        rounds=1,
        deck="structured",
        reaction=[1] * game.seats,
        search=game.options.search,
        max_ticks=game.options.max_ticks,
    )
    twin.cards = [[face_of(box.letters(face), box) for face in card] for card in box.cards]
    for name in ("round", "ticks", "hands", "piles", "voodoo", "top_side", "points", "stalemates"):
        setattr(twin, name, now[name])
    twin.seen = [set(map(tuple, faces)) for faces in now["seen"]]
    twin.asked, twin.seat, twin.choices = now["asked"], now["seat"], {}
    twin.last, twin.ending = now["last"], None
    return twin


def face_of(letters, box):
    colours = [colour[0] for colour in box.colours]
    return {i: colours.index(letter) for i, letter in enumerate(letters) if letter != "."}


def tick_of_twin(twin):
    """Return the number of ways to choose together, and {key: twin} of what follows."""
    if twin.is_over:
        return 0, {}
    ways, after = 0, {}
    for choices in itertools.product(*([*twin.busy_words(s), "wait"] for s in twin.asked)):
        ways, left = ways + 1, [[]]
        while left:
            script = left.pop()
            other = copy.deepcopy(twin, {id(twin.cards): twin.cards})
            other.chance = Script(script)
            for words in choices:
                other.play(words)
            sizes = other.chance.sizes
            for i in range(len(script), len(sizes)):
                begun = script + [0] * (i - len(script))
                left += [[*begun, value] for value in range(1, sizes[i])]
            after.setdefault(key_of(other.state(), other.is_over), other)
    return ways, after


def write_counts(block, counts):
    new = re.sub(r"counts.*\n$", f"counts {' '.join(counts)}\n", block[0])
    FILE.write_text(FILE.read_text().replace(block[0], new))


def count(position, twin, twins, luck, few, many):
    """Count depth after depth: ways to choose and positions, as `12:30`; the twin counts along."""
    found, by_twin, counts = (
        {told(position, twins): position},
        {key_of(twin.state(), False): twin},
        [],
    )
    assert by_twin.keys() == found.keys()
    while 0 < len(found) <= many and len(counts) < 5:
        ticks = [tick(each, luck) for each in found.values()]
        ways = sum(number for number, _ in ticks)
        if len(found) <= few:
            along = [tick_of_twin(each) for each in by_twin.values()]
            by_twin = {key: each for _, others in along for key, each in others.items()}
            assert sum(number for number, _ in along) == ways
        is_compared = len(found) <= few
        found = {told(each, twins): each for _, others in ticks for each in others.values()}
        assert not is_compared or found.keys() == by_twin.keys()
        counts.append(f"{ways}:{len(found)}")
    return counts


@pytest.mark.parametrize("name", BLOCKS)
def test_both_games_count_as_many(name, luck, load_twin, twins, tmp_path):
    block, position = BLOCKS[name], position_of(BLOCKS[name], tmp_path)
    counts = count(position, twin_at(position, load_twin, twins), twins, luck, FEW, MANY)
    if REGENERATE:
        write_counts(block, counts)
    else:
        assert counts == block["counts"].split()


@pytest.mark.slow
@pytest.mark.parametrize("name", BLOCKS)
def test_both_games_count_as_many_further_on(name, luck, load_twin, twins, tmp_path, soak):
    block, position = BLOCKS[name], position_of(BLOCKS[name], tmp_path)
    few = 40 if soak == "small" else 300
    counts = count(position, twin_at(position, load_twin, twins), twins, luck, few, few)
    expected = block["counts"].split()
    assert counts[: len(expected)] == expected[: len(counts)]


def test_every_block_of_the_file_is_counted():
    assert len(BLOCKS) == len(re.findall("^# ", FILE.read_text(), re.MULTILINE)) >= 10


def test_the_positions_have_every_player_count(tmp_path):
    games = [position_of(block, tmp_path).game for block in BLOCKS.values()]
    assert {game.seats for game in games} == {2, 3, 4, 5, 6}
    assert {game.options.search for game in games} == {False, True}
