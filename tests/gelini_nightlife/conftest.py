"""What the tests of Gelini Nightlife share: boxes and positions of their own, and the slow twin."""

import collections
import itertools
import json
import re

import pytest

import jivezoo

COLOURS = ("amber", "blue", "coral", "green", "lime", "pink")


def toml(contents):
    """Return the text of a components file."""
    lines = []
    for block, keys in contents.items():
        lines += [f"[{block}]", *(f"{key} = {value}" for key, value in keys.items())]
    return "\n".join(lines) + "\n"


class Boxes:
    """Makes games with components of their own."""

    def __init__(self, folder):
        self.folder = folder
        self.numbers = itertools.count()
        self.games = {}

    def __call__(self, contents, **options):
        """Return the game of blocks of a components file, {block: {key: value}}, and options."""
        key = json.dumps([contents, options])
        if key not in self.games:
            path = self.folder / f"box{next(self.numbers)}.toml"
            path.write_text(toml(contents))
            self.games[key] = jivezoo.game("gelini_nightlife", components=path, **options)
        return self.games[key]

    def random(self, rng, **options):
        """Return a game with any counters, mostly few, under options of which some are random."""
        colours = rng.sample(COLOURS, rng.randint(0, len(COLOURS)))
        cliques = {
            colour: [rng.randint(1, 3) for _ in range(rng.randint(1, 4))] for colour in colours
        }
        acting = rng.choice((0, 2, 4))
        contents = {
            "die": {"faces": [rng.randint(1, 6) for _ in range(rng.randint(1, 6))]},
            "floors": {"squares": rng.randint(1, 25), "extra": rng.randint(0, 12)},
            "cliques": cliques,
            "guests": {"number": sum(map(len, cliques.values()))},
            "vips": {"number": rng.randint(0, 3), "squares": rng.randint(1, 4)},
            "coins": {"number": rng.randint(1, 9)},
            "stars": {"number": rng.randint(0, 3), "squares": rng.randint(1, 5)},
            "band": {"squares": rng.randint(0, 6)},
            "action_counters": {
                name: rng.randint(0, acting) for name in ("flyer", "call", "people")
            },
        }
        options = {
            "action_counters": rng.random() < 0.7,
            "ties": rng.choice(("shared", "rearmost")),
            "max_rolls": rng.choice((1, 5, 20, 300)),
        } | options
        return self(contents, **options)


@pytest.fixture(scope="session")
def boxes(tmp_path_factory):
    return Boxes(tmp_path_factory.mktemp("boxes"))


def state(position):
    """Return what `position.to_json` tells of the state."""
    return position.game.state_to_dict(position.game, position.states)


class Twins:
    """Makes slow twins of games and positions; `module` is tests/twins/gelini_nightlife.py."""

    def __init__(self, module):
        self.module = module

    def of(self, position):
        """Return a twin in the same running position; `twin.casts` are the rolls to come."""
        game, now, casts = position.game, state(position), collections.deque([1])
        box, options = game.components, game.options
        twin = self.module.Twin(
            [],
            list(range(game.seats)),
            casts.popleft,
            seats=game.seats,
            cliques={colour: list(clique) for colour, clique in box.cliques.items()},
            vip_area=box["vips.squares"],
            star_area=box["stars.squares"],
            stars=box["stars.number"] - sum(now["stars"]),
            band_area=box["band.squares"],
            floor=box.floor(game.seats),
            ties=options.ties,
            max_rolls=options.max_rolls,
        )
        twin.casts = casts
        twin.face = now["roll"]
        for name in ("seat", "phase", "rolls", "line", "tokens", "floors", "coins", "stars"):
            setattr(twin, name, now[name])
        return twin


@pytest.fixture(scope="session")
def twins(load_twin):
    return Twins(load_twin("gelini_nightlife"))


# --------------------------------------------------------------------------------------- Positions

