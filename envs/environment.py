"""What both PettingZoo faces of a game share: spaces, room, drawing, and how a game begins."""

from collections.abc import Collection
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from .batch import start_games
from .contract import payoff
from .errors import BadOption, NotYourTurn
from .game import Game, check_seed
from .kernel import new_states
from .position import Position

RENDER_MODES = ("ansi", "human")
ILLEGAL = ("raise", "lose")


class Environment:
    """One game behind a PettingZoo class: a mixin of `AECEnv` and `ParallelEnv`."""

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
        self._states = new_states(game.state_dtype, 1)
        self._blank = new_states(game.state_dtype, 1)
        self._has_begun = False
        self._make_spaces()

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

    @property
    def position(self) -> Position:
        """The position itself, a copy: words, text, JSON."""
        self._check_begun()
        return Position(self.game, self._states.copy())

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes, a `Dict`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, a `Discrete`."""
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        """Return the seat of an agent, or raise NotYourTurn."""
        if agent not in self._seat_of:
            known = ", ".join(self.possible_agents)
            raise NotYourTurn(f"there is no agent {agent!r}; agents are {known}.")
        return self._seat_of[agent]

    def _begin(self, seed: int | None) -> None:
        """Deal a new game; without a seed a fresh one is drawn.

        It is kept in `game_seed`, not in `infos`: all that is hidden follows from it.
        """
        seed = self.game_seed = check_seed(seed)
        self._states[:] = self._blank[0]
        start_games(self.game.rules, self._states, np.array([seed], np.uint64))
        self.agents = self.possible_agents[:]
        self._has_begun = True

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise NotYourTurn("call reset() first.")

    def _check_agents(self) -> None:
        """Refuse what needs agents that are still in the game."""
        self._check_begun()
        if not self.agents:
            raise NotYourTurn("the game is over; call reset().")

    def _payoffs_without(self, losers: Collection[int]) -> list[float]:
        """Return the payoffs where some seats lose for what they tried and all others win."""
        seats = self.game.seats
        return [payoff(seat not in losers, seats - len(losers), seats) for seat in range(seats)]

    def state(self) -> np.ndarray:
        """Return the views of all seats one after another, (S * O,) int8."""
        self._check_begun()
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
