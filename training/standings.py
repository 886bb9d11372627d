"""What a tournament comes to: rates, lengths and ratings, as text for people, as JSON and CSV.

Intervals hold with 95 %.  Those of win, draw and loss rates are Wilson's (1927), which take games
for independent; those of payoffs are Student's t over the means of the sets of games that share a
seed; those of ratings are a bootstrap over the same sets (ratings.py).
"""

import csv
import io
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from scipy.special import stdtrit

from .match import TIE_MARGIN, GameResult
from .ratings import fit_ratings
from .tournament import Plan, in_order

NORMAL_QUANTILE = 1.959964  # of 97.5 %
ANCHOR = "random"  # the agent whose rating is 0, if it plays
SEATS_OF_A_PAIRING = 2


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval; the ends are None where the games cannot tell them."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Score:
    """How one agent fared at a table.

    Won is a game in which one of its seats won, but not every seat of the table; drawn one that
    all seats share.
    """

    agent: str
    wins: int
    draws: int
    losses: int
    win_rate: Estimate
    draw_rate: Estimate
    loss_rate: Estimate
    payoff: Estimate  # mean over its seats


@dataclass(frozen=True)
class TableSummary:
    """All games of the same agents."""

    agents: tuple[str, ...]
    games: int
    sets: int
    distinct_games: int  # sequences of actions; in the others nothing new happened
    truncated: float  # share of games
    decisions: float  # mean per game
    turns: float  # mean per game; decisions in a row by one seat are one turn
    first_seat: Estimate  # mean payoff of seat 0
    scores: tuple[Score, ...]  # one for each different agent


@dataclass(frozen=True)
class Standing:
    """The rating of an agent, in points of the Elo scale."""

    agent: str
    rating: Estimate
    games: int


@dataclass(frozen=True)
class Standings:
    """All that is reported about a tournament."""

    settings: dict[str, Any]
    complete: bool  # whether all games were played
    anchor: str | None  # the agent whose rating is 0; without one the mean is 0
    tables: tuple[TableSummary, ...]
    ratings: tuple[Standing, ...]  # the best first
    ties: dict[int, float]  # of the rating model: see ratings.py


def summarise(plan: Plan, games: Iterable[GameResult]) -> Standings:
    """Return the standings after the games (at least one) of a plan, or after some of them."""
    played = in_order(plan, games)
    at_table = defaultdict(list)
    for game in played:
        at_table[tuple(sorted(game.seating))].append(game)
    ratings, ties = _rate(plan, played)
    return Standings(
        settings=plan.settings(),
        complete=len(played) == plan.total,
        anchor=ANCHOR if ANCHOR in plan.agents else None,
        tables=tuple(_summarise_table(plan, t, at_table[t]) for t in plan.tables if at_table[t]),
        ratings=ratings,
        ties=ties,
    )


def _rate(plan: Plan, games: Sequence[GameResult]) -> tuple[tuple[Standing, ...], dict[int, float]]:
    found = fit_ratings(
        [game.seating for game in games],
        [game.winners for game in games],
        [game.seed for game in games],
        len(plan.agents),
        anchor=plan.agents.index(ANCHOR) if ANCHOR in plan.agents else None,
        seed=plan.seed,
    )
    rows = [
        Standing(name, _estimate(*row), sum(i in game.seating for game in games))
        for i, (name, *row) in enumerate(
            zip(plan.agents, found.elo, found.low, found.high, strict=True)
        )
    ]
    return tuple(sorted(rows, key=lambda row: -row.rating.value)), found.ties


def _summarise_table(plan: Plan, table: Sequence[int], games: Sequence[GameResult]) -> TableSummary:
    return TableSummary(
        agents=tuple(plan.agents[agent] for agent in table),
        games=len(games),
        sets=len({game.seed for game in games}),
        distinct_games=len({game.digest for game in games}),
        truncated=_mean(game.truncated for game in games),
        decisions=_mean(game.decisions for game in games),
        turns=_mean(game.turns for game in games),
        first_seat=_mean_of_sets(games, [game.payoffs[0] for game in games]),
        scores=tuple(_score(plan.agents[i], i, games) for i in sorted(set(table))),
    )


def _score(name: str, agent: int, games: Sequence[GameResult]) -> Score:
    draws = sum(len(game.winners) == len(game.seating) for game in games)
    wins = sum(agent in {game.seating[seat] for seat in game.winners} for game in games) - draws
    losses = len(games) - wins - draws
    payoffs = [
        _mean(p for p, who in zip(game.payoffs, game.seating, strict=True) if who == agent)
        for game in games
    ]
    won, drawn, lost = (wilson(count, len(games)) for count in (wins, draws, losses))
    payoff = _mean_of_sets(games, payoffs)
    return Score(name, wins, draws, losses, won, drawn, lost, payoff)


