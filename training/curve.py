"""The learning curve of a run as a picture."""

import io
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from .files import write_whole
from .standings import wilson

COLOURS = {"random": "#0072b2", "greedy": "#d55e00"}  # told apart by colour-blind people too


def draw_curve(evaluations: list[dict[str, Any]], title: str, path: Path) -> None:
    """Write a PNG of the share of games won against each yardstick, with 95 % intervals."""
    with matplotlib.rc_context({"font.size": 11}):
        figure = Figure(figsize=(8, 4.5), dpi=120, layout="constrained")
        axes = figure.subplots()
        for opponent in dict.fromkeys(line["opponent"] for line in evaluations):
            _draw_line(axes, opponent, [e for e in evaluations if e["opponent"] == opponent])
        axes.set(xlabel="decisions (millions)", ylabel="games won", title=title, ylim=(0, 1.02))
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.grid(alpha=0.3)
        if evaluations:
            axes.legend(loc="lower right", frameon=False)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png")
    write_whole(path, buffer.getvalue())


def _draw_line(axes: Any, opponent: str, evaluations: list[dict[str, Any]]) -> None:
    steps = np.array([e["steps"] for e in evaluations]) / 1e6
    wins = np.array([e["wins"] for e in evaluations])
    games = np.array([e["wins"] + e["draws"] + e["losses"] for e in evaluations])
    ends = [wilson(int(k), int(n)) for k, n in zip(wins, games, strict=True)]
    colour = COLOURS.get(opponent)
    axes.plot(steps, wins / games, marker="o", color=colour, label=f"against {opponent}")
    axes.fill_between(steps, [e.low for e in ends], [e.high for e in ends], color=colour, alpha=0.2)
