"""Many games as an SB3 `VecEnv` in which every seat of every game can learn.

`SelfPlayEnv` asks one seat after another: a column is a game, and shows the decision of the seat to
act, if the learner sits there; decisions of opponents (kept earlier policies, other agents) are
played in between, in batches grouped by opponent, and are not shown.  `TogetherEnv`, for games
whose seats choose at the same time, has a column for each seat of each game and steps all of a game
at once.  A plain `VecEnv` tells only the reward of the seat that acted, so the learner (learn.py)
reads what a step ended from `ended` and `payoff`, and gives every seat its result.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from stable_baselines3.common.vec_env import VecEnv

from ..agents.player import Agent, Views, decision_keys
from ..envs.batch import SKIP, Batch
from ..envs.contract import RUNNING, TRUNCATED
from ..envs.game import Game
from ..envs.parallel import ParallelBatch

LEARNER = -1  # who sits in a seat, if not the opponent of that number
NO_DECISION = -1  # in place of a seat: nothing to learn from in that column now
_ONE = np.uint64(1)


class Opponents:
    """Who else may sit at a table, and how often."""

    def __init__(self, past_share: float, keep: int, agents: list[Agent], share: float) -> None:
        """Share the games out: `past_share` with earlier policies, `share` with `agents`."""
        self.past_share = past_share
        self.share = share
        self.keep = keep
        self.agents = agents
        self.past: list[Agent] = []

    def keep_policy(self, agent: Agent, rng: np.random.Generator) -> None:
        """Keep one more earlier policy; a full house loses a random one of the older ones."""
        if len(self.past) >= self.keep:
            self.past.pop(int(rng.integers(len(self.past))))
        self.past.append(agent)

    @property
    def all(self) -> list[Agent]:
        """All opponents in the order of their numbers."""
        return self.agents + self.past

    def draw(self, rng: np.random.Generator) -> int:
        """Draw who sits opposite in a new game: an opponent's number, or LEARNER."""
        lot = rng.random()
        if self.agents and lot < self.share:
            return int(rng.integers(len(self.agents)))
        if self.past and lot >= 1 - self.past_share:
            return len(self.agents) + int(rng.integers(len(self.past)))
        return LEARNER


