"""jivezoo: four tabletop games as reinforcement learning environments, with agents and training."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .envs.game import Game

__version__ = "0.1.0"

# packages of jivezoo.envs
GAMES = ("itchy_monkey", "gelini_nightlife", "voodoo_mania", "jivecat_lounge")


def game(name: str, **options: Any) -> "Game":
    """Return a game under its options: `jivezoo.game("itchy_monkey", num_players=3)`.

    Raises
    ------
    BadOption
        If there is no such game or option; the message says which there are.
    """
    if name not in GAMES:
        from .envs.errors import BadOption

        raise BadOption(f"there is no game {name!r}; games are {', '.join(GAMES)}.")
    return import_module(f".envs.{name}", __name__).game(**options)
