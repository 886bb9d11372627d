"""Gelini Nightlife: counters on floors, cliques, Coins and Stars.

Conventions as in rules.py.
"""

from typing import Any

from ..kernel import kernel, wide
from .box import COIN, COINS_OF_A_STAR, EMPTY, FIRST_GUEST, FIRST_PLACE, NO_COLOUR

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
def change_holds(r: Any, s: Any, seat: int, kind: int, count: int) -> None:
    """Give a seat counters of a kind, or take away -`count`: on its floor, or Coins beside it.

    GN-17: the floor is covered by as many squares as their numbers say.  The clique's squares and
    what its guests would gain follow; for Coins see `update_coin_gains`.
    """
    s.holds[seat, kind] += count
    squares = count * r.squares_of[kind]
    s.squares[seat] += squares
    colour = r.colour_of[kind]
    if colour != NO_COLOUR:
        s.clique_squares[seat, colour] += squares
        for other in range(r.first_kind[colour], r.first_kind[colour + 1]):
            s.gain_of[seat, other] = squares_gained(r, s, seat, other)


# ----------------------------------------------------------------------------------------- Cliques


@kernel
def has_guest_of(s: Any, seat: int, colour: int) -> bool:
    """Tell whether a seat has at least one guest of a colour."""
    return s.clique_squares[seat, colour] > 0


@kernel
def gather_clique(r: Any, s: Any, seat: int, colour: int) -> None:
    """GN-5: all other guests of the colour come, from anywhere in the line and from all floors.

    GN-16: no floor that they leave was full, or the game would be over.
    """
    for place in range(FIRST_PLACE, FIRST_PLACE + r.places):
        kind = wide(s.line[place])
        if kind >= FIRST_GUEST and r.colour_of[kind] == colour:
            s.line[place] = EMPTY
            change_holds(r, s, seat, kind, 1)
    for rival in range(r.seats):
        if rival != seat:
            for kind in range(r.first_kind[colour], r.first_kind[colour + 1]):
                count = wide(s.holds[rival, kind])
                change_holds(r, s, rival, kind, -count)
                change_holds(r, s, seat, kind, count)


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


@kernel
def update_coin_gains(r: Any, s: Any) -> None:
    """Bring `gain_of` of Coins up to date after Coins or Stars have moved."""
    for seat in range(r.seats):
        s.gain_of[seat, COIN] = squares_gained(r, s, seat, COIN)


# ----------------------------------------------------------------------------------------- Gaining


@kernel
def gain(r: Any, s: Any, seat: int, kind: int) -> None:
    """A seat gets a Coin, VIP or guest, with what follows (GN-5, GN-6)."""
    colour = r.colour_of[kind]
    completes = has_guest_of(s, seat, colour)
    change_holds(r, s, seat, kind, 1)
    if completes:
        gather_clique(r, s, seat, colour)
    if kind == COIN:
        engage_star(r, s, seat)
        update_coin_gains(r, s)


@kernel
def lose(r: Any, s: Any, seat: int, kind: int) -> None:
    """A Coin, VIP or guest leaves a seat (GN-12)."""
    change_holds(r, s, seat, kind, -1)
    if kind == COIN:
        update_coin_gains(r, s)


@kernel
def squares_gained(r: Any, s: Any, seat: int, kind: int) -> int:
    """Return the squares that a seat would cover by gaining a counter: a clique, a Star included.

    Says beforehand what `gain` does; action counters are worth 0.
    """
    if kind >= FIRST_GUEST:
        colour = r.colour_of[kind]
        if has_guest_of(s, seat, colour):
            return r.squares_of_clique[colour] - s.clique_squares[seat, colour]
    elif kind == COIN:
        completes = s.holds[seat, COIN] + 1 >= COINS_OF_A_STAR and has_star_aside(r, s)
        return r.star_squares if completes else 0
    return r.squares_of[kind]


@kernel
def update_gains(r: Any, s: Any) -> None:
    """Work out `clique_squares` and `gain_of` from the other fields."""
    s.clique_squares[:] = 0
    for seat in range(r.seats):
        for kind in range(FIRST_GUEST, r.kinds):
            s.clique_squares[seat, r.colour_of[kind]] += s.holds[seat, kind] * r.squares_of[kind]
        for kind in range(r.kinds):
            s.gain_of[seat, kind] = squares_gained(r, s, seat, kind)


def most_gained(rules: Any) -> int:
    """Return the most squares that anything landed on can bring."""
    most = max(rules[key].max() for key in ("squares_of", "squares_of_clique"))
    return int(max(most, rules["star_squares"], rules["band_squares"]))
