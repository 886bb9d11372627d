"""`SelfPlayEnv`: many games as an SB3 `VecEnv` in which every seat of every game can learn.

A column is a game.  At each step it shows the decision of the seat to act, if the learner sits
there; decisions of opponents (kept earlier policies, other agents) are played in between, in
batches grouped by opponent, and are not shown.  A plain `VecEnv` tells only the reward of the
seat that acted, so the learner (learn.py) reads what a step ended from `ended` and `payoff`, and
gives every seat its result.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from stable_baselines3.common.vec_env import VecEnv

from ..agents.player import Agent, Views, decision_keys
from ..envs.batch import SKIP
from ..envs.contract import TRUNCATED
from ..envs.game import Game

LEARNER = -1  # who sits in a seat, if not the opponent of that number
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


class SelfPlayEnv(VecEnv):
    """`n` games as a VecEnv; columns are games, rows are decisions of the learner.

    ended  : (N,) bool, whether the game of that column ended after the last step's decision
    payoff : (N, S) float32, every seat's payoff where it did
    seat   : (N,) int64, the learner's seat that is asked now
    """

    def __init__(self, game: Game, n: int, seed: int, opponents: Opponents) -> None:
        """Deal `n` games from a seed."""
        features = game.features
        self.render_mode = None
        self.game = game
        self.opponents = opponents
        self.batch = game.batch(n, seed)
        self.rng = np.random.default_rng([seed, 1])
        super().__init__(
            n, Box(features.low, features.high, dtype=np.int8), Discrete(len(game.actions))
        )
        self.sitting = np.full((n, game.seats), LEARNER, np.int64)
        self.decisions = np.zeros(n, np.uint64)
        self.ended = np.zeros(n, bool)
        self.payoff = np.zeros((n, game.seats), np.float32)
        self.finished: list[tuple[float, int]] = []  # (truncated, decisions) of games that ended

    @property
    def seat(self) -> np.ndarray:
        """The seat to act in each game, (N,) int64."""
        return self.batch.seat.astype(np.int64)

    def action_masks(self) -> np.ndarray:
        """Return what the seats to act may do, (N, A) int8: the name that sb3-contrib calls."""
        return self.batch.action_mask

    def reset(self) -> np.ndarray:
        """Seat everybody and return the learner's first decisions, (N, O) int8, a copy."""
        for i in range(self.num_envs):
            self._seat_players(i)
        self._play_opponents()
        return self.batch.observation.copy()

    def _seat_players(self, i: int) -> None:
        """Begin a new game in column i: all seats learn, or one seat against an opponent."""
        self.decisions[i] = 0
        opponent = self.opponents.draw(self.rng)
        self.sitting[i] = opponent
        if opponent != LEARNER:
            self.sitting[i, self.rng.integers(self.game.seats)] = LEARNER

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions, (N,), for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the actions, then the opponents' until the learner is asked again in every game.

        Rewards, (N,), are those of the seat that acted; `payoff` has everybody's.
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
        return self.batch.observation.copy(), rewards, self.ended.copy(), infos

    def _play(self, actions: np.ndarray) -> dict[int, tuple[np.ndarray, bool]]:
        """Step the batch; note what ended, seat the next game, return the last views by column."""
        played = actions != SKIP
        self.batch.step(actions)
        self.decisions[played] += _ONE
        final = {}
        for i in np.flatnonzero(self.batch.status).tolist():
            truncated = bool(self.batch.status[i] == TRUNCATED)
            if not self.ended[i]:
                self.ended[i] = True
                self.payoff[i] = self.batch.reward[i]
                final[i] = self.batch.final_observation[i].copy(), truncated
            self.finished.append((float(truncated), int(self.decisions[i])))
            self._seat_players(i)
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

    def close(self) -> None:
        """Stop the batch."""
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute once for each of the games asked for: they share them all."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: columns share their attributes."""
        raise NotImplementedError("columns of a SelfPlayEnv share their attributes")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list:
        """Call a method of the whole, and return its rows: for `action_masks`."""
        rows = getattr(self, method_name)(*args, **kwargs)
        return [rows[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return False for each game."""
        return [False for _ in self._get_indices(indices)]
