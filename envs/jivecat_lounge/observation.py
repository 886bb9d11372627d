"""Swinging Jivecat Voodoo Lounge: what a seat sees, from its own chair: own things first.

Everything lies open but the other hands and the orders of the decks (JL-28).  The sections, in
order, are the feature table; each kernel below writes some of them and returns where the next
begins.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING, chair_of, seat_at, write_hundreds
from ..game import Feature
from ..kernel import inlined, kernel, wide
from .board import around, count, free, write_group
from .box import (
    ADD,
    CARDS,
    EMPTY,
    HAND,
    HIGHEST_NUMBER,
    KINDS,
    LINE,
    LOWEST_NUMBER,
    NO_CARD,
    NO_CONTACT,
    NO_TREND,
    NOBODY,
    PHASES,
    REMOVED_AT_ONCE,
    SKULLS_OF_PLACE,
    STAFF,
    TRENDS,
    VALUES,
    ZOMBIE_LIMIT,
)
from .sums import MOST_TOTAL, NO_SOURCE, NOTHING, missing_to, totals_of
from .turn import staff_number

MOST_SKULLS = 120  # tokens, at most
MOST_MISSING = MOST_TOTAL + HIGHEST_NUMBER  # of a sum
MARKED = HIGHEST_NUMBER - LOWEST_NUMBER + 1  # numbers on contacts
FLAGS = 5  # portal, friends, crowd, ended, spell


def feature_table(rules: Any) -> list[Feature]:
    """Return the sections of the observation."""
    seats, contacts = int(rules["seats"]), int(rules["contacts"])
    owners = seats + int(rules["has_staff"])
    return [
        *_board_features(owners, contacts),
        *_card_features(seats),
        *_trend_features(seats, rules),
        *_standing_features(seats, rules),
        *_chain_features(seats, contacts),
    ]


def _board_features(owners: int, contacts: int) -> list[Feature]:
    return [
        Feature("chips", (owners, contacts), 0, 1, "1 for chips of each seat; then of the Staff"),
        Feature("reach", (contacts,), 0, 3, "free contacts: 1 next to own chips, 2 by portal, 3"),
        Feature("pays", (contacts,), 0, int(SKULLS_OF_PLACE.sum()), "Skulls a chip earns there"),
    ]


def _card_features(seats: int) -> list[Feature]:
    return [
        Feature("hand", (KINDS,), 0, HAND, "own cards: J1 ... J9, C1, ... R9"),
        Feature("makes", (MARKED,), 0, 1, "1 for the numbers 2 to 10 that own cards can make"),
        Feature("discards", (KINDS,), 0, CARDS, "discarded cards"),
        Feature("unseen", (KINDS,), 0, CARDS, "cards in the deck and in other hands"),
        Feature("in_deck", (1,), 0, CARDS, "cards in the Clique deck"),
        Feature("in_hand", (seats,), 0, HAND, "cards in each hand"),
        Feature("zombies", (seats, VALUES), 0, ZOMBIE_LIMIT, "Zombies before each seat, by value"),
        Feature("zombies_used", (seats, VALUES), 0, ZOMBIE_LIMIT, "... those used in this turn"),
        Feature("borrowed", (seats, VALUES), 0, 1, "1 for the one that is borrowed and open"),
        Feature("rada", (seats, VALUES), 0, 1, "1 for the Rada before each seat"),
    ]


def _trend_features(seats: int, rules: Any) -> list[Feature]:
    trends, skull_kinds = len(TRENDS), int(rules["skull_kinds"])
    most = max(1, int(rules["skull_cards"].max()))
    return [
        Feature("owns", (seats, trends), 0, 1, "1 for Trends claimed: connected, sheep, ..."),
        Feature("meets", (seats, trends), 0, 1, "1 for those whose requirement the chips meet"),
        Feature("used", (trends,), 0, 1, "1 for those used in this turn by whose turn it is"),
        Feature("trend_line", (LINE, trends), 0, 1, "1 for the Trend at vogue, passe, retro"),
        Feature("trends_left", (trends,), 0, 1, "1 for those in the deck"),
        Feature("skull_line", (LINE, skull_kinds), 0, 1, "1 for the Skull card at each place"),
        Feature("skulls_left", (skull_kinds,), 0, most, "Skull cards in the deck"),
    ]


def _standing_features(seats: int, rules: Any) -> list[Feature]:
    return [
        Feature("skulls", (seats,), 0, MOST_SKULLS, "Skulls of each seat"),
        Feature("bank", (1,), 0, MOST_SKULLS, "Skulls in the bank"),
        Feature("points", (seats, 2), 0, 127, "of each seat: hundreds, and the rest"),
        Feature("points_left", (seats,), 0, 127, "points to the target, 0 beyond it"),
        Feature("chips_left", (seats,), 0, int(rules["chips"]), "unused chips of each seat"),
        Feature("rounds_left", (2,), 0, 127, "rounds after this one: hundreds, and the rest"),
        Feature("turns_left", (1,), 0, seats - 1, "turns after this one in the round"),
        Feature("turn", (seats,), 0, 1, "1 for whose turn it is"),
        Feature("seat", (seats,), 0, 1, "1 for the own seat: p0, p1, ..."),
    ]


def _chain_features(seats: int, contacts: int) -> list[Feature]:
    return [
        Feature("phase", (len(PHASES),), 0, 1, "1 for what is asked: start, act, add, ..."),
        Feature("aim", (contacts,), 0, 1, "1 for the contact of a sum or spell; chip that moves"),
        Feature("missing", (1,), -MOST_MISSING, MOST_MISSING, "what the sum lacks to its number"),
        Feature("power", (len(TRENDS),), 0, 1, "1 for the Trend that is being used"),
        Feature("lender", (seats,), 0, 1, "1 for whose Trend it is"),
        Feature("removals", (1,), 0, REMOVED_AT_ONCE, "chips still to be removed"),
        Feature("cats_removed", (1,), 0, 2, "Jivecats removed for the spell so far"),
        Feature("flags", (FLAGS,), 0, 1, "portal open, Friends open, crowd called, ended, spell"),
        Feature("staff_number", (1,), 0, HIGHEST_NUMBER, "number the Staff looks for, or 0"),
    ]


# ------------------------------------------------------------------------------------------ Board


@inlined
def _write_board(r: Any, s: Any, seat: int, out: np.ndarray) -> int:
    seats, contacts = wide(r.seats), wide(r.contacts)
    at = 0
    for chair in range(seats):
        write_group(wide(s.chips[seat_at(seats, seat, chair)]), out[at : at + contacts])
        at += contacts
    if r.has_staff:
        write_group(wide(s.chips[STAFF]), out[at : at + contacts])
        at += contacts
    own, unused = wide(s.chips[seat]), free(r, s)
    plain = around(r, own) & unused
    by_portal = (r.portals & unused) | plain if own & r.portals else plain
    reach = out[at : at + contacts]
    for contact in range(len(reach)):
        is_free = (unused >> contact) & 1
        nearer = ((plain >> contact) & 1) + ((by_portal >> contact) & 1)
        reach[contact] = 3 * is_free - nearer
    return _write_pays(r, s, out, at + contacts)


@inlined
def _write_pays(r: Any, s: Any, out: np.ndarray, at: int) -> int:
    pays = out[at : at + wide(r.contacts)]
    for place in range(LINE):
        if s.skull_line[place] != EMPTY:
            named = r.named[s.skull_line[place]]
            for contact in range(len(pays)):
                pays[contact] += SKULLS_OF_PLACE[place] * ((named >> contact) & 1)
    return at + wide(r.contacts)


# ------------------------------------------------------------------------------------------ Cards


@inlined
def _write_cards(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    """Write the own hand, what it makes, the discards, and what has not been seen."""
    hand, made = out[at : at + KINDS], out[at + KINDS : at + KINDS + MARKED]
    for i in range(wide(s.hand_count[seat])):
        hand[s.hand[seat, i]] += 1
    if seat == s.active and s.status == RUNNING:
        budget = wide(s.skulls[seat])
        totals = totals_of(s, budget, wide(NOTHING), wide(NO_SOURCE)) >> LOWEST_NUMBER
        for i in range(MARKED):
            made[i] = (totals >> i) & 1
    at += KINDS + MARKED
    discards, unseen = out[at : at + KINDS], out[at + KINDS : at + 2 * KINDS]
    for kind in range(KINDS):
        discards[kind] = s.discards[kind]
    for i in range(wide(s.deck_count)):
        unseen[s.deck[i]] += 1
    at += 2 * KINDS
    out[at] = s.deck_count
    for chair in range(wide(r.seats)):
        other = seat_at(wide(r.seats), seat, chair)
        out[at + 1 + chair] = s.hand_count[other]
        if chair:
            for i in range(wide(s.hand_count[other])):
                unseen[s.hand[other, i]] += 1
    return at + 1 + wide(r.seats)


@inlined
def _write_tables(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    """Write the Zombies and Radas on the table."""
    size = wide(r.seats) * VALUES
    used, borrowed, rada = at + size - 1, at + 2 * size - 1, at + 3 * size - 1
    for chair in range(wide(r.seats)):
        other = seat_at(wide(r.seats), seat, chair)
        first = chair * VALUES
        for i in range(ZOMBIE_LIMIT):
            if s.zombie[other, i]:
                out[at + first + wide(s.zombie[other, i]) - 1] += 1
                out[used + first + wide(s.zombie[other, i])] += s.zombie_used[other, i]
        if s.rada[other]:
            out[rada + first + wide(s.rada[other])] = 1
    if s.borrowed:
        first = VALUES * chair_of(wide(r.seats), seat, wide(s.borrowed_from))
        out[borrowed + first + wide(s.borrowed)] = 1
    return at + 4 * size


# ----------------------------------------------------------------------------------- Trends, Skulls


@inlined
def _write_trends(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    seats, trends = wide(r.seats), len(TRENDS)
    for trend in range(trends):
        if s.owner[trend] != NOBODY:
            out[at + trends * chair_of(seats, seat, wide(s.owner[trend])) + trend] = 1
    at += seats * trends
    for chair in range(seats):
        write_group(wide(s.meets[seat_at(seats, seat, chair)]), out[at : at + trends])
        at += trends
    write_group(wide(s.used), out[at : at + trends])
    at += trends
    for place in range(LINE):
        if s.trend_line[place] != EMPTY:
            out[at + wide(s.trend_line[place])] = 1
        at += trends
    for i in range(wide(s.trend_count)):
        out[at + wide(s.trend_deck[i])] = 1
    return at + trends


@inlined
def _write_skull_cards(r: Any, s: Any, out: np.ndarray, at: int) -> int:
    kinds = wide(r.skull_kinds)
    for place in range(LINE):
        if s.skull_line[place] != EMPTY:
            out[at + wide(s.skull_line[place])] = 1
        at += kinds
    for i in range(wide(s.skull_count)):
        out[at + wide(s.skull_deck[i])] += 1
    return at + kinds


@inlined
def _write_standing(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    seats = wide(r.seats)
    bank = at + seats
    points = bank + 1
    left, chips = points + 2 * seats, points + 3 * seats
    out[bank] = s.bank
    for chair in range(seats):
        other = seat_at(seats, seat, chair)
        out[at + chair] = s.skulls[other]
        write_hundreds(wide(s.scores[other]), out, points + 2 * chair)
        if s.scores[other] < r.target:
            out[left + chair] = r.target - s.scores[other]
        out[chips + chair] = r.chips - count(s.chips[other])
    rounds = chips + seats
    write_hundreds(wide(r.max_rounds - s.rounds), out, rounds)
    out[rounds + 2] = seats - 1 - s.active
    out[rounds + 3 + chair_of(seats, seat, wide(s.active))] = 1
    out[rounds + 3 + seats + seat] = 1
    return rounds + 3 + 2 * seats


# ------------------------------------------------------------------------------------------ Chains


@inlined
def _write_chain(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> None:
    """Write what is asked, and what is half-way."""
    out[at + wide(s.phase)] = 1
    at += len(PHASES)
    if s.aim != NO_CONTACT:
        out[at + wide(s.aim)] = 1
    at += wide(r.contacts)
    if s.phase == ADD:
        out[at] = missing_to(r, s)
    at += 1
    if s.power != NO_TREND:
        out[at + wide(s.power)] = 1
    at += len(TRENDS)
    if s.lender != NOBODY:
        out[at + chair_of(wide(r.seats), seat, wide(s.lender))] = 1
    at += wide(r.seats)
    out[at], out[at + 1] = s.removals, s.cats_removed
    out[at + 2], out[at + 3] = s.portal_open, s.friends_open
    out[at + 4], out[at + 5], out[at + 6] = s.crowd, s.ended, s.spell
    if s.flipped != NO_CARD:
        out[at + 7] = staff_number(wide(s.flipped))


@kernel
def observe(r: Any, s: Any, seat: int, out: np.ndarray) -> None:
    """Write what `seat` sees: see contract.observe and the feature table."""
    out[:] = 0
    at = _write_board(r, s, seat, out)
    at = _write_cards(r, s, seat, out, at)
    at = _write_tables(r, s, seat, out, at)
    at = _write_trends(r, s, seat, out, at)
    at = _write_skull_cards(r, s, out, at)
    at = _write_standing(r, s, seat, out, at)
    _write_chain(r, s, seat, out, at)
