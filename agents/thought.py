"""What a search has found out about a decision: to choose by, and in words."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..envs.randomness import combine
from .greedy import pick_best
from .player import View

LOT = np.uint64(1 << 41)  # what a key is used for here: to draw from a mixture
UNIT = 1 << 53  # steps of a lot
SHOWN = 10  # actions that are listed


@dataclass(frozen=True, eq=False)
class Growth:
    """What one tree has found out about a decision."""

    edges: np.ndarray  # (K,) of tree.EDGE: the actions at its root
    worlds: int  # dealt for this decision: each with what is hidden, and luck to come, of its own
    line: list[tuple[int, int]]  # seats and actions: see simulation.trace
    steps: int  # actions played in those worlds, within the tree and beyond


class Thought:
    """What all trees have found out about a decision; arrays are (A,) float64, by action."""

    def __init__(self, mask: np.ndarray, grown: Sequence[Growth], is_mixed: bool) -> None:
        """Add up the roots, for a seat that may do what `mask`, (A,) int8, says."""
        edges = np.concatenate([growth.edges for growth in grown])
        self.mask, self.is_mixed, self.line = mask, is_mixed, grown[0].line
        self.worlds = sum(growth.worlds for growth in grown)
        self.steps = sum(growth.steps for growth in grown)
        self.visits, self.total, self.weight, self.strategy = (
            np.bincount(edges["action"], edges[name], len(mask)) * mask
            for name in ("visits", "total", "weight", "strategy")
        )

    @property
    def means(self) -> np.ndarray:
        """The mean payoff of the simulations that began with each action; 0 without any."""
        return self.total / np.maximum(self.visits, 1)

    @property
    def shares(self) -> np.ndarray:
        """How often each action was looked at; or should be chosen, where a mixture is best."""
        found = self.strategy if self.is_mixed and self.strategy.any() else self.visits
        return found / max(found.sum(), 1.0)

    def choose(self, key: Any) -> int:
        """Return the most visited action, or one drawn from the mixture; `key` decides by lot."""
        if not self.is_mixed:
            return pick_best(self.mask, self.visits + (1.0 + self.means) / 4, key)
        bounds = np.cumsum(self.shares)
        lot = (int(combine(key, LOT)) >> 11) / UNIT
        return int(np.searchsorted(bounds, lot * bounds[-1], side="right"))


@dataclass(frozen=True)
class Choice:
    """One action that a seat could take."""

    action: int
    words: str
    visits: int  # simulations that began with it
    share: float  # of all visits; where seats choose together, how often to choose it
    value: float  # mean payoff to the seat in those simulations, -1 to 1; 0 if there are none
    prior: float  # share that it was worth at first sight


@dataclass(frozen=True)
class Explanation:
    """What a search thought of a decision."""

    seat: int
    choices: tuple[Choice, ...]  # the best first
    value: float  # mean payoff to the seat over all simulations, -1 to 1
    simulations: int  # that count for this decision
    worlds: int  # that were dealt for it
    line: tuple[tuple[int, str], ...]  # seat and action: the most visited ones, in one world

    @classmethod
    def of(cls, view: View, thought: Thought) -> "Explanation":
        """Put into words what was thought of a view; of equal choices the one taken comes first."""
        game, taken = view.game, thought.choose(np.uint64(view.key))
        shares, means, visits = thought.shares, thought.means, thought.visits
        priors = thought.weight / max(thought.weight.sum(), 1e-300)
        best_first = sorted(
            np.flatnonzero(thought.mask), key=lambda a: (-shares[a], -means[a], a != taken, a)
        )
        choices = tuple(
            Choice(
                int(a), game.actions[a], int(visits[a]), *_floats(shares[a], means[a], priors[a])
            )
            for a in best_first
        )
        return cls(
            view.seat,
            choices,
            float(thought.total.sum() / max(visits.sum(), 1)),
            int(visits.sum()),
            thought.worlds,
            tuple((int(who), game.actions[action]) for who, action in thought.line),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON values."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the best choices as a table, and the principal line."""
        rows = [("action", "visits", "share", "value", "prior")]
        for choice in self.choices[:SHOWN]:
            numbers = f"{choice.share:.1%}", f"{choice.value:+.2f}", f"{choice.prior:.1%}"
            rows.append((choice.words, f"{choice.visits:,}", *numbers))
        lines = in_columns(rows)
        if len(self.choices) > SHOWN:
            lines.append(f"... and {len(self.choices) - SHOWN} more")
        lines.append(
            f"player_{self.seat} may expect {self.value:+.2f} "
            f"({self.simulations:,} simulations, {self.worlds:,} new worlds)"
        )
        if self.line:
            told = (f"player_{seat} {words}" for seat, words in self.line)
            lines.append(f"most visited: {', '.join(told)}")
        return "\n".join(lines)


def _floats(*numbers: np.floating) -> list[float]:
    return [float(number) for number in numbers]


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of words as lines: the first column to the left, numbers to the right."""
    first, *rest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(first), *map(str.rjust, row[1:], rest)]).rstrip() for row in rows
    ]
