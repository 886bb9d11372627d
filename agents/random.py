"""`random`: any legal action, all equally likely."""

from typing import Any

import numpy as np

from ..envs.game import Game
from ..envs.kernel import kernel
from ..envs.randomness import count_allowed, nth_allowed, scramble
from . import refuse_settings
from .player import Views

_HALF = np.uint64(32)


@kernel
def pick_allowed(mask: np.ndarray, key: Any) -> int:
    """Return a legal action, all equally likely to within 1 in 2**32 / A, or -1 if none is."""
    count = np.uint64(count_allowed(mask))
    return nth_allowed(mask, np.int64(((scramble(key) >> _HALF) * count) >> _HALF))


@kernel
def pick_all(mask: np.ndarray, keys: np.ndarray, actions: np.ndarray) -> None:
    """Write into `actions` (N,) a random legal action for each game, from `keys` (N,) uint64."""
    for i in range(len(actions)):
        actions[i] = pick_allowed(mask[i], keys[i])


class Random:
    """Plays any legal action, all equally likely."""

    name = "random"

    def act(self, views: Views) -> np.ndarray:
        """Return one action for each view, (N,) int64."""
        actions = np.zeros(len(views), np.int64)
        pick_all(views.action_mask, views.keys, actions)
        return actions


def make(spec: str, game: Game, argument: str, settings: dict[str, str]) -> Random:
    """Return the agent for `make_agent`."""
    refuse_settings(spec, argument, settings)
    return Random()
