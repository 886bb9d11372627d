"""Swinging Jivecat Voodoo Lounge: a position, or a board, as text that fits 80 columns."""

import textwrap
from typing import Any

import numpy as np

from ..contract import RUNNING, TRUNCATED
from ..game import Game
from .box import (
    ADD,
    LOUNGES,
    NO_CARD,
    NO_CONTACT,
    NO_TREND,
    NOBODY,
    ONTO,
    SKULLS_OF_PLACE,
    STAFF,
    START,
    SUITS,
    TREND_PLACES,
    TREND_SCORE_OF_PLACE,
    TRENDS,
)
from .components import Components
from .notation import (
    contact_names,
    hand_words,
    line_words,
    owned_words,
    skull_words,
    trend_words,
    zombie_words,
)
from .tables import members
from .trends import is_active
from .turn import staff_number

WIDTH = 80
LABEL = 8
CELL = 5
INDENT = " " * 10
SKULL_PLACES = ("Mambo", "Houngan", "Bokor")


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False)


def _headline(game: Game, state: Any) -> str:
    if state["status"] != RUNNING:
        cap = " (round cap)" * bool(state["status"] == TRUNCATED)
        return f"over: {game.winners_text(state['won'])}{cap}"
    if state["phase"] == START:
        return f"player_{state['seat']} places a chip on a starter"
    asked = "" if state["seat"] == state["active"] else f", asked is player_{state['seat']}"
    return f"round {state['rounds']}, turn of player_{state['active']}{asked}"


def _owners(game: Game, state: Any) -> dict[int, str]:
    """Return whose chip is on each contact that is taken."""
    whose = {seat: f"p{seat}" for seat in range(game.seats)} | {STAFF: "st"}
    return {c: word for seat, word in whose.items() for c in members(state["chips"][seat])}


def _lounge_lines(game: Game, state: Any) -> list[str]:
    """Return each lounge as a row of contacts and, beneath it, whose chips are there."""
    owners, names, lines = _owners(game, state), contact_names(game), []
    across = (WIDTH - LABEL) // CELL
    for lounge, label in enumerate(LOUNGES):
        inside = members(game.rules["lounge"][0, lounge])
        for start in range(0, len(inside), across):
            row = inside[start : start + across]
            lines.append(f"{label:<{LABEL}}" + "".join(f"{names[c]:<{CELL}}" for c in row))
            chips = "".join(f"{owners.get(c, '.'):<{CELL}}" for c in row)
            lines.append(" " * LABEL + chips)
            label = ""
    return [line.rstrip() for line in lines]


def _line_lines(game: Game, state: Any) -> list[str]:
    skulls = zip(
        SKULL_PLACES,
        SKULLS_OF_PLACE,
        line_words(state["skull_line"], skull_words(game)),
        strict=True,
    )
    trends = zip(
        TREND_PLACES,
        TREND_SCORE_OF_PLACE,
        line_words(state["trend_line"], TRENDS),
        strict=True,
    )
    return [
        *_wrapped("Skulls    " + ", ".join(f"{p} ({n}) {card}" for p, n, card in skulls)),
        *_wrapped("Trends    " + ", ".join(f"{p} ({n}) {card}" for p, n, card in trends)),
    ]


def _trend_text(state: Any, seat: int) -> str:
    """Return the Trends of a seat; those in brackets are not active."""
    return " ".join(
        trend if is_active(state, seat, TRENDS.index(trend)) else f"({trend})"
        for trend in owned_words(state, seat)
    )


