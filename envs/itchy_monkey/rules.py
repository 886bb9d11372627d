"""Itchy Monkey: the rules, in the order of the rulebook.

Families of lice spawn on monkeys, jump from one to the next and slide whole monkeys into each
other, until one family has its colonies.  The digest in our own words is seeds/itchy_monkey.md;
the ids (IM-1 ...) are those of its rules.  Nothing of the rulebook is left out.  The printed
boards are not part of the rules: they are data, see components.toml.

The chapters: box.py (what is in the box, the state, the actions), lice.py (lice on monkeys,
fights, abilities), moves.py (the second phase of a turn) and, here, setting up, exchanges, the
first phase, and the end.

Kernels change `s`, one game; functions named `can_`, `is_`, `has_`, `count_` and `..._of` do not.
`r` is the record of options and tables.  Legality is checked at the boundary: what changes a game
here trusts its caller.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING, TERMINATED, TRUNCATED, payoff
from ..kernel import kernel
from .box import (
    CELLS,
    COLONIES,
    COLONY,
    COUNTER_BITS,
    DECLINE,
    DIFFERENT_GOAL,
    DIRECTIONS,
    EMPTY,
    END,
    ENTER,
    ENTERING_WORKERS,
    GORILLA,
    GORILLA_GOAL,
    HOP,
    HOPPING,
    JUMP,
    LAST_LOUSE,
    LEMUR,
    LEMUR_PRICE,
    LEMUR_QUEEN,
    MANDRILL,
    MOVED,
    MOVING,
    NITPICK,
    NO_LOUSE,
    NOBODY,
    NOWHERE,
    OFF_BOARD,
    PLACE,
    PLACING,
    PUSH,
    QUEEN,
    QUEEN_PRICE,
    SAME_GOAL,
    SLIDE,
    SPAWN,
    SPAWNING,
    SPECIES,
    START_QUEENS,
    START_WORKERS,
    TURN_CAP,
)
from .lice import (
    has_ability,
    has_lice,
    is_free_tile,
    land,
    move_in,
)
from .moves import (
    can_move,
    hop,
    list_hops,
    list_moves,
    nitpick,
    push,
    slide,
)

# -------------------------------------------------------------------------------------- Setting up


@kernel
def set_up(r: Any, s: Any) -> None:
    """Put the tiles on their flowers (IM-25), give every seat its lice; IM-1: seat 0 starts."""
    s.seat, s.phase, s.winner = 0, PLACING, NOBODY
    s.slid_to, s.bumped = NOWHERE, NOWHERE
    for cell in range(CELLS):
        s.species[cell], s.owner[cell] = r.layout[cell], NOBODY
    for seat in range(r.seats):
        s.worker_supply[seat], s.queen_supply[seat] = r.workers, r.queens


@kernel
def first_tile_of(r: Any, s: Any, cell: int, direction: int) -> int:
    """Return the cell of the first tile seen from a cell, or OFF_BOARD."""
    seen = r.neighbour[cell, direction]
    while seen != OFF_BOARD and s.species[seen] == EMPTY:
        seen = r.neighbour[seen, direction]
    return seen


@kernel
def is_out_of_sight(r: Any, s: Any, cell: int) -> bool:
    """IM-2: the first tile in each of the four directions has no lice."""
    for direction in range(DIRECTIONS):
        seen = first_tile_of(r, s, cell, direction)
        if seen != OFF_BOARD and s.owner[seen] != NOBODY:
            return False
    return True


@kernel
def list_starts(r: Any, s: Any, mask: np.ndarray) -> None:
    """IM-2: tiles without lice and out of sight of all; if there are none, any without lice."""
    found = False
    for cell in range(r.cells):
        if is_free_tile(s, cell) and is_out_of_sight(r, s, cell):
            mask[r.first[PLACE] + cell] = 1
            found = True
    if not found:
        for cell in range(r.cells):
            mask[r.first[PLACE] + cell] = is_free_tile(s, cell)


@kernel
def place(r: Any, s: Any, cell: int) -> None:
    """IM-27: 1 queen and 2 workers; IM-1: seat by seat, then seat 0 begins the first turn."""
    move_in(s, s.seat, cell, START_WORKERS, START_QUEENS)
    s.worker_supply[s.seat] -= START_WORKERS
    s.queen_supply[s.seat] -= START_QUEENS
    if s.seat + 1 < r.seats:
        s.seat += 1
    else:
        s.seat, s.phase = 0, SPAWNING


# --------------------------------------------------------------------------------------- Exchanges


@kernel
def can_exchange(s: Any, cell: int) -> bool:
    """IM-6: 6 own workers on one tile for 1 queen, while a queen is in supply."""
    return s.owner[cell] == s.seat and s.workers[cell] >= QUEEN_PRICE and s.queen_supply[s.seat] > 0


@kernel
def can_exchange_on_lemur(r: Any, s: Any, cell: int) -> bool:
    """IM-17: without a queen on the Lemur, 3 workers are enough."""
    return (
        s.owner[cell] == s.seat
        and s.workers[cell] >= LEMUR_PRICE
        and s.queens[cell] == 0
        and s.queen_supply[s.seat] > 0
        and has_ability(r, s, cell, LEMUR)
    )


@kernel
def exchange(s: Any, cell: int, price: int) -> None:
    """Return `price` workers of a tile to supply and put a queen there (IM-6, IM-17)."""
    seat = s.seat
    s.workers[cell] -= price
    s.worker_supply[seat] += price
    s.queens[cell] += 1
    s.queen_supply[seat] -= 1


@kernel
def can_exchange_anywhere(r: Any, s: Any) -> bool:
    """Tell whether the seat has any open exchange."""
    if s.queen_supply[s.seat] == 0:
        return False
    for cell in range(r.cells):
        if can_exchange(s, cell) or can_exchange_on_lemur(r, s, cell):
            return True
    return False


@kernel
def list_exchanges(r: Any, s: Any, mask: np.ndarray) -> None:
    """IM-6, IM-17: one exchange at a time, as often as possible."""
    if s.queen_supply[s.seat] == 0:
        return
    for cell in range(r.cells):
        if can_exchange(s, cell):
            mask[r.first[QUEEN] + cell] = 1
        if can_exchange_on_lemur(r, s, cell):
            mask[r.first[LEMUR_QUEEN] + cell] = 1


# ---------------------------------------------------------------------------------- Phase 1: Spawn


@kernel
def can_spawn(r: Any, s: Any) -> bool:
    """IM-4: with lice on the board and workers in supply a seat has to spawn."""
    return s.worker_supply[s.seat] > 0 and has_lice(r, s, s.seat)


@kernel
def can_enter(r: Any, s: Any) -> bool:
    """IM-5: a seat without lice on the board may enter any tile without lice.

    IM-21: with Last Louse Left too, from what is left of its supply.
    """
    if s.worker_supply[s.seat] == 0 or has_lice(r, s, s.seat):
        return False
    for cell in range(r.cells):
        if is_free_tile(s, cell):
            return True
    return False


@kernel
def is_asked_to_spawn(r: Any, s: Any) -> bool:
    """IM-4, IM-12: the phase is skipped where `decline` would be the only answer."""
    return can_spawn(r, s) or can_enter(r, s) or can_exchange_anywhere(r, s)


@kernel
def list_spawns(r: Any, s: Any, mask: np.ndarray) -> None:
    """IM-4: compulsory while it is possible; IM-5: entering may be declined."""
    list_exchanges(r, s, mask)
    if can_spawn(r, s):
        for cell in range(r.cells):
            mask[r.first[SPAWN] + cell] = s.owner[cell] == s.seat
        return
    mask[r.first[DECLINE]] = 1
    if can_enter(r, s):
        for cell in range(r.cells):
            mask[r.first[ENTER] + cell] = is_free_tile(s, cell)


@kernel
def spawn(r: Any, s: Any, cell: int) -> None:
    """IM-30: add 1 worker and 1 more for each queen there; IM-4: as far as the supply goes.

    IM-19: on the Mandrill workers alone add 2.
    """
    amount = 1 + s.queens[cell]
    if s.queens[cell] == 0 and has_ability(r, s, cell, MANDRILL):
        amount = 2
    bring_in(s, cell, amount)


@kernel
def bring_in(s: Any, cell: int, amount: int) -> None:
    """Put workers from the supply on a tile, cut to what the supply has; the phase is over."""
    amount = min(amount, s.worker_supply[s.seat])
    move_in(s, s.seat, cell, amount, 0)
    s.worker_supply[s.seat] -= amount
    s.phase = MOVING


# ------------------------------------------------------------------------------------ The end


@kernel
def pack_colonies(r: Any, s: Any, seat: int) -> int:
    """IM-35: count tiles with 3 or more workers of a seat; queens do not count.

    The counts of all species are in one number: see `of_species`.
    """
    colonies = 0
    for cell in range(r.cells):
        if s.owner[cell] == seat and s.workers[cell] >= COLONY:
            colonies += np.int64(1) << (np.int64(COUNTER_BITS) * s.species[cell])
    return colonies


@kernel
def of_species(colonies: int, species: int) -> int:
    """Return one species' share of what `pack_colonies` returned."""
    return (colonies >> (COUNTER_BITS * species)) & ((1 << COUNTER_BITS) - 1)


