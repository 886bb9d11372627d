"""How well one agent does against a table full of another: for the evaluations of a run."""

from dataclasses import dataclass

import numpy as np

from ..agents.player import Agent
from ..envs.game import Game
from .match import play_games
from .standings import wilson

EVALUATION_SEED = 1_000_000_000  # far from the seeds of training and of most tournaments


@dataclass(frozen=True)
class Score:
    """Games of one agent against another in all other seats."""

    opponent: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share of games won (Wilson)."""
        share = wilson(self.wins, self.games)
        assert share.low is not None and share.high is not None
        return share.low, share.high


def evaluate(game: Game, agent: Agent, opponent: Agent, games: int) -> Score:
    """Play at least `games` games, the agent once in every seat of each seed."""
    return score_of(opponent.name, payoffs_against(game, agent, opponent, held_out(game, games)))


def sets_of(game: Game, games: int) -> int:
    """Return how many sets, each of a game in every seat, make at least so many games."""
    return -(-games // game.seats)


def held_out(game: Game, games: int) -> np.ndarray:
    """Return the seeds of evaluations, one for each set of so many games, (sets,) uint64."""
    return EVALUATION_SEED + np.arange(sets_of(game, games), dtype=np.uint64)


def payoffs_against(game: Game, agent: Agent, opponent: Agent, seeds: np.ndarray) -> np.ndarray:
    """Return what the agent is paid in each seat for each of `seeds` (sets,): (sets, S)."""
    seatings = 1 - np.eye(game.seats, dtype=np.int64)  # 0 the agent, 1 the opponent
    results = play_games(
        game,
        [agent, opponent],
        np.tile(seatings, (len(seeds), 1)),
        np.repeat(seeds, game.seats),
    )
    payoffs = [result.payoffs[result.seating.index(0)] for result in results]
    return np.array(payoffs).reshape(len(seeds), game.seats)


def score_of(opponent: str, payoffs: np.ndarray) -> Score:
    """Return the score of an agent that was paid so much in each game."""
    wins, losses = int((payoffs > 0).sum()), int((payoffs < 0).sum())
    return Score(opponent, wins, payoffs.size - wins - losses, losses)
