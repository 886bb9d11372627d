"""Who plays: the protocol (player.py), the agents, and `make_agent`, which finds one by name."""

from importlib import import_module
from typing import TYPE_CHECKING

from ..envs.errors import BadOption

if TYPE_CHECKING:
    from ..envs.game import Game
    from .player import Agent

# name: module, how it is written, what it does
AGENTS = {
    "random": ("random", "random", "any legal action"),
    "greedy": (
        "greedy",
        "greedy",
        "the best action by a readable evaluation, one step ahead; ':forgetful' without memory, "
        "':weights.toml' with other weights",
    ),
    "mcts": (
        "search",
        "mcts:1000 or mcts:0.5s",
        "tree search, by simulations or seconds for each decision; ',setting=value' see README",
    ),
    "ppo": (
        "network",
        "ppo:MODEL.zip",
        "a trained policy; ',temperature=0' always its best action",
    ),
}


def make_agent(spec: str, game: "Game") -> "Agent":
    """Return the agent of a name such as `random`, `greedy` or `ppo:runs/first/model.zip`.

    A name may carry an argument after a colon, and settings after commas, as in
    `ppo:model.zip,temperature=0`.

    Raises
    ------
    BadOption, BadFile
        If there is no such agent or setting, or its file cannot be used with this game.
    """
    name, _, rest = spec.strip().partition(":")
    if name not in AGENTS:
        known = ", ".join(written for _, written, _ in AGENTS.values())
        raise BadOption(f"there is no agent {spec!r}; agents are {known}.")
    argument, *pairs = rest.split(",")
    settings = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"agent {spec!r}: {pair!r} must be written as setting=value.")
        settings[key.strip()] = value.strip()
    module = import_module(f".{AGENTS[name][0]}", __name__)
    return module.make(spec, game, argument, settings)


def refuse_settings(spec: str, argument: str, settings: dict[str, str]) -> None:
    """Raise BadOption if an agent that takes none was given an argument or settings."""
    if argument or settings:
        raise BadOption(f"agent {spec!r}: {spec.split(':')[0]} takes no argument and no settings.")
