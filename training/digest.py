"""`jivezoo rules`: the rules of a game in the terminal, its options, actions and observation."""

import argparse
from importlib import resources

from ..envs.errors import BadOption
from .game_options import add_game_arguments, game_from, option_list


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jivezoo rules` takes."""
    add_game_arguments(parser)
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--options", action="store_true", help="list the options instead")
    parts.add_argument("--actions", action="store_true", help="print the action table instead")
    parts.add_argument("--features", action="store_true", help="print the feature table instead")
    parser.epilog = (
        "examples:\n"
        "  jivezoo rules itchy_monkey\n"
        "  jivezoo rules itchy_monkey --features --players 3\n"
        "  jivezoo rules itchy_monkey -o board=my_board.toml --actions"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for; the options are checked in any case."""
    game = game_from(arguments)
    if arguments.options:
        for name, default, meaning in option_list(game):
            print(f"{name:<18}{meaning} (default: {default})")
    elif arguments.actions:
        print(game.actions)
    elif arguments.features:
        print(game.features)
    else:
        print(rules_digest(game.name).rstrip())
    return 0


def rules_digest(name: str) -> str:
    """Return the text of seeds/<name>.md."""
    path = resources.files("jivezoo") / "seeds" / f"{name}.md"
    if not path.is_file():
        raise BadOption(f"the rules of {name} were not installed; reinstall jivezoo.")
    return path.read_text(encoding="utf-8")
