"""Itchy Monkey: read and check components.toml, and turn it and the options into tables."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..checks import number_in, read_toml, refuse_unknown
from ..errors import BadFile
from .box import DIRECTIONS, EMPTY, LETTERS, OFF_BOARD, QUEENS, SIDE, START_WORKERS, WORKERS

BOX = Path(__file__).with_name("components.toml")
BLOCKS = ("tiles", "lice", "boards")


@dataclass(frozen=True)
class Board:
    """One side of a board and the lice of each seat."""

    name: str
    rows: tuple[str, ...]  # a letter of LETTERS for each tile, a dot for none
    workers: int
    queens: int
    tamarins: int  # Emperor Tamarins in the box, which `tamarin_replaces` cannot exceed

    @property
    def width(self) -> int:
        """Columns of the board."""
        return len(self.rows[0])

    @property
    def cells(self) -> int:
        """Cells of the board."""
        return self.width * len(self.rows)

    @property
    def cell_names(self) -> list[str]:
        """Names of the cells in the order of their numbers: a1, b1, ..., a2, ..."""
        return [f"{chr(ord('a') + n % self.width)}{n // self.width + 1}" for n in range(self.cells)]

    def layout(self) -> np.ndarray:
        """Return the species on each cell, (cells,) int8, or EMPTY."""
        return np.array(
            [EMPTY if c == "." else LETTERS.index(c) for row in self.rows for c in row], np.int8
        )

    def neighbours(self) -> np.ndarray:
        """Return the cell north, east, south and west of each, (cells, 4) int8, or OFF_BOARD."""
        height, width = len(self.rows), self.width
        table = np.full((self.cells, DIRECTIONS), OFF_BOARD, np.int8)
        for row in range(height):
            for column in range(width):
                beside = (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)
                for direction, (y, x) in enumerate(beside):
                    if 0 <= y < height and 0 <= x < width:
                        table[row * width + column, direction] = y * width + x
        return table


def read_board(wanted: str | None, seats: int) -> Board:
    """Return the board for an option `board`: None, a side of the box, or the path of a file.

    Raises
    ------
    BadFile
        If the file cannot be read, or describes no board for this number of seats; the message
        names the file and the key.
    """
    box = read_toml(BOX, "board file", BLOCKS)
    if wanted in box["boards"]:
        return _check_board(BOX, box, box, str(wanted), seats)
    path = BOX if wanted is None else Path(wanted)
    sides = f" (a side of the box is {' or '.join(sorted(box['boards']))})"
    data = box if wanted is None else read_toml(path, "board file", BLOCKS, sides)
    boards = data.get("boards")
    if not isinstance(boards, dict) or not boards:
        raise BadFile(f"{path}: key 'boards' must hold at least one board, as [boards.NAME].")
    for name in boards:
        if seats in _seats_of(path, boards, name):
            return _check_board(path, data, box, name, seats)
    raise BadFile(f"{path}: no board is for {seats} seats; add {seats} to a board's key 'seats'.")


def _seats_of(path: Path, boards: dict[str, Any], name: str) -> list[int]:
    refuse_unknown(path, boards[name], f"boards.{name}.", ("seats", "source", "rows"))
    seats = boards[name].get("seats")
    if not isinstance(seats, list) or not all(type(n) is int and 2 <= n <= 4 for n in seats):
        raise BadFile(f"{path}: key 'boards.{name}.seats' must be a list of numbers from 2 to 4.")
    return seats


def _check_board(
    path: Path, data: dict[str, Any], box: dict[str, Any], name: str, seats: int
) -> Board:
    """Check one board of a file, and what lice and tiles the file or else the box has."""
    data = {"tiles": data.get("tiles", box["tiles"]), "lice": data.get("lice", box["lice"])} | {
        "boards": data["boards"]
    }
    refuse_unknown(path, data["tiles"], "tiles.", tuple(LETTERS))
    refuse_unknown(path, data["lice"], "lice.", ("workers", "queens"))
    key = f"boards.{name}.rows"
    drawn = data["boards"][name].get("rows")
    if not isinstance(drawn, list) or not all(isinstance(row, str) for row in drawn):
        raise BadFile(f"{path}: key '{key}' must be a list of rows, each a text.")
    rows = tuple("".join(row.split()) for row in drawn)
    if not 1 <= len(rows) <= SIDE or not rows[0] or {len(row) for row in rows} != {len(rows[0])}:
        raise BadFile(f"{path}: key '{key}' must be 1 to {SIDE} rows of one length.")
    if len(rows[0]) > SIDE:
        raise BadFile(f"{path}: key '{key}' may have at most {SIDE} cells a row.")
    text = "".join(rows)
    for letter in text:
        if letter not in LETTERS + ".":
            raise BadFile(f"{path}: key '{key}' has {letter!r}; allowed are . {' '.join(LETTERS)}.")
    for letter in LETTERS:
        most = number_in(path, data, f"tiles.{letter}", 0, SIDE * SIDE)
        if text.count(letter) > most:
            raise BadFile(
                f"{path}: key '{key}' shows {text.count(letter)} tiles {letter}; there are {most}."
            )
    if len(text) - text.count(".") < seats:
        raise BadFile(f"{path}: key '{key}' must show at least one tile for each of {seats} seats.")
    return Board(
        name=name,
        rows=rows,
        workers=number_in(path, data, "lice.workers", START_WORKERS, WORKERS),
        queens=number_in(path, data, "lice.queens", 1, QUEENS),
        tamarins=data["tiles"]["T"],
    )
