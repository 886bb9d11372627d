"""Swinging Jivecat Voodoo Lounge: which numbers cards can make, and what may be named next.

JL-3: a placement takes one card, or a signed sum of two or more, that equals the number of the
contact.  Conventions as in rules.py.

A set of totals is an int64 in which bit t stands for the totals t and -t: whoever can make one can
make the other, by turning all signs.
"""

from typing import Any

import numpy as np

from ..kernel import kernel, wide
from .box import (
    ADD,
    FIRST_MINUS,
    FIRST_MINUS_ZOMBIE,
    FIRST_PLUS,
    FIRST_PLUS_ZOMBIE,
    HAND,
    ZOMBIE_LIMIT,
)
from .cards import tax, value_of

SOURCES = HAND + 2 * ZOMBIE_LIMIT  # cards in hand, own Zombies, and borrowed ones
VALUE, COST, PLUS, MINUS = range(4)  # columns: number, Skulls, and the two actions
NOTHING = 1  # the set of the total 0
LARGEST = (1 << 53) - 1  # totals above 52 come back to no number, so few cards are left then
DIGITS = 10
# The lowest ten bits from the other end: how totals below a value come to lie when it is taken.
REVERSED = np.array([int(f"{bits:010b}"[::-1], 2) for bits in range(1 << DIGITS)], np.int16)


@kernel
def list_sources(r: Any, s: Any) -> Any:
    """Return what the active seat can add or subtract, (n, 4) int64: see the columns above."""
    sources = np.empty((SOURCES, 4), np.int64)
    n, seat = 0, wide(s.active)
    for at in range(wide(s.hand_count[seat])):
        kind = wide(s.hand[seat, at])
        sources[n, VALUE], sources[n, COST] = value_of(kind), tax(r, s, value_of(kind))
        sources[n, PLUS], sources[n, MINUS] = FIRST_PLUS + kind, FIRST_MINUS + kind
        n += 1
    for at in range(ZOMBIE_LIMIT):
        value = wide(s.zombie[seat, at])
        if value and not s.zombie_used[seat, at]:
            n = add_zombie_source(r, s, value, sources, n)
            sources[n - 1, COST] += 1  # JL-9
    for at in range(ZOMBIE_LIMIT):
        if s.borrowed[at]:
            n = add_zombie_source(r, s, wide(s.borrowed[at]), sources, n)
    return sources[:n]


@kernel
def add_zombie_source(r: Any, s: Any, value: int, sources: np.ndarray, n: int) -> int:
    """Write a Zombie at the end of `sources`, at the cost of its tax, and return the new end."""
    sources[n, VALUE], sources[n, COST] = value, tax(r, s, value)
    sources[n, PLUS] = FIRST_PLUS_ZOMBIE + value - 1
    sources[n, MINUS] = FIRST_MINUS_ZOMBIE + value - 1
    return n + 1


@kernel
def with_one_more(totals: int, value: int) -> int:
    """Return the totals that one more card of a value makes, added or subtracted."""
    totals &= LARGEST
    below = REVERSED[totals & ((1 << DIGITS) - 1)] >> (DIGITS - 1 - value)
    return (totals << value) | (totals >> value) | below


@kernel
def totals_of(sources: np.ndarray, budget: int, start: int, left_out: int) -> int:
    """Return the totals that some of the sources make within `budget` Skulls, from `start` on.

    The source `left_out` is not used; -1 leaves none out.
    """
    if budget < 0:
        return 0
    cost = 0
    for i in range(len(sources)):
        cost += 0 if i == left_out else sources[i, COST]
    if cost > budget:
        return totals_within(sources, budget, start, left_out)
    for i in range(len(sources)):
        if i != left_out:
            start |= with_one_more(start, sources[i, VALUE])
    return start


@kernel
def totals_within(sources: np.ndarray, budget: int, start: int, left_out: int) -> int:
    """Do the work of `totals_of` where not all sources can be paid."""
    totals = np.empty(budget + 1, np.int64)  # within each part of the budget
    totals[:] = start
    for i in range(len(sources)):
        if i != left_out:
            cost = sources[i, COST]
            for part in range(budget, cost - 1, -1):
                totals[part] |= with_one_more(totals[part - cost], sources[i, VALUE])
    return totals[budget]


@kernel
def makes(totals: int, number: int) -> bool:
    """Tell whether a number, or its opposite, is among totals."""
    number = abs(number)
    return number < 62 and (totals >> number) & 1 != 0


@kernel
def missing_to(r: Any, s: Any) -> int:
    """Return what the sum lacks to the number of the contact that is aimed at."""
    return wide(r.number[s.aim]) - wide(s.total)


@kernel
def can_name(sources: np.ndarray, i: int, budget: int, missing: int, sign: int) -> bool:
    """JL-39: a source can be added (`sign` 1) or subtracted (-1), and the number then be reached.

    The others and it can be paid.
    """
    cost = sources[i, COST]
    if cost > budget:
        return False
    rest = totals_of(sources, budget - cost, wide(NOTHING), i)
    return makes(rest, missing - sign * sources[i, VALUE])


@kernel
def can_go_on(r: Any, s: Any) -> bool:
    """JL-39: something more can be named."""
    sources = list_sources(r, s)
    for i in range(len(sources)):
        for sign in range(-1, 2, 2):
            if can_name(sources, i, wide(s.skulls[s.active]), missing_to(r, s), sign):
                return True
    return False


@kernel
def is_sum_complete(r: Any, s: Any) -> bool:
    """The sum is the number of the contact."""
    return s.phase == ADD and missing_to(r, s) == 0


@kernel
def mark_named(r: Any, s: Any, mask: np.ndarray) -> None:
    """Allow in `mask` whatever can be named next."""
    sources, missing = list_sources(r, s), missing_to(r, s)
    budget = wide(s.skulls[s.active])
    for i in range(len(sources)):
        if can_name(sources, i, budget, missing, wide(1)):
            mask[sources[i, PLUS]] = 1
        if can_name(sources, i, budget, missing, -wide(1)):
            mask[sources[i, MINUS]] = 1
