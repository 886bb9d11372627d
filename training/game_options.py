"""Options of a game on the command line, the same for every command."""

import argparse
import inspect
import re
from dataclasses import fields
from typing import Any

from .. import GAMES, game
from ..envs.errors import BadOption
from ..envs.game import Game


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add GAME, --players and --option to a parser."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--players", type=int, help="seats; the game's own default if not given")
    parser.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as in -o abilities=gorilla,lemur; may be repeated; "
        "'jivezoo rules GAME --options' lists them",
    )


def game_from(arguments: argparse.Namespace) -> Game:
    """Return the game that a command line asks for, or raise BadOption."""
    given: dict[str, Any] = {}
    for pair in arguments.option:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"option {pair!r} must be written as NAME=VALUE.")
        given[name.strip().replace("-", "_")] = read_value(value.strip())
    if arguments.players is not None:
        given["num_players"] = arguments.players
    return game(arguments.game, **given)


def read_value(text: str) -> Any:
    """Return None, a bool, an int or the text itself: what an option's value may be."""
    words = {"none": None, "true": True, "yes": True, "false": False, "no": False}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def option_list(game: Game) -> list[tuple[str, Any, str]]:
    """Return name, default and meaning of a game's options; the meaning is the field's comment."""
    kind = type(game.options)
    source = inspect.getsource(kind)
    default = kind()
    rows = []
    for field in fields(kind):
        comment = re.search(rf"^ *{field.name}: .*?# (.*)$", source, re.MULTILINE)
        value = getattr(default, field.name)
        shown = "none" if value in (None, frozenset()) else value
        rows.append((field.name, shown, comment[1] if comment else ""))
    return rows
