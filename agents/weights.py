"""The weights of opinions: named numbers, which can be changed without compiling anything anew.

The heuristics of each game hold theirs in `WEIGHTS`, each line with its meaning and unit.  Kernels
take the array, `weights` (1,), and pass on its one record, `w`.

A TOML file may hold others, of which those that it does not name stay as they are:

    game = "gelini_nightlife"

    [weights]
    hope = 0.1
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..envs.checks import read_toml, refuse_unknown
from ..envs.errors import BadFile
from ..envs.game import Game
from ..envs.kernel import as_states
from .evaluation import load_evaluation

SCALE = "scale"  # the one weight that must not be 0
MOST = 1e9


def weights(**numbers: float | Sequence[float]) -> np.ndarray:
    """Return a record (1,) of weights by their names, all float64; a list gives a field of many."""
    fields = [(name, np.float64, np.shape(number)) for name, number in numbers.items()]
    return as_states(np.array([tuple(numbers.values())], np.dtype(fields)))


def flat(weights: np.ndarray) -> np.ndarray:
    """Return the numbers of weights (1,) in a row, (W,) float64: the same memory."""
    return weights.view(np.float64)


def flat_names(weights: np.ndarray) -> list[str]:
    """Return the names of the numbers that `flat` gives."""
    names = []
    for name in weights.dtype.names or ():
        count = flat(weights[name]).size
        names += [name] if weights[name].ndim == 1 else [f"{name}[{i}]" for i in range(count)]
    return names


def scaled(weights: np.ndarray, places: list[int], factors: Any) -> np.ndarray:
    """Return a copy of weights (1,) with the numbers at some places multiplied."""
    found = weights.copy()
    flat(found)[places] *= factors
    return found


def read_weights(path: Path, game: Game) -> np.ndarray:
    """Return the weights of a game (1,), with the numbers of a TOML file in place of its own.

    Raises
    ------
    BadFile
        If the file is missing, for another game, or holds anything but weights and their numbers.
    """
    found = load_evaluation(game)
    data = read_toml(path, "the file of weights", ("game", "weights"))
    if data.get("game") != game.name:
        raise BadFile(f'{path} must say for which game it is: game = "{game.name}".')
    given = data.get("weights", {})
    refuse_unknown(path, given, "weights.", found.dtype.names or ())
    for name, value in given.items():
        found[name] = _checked(path, name, value, found[name].shape[1:])
    return found


def _checked(path: Path, name: str, value: Any, shape: tuple[int, ...]) -> Any:
    """Return a number, or a list of as many as `shape` says, from 0 to MOST, or raise BadFile."""
    numbers = value if isinstance(value, list) else [value]
    are_right = all(type(each) in (int, float) and 0 <= each <= MOST for each in numbers)
    if not are_right or np.shape(value) != shape or (name == SCALE and not value):
        what = f"{shape[0]} numbers" if shape else "a number"
        but = ", but not 0" if name == SCALE else ""
        raise BadFile(f"{path}: key 'weights.{name}' must be {what} from 0 to {MOST:,.0f}{but}.")
    return value


def to_toml(game: Game, numbers: np.ndarray) -> str:
    """Return the text of a file from which `read_weights` reads the weights (1,) of a game."""
    lines = [f"{name} = {numbers[name][0].tolist()}" for name in numbers.dtype.names or ()]
    return "\n".join([f'game = "{game.name}"', "", "[weights]", *lines, ""])
