"""Voodoo Mania: what a seat sees, from its own chair: own things first, then rivals clockwise.

It sees the top of the Voodoo pile and its own hand, how many cards everybody has, and what was
chosen in the last tick; and it remembers, as well as can be, every card that it has seen since the
deal: what it is, where it has gone, and so which cards it has not seen.  With `search` only the
sides of the hand that it has seen are told.  The sections, in order, are the feature table; each
kernel below writes some of them and returns where the next begins.
"""

from typing import Any

import numpy as np

from ..contract import seat_at, write_hundreds
from ..game import Feature
from ..kernel import kernel, wide
from .box import (
    BACK,
    BOX,
    CARDS,
    CERTAIN,
    COMBINATIONS,
    FIRST_OF_PILE,
    FIZZLED,
    FRONT,
    HAND,
    KINDS,
    NO_CHOICE,
    SEEN_BY_ALL,
    VOODOO,
    VOODOO_PILE,
    WAIT,
)
from .components import MOST_FACES

PERCENT = CERTAIN // 100
ROW = 2 * COMBINATIONS  # of what a face shows, and of what it lacks


def feature_table(rules: Any) -> list[Feature]:
    """Return the sections of the observation."""
    seats, cards = int(rules["seats"]), int(rules["cards"])
    return [
        *_card_features(),
        *_count_features(seats),
        *_tick_features(seats, choices_told(rules)),
        *_memory_features(seats, cards),
        *(_side_features(seats) if rules["search"] else []),
        *([_deck_feature(cards)] if rules["random_deck"] else []),
    ]


def choices_told(rules: Any) -> int:
    """Return how many actions can be seen when they are revealed: all but `wait`."""
    return WAIT + HAND * int(rules["search"])


def _card_features() -> list[Feature]:
    return [
        Feature("target", (COMBINATIONS,), 0, 1, "1 for what the Voodoo pile lacks"),
        Feature(
            "hand", (HAND, 2, 2, COMBINATIONS), 0, 1, "card, side: 1 for what it shows; it lacks"
        ),
        Feature("answers", (HAND, 2), 0, 1, "... 1 if it shows the target"),
        Feature("repeats", (HAND, 2), 0, 1, "... 1 if it lacks the target: a Voodoo"),
        Feature(
            "leaves",
            (HAND, 2, 2),
            0,
            MOST_FACES,
            "... unknown faces that would answer, repeat it",
        ),
        Feature(
            "unseen", (2, COMBINATIONS), 0, MOST_FACES, "unknown faces that show each; that lack it"
        ),
    ]


def _count_features(seats: int) -> list[Feature]:
    return [
        Feature("in_hand", (seats,), 0, HAND, "cards in each hand"),
        Feature("in_pile", (seats,), 0, CARDS, "cards in each own pile"),
        Feature("in_voodoo_pile", (1,), 1, CARDS, "cards in the Voodoo pile"),
        Feature("points", (seats, 2), 0, 127, "of rounds before: hundreds, and the rest"),
        Feature("rounds_left", (1,), 0, 127, "rounds after this one"),
        Feature("ticks_left", (2,), 0, 127, "ticks before the cap: hundreds, and the rest"),
        Feature("acts", (seats,), 0, 100, "per cent of the ticks in which each seat acts"),
    ]


def _tick_features(seats: int, choices: int) -> list[Feature]:
    return [
        Feature("last", (seats, choices), 0, 1, "1 for the choice of each seat in the last tick"),
        Feature("fizzled", (seats,), 0, 1, "1 if it came to nothing"),
        Feature("called", (seats,), 0, 1, "1 if it was a Voodoo"),
    ]


def _memory_features(seats: int, cards: int) -> list[Feature]:
    places = "known cards: 1-3 in hand, 4 ... in the pile from the top"
    return [
        Feature("cards", (seats, cards), 0, FIRST_OF_PILE + CARDS, places),
        Feature("voodoo_pile", (cards,), 0, CARDS, "place in the Voodoo pile: 1 the lowest"),
        Feature("open_cards", (cards,), -1, 1, "1 for own cards all have seen; -1: in the box"),
    ]


def _side_features(seats: int) -> list[Feature]:
    return [
        Feature("side", (seats, HAND, 2), 0, 1, "1 for the side of a hand card that shows"),
        Feature("side_told", (HAND,), 0, 1, "1 for own hand cards of which all know that"),
    ]


def _deck_feature(cards: int) -> Feature:
    meaning = "card, side: colour of each ingredient from 1, or 0"
    return Feature("deck", (cards, 2, KINDS), 0, KINDS, meaning)


