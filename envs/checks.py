"""Checks of what people hand in: data files and positions in JSON, each refused in one sentence."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .errors import BadFile, BadPosition


def is_whole_number(value: Any) -> bool:
    """Tell whether a value is a whole number, of Python or NumPy; true and false are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


# ------------------------------------------------------------------------------------- Data files


def read_toml(path: Path, what: str, known: Sequence[str], hint: str = "") -> dict[str, Any]:
    """Return the blocks of a data file (`what` says which), of which only `known` are allowed.

    `hint` is added to the sentence that says why the file cannot be read: BadFile.
    """
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise BadFile(f"{what} {path} cannot be read: {error.strerror}{hint}.") from None
    except (ValueError, RecursionError) as error:  # of TOML, of UTF-8, of numbers and of nesting
        raise BadFile(f"{what} {path} is not TOML: {str(error).rstrip('.')}.") from None
    refuse_unknown(path, data, "", known)
    return data


def refuse_unknown(path: Path, table: Any, where: str, known: Sequence[str]) -> None:
    """Refuse what is no table, or has other keys than those known; `where` is "" or "block."."""
    if not isinstance(table, dict):
        raise BadFile(f"{path}: '{where.rstrip('.')}' must be a table.")
    for key in table:
        if key not in known:
            raise BadFile(f"{path}: unknown key '{where}{key}'; known are {', '.join(known)}.")


def number_in(path: Path, data: dict[str, Any], key: str, low: int, high: int) -> int:
    """Return the whole number at a key "block.name" of a data file, or raise BadFile."""
    block, name = key.split(".")
    value = data[block].get(name)
    if type(value) is not int or not low <= value <= high:
        raise BadFile(f"{path}: key '{key}' must be a whole number from {low} to {high}.")
    return value


# --------------------------------------------------------------------------------------- Positions


def take(data: Any, key: str, kind: type | tuple[type, ...]) -> Any:
    """Return `data[key]` of a JSON position, checked to be of `kind`, or raise BadPosition."""
    if not isinstance(data, dict) or key not in data:
        raise BadPosition(f"the position has no {key!r}.")
    value = data[key]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise BadPosition(f"{key!r} of the position cannot be {value!r}.")
    return value


def whole(value: Any, low: int, high: int, what: str) -> int:
    """Return a value of a position, checked to be whole and in range, or raise BadPosition."""
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{what} must be a whole number from {low} to {high}, not {value!r}.")
    return value


def seat_number(value: Any, seats: int, what: str) -> int:
    """Return a seat of a position, checked to be one of `seats`, or raise BadPosition."""
    return whole(value, 0, seats - 1, what)


def index_of(words: Sequence[str], word: Any, what: str) -> int:
    """Return the index of a word of a position among `words`, or raise BadPosition."""
    if word not in words:
        raise BadPosition(f"{what} {word!r} must be one of {', '.join(words)}.")
    return words.index(word)


def of_each_seat(values: list[Any], seats: int, what: str) -> list[Any]:
    """Return a list of a position, checked to have an entry a seat, or raise BadPosition."""
    if len(values) != seats:
        raise BadPosition(f"{what} must have {seats} entries, one a seat.")
    return values
