"""What the tests of Itchy Monkey share: positions from drawings, and the slow twin."""

import itertools
import json
import re

import pytest

import jivezoo
from jivezoo.envs.itchy_monkey.box import LETTERS, SPECIES

MOST_GAMES_KEPT = 300
TILE = re.compile(r"([GOLSMT])(?:([0-3]):(?:(\d+)W)?(?:(\d+)Q)?)?")


def read_tile(text):
    """Return a tile as positions in JSON hold it: `L1:4W1Q` is ["L", 1, 4, 1], `L` is ["L"]."""
    letter, owner, workers, queens = TILE.fullmatch(text).groups()
    return [letter] if owner is None else [letter, int(owner), int(workers or 0), int(queens or 0)]


class Drawings:
    """Makes positions, and the games they belong to, from drawings of the board."""

    def __init__(self, folder):
        self.folder = folder
        self.games = {}
        self.numbers = itertools.count()

    def game(self, rows, lice=(20, 3), **options):
        """Return the game on a board drawn as rows of letters and dots."""
        key = (tuple(rows), lice, *sorted((name, str(value)) for name, value in options.items()))
        if key not in self.games:
            if len(self.games) > MOST_GAMES_KEPT:
                self.games.clear()
            path = self.folder / f"board{next(self.numbers)}.toml"
            path.write_text(
                f"[lice]\nworkers = {lice[0]}\nqueens = {lice[1]}\n"
                "[tiles]\nG = 49\nO = 49\nL = 49\nS = 49\nM = 49\nT = 49\n"
                f"[boards.drawn]\nseats = [2, 3, 4]\nrows = {json.dumps(list(rows))}\n"
            )
            self.games[key] = jivezoo.game("itchy_monkey", board=path, **options)
        return self.games[key]

    def __call__(self, text, *, supply=None, lice=(20, 3), game=None, **wanted):
        """Return the position drawn: words of `str(position)` for each cell, row by row.

        `wanted` holds options and other than usual entries of the JSON position (seat, phase,
        ...); the supply is what the tiles leave of each seat's lice, unless it is given.
        """
        rows = [line.split() for line in text.strip().splitlines()]
        entries = {"seat": 0, "phase": "move", "turns": 0, "ending": "not ended"}
        entries |= {"winner": None, "slid": None, "bumped": None}
        entries = {name: wanted.pop(name, value) for name, value in entries.items()}
        if game is None:
            game = self.game(["".join(cell[0] for cell in row) for row in rows], lice, **wanted)
        tiles = {
            f"{chr(ord('a') + x)}{y + 1}": read_tile(cell)
            for y, row in enumerate(rows)
            for x, cell in enumerate(row)
            if cell != "."
        }
        if supply is None:
            supply = [list(lice) for _ in range(game.seats)]
            for _, owner, workers, queens in (tile for tile in tiles.values() if len(tile) > 1):
                supply[owner][0] -= workers
                supply[owner][1] -= queens
        position = json.loads(game.new(seed=1).to_json())
        position["state"] = entries | {"tiles": tiles, "supply": supply}
        return game.from_json(json.dumps(position))


@pytest.fixture(scope="session")
def draw(tmp_path_factory):
    return Drawings(tmp_path_factory.mktemp("boards"))


def letter_of(species):
    return None if species is None else LETTERS[SPECIES.index(species)]


class Twins:
    """Makes slow twins of games and positions; `module` is tests/twins/itchy_monkey.py."""

    def __init__(self, module):
        self.module = module

    def new(self, game):
        """Return a twin at the start of the same game."""
        options, board = game.options, game.components
        return self.module.Twin(
            list(board.rows),
            game.seats,
            {letter_of(species) for species in options.abilities},
            letter_of(options.tamarin_replaces),
            options.last_louse_left,
            options.max_turns,
            board.workers,
            board.queens,
        )

    def of(self, position):
        """Return a twin in the same running position."""
        game, twin, cell_of = position.game, self.new(position.game), self.module.cell_of
        state = game.state_to_dict(game, position.states)
        twin.seat, twin.phase, twin.turns = state["seat"], state["phase"], state["turns"]
        twin.moving, twin.bumped = (
            None if state[key] is None else cell_of(state[key]) for key in ("slid", "bumped")
        )
        tiles = state["tiles"].items()
        twin.tiles = {cell_of(name): self.module.Tile(*tile) for name, tile in tiles}
        supply = zip(*state["supply"], strict=True)
        twin.supply_workers, twin.supply_queens = (list(lice) for lice in supply)
        return twin

    @staticmethod
    def state(twin):
        """Return what the twin's table shows in the form of `state_to_dict`."""
        state = twin.state()
        return {
            "seat": state["turn"],
            "phase": state["phase"],
            "turns": state["turns"],
            "tiles": {
                name: [tile[0]] if tile[1] is None else list(tile)
                for name, tile in state["tiles"].items()
            },
            "supply": [list(pair) for pair in state["supply"]],
        }


@pytest.fixture(scope="session")
def twins(load_twin):
    return Twins(load_twin("itchy_monkey"))
