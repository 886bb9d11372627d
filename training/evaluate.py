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
    seeds = -(-games // game.seats)
    seatings = 1 - np.eye(game.seats, dtype=np.int64)  # 0 the agent, 1 the opponent
    results = play_games(
        game,
        [agent, opponent],
        np.tile(seatings, (seeds, 1)),
        EVALUATION_SEED + np.repeat(np.arange(seeds), game.seats),
    )
    payoffs = np.array([result.payoffs[result.seating.index(0)] for result in results])
    wins, losses = int((payoffs > 0).sum()), int((payoffs < 0).sum())
    return Score(opponent.name, wins, len(payoffs) - wins - losses, losses)
