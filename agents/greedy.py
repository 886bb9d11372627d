"""`greedy`: tries every legal action, thinks a half-done act to its end, and takes the best.

Where a turn has several acts it plans the turn: see planning.py.  Where seats choose together
nobody knows what an action will come to: there it weighs each by itself.  The opinion is the
game's own: see heuristics/<game>.py; its weights may be others.  Ties are broken at random.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ..envs.contract import RUNNING, apply, has_kernel, legal
from ..envs.errors import BadOption
from ..envs.game import Game
from ..envs.kernel import kernel, new_states, wide
from ..envs.randomness import combine, count_allowed, nth_allowed
from .evaluation import evaluate, forget, is_midway, is_weighed, load_evaluation, weigh
from .planning import NOTHING, QUICK, make_room, plan
from .player import Views
from .weights import read_weights

MIDWAY_DEPTH = 4  # small acts that belong to one; room for them is made beforehand
FORGETFUL = "forgetful"


@kernel
def _goes_on(r: Any, state: Any, seat: int) -> bool:
    """Tell whether `seat` has an act half done in `state`."""
    return state.status == RUNNING and state.seat == seat and is_midway(r, state)


@kernel
def value_after(r: Any, w: Any, pad: np.ndarray, masks: np.ndarray, seat: int) -> float:
    """Return the value of `pad[0]` for `seat`, or of the best end of an act that is half done.

    Depth first, without recursion, which Numba's disk cache does not bear.
    """
    if not _goes_on(r, pad[0], seat):
        return evaluate(r, pad[0], w, seat)
    best, depth = NOTHING, 0
    legal(r, pad[0], masks[0])
    while depth >= 0:
        action = nth_allowed(masks[depth], 0)
        if action < 0:
            depth -= 1
            continue
        masks[depth, action] = 0
        pad[depth + 1] = pad[depth]
        apply(r, pad[depth + 1], action)
        if depth + 1 < len(masks) and _goes_on(r, pad[depth + 1], seat):
            depth += 1
            legal(r, pad[depth], masks[depth])
        else:
            best = max(best, evaluate(r, pad[depth + 1], w, seat))
    return best


@kernel
def pick_best(mask: np.ndarray, values: np.ndarray, key: Any) -> int:
    """Return the allowed action (A,) of the highest value (A,); lots by `key` break ties."""
    best, best_lot, best_action = NOTHING, np.uint64(0), -1
    for action in range(len(mask)):
        if mask[action]:
            lot = combine(key, np.uint64(action))
            if values[action] > best or (values[action] == best and lot > best_lot):
                best, best_lot, best_action = values[action], lot, action
    return best_action


@kernel
def choose_greedily(
    rules: np.ndarray,
    weights: np.ndarray,
    states: np.ndarray,
    mask: np.ndarray,
    keys: np.ndarray,
    pad: np.ndarray,
    masks: np.ndarray,
    values: np.ndarray,
    actions: np.ndarray,
) -> None:
    """Write into `actions` (N,) the best action for the seat to act in each of `states` (N,).

    `pad`, `masks` and `values` are room to think in; `keys` (N,) break ties.
    """
    r = rules[0]
    for i in range(len(states)):
        seat = wide(states[i].seat)
        for action in range(mask.shape[1]):
            if mask[i, action]:
                pad[0] = states[i]
                apply(r, pad[0], action)
                values[action] = value_after(r, weights[0], pad, masks, seat)
        actions[i] = pick_best(mask[i], values, keys[i])


@kernel
def weigh_all(r: Any, state: Any, w: Any, mask: np.ndarray, values: np.ndarray) -> None:
    """Write into `values` (A,) what each action of `mask` (A,) weighs for the seat to act."""
    for action in range(len(mask)):
        if mask[action]:
            values[action] = weigh(r, state, w, wide(state.seat), action)


@kernel
def choose_by_plan(
    rules: np.ndarray,
    weights: np.ndarray,
    states: np.ndarray,
    mask: np.ndarray,
    keys: np.ndarray,
    room: Any,
    values: np.ndarray,
    actions: np.ndarray,
) -> None:
    """Write into `actions` (N,) how the seat to act in each game begins its best turn."""
    for i in range(len(states)):
        if is_weighed(rules[0], states[i]):
            weigh_all(rules[0], states[i], weights[0], mask[i], values)
        elif count_allowed(mask[i]) > 1:
            plan(rules[0], states[i], weights[0], room, values)
        actions[i] = pick_best(mask[i], values, keys[i])


@kernel
def choose_by_weight(
    rules: np.ndarray,
    weights: np.ndarray,
    states: np.ndarray,
    mask: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    actions: np.ndarray,
) -> None:
    """Write into `actions` (N,) the action that weighs most for the seat to act in each game."""
    for i in range(len(states)):
        weigh_all(rules[0], states[i], weights[0], mask[i], values)
        actions[i] = pick_best(mask[i], values, keys[i])


@kernel
def forget_all(rules: np.ndarray, states: np.ndarray) -> None:
    """Leave the seat to act in each of `states` (N,), in place, only what lies before it."""
    for i in range(len(states)):
        forget(rules[0], states[i], wide(states[i].seat))


class Greedy:
    """Takes the action that the game's evaluation likes best."""

    def __init__(
        self,
        game: Game,
        weights: np.ndarray | None = None,
        *,
        name: str = "greedy",
        is_forgetful: bool = False,
    ) -> None:
        """Load the evaluation of the game, whose `weights` (1,) may be others; make room."""
        own = load_evaluation(game)
        self.name = name
        self._weights = own if weights is None else weights
        self._is_forgetful = is_forgetful
        self._pad = new_states(game.state_dtype, MIDWAY_DEPTH + 1)
        self._masks = np.zeros((MIDWAY_DEPTH, len(game.actions)), np.int8)
        self._values = np.zeros(len(game.actions))
        self._room = make_room(game, QUICK) if has_kernel("goes_on", game.state_dtype) else None

    def act(self, views: Views) -> np.ndarray:
        """Return one action for each view, (N,) int64."""
        actions = np.zeros(len(views), np.int64)
        rules, worlds = views.game.rules, views.imagine()
        if self._is_forgetful:
            forget_all(rules, worlds)
        given = rules, self._weights, worlds, views.action_mask, views.keys
        found = self._values, actions
        if views.game.idle_action is not None:
            choose_by_weight(*given, *found)
        elif self._room is not None:
            choose_by_plan(*given, self._room, *found)
        else:
            choose_greedily(*given, self._pad, self._masks, *found)
        return actions


def make(spec: str, game: Game, argument: str, settings: dict[str, str]) -> Greedy:
    """Return the agent for `make_agent`: with no argument, `forgetful`, or a file of weights."""
    if settings:
        raise BadOption(f"agent {spec!r}: greedy takes no settings.")
    if not argument:
        return Greedy(game)
    name = f"greedy:{argument}"
    if argument != FORGETFUL:
        return Greedy(game, read_weights(Path(argument), game), name=name)
    load_evaluation(game)
    if not has_kernel("forget", game.state_dtype):
        raise BadOption(f"agent {spec!r}: there is nothing to remember in {game.title}.")
    return Greedy(game, name=name, is_forgetful=True)
