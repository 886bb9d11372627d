"""What the tests of Voodoo Mania share.

Twins that are fed with the luck of the compiled game; all the luck that a tick can have; decks and
positions of the tests' own.
"""

import collections
import itertools
import json
import random
import re
from types import SimpleNamespace

import numpy as np
import pytest

import jivezoo
from jivezoo.envs.kernel import new_states
from jivezoo.envs.randomness import draw_below, draw_word, seed_generator, shuffle
from jivezoo.envs.voodoo_mania.box import BOX


def twin_of(load_twin, chance, game, seed):
    """Return the twin of the game of a seed."""
    options = game.options
    return load_twin("voodoo_mania").Twin(
        chance(game, seed),
        seats=game.seats,
        rounds=options.rounds,
        deck=options.deck,
        reaction=np.broadcast_to(options.reaction, game.seats).tolist(),
        search=options.search,
        max_ticks=options.max_ticks,
    )


def faces_seen(state, seat):
    """Return (card, side) of the faces that a seat has seen, but for those of cards in the box."""
    seen = ((state["seen"] >> seat) & 1) * (state["holder"] != BOX)
    return [tuple(face) for face in np.argwhere(seen.T).tolist()]


def told_by(game, position):
    """Return what a position holds as the twin tells it."""
    told = game.state_to_dict(game, position.states)
    seats, state = range(game.seats), position.states[0]
    sides = told.get("side", [[None] * len(hand) for hand in told["hands"]])
    return {
        **{key: told[key] for key in ("round", "ticks", "seat", "asked", "piles", "points")},
        "stalemates": told["stalemates"],
        "choices": {s: told["choices"][s] for s in seats if told["choices"][s] is not None},
        "hands": [
            [
                [card, None if side is None else "FB".index(side)]
                for card, side in zip(*both, strict=True)
            ]
            for both in zip(told["hands"], sides, strict=True)
        ],
        "voodoo": told["voodoo_pile"],
        "top_side": "FB".index(told["top_side"]),
        "seen": [faces_seen(state, s) for s in seats],
        "last": {
            s: [told["last"][s][0], told["last"][s][1] != "fizzled"]
            for s in seats
            if told["last"][s] is not None
        },
        "ending": {"not ended": None, "out of cards": "out", "tick cap": "cap"}.get(
            told["ending"], told["ending"]
        ),
        "winners": told["winners"],
    }


@pytest.fixture(scope="session")
def twins(load_twin, chance):
    return SimpleNamespace(
        of=lambda game, seed: twin_of(load_twin, chance, game, seed), told_by=told_by
    )


# -------------------------------------------------------------------------------------------- Luck

COINS = 12  # sides that can be drawn in a tick


class Luck:
    """Generators that begin with an order of the seats who choose and then with given sides."""

    def __init__(self, dtype):
        self.states, self.seed, self.starts = new_states(dtype, 1), 0, {}

    def start(self, order, first):
        """Return a generator that draws an order and first sides, and all the sides it draws."""
        while (order, first) not in self.starts:
            self.note(len(order))
        return self.starts[order, first]

    def note(self, count):
        """Note down what the next generator draws."""
        self.seed += 1
        seed_generator(self.states[0], np.uint64(self.seed))
        start, order = int(self.states["random"][0]), np.arange(count)
        shuffle(self.states[0], order)
        sides = tuple(int(draw_below(self.states[0], 2)) for _ in range(COINS))
        for length in range(COINS):
            self.starts.setdefault((tuple(order.tolist()), sides[:length]), (start, sides))

    def words_drawn(self, start, end):
        """Return how often the generator has drawn between two of its states."""
        self.states["random"] = start
        for words in range(COINS):
            if int(self.states["random"][0]) == end:
                return words
            draw_word(self.states[0])
        raise AssertionError("more luck than can be tried out")

    def outcomes(self, position, action):
        """Yield the positions after the last choice of a tick, for all luck that there can be."""
        asked = int(position.states["asked"].sum())
        for order in itertools.permutations(range(asked)):
            left = [()]
            while left:
                first = left.pop()
                start, sides = self.start(order, first)
                after = position.copy()
                after.states["random"] = start
                after.apply(action)
                drawn = self.words_drawn(start, int(after.states["random"][0])) - (asked - 1)
                left += [sides[:i] + (1 - sides[i],) for i in range(len(first), drawn)]
                yield after


