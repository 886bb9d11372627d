"""`greedy`: tries every legal action, thinks a half-done act to its end, and takes the best.

The evaluation is the game's own: see heuristics/<game>.py.  Ties are broken at random.
"""

from typing import Any

import numpy as np

from ..envs.contract import RUNNING, apply, legal
from ..envs.game import Game
from ..envs.kernel import kernel, new_states
from ..envs.randomness import combine
from . import refuse_settings
from .evaluation import evaluate, is_midway, load_evaluation
from .player import Views

MIDWAY_DEPTH = 4  # small acts that belong to one; room for them is made beforehand
_NOTHING = -1e30


@kernel
def _value_after(r: Any, pad: np.ndarray, masks: np.ndarray, depth: int, seat: int) -> float:
    """Return the value of `pad[depth]` for `seat`, the best end of an act that is half done."""
    state = pad[depth]
    midway = state.status == RUNNING and state.seat == seat and is_midway(r, state)
    if not midway or depth + 1 >= len(pad):
        return evaluate(r, state, seat)
    best = _NOTHING
    legal(r, state, masks[depth])
    for action in range(masks.shape[1]):
        if masks[depth, action]:
            pad[depth + 1] = state
            apply(r, pad[depth + 1], action)
            best = max(best, _value_after(r, pad, masks, depth + 1, seat))
    return best


@kernel
def choose_greedily(
    rules: np.ndarray,
    states: np.ndarray,
    mask: np.ndarray,
    keys: np.ndarray,
    pad: np.ndarray,
    masks: np.ndarray,
    actions: np.ndarray,
) -> None:
    """Write into `actions` (N,) the best action for the seat to act in each of `states` (N,).

    `pad` and `masks` are room to think in; `keys` (N,) break ties.
    """
    r = rules[0]
    for i in range(len(states)):
        best, best_lot = _NOTHING, np.uint64(0)
        for action in range(mask.shape[1]):
            if mask[i, action]:
                pad[0] = states[i]
                apply(r, pad[0], action)
                value = _value_after(r, pad, masks, 0, states[i].seat)
                lot = combine(keys[i], np.uint64(action))
                if value > best or (value == best and lot > best_lot):
                    best, best_lot, actions[i] = value, lot, action


class Greedy:
    """Takes the action whose outcome the game's evaluation likes best."""

    name = "greedy"

    def __init__(self, game: Game) -> None:
        """Load the evaluation of the game and make room to think in."""
        load_evaluation(game)
        self._pad = new_states(game.state_dtype, MIDWAY_DEPTH)
        self._masks = np.zeros((MIDWAY_DEPTH, len(game.actions)), np.int8)

    def act(self, views: Views) -> np.ndarray:
        """Return one action for each view, (N,) int64."""
        actions = np.zeros(len(views), np.int64)
        choose_greedily(
            views.game.rules,
            views.imagine(),
            views.action_mask,
            views.keys,
            self._pad,
            self._masks,
            actions,
        )
        return actions


def make(spec: str, game: Game, argument: str, settings: dict[str, str]) -> Greedy:
    """Return the agent for `make_agent`."""
    refuse_settings(spec, argument, settings)
    return Greedy(game)
