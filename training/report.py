"""What was measured, told as a table with its notes, or as JSON."""

import contextlib
import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Any, ClassVar

from .. import __version__
from .timing import Missing, Row

BUSY = 0.9  # cores that a row got, below which the machine counts as busy
PACKAGES = ("numpy", "numba", "torch", "pettingzoo", "open_spiel", "rlcard", "pgx", "jax")
WORDS = ("library", "game", "played as")  # columns that do not hold numbers


@dataclass(frozen=True)
class Report:
    """All that was measured, and under what conditions: steps, or what a subclass is about."""

    UNITS: ClassVar[tuple[str, ...]] = ("steps",)  # a column each; ratios are of the first
    BASELINE: ClassVar[tuple[str, str]] = ("PettingZoo", "connect_four_v3")  # library, game
    CONDITIONS: ClassVar[str] = (
        "Random legal play; observation and mask of legal actions are written at every step. "
        "Learning: self-play of the default network, and its updates. "
        "One core, unless threads are named."
    )
    RATIOS: ClassVar[str] = (
        "The ratio is to PettingZoo's connect four in its own `env()`, in the same run."
    )

    rows: list[Row]
    missing: list[Missing]
    seconds: float
    repeats: int
    options: Sequence[str] = ()  # NAME=VALUE, as given for our games

    def rate(self, row: Row, unit: str) -> float | None:
        """Return how many of a unit a row has done per second, None if it does not count them."""
        return row.median if row.contestant.unit == unit else None

    def ratio(self, row: Row) -> float | None:
        """Return how many times faster than the baseline; None if either was not measured."""
        rate = self.rate(row, self.UNITS[0])
        for other in self.rows:
            if (other.contestant.library, other.contestant.game) == self.BASELINE:
                return rate and rate / other.median
        return None

    def columns(self, row: Row) -> dict[str, str]:
        """Return the cells of a row of the table, by their headings."""
        rates = {f"{unit}/s": rounded(self.rate(row, unit)) for unit in self.UNITS}
        return {
            "library": row.contestant.library,
            "game": row.contestant.game,
            "played as": row.contestant.face,
            **rates,
            "lowest to highest": f"{rounded(min(row.rates))} to {rounded(max(row.rates))}",
            "ratio": rounded(self.ratio(row)),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "versions": versions(),
            "cpus": count_cpus(),
            "seconds": self.seconds,
            "repeats": self.repeats,
            "options": list(self.options),
            "rows": [self.row_to_dict(row) for row in self.rows],
            "missing": [asdict(missing) for missing in self.missing],
        }

    def row_to_dict(self, row: Row) -> dict[str, Any]:
        """Return the figures of a row as JSON values."""
        return {
            "library": row.contestant.library,
            "game": row.contestant.game,
            "face": row.contestant.face,
            "unit": row.contestant.unit,
            **{f"{unit}_per_second": self.rate(row, unit) for unit in self.UNITS},
            "low": min(row.rates),
            "high": max(row.rates),
            "ratio": self.ratio(row),
            "rates": row.rates,
            "cores": row.cores,
        }


def versions() -> dict[str, str]:
    """Return the versions of Python, jivezoo and the packages that are installed."""
    found = {"python": platform.python_version(), "jivezoo": __version__}
    for package in PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found


def count_cpus() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def rounded(number: float | None) -> str:
    """Return a number in words of three digits that count; nothing for None."""
    if number is None:
        return ""
    if number >= 100:
        return f"{float(f'{number:.3g}'):,.0f}"
    return f"{number:.2g}" if number < 10 else f"{number:.0f}"


def table_of(report: Report) -> list[list[str]]:
    """Return the table's cells, headings first."""
    rows = [report.columns(row) for row in report.rows]
    return [list(rows[0]), *(list(row.values()) for row in rows)]


def notes_of(report: Report) -> list[str]:
    """Return what stands under the table: conditions, versions, who is missing and why."""
    options = f" Options: {', '.join(report.options)}." if report.options else ""
    notes = [
        f"{report.CONDITIONS} Median of {report.repeats} x {report.seconds:g} s, "
        f"taken in turns.{options}",
        report.RATIOS,
        f"{count_cpus()} processors; " + ", ".join(f"{k} {v}" for k, v in versions().items()) + ".",
    ]
    reasons: dict[tuple[str, str], list[str]] = {}
    for missing in report.missing:
        reasons.setdefault((missing.library, missing.reason), []).append(missing.game)
    for (library, reason), games in reasons.items():
        notes.append(f"{library} {', '.join(games)}: {reason}.")
    least = min(statistics.median(row.cores) for row in report.rows)
    if least < BUSY:
        notes.append(f"The machine was busy: one row had only {least:.2f} of a core for itself.")
    return notes


def to_text(report: Report, markdown: bool) -> str:
    """Return table and notes, as Markdown or for a terminal."""
    table = table_of(report)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    is_number = [heading not in WORDS for heading in table[0]]
    lines = [
        [c.rjust(w) if n else c.ljust(w) for c, w, n in zip(row, widths, is_number, strict=True)]
        for row in table
    ]
    if not markdown:
        return "\n".join(["  ".join(line).rstrip() for line in lines] + ["", *notes_of(report)])
    rule = ["-" * (w - 1) + (":" if n else "-") for w, n in zip(widths, is_number, strict=True)]
    drawn = [f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:])]
    return "\n".join(drawn + ["", *(f"- {note}" for note in notes_of(report))])
