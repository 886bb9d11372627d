"""What positions and choices are worth to a seat, as generic names for all games.

Each game's opinion lives in heuristics/<game>.py, which registers it for its record type: with
`contract.implement_more(STATE, evaluate=..., is_midway=...)`, or where seats choose together with
`implement_more(STATE, weigh=...)`, and `forget=...` where there is something to remember.
"""

from importlib import import_module
from typing import Any

from numba.extending import overload

from ..envs.contract import kernel_for
from ..envs.game import Game


def load_evaluation(game: Game) -> None:
    """Import the heuristics of a game, which register themselves."""
    import_module(f".heuristics.{game.name}", __package__)


def evaluate(rules: Any, state: Any, seat: int) -> float:
    """Return what the position is worth to `seat`: higher is better, no unit."""
    return kernel_for("evaluate", state)(rules, state, seat)


def is_midway(rules: Any, state: Any) -> bool:
    """Tell whether the seat to act has an act half done, which should be thought to its end."""
    return kernel_for("is_midway", state)(rules, state)


def weigh(rules: Any, state: Any, seat: int, action: int) -> float:
    """Return what a choice is worth to `seat`, which is asked together with others: no unit.

    Nothing that `seat` cannot know may count.
    """
    return kernel_for("weigh", state)(rules, state, seat, action)


def forget(rules: Any, state: Any, seat: int) -> None:
    """Take from `seat`, in place, all that it knows only because it remembers it."""
    kernel_for("forget", state)(rules, state, seat)


# Numba compares the signatures below with those of the lambdas: hence no annotations.


@overload(evaluate)
def _evaluate(rules, state, seat):
    opinion = kernel_for("evaluate", state)
    return lambda rules, state, seat: opinion(rules, state, seat)


@overload(is_midway)
def _is_midway(rules, state):
    question = kernel_for("is_midway", state)
    return lambda rules, state: question(rules, state)


@overload(weigh)
def _weigh(rules, state, seat, action):
    opinion = kernel_for("weigh", state)
    return lambda rules, state, seat, action: opinion(rules, state, seat, action)


@overload(forget)
def _forget(rules, state, seat):
    change = kernel_for("forget", state)
    return lambda rules, state, seat: change(rules, state, seat)
