"""`AECEnv`: any game as a PettingZoo AEC environment, without the usual stack of wrappers.

Order and bounds are checked here; what a wrapper would cost is measured by `jivezoo speed`.
"""

from typing import Any

import numpy as np
from pettingzoo import AECEnv as PettingZooAECEnv

from .batch import look
from .contract import RUNNING, TERMINATED, TRUNCATED
from .environment import Environment
from .errors import IllegalAction, NotYourTurn
from .game import Game
from .position import Position, apply_one, illegal_sentence


class AECEnv(Environment, PettingZooAECEnv[str, dict[str, np.ndarray], int | None]):
    """One game as a PettingZoo AEC environment.

    Agents are `player_0`, `player_1`, ... in the order of play.  An observation is a dict of
    `observation`, (O,) int8, and `action_mask`, (A,) int8, both copies; the mask is all zero for
    a seat that is not to act.  Rewards are zero until the game ends, then every seat's payoff.

    An action that is not legal raises and leaves the game as it was, or with `illegal="lose"`
    ends it: the seat loses, all others win; `position` stays the one in which that happened.
    """

    def __init__(
        self, game: Game, *, render_mode: str | None = None, illegal: str = "raise"
    ) -> None:
        """Wrap a game; `render_mode` is None, "ansi" (returns text) or "human" (prints it)."""
        super().__init__(game, render_mode=render_mode, illegal=illegal)
        self._mask = np.zeros((1, len(game.actions)), np.int8)
        self._observation = np.zeros((1, game.features.size), np.int8)
        self._over = True

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed a fresh one is drawn and kept in `game_seed`."""
        self._begin(seed)
        self._over = False
        look(self.game.rules, self._states, self._mask, self._observation)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._read_agent()

    def _read_agent(self) -> None:
        self.agent_selection = self.possible_agents[self._states["seat"][0]]

    def step(self, action: int | None) -> None:
        """Play the action of `agent_selection`; None takes an agent of a finished game off.

        Raises
        ------
        UnknownAction, IllegalAction, NotYourTurn
            If it is no action, not legal now, or there is no game to act in.
        """
        if self._over:
            self._take_off(action)
            return
        number = action if type(action) is int else self.game.actions.check(action)
        if not 0 <= number < self._mask.shape[1] or self._mask[0, number] == 0:
            self._refuse(number)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        apply_one(self.game.rules, self._states, number)
        status = self._states["status"][0]
        if status == RUNNING:
            look(self.game.rules, self._states, self._mask, self._observation)
            self._read_agent()
        else:
            payoffs = Position(self.game, self._states).returns().tolist()
            self._finish(payoffs, status)
        if self.render_mode == "human":
            self.render()

    def _refuse(self, number: int) -> None:
        if self.illegal == "raise":
            number = self.game.actions.check(number)
            raise IllegalAction(illegal_sentence(self.position, number))
        is_known = 0 <= number < len(self.game.actions)
        sentence = illegal_sentence(self.position, number) if is_known else f"no action {number}."
        self.infos[self.agent_selection]["illegal"] = sentence
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._finish(self._payoffs_without([self._seat(self.agent_selection)]), TERMINATED)

    def _finish(self, payoffs: list[float], status: int) -> None:
        self._over = True
        for agent, reward in zip(self.possible_agents, payoffs, strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward
            self.terminations[agent] = bool(status == TERMINATED)
            self.truncations[agent] = bool(status == TRUNCATED)
        self._mask[:] = 0
        self.agent_selection = self.agents[0]

    def _take_off(self, action: int | None) -> None:
        self._check_agents()
        agent = self.agent_selection
        if action is not None:
            raise NotYourTurn(f"{agent}: the game is over, so only None is an action.")
        self.agents.remove(agent)
        for table in (self.terminations, self.truncations, self.infos):
            del table[agent]
        del self._cumulative_rewards[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent sees now, as copies."""
        self._check_begun()
        seat = self._seat(agent)
        if agent == self.agent_selection and not self._over:
            return {"observation": self._observation[0].copy(), "action_mask": self._mask[0].copy()}
        return {
            "observation": Position(self.game, self._states).observation(seat),
            "action_mask": np.zeros_like(self._mask[0]),
        }

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, terminated, truncated and info of the agent to act."""
        self._check_agents()
        return super().last(observe)
