"""`AECEnv`: any game as a PettingZoo AEC environment, without the usual stack of wrappers.

Order and bounds are checked here; what a wrapper would cost is measured by `jivezoo speed`.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv as PettingZooAECEnv

from .batch import look, start_games
from .contract import RUNNING, TERMINATED, TRUNCATED, payoff
from .errors import BadOption, IllegalAction, NotYourTurn
from .game import Game, check_seed
from .kernel import new_states
from .position import Position, apply_one, illegal_sentence

RENDER_MODES = ("ansi", "human")
ILLEGAL = ("raise", "lose")


class AECEnv(PettingZooAECEnv[str, dict[str, np.ndarray], int | None]):
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
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(
                f"render_mode must be one of {', '.join(RENDER_MODES)}, not {render_mode!r}."
            )
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal must be one of {', '.join(ILLEGAL)}, not {illegal!r}.")
        self.game = game
        self.render_mode = render_mode
        self.illegal = illegal
        self.metadata = {
            "name": game.id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self._make_buffers()

    def _make_spaces(self) -> None:
        features, actions = self.game.features, len(self.game.actions)
        self.observation_spaces: Any = {
            agent: Dict(
                {
                    "observation": Box(features.low, features.high, dtype=np.int8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: Any = {agent: Discrete(actions) for agent in self.possible_agents}
        seats = self.game.seats
        self.state_space = Box(
            np.tile(features.low, seats), np.tile(features.high, seats), dtype=np.int8
        )

    def _make_buffers(self) -> None:
        game = self.game
        self._states = new_states(game.state_dtype, 1)
        self._blank = new_states(game.state_dtype, 1)
        self._mask = np.zeros((1, len(game.actions)), np.int8)
        self._observation = np.zeros((1, game.features.size), np.int8)
        self._over = True
        self._seat = -1  # before the first reset

    @property
    def position(self) -> Position:
        """The position itself, a copy: words, text, JSON."""
        self._check_started()
        return Position(self.game, self._states.copy())

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes, a `Dict`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, a `Discrete`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed a fresh one is drawn.

        It is kept in `game_seed`, not in `infos`: all that is hidden follows from it.
        """
        seed = self.game_seed = check_seed(seed)
        self._states[:] = self._blank[0]
        start_games(self.game.rules, self._states, np.array([seed], np.uint64))
        self._over = False
        look(self.game.rules, self._states, self._mask, self._observation)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._read_seat()

    def _read_seat(self) -> None:
        self._seat = int(self._states["seat"][0])
        self.agent_selection = self.possible_agents[self._seat]

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
            self._read_seat()
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
        loser, seats = self._seat_of[self.agent_selection], self.game.seats
        payoffs = [payoff(seat != loser, seats - 1, seats) for seat in range(seats)]
        self.infos[self.agent_selection]["illegal"] = sentence
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._finish(payoffs, TERMINATED)

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
        self._check_started()
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

    def _check_started(self) -> None:
        if not self.agents:
            over = hasattr(self, "agent_selection")
            raise NotYourTurn("the game is over; call reset()." if over else "call reset() first.")

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent sees now, as copies."""
        if self._seat < 0:
            self._check_started()
        seat = self._seat_of[agent]
        if seat == self._seat and not self._over:
            return {"observation": self._observation[0].copy(), "action_mask": self._mask[0].copy()}
        return {
            "observation": Position(self.game, self._states).observation(seat),
            "action_mask": np.zeros_like(self._mask[0]),
        }

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward, terminated, truncated and info of the agent to act."""
        self._check_started()
        return super().last(observe)

    def state(self) -> np.ndarray:
        """Return the views of all seats one after another, (S * O,) int8."""
        if self._seat < 0:
            self._check_started()
        position = Position(self.game, self._states)
        return np.concatenate([position.observation(seat) for seat in range(self.game.seats)])

    def render(self) -> str | None:
        """Return the position as text ("ansi") or print it ("human")."""
        if self.render_mode is None:
            modes = " or ".join(RENDER_MODES)
            raise BadOption(f"choose a render_mode when making the environment: {modes}.")
        if self.render_mode == "ansi":
            return str(self.position)
        print(self.position)
        return None

    def close(self) -> None:
        """Nothing is held open."""
