"""The scale of an opinion: the lead that is about three quarters won, fitted on games."""

import numpy as np
from scipy.optimize import minimize_scalar

from ..agents.evaluation import evaluate
from ..agents.greedy import Greedy
from ..envs.game import Game
from ..envs.kernel import kernel
from .match import Match

SMALLEST, LARGEST = np.log(1e-3), np.log(1e6)  # logarithms of scales that are looked at


@kernel
def _write_worths(
    rules: np.ndarray, weights: np.ndarray, states: np.ndarray, out: np.ndarray
) -> None:
    """Write into `out` (N, S) what each of `states` (N,) is worth to each seat."""
    for i in range(len(states)):
        for seat in range(out.shape[1]):
            out[i, seat] = evaluate(rules[0], states[i], weights[0], seat)


def fit_scale(game: Game, weights: np.ndarray, seeds: np.ndarray) -> float:
    """Return the scale at which tanh(worth / scale) tells best what a seat is paid in the end.

    By least squares over all seats and positions of games of `greedy`, with these weights (1,),
    against itself; `seeds` (N,) uint64 deal them.
    """
    worths, payoffs = _play(game, weights, seeds)

    def loss(log_scale: float) -> float:
        return float(np.mean((np.tanh(worths / np.exp(log_scale)) - payoffs) ** 2))

    found = minimize_scalar(loss, bounds=(SMALLEST, LARGEST), method="bounded")
    return float(np.exp(found.x))


def _play(game: Game, weights: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what each position was worth to each seat and what the seats were paid: (M, S)."""
    seatings = np.zeros((len(seeds), game.seats), np.int64)
    match = Match(game, [Greedy(game, weights)], seatings, seeds)
    worths, games = [], []
    while match.running.any():
        games.append(np.flatnonzero(match.running))
        worths.append(np.zeros((len(games[-1]), game.seats)))
        _write_worths(game.rules, weights, match.batch.states[games[-1]], worths[-1])
        match.step()
    return np.concatenate(worths), match.payoffs[np.concatenate(games)]
