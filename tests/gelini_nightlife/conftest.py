"""What the tests of Gelini Nightlife share: boxes and positions of their own, and the slow twin."""

import collections
import itertools
import json

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
