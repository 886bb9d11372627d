"""`jivezoo speed`: steps per second of random legal play, beside other libraries in the same run.

A step is one decision of one seat: the action is chosen, played, and the next seat's observation
and mask are written.  The rows take turns, one short measurement each per repeat, so that a busy
moment of the machine does not fall on one row alone.
"""

import argparse
import contextlib
import json
import math
import os
import platform
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from importlib import metadata, util
from pathlib import Path
from typing import Any

from .. import GAMES, __version__
from ..envs.errors import BadFile, BadOption
from .faces import LIBRARY, contestants_of
from .files import write_whole
from .game_options import game_from
from .peers import Contestant, Play, peers

BASELINE = ("PettingZoo", "connect_four_v3")  # what ratios are taken to
PREPARE_LIMIT = 120.0  # seconds; a library that takes longer over a game is not asked for more
BUSY = 0.9  # cores that a row got, below which the machine counts as busy
PACKAGES = ("numpy", "numba", "torch", "pettingzoo", "open_spiel", "rlcard", "pgx", "jax")
EXAMPLES = """examples:
  jivezoo speed
  jivezoo speed itchy_monkey --players 4 -o abilities=gorilla --no-peers
  jivezoo speed --quick --markdown > speed.md
  jivezoo speed --seconds 5 --repeats 5 --json speed.json

Peers are measured where they are installed: pip install 'jivezoo[peers]'."""


@dataclass(eq=False)
class Row:
    """What was measured of one contestant, a figure for each repeat."""

    contestant: Contestant
    play: Play
    rates: list[float] = field(default_factory=list)  # steps per second
    cores: list[float] = field(default_factory=list)  # processor seconds per second

    @property
    def median(self) -> float:
        """Steps per second."""
        return statistics.median(self.rates)


@dataclass(frozen=True)
class Missing:
    """A contestant without figures, and why."""

    library: str
    game: str  # of ours, the face
    reason: str


@dataclass(frozen=True)
class Report:
    """All that was measured, and under what conditions."""

    rows: list[Row]
    missing: list[Missing]
    seconds: float
    repeats: int
    options: Sequence[str] = ()  # NAME=VALUE, as given for our games

    def ratio(self, row: Row) -> float | None:
        """Return how many times faster than PettingZoo's connect four, None if that is missing."""
        for other in self.rows:
            if (other.contestant.library, other.contestant.game) == BASELINE:
                return row.median / other.median
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "versions": versions(),
            "cpus": count_cpus(),
            "seconds": self.seconds,
            "repeats": self.repeats,
            "options": list(self.options),
            "rows": [self._row_to_dict(row) for row in self.rows],
            "missing": [asdict(missing) for missing in self.missing],
        }

    def _row_to_dict(self, row: Row) -> dict[str, Any]:
        return {
            "library": row.contestant.library,
            "game": row.contestant.game,
            "face": row.contestant.face,
            "steps_per_second": row.median,
            "low": min(row.rates),
            "high": max(row.rates),
            "ratio": self.ratio(row),
            "rates": row.rates,
            "cores": row.cores,
        }


# How it is measured


def time_play(play: Play, seconds: float) -> tuple[float, float]:
    """Play for `seconds`; return steps per second and the processor cores that were used."""
    steps, elapsed = 0, 0.0
    start, cpu = time.perf_counter(), time.process_time()
    while elapsed < seconds:
        steps += play()
        elapsed = time.perf_counter() - start
    return steps / elapsed, (time.process_time() - cpu) / elapsed


def measure(
    contestants: Sequence[Contestant], seconds: float, repeats: int
) -> tuple[list[Row], list[Missing]]:
    """Measure all contestants in turns; a peer that is missing or fails is told, never raised."""
    rows: list[Row] = []
    missing: list[Missing] = []
    with _quiet(), progress(len(contestants) * (repeats + 1)) as tell:
        too_slow: dict[str, str] = {}
        for contestant in contestants:
            tell(f"{contestant.library} {contestant.game}: warming up")
            with _forgiving(contestant, missing):
                rows.append(_prepare(contestant, too_slow, seconds))
        for repeat in range(repeats):
            for row in rows[:]:
                tell(f"{row.contestant.library} {row.contestant.game}: run {repeat + 1}")
                with _forgiving(
                    row.contestant, missing, on_failure=lambda row=row: rows.remove(row)
                ):
                    rate, cores = time_play(row.play, seconds)
                    row.rates.append(rate)
                    row.cores.append(cores)
    return rows, missing


class _TooSlow(Exception):
    """Another game of the same library took too long to prepare."""


def _prepare(contestant: Contestant, too_slow: dict[str, str], seconds: float) -> Row:
    """Build and warm up; `too_slow` remembers, by library, what passed the limit."""
    if contestant.library in too_slow:
        raise _TooSlow(too_slow[contestant.library])
    start = time.perf_counter()
    play = contestant.prepare()
    play()
    took = time.perf_counter() - start
    if took > PREPARE_LIMIT:
        too_slow[contestant.library] = f"left out: {contestant.game} took {took:.0f} s to prepare"
    time_play(play, min(seconds, 1.0) / 2)
    return Row(contestant, play)


