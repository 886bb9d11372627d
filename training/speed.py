"""`jivezoo speed`: what is done per second, beside other libraries in the same run.

Steps of random legal play: a step is one decision of one seat, in which the action is chosen and
played, and the next seat's observation and mask are written.  Or, with `--search`, simulations.
"""

import argparse
import json
import math
from pathlib import Path

from .. import GAMES
from ..envs.errors import BadFile, BadOption
from .faces import contestants_of
from .files import write_whole
from .game_options import game_from
from .peers import Contestant, peers, search_peers
from .report import Report, to_text
from .search_speed import SearchReport, search_contestants_of
from .timing import measure

EXAMPLES = """examples:
  jivezoo speed
  jivezoo speed itchy_monkey --players 4 -o abilities=gorilla --no-peers
  jivezoo speed --quick --markdown > speed.md
  jivezoo speed --seconds 5 --repeats 5 --json speed.json
  jivezoo speed --search gelini_nightlife

Peers are measured where they are installed: pip install 'jivezoo[peers]'."""


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
    add("--search", action="store_true", help="measure the tree search instead: its simulations")
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
    ours, theirs = (
        (search_contestants_of, search_peers) if arguments.search else (contestants_of, peers)
    )
    chosen: list[Contestant] = []
    for name in dict.fromkeys(arguments.games or GAMES):
        chosen += ours(game_from(argparse.Namespace(**vars(arguments), game=name)))
    if not arguments.no_peers:
        chosen += [peer for peer in theirs() if not (arguments.quick and peer.is_slow)]
    return chosen


def run(arguments: argparse.Namespace) -> int:
    """Measure, print the table and return the exit code."""
    check(arguments)
    rows, missing = measure(contestants(arguments), arguments.seconds, arguments.repeats)
    kind = SearchReport if arguments.search else Report
    report = kind(rows, missing, arguments.seconds, arguments.repeats, arguments.option)
    print(to_text(report, arguments.markdown))
    if arguments.json is not None:
        write_whole(arguments.json, json.dumps(report.to_dict(), indent=2) + "\n")
    return 0
