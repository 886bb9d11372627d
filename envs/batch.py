"""`Batch`: many games at once, stepped in compiled code; the face for training and tournaments.

The kernels here are written once for all games: they call the verbs of contract.py, which are
specialised by the record's type.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from .contract import RUNNING, TERMINATED, TRUNCATED, apply, conceal, deal, legal, observe, returns
from .errors import BadOption, IllegalAction, UnknownAction
from .game import Game, check_seed, check_whole_number
from .kernel import inlined, kernel, new_states, wide
from .randomness import NEXT_GAME, combine, seed_generator

MAX_GAMES = 10_000_000
SKIP = -1  # in place of an action: leave that game as it is


@kernel
def start_games(rules: np.ndarray, states: np.ndarray, seeds: np.ndarray) -> None:
    """Deal `states` (N,), in place, from `seeds` (N,) uint64."""
    for i in range(len(states)):
        seed_generator(states[i], seeds[i])
        deal(rules[0], states[i])


@kernel
def look(rules: np.ndarray, states: np.ndarray, mask: np.ndarray, observation: np.ndarray) -> None:
    """Write what the seats to act may do and see: (N, A) and (N, O) int8."""
    for i in range(len(states)):
        legal(rules[0], states[i], mask[i])
        observe(rules[0], states[i], wide(states[i].seat), observation[i])


@kernel
def find_illegal(states: np.ndarray, mask: np.ndarray, actions: np.ndarray) -> int:
    """Return the first running game whose action its mask does not allow, or -1."""
    for i in range(len(actions)):
        if states[i].status == RUNNING and actions[i] != SKIP:
            if actions[i] < 0 or actions[i] >= mask.shape[1] or mask[i, actions[i]] == 0:
                return i
    return -1


@kernel
def step_games(
    auto_reset: bool,
    rules: np.ndarray,
    blank: np.ndarray,
    actions: np.ndarray,
    states: np.ndarray,
    seeds: np.ndarray,
    mask: np.ndarray,
    observation: np.ndarray,
    reward: np.ndarray,
    status: np.ndarray,
    final_states: np.ndarray,
    final_observation: np.ndarray,
) -> int:
    """Play one action in each running game and look again; all arrays in place.

    Return -1; or the first game whose action is not legal, and then no game has moved.
    """
    wrong = find_illegal(states, mask, actions)
    if wrong >= 0:
        return wrong
    r = rules[0]
    for i in range(len(states)):
        state = states[i]
        status[i] = RUNNING
        reward[i, :] = 0.0
        if state.status != RUNNING or actions[i] == SKIP:
            continue
        apply(r, state, actions[i])
        if state.status != RUNNING:
            status[i] = state.status
            one = slice(i, i + 1)
            end_game(rules, states[one], reward[i], final_states[one], final_observation[i])
            if auto_reset:
                states[i] = blank[0]
                seeds[i] = combine(seeds[i], NEXT_GAME)
                start_games(rules, states[one], seeds[one])
        legal(r, state, mask[i])
        observe(r, state, wide(state.seat), observation[i])
    return -1


@inlined
def end_game(
    rules: np.ndarray,
    states: np.ndarray,
    reward: np.ndarray,
    final_states: np.ndarray,
    final_observation: np.ndarray,
) -> None:
    """Write what a game (1,) that is over pays, (S,), its state, (1,), and what all see, (S, O)."""
    returns(rules[0], states[0], reward)
    final_states[0] = states[0]
    for seat in range(len(final_observation)):
        observe(rules[0], states[0], seat, final_observation[seat])


@kernel
def imagine_games(
    rules: np.ndarray, states: np.ndarray, seats: np.ndarray, seeds: np.ndarray
) -> None:
    """Deal anew, in place, what each game's seat cannot know, with a future of its own."""
    for i in range(len(states)):
        seed_generator(states[i], seeds[i])
        conceal(rules[0], states[i], seats[i])


