"""`jivezoo rules`: the rules of a game in the terminal, its options, actions and observation."""

import argparse
from importlib import resources

from .. import game as make_game
from ..envs.errors import BadOption
from ..envs.game import Game
from .game_options import add_game_arguments, game_from, option_list

BOX = ""  # no file: that of the box


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jivezoo rules` takes."""
    add_game_arguments(parser)
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--options", action="store_true", help="list the options instead")
    parts.add_argument("--actions", action="store_true", help="print the action table instead")
    parts.add_argument(
        "--components",
        nargs="?",
        const=BOX,
        metavar="FILE",
        help="print the file of what is in the box instead; with a FILE of your own, check it and "
        "draw what it says",
    )
    parts.add_argument("--features", action="store_true", help="print the feature table instead")
    parser.epilog = (
        "examples:\n"
        "  jivezoo rules itchy_monkey\n"
        "  jivezoo rules itchy_monkey --features --players 3\n"
        "  jivezoo rules itchy_monkey -o board=my_board.toml --actions\n"
        "  jivezoo rules gelini_nightlife --components > my_counters.toml\n"
        "  jivezoo rules gelini_nightlife -o components=my_counters.toml -o action_counters=yes\n"
        "  jivezoo rules jivecat_lounge --components my_lounge.toml"
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
    elif arguments.components == BOX:
        print(packaged(f"envs/{game.name}/components.toml").rstrip())
    elif arguments.components is not None:
        print(drawn(game, arguments.components))
    else:
        print(packaged(f"seeds/{game.name}.md").rstrip())
    return 0


def drawn(game: Game, path: str) -> str:
    """Return what a components file says, as text: by itself, or as it is laid out at the start.

    Raises
    ------
    BadFile
        With what is wrong with it.
    """
    mine = make_game(game.name, **{**vars(game.options), game.components_option: path})
    if mine.components_text is None:
        return mine.new(seed=0).text()
    return mine.components_text(mine.components)


def packaged(path: str) -> str:
    """Return the text of a file that comes with jivezoo."""
    file = resources.files("jivezoo") / path
    if not file.is_file():
        raise BadOption(f"{path} was not installed; reinstall jivezoo.")
    return file.read_text(encoding="utf-8")