def _seat_lines(game: Game, state: Any, seat: int, is_open: bool) -> list[str]:
    chips = int(game.rules["chips"][0]) - len(members(state["chips"][seat]))
    zombies = " ".join(word + " used" * used for word, used in zombie_words(state, seat))
    rada = f"R{state['rada'][seat]}" if state["rada"][seat] else ""
    count = state["hand_count"][seat]
    hand = " ".join(hand_words(state, seat)) if is_open else f"{count} cards"
    told = [
        f"points {state['scores'][seat]}",
        f"Skulls {state['skulls'][seat]}",
        f"chips left {chips}",
        f"hand: {hand or '-'}",
        *([f"on the table: {' '.join(filter(None, (zombies, rada)))}"] if zombies or rada else []),
        *([f"Trends: {_trend_text(state, seat)}"] if owned_words(state, seat) else []),
    ]
    return _wrapped(f"player_{seat}  " + "; ".join(told))


def _turn_text(state: Any) -> str:
    """Return what holds in this turn only."""
    told = [
        "the portal is open" * int(state["portal_open"]),
        "Friends are everywhere" * int(state["friends_open"]),
        f"borrowed: Z{state['borrowed']}" if state["borrowed"] else "",
        f"used: {' '.join(trend_words(state['used']))}" if state["used"] else "",
    ]
    return "; ".join(filter(None, told))


def _chain_text(game: Game, state: Any) -> str:
    """Return what is half-way, so that it can be seen why something is asked."""
    names, number = contact_names(game), game.rules["number"][0]
    told = []
    if state["power"] != NO_TREND:
        lender = "" if state["lender"] in (NOBODY, state["active"]) else f" of p{state['lender']}"
        told.append(f"uses {TRENDS[state['power']]}{lender}")
    if state["phase"] == ADD:
        missing = number[state["aim"]] - state["total"]
        told.append(f"{names[state['aim']]}: {missing} missing to {number[state['aim']]}")
    elif state["aim"] != NO_CONTACT:
        told.append(f"{'from' if state['phase'] == ONTO else 'to'} {names[state['aim']]}")
    if state["removals"]:
        told.append(f"chips to remove: {state['removals']}")
    if state["flipped"] != NO_CARD:
        told.append(f"the Staff look for a {staff_number(int(state['flipped']))}")
    return ", ".join(told)


def board_text(game: Game, states: np.ndarray, seat: int | None) -> str:
    """Return the position, states (1,): the lounges, the lines, and hands as `seat` sees them."""
    state = states[0]
    lines = [*_wrapped(f"{game.title}: {_headline(game, state)}"), *_lounge_lines(game, state)]
    lines += _line_lines(game, state)
    for each in range(game.seats):
        lines += _seat_lines(game, state, each, is_open=seat in (None, each))
    lines += _wrapped(
        f"Clique deck {state['deck_count']}, discards {state['discards'].sum()}, "
        f"bank {state['bank']} Skulls"
    )
    for label, told in (("this turn", _turn_text(state)), ("now", _chain_text(game, state))):
        lines += _wrapped(f"{label:<10}{told}") if told else []
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------- Boards


def components_text(found: Components) -> str:
    """Return a board as text, for those who edit one: each contact with its links and icons."""
    touching = {
        "starter": set(found.starters),
        "portal": {name for portal in found.portals for name in portal},
        "Staff": {name for icon in found.staff_icons for name in icon},
    }
    lines = []
    for lounge, label in enumerate(LOUNGES):
        lines.append(label)
        for contact in found.all_contacts:
            if contact.lounge == lounge:
                icons = [icon for icon, names in touching.items() if contact.name in names]
                icons += ["white"] * contact.is_white
                linked = " ".join(found.neighbours[contact.name])
                text = f"{contact.name:<5}{', '.join(icons):<24}{linked}"
                lines += textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent=" " * 31)
    suits = {suit: sum(n for card, n in found.clique.items() if card[0] == suit) for suit in SUITS}
    told = ", ".join(f"{suit} {number}" for suit, number in suits.items())
    lines += [
        f"{len(found.all_contacts)} contacts, {len(found.links)} links",
        f"{sum(suits.values())} Clique cards: {told}",
        f"{sum(found.skulls.values())} Skull cards, {len(found.trends)} Trends",
    ]
    return "\n".join(lines)
