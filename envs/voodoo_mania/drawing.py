"""Voodoo Mania: a position as text that fits 80 columns."""

import textwrap
from typing import Any

import numpy as np

from ..game import Game
from .box import BACK, ENDINGS, FACES, FRONT, KINDS, NO_CHOICE, NOT_ENDED, OUTCOMES, SIDES
from .notation import hand_cards

WIDTH = 80
INDENT = " " * 10


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False)


def _headline(game: Game, state: Any) -> str:
    if state["ending"] != NOT_ENDED:
        return f"over: {game.winners_text(state['won'])} ({ENDINGS[state['ending']]})"
    now = f"round {state['rounds']} of {game.options.rounds}, tick {state['ticks'] + 1}"
    return f"{now}: player_{state['seat']}"


def face_text(game: Game, face: int) -> str:
    """Return `red doll, blue mask, ...`: what a face shows."""
    found, shown = game.components, enumerate(FACES[face])
    return ", ".join(
        found.combination(KINDS * ingredient + colour)
        for ingredient, colour in shown
        if colour != KINDS
    )


def _voodoo_lines(game: Game, state: Any) -> list[str]:
    count = int(state["voodoo_count"])
    target = game.components.combination(int(state["target"]))
    top = face_text(game, state["face"][state["top_side"], state["top"]])
    cards = f"{count} card" + "s" * (count > 1)
    return [f"Voodoo pile, {cards}, lacks: {target}", *_wrapped(f"{INDENT}{top}")]


def _last_lines(game: Game, state: Any) -> list[str]:
    told = [
        f"player_{seat} {game.actions[choice]} ({OUTCOMES[state['outcome'][seat]]})"
        for seat, choice in enumerate(state["last_choice"])
        if choice != NO_CHOICE
    ]
    return _wrapped(f"last tick: {', '.join(told) or 'nothing'}")


def _hand_lines(game: Game, state: Any, seat: int, sees_all: bool) -> list[str]:
    """Return a line for each side of each hand card, told if its holder has seen it."""
    lines = []
    for at, card in enumerate(hand_cards(state, seat)):
        for side in (FRONT, BACK):
            told = "not seen yet"
            if sees_all or (state["seen"][side, card] >> seat) & 1:
                face = int(state["face"][side, card])
                told = face_text(game, face) + _use_text(game, state, face)
            shows = game.options.search and state["side"][seat, at] == side
            lines += _wrapped(f"  {'>' if shows else ' '} {at + 1}{SIDES[side]}  {told}")
    return lines


def _use_text(game: Game, state: Any, face: int) -> str:
    rules = game.rules[0]
    if rules["row"][face, state["target"]]:
        return "  FITS"
    return "  VOODOO" if rules["missing"][face] == state["target"] else ""


def board_text(game: Game, states: np.ndarray, seat: int | None) -> str:
    """Return the position, states (1,): the Voodoo pile, and hands as `seat` sees them, or open.

    A `>` marks the side that shows with `search`; cards that have been seen earlier are not told.
    """
    state = states[0]
    lines = [*_wrapped(f"{game.title}: {_headline(game, state)}"), *_voodoo_lines(game, state)]
    lines += _last_lines(game, state)
    for each in range(game.seats):
        cards = f"hand {state['hand_count'][each]}, pile {state['pile_count'][each]}"
        lines.append(f"player_{each}  {cards}, points {state['points'][each]}")
        if seat is None or seat == each:
            lines += _hand_lines(game, state, each, sees_all=seat is None)
    return "\n".join(lines)
