"""The `jivezoo` command: one module a subcommand, imported only when it is used."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from .. import __version__
from ..envs.errors import JivezooError

# subcommand: module, and what it does
COMMANDS = {
    "train": ("train", "train an agent by self-play"),
    "arena": ("arena", "let agents play each other, and rate them"),
    "tune": ("tune", "tune the weights of greedy by playing"),
    "play": ("play", "play against agents"),
    "rules": ("digest", "print the rules of a game and its options"),
    "speed": ("speed", "measure steps or simulations per second, beside other libraries"),
}
BAD_USE, FAILED, INTERRUPTED = 2, 1, 130


class _Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Keeps examples as they are written and shows defaults that say something."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        """Return the help of one option."""
        if action.default is None or action.default is False or isinstance(action.default, list):
            return action.help
        return super()._get_help_string(action)


def build_parser(command: str | None) -> argparse.ArgumentParser:
    """Return the parser; only the module of `command` is imported, to start quickly."""
    parser = argparse.ArgumentParser(
        prog="jivezoo",
        description="Tabletop games for reinforcement learning: train, compare, play.",
        epilog="examples:\n"
        "  jivezoo train itchy_monkey --steps 200_000\n"
        "  jivezoo arena itchy_monkey greedy random --games 200\n"
        "  jivezoo play itchy_monkey --against greedy --text",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"jivezoo {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (module, what) in COMMANDS.items():
        added = commands.add_parser(name, help=what, description=what, formatter_class=_Help)
        if name == command:
            import_module(f".{module}", __package__).add_arguments(added)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 1 failed, 2 bad use, 130 interrupted."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = next((word for word in given if not word.startswith("-")), None)
    try:
        options = build_parser(command).parse_args(given)
        module = import_module(f".{COMMANDS[options.command][0]}", __package__)
        return module.run(options) or 0
    except JivezooError as error:
        print(f"jivezoo: {error}", file=sys.stderr)
        return BAD_USE
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("jivezoo"):
            raise
        print(
            f"jivezoo: this needs the package {error.name}; install it with "
            "pip install 'jivezoo[train]'.",
            file=sys.stderr,
        )
        return BAD_USE
    except MemoryError:
        print("jivezoo: there is not enough memory for that; ask for less.", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # as in `jivezoo rules itchy_monkey | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        print(f"jivezoo: {error.strerror or error}{where}.", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("jivezoo: interrupted.", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
