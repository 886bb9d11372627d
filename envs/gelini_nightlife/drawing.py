"""Gelini Nightlife: a position as text that fits 80 columns."""

import textwrap
from typing import Any

import numpy as np

from ..game import Game
from .box import COIN, EMPTY, ENDINGS, FIRST_PLACE, NOT_ENDED, PHASES
from .floors import free_squares
from .line import band_place, counters_ahead
from .notation import floor_words

WIDTH, COLUMNS, CELL_WIDTH = 80, 6, 12
INDENT = " " * len("player_0  ")
NO_BREAK = "\N{NO-BREAK SPACE}"  # while lines are wrapped: a number stays with its word


def _headline(game: Game, state: Any) -> str:
    if state["ending"] != NOT_ENDED:
        return f"over: {game.winners_text(state['won'])} ({ENDINGS[state['ending']]})"
    asked = f"player_{state['seat']}, {PHASES[state['phase']]}"
    return f"roll {state['rolls']}, die {state['roll']}: {asked}"


def _place_text(game: Game, state: Any, place: int) -> str:
    """Return `12 amber1`, `12 [p0]` with a token, `12 .` for a gap."""
    seats = range(game.seats)
    tokens = "".join(f"[p{seat}]" for seat in seats if state["token"][seat] == place)
    if place == band_place(game.rules[0]):
        return f"{place:>3} {tokens or 'BAND'}"
    kind = state["line"][place]
    return f"{place:>3} {tokens or ('.' if kind == EMPTY else game.components.words[kind])}"


def _line_lines(game: Game, state: Any) -> list[str]:
    behind = sorted(
        (seat for seat in range(game.seats) if state["token"][seat] < FIRST_PLACE),
        key=lambda seat: state["token"][seat],
    )
    lines = [f"behind the line: {' '.join(f'[p{seat}]' for seat in behind)}"] if behind else []
    front = band_place(game.rules[0])
    cells = [_place_text(game, state, place) for place in range(FIRST_PLACE, front + 1)]
    width = max(CELL_WIDTH, *map(len, cells))
    columns = min(COLUMNS, (WIDTH + 1) // (width + 1))
    for start in range(0, len(cells), columns):
        lines.append(" ".join(f"{cell:<{width}}" for cell in cells[start : start + columns]))
    return [line.rstrip() for line in lines]


def _floor_lines(game: Game, state: Any, seat: int) -> list[str]:
    rules = game.rules[0]
    held = [
        word if count == 1 else f"{count}{NO_BREAK}{word}"
        for word, count in floor_words(game, state, seat).items()
    ]
    stars = int(state["stars"][seat])
    held += [f"{stars}{NO_BREAK}star" + "s" * (stars > 1)] * (stars > 0)
    held += [f"the{NO_BREAK}Band"] if state["band"] == seat else []
    coins = int(state["holds"][seat, COIN])
    text = (
        f"player_{seat}  free {free_squares(rules, state, seat)} of {rules['floor']}, "
        f"coins {coins}, ahead {counters_ahead(rules, state, seat)}: {', '.join(held) or '-'}"
    )
    lines = textwrap.wrap(text, WIDTH, subsequent_indent=INDENT)
    return [line.replace(NO_BREAK, " ") for line in lines]


def board_text(game: Game, states: np.ndarray, seat: int | None) -> str:
    """Return the position, states (1,), as the line from its tail and the floors beneath it.

    It is the same for every `seat`: nothing is hidden in this game.
    """
    state = states[0]
    lines = [f"{game.title}: {_headline(game, state)}", *_line_lines(game, state)]
    for each in range(game.seats):
        lines += _floor_lines(game, state, each)
    return "\n".join(lines)
