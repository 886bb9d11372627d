"""What a command that plays for long says meanwhile, on the error stream."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

PATIENCE = 20.0  # seconds between lines of progress where there is no terminal

Advance = Callable[[int], None]


def say(sentence: str, code: int = 0) -> int:
    """Say a sentence, and return an exit code."""
    print(f"jivezoo: {sentence}", file=sys.stderr)
    return code


def progress(total: int, done: int) -> AbstractContextManager[Advance]:
    """Return a context that gives a function to call with the number of games just finished."""
    return _bar(total, done) if sys.stderr.isatty() else _lines(total, done)


@contextmanager
def _lines(total: int, done: int) -> Iterator[Advance]:
    """Print a line now and then, if it takes long."""
    start = said = time.monotonic()
    before = done

    def advance(games: int) -> None:
        nonlocal done, said
        done, now = done + games, time.monotonic()
        if now - said >= PATIENCE:
            said = now
            say(f"{done} of {total} games, {(done - before) / (now - start):.1f} a second.")

    yield advance


@contextmanager
def _bar(total: int, done: int) -> Iterator[Advance]:
    """Show a bar with games per second and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    start, before = time.monotonic(), done
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("games {task.description}"), TimeLeft()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, completed=done)

        def advance(games: int) -> None:
            nonlocal done
            done += games
            speed = (done - before) / (time.monotonic() - start)
            bar.update(task, completed=done, description=f"{speed:.1f}/s")

        yield advance
