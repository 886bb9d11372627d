"""Playing games between agents, many at once; without printing, ratings or processes.

A game is decided by its seed and its seating alone: the deal follows from the seed, and the
randomness of each decision from the seed and the number of the decision.  So it is the same game
in a batch of any size, in any process.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..agents.player import Agent, Views, combine_each, decision_keys
from ..agents.random import pick_all
from ..envs.batch import Batch
from ..envs.errors import BadOption, JivezooError
from ..envs.game import Game
from ..envs.position import Position, illegal_sentence

TIE_MARGIN = 1e-6  # payoffs closer than this are equal: they are float32


class MatchFailed(JivezooError):
    """An agent that raised or did not answer with legal actions, or a worker that died."""


@dataclass(frozen=True)
class GameResult:
    """One finished game."""

    seed: int  # `game.new(seed)` deals it
    seating: tuple[int, ...]  # the agent in each seat, by its place in the list of agents
    payoffs: tuple[float, ...]  # of each seat
    decisions: int  # actions chosen
    turns: int  # decisions in a row by one seat count as one turn
    truncated: bool  # ended by a cap, not by the rules
    digest: str  # of the sequence of actions: 16 hex digits

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest payoff; all of them in a draw."""
        best = max(self.payoffs) - TIE_MARGIN
        return tuple(seat for seat, payoff in enumerate(self.payoffs) if payoff > best)


def play_games(
    game: Game,
    agents: Sequence[Agent],
    seatings: Sequence[Sequence[int]] | np.ndarray,
    seeds: Sequence[int] | np.ndarray,
    opening: int = 0,
) -> list[GameResult]:
    """Play N games to their ends, all at once, and return their results in the same order.

    seatings : (N, S), for each game the index in `agents` of who sits in each seat
    seeds    : (N,), from 0 to 2**64 - 1
    opening  : first decisions of each game that are random, by its seed, whoever sits there

    Raises
    ------
    MatchFailed
        If an agent raises, or answers with anything but one legal action for each game.
    """
    if len(seeds) == 0:
        return []
    match = Match(
        game, agents, np.asarray(seatings, np.int64), np.asarray(seeds, np.uint64), opening
    )
    while match.running.any():
        match.step()
    return match.results()


class Match:
    """N games on their way, and what is counted about each; arrays are (N,)."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seatings: np.ndarray,
        seeds: np.ndarray,
        opening: int = 0,
    ) -> None:
        """Deal the games of `seeds` (N,) for the agents of `seatings` (N, S): see `play_games`."""
        n = len(seeds)
        if seatings.shape != (n, game.seats):
            raise BadOption(
                f"{n} games with {game.seats} seats need seatings of shape {(n, game.seats)}, "
                f"not {seatings.shape}."
            )
        self.game, self.agents, self.seatings, self.opening = game, agents, seatings, opening
        self.batch = Batch(game, n, seeds=seeds, auto_reset=False)
        self.payoffs = np.zeros((n, game.seats), np.float32)
        self.decisions = np.zeros(n, np.uint64)
        self.turns = np.zeros(n, np.int64)
        self.last_seat = np.full(n, -1)
        self.truncated = np.zeros(n, bool)
        self.digests = np.zeros(n, np.uint64)
        self.memories = [self._empty_memories() for _ in range(n)]

    @property
    def running(self) -> np.ndarray:
        """Which games go on, (N,) bool."""
        return ~self.batch.is_over

    def step(self) -> None:
        """Let whoever is to act in each running game choose, and play it."""
        running = self.running
        actions = self._choose(running)
        self._count(running, actions)
        self.batch.step(actions)
        self.payoffs += self.batch.reward  # not zero only at the step that ends a game
        self.truncated |= self.batch.truncated
        for i in np.flatnonzero(running & self.batch.is_over):
            self.memories[i] = self._empty_memories()  # what was kept there may be large

    def _empty_memories(self) -> list[dict[Any, Any]]:
        return [{} for _ in range(self.game.seats)]

    def _choose(self, running: np.ndarray) -> np.ndarray:
        """Return an action for each game, (N,) int64; 0 where the game is over."""
        batch = self.batch
        keys = decision_keys(batch.seeds, self.decisions)
        memories = [own[seat] for own, seat in zip(self.memories, batch.seat, strict=True)]
        views = Views(self.game, batch.states, batch.observation, batch.action_mask, keys, memories)
        actions = np.zeros(batch.n, np.int64)
        opens = running & (self.decisions < self.opening)
        if opens.any():
            pick_all(batch.action_mask, keys, actions)
        to_act = np.where(running & ~opens, self.seatings[np.arange(batch.n), views.seat], -1)
        actions[~opens] = 0
        for index, agent in enumerate(self.agents):
            games = np.flatnonzero(to_act == index)
            if len(games):
                actions[games] = self._ask(agent, views, games)
        return actions

    def _ask(self, agent: Agent, views: Views, games: np.ndarray) -> np.ndarray:
        """Return the agent's checked answers for some of the games."""
        try:
            answer = np.asarray(agent.act(views.select(games)))
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
            raise MatchFailed(f"agent {agent.name!r} failed with {words}.") from error
        if answer.shape != games.shape or answer.dtype.kind not in "iu":
            raise MatchFailed(
                f"agent {agent.name!r} must answer with {len(games)} action numbers, one a game, "
                f"not with shape {answer.shape} of {answer.dtype}."
            )
        self._check_legal(agent, answer, games)
        return answer

    def _check_legal(self, agent: Agent, answer: np.ndarray, games: np.ndarray) -> None:
        known = (answer >= 0) & (answer < len(self.game.actions))
        legal = self.batch.action_mask[games, np.where(known, answer, 0)] != 0
        wrong = np.flatnonzero(~(known & legal))
        if len(wrong):
            i = int(games[wrong[0]])
            raise MatchFailed(
                f"agent {agent.name!r}, after {self.decisions[i]} decisions of the game of seed "
                f"{self.batch.seeds[i]}: {self._fault(int(answer[wrong[0]]), i)}"
            )

    def _fault(self, action: int, i: int) -> str:
        """Say what is wrong with an action in game `i`."""
        if not 0 <= action < len(self.game.actions):
            return f"{action} is no action; they are numbered 0 to {len(self.game.actions) - 1}."
        return illegal_sentence(Position(self.game, self.batch.states[i : i + 1]), action)

    def _count(self, running: np.ndarray, actions: np.ndarray) -> None:
        """Keep account of the actions (N,) that are about to be played."""
        seat = self.batch.seat
        self.turns += running & (seat != self.last_seat)
        self.last_seat = np.where(running, seat, self.last_seat)
        self.decisions += running.astype(np.uint64)
        digests = self.digests.copy()
        combine_each(digests, actions.astype(np.uint64), digests)
        self.digests = np.where(running, digests, self.digests)

    def results(self) -> list[GameResult]:
        """Return what became of each game."""
        return [
            GameResult(
                seed=int(self.batch.seeds[i]),
                seating=tuple(self.seatings[i].tolist()),
                payoffs=tuple(self.payoffs[i].tolist()),
                decisions=int(self.decisions[i]),
                turns=int(self.turns[i]),
                truncated=bool(self.truncated[i]),
                digest=f"{int(self.digests[i]):016x}",
            )
            for i in range(self.batch.n)
        ]
