"""What a search thinks of a game at first sight, and how it plays one on from there.

An opinion on each action (`appraise`) serves three ends: the priors of a tree, the choices of a
greedy rollout, and those of rivals that are not searched for.  It is the game's own, by
heuristics/<game>.py.  A game without heuristics has none; it is played on at random.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from ..envs.contract import (
    apply,
    has_kernel,
    implement_more,
    kernel_for,
    legal,
    overloaded,
)
from ..envs.game import Game
from ..envs.kernel import LEAN, inlined, lean_kernel, new_states, wide
from ..envs.randomness import count_allowed, draw_allowed, draw_below
from .evaluation import evaluate, is_weighed, load_evaluation, weigh
from .greedy import MIDWAY_DEPTH, pick_best, value_after
from .planning import THOROUGH, Room, make_room, plan
from .weights import weights

NO_WEIGHTS = weights(scale=1.0)  # of a game without heuristics
FINEST = 1 << 30  # steps of a chance
TO_THE_END = -1  # of a rollout that is not cut off


class Pad(NamedTuple):
    """Room to think one game through."""

    world: np.ndarray  # (1,) state: the game that is played
    tries: np.ndarray  # (MIDWAY_DEPTH + 1,) states
    masks: np.ndarray  # (MIDWAY_DEPTH, A) int8
    mask: np.ndarray  # (A,) int8: what may be done in the world
    values: np.ndarray  # (A,) float64: what each action promises
    paid: np.ndarray  # (S,) float32
    payoffs: np.ndarray  # (S,) float64: what the world has come to, or may be expected to
    sight: np.ndarray  # (O,) int8: what a seat sees ...
    words: np.ndarray  # ... in uint64, with zeros behind, to be digested
    steps: np.ndarray  # (1,) int64: actions played since the pad was made
    room: Room  # to plan a turn


class Style(NamedTuple):
    """How games are played on."""

    is_greedy: int  # 1: by the best opinion; 0: at random
    epsilon: float  # how often a greedy one is random all the same, 0 to 1
    cut: int  # actions after which the evaluation speaks, or TO_THE_END


def make_pad(game: Game) -> Pad:
    """Return room to think one game at a time."""
    words = np.zeros(-(-game.features.size // 8), np.uint64)
    actions = len(game.actions)
    return Pad(
        world=new_states(game.state_dtype, 1),
        tries=new_states(game.state_dtype, MIDWAY_DEPTH + 1),
        masks=np.zeros((MIDWAY_DEPTH, actions), np.int8),
        mask=np.zeros(actions, np.int8),
        values=np.zeros(actions),
        paid=np.zeros(game.seats, np.float32),
        payoffs=np.zeros(game.seats),
        sight=words.view(np.int8)[: game.features.size],
        words=words,
        steps=np.zeros(1, np.int64),
        room=make_room(game, THOROUGH),
    )


# -------------------------------------------------------------------------------------- An opinion


def load_opinion(game: Game) -> np.ndarray:
    """Load the heuristics of a game, if there are any, and return their weights, (1,)."""
    if not has_heuristics(game):
        nothing = {
            "appraise": _appraise_nothing,
            "evaluate": _see_nothing,
            "foresee": _foresee_nothing,
        }
        implement_more(game.state_dtype, **nothing)
        return NO_WEIGHTS
    found = load_evaluation(game)
    foresight = _foresee_turn if has_kernel("goes_on", game.state_dtype) else _foresee_nothing
    appraisal = _choose_appraisal(game.state_dtype)
    implement_more(game.state_dtype, appraise=appraisal, foresee=foresight)
    return found


def has_heuristics(game: Game) -> bool:
    """Tell whether there is an opinion on a game."""
    return find_spec(f".heuristics.{game.name}", __package__) is not None


def advice_for(game: Game) -> dict[str, Any]:
    """Return the settings of a search that suit a game: see search_settings.py."""
    if not has_heuristics(game):
        return {"prior": "none", "rollouts": "random", "cut": TO_THE_END}
    return import_module(f".heuristics.{game.name}", __package__).SEARCH


def _choose_appraisal(dtype: np.dtype) -> Callable[..., None]:
    if has_kernel("goes_on", dtype):
        return _appraise_small_acts
    return _appraise_acts if has_kernel("is_midway", dtype) else _appraise_choices


def appraise(rules: Any, state: Any, weights: Any, mask: np.ndarray, pad: Any) -> None:
    """Write into `pad.values` (A,) what the actions of `mask` (A,) promise the seat to act.

    In the unit of `evaluate`.  Nothing that this seat cannot know counts, but for what the state
    says is to come: it must be an imagined one.
    """
    kernel_for("appraise", state)(rules, state, weights, mask, pad)


@overloaded(appraise, jit_options=LEAN)
def _appraise(r: Any, s: Any, w: Any, mask: np.ndarray, pad: Any):
    return kernel_for("appraise", s).py_func


@lean_kernel
def _appraise_acts(r: Any, s: Any, w: Any, mask: np.ndarray, pad: Any) -> None:
    """Try every action, and think one that is half done to its end."""
    seat = wide(s.seat)
    for action in range(len(mask)):
        if mask[action]:
            pad.tries[0] = s
            apply(r, pad.tries[0], action)
            pad.values[action] = value_after(r, w, pad.tries, pad.masks, seat)


@lean_kernel
def _appraise_small_acts(r: Any, s: Any, w: Any, mask: np.ndarray, pad: Any) -> None:
    """Try every action: one that is half done is judged as what it will bring."""
    if is_weighed(r, s):
        _appraise_choices(r, s, w, mask, pad)
        return
    seat = wide(s.seat)
    for action in range(len(mask)):
        if mask[action]:
            pad.tries[0] = s
            apply(r, pad.tries[0], action)
            pad.values[action] = evaluate(r, pad.tries[0], w, seat)


@lean_kernel
def _appraise_choices(r: Any, s: Any, w: Any, mask: np.ndarray, pad: Any) -> None:
    """Weigh every choice by itself."""
    seat = wide(s.seat)
    before = evaluate(r, s, w, seat)
    for action in range(len(mask)):
        if mask[action]:
            pad.values[action] = before + weigh(r, s, w, seat, action)


@lean_kernel
def _appraise_nothing(r: Any, s: Any, w: Any, mask: np.ndarray, pad: Any) -> None:
    """Have no opinion: all actions are alike."""
    pad.values[:] = 0.0


@lean_kernel
def _see_nothing(r: Any, s: Any, w: Any, seat: int) -> float:
    """Have no opinion: every position is as good as another."""
    return 0.0


def foresee(rules: Any, state: Any, weights: Any, pad: Any) -> None:
    """Write into `pad.values` what the rest of the turn may come to by each action of `pad.mask`.

    The mask is written too; it is empty where there is nothing to plan.
    """
    kernel_for("foresee", state)(rules, state, weights, pad)


@overloaded(foresee, jit_options=LEAN)
def _foresee(r: Any, s: Any, w: Any, pad: Any):
    return kernel_for("foresee", s).py_func


@lean_kernel
def _foresee_turn(r: Any, s: Any, w: Any, pad: Any) -> None:
    """Plan the turn; what comes to the same as another action seems hopeless, once is enough."""
    if is_weighed(r, s):
        pad.mask[:] = 0
        return
    plan(r, s, w, pad.room, pad.values)
    legal(r, s, pad.mask)


@lean_kernel
def _foresee_nothing(r: Any, s: Any, w: Any, pad: Any) -> None:
    """See no further than `appraise`."""
    pad.mask[:] = 0


@lean_kernel
def expect(value: float, w: Any) -> float:
    """Return the payoff, -1 to 1, that is to be expected of what `evaluate` says."""
    return np.tanh(value / w.scale)


# ---------------------------------------------------------------------------------------- Rollouts


@inlined
def decide(r: Any, s: Any, w: Any, style: Any, pad: Any) -> int:
    """Return what the seat to act does in a rollout."""
    legal(r, s, pad.mask)
    if not style.is_greedy:
        return draw_allowed(s, pad.mask)
    if style.epsilon > 0.0 and draw_below(s, FINEST) < style.epsilon * FINEST:
        return draw_allowed(s, pad.mask)
    if count_allowed(pad.mask) > 1:
        appraise(r, s, w, pad.mask, pad)
    return pick_best(pad.mask, pad.values, s.random)