@pytest.fixture(scope="session")
def luck():
    return Luck(jivezoo.game("voodoo_mania").state_dtype)


# --------------------------------------------------------------------------------------- Positions

INITIALS = "rygbp"  # of the colours
NAMED = "ABCDE"  # red doll, yellow mask, green potion, blue amulet, purple hat
FACE = r"[rygbp.]{5}|J|x|[A-E]*[a-e]?"
CARD = re.compile(rf"({FACE})\d*(?:/({FACE}))?\d*")
FEWEST = 7  # cards of a file, which must do for six seats


def faces():
    """Yield all faces as components files tell them."""
    for colours in itertools.permutations(INITIALS, 4):
        for place in range(5):
            yield "".join(colours[:place]) + "." + "".join(colours[place:])


def word_of(face):
    """Return which of the named combinations a face shows, in capitals, and which it lacks."""
    shown = [name for name, *both in zip(NAMED, face, INITIALS, strict=True) if len({*both}) == 1]
    lacks = NAMED[face.index(".")] if INITIALS[face.index(".")] not in face else ""
    return "".join(shown) + lacks.lower() or "x"


FACES = collections.defaultdict(list)
for each in faces():
    FACES[word_of(each)].append(each)
WORDS = {"J": "ABCDe"}


def sides_of(card):
    """Return the two words of a card."""
    front, back = CARD.fullmatch(card).groups()
    return [WORDS.get(word, word) for word in (front, back or "x")]


def printed(cards):
    """Return cards as a components file tells them, no two fronts alike, nor two backs."""
    left = [{word: iter(found[::step]) for word, found in FACES.items()} for step in (1, -1)]
    both = [
        [
            word if "." in word else next(left[side][word])
            for side, word in enumerate(sides_of(card))
        ]
        for card in cards
    ]
    return ["/".join(pair) for pair in both]


BLANK = {
    "round": 1,
    "ticks": 0,
    "stalemates": 0,
    "top_side": "F",
    "ending": "not ended",
    "winners": [],
}


def looked_at(state, seat):
    """Yield the faces that the holder of a hand must have seen."""
    for at, card in enumerate(state["hands"][seat]):
        for side in "FB":
            shows = "side" not in state or state["side"][seat][at] == side
            if shows or state["turned"][seat][at] == "yes":
                yield f"{card}{side}"


