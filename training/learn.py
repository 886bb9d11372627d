"""`SeatPPO`: MaskablePPO in which every seat of every game learns from its own chain of decisions.

A column of the rollout is a game, or where seats choose together a seat of one. A seat's trajectory
is its own decisions in that game, however many decisions of others lie between; a finished game
pays the last decision of every seat. Decisions whose outcome a rollout does not show yet (a seat
that waits when it ends) are carried over into the next one, so that none is lost.

Sources: Schulman et al., "Proximal policy optimization algorithms" (2017), "High-dimensional
continuous control using generalized advantage estimation" (2016); Huang and Ontanon, "A closer
look at invalid action masking" (2020).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch as th
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from stable_baselines3.common.callbacks import BaseCallback

from ..envs.kernel import kernel
from .selfplay import NO_DECISION

AWAITED, OPEN, OVER = 0, 1, 2  # what follows a decision: unknown yet, an own decision, the end


@kernel
def chain_advantages(
    seat: np.ndarray,
    value: np.ndarray,
    ended: np.ndarray,
    payoff: np.ndarray,
    last_seat: np.ndarray,
    last_value: np.ndarray,
    gamma: float,
    gae_lambda: float,
    advantage: np.ndarray,
    known: np.ndarray,
) -> None:
    """Write generalised advantages along each seat's own chain of decisions.

    Rows are time, columns games (or seats of games): seat (T, N) int, NO_DECISION for a row without
    one; value (T, N); ended (T, N) bool, whether the game ended after that decision; payoff (T, N,
    S) of the games that did; last_seat, last_value (N,) the decision that is asked after the last
    row.
    Results, in place: advantage (T, N); known (T, N) int8, 0 where the outcome is not known yet.
    """
    seats = payoff.shape[2]
    next_value, next_advantage = np.zeros(seats), np.zeros(seats)
    follows = np.zeros(seats, np.int64)
    for game in range(seat.shape[1]):
        follows[:] = AWAITED
        if last_seat[game] != NO_DECISION:
            follows[last_seat[game]] = OPEN
            next_value[last_seat[game]] = last_value[game]
        next_advantage[:] = 0.0
        for row in range(seat.shape[0] - 1, -1, -1):
            mover = seat[row, game]
            if ended[row, game]:
                follows[:] = OVER
            if mover == NO_DECISION:
                continue
            if follows[mover] == OVER:
                advantage[row, game] = payoff_of(payoff, ended, row, game, mover) - value[row, game]
            elif follows[mover] == OPEN:
                step = gamma * next_value[mover] - value[row, game]
                advantage[row, game] = step + gamma * gae_lambda * next_advantage[mover]
            else:
                advantage[row, game] = 0.0
            known[row, game] = follows[mover] != AWAITED
            follows[mover] = OPEN
            next_value[mover] = value[row, game]
            next_advantage[mover] = advantage[row, game]


@kernel
def payoff_of(payoff: np.ndarray, ended: np.ndarray, row: int, game: int, seat: int) -> float:
    """Return what a seat got when the game of a decision ended, at this row or the next after."""
    while not ended[row, game]:
        row += 1
    return payoff[row, game, seat]


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """Decisions of a rollout, (T, N), with S rows in front for those carried over from the last.

    seats  : (S + T, N) int8
    ended  : (S + T, N) bool and payoffs (S + T, N, S) float32, see `chain_advantages`
    """

    _CARRIED = ("observations", "action_masks", "actions", "values", "log_probs", "seats")

    def __init__(self, *args: Any, seat_count: int, shuffle_seed: int, **kwargs: Any) -> None:
        """Make room; `seat_count` seats, minibatches drawn by a generator of our own."""
        self.seat_count = seat_count
        self.rng = np.random.default_rng([shuffle_seed, 2])
        super().__init__(*args, **kwargs)
        self.forget()

    def forget(self) -> None:
        """Drop everything, carried decisions too."""
        rows, n = self.seat_count + self.buffer_size, self.n_envs
        self.observations = np.zeros((rows, n, *self.obs_shape), np.int8)
        self.action_masks = np.zeros((rows, n, int(self.action_space.n)), np.int8)  # type: ignore[attr-defined]
        self.actions = np.zeros((rows, n), np.int64)
        self.values = np.zeros((rows, n), np.float32)
        self.log_probs = np.zeros((rows, n), np.float32)
        self.advantages = np.zeros((rows, n), np.float32)
        self.returns = np.zeros((rows, n), np.float32)
        self.seats = np.full((rows, n), NO_DECISION, np.int8)
        self.ended = np.zeros((rows, n), bool)
        self.payoffs = np.zeros((rows, n, self.seat_count), np.float32)
        self.known = np.zeros((rows, n), np.int8)
        self.pos = self.seat_count
        self.full = False

    def reset(self) -> None:
        """Begin a rollout: put decisions whose outcome is still open into the rows in front."""
        if not hasattr(self, "known"):
            return  # called by the parent before there is any room
        rows, games = np.nonzero((self.known == 0) & (self.seats != NO_DECISION))
        kept = [(name, getattr(self, name)[rows, games].copy()) for name in self._CARRIED]
        self.seats[:] = NO_DECISION
        self.ended[:] = False
        self.payoffs[:] = 0
        self.values[:] = 0
        self.advantages[:] = 0
        seats = dict(kept)["seats"]
        for name, content in kept:
            getattr(self, name)[seats, games] = content
        self.pos = self.seat_count
        self.full = False

    def add_decision(
        self,
        seat: np.ndarray,
        observation: np.ndarray,
        mask: np.ndarray,
        action: np.ndarray,
        value: np.ndarray,
        log_prob: np.ndarray,
    ) -> None:
        """Store one decision of every game, all arrays (N, ...)."""
        row = self.pos
        self.seats[row] = seat
        self.observations[row] = observation
        self.action_masks[row] = mask
        self.actions[row] = action
        self.values[row] = value
        self.log_probs[row] = log_prob

    def add_outcome(self, ended: np.ndarray, payoff: np.ndarray) -> None:
        """Store what the last decision of every game led to."""
        self.ended[self.pos] = ended
        self.payoffs[self.pos] = payoff
        self.pos += 1
        self.full = self.pos == self.seat_count + self.buffer_size

    def finish(self, last_seat: np.ndarray, last_value: np.ndarray) -> None:
        """Compute advantages and returns along every seat's chain, in place."""
        chain_advantages(
            self.seats,
            self.values,
            self.ended,
            self.payoffs,
            last_seat,
            last_value,
            self.gamma,
            self.gae_lambda,
            self.advantages,
            self.known,
        )
        self.returns = self.advantages + self.values

    def find_known(self) -> tuple[np.ndarray, np.ndarray]:
        """Return rows and columns of the decisions with a known outcome."""
        rows, columns = np.nonzero((self.known != 0) & (self.seats != NO_DECISION))
        return rows, columns

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Yield every decision with a known outcome once, shuffled, in minibatches of like size."""
        rows, games = self.find_known()
        order = self.rng.permutation(len(rows))
        parts = max(1, len(rows) // (batch_size or len(rows)))
        for part in np.array_split(order, parts):
            yield self._samples(rows[part], games[part])

    def _samples(self, rows: np.ndarray, games: np.ndarray) -> MaskableRolloutBufferSamples:
        names = ("observations", "actions", "values", "log_probs", "advantages", "returns")
        parts = [th.as_tensor(getattr(self, name)[rows, games]) for name in names]
        return MaskableRolloutBufferSamples(
            *parts, action_masks=th.as_tensor(self.action_masks[rows, games])
        )


class SeatPPO(MaskablePPO):
    """MaskablePPO over a `SelfPlayEnv`."""

    rollout_buffer: SeatRolloutBuffer  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take what MaskablePPO takes."""
        self.card: dict[str, Any] = {}  # what the model was trained for; saved with it
        self.seconds = {"games": 0.0, "bookkeeping": 0.0, "policy": 0.0, "updates": 0.0}
        super().__init__(*args, **kwargs)

    def train(self) -> None:
        """Update the policy from the rollout; the time it takes is counted.

        A rollout in which too little was decided is left alone.
        """
        with self._counted("updates"):
            if len(self.rollout_buffer.find_known()[0]) > 1:
                super().train()

    @contextmanager
    def _counted(self, part: str) -> Iterator[None]:
        """Add the seconds of a block to those of a part of the run."""
        started = time.perf_counter()
        yield
        self.seconds[part] += time.perf_counter() - started

    def collect_rollouts(
        self,
        env: Any,
        callback: BaseCallback,
        rollout_buffer: Any,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play `n_rollout_steps` decisions in every game; False if the callback stops the run.

        `env` is a `SelfPlayEnv` or a `TogetherEnv`, `rollout_buffer` a `SeatRolloutBuffer`.
        """
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        callback.on_rollout_start()
        observation = env.observation
        for _ in range(n_rollout_steps):
            seat, mask = env.seat, env.action_masks()
            with self._counted("policy"):
                action, value, log_prob = self._decide(observation, mask)
            with self._counted("bookkeeping"):
                rollout_buffer.add_decision(seat, observation, mask, action, value, log_prob)
            with self._counted("games"):
                observation, _, _, _ = env.step(action)
            with self._counted("bookkeeping"):
                rollout_buffer.add_outcome(env.ended, env.payoff)
            self.num_timesteps += int((seat != NO_DECISION).sum())
            callback.update_locals(locals())
            if not callback.on_step():
                return False
        with th.no_grad():
            last_value = self.policy.predict_values(th.as_tensor(observation)).flatten().numpy()
        with self._counted("bookkeeping"):
            rollout_buffer.finish(env.seat, last_value)
        callback.on_rollout_end()
        return True

    def _decide(self, observation: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, ...]:
        """Sample an action for every game; return actions, values, log probabilities, all (N,)."""
        with th.no_grad():
            action, value, log_prob = self.policy(th.as_tensor(observation), action_masks=mask)
        return action.numpy(), value.flatten().numpy(), log_prob.numpy()
