"""Gelini Nightlife: the rules, in the order of the rulebook.

Guests queue before a disco; hosts move along the queue by the roll of a die that all share, and
bring home what they land on, until a floor is full or somebody gets the Band.  The digest in our
own words is seeds/gelini_nightlife.md; the ids (GN-1 ...) are those of its rules.  Nothing of the
rulebook is left out; which guests there are is data: see components.toml.

The chapters: box.py (what is in the box, the state, the actions), floors.py (counters on floors,
cliques, Coins and Stars), line.py (the queue and the tokens) and, here, setting up, the turn, the
action counters, and the end.

Kernels change `s`, one game; functions named `can_`, `is_`, `has_`, `count_` and `..._of` do not,
nor do those that are named after what they tell.  `r` is the record of options and tables.
Legality is checked at the boundary: what changes a game here trusts its caller.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING, TERMINATED, TRUNCATED, pay_winners
from ..kernel import kernel, wide
from ..randomness import draw_below, shuffle
from .box import (
    AT_CALL,
    AT_FLYER,
    AT_PEOPLE,
    BAND_TAKEN,
    CALL,
    COIN,
    DECLINE,
    EMPTY,
    FIRST_PLACE,
    FIRST_TAKE,
    FLYER,
    FULL_FLOOR,
    GO,
    NOBODY,
    PEOPLE,
    ROLL_CAP,
    STAY,
    STEPPING,
)
from .floors import free_squares, gain, is_full, lose, update_gains
from .line import (
    band_place,
    first_place_to_call,
    is_for_people,
    next_counter,
    next_towards_band,
    place_reached,
    rearmost_of,
)

# -------------------------------------------------------------------------------------- Setting up


@kernel
def set_up(r: Any, s: Any) -> None:
    """Lay out the line and the tokens behind it, and cast the die for the first time."""
    s.band = NOBODY
    lay_out_line(r, s)
    line_up_tokens(r, s)
    update_gains(r, s)
    cast_die(r, s)


@kernel
def lay_out_line(r: Any, s: Any) -> None:
    """GN-19: all counters but Stars and Band, in random order; action counters as `dealt` says."""
    s.line[:] = EMPTY
    place = FIRST_PLACE
    for kind in range(r.kinds):
        for _ in range(r.dealt[kind]):
            s.line[place] = kind
            place += 1
    shuffle(s, s.line[FIRST_PLACE:place])


@kernel
def line_up_tokens(r: Any, s: Any) -> None:
    """GN-1: one behind the other in random order, all behind the last counter."""
    for seat in range(r.seats):
        s.token[seat] = -seat
    shuffle(s, s.token[: r.seats])


# ---------------------------------------------------------------------------------------- The turn


@kernel
def cast_die(r: Any, s: Any) -> None:
    """GN-2, GN-21: the seat whose token is farthest back casts the die, and is asked first.

    GN-22: each face of the die is equally likely.
    """
    s.roll = r.faces[draw_below(s, r.face_count)]
    s.rolls += 1
    s.seat = rearmost_of(r, s)
    s.phase = STEPPING


@kernel
def cast_again(r: Any, s: Any) -> None:
    """GN-10: after the last roll allowed, instead of another one, the floors decide."""
    if s.rolls < r.max_rolls:
        cast_die(r, s)
    else:
        s.status, s.ending = TRUNCATED, ROLL_CAP
        compare_floors(r, s)


@kernel
def stay(r: Any, s: Any) -> None:
    """GN-2: the next token towards the Band is asked; after the foremost the rearmost casts."""
    ahead = next_towards_band(r, s, wide(s.seat))
    if ahead == NOBODY:
        cast_again(r, s)
    else:
        s.seat = ahead


@kernel
def go(r: Any, s: Any) -> None:
    """GN-20: the token moves as many counters as the die shows, no more and no less."""
    s.token[s.seat] = place_reached(r, s, wide(s.seat), wide(s.roll))
    if s.token[s.seat] == band_place(r):
        take_band(r, s)
    else:
        land(r, s)


@kernel
def pick_up(s: Any) -> int:
    """GN-4: the counter where the token stands leaves the line; return its kind."""
    kind = wide(s.line[s.token[s.seat]])
    s.line[s.token[s.seat]] = EMPTY
    return kind


@kernel
def land(r: Any, s: Any) -> None:
    """GN-4: take the counter where the token stands; GN-11: an action counter is used at once."""
    kind = pick_up(s)
    if kind == CALL and count_called(r, s) == 1:  # GN-24: no choice, so it is not asked
        s.token[s.seat] = next_counter(s, first_place_to_call(r, s) - 1, band_place(r))
        kind = pick_up(s)
    if kind >= COIN:
        gain_counter(r, s, kind)
    elif kind == FLYER and can_use_flyer(r, s):
        s.phase = AT_FLYER
    elif kind == CALL and count_called(r, s) > 0:
        s.phase = AT_CALL
    elif kind == PEOPLE and can_use_people(r, s):
        s.phase = AT_PEOPLE


@kernel
def gain_counter(r: Any, s: Any, kind: int) -> None:
    """The seat to act gains a counter; with a full floor it wins at once (GN-7)."""
    seat = wide(s.seat)
    gain(r, s, seat, kind)
    if is_full(r, s, seat):
        s.status, s.ending = TERMINATED, FULL_FLOOR
        s.won[seat] = 1


# ------------------------------------------------------------------------------ Action counters


@kernel
def can_use_flyer(r: Any, s: Any) -> bool:
    """GN-12: another seat has something that a Flyer could bring over."""
    for rival in range(r.seats):
        if rival != s.seat and s.holds[rival, COIN : r.kinds].any():
            return True
    return False


@kernel
def list_takes(r: Any, s: Any, mask: np.ndarray) -> None:
    """GN-12: whatever lies on or beside the other floors, but for Stars; GN-15: or nothing."""
    mask[DECLINE] = 1
    at = FIRST_TAKE
    for rival in range(r.seats):
        for kind in range(COIN, r.kinds):
            mask[at] = rival != s.seat and s.holds[rival, kind] > 0
            at += 1


@kernel
def use_flyer(r: Any, s: Any, rival: int, kind: int) -> None:
    """GN-12: a counter comes over from another seat, with what follows."""
    lose(r, s, rival, kind)
    gain_counter(r, s, kind)


@kernel
def count_called(r: Any, s: Any) -> int:
    """GN-13: count the counters that a Call could lead back to."""
    count = 0
    for place in range(first_place_to_call(r, s), s.token[s.seat]):
        count += s.line[place] != EMPTY
    return count


@kernel
def list_calls(r: Any, s: Any, mask: np.ndarray) -> None:
    """GN-13: the counters that the Call can lead to; one must be taken."""
    for place in range(first_place_to_call(r, s), s.token[s.seat]):
        mask[r.first_call + place - FIRST_PLACE] = s.line[place] != EMPTY


@kernel
def use_call(r: Any, s: Any, place: int) -> None:
    """GN-13: the token goes back, and takes what is there with all its effects."""
    s.token[s.seat] = place
    land(r, s)


@kernel
def can_use_people(r: Any, s: Any) -> bool:
    """GN-14: there is a counter that People could bring in."""
    for place in range(FIRST_PLACE, s.token[rearmost_of(r, s)]):
        if is_for_people(s, place):
            return True
    return False


@kernel
def list_people(r: Any, s: Any, mask: np.ndarray) -> None:
    """GN-14: any guest, VIP or Coin that all tokens have passed; GN-15: or nothing."""
    mask[DECLINE] = 1
    for place in range(FIRST_PLACE, s.token[rearmost_of(r, s)]):
        mask[r.first_people + place - FIRST_PLACE] = is_for_people(s, place)


@kernel
def use_people(r: Any, s: Any, place: int) -> None:
    """GN-14: a counter comes out of the line, with what follows; the token stays."""
    kind = wide(s.line[place])
    s.line[place] = EMPTY
    gain_counter(r, s, kind)


# ----------------------------------------------------------------------------------------- The end


@kernel
def take_band(r: Any, s: Any) -> None:
    """GN-8: whoever reaches or passes the Band takes it, and the game ends."""
    s.band = s.seat
    s.squares[s.seat] += r.band_squares
    s.status, s.ending = TERMINATED, BAND_TAKEN
    compare_floors(r, s)


@kernel
def compare_floors(r: Any, s: Any) -> None:
    """GN-8: the fewest free squares win; GN-9: all who have them, or the one farthest back."""
    fewest = r.floor
    for seat in range(r.seats):
        fewest = min(fewest, free_squares(r, s, seat))
    rearmost = NOBODY
    for seat in range(r.seats):
        if free_squares(r, s, seat) == fewest:
            s.won[seat] = not r.rearmost_wins
            if rearmost == NOBODY or s.token[seat] < s.token[rearmost]:
                rearmost = seat
    s.won[rearmost] = 1


# ----------------------------------------------------------------------------- What games hand over


@kernel
def legal(r: Any, s: Any, mask: np.ndarray) -> None:
    """Write what the seat to act may do: see contract.legal."""
    mask[:] = 0
    if s.status != RUNNING:
        return
    if s.phase == STEPPING:
        mask[GO], mask[STAY] = 1, 1
    elif s.phase == AT_FLYER:
        list_takes(r, s, mask)
    elif s.phase == AT_CALL:
        list_calls(r, s, mask)
    else:
        list_people(r, s, mask)


@kernel
def apply(r: Any, s: Any, action: int) -> None:
    """Carry out a legal action and all that follows of itself: see contract.apply."""
    if action == STAY:
        stay(r, s)
        return
    s.phase = STEPPING  # unless another question comes up
    if action == GO:
        go(r, s)
    elif action >= r.first_people > 0:
        use_people(r, s, FIRST_PLACE + action - r.first_people)
    elif action >= r.first_call > 0:
        use_call(r, s, FIRST_PLACE + action - r.first_call)
    elif action != DECLINE:
        kinds = r.kinds - COIN
        use_flyer(r, s, (action - FIRST_TAKE) // kinds, COIN + (action - FIRST_TAKE) % kinds)
    if s.status == RUNNING and s.phase == STEPPING:
        cast_again(r, s)


@kernel
def returns(r: Any, s: Any, out: np.ndarray) -> None:
    """GN-23: write the payoffs, shared by all who won."""
    pay_winners(r, s, out)


@kernel
def conceal(r: Any, s: Any, seat: int) -> None:
    """Change nothing: only the rolls to come are hidden, and they are the generator's."""