class Layouts:
    """Makes positions, and the games they belong to, from cards as the tests write them.

    A card is told by front and back: `Ab/Cd` shows A and lacks B in front, and shows C and lacks D
    behind, and of the five combinations of `NAMED` no others.  `x` shows and lacks none of them;
    an `x` behind is left out.  `J` is `ABCDe`, which fits whichever of the five is looked for.  A
    number tells cards apart: `x1 x2`.  A face may also be told by its colours: `.ygbp`.
    """

    def __init__(self, folder):
        self.folder = folder
        self.games = {}
        self.cards = {}
        self.laid = {}

    def game(self, cards, dealt, **options):
        """Return the game of a deck, of which each seat is dealt so many cards."""
        cards = [*cards, *(f"x{800 + i}" for i in range(FEWEST - len(cards)))]
        key = json.dumps([cards, dealt, options])
        if key not in self.games:
            path = self.folder / f"deck{len(self.games)}.toml"
            deals = [f"{n} = {dealt if n == options['num_players'] else 1}" for n in range(2, 7)]
            blocks = ["[deal]", *deals, "[deck]", f"cards = {printed(cards)}"]
            path.write_text("\n".join(blocks) + "\n")
            self.games[key] = jivezoo.game("voodoo_mania", deck=path, **options)
            self.cards[self.games[key]] = cards
        return self.games[key]

    def __call__(self, *seats, luck=1, **wanted):
        """Return a position of `lay`; `luck` is what the generator starts from."""
        key = repr((seats, wanted))
        if key not in self.laid:
            self.laid[key] = self.lay(*seats, **wanted)
        position = self.laid[key].copy()
        position.states["random"] = random.Random(luck).getrandbits(64)
        return position

    def often(self, table, words, tell, times=40, **wanted):
        """Return what `tell` says of a position after some words, for so many kinds of luck."""
        return [tell(self(*table, luck=luck, **wanted).play(*words)) for luck in range(times)]

    def lay(self, *seats, voodoo="a", box="", known="", **wanted):
        """Return the position in which each of `seats` has a hand, and a pile behind a `|`.

        Piles are told from the top.  Everybody is asked who can do something; of the cards in the
        Voodoo pile and those `known` all have seen the front, of others only the holder.  With
        `search` all hand cards show their fronts, unless `side` says other.  `box` are cards
        that were not dealt; what lacks to equal numbers lies under the last of the piles.
        `wanted` holds options and other than usual entries of the JSON position.
        """
        held = [[part.split() for part in f"{text} |".split("|")[:2]] for text in seats]
        pile, count = voodoo.split(), len(seats)
        lacking = -(sum(len(hand) + len(own) for hand, own in held) + len(pile) - 1) % count
        full = [own for hand, own in held if len(hand) == 3]
        if lacking:
            full[-1] += [f"x{900 + i}" for i in range(lacking)]
        dealt = [card for hand, own in held for card in hand + own] + pile
        number = {card: i for i, card in enumerate(dealt + box.split())}
        assert len(number) == len(dealt + box.split()), "a card is in two places"
        up, search = wanted.get("top_side", "F"), wanted.get("search", False)
        target = sides_of(pile[0])["FB".index(up)][-1]
        by_all = {f"{number[card]}F" for card in [*pile[1:], *known.split()]}
        by_all.add(f"{number[pile[0]]}{up}")
        state = BLANK | {
            "revealed": wanted.get("ticks", 0),
            "hands": [[number[card] for card in hand] for hand, _ in held],
            "piles": [[number[card] for card in own] for _, own in held],
            "voodoo_pile": [number[card] for card in pile],
            "seen_by_all": sorted(by_all),
            "points": [0] * count,
            "asked": [
                seat
                for seat, (hand, own) in enumerate(held)
                if search or own or target in "".join(map("".join, map(sides_of, hand))).lower()
            ],
            **dict.fromkeys(("choices", "last"), [None] * count),
        }
        if search:
            state["side"] = [list("FFF"[: len(hand)]) for hand, _ in held]
            state["turned"] = state["side_told"] = [["no"] * len(hand) for hand, _ in held]
        state = {key: wanted.pop(key, value) for key, value in state.items()}
        state["seat"] = state["asked"][0]
        state["seen"] = [
            [face for face in looked_at(state, seat) if face not in by_all] for seat in range(count)
        ]
        options = {"num_players": count, "rounds": 1} | wanted
        game = self.game([*number], (len(dealt) - 1) // count, **options)
        position = {
            "game": game.id,
            "options": game.option_words,
            "rules": game.rules_digest,
            "random": f"{1:#018x}",
            "state": state,
        }
        return game.from_json(json.dumps(position))

    def number(self, position, card):
        """Return the number of a card."""
        return self.cards[position.game].index(card)

    def words(self, position, numbers):
        """Return cards as they were written."""
        return " ".join(self.cards[position.game][number] for number in numbers)

    def seats(self, position):
        """Return hands and piles as they are written."""
        told = position.game.state_to_dict(position.game, position.states)
        both = zip(told["hands"], told["piles"], strict=True)
        return [
            self.words(position, hand) + (f" | {self.words(position, own)}" if own else "")
            for hand, own in both
        ]

    def voodoo(self, position):
        """Return the Voodoo pile as it is written, and which side is up: `Ab a (F)`."""
        told = position.game.state_to_dict(position.game, position.states)
        return f"{self.words(position, told['voodoo_pile'])} ({told['top_side']})"


@pytest.fixture(scope="session")
def lay(tmp_path_factory):
    return Layouts(tmp_path_factory.mktemp("decks"))


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """How to make a game with so many random cards of the box, of which each seat is dealt some."""
    folder, box = tmp_path_factory.mktemp("few"), jivezoo.game("voodoo_mania").components
    words = ["/".join(map(box.letters, card)) for card in box.cards]

    def make(cards, dealt, num_players=2, **options):
        deal = dict.fromkeys(range(2, 7), 1) | {num_players: dealt}
        lines = ["[deal]", *(f"{seats} = {each}" for seats, each in deal.items())]
        lines += ["[deck]", f"cards = {json.dumps(random.Random(0).sample(words, cards))}"]
        path = folder / f"{cards}-{dealt}-{num_players}.toml"
        path.write_text("\n".join(lines))
        return jivezoo.game("voodoo_mania", deck=str(path), num_players=num_players, **options)

    return make