@kernel
def _write_cards(r: Any, s: Any, seat: int, out: np.ndarray) -> int:
    """Write the target, the own hand, and what has not been seen."""
    out[s.target] = 1
    hand = COMBINATIONS
    answer = hand + 2 * HAND * ROW
    repeat, leave, at_unseen = answer + 2 * HAND, answer + 4 * HAND, answer + 8 * HAND
    unseen, bit, target = s.unseen[seat], 1 << seat, wide(s.target)
    for at in range(wide(s.hand_count[seat])):
        card = s.hand[seat, at]
        for side in range(2):
            i = 2 * at + side
            if s.seen[side, card] & bit:
                face = s.face[side, card]
                row, shown = r.row[face], out[hand + i * ROW : hand + (i + 1) * ROW]
                for k in range(ROW):
                    shown[k] = row[k]
                missing = r.missing[face]
                out[answer + i] = row[target]
                out[repeat + i] = missing == target
                out[leave + 2 * i] = unseen[missing]
                out[leave + 2 * i + 1] = unseen[COMBINATIONS + missing]
    for k in range(ROW):
        out[at_unseen + k] = unseen[k]
    return at_unseen + ROW


@kernel
def _write_counts(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    seats = wide(r.seats)
    pile, points = at + seats, at + 2 * seats + 1
    out[at + 2 * seats] = s.voodoo_count
    left = points + 2 * seats
    out[left] = r.rounds - s.rounds
    write_hundreds(wide(r.max_ticks - s.ticks), out, left + 1)
    for chair in range(seats):
        other = seat_at(seats, seat, chair)
        out[at + chair] = s.hand_count[other]
        out[pile + chair] = s.pile_count[other]
        write_hundreds(wide(s.points[other]), out, points + 2 * chair)
        out[left + 3 + chair] = r.per_cent[other]
    return left + 3 + seats


@kernel
def _write_last_tick(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    seats, choices = wide(r.seats), WAIT + HAND * r.search
    fizzled = at + seats * choices
    for chair in range(seats):
        other = seat_at(seats, seat, chair)
        choice = wide(s.last_choice[other])
        if choice != NO_CHOICE:
            out[at + chair * choices + choice - (choice > WAIT)] = 1
            out[fizzled + chair] = s.outcome[other] == FIZZLED
            out[fizzled + seats + chair] = s.outcome[other] == VOODOO
    return fizzled + 2 * seats


@kernel
def _write_known_cards(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    """Write where the cards are that the seat knows, plane by plane."""
    seats, cards, bit = wide(r.seats), wide(r.cards), np.uint8(1 << seat)
    front, back = s.seen[FRONT], s.seen[BACK]
    for chair in range(seats + 1):
        holder = seat_at(seats, seat, chair) if chair < seats else wide(VOODOO_PILE)
        plane = out[at : at + cards]
        for card in range(len(plane)):
            is_known = (front[card] | back[card]) & bit != 0
            plane[card] = s.place[card] * (is_known & (s.holder[card] == holder))
        at += cards
    plane = out[at : at + cards]
    for card in range(len(plane)):
        is_open = (front[card] == SEEN_BY_ALL) | (back[card] == SEEN_BY_ALL)
        is_own, is_out = s.holder[card] == seat, s.holder[card] == BOX
        plane[card] = np.int8(is_open & is_own) - np.int8(is_open & is_out)
    return at + cards


@kernel
def _write_sides(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    """Write which sides show in the own hand, and in others where all know it."""
    at_told = at + 2 * HAND * wide(r.seats)
    for chair in range(wide(r.seats)):
        other = seat_at(wide(r.seats), seat, chair)
        for i in range(wide(s.hand_count[other])):
            if other == seat or s.side_told[other, i]:
                out[at + 2 * (HAND * chair + i) + s.side[other, i]] = 1
    for i in range(HAND):
        out[at_told + i] = s.side_told[seat, i]
    return at_told + HAND


@kernel
def _write_deck(r: Any, s: Any, out: np.ndarray, at: int) -> None:
    for card in range(wide(r.cards)):
        for side in range(2):
            colours = r.colours[s.face[side, card]]
            for i in range(KINDS):
                out[at + i] = colours[i]
            at += KINDS


@kernel
def observe(r: Any, s: Any, seat: int, out: np.ndarray) -> None:
    """Write what `seat` sees: see contract.observe and the feature table."""
    out[:] = 0
    at = _write_cards(r, s, seat, out)
    at = _write_counts(r, s, seat, out, at)
    at = _write_last_tick(r, s, seat, out, at)
    at = _write_known_cards(r, s, seat, out, at)
    if r.search:
        at = _write_sides(r, s, seat, out, at)
    if r.random_deck:
        _write_deck(r, s, out, at)
