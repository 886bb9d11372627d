"""Gelini Nightlife: counters on floors, cliques, Coins and Stars.

Conventions as in rules.py.
"""

from typing import Any

from ..kernel import kernel
from .box import COIN, COINS_OF_A_STAR, EMPTY, FIRST_GUEST, FIRST_PLACE, NO_COLOUR, VIP

# ------------------------------------------------------------------------------------------ Floors


@kernel
def free_squares(r: Any, s: Any, seat: int) -> int:
    """GN-18: counters can be moved about on a floor, so only their squares count."""
    return max(0, r.floor - s.squares[seat])


@kernel
def is_full(r: Any, s: Any, seat: int) -> bool:
    """GN-7: the floor is filled, or more than filled."""
    return s.squares[seat] >= r.floor


@kernel
def put_on_floor(r: Any, s: Any, seat: int, kind: int, count: int) -> None:
    """GN-17: a counter covers as many squares as its number says (Coins none: GN-6)."""
    s.holds[seat, kind] += count
    s.squares[seat] += count * r.squares_of[kind]


# ----------------------------------------------------------------------------------------- Cliques


@kernel
def squares_of_colour(r: Any, s: Any, seat: int, colour: int) -> int:
    """Return the squares that guests of a colour cover on a floor: 0 if there is none."""
    squares = 0
    for kind in range(r.first_kind[colour], r.first_kind[colour + 1]):
        squares += s.holds[seat, kind] * r.squares_of[kind]
    return squares


@kernel
def gather_clique(r: Any, s: Any, seat: int, colour: int) -> None:
    """GN-5: all other counters of the colour come, from anywhere in the line and all floors.

    GN-16: no floor that they leave was full, or the game would be over.
    """
    for place in range(FIRST_PLACE, FIRST_PLACE + r.places):
        kind = s.line[place]
        if kind >= FIRST_GUEST and r.colour_of[kind] == colour:
            s.line[place] = EMPTY
            put_on_floor(r, s, seat, kind, 1)
    for rival in range(r.seats):
        if rival != seat:
            for kind in range(r.first_kind[colour], r.first_kind[colour + 1]):
                count = s.holds[rival, kind]
                put_on_floor(r, s, rival, kind, -count)
                put_on_floor(r, s, seat, kind, count)


# ---------------------------------------------------------------------------------- Coins and Stars


@kernel
def has_star_aside(r: Any, s: Any) -> bool:
    """Tell whether a Star still lies aside."""
    aside = r.stars
    for seat in range(r.seats):
        aside -= s.stars[seat]
    return aside > 0


@kernel
def engage_star(r: Any, s: Any, seat: int) -> None:
    """GN-6: two Coins go back into the box for a Star, while Stars last."""
    if s.holds[seat, COIN] >= COINS_OF_A_STAR and has_star_aside(r, s):
        s.holds[seat, COIN] -= COINS_OF_A_STAR
        s.stars[seat] += 1
        s.squares[seat] += r.star_squares


# ----------------------------------------------------------------------------------------- Gaining


@kernel
def gain(r: Any, s: Any, seat: int, kind: int) -> None:
    """A seat gets a Coin, VIP or guest, with what follows (GN-5, GN-6)."""
    colour = r.colour_of[kind]
    completes = colour != NO_COLOUR and squares_of_colour(r, s, seat, colour) > 0
    put_on_floor(r, s, seat, kind, 1)
    if completes:
        gather_clique(r, s, seat, colour)
    if kind == COIN:
        engage_star(r, s, seat)


@kernel
def squares_gained(r: Any, s: Any, seat: int, kind: int) -> int:
    """Return the squares that a seat would cover by gaining a counter: a clique, a Star included.

    Says beforehand what `gain` does; counters that act are worth 0.
    """
    if kind >= FIRST_GUEST:
        colour = r.colour_of[kind]
        own = squares_of_colour(r, s, seat, colour)
        return r.clique_squares[colour] - own if own > 0 else r.squares_of[kind]
    if kind == VIP:
        return r.squares_of[VIP]
    if kind == COIN and s.holds[seat, COIN] + 1 >= COINS_OF_A_STAR and has_star_aside(r, s):
        return r.star_squares
    return 0
