"""Gelini Nightlife: read and check components.toml."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..checks import number_in, read_toml, refuse_unknown
from ..errors import BadFile
from .box import COIN, COLOURS, FACES, FLYER, GUEST_KINDS, MOST_SQUARES, PLACES, SPECIAL_KINDS

BOX = Path(__file__).with_name("components.toml")
KEYS = {  # the whole numbers in each block, with what they may be; lists are checked apart
    "floors": {"squares": (1, MOST_SQUARES), "extra": (0, MOST_SQUARES)},
    "guests": {"number": (0, PLACES)},
    "vips": {"number": (0, PLACES), "squares": (1, MOST_SQUARES)},
    "stars": {"number": (0, PLACES), "squares": (1, MOST_SQUARES)},
    "band": {"squares": (0, MOST_SQUARES)},
    "coins": {"number": (0, PLACES)},
    "action_counters": {"flyer": (0, PLACES), "call": (0, PLACES), "people": (0, PLACES)},
}
LONGEST_ROLL = 8
LARGEST_GUEST = 9  # squares
COLOUR = re.compile(r"[a-z]{1,20}")


@dataclass(frozen=True)
class Components:
    """The contents of the box; numbers are counters unless a name says squares."""

    faces: tuple[int, ...]  # of the die
    cliques: dict[str, tuple[int, ...]]  # colour: squares of each guest
    numbers: dict[str, int]  # "block.key" of components.toml

    def __getitem__(self, key: str) -> int:
        """Return the number at "block.key"."""
        return self.numbers[key]

    @cached_property
    def guests(self) -> list[tuple[str, str, int, int]]:
        """Word, colour, squares and number of each kind of guest, by colours."""
        return [
            (f"{colour}{squares}", colour, squares, clique.count(squares))
            for colour, clique in self.cliques.items()
            for squares in sorted(set(clique))
        ]

    @cached_property
    def words(self) -> list[str]:
        """The words of all kinds of counters, by their numbers; the first is no counter."""
        return [*SPECIAL_KINDS, *(guest[0] for guest in self.guests)]

    def dealt(self, action_counters: bool) -> list[int]:
        """Return how many of each kind are in the line at the start, by their numbers."""
        numbers = [0]  # gaps
        for name in SPECIAL_KINDS[FLYER:COIN]:
            numbers.append(self[f"action_counters.{name}"] * action_counters)
        numbers += [self["coins.number"], self["vips.number"]]
        return numbers + [number for *_, number in self.guests]

    def floor(self, seats: int) -> int:
        """Return the squares of each floor (GN-18)."""
        return self["floors.squares"] + (self["floors.extra"] if seats == 2 else 0)

    def squares(self) -> int:
        """Return the squares of all counters together."""
        guests = sum(squares * number for *_, squares, number in self.guests)
        vips = self["vips.number"] * self["vips.squares"]
        stars = self["stars.number"] * self["stars.squares"]
        return guests + vips + stars + self["band.squares"]


def read_components(wanted: str | None) -> Components:
    """Return what is in the box, or in the file at the path `wanted`.

    Raises
    ------
    BadFile
        If the file cannot be read or does not describe a game; the message names file and key.
    """
    known = ("die", "cliques", *KEYS)
    box = read_toml(BOX, "components file", known)
    path = BOX if wanted is None else Path(wanted)
    data = box if wanted is None else box | read_toml(path, "components file", known)
    numbers = {}
    for block, keys in KEYS.items():
        refuse_unknown(path, data[block], f"{block}.", tuple(keys))
        for key, (low, high) in keys.items():
            numbers[f"{block}.{key}"] = number_in(path, data, f"{block}.{key}", low, high)
    refuse_unknown(path, data["die"], "die.", ("faces",))
    faces = _whole_numbers(path, data["die"].get("faces"), "die.faces", LONGEST_ROLL, FACES)
    found = Components(faces, _cliques(path, data["cliques"]), numbers)
    _check_sums(path, found)
    return found


def _whole_numbers(path: Path, values: Any, key: str, high: int, most: int) -> tuple[int, ...]:
    is_list = isinstance(values, list) and 1 <= len(values) <= most
    if not is_list or not all(type(n) is int and 1 <= n <= high for n in values):
        raise BadFile(
            f"{path}: key '{key}' must be a list of 1 to {most} whole numbers from 1 to {high}."
        )
    return tuple(values)


def _cliques(path: Path, table: Any) -> dict[str, tuple[int, ...]]:
    if not isinstance(table, dict) or len(table) > COLOURS:
        raise BadFile(f"{path}: key 'cliques' must be a table of at most {COLOURS} colours.")
    cliques = {}
    for colour, values in table.items():
        if not COLOUR.fullmatch(colour):
            raise BadFile(
                f"{path}: key {f'cliques.{colour}'!r}: a colour has 1 to 20 small letters."
            )
        cliques[colour] = _whole_numbers(path, values, f"cliques.{colour}", LARGEST_GUEST, PLACES)
    return cliques


def _check_sums(path: Path, found: Components) -> None:
    """Check what the keys must be together."""
    guests, line = sum(number for *_, number in found.guests), found.dealt(action_counters=True)
    if guests != found["guests.number"]:
        raise BadFile(
            f"{path}: the cliques have {guests} guests, but key 'guests.number' says "
            f"{found['guests.number']}."
        )
    if len(found.guests) > GUEST_KINDS:
        raise BadFile(f"{path}: key 'cliques' has more than {GUEST_KINDS} kinds of guests.")
    if sum(line) > PLACES:
        raise BadFile(
            f"{path}: keys 'guests', 'vips', 'coins' and 'action_counters' make a line of "
            f"{sum(line)} counters; at most {PLACES} are allowed."
        )
    if sum(found.dealt(action_counters=False)) == 0:
        raise BadFile(f"{path}: one of 'guests', 'vips' and 'coins' must have 'number' above 0.")
    if found.floor(2) > MOST_SQUARES:
        raise BadFile(
            f"{path}: key 'floors.extra': floor and extra floor have {found.floor(2)} squares "
            f"together; at most {MOST_SQUARES} are allowed."
        )
    if found.squares() > MOST_SQUARES:
        raise BadFile(
            f"{path}: all counters together (keys 'cliques', 'vips', 'stars', 'band') have "
            f"{found.squares()} squares; at most {MOST_SQUARES} are allowed."
        )
