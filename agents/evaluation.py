"""What a position is worth to a seat, as one generic name for all games.

Each game's opinion lives in heuristics/<game>.py and is registered here for its record type, in
the way of envs/contract.py.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from numba.core import types
from numba.extending import overload

from ..envs.game import Game

_EVALUATIONS: dict[tuple[str, ...], tuple[Callable[..., Any], Callable[..., Any]]] = {}


def implement_evaluation(
    names: tuple[str, ...], evaluate: Callable[..., Any], is_midway: Callable[..., Any]
) -> None:
    """Register the kernels for the state dtype with these field names."""
    _EVALUATIONS[names] = evaluate, is_midway


def load_evaluation(game: Game) -> None:
    """Import the heuristics of a game, which register themselves."""
    import_module(f".heuristics.{game.name}", __package__)


def _kernels_for(state: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    names = tuple(state.fields) if isinstance(state, types.Record) else state.dtype.names
    return _EVALUATIONS[names]


def evaluate(rules: Any, state: Any, seat: int) -> float:
    """Return what the position is worth to `seat`: higher is better, no unit."""
    return _kernels_for(state)[0](rules, state, seat)


def is_midway(rules: Any, state: Any) -> bool:
    """Tell whether the seat to act has an act half done, which should be thought to its end."""
    return _kernels_for(state)[1](rules, state)


# Numba compares the signatures below with those of the lambdas: hence no annotations.


@overload(evaluate)
def _evaluate(rules, state, seat):
    opinion = _kernels_for(state)[0]
    return lambda rules, state, seat: opinion(rules, state, seat)


@overload(is_midway)
def _is_midway(rules, state):
    question = _kernels_for(state)[1]
    return lambda rules, state: question(rules, state)