class Batch:
    """`n` games of one kind, played at once.

    Attributes are arrays that are written anew at every step (they are views, not copies; copy
    what you keep):

    observation : (N, O) int8, the view of the seat to act
    action_mask : (N, A) int8, what it may do; all zero only for a game that is over
    seat        : (N,) int8, the seat to act
    reward      : (N, S) float32, every seat's payoff at the step on which a game ends, else 0
    terminated, truncated : (N,) bool, whether that step ended the game, and how; never both
    seeds       : (N,) uint64, `game.new(seed=batch.seeds[i])` begins the same game as slot i
    final_states, final_observation : the last state, and (N, S, O) the last view of every seat, of
        the game that ended at this step, valid where terminated or truncated

    With `auto_reset` (the default) a game that ends is followed at once by the next one, whose
    seed follows from the last; without it, the game stays over and its actions are ignored.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | None = None,
        *,
        seeds: np.ndarray | None = None,
        auto_reset: bool = True,
        threads: int = 1,
    ) -> None:
        """Deal `n` games from one seed, or from a seed each in `seeds` (N,)."""
        n = check_whole_number("n", n, 1, MAX_GAMES)
        threads = min(n, check_whole_number("threads", threads, 1, MAX_GAMES))
        self.game = game
        self.n = n
        self.auto_reset = auto_reset
        self.states = new_states(game.state_dtype, n)
        self._shape = self.decision_shape()
        self.observation = np.zeros((*self._shape, game.features.size), np.int8)
        self.action_mask = np.zeros((*self._shape, len(game.actions)), np.int8)
        self.reward = np.zeros((n, game.seats), np.float32)
        self.status = np.zeros(n, np.int8)
        self.final_states = new_states(game.state_dtype, n)
        self.final_observation = np.zeros((n, game.seats, game.features.size), np.int8)
        self._blank = new_states(game.state_dtype, 1)
        self.threads = threads
        self.seeds = np.zeros(n, np.uint64)
        self._divide()
        self.reset(seed, seeds=seeds)

    def _divide(self) -> None:
        """Cut the arrays up into a part for each thread."""
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        split = (np.array_split(array, self.threads) for array in self._arrays())
        self._parts = list(zip(*split, strict=True))

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle takes along: not the threads, nor views of the arrays."""
        return {key: value for key, value in vars(self).items() if key not in ("_pool", "_parts")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Begin as a copy, with arrays and threads of its own."""
        vars(self).update(state)
        self._divide()

    def decision_shape(self) -> tuple[int, ...]:
        """Return the shape of what a step takes: an action for each game, (N,)."""
        return (self.n,)

    def _arrays(self) -> tuple[np.ndarray, ...]:
        """Return all that a step changes, in the order that `step_games` takes it."""
        return (
            self.states,
            self.seeds,
            self.action_mask,
            self.observation,
            self.reward,
            self.status,
            self.final_states,
            self.final_observation,
        )

    def reset(self, seed: int | None = None, *, seeds: np.ndarray | None = None) -> None:
        """Deal all games anew, from one seed (slot i gets seed i of it) or from `seeds` (N,)."""
        if seeds is None:
            base = np.uint64(check_seed(seed))
            seeds = np.array([combine(base, np.uint64(i)) for i in range(self.n)], np.uint64)
        given = np.asarray(seeds)
        if given.shape != (self.n,):
            raise BadOption(f"seeds must be {self.n} numbers, one a game, not {given.shape}.")
        if given.dtype.kind not in "iu" or (given.dtype.kind == "i" and (given < 0).any()):
            raise BadOption("seeds must be whole numbers from 0 to 2**64 - 1.")
        self.seeds[:] = given
        self.states[:] = self._blank[0]
        self.status[:] = RUNNING
        self.reward[:] = 0
        start_games(self.game.rules, self.states, self.seeds)
        self.look()

    def look(self) -> None:
        """Write observation and mask again, after `states` was changed from outside."""
        look(self.game.rules, self.states, self.action_mask, self.observation)

    @property
    def seat(self) -> np.ndarray:
        """The seat to act in each game, (N,) int8."""
        return self.states["seat"]

    @property
    def terminated(self) -> np.ndarray:
        """Which games this step ended by the rules, (N,) bool."""
        return self.status == TERMINATED

    @property
    def truncated(self) -> np.ndarray:
        """Which games this step ended by a cap, (N,) bool."""
        return self.status == TRUNCATED

    @property
    def is_over(self) -> np.ndarray:
        """Which games are over and stay so (without auto-reset), (N,) bool."""
        return self.states["status"] != RUNNING

    def step(self, actions: np.ndarray) -> "Batch":
        """Play one action (N,) in every game, or SKIP, and return the batch itself.

        Raises
        ------
        IllegalAction, UnknownAction
            If any action is not legal in its game; then no game has moved.
        """
        actions = self._as_actions(actions)
        if self._pool is None:
            wrong = self._step_part(actions, self._parts[0])
        else:
            wrong = self._find_illegal(actions)  # before any part moves
            if wrong < 0:
                actions_of = np.array_split(actions, len(self._parts))
                list(self._pool.map(self._step_part, actions_of, self._parts))
        if wrong >= 0:
            self._refuse(wrong, actions.flat[wrong])
        return self

    def _as_actions(self, actions: np.ndarray) -> np.ndarray:
        """Return action numbers as int64, of `decision_shape()`, or raise UnknownAction."""
        shape = self._shape
        if type(actions) is np.ndarray and actions.dtype == np.int64 and actions.shape == shape:
            return actions  # the usual case, by a short way
        try:
            actions = np.asarray(actions)
        except ValueError:  # rows of different lengths
            actions = np.empty(0)
        if actions.shape != shape or actions.dtype.kind not in "iu":
            raise UnknownAction(
                f"step takes {' x '.join(map(str, shape))} actions, whole numbers, not an array of "
                f"{actions.dtype} and shape {actions.shape}."
            )
        if actions.dtype == np.uint64:  # what is too large for int64 must not wrap to SKIP
            actions = np.minimum(actions, len(self.game.actions))
        return actions.astype(np.int64, copy=False)

    def _find_illegal(self, actions: np.ndarray) -> int:
        return find_illegal(self.states, self.action_mask, actions)

    def _step_part(self, actions: np.ndarray, part: tuple[Any, ...]) -> int:
        return step_games(self.auto_reset, self.game.rules, self._blank, actions, *part)

    def _refuse(self, i: int, action: int) -> None:
        words = self.game.actions[self.game.actions.check(action)]
        raise IllegalAction(f"game {i} of the batch: '{words}' is not legal there.")

    def close(self) -> None:
        """Stop the threads, if there are any; the games may be played on without them."""
        if self._pool is not None:
            self._pool.shutdown()
            self.threads = 1
            self._divide()
