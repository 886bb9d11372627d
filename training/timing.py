"""Contestants are measured in turns: one short measurement each per repeat.

So a busy moment of the machine does not fall on one of them alone.
"""

import contextlib
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import util

from .faces import LIBRARY
from .peers import Contestant, Play

PREPARE_LIMIT = 120.0  # seconds; a library that takes longer over a game is not asked for more


@dataclass(eq=False)
class Row:
    """What was measured of one contestant, a figure for each repeat."""

    contestant: Contestant
    play: Play
    rates: list[float] = field(default_factory=list)  # of the contestant's unit, per second
    cores: list[float] = field(default_factory=list)  # processor seconds per second

    @property
    def median(self) -> float:
        """How many of the contestant's unit per second."""
        return statistics.median(self.rates)


@dataclass(frozen=True)
class Missing:
    """A contestant without figures, and why."""

    library: str
    game: str  # of ours, the face
    reason: str


def time_play(play: Play, seconds: float) -> tuple[float, float]:
    """Play for `seconds`; return what was counted, and the processor cores used, per second."""
    count, elapsed = 0, 0.0
    start, cpu = time.perf_counter(), time.process_time()
    while elapsed < seconds:
        count += play()
        elapsed = time.perf_counter() - start
    return count / elapsed, (time.process_time() - cpu) / elapsed


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
