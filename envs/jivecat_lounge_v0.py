"""Jivecat Lounge, version 0, as a PettingZoo AEC environment; see `envs.jivecat_lounge`."""

from typing import Any

from .aec import AECEnv
from .jivecat_lounge import game


def raw_env(render_mode: str | None = None, illegal: str = "raise", **options: Any) -> AECEnv:
    """Return the environment; `options` are those of the game."""
    return AECEnv(game(**options), render_mode=render_mode, illegal=illegal)


env = raw_env  # order and bounds are checked in the class itself: no wrappers