ACTING = ("flyer", "call", "people")
SQUARES = {"vip": 4, "star": 5, "band": 6}  # in the boxes of laid positions, as in the real one
GUEST = re.compile(r"([a-z]+)(\d)")


class Layouts:
    """Makes positions, and the games they belong to, from lines and floors as people write them."""

    def __init__(self, boxes):
        self.boxes = boxes

    def __call__(self, line, *floors, used="", aside=3, floor=25, die=None, **wanted):
        """Return the position whose line reads `line`, from its tail towards the Band.

        `.` is a gap, `[p0]` a gap where the token of seat 0 stands; tokens before a `|` stand
        behind the line: `[p1] [p0] | amber1 . [p2] coin`.  `floors` are the guests, VIPs, Stars
        and Coins of each seat; `used` are action counters that have left the game; `aside` is how
        many Stars lie aside, `floor` the squares of every floor, `die` the faces if not the usual.

        The box of the game holds just what the position shows.  A gap has to come from somewhere:
        where there are too many, they are those of used People; where there are too few, more of
        them are added at the front.

        `wanted` holds options and other than usual entries of the JSON position (roll, rolls,
        seat, phase); the seat to act is the one farthest back, unless it is given.
        """
        behind, _, ahead = line.rpartition("|")
        waiting, words = behind.split(), ahead.split()
        tokens = {word: 1 + number - len(waiting) for number, word in enumerate(waiting)}
        tokens |= {word: place for place, word in enumerate(words, start=1) if word[0] == "["}
        places = [None if word[0] in ".[" else word for word in words]
        held = [text.split() for text in floors] + [[]] * (len(tokens) - len(floors))
        state = {
            "phase": "step",
            "roll": 3,
            "rolls": 1,
            "ending": "not ended",
            "winners": [],
            "tokens": [tokens[f"[p{seat}]"] for seat in range(len(tokens))],
            "floors": [guests_and_vips(words) for words in held],
            "coins": [words.count("coin") for words in held],
            "stars": [words.count("star") for words in held],
            "band": None,
        }
        state["seat"] = min(range(len(tokens)), key=state["tokens"].__getitem__)
        state = {name: wanted.pop(name, value) for name, value in state.items()}
        dealt = [word for word in places if word] + sum(held, used.split())
        stars = dealt.count("star")
        dealt = [word for word in dealt if word != "star"] + ["coin"] * (2 * stars)
        dealt += ["people"] * (len(places) - len(dealt))
        state["line"] = places + [None] * (len(dealt) - len(places))
        options = {"num_players": len(tokens), "action_counters": bool({*ACTING} & {*dealt})}
        box = box_of(dealt, stars + aside, floor) | ({"die": {"faces": die}} if die else {})
        game = self.boxes(box, **options | wanted)
        position = json.loads(game.new(seed=1).to_json())
        return game.from_json(json.dumps(position | {"state": state}))


def guests_and_vips(words):
    return dict(collections.Counter(word for word in words if word not in ("coin", "star")))


def box_of(dealt, stars, floor):
    """Return the blocks of a components file with these counters in the line at the start."""
    guests = sorted(match.groups() for match in map(GUEST.fullmatch, dealt) if match)
    cliques = {
        colour: [int(squares) for _, squares in clique]
        for colour, clique in itertools.groupby(guests, key=lambda guest: guest[0])
    }
    return {
        "floors": {"squares": floor, "extra": 0},
        "cliques": cliques,
        "guests": {"number": len(guests)},
        "vips": {"number": dealt.count("vip"), "squares": SQUARES["vip"]},
        "stars": {"number": stars, "squares": SQUARES["star"]},
        "band": {"squares": SQUARES["band"]},
        "coins": {"number": dealt.count("coin")},
        "action_counters": {word: dealt.count(word) for word in ACTING},
    }


@pytest.fixture(scope="session")
def lay(boxes):
    return Layouts(boxes)
