"""The agent protocol: an agent answers for many games at once, and sees only its own view.

An agent is any object with a `name` and a method `act(views)`.  It gets `Views`, never the true
state of a game, and returns one action for each.  All its randomness comes from `views.keys`, one
fresh key for each decision, so that a game is the same in any batch and any process.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from ..envs.batch import imagine_games
from ..envs.game import Game
from ..envs.kernel import kernel
from ..envs.position import Position
from ..envs.randomness import DECISION, WORLD, combine, fold


@kernel
def combine_each(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> None:
    """Write into `out` (N,) uint64 the seeds made of each pair of `a` and `b` (N,) uint64."""
    for i in range(len(out)):
        out[i] = combine(a[i], b[i])


@kernel
def _write_decision_keys(seeds: np.ndarray, decisions: np.ndarray, out: np.ndarray) -> None:
    for i in range(len(out)):
        out[i] = fold(combine(combine(seeds[i], DECISION), decisions[i]))


def decision_keys(seeds: np.ndarray, decisions: np.ndarray) -> np.ndarray:
    """Return the key of each game's decision of that number, all (N,) uint64.

    The game's seed, from which all that is hidden follows, cannot be told from a key.
    """
    keys = np.zeros(len(seeds), np.uint64)
    _write_decision_keys(seeds, decisions, keys)
    return keys


class Views:
    """What the seats to act see in N games of one kind.

    observation : (N, O) int8, laid out as `game.features` says
    action_mask : (N, A) int8, never all zero; action numbers are named by `game.actions`
    seat        : (N,) int64, the seat that is asked
    keys        : (N,) uint64, the randomness of each decision
    memories    : None, or a dict for each, empty at the start of a game and lost with it, in which
        an agent may keep what it has thought in that game and seat
    """

    def __init__(
        self,
        game: Game,
        states: np.ndarray,
        observation: np.ndarray,
        action_mask: np.ndarray,
        keys: np.ndarray,
        memories: Sequence[dict[Any, Any]] | None = None,
    ) -> None:
        """Keep arrays of N games; `states` stays behind `imagine`."""
        self.game = game
        self.observation = observation
        self.action_mask = action_mask
        self.seat = states["seat"].astype(np.int64)
        self.keys = keys
        self.memories = memories
        self._states = states

    @classmethod
    def of_position(
        cls, position: Position, key: int = 0, memory: dict[Any, Any] | None = None
    ) -> "Views":
        """Return the one view of the seat to act in a position."""
        return cls(
            position.game,
            position.states,
            position.observation()[None],
            position.action_mask()[None],
            np.array([key], np.uint64),
            None if memory is None else [memory],
        )

    def __len__(self) -> int:
        """Return how many games are waiting for an action."""
        return len(self.seat)

    def __getitem__(self, i: int) -> "View":
        """Return the view of one game."""
        return View(self, range(len(self))[i])

    def __iter__(self) -> Iterator["View"]:
        """Go through the games one by one: readable, and slow."""
        return (self[i] for i in range(len(self)))

    def select(self, indices: np.ndarray) -> "Views":
        """Return the views of some of the games."""
        return Views(
            self.game,
            self._states[indices],
            self.observation[indices],
            self.action_mask[indices],
            self.keys[indices],
            self.memories and [self.memories[i] for i in indices],
        )

    def imagine(self, draw: int = 0) -> np.ndarray:
        """Return states (N,) in which all that each seat cannot know has been dealt anew.

        Each `draw` (0, 1, ...) deals another world.  What a seat can know is as in the true game.
        """
        states = self._states.copy()
        seeds = np.zeros(len(self), np.uint64)
        combine_each(self.keys, np.full(len(self), WORLD + np.uint64(draw), np.uint64), seeds)
        imagine_games(self.game.rules, states, self.seat, seeds)
        return states


class View:
    """What one seat sees: one of `Views`."""

    def __init__(self, views: Views, i: int) -> None:
        """Look at game `i` of `views`."""
        self._views = views
        self._i = i
        self.game = views.game
        self.seat = int(views.seat[i])
        self.observation = views.observation[i]
        self.action_mask = views.action_mask[i]
        self.key = int(views.keys[i])

    @property
    def features(self) -> dict[str, np.ndarray]:
        """The observation by the names of the feature table."""
        return self.game.features.split(self.observation)

    @property
    def legal_actions(self) -> list[int]:
        """Numbers of what the seat may do."""
        return np.flatnonzero(self.action_mask).tolist()

    @property
    def legal_words(self) -> list[str]:
        """What the seat may do, in words; in the order of `legal_actions`."""
        return [self.game.actions[action] for action in self.legal_actions]

    def alone(self) -> Views:
        """Return this view as the only one of its `Views`."""
        return self._views.select(np.array([self._i]))

    def imagine(self, draw: int = 0) -> Position:
        """Return a position in which all that the seat cannot know has been dealt anew."""
        return Position(self.game, self.alone().imagine(draw))


class Agent(Protocol):
    """Whoever plays."""

    name: str

    def act(self, views: Views) -> Sequence[int] | np.ndarray:
        """Return one legal action number for each view."""
        ...
