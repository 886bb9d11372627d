"""Gelini Nightlife: the line, the tokens in it, and which counters they can come to.

Conventions as in rules.py.
"""

from typing import Any

from ..kernel import kernel
from .box import COIN, EMPTY, FIRST_PLACE, NOBODY


@kernel
def rearmost_of(r: Any, s: Any) -> int:
    """Return the seat whose token is farthest back."""
    rearmost = 0
    for seat in range(1, r.seats):
        if s.token[seat] < s.token[rearmost]:
            rearmost = seat
    return rearmost


@kernel
def next_towards_band(r: Any, s: Any, seat: int) -> int:
    """Return the seat whose token is the next one ahead of a seat's, or NOBODY."""
    ahead = NOBODY
    for other in range(r.seats):
        if s.token[other] > s.token[seat] and (ahead == NOBODY or s.token[other] < s.token[ahead]):
            ahead = other
    return ahead


@kernel
def band_place(r: Any) -> int:
    """GN-19: the Band stands at the front end of the line."""
    return FIRST_PLACE + r.places


@kernel
def counters_ahead(r: Any, s: Any, seat: int) -> int:
    """GN-3: counters ahead of a token, gaps and other tokens not counted; nor the Band."""
    ahead = 0
    for place in range(max(s.token[seat] + 1, FIRST_PLACE), band_place(r)):
        ahead += s.line[place] != EMPTY
    return ahead


@kernel
def next_counter(s: Any, place: int, band: int) -> int:
    """GN-3: the place of the first counter ahead of a place, gaps passed over; or the Band's."""
    place += 1
    while place < band and s.line[place] == EMPTY:
        place += 1
    return min(place, band)


@kernel
def place_reached(r: Any, s: Any, seat: int, steps: int) -> int:
    """GN-3, GN-8: the place of the counter `steps` ahead, or the Band's if fewer lie ahead."""
    place = max(s.token[seat], FIRST_PLACE - 1)
    for _ in range(steps):
        place = next_counter(s, place, band_place(r))
    return place


@kernel
def first_place_to_call(r: Any, s: Any) -> int:
    """GN-13: the lowest place in the line with a token behind it: the one after the rearmost.

    If the caller is the rearmost itself, no place behind it is left.
    """
    return max(s.token[rearmost_of(r, s)] + 1, FIRST_PLACE)


@kernel
def is_for_people(s: Any, place: int) -> bool:
    """GN-14: a guest, VIP or Coin; GN-11: no action counter.

    The caller looks only at places that every token has passed.
    """
    return s.line[place] >= COIN