class Tables(VecEnv):
    """What `SelfPlayEnv` and `TogetherEnv` share.  With C columns, and K seats deciding in each:

    seat        : (C,) int64, which of those K is the learner's that is asked, or NO_DECISION
    observation : (C, O) int8, what each column sees now, a view
    ended       : (C,) bool, whether the game of a column ended after the last step's decision
    payoff      : (C, K) float32, the payoff of each of its seats where it did
    """

    def __init__(
        self, batch: Batch, columns: int, seat_count: int, seed: int, opponents: Opponents
    ) -> None:
        """Take over a batch of games, dealt from `seed`."""
        self.game, self.batch, self.seat_count = batch.game, batch, seat_count
        features = self.game.features
        self.render_mode = None
        self.opponents = opponents
        self.rng = np.random.default_rng([seed, 1])
        super().__init__(
            columns,
            Box(features.low, features.high, dtype=np.int8),
            Discrete(len(self.game.actions)),
        )
        self.sitting = np.full((batch.n, self.game.seats), LEARNER, np.int64)
        self.decisions = np.zeros(batch.n, np.uint64)
        self.ended = np.zeros(columns, bool)
        self.payoff = np.zeros((columns, seat_count), np.float32)
        self.finished: list[tuple[float, int]] = []  # (truncated, decisions) of games that ended

    @property
    def observation(self) -> np.ndarray:
        """What each column sees now, (C, O) int8, a view."""
        return self.batch.observation.reshape(self.num_envs, -1)

    def action_masks(self) -> np.ndarray:
        """Return what each column may do, (C, A) int8: the name that sb3-contrib calls."""
        return self.batch.action_mask.reshape(self.num_envs, -1)

    def _seat_players(self, i: int) -> None:
        """Begin a new game at table i: all seats learn, or one seat against an opponent."""
        self.decisions[i] = 0
        opponent = self.opponents.draw(self.rng)
        self.sitting[i] = opponent
        if opponent != LEARNER:
            self.sitting[i, self.rng.integers(self.game.seats)] = LEARNER

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions, (C,), for `step_wait`."""
        self._actions = actions

    def _is_truncated(self, i: int) -> bool:
        return bool(self.batch.status[i] == TRUNCATED)

    def _begin_next(self, i: int) -> None:
        """Count the game that ended at table i, and seat the next one."""
        self.finished.append((float(self._is_truncated(i)), int(self.decisions[i])))
        self._seat_players(i)

    def close(self) -> None:
        """Stop the batch."""
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute once for each of the columns asked for: they share them all."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: columns share their attributes."""
        raise NotImplementedError("columns of a SelfPlayEnv share their attributes")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list:
        """Call a method of the whole, and return its rows: for `action_masks`."""
        rows = getattr(self, method_name)(*args, **kwargs)
        return [rows[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return False for each column."""
        return [False for _ in self._get_indices(indices)]


class SelfPlayEnv(Tables):
    """`n` games whose seats are asked one after another: a column is a game, K all its seats."""

    def __init__(self, game: Game, n: int, seed: int, opponents: Opponents) -> None:
        """Deal `n` games from a seed."""
        super().__init__(game.batch(n, seed), n, game.seats, seed, opponents)

    @property
    def seat(self) -> np.ndarray:
        """The seat to act in each game, (C,) int64."""
        return self.batch.seat.astype(np.int64)

    def reset(self) -> np.ndarray:
        """Seat everybody and return the learner's first decisions, (C, O) int8, a copy."""
        for i in range(self.batch.n):
            self._seat_players(i)
        self._play_opponents()
        return self.observation.copy()

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the actions, then the opponents' until the learner is asked again in every game.

        Rewards, (C,), are those of the seat that acted; `payoff` has everybody's.
        """
        acted = self.seat
        self.ended[:] = False
        self.payoff[:] = 0
        final = self._play(self._actions)
        final |= self._play_opponents()
        rewards = self.payoff[np.arange(self.num_envs), acted]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i, (view, truncated) in final.items():
            infos[i] = {"terminal_observation": view[acted[i]], "TimeLimit.truncated": truncated}
        return self.observation.copy(), rewards, self.ended.copy(), infos

    def _play(self, actions: np.ndarray) -> dict[int, tuple[np.ndarray, bool]]:
        """Step the batch; note what ended, seat the next game, return the last views by column."""
        played = actions != SKIP
        self.batch.step(actions)
        self.decisions[played] += _ONE
        final = {}
        for i in np.flatnonzero(self.batch.status).tolist():
            if not self.ended[i]:
                self.ended[i] = True
                self.payoff[i] = self.batch.reward[i]
                final[i] = self.batch.final_observation[i].copy(), self._is_truncated(i)
            self._begin_next(i)
        return final

    def _play_opponents(self) -> dict[int, tuple[np.ndarray, bool]]:
        """Let opponents act, grouped, until every game asks the learner."""
        final: dict[int, tuple[np.ndarray, bool]] = {}
        rows = np.arange(self.num_envs)
        while True:
            who = self.sitting[rows, self.seat]
            if (who == LEARNER).all():
                return final
            actions = np.full(self.num_envs, SKIP, np.int64)
            for number in np.unique(who[who != LEARNER]):
                column = np.flatnonzero(who == number)
                actions[column] = self.opponents.all[number].act(self._views(column))
            final = self._play(actions) | final

    def _views(self, column: np.ndarray) -> Views:
        keys = decision_keys(self.batch.seeds[column], self.decisions[column])
        batch = self.batch
        return Views(
            self.game,
            batch.states[column],
            batch.observation[column],
            batch.action_mask[column],
            keys,
        )


class TogetherEnv(Tables):
    """`n` games whose seats choose together: a column is a seat of a game, and K is 1.

    A row is a tick of every game; one game's columns lie side by side.
    """

    batch: ParallelBatch

    def __init__(self, game: Game, n: int, seed: int, opponents: Opponents) -> None:
        """Deal `n` games from a seed; BadOption if their seats act one at a time."""
        batch = game.batch(n, seed, together=True)
        super().__init__(batch, n * game.seats, 1, seed, opponents)

    @property
    def seat(self) -> np.ndarray:
        """0 where the learner decides, (C,) int64, elsewhere NO_DECISION."""
        learns = self.batch.asked & (self.sitting == LEARNER)
        return np.where(learns.ravel(), 0, NO_DECISION)

    def reset(self) -> np.ndarray:
        """Seat everybody and return what each column sees, (C, O) int8, a copy."""
        for i in range(self.batch.n):
            self._seat_players(i)
        return self.observation.copy()

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the learner's actions and the opponents' together; rewards are (C,)."""
        seats, asked = self.game.seats, self.batch.asked
        actions = np.array(self._actions, np.int64).reshape(-1, seats)
        self._answer_for_opponents(actions, asked)
        self.batch.step(actions)
        self.decisions += asked.sum(axis=1).astype(np.uint64)
        self.ended[:] = np.repeat(self.batch.status != RUNNING, seats)
        self.payoff[:, 0] = self.batch.reward.ravel()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(self.batch.status).tolist():
            for seat, view in enumerate(self.batch.final_observation[i].copy()):
                infos[i * seats + seat] = {
                    "terminal_observation": view,
                    "TimeLimit.truncated": self._is_truncated(i),
                }
            self._begin_next(i)
        return self.observation.copy(), self.payoff[:, 0].copy(), self.ended.copy(), infos

    def _answer_for_opponents(self, actions: np.ndarray, asked: np.ndarray) -> None:
        """Write into `actions`, (N, S), what the opponents choose that are asked."""
        for number in np.unique(self.sitting[self.sitting != LEARNER]):
            table, seat = np.nonzero((self.sitting == number) & asked)
            if len(table):
                actions[table, seat] = self.opponents.all[number].act(self._views_of(table, seat))

    def _views_of(self, table: np.ndarray, seat: np.ndarray) -> Views:
        batch = self.batch
        states = batch.states[table]
        states["seat"] = seat
        before = np.cumsum(batch.asked, axis=1) - batch.asked  # decisions of others in this tick
        decision = self.decisions[table] + before[table, seat].astype(np.uint64)
        keys = decision_keys(batch.seeds[table], decision)
        return Views(
            self.game, states, batch.observation[table, seat], batch.action_mask[table, seat], keys
        )
