"""Voodoo Mania, version 0, as PettingZoo environments; see `envs.voodoo_mania`."""

from typing import Any

from .aec import AECEnv
from .parallel import ParallelEnv
from .voodoo_mania import game


def raw_env(render_mode: str | None = None, illegal: str = "raise", **options: Any) -> AECEnv:
    """Return the turn-based environment; `options` are those of the game."""
    return AECEnv(game(**options), render_mode=render_mode, illegal=illegal)


env = raw_env  # order and bounds are checked in the class itself: no wrappers


def parallel_env(
    render_mode: str | None = None, illegal: str = "raise", **options: Any
) -> ParallelEnv:
    """Return the environment in which all seats choose at once; for the same choices the same."""
    return ParallelEnv(game(**options), render_mode=render_mode, illegal=illegal)
