"""What positions and choices are worth to a seat, as generic names for all games.

Each game's opinion lives in heuristics/<game>.py, which registers it for its record type: with
`contract.implement_more(STATE, evaluate=..., is_midway=...)`, and with `goes_on=...,
is_weighed=..., weigh=...` where a turn has several acts (see planning.py); or where seats choose
together with `implement_more(STATE, weigh=...)`, and `forget=...` where there is something to
remember.  The weights of an opinion are a parameter: see weights.py.
"""

from importlib import import_module
from typing import Any

import numpy as np

from ..envs.contract import kernel_for, overloaded
from ..envs.game import Game


def load_evaluation(game: Game) -> np.ndarray:
    """Import the heuristics of a game, which register themselves; return their weights, (1,)."""
    return import_module(f".heuristics.{game.name}", __package__).WEIGHTS.copy()


def evaluate(rules: Any, state: Any, weights: Any, seat: int) -> float:
    """Return what the position is worth to `seat`: higher is better.

    The unit is the game's own; `weights.scale` is the lead that is about three quarters won.
    """
    return kernel_for("evaluate", state)(rules, state, weights, seat)


def is_midway(rules: Any, state: Any) -> bool:
    """Tell whether the seat to act has an act half done, which should be thought to its end."""
    return kernel_for("is_midway", state)(rules, state)


def goes_on(rules: Any, state: Any, seat: int) -> bool:
    """Tell whether `seat`, which has just done a whole act, goes on with its turn: see planning."""
    return kernel_for("goes_on", state)(rules, state, seat)


def is_weighed(rules: Any, state: Any) -> bool:
    """Tell whether what is asked in a turn is weighed: luck decides what comes of it."""
    return kernel_for("is_weighed", state)(rules, state)


def weigh(rules: Any, state: Any, weights: Any, seat: int, action: int) -> float:
    """Return what a choice is worth to `seat`, if others choose together or luck decides: no unit.

    Nothing that `seat` cannot know may count.
    """
    return kernel_for("weigh", state)(rules, state, weights, seat, action)


def forget(rules: Any, state: Any, seat: int) -> None:
    """Take from `seat`, in place, all that it knows only because it remembers it."""
    kernel_for("forget", state)(rules, state, seat)


@overloaded(evaluate)
def _evaluate(r: Any, s: Any, w: Any, seat: int):
    return kernel_for("evaluate", s).py_func


@overloaded(is_midway)
def _is_midway(r: Any, s: Any):
    return kernel_for("is_midway", s).py_func


@overloaded(goes_on)
def _goes_on(r: Any, s: Any, seat: int):
    return kernel_for("goes_on", s).py_func


@overloaded(is_weighed)
def _is_weighed(r: Any, s: Any):
    return kernel_for("is_weighed", s).py_func


@overloaded(weigh)
def _weigh(r: Any, s: Any, w: Any, seat: int, action: int):
    return kernel_for("weigh", s).py_func


@overloaded(forget)
def _forget(r: Any, s: Any, seat: int):
    return kernel_for("forget", s).py_func