@kernel
def has_won(r: Any, s: Any, seat: int) -> bool:
    """IM-13: colonies on 3 Gorillas, or 4 tiles of one species, or 5 different species."""
    colonies = pack_colonies(r, s, seat)
    different = 0
    for species in range(len(SPECIES)):
        count = of_species(colonies, species)
        if count >= SAME_GOAL or (species == GORILLA and count >= GORILLA_GOAL):
            return True
        different += count > 0
    return different >= DIFFERENT_GOAL


@kernel
def finish(s: Any, status: int, ending: int, winner: int) -> None:
    """End the game, with the reason and the winner, or NOBODY for a draw."""
    s.status, s.ending, s.winner = status, ending, winner


@kernel
def end_by_colonies(r: Any, s: Any) -> None:
    """IM-22, IM-13: the acting seat wins as soon as it has its colonies."""
    if has_won(r, s, s.seat):
        finish(s, TERMINATED, COLONIES, s.seat)


@kernel
def end_by_last_louse(r: Any, s: Any) -> None:
    """IM-21: the only seat with lice on the board wins; with none there it is a draw."""
    survivor = NOBODY
    for cell in range(r.cells):
        owner = s.owner[cell]
        if owner != NOBODY and owner != survivor:
            if survivor != NOBODY:
                return
            survivor = owner
    finish(s, TERMINATED, NO_LOUSE if survivor == NOBODY else LAST_LOUSE, survivor)


