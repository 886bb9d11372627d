"""`jivezoo arena`: let agents play each other, and rate them."""

import argparse
import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

from ..agents import AGENTS, make_agent
from ..envs.errors import BadFile
from .cli import FAILED, INTERRUPTED
from .files import write_whole
from .game_options import add_game_arguments, game_from
from .ledger import Ledger
from .match import GameResult, MatchFailed
from .progress import progress, say
from .standings import Lines, Standings, notes, summarise, to_csv, to_json, to_tables
from .tournament import Maker, Plan, play_plan

EXAMPLES = """\
examples:
  jivezoo arena itchy_monkey greedy random --games 400
  jivezoo arena itchy_monkey greedy random ppo:runs/x/model.zip --workers 2 --out runs/arena
  jivezoo arena itchy_monkey mcts:1000 mcts:200 --games 40 --opening 8
  jivezoo arena itchy_monkey greedy random --players 3 -o abilities=gorilla --csv results.csv

Each table (each pairing, with two seats) is played in sets of games that share a seed and seat the
agents in every distinct way. With more seats an agent may sit in several of them. Agents may play
much alike from game to game: see how many are distinct, and let them begin from different positions
(--opening).
The same command with the same --out goes on where it was interrupted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_game_arguments(parser)
    known = ", ".join(written for _, written, _ in AGENTS.values())
    add = parser.add_argument
    add("agents", nargs="+", metavar="AGENT", help=f"two or more of {known}")
    add("--games", type=int, default=400, help="at each table, rounded up to whole sets")
    add("--seed", type=int, default=0, help="all games follow from it")
    opening = "first decisions of a game that are random, the same for each set (default: none)"
    add("--opening", type=int, default=0, metavar="N", help=opening)
    add("--workers", type=int, default=1, help="processes; the results do not depend on it")
    add("--out", type=Path, metavar="DIR", help="keep every game here, and go on from here")
    add("--json", type=Path, metavar="FILE", help="write the results as JSON")
    add("--csv", type=Path, metavar="FILE", help="write the results as CSV")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace, make: Maker = make_agent) -> int:
    """Carry out the command and return its exit code; `make` finds an agent by its name."""
    plan = Plan(
        game_from(arguments),
        tuple(arguments.agents),
        arguments.games,
        arguments.seed,
        arguments.opening,
    )
    _check_outputs(arguments)
    ledger = Ledger(arguments.out, plan) if arguments.out else None
    games = list(ledger.games) if ledger else []
    chunks = play_plan(
        plan, arguments.workers, games, make
    )  # refuses bad agents; plays nothing yet
    _say_how_many(plan, len(games))
    code = 0
    try:
        _play(plan, chunks, games, ledger)
    except KeyboardInterrupt:
        code = say("interrupted.", INTERRUPTED)
    except MatchFailed as error:
        code = say(str(error), FAILED)
    if games:
        _report(summarise(plan, games), arguments)
    return code


def _check_outputs(arguments: argparse.Namespace) -> None:
    """Raise BadFile before the first game for what could not be written after the last."""
    if arguments.out and arguments.out.exists() and not arguments.out.is_dir():
        raise BadFile(f"--out {arguments.out} is not a folder.")
    for path in filter(None, (arguments.json, arguments.csv)):
        if path.is_dir() or not path.parent.is_dir():
            raise BadFile(f"{path} cannot be written: it must be a file in a folder that exists.")


def _say_how_many(plan: Plan, kept: int) -> None:
    for count in sorted({plan.games_at(table) for table in plan.tables} - {plan.games}):
        say(f"--games {plan.games} becomes {count} where that makes the sets of games whole.")
    if kept:
        say(f"{kept} of {plan.total} games were played before and are kept.")


def _play(
    plan: Plan,
    chunks: Generator[list[GameResult]],
    games: list[GameResult],
    ledger: Ledger | None,
) -> None:
    """Play the chunks, and add what comes of them to `games` and to the ledger."""
    if ledger:
        ledger.begin()
    with closing(chunks), progress(plan.total, len(games)) as advance:
        for results in chunks:
            games += results
            if ledger:
                ledger.add(results)
            advance(len(results))


def _report(standings: Standings, arguments: argparse.Namespace) -> None:
    """Print the standings, then write the files that were asked for."""
    show = _show_rich if sys.stdout.isatty() else _show_plain
    for table in to_tables(standings):
        show(table)
    print("\n".join(notes(standings)))
    if arguments.json:
        write_whole(arguments.json, to_json(standings))
    if arguments.csv:
        write_whole(arguments.csv, to_csv(standings))


def _show_plain(table: Lines) -> None:
    title, heads, rows = table
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    print(title)
    for row in (heads, *rows):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        print("  " + "  ".join(cells).rstrip())
    print()


def _show_rich(table: Lines) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    title, heads, rows = table
    looks: Any = {"box": SIMPLE_HEAD, "pad_edge": False, "title_justify": "left"}
    grid = Table(*heads, title=title, **looks)
    for row in rows:
        grid.add_row(*map(escape, row))
    Console().print(grid)