@contextlib.contextmanager
def _forgiving(
    contestant: Contestant, missing: list[Missing], on_failure: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Turn a peer's failure into a line of `missing`; our own are raised, save for an extra."""
    try:
        yield
    except Exception as error:
        if contestant.library == LIBRARY and not _is_extra(error):
            raise
        what = contestant.face if contestant.library == LIBRARY else contestant.game
        missing.append(Missing(contestant.library, what, reason_of(error)))
        on_failure()


def _is_extra(error: Exception) -> bool:
    """Return whether what fails is a package of 'jivezoo[train]' that is not installed."""
    return isinstance(error, ModuleNotFoundError) and not (error.name or "").startswith(LIBRARY)


def reason_of(error: Exception) -> str:
    """Return in a few words why a contestant has no figures."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ModuleNotFoundError):
            return f"not installed (there is no module {cause.name})"
        cause = cause.__cause__
    if isinstance(error, _TooSlow):
        return str(error)
    words = (str(error).strip().splitlines() or [""])[0][:100]
    return f"failed ({type(error).__name__}: {words})"


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep what libraries warn and print out of the table."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(sys.stderr):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """Show a bar on a terminal; it is drawn between measurements, never during one."""
    if not sys.stderr.isatty() or util.find_spec("rich") is None:
        yield lambda words: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("", total=total)

        def tell(words: str) -> None:
            bar.update(task, description=words, refresh=True)
            bar.advance(task)

        yield tell


# How it is told


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


def rounded(number: float) -> str:
    """Return a number in words of three digits that count."""
    if number >= 100:
        return f"{float(f'{number:.3g}'):,.0f}"
    return f"{number:.2g}" if number < 10 else f"{number:.0f}"


def table_of(report: Report) -> list[list[str]]:
    """Return the table's cells, headings first."""
    table = [["library", "game", "played as", "steps/s", "lowest to highest", "ratio"]]
    for row in report.rows:
        ratio = report.ratio(row)
        table.append(
            [
                row.contestant.library,
                row.contestant.game,
                row.contestant.face,
                rounded(row.median),
                f"{rounded(min(row.rates))} to {rounded(max(row.rates))}",
                "" if ratio is None else f"{rounded(ratio)}",
            ]
        )
    return table


def notes_of(report: Report) -> list[str]:
    """Return what stands under the table: conditions, versions, who is missing and why."""
    options = f" Options: {', '.join(report.options)}." if report.options else ""
    notes = [
        "Random legal play; observation and mask of legal actions are written at every step. "
        "Learning: self-play of the default network, and its updates. "
        f"One core, unless threads are named. Median of {report.repeats} x "
        f"{report.seconds:g} s, taken in turns.{options}",
        "The ratio is to PettingZoo's connect four in its own `env()`, in the same run.",
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
    is_number = [heading in ("steps/s", "lowest to highest", "ratio") for heading in table[0]]
    lines = [
        [c.rjust(w) if n else c.ljust(w) for c, w, n in zip(row, widths, is_number, strict=True)]
        for row in table
    ]
    if not markdown:
        return "\n".join(["  ".join(line).rstrip() for line in lines] + ["", *notes_of(report)])
    rule = ["-" * (w - 1) + (":" if n else "-") for w, n in zip(widths, is_number, strict=True)]
    drawn = [f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:])]
    return "\n".join(drawn + ["", *(f"- {note}" for note in notes_of(report))])


# The command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to its parser."""
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is named")
    add("--players", type=int, help="seats; each game's own default if not given")
    add(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the games; 'jivezoo rules GAME --options' lists them",
    )
    add("--seconds", type=float, default=2.0, help="length of one measurement")
    add("--repeats", type=int, default=3, help="measurements of each row; the median counts")
    add("--no-peers", action="store_true", help="measure jivezoo alone")
    add("--quick", action="store_true", help="leave out peers that compile for long")
    add("--json", type=Path, metavar="FILE", help="also write all figures to FILE")
    add("--markdown", action="store_true", help="print the table as Markdown")


def check(arguments: argparse.Namespace) -> None:
    """Refuse what cannot be done, before minutes are spent on it."""
    if not (math.isfinite(arguments.seconds) and arguments.seconds > 0):
        raise BadOption(f"--seconds must be more than 0, not {arguments.seconds}.")
    if arguments.repeats < 1:
        raise BadOption(f"--repeats must be at least 1, not {arguments.repeats}.")
    path = arguments.json
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise BadFile(f"--json: {path} is not a file in a folder that exists.")


def contestants(arguments: argparse.Namespace) -> list[Contestant]:
    """Return all that a command line asks to be measured, our own games first."""
    chosen: list[Contestant] = []
    for name in dict.fromkeys(arguments.games or GAMES):
        chosen += contestants_of(game_from(argparse.Namespace(**vars(arguments), game=name)))
    if not arguments.no_peers:
        chosen += [peer for peer in peers() if not (arguments.quick and peer.is_slow)]
    return chosen


def run(arguments: argparse.Namespace) -> int:
    """Measure, print the table and return the exit code."""
    check(arguments)
    rows, missing = measure(contestants(arguments), arguments.seconds, arguments.repeats)
    report = Report(rows, missing, arguments.seconds, arguments.repeats, arguments.option)
    print(to_text(report, arguments.markdown))
    if arguments.json is not None:
        write_whole(arguments.json, json.dumps(report.to_dict(), indent=2) + "\n")
    return 0
