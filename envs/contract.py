"""What a game hands over: six verbs, compiled, each for one game at a time.

A state is a record of the game's dtype, `rules` a record of its options and tables.  Generic
kernels (batches, rollouts, search) call the verbs by the names below; `implement` says which
kernel answers for which record.  Going through `numba.extending.overload` keeps the generic
kernels in the disk cache, which functions passed as arguments would not be.

Every state dtype starts with the fields of `COMMON`.

How games fit: dice and decks draw from the state's generator inside `apply`; a chain of small
actions keeps `seat` where it is; choices made at the same time wait in the state until the last of
those who choose together has chosen (with two fields more: see parallel.py); an automaton moves
inside `apply`; rounds follow one another inside one game; boards and decks are tables in `rules`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import overload

from .kernel import HOW, kernel, wide

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2

COMMON = [
    ("random", np.uint64),  # the generator: see randomness.py
    ("seat", np.int8),  # seat to act, 0..S-1; while the game runs it has a legal action
    ("status", np.int8),  # RUNNING, TERMINATED (by the rules) or TRUNCATED (by a cap)
]

_Verbs = dict[str, Callable[..., Any]]
_IMPLEMENTATIONS: dict[tuple[str, ...], _Verbs] = {}


def implement(dtype: np.dtype, **verbs: Callable[..., Any]) -> None:
    """Register the kernels that carry out the verbs for states of `dtype`."""
    missing = {"deal", "legal", "apply", "observe", "returns", "conceal"} ^ verbs.keys()
    if missing:
        raise TypeError(f"a game implements exactly the verbs of the contract; check {missing}")
    assert dtype.names is not None
    if dtype.names in _IMPLEMENTATIONS:
        raise TypeError(f"two games with the same fields {dtype.names}")
    _IMPLEMENTATIONS[dtype.names] = verbs


def implement_more(dtype: np.dtype, **kernels: Callable[..., Any]) -> None:
    """Register what floors above add to the verbs of a game, such as an agent's evaluation."""
    assert dtype.names is not None
    _IMPLEMENTATIONS[dtype.names] |= kernels


def has_kernel(verb: str, dtype: np.dtype) -> bool:
    """Tell whether a game has registered a kernel by that name for its states."""
    assert dtype.names is not None
    return verb in _IMPLEMENTATIONS[dtype.names]


def kernel_for(verb: str, state: Any) -> Any:
    """Return the kernel for a state: a record, or its Numba type at compile time."""
    names = tuple(state.fields) if isinstance(state, types.Record) else state.dtype.names
    return _IMPLEMENTATIONS[names][verb]


def deal(rules: Any, state: Any) -> None:
    """Set up a new game in `state`, whose generator is seeded and all else zero (in place).

    Leaves it RUNNING with a seat asked.
    """
    kernel_for("deal", state)(rules, state)


def legal(rules: Any, state: Any, mask: np.ndarray) -> None:
    """Write into `mask`, (A,) int8, 1 for what the seat to act may do and 0 elsewhere.

    All zero when the game is over.
    """
    kernel_for("legal", state)(rules, state, mask)


def apply(rules: Any, state: Any, action: int) -> None:
    """Carry out a legal action and all that follows until a seat is asked or the game is over.

    Trusts its caller: legality is checked at the boundary, not here.  `seat` stays a seat after
    the end.  What happens unasked (a roll, an automaton's move, a whole tick) leaves its result in
    fields that `observe` shows: there is no log of events.
    """
    kernel_for("apply", state)(rules, state, action)


def observe(rules: Any, state: Any, seat: int, out: np.ndarray) -> None:
    """Write what `seat` may know into `out`, (O,) int8, from that seat's own chair."""
    kernel_for("observe", state)(rules, state, seat, out)


def returns(rules: Any, state: Any, out: np.ndarray) -> None:
    """Write the payoffs of a game that is over into `out`, (S,) float32."""
    kernel_for("returns", state)(rules, state, out)


def conceal(rules: Any, state: Any, seat: int) -> None:
    """Deal anew, in place, whatever `seat` cannot know, from the state's own generator.

    The result depends on nothing but that generator and what `seat` knows: bring hidden things
    into a fixed order before shuffling, and choose anew what others have chosen in secret.
    `status`, the seat to act, and its mask if that is `seat`, stay as they are.
    """
    kernel_for("conceal", state)(rules, state, seat)


@kernel
def seat_at(seats: int, seat: int, chair: int) -> int:
    """Return the seat some chairs (0 to S) clockwise of a seat; a division would be slow."""
    other = seat + chair
    return other - seats if other >= seats else other


@kernel
def chair_of(seats: int, seat: int, other: int) -> int:
    """Return how many chairs clockwise of a seat another one is, 0 to S-1."""
    return other - seat if other >= seat else other - seat + seats


@kernel
def write_hundreds(number: int, out: np.ndarray, at: int) -> None:
    """Write the hundreds and the rest of a number, each within an int8, at two places."""
    hundreds = number // 100 if number >= 100 else 0  # a division is slow
    out[at], out[at + 1] = hundreds, number - 100 * hundreds


@kernel
def payoff(has_won: bool, winners: int, seats: int) -> float:
    """Return what one of `seats` is paid; the payoffs of all add up to zero.

    With w winners among n seats a winner gets (n/w - 1)/(n - 1), everybody else -1/(n - 1); where
    nobody or everybody has won, all get 0.
    """
    if winners == 0 or winners == seats:
        return 0.0
    return (seats / winners - 1.0) / (seats - 1) if has_won else -1.0 / (seats - 1)


@kernel
def pay_winners(r: Any, s: Any, out: np.ndarray) -> None:
    """Write the payoffs of a game whose state tells by `won`, 1 or 0 a seat, who has won it."""
    winners = 0
    for seat in range(wide(r.seats)):
        winners += s.won[seat]
    for seat in range(wide(r.seats)):
        out[seat] = payoff(s.won[seat] == 1, winners, wide(r.seats))


# A verb is compiled as the kernel's own function, without a level in between.  Numba compares its
# signature with that of the function below, annotations included: so all games use these names.
overloaded = partial(overload, jit_options=HOW)


@overloaded(deal)
def _deal(r: Any, s: Any):
    return kernel_for("deal", s).py_func


@overloaded(legal)
def _legal(r: Any, s: Any, mask: np.ndarray):
    return kernel_for("legal", s).py_func


@overloaded(apply)
def _apply(r: Any, s: Any, action: int):
    return kernel_for("apply", s).py_func


@overloaded(observe)
def _observe(r: Any, s: Any, seat: int, out: np.ndarray):
    return kernel_for("observe", s).py_func


@overloaded(returns)
def _returns(r: Any, s: Any, out: np.ndarray):
    return kernel_for("returns", s).py_func


@overloaded(conceal)
def _conceal(r: Any, s: Any, seat: int):
    return kernel_for("conceal", s).py_func
