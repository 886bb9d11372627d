"""Games whose seats choose at the same time, as they are: `ParallelEnv`, and `ParallelBatch`.

Such a game (one with an `idle_action`) keeps in its state

asked    : (S..,) int8, 1 for the seats that choose now
revealed : int32, rises when all who choose together have chosen and their choices are carried out

and is played seat by seat too (aec.py, batch.py): for the same choices and seed both faces give the
same game.  A seat that is not asked may only be idle here.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv as PettingZooParallelEnv

from .batch import Batch, end_game, start_games
from .contract import RUNNING, TERMINATED, TRUNCATED, apply, legal, observe
from .environment import Environment
from .errors import BadOption, IllegalAction, NotYourTurn, UnknownAction
from .game import Game
from .kernel import kernel, wide
from .position import Position, illegal_sentence
from .randomness import NEXT_GAME, combine

# ----------------------------------------------------------------------------------------- Kernels


@kernel
def look_from_all(r: Any, state: Any, idle: int, mask: np.ndarray, observation: np.ndarray) -> None:
    """Write what each seat of a game may do and sees, (S, A) and (S, O) int8."""
    to_act = wide(state.seat)
    for seat in range(len(mask)):
        state.seat = seat  # `legal` answers for the seat to act
        legal(r, state, mask[seat])
        if state.status == RUNNING and not state.asked[seat]:
            mask[seat, :] = 0
            mask[seat, idle] = 1
        observe(r, state, seat, observation[seat])
    state.seat = to_act


@kernel
def look_together(
    idle: int, rules: np.ndarray, states: np.ndarray, mask: np.ndarray, observation: np.ndarray
) -> None:
    """Write what all seats of all games may do and see: (N, S, A) and (N, S, O) int8."""
    for i in range(len(states)):
        look_from_all(rules[0], states[i], idle, mask[i], observation[i])


@kernel
def find_illegal_together(states: np.ndarray, mask: np.ndarray, actions: np.ndarray) -> int:
    """Return the first action (N, S) of a running game that its mask does not allow, or -1."""
    for i in range(len(states)):
        if states[i].status == RUNNING:
            for seat in range(actions.shape[1]):
                action = actions[i, seat]
                if action < 0 or action >= mask.shape[2] or mask[i, seat, action] == 0:
                    return i * actions.shape[1] + seat
    return -1


@kernel
def choose_together(r: Any, state: Any, actions: np.ndarray) -> None:
    """Let every seat that is asked choose its action, (S,), until the choices are revealed."""
    revealed = state.revealed
    while state.status == RUNNING and state.revealed == revealed:
        apply(r, state, wide(actions[state.seat]))


@kernel
def step_together(
    auto_reset: bool,
    idle: int,
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
    """Let all seats of each running game choose together and look again; all arrays in place.

    Return -1; or the first action that is not legal, and then no game has moved.
    """
    wrong = find_illegal_together(states, mask, actions)
    if wrong >= 0:
        return wrong
    r = rules[0]
    for i in range(len(states)):
        state = states[i]
        status[i] = RUNNING
        reward[i, :] = 0.0
        if state.status != RUNNING:
            continue
        choose_together(r, state, actions[i])
        if state.status != RUNNING:
            status[i] = state.status
            one = slice(i, i + 1)
            end_game(rules, states[one], reward[i], final_states[one], final_observation[i])
            if auto_reset:
                states[i] = blank[0]
                seeds[i] = combine(seeds[i], NEXT_GAME)
                start_games(rules, states[one], seeds[one])
        look_from_all(r, state, idle, mask[i], observation[i])
    return -1


@kernel
def play_together(rules: np.ndarray, states: np.ndarray, actions: np.ndarray) -> None:
    """Let the seats of `states` (1,) choose `actions` (1, S), in place."""
    choose_together(rules[0], states[0], actions[0])


# ------------------------------------------------------------------------------------------- Batch


class ParallelBatch(Batch):
    """`n` games of one kind, in which all seats choose at once: `game.batch(n, together=True)`.

    As `Batch`, but for

    observation : (N, S, O) int8, the view of every seat
    action_mask : (N, S, A) int8, what it may do: one who is not asked may only be idle
    asked       : (N, S) bool, who is asked
    step        takes (N, S) actions, no SKIP; it ends when they are revealed and carried out
    """

    def __init__(self, game: Game, n: int, seed: int | None = None, **settings: Any) -> None:
        """Deal `n` games as `Batch` does."""
        self._idle = idle_action_of(game)
        super().__init__(game, n, seed, **settings)

    def decision_shape(self) -> tuple[int, ...]:
        """Return the shape of what a step takes: an action for each seat of each game, (N, S)."""
        return (self.n, self.game.seats)

    @property
    def asked(self) -> np.ndarray:
        """Who is asked, (N, S) bool."""
        return self.states["asked"][:, : self.game.seats] == 1

    def look(self) -> None:
        """Write observation and mask again, after `states` was changed from outside."""
        look_together(self._idle, self.game.rules, self.states, self.action_mask, self.observation)

    def _find_illegal(self, actions: np.ndarray) -> int:
        return find_illegal_together(self.states, self.action_mask, actions)

    def _step_part(self, actions: np.ndarray, part: tuple[Any, ...]) -> int:
        return step_together(
            self.auto_reset, self._idle, self.game.rules, self._blank, actions, *part
        )

    def _refuse(self, i: int, action: int) -> None:
        words = self.game.actions[self.game.actions.check(action)]
        table, seat = divmod(i, self.game.seats)
        raise IllegalAction(
            f"game {table} of the batch: '{words}' is not legal for player_{seat} there."
        )


def idle_action_of(game: Game) -> int:
    """Return what a seat says that is not asked, or raise BadOption: its seats act in turn."""
    if game.idle_action is None:
        raise BadOption(f"the seats of {game.title} act one at a time, not together.")
    return game.idle_action


# ------------------------------------------------------------------------------------- Environment


class ParallelEnv(Environment, PettingZooParallelEnv[str, dict[str, np.ndarray], int]):
    """One game as a PettingZoo parallel environment: all agents choose, then all is revealed.

    Observations are as those of `AECEnv`.  Every agent gives an action at every step; one that is
    not asked may only be idle, as its mask says.  All agents leave together when the game is over.

    An action that is not legal raises and leaves the game as it was, or with `illegal="lose"`
    ends it: the seats that chose one lose, all others win.
    """

    def __init__(
        self, game: Game, *, render_mode: str | None = None, illegal: str = "raise"
    ) -> None:
        """Wrap a game; `render_mode` is None, "ansi" (returns text) or "human" (prints it)."""
        self._idle = idle_action_of(game)
        super().__init__(game, render_mode=render_mode, illegal=illegal)
        self._mask = np.zeros((1, game.seats, len(game.actions)), np.int8)
        self._observation = np.zeros((1, game.seats, game.features.size), np.int8)
        self._actions = np.zeros((1, game.seats), np.int64)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, dict[str, Any]]]:
        """Begin a new game and return observations and infos; see `AECEnv.reset` for the seed."""
        self._begin(seed)
        return self._look(), {agent: {} for agent in self.agents}

    def _look(self) -> dict[str, dict[str, np.ndarray]]:
        look_together(self._idle, self.game.rules, self._states, self._mask, self._observation)
        return {
            agent: {
                "observation": self._observation[0, seat].copy(),
                "action_mask": self._mask[0, seat].copy(),
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:  # type: ignore[override]
        """Carry out what all agents choose.

        Return observations, rewards, terminations, truncations and infos, each by agent.

        Raises
        ------
        UnknownAction, IllegalAction, NotYourTurn
            If one is no action, not legal now, or missing; or if there is no game to act in.
        """
        self._check_agents()
        self._read(actions)
        wrong = [
            seat for seat, action in enumerate(self._actions[0]) if not self._is_legal(seat, action)
        ]
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if wrong:
            for seat in wrong:
                agent = self.agents[seat]
                infos[agent]["illegal"] = self._refuse(seat, actions[agent])
            return self._tell(self._payoffs_without(wrong), TERMINATED, infos)
        play_together(self.game.rules, self._states, self._actions)
        payoffs = Position(self.game, self._states).returns().tolist()
        told = self._tell(payoffs, int(self._states["status"][0]), infos)
        if self.render_mode == "human":
            self.render()
        return told

    def _read(self, actions: dict[str, int]) -> None:
        """Take the action numbers over, or raise NotYourTurn or UnknownAction."""
        if not isinstance(actions, Mapping):
            raise UnknownAction(
                f"step takes a dict with an action for each agent, not {actions!r}."
            )
        for agent in self.agents:
            if agent not in actions:
                raise NotYourTurn(f"{agent} has no action: all agents choose at every step.")
        for agent, action in actions.items():
            seat = self._seat(agent)
            number = action if type(action) is int else self.game.actions.check(action)
            self._actions[0, seat] = max(-1, min(number, len(self.game.actions)))

    def _is_legal(self, seat: int, action: int) -> bool:
        return 0 <= action < len(self.game.actions) and bool(self._mask[0, seat, action])

    def _refuse(self, seat: int, action: int) -> str:
        """Say why the action of a seat is not legal, or raise it."""
        if self.illegal == "raise":
            self.game.actions.check(action)
        sentence = self._illegal_sentence(seat, action)
        if self.illegal == "raise":
            raise IllegalAction(sentence)
        return sentence

    def _illegal_sentence(self, seat: int, action: int) -> str:
        if not 0 <= action < len(self.game.actions):
            return f"no action {action}."
        if not self._states["asked"][0, seat]:
            words, idle = self.game.actions[action], self.game.actions[self._idle]
            return f"'{words}' is not legal: player_{seat} is not asked and may only '{idle}'."
        position = self.position
        position.states["seat"] = seat
        return illegal_sentence(position, action)

    def _tell(
        self, payoffs: list[float], status: int, infos: dict[str, dict[str, Any]]
    ) -> tuple[dict[str, Any], ...]:
        """Return what a step tells, and let the agents of a finished game go."""
        agents, views = self.agents, self._look()
        if status != RUNNING:  # by the rules, or by what a seat tried
            for view in views.values():
                view["action_mask"][:] = 0
        told = (
            views,
            dict(zip(agents, payoffs, strict=True)),
            dict.fromkeys(agents, status == TERMINATED),
            dict.fromkeys(agents, status == TRUNCATED),
            infos,
        )
        if status != RUNNING:
            self.agents = []
        return told
