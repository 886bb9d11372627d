"""Swinging Jivecat Voodoo Lounge: what each Trend requires, who has claimed it, and claiming it.

The rulebook's Appendix IV.  Conventions as in rules.py; the powers are in powers.py.
"""

from typing import Any

from ..kernel import inlined, kernel, wide
from .board import count, is_linked_over_three_lounges
from .box import (
    AZTEC,
    BAYOU,
    BLUE,
    COCOA,
    CONNECTED,
    CROWD,
    DAWG,
    EMPTY,
    EVEN,
    EVEN_NUMBERS,
    FRIENDS,
    HIGHEST_NUMBER,
    KAHUNA,
    LAVA,
    LINE,
    LOWEST_NUMBER,
    MELLOW,
    MOBILE,
    NEPTUNE,
    NOBODY,
    ODD,
    ODD_NUMBERS,
    PELE,
    PINK,
    PRETTY,
    PRIEST,
    SHEEP,
    TIKI,
    TREND_SCORE_OF_PLACE,
    TRENDS,
    WALLFLOWER,
    YELLOW,
)

MANY = 5  # chips in a lounge, or on starters
ALIKE = 3  # contacts of one value, for Counting Sheep

# ------------------------------------------------------------------------------------ Requirements


@kernel
def counted_three_times(r: Any, chips: int) -> int:
    """JL-55, Counting Sheep: return the contacts with numbers that three or more chips have."""
    group = 0
    for number in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
        if count(chips & r.with_number[number]) >= ALIKE:
            group |= r.with_number[number]
    return group


@kernel
def has_each(r: Any, chips: int, lowest: int, highest: int) -> bool:
    """JL-56, Odd Man Out, Even Steven: chips on each second number from `lowest` to `highest`."""
    for number in range(lowest, highest + 1, 2):
        if chips & r.with_number[number] == 0:
            return False
    return True


@kernel
def is_in_every(groups: Any, chips: int, number: int) -> bool:
    """Some chips, at least `number`, are in each of several groups."""
    for i in range(len(groups)):
        if count(chips & groups[i]) < number:
            return False
    return True


@inlined
def touches_every_portal(r: Any, chips: int) -> bool:
    """JL-61, Voodoo Priest: chips next to every Voodoo Portal."""
    for portal in range(wide(r.portal_count)):
        if chips & r.portal[portal] == 0:
            return False
    return True


@kernel
def find_met(r: Any, chips: int) -> int:
    """Return the Trends whose requirements some chips meet: bit t for Trend t.

    JL-54: five in a lounge.  JL-59, The In Crowd: in every party.  JL-60, Upwardly Mobile: two 10s.
    JL-62, Wallflower: five starters.  JL-63, Friends Everywhere: two in every lounge.  JL-57: two
    Jivecats with the same drink.
    """
    met = is_linked_over_three_lounges(r, chips) << CONNECTED
    met |= (counted_three_times(r, chips) != 0) << SHEEP
    met |= (count(chips & r.lounge[COCOA]) >= MANY) << AZTEC
    met |= (count(chips & r.lounge[LAVA]) >= MANY) << PELE
    met |= (count(chips & r.lounge[NEPTUNE]) >= MANY) << DAWG
    met |= (count(chips & r.lounge[TIKI]) >= MANY) << KAHUNA
    met |= is_in_every(r.party, chips, wide(1)) << CROWD
    met |= (count(chips & r.with_number[HIGHEST_NUMBER]) >= 2) << MOBILE  # JL-31
    met |= touches_every_portal(r, chips) << PRIEST
    met |= (count(chips & r.starters) >= MANY) << WALLFLOWER
    met |= is_in_every(r.lounge, chips, wide(2)) << FRIENDS
    met |= (count(chips & r.drinks[BLUE]) >= 2) << BAYOU
    met |= (count(chips & r.drinks[YELLOW]) >= 2) << MELLOW
    met |= (count(chips & r.drinks[PINK]) >= 2) << PRETTY
    met |= has_each(r, chips, wide(ODD_NUMBERS[0]), wide(ODD_NUMBERS[-1])) << ODD
    met |= has_each(r, chips, wide(EVEN_NUMBERS[0]), wide(EVEN_NUMBERS[-1])) << EVEN
    return met


@kernel
def meets(s: Any, seat: int, trend: int) -> bool:
    """JL-15: the chips of a seat meet what a Trend requires, at this moment."""
    return (wide(s.meets[seat]) >> wide(trend)) & 1 != 0


@kernel
def is_active(s: Any, seat: int, trend: int) -> bool:
    """The seat has claimed the Trend and still meets what it requires."""
    return s.owner[trend] == seat and meets(s, seat, trend)


@kernel
def count_active(s: Any, seat: int) -> int:
    """Return how many active Trends a seat has."""
    number = 0
    for trend in range(len(TRENDS)):
        number += is_active(s, seat, trend)
    return number


@kernel
def is_usable(s: Any, trend: int) -> bool:
    """Each active Trend can be used once in its owner's turn."""
    unused = (wide(s.used) >> wide(trend)) & 1 == 0
    return unused and is_active(s, wide(s.active), trend)


@kernel
def mark_used(s: Any, trend: int) -> None:
    """Note that the active seat has used its Trend."""
    s.used |= 1 << wide(trend)


# ---------------------------------------------------------------------------------------- Claiming


@kernel
def can_claim(s: Any, place: int) -> bool:
    """JL-15: the active seat meets what the Trend at a place of the line requires."""
    trend = wide(s.trend_line[place])
    return trend != EMPTY and meets(s, wide(s.active), trend)


@inlined
def claim(s: Any, place: int) -> None:
    """JL-15: the Trend comes before the seat; JL-53: it scores by its place, now empty."""
    s.owner[s.trend_line[place]] = s.active
    s.trend_line[place] = EMPTY
    s.scores[s.active] += TREND_SCORE_OF_PLACE[place]


@inlined
def can_claim_any(s: Any) -> bool:
    """Some Trend of the line can be claimed."""
    for place in range(LINE):
        if can_claim(s, place):
            return True
    return False


@kernel
def lends(s: Any, seat: int, trend: int) -> bool:
    """JL-20: a rival of the active seat has the Trend, and it is active for it."""
    return seat != NOBODY and seat != s.active and is_active(s, seat, trend)