@kernel
def end_if_won(r: Any, s: Any) -> None:
    """Look for a winner after a change in the acting seat's turn (IM-13, IM-21)."""
    if s.phase == PLACING:
        return
    if r.last_louse_left:
        end_by_last_louse(r, s)
    else:
        end_by_colonies(r, s)


@kernel
def end_turn(r: Any, s: Any) -> None:
    """IM-28: pass the turn on clockwise; IM-14: after the last one the game is a draw."""
    s.turns += 1
    if s.turns >= r.max_turns:
        finish(s, TRUNCATED, TURN_CAP, NOBODY)
        return
    s.seat = (s.seat + 1) % r.seats
    s.phase = SPAWNING


@kernel
def pass_what_is_not_asked(r: Any, s: Any) -> None:
    """IM-12, IM-14: skip phases and turns in which the seat could only say that it does nothing."""
    while s.status == RUNNING:
        if s.phase == SPAWNING:
            if is_asked_to_spawn(r, s):
                return
            s.phase = MOVING
        elif s.phase == MOVING:
            if can_move(r, s) or can_exchange_anywhere(r, s):
                return
            end_turn(r, s)
        elif s.phase == MOVED:
            if can_exchange_anywhere(r, s):
                return
            end_turn(r, s)
        else:
            return


# ----------------------------------------------------------------------------- What games hand over


@kernel
def legal(r: Any, s: Any, mask: np.ndarray) -> None:
    """Write what the seat to act may do: see contract.legal."""
    mask[:] = 0
    if s.status != RUNNING:
        return
    if s.phase == PLACING:
        list_starts(r, s, mask)
    elif s.phase == SPAWNING:
        list_spawns(r, s, mask)
    elif s.phase == MOVING:
        list_moves(r, s, mask)
        list_exchanges(r, s, mask)
    elif s.phase == HOPPING:
        list_hops(r, s, mask)
    else:
        list_exchanges(r, s, mask)
        mask[r.first[END]] = 1


@kernel
def carry_out(r: Any, s: Any, action: Any) -> None:
    """Carry out one legal action, a record of ACTION."""
    verb, cell = action.verb, action.cell
    if verb == PLACE:
        place(r, s, cell)
    elif verb == SPAWN:
        spawn(r, s, cell)
    elif verb == ENTER:
        bring_in(s, cell, ENTERING_WORKERS)
    elif verb == DECLINE:
        s.phase = MOVING
    elif verb == QUEEN:
        exchange(s, cell, QUEEN_PRICE)
    elif verb == LEMUR_QUEEN:
        exchange(s, cell, LEMUR_PRICE)
    elif verb == JUMP:
        land(r, s, cell, action.target, action.workers, action.queens)
        s.phase = MOVED
    elif verb == SLIDE:
        slide(r, s, cell, action.target)
    elif verb == HOP:
        hop(r, s, action.workers, action.queens)
    elif verb == PUSH:
        push(s, cell, action.target)
    elif verb == NITPICK:
        nitpick(r, s, cell)
    else:
        end_turn(r, s)


@kernel
def apply(r: Any, s: Any, action: int) -> None:
    """Carry out a legal action and all that follows of itself: see contract.apply."""
    verb = r.actions[action].verb
    carry_out(r, s, r.actions[action])
    if verb != END and verb != DECLINE and s.phase != HOPPING:
        end_if_won(r, s)
    pass_what_is_not_asked(r, s)


@kernel
def returns(r: Any, s: Any, out: np.ndarray) -> None:
    """IM-36: write +1 for the winner and -1 shared by the rest; a draw is 0 for all."""
    winners = 0 if s.winner == NOBODY else 1
    for seat in range(r.seats):
        out[seat] = payoff(seat == s.winner, winners, r.seats)


@kernel
def conceal(r: Any, s: Any, seat: int) -> None:
    """Change nothing: in this game every seat sees everything."""
