"""Swinging Jivecat Voodoo Lounge: which numbers cards can make, and what may be named next.

JL-3: a placement takes one card, or a signed sum of two or more, that equals the number of the
contact.  Conventions as in rules.py.

A set of totals is an int64 in which bit t stands for the totals t and -t: whoever can make one can
make the other, by turning all signs.
"""

from typing import Any

import numpy as np

from ..kernel import inlined, kernel, wide
from .box import (
    ADD,
    FIRST_MINUS,
    FIRST_MINUS_ZOMBIE,
    FIRST_PLUS,
    FIRST_PLUS_ZOMBIE,
    HAND,
    VALUES,
    ZOMBIE_LIMIT,
)
from .cards import tax, value_of

# Sources of a sum, by their places: cards in hand, own Zombies on the table, and a borrowed one.
FIRST_OWN_ZOMBIE = HAND
BORROWED = FIRST_OWN_ZOMBIE + ZOMBIE_LIMIT
SOURCES = BORROWED + 1
MOST_TOTAL = SOURCES * VALUES
NO_SOURCE = -1
NOTHING = 1  # the set of the total 0
LARGEST = (1 << 53) - 1  # totals above 52 come back to no number, so few cards are left then
TOO_LARGE = 62
DIGITS = 10
# The lowest ten bits from the other end: how totals below a value come to lie when it is taken.
REVERSED = np.array([int(f"{bits:010b}"[::-1], 2) for bits in range(1 << DIGITS)], np.int64)

# ----------------------------------------------------------------------------------------- Sources


@kernel
def source_value(s: Any, source: int) -> int:
    """Return the number that a source adds or subtracts, or 0 if there is none at its place."""
    seat = wide(s.active)
    if source < FIRST_OWN_ZOMBIE:
        return value_of(wide(s.hand[seat, source])) if source < s.hand_count[seat] else 0
    if source < BORROWED:
        at = source - FIRST_OWN_ZOMBIE
        return 0 if s.zombie_used[seat, at] else wide(s.zombie[seat, at])
    return wide(s.borrowed)


@kernel
def source_cost(s: Any, source: int) -> int:
    """Return the Skulls that a source costs: its tax, and JL-9 one for an own Zombie."""
    is_own_zombie = FIRST_OWN_ZOMBIE <= source and source < BORROWED
    return tax(s, source_value(s, source)) + is_own_zombie


@inlined
def source_action(s: Any, source: int, sign: int) -> int:
    """Return the number of the action that adds a source, or subtracts it."""
    if source < FIRST_OWN_ZOMBIE:
        kind = wide(s.hand[s.active, source])
        return (FIRST_PLUS if sign > 0 else FIRST_MINUS) + kind
    value = source_value(s, source)
    return (FIRST_PLUS_ZOMBIE if sign > 0 else FIRST_MINUS_ZOMBIE) + value - 1


# ------------------------------------------------------------------------------------------ Totals


@kernel
def with_one_more(totals: int, value: int) -> int:
    """Return the totals that one more card of a value makes, added or subtracted."""
    totals &= LARGEST
    below = REVERSED[totals & ((1 << DIGITS) - 1)] >> (DIGITS - 1 - value)
    return (totals << value) | (totals >> value) | below


@kernel
def totals_of(s: Any, budget: int, start: int, left_out: int) -> int:
    """Return the totals that some of the sources make within `budget` Skulls, from `start` on.

    The source `left_out` is not used; NO_SOURCE leaves none out.
    """
    if budget < 0:
        return 0
    cost = 0
    for source in range(SOURCES):
        if source != left_out and source_value(s, source):
            cost += source_cost(s, source)
    if cost > budget:
        return totals_within(s, budget, start, left_out)
    for source in range(SOURCES):
        value = source_value(s, source)
        if source != left_out and value:
            start |= with_one_more(start, value)
    return start


@inlined
def totals_within(s: Any, budget: int, start: int, left_out: int) -> int:
    """Do the work of `totals_of` where not all sources can be paid."""
    totals = np.empty(budget + 1, np.int64)  # within each part of the budget
    totals[:] = start
    for source in range(SOURCES):
        value = source_value(s, source)
        if source != left_out and value:
            cost = source_cost(s, source)
            for part in range(budget, cost - 1, -1):
                totals[part] |= with_one_more(totals[part - cost], value)
    return totals[budget]


# ------------------------------------------------------------------------------------ What is named


@kernel
def missing_to(r: Any, s: Any) -> int:
    """Return what the sum lacks to the number of the contact that is aimed at."""
    return wide(r.number[s.aim]) - wide(s.total)


@kernel
def can_name(r: Any, s: Any, source: int, sign: int) -> bool:
    """JL-39: a source can be added, or subtracted, and the number then be reached and paid."""
    value = source_value(s, source)
    left = s.skulls[s.active] - source_cost(s, source)
    if value == 0 or left < 0:
        return False
    missing = abs(missing_to(r, s) - sign * value)
    totals = totals_of(s, left, wide(NOTHING), source)
    return missing < TOO_LARGE and (totals >> missing) & 1 != 0


@inlined
def can_go_on(r: Any, s: Any) -> bool:
    """JL-39: something more can be named."""
    for source in range(SOURCES):
        for sign in range(-1, 2, 2):
            if can_name(r, s, source, sign):
                return True
    return False


@inlined
def is_sum_complete(r: Any, s: Any) -> bool:
    """The sum is the number of the contact."""
    return s.phase == ADD and missing_to(r, s) == 0


@inlined
def mark_named(r: Any, s: Any, mask: np.ndarray) -> None:
    """Allow in `mask` whatever can be named next."""
    for source in range(SOURCES):
        for sign in range(-1, 2, 2):
            if can_name(r, s, source, sign):
                mask[source_action(s, source, sign)] = 1
