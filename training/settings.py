"""The settings of a run: a dataclass with a sentence a field, and its command line."""

import argparse
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ..envs.errors import BadOption

WIDEST = 8192  # units of a hidden layer


def setting(default: Any, help: str, low: float = 0, high: float = float("inf")) -> Any:
    """Return a dataclass field with its sentence and the range of its value."""
    return field(default=default, metadata={"help": help, "low": low, "high": high})


def check_ranges(settings: Any) -> None:
    """Raise BadOption if a setting is of another kind than its default, or out of its range."""
    for each in fields(settings):
        value, option = getattr(settings, each.name), f"--{each.name.replace('_', '-')}"
        low, high = each.metadata["low"], each.metadata["high"]
        kind = (int, float) if isinstance(each.default, float) else type(each.default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadOption(f"{option} cannot be {value!r}.")
        if not isinstance(value, str) and not low <= value <= high:
            reach = f"at least {low}" if high == float("inf") else f"from {low} to {high}"
            raise BadOption(f"{option} must be {reach}, not {value}.")


@dataclass(frozen=True)
class Settings:
    """How to learn; the defaults are those of `make train`."""

    steps: int = setting(2_000_000, "decisions to learn from, over all games and seats", 1)
    games: int = setting(512, "games played at once", 1, 65_536)
    rollout: int = setting(
        64, "decisions of each game between two updates; with --together, ticks", 1, 65_536
    )
    minibatch: int = setting(4096, "decisions in one gradient step", 2)
    epochs: int = setting(2, "passes over the decisions of a rollout", 1)
    learning_rate: float = setting(1e-3, "step size of Adam; falls to half over the run", 1e-9, 1)
    network: str = setting("256,256", "sizes of the hidden layers of policy and value")
    gamma: float = setting(0.995, "discount from one own decision to the next", 0, 1)
    gae_lambda: float = setting(0.95, "lambda of generalised advantage estimation", 0, 1)
    entropy: float = setting(0.01, "weight of the entropy bonus")
    past: float = setting(
        0.15, "share of games with kept earlier policies in the other seats", 0, 1
    )
    keep: int = setting(5, "how many earlier policies are kept as opponents", 1)
    keep_every: int = setting(20, "updates between two kept policies", 1)
    sparring: str = setting("greedy", "agents that sit in other seats too, as in 'greedy,random'")
    sparring_share: float = setting(0.1, "share of games with them in the other seats", 0, 1)
    evaluate_every: int = setting(500_000, "decisions between two evaluations", 1)
    evaluate_games: int = setting(200, "games of each evaluation against random and greedy", 2)
    final_games: int = setting(400, "games of the evaluation at the end", 2)
    checkpoint_every: int = setting(500_000, "decisions between two checkpoints", 1)
    together: str = setting(
        "no", "yes: learn from all seats choosing at once, in a game where they do"
    )
    threads: int = setting(1, "torch threads; more help only if nobody else uses the cores", 1, 64)
    seed: int = setting(0, "seed of everything; the same seed gives the same losses")

    def __post_init__(self) -> None:
        """Check what goes together, or raise BadOption."""
        check_ranges(self)
        if self.past + self.sparring_share > 1:
            raise BadOption(
                "--past and --sparring-share are shares of all games: together at most 1."
            )
        if self.together not in ("yes", "no"):
            raise BadOption(f"--together must be yes or no, not {self.together!r}.")
        if self.sparring_share and not self.sparring:
            raise BadOption("--sparring-share needs agents: --sparring greedy.")
        if self.games * self.rollout < self.minibatch:
            raise BadOption(
                f"--minibatch {self.minibatch} is more than --games x --rollout = "
                f"{self.games * self.rollout}."
            )
        self.layers()

    def layers(self) -> list[int]:
        """Return the sizes of the hidden layers."""
        try:
            sizes = [int(size) for size in self.network.split(",")]
        except ValueError:
            sizes = []
        if not sizes or not 1 <= min(sizes) <= max(sizes) <= WIDEST:
            raise BadOption(
                f"--network must be sizes from 1 to {WIDEST}, as 256,256, not {self.network!r}."
            )
        return sizes

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return asdict(self)


def _whole(text: str) -> int:
    """Read 2_000_000, 2e6 or 2000000."""
    number = float(text.replace("_", ""))
    if not number.is_integer():
        raise ValueError
    return int(number)


def add_settings(parser: argparse.ArgumentParser, kind: type = Settings) -> None:
    """Add an option for every setting of a `kind`; absent ones are left out of the result."""
    group = parser.add_argument_group("settings")
    for each in fields(kind):
        read: Any = {int: _whole, float: float, str: str}[type(each.default)]
        group.add_argument(
            f"--{each.name.replace('_', '-')}",
            type=read,
            default=argparse.SUPPRESS,
            metavar=type(each.default).__name__.upper(),
            help=f"{each.metadata['help']} (default: {each.default!r})".replace("%", "%%"),
        )


def settings_from(
    arguments: argparse.Namespace, base: dict[str, Any] | None = None, kind: Any = Settings
) -> Any:
    """Return the settings given on the command line over `base` or the defaults."""
    names = [each.name for each in fields(kind)]
    for name in (base or {}).keys() - set(names):
        raise BadOption(f"there is no setting {name!r}.")
    given = {name: getattr(arguments, name) for name in names if hasattr(arguments, name)}
    return kind(**((base or {}) | given))
