"""How a search thinks: its settings, and how they are written into the name of an agent."""

import math
from dataclasses import dataclass, field, fields
from typing import Any

from ..envs.errors import BadOption
from .rollouts import TO_THE_END, Style
from .selection import Method

MOST_SIMULATIONS = 10_000_000
MOST_SECONDS = 3600.0
WORDS = {"yes": True, "no": False, "end": TO_THE_END}  # as settings are written
INFINITE = float("inf")


def number(default: Any, told: str, low: float = 0, high: float = INFINITE) -> Any:
    """Return a field with its sentence and the range of its value."""
    return field(default=default, metadata={"told": told, "low": low, "high": high})


def word(default: Any, told: str, *others: Any) -> Any:
    """Return a field with its sentence, for one of a few values."""
    return field(default=default, metadata={"told": told, "values": (default, *others)})


@dataclass(frozen=True)
class Settings:
    """How a search thinks; the defaults hold where a game's heuristics do not say otherwise."""

    simulations: int = number(1000, "simulations for each decision", 1, MOST_SIMULATIONS)
    seconds: float = number(0.0, "or seconds for each decision, if above 0", 0, MOST_SECONDS)
    rollouts: str = word("greedy", "how a game is played on beyond the tree", "random")
    epsilon: float = number(0.0, "how often a greedy rollout is random all the same", 0, 1)
    cut: int = number(
        0, "actions of a rollout before the evaluation speaks; `end`: never", TO_THE_END
    )
    prior: str = word(
        "greedy", "PUCT, by what actions promise at first sight; `none`: UCB1", "none"
    )
    exploration: float = number(
        1.0, "the constant of PUCT or UCB1; or by regret, the share of what is only tried"
    )
    trust: float = number(1.0, "visits that count as much as what an action promised", 1e-9)
    temperature: float = number(0.2, "of the priors, in payoff: the lower, the sharper", 1e-3)
    widening: float = number(
        0.0, "look at 1 + widening x sqrt(visits) actions, the best ones; 0: at all"
    )
    plan: int = number(0, "visits after which the turn that is left is planned; 0: never")
    outcomes: int = number(6, "of an action that are told apart; all others share a node")
    rivals: str = word("tree", "who searches for rivals; `rollout`: they play as in one", "rollout")
    together: str = word(
        "bound", "how seats choose together: each by its bound, or by `regret` matching", "regret"
    )
    reuse: bool = word(
        True, "keep the tree for the next decision: what is carried over counts", False
    )
    trees: int = number(1, "independent trees that share the simulations", 1, 256)
    cores: int = number(1, "threads, over trees and games; the result is the same", 1, 256)

    def __post_init__(self) -> None:
        """Check the values, or raise BadOption."""
        for each in fields(self):
            value, told = getattr(self, each.name), each.metadata
            kind = (int, float) if isinstance(each.default, float) else type(each.default)
            if not isinstance(value, kind) or ("values" not in told and isinstance(value, bool)):
                raise BadOption(f"{each.name} cannot be {show(value)}.")
            if "values" in told and value not in told["values"]:
                known = " or ".join(map(show, told["values"]))
                raise BadOption(f"{each.name} must be {known}, not {show(value)}.")
            if "low" in told and not told["low"] <= value <= told["high"]:
                raise BadOption(f"{each.name} must be {reach(told)}, not {value}.")

    def method(self, is_together: bool) -> Method:
        """Return how a tree is grown, for a game whose seats act in turn or choose together."""
        return Method(
            float(self.exploration),
            int(self.prior == "greedy"),
            float(self.trust),
            float(self.temperature),
            float(self.widening),
            self.plan if self.prior == "greedy" else 0,
            self.outcomes,
            int(self.rivals == "rollout"),
            int(is_together and self.together == "regret"),
        )

    def style(self) -> Style:
        """Return how a game is played on beyond the tree."""
        return Style(int(self.rollouts == "greedy"), float(self.epsilon), self.cut)


def reach(told: Any) -> str:
    """Return the range of a setting in words."""
    if told["high"] == INFINITE:
        return f"at least {told['low']}"
    return f"from {told['low']} to {told['high']:,}"


def show(value: Any) -> str:
    """Return a value as it is written in an agent's name."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_budget(spec: str, argument: str) -> dict[str, Any]:
    """Return what is told by `400` (simulations) or `0.5s` (seconds), or raise BadOption."""
    try:
        if argument.endswith("s"):
            seconds = float(argument[:-1])
            if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
                raise ValueError
            return {"seconds": seconds}
        return {"simulations": int(argument)} if argument else {}
    except ValueError:
        raise BadOption(
            f"agent {spec!r}: write simulations for each decision, as in mcts:1000, or seconds, "
            "as in mcts:0.5s."
        ) from None


def read_settings(spec: str, written: dict[str, str]) -> dict[str, Any]:
    """Return the values of settings as they are written, or raise BadOption."""
    named = {each.name: each for each in fields(Settings)[2:]}  # the budget comes before the comma
    values = {}
    for name, text in written.items():
        if name not in named:
            raise BadOption(
                f"agent {spec!r}: there is no setting {name!r}; they are {', '.join(named)}."
            )
        values[name] = _read(spec, name, type(named[name].default), text)
    return values


def _read(spec: str, name: str, kind: type, text: str) -> Any:
    if text in WORDS and (kind is bool or (name == "cut" and text == "end")):
        return WORDS[text]
    try:
        return kind(text) if kind is not bool else text
    except ValueError:
        raise BadOption(f"agent {spec!r}: {name} cannot be {text!r}.") from None


def table_of_settings() -> str:
    """Return the settings as a Markdown table, with the values that hold for most games."""
    lines = ["| setting | default | meaning |", "| --- | --- | --- |"]
    for each in fields(Settings)[2:]:
        lines.append(f"| `{each.name}` | {show(each.default)} | {each.metadata['told']} |")
    return "\n".join(lines)
