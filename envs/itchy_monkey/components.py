"""Itchy Monkey: read and check components.toml, and turn it and the options into tables."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import BadFile
from .box import DIRECTIONS, EMPTY, LETTERS, OFF_BOARD, QUEENS, SIDE, START_WORKERS, WORKERS

BOX = Path(__file__).with_name("components.toml")


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
    box = _read(BOX)
    if wanted in box["boards"]:
        return _check_board(BOX, box, box, str(wanted), seats)
    path = BOX if wanted is None else Path(wanted)
    data = box if wanted is None else _read(path, sorted(box["boards"]))
    boards = data.get("boards")
    if not isinstance(boards, dict) or not boards:
        raise BadFile(f"{path}: key 'boards' must hold at least one board, as [boards.NAME].")
    for name in boards:
        if seats in _seats_of(path, boards, name):
            return _check_board(path, data, box, name, seats)
    raise BadFile(f"{path}: no board is for {seats} seats; add {seats} to a board's key 'seats'.")


def _read(path: Path, sides: list[str] | None = None) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        side = f" (a side of the box is {' or '.join(sides)})" if sides else ""
        raise BadFile(f"board file {path} cannot be read: {error.strerror}{side}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"board file {path} is not TOML: {error}.") from None
    _refuse_unknown(path, data, "", ("tiles", "lice", "boards"))
    return data


def _refuse_unknown(path: Path, table: Any, where: str, known: tuple[str, ...]) -> None:
    if not isinstance(table, dict):
        raise BadFile(f"{path}: '{where.rstrip('.')}' must be a table.")
    for key in table:
        if key not in known:
            raise BadFile(f"{path}: unknown key '{where}{key}'; known are {', '.join(known)}.")


def _seats_of(path: Path, boards: dict[str, Any], name: str) -> list[int]:
    _refuse_unknown(path, boards[name], f"boards.{name}.", ("seats", "source", "rows"))
    seats = boards[name].get("seats")
    if not isinstance(seats, list) or not all(type(n) is int and 2 <= n <= 4 for n in seats):
        raise BadFile(f"{path}: key 'boards.{name}.seats' must be a list of numbers from 2 to 4.")
    return seats


def _number(path: Path, data: dict[str, Any], key: str, low: int, high: int) -> int:
    block, name = key.split(".")
    value = data[block].get(name)
    if type(value) is not int or not low <= value <= high:
        raise BadFile(f"{path}: key '{key}' must be a whole number from {low} to {high}.")
    return value


def _check_board(
    path: Path, data: dict[str, Any], box: dict[str, Any], name: str, seats: int
) -> Board:
    """Check one board of a file, and what lice and tiles the file or else the box has."""
    data = {"tiles": data.get("tiles", box["tiles"]), "lice": data.get("lice", box["lice"])} | {
        "boards": data["boards"]
    }
    _refuse_unknown(path, data["tiles"], "tiles.", tuple(LETTERS))
    _refuse_unknown(path, data["lice"], "lice.", ("workers", "queens"))
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
        most = _number(path, data, f"tiles.{letter}", 0, SIDE * SIDE)
        if text.count(letter) > most:
            raise BadFile(
                f"{path}: key '{key}' shows {text.count(letter)} tiles {letter}; there are {most}."
            )
    if len(text) - text.count(".") < seats:
        raise BadFile(f"{path}: key '{key}' must show at least one tile for each of {seats} seats.")
    return Board(
        name=name,
        rows=rows,
        workers=_number(path, data, "lice.workers", START_WORKERS, WORKERS),
        queens=_number(path, data, "lice.queens", 1, QUEENS),
        tamarins=data["tiles"]["T"],
    )