def wilson(count: int, n: int) -> Estimate:
    """Return a proportion with the interval of Wilson (1927)."""
    rate, z2 = count / n, NORMAL_QUANTILE**2
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (rate * (1 - rate) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return Estimate(rate, max(0.0, middle - half), min(1.0, middle + half))


def _mean_of_sets(games: Sequence[GameResult], values: Sequence[float]) -> Estimate:
    """Return the mean of a value of each game, with an interval over the means of the sets."""
    sets = defaultdict(list)
    for game, value in zip(games, values, strict=True):
        sets[game.seed].append(value)
    means = np.array([_mean(members) for members in sets.values()])
    return student(_mean(values), means)


def student(value: float, means: np.ndarray) -> Estimate:
    """Return a mean with the interval of Student's t over the means of its parts, (n,)."""
    if len(means) < 2 or means.std() < TIE_MARGIN:  # nothing to tell the width by
        return Estimate(value, None, None)
    half = float(stdtrit(len(means) - 1, 0.975) * means.std(ddof=1) / math.sqrt(len(means)))
    return Estimate(value, value - half, value + half)


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))


def _estimate(value: float, low: float, high: float) -> Estimate:
    known = not math.isnan(low)
    return Estimate(float(value), float(low) if known else None, float(high) if known else None)


def to_json(standings: Standings) -> str:
    """Return the standings as JSON."""
    return json.dumps(asdict(standings), indent=2) + "\n"


def to_csv(standings: Standings) -> str:
    """Return the standings as CSV: a row for each agent at each table, then one for each rating.

    Settings stand in every row, so that files of several tournaments can be put together.
    """
    common = {key: standings.settings[key] for key in ("game", "jivezoo", "seed")}
    rows = [{**common, **row} for row in (*_score_rows(standings), *_rating_rows(standings))]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _score_rows(standings: Standings) -> Iterable[dict[str, Any]]:
    for table in standings.tables:
        facts = asdict(table)
        facts.pop("scores")
        for score in table.scores:
            row = {"row": "table", "agent": score.agent, **facts, **asdict(score)}
            yield _flat({**row, "agents": " ".join(table.agents)})


def _rating_rows(standings: Standings) -> Iterable[dict[str, Any]]:
    return (_flat({"row": "rating", **asdict(standing)}) for standing in standings.ratings)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with `x`, `x_low`, `x_high` in the place of each estimate `x`."""
    flat = {}
    for key, value in row.items():
        if isinstance(value, dict):
            flat |= {key: value["value"], f"{key}_low": value["low"], f"{key}_high": value["high"]}
        else:
            flat[key] = value
    return flat


Lines = tuple[str, list[str], list[list[str]]]  # title, heads of the columns, rows


def to_tables(standings: Standings) -> list[Lines]:
    """Return the tables that people read."""
    return [_rates_table(standings), _lengths_table(standings), _ratings_table(standings)]


def _rates_table(standings: Standings) -> Lines:
    heads = ["agent", "at the table", "games", "win %", "draw %", "loss %"]
    rows = []
    for table in standings.tables:
        pairing = len(table.agents) == SEATS_OF_A_PAIRING
        for score in table.scores[:1] if pairing else table.scores:
            where = f"against {table.agents[1]}" if pairing else _names(table)
            rates = (score.win_rate, score.draw_rate, score.loss_rate)
            rows.append([score.agent, where, str(table.games), *map(percent, rates)])
    return "Results", heads, rows


def _lengths_table(standings: Standings) -> Lines:
    heads = ["table", "games", "distinct", "truncated %", "decisions", "turns", "payoff of seat 0"]
    rows = [
        [
            _names(table),
            str(table.games),
            str(table.distinct_games),
            f"{100 * table.truncated:.1f}",
            f"{table.decisions:.1f}",
            f"{table.turns:.1f}",
            with_interval(table.first_seat, "+z.3f"),
        ]
        for table in standings.tables
    ]
    return "Games", heads, rows


def _ratings_table(standings: Standings) -> Lines:
    rows = [
        [row.agent, with_interval(row.rating, "+z.0f"), str(row.games)] for row in standings.ratings
    ]
    zero = f"{standings.anchor} = 0" if standings.anchor else "mean = 0"
    return f"Ratings ({zero})", ["agent", "rating", "games"], rows


def _names(table: TableSummary) -> str:
    return " - ".join(table.agents)


def percent(rate: Estimate) -> str:
    """Return a rate and its interval in per cent."""
    hundred = [None if x is None else 100 * x for x in (rate.value, rate.low, rate.high)]
    return with_interval(Estimate(hundred[0] or 0.0, *hundred[1:]), ".1f")


def with_interval(estimate: Estimate, form: str) -> str:
    """Return an estimate in words, its number and the ends of its interval in a format."""
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} [{estimate.low:{form}}, {estimate.high:{form}}]"


def notes(standings: Standings) -> list[str]:
    """Return the sentences that belong under the tables."""
    lines = [
        "[ ] 95 % intervals: Wilson for rates; over sets of games that share a seed, t for payoffs "
        "and a bootstrap for ratings."
    ]
    repeated = [t for t in standings.tables if 2 * t.distinct_games < t.games]
    if repeated:
        lines.append(
            "Fewer than half of the games are distinct at: "
            + ", ".join(_names(table) for table in repeated)
            + "; intervals there are too narrow."
        )
    if not standings.complete:
        lines.append("Not all games were played.")
    return lines
