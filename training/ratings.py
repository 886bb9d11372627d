"""Ratings: one maximum-likelihood fit to all games at once, whatever their seats and ties.

The model.  At a table the set W of winners, among all sets of seats of the sizes that occurred,
has a probability in proportion to

    delta_|W| * (product of the strengths of the winners) ** (1 / |W|),    delta_1 = 1.

For two seats this is the Bradley-Terry model with ties of Davidson (1970), for more the first
choice in the Plackett-Luce model with ties of Turner, van Etten, Firth and Kosmidis (2020).  A
draw is the set of all seats.  The logarithms of strengths and deltas enter linearly, so that the
likelihood has one peak, and the order of the games does not matter.

The prior.  To all that happened is added, for each agent, one game won and one lost against an
imaginary player of strength 1 (Turner et al. do the same with half a game); so the rating of an
agent that won every game stays finite.  The same two games keep each delta finite.

The intervals.  A bootstrap over sets of games that share a seed, since those are not independent.
Each resample weighs every set by a draw from the exponential distribution, and the imaginary games
by one more (the Bayesian bootstrap, Rubin 1981).  So no agent is left without games; and where one
wins all n of them, drawing sets would give an interval of no width, but weighing gives a lower end
at which all n are won with a probability of about 2.5 %, as in the exact interval for a proportion.

R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison
experiments", JASA 65 (1970).  H. L. Turner, J. van Etten, D. Firth and I. Kosmidis, "Modelling
rankings in R: the PlackettLuce package", Computational Statistics 35 (2020).  D. B. Rubin, "The
Bayesian bootstrap", Annals of Statistics 9 (1981).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

ELO = 400 / np.log(10)  # points for one unit of log strength: 400 points are odds of 10 to 1
PRIOR_GAMES = 1.0  # imaginary games won by each agent, and as many lost
RESAMPLES = 1000
FEWEST_SETS = 10  # with fewer sets to weigh, an interval would only pretend
TAILS = (2.5, 97.5)  # percentiles: a 95 % interval

Winners = tuple[int, ...]


@dataclass(frozen=True)
class Ratings:
    """Ratings of K agents on the Elo scale."""

    elo: np.ndarray  # (K,) points
    low: np.ndarray  # (K,) lower ends of the 95 % intervals; NaN with fewer than FEWEST_SETS sets
    high: np.ndarray  # (K,) upper ends
    ties: dict[int, float]  # delta of each size of winner sets that occurred, above 1


def fit_ratings(
    seatings: Sequence[Sequence[int]],
    winners: Sequence[Sequence[int]],
    sets: Sequence[int],
    agents: int,
    *,
    anchor: int | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Ratings:
    """Return the ratings of `agents` agents from G games.

    seatings : for each game, the number of the agent in each seat
    winners  : for each game, the seats that won
    sets     : for each game, the set of games that it shares a seed with
    anchor   : the agent whose rating is 0; without one the mean is 0
    """
    model = _Model(seatings, winners, agents)
    point = model.fit(np.ones(len(seatings)), 1.0, np.zeros(model.size))
    members, set_of_game = np.unique(np.asarray(sets), return_inverse=True)
    low = high = np.full(agents, np.nan)
    if len(members) >= FEWEST_SETS:
        draws = _resample(model, point, set_of_game, resamples, seed)
        low, high = np.percentile(_to_elo(draws[:, :agents], anchor), TAILS, axis=0)
    deltas = np.exp(point[agents:]).tolist()
    ties = dict(zip(model.ties, deltas, strict=True))
    return Ratings(_to_elo(point[None, :agents], anchor)[0], low, high, ties)


def _to_elo(strengths: np.ndarray, anchor: int | None) -> np.ndarray:
    """Turn log strengths (B, K) into points, with the anchor or the mean of each row at 0."""
    zero = strengths.mean(axis=1) if anchor is None else strengths[:, anchor]
    return ELO * (strengths - zero[:, None])


def _resample(
    model: "_Model", point: np.ndarray, set_of_game: np.ndarray, resamples: int, seed: int
) -> np.ndarray:
    """Return the parameters (B, P) fitted to B resamples of the sets."""
    rng = np.random.default_rng(seed)
    draws = np.empty((resamples, model.size))
    for draw in draws:
        weights = rng.exponential(size=set_of_game.max() + 1)
        draw[:] = model.fit(weights[set_of_game], rng.exponential(), point)
    return draws


class _Model:
    """The likelihood of the games as a function of P parameters: log strengths, log deltas.

    A row is one outcome of a table: which of its agents win.  Seats do not matter to the model,
    so tables with the same agents are one table.  `design` (R, P) holds what a row's parameters
    count for, `offset` (R,) the logarithm of how many sets of seats it stands for, `starts` (T,)
    the first row of each table, and `row_of_game` (G,) what happened.
    """

    def __init__(
        self, seatings: Sequence[Sequence[int]], winners: Sequence[Sequence[int]], agents: int
    ) -> None:
        sizes = sorted({len(won) for won in winners} | {1})
        self.ties = [size for size in sizes if size > 1]
        self.size = agents + len(self.ties)
        self._tie_column = {size: agents + i for i, size in enumerate(self.ties)}
        tables = [tuple(sorted(seating)) for seating in seatings]
        place: dict[tuple[Winners, Winners], int] = {}
        rows, offsets, self.starts = [], [], []
        for table in dict.fromkeys(tables):
            self.starts.append(len(rows))
            for outcome, ways in _outcomes(table, sizes).items():
                place[table, outcome] = len(rows)
                rows.append(self._row(outcome))
                offsets.append(np.log(ways))
        self.design, self.offset = np.array(rows), np.array(offsets)
        outcomes = [_agents_of(*game) for game in zip(seatings, winners, strict=True)]
        self.row_of_game = np.array([place[key] for key in zip(tables, outcomes, strict=True)])
        self.rows_at_table = np.diff([*self.starts, len(rows)])

    def _row(self, outcome: Winners) -> np.ndarray:
        """Return how each parameter counts, (P,), where these agents win."""
        row = np.zeros(self.size)
        np.add.at(row, list(outcome), 1 / len(outcome))
        if len(outcome) > 1:
            row[self._tie_column[len(outcome)]] = 1
        return row

    def fit(self, weights: np.ndarray, prior: float, start: np.ndarray) -> np.ndarray:
        """Return the most likely parameters (P,).

        weights : (G,), how often each game counts
        prior   : how often the imaginary games count
        start   : (P,), where to begin
        """
        counts = np.bincount(self.row_of_game, weights, len(self.design))
        games = np.repeat(np.add.reduceat(counts, self.starts), self.rows_at_table)
        found = minimize(
            self._cost,
            start,
            (counts, games, PRIOR_GAMES * prior),
            method="trust-exact",
            jac=True,
            hess=self._curvature,
            options={"gtol": 1e-6},
        )
        return found.x

    def _chances(self, parameters: np.ndarray) -> np.ndarray:
        """Return the logarithm of each row's probability at its table, (R,)."""
        score = self.design @ parameters + self.offset
        top = np.repeat(np.maximum.reduceat(score, self.starts), self.rows_at_table)
        total = np.add.reduceat(np.exp(score - top), self.starts)
        return score - top - np.repeat(np.log(total), self.rows_at_table)

    def _cost(
        self, parameters: np.ndarray, counts: np.ndarray, games: np.ndarray, prior: float
    ) -> tuple[float, np.ndarray]:
        """Return minus the log likelihood and its gradient (P,)."""
        chances = self._chances(parameters)
        imagined = prior * (np.logaddexp(0, parameters) + np.logaddexp(0, -parameters)).sum()
        slope = self.design.T @ (games * np.exp(chances) - counts)
        return imagined - counts @ chances, slope + prior * np.tanh(parameters / 2)

    def _curvature(
        self, parameters: np.ndarray, _counts: np.ndarray, games: np.ndarray, prior: float
    ) -> np.ndarray:
        """Return the second derivatives of the cost, (P, P)."""
        chance = np.exp(self._chances(parameters))[:, None]
        mean = np.add.reduceat(chance * self.design, self.starts)
        spread = self.design.T @ (games[:, None] * chance * self.design)
        imagined = 2 * prior * expit(parameters) * expit(-parameters)
        return spread - mean.T @ (games[self.starts][:, None] * mean) + np.diag(imagined)


def _agents_of(seating: Sequence[int], won: Sequence[int]) -> Winners:
    """Return the agents in the seats that won, sorted."""
    return tuple(sorted(seating[seat] for seat in won))


def _outcomes(table: Winners, sizes: Sequence[int]) -> Counter[Winners]:
    """Return which agents may win at a table, with how many sets of seats come to the same."""
    return Counter(won for size in sizes for won in combinations(table, size))
