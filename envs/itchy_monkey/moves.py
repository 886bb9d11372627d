"""Itchy Monkey, phase 2 of a turn: jump, bump (a slide and its hop), push, nitpick.

Conventions as in rules.py.
"""

from typing import Any

import numpy as np

from ..kernel import kernel
from .box import (
    DIRECTIONS,
    EMPTY,
    END,
    GORILLA,
    HOP,
    HOPPING,
    MOVED,
    NITPICK,
    NITPICKED,
    NOBODY,
    NOWHERE,
    OFF_BOARD,
    ORANGUTAN,
    PARTIES,
    PUSH_REACH,
    SINGLES,
    SPIDER_MONKEY,
)
from .lice import (
    can_land,
    clear_tile,
    has_ability,
    has_tile,
    is_free_cell,
    land,
    power_of,
    power_on,
)


@kernel
def can_jump(r: Any, s: Any, cell: int, target: int, party: int) -> bool:
    """IM-7: one louse to the tile beside; IM-16: from the Orangutan up to two of them."""
    workers, queens = PARTIES[party]
    return (
        workers <= s.workers[cell]
        and queens <= s.queens[cell]
        and can_land(s, target, power_of(workers, queens))
        and (party < SINGLES or has_ability(r, s, cell, ORANGUTAN))
    )


@kernel
def list_jumps(r: Any, s: Any, cell: int, mask: np.ndarray) -> None:
    """List the jumps of the seat's lice on a tile."""
    for direction in range(DIRECTIONS):
        target = r.neighbour[cell, direction]
        if target != OFF_BOARD and has_tile(s, target):
            for party in range(r.parties):
                mask[r.jump[cell, direction] + party] = can_jump(r, s, cell, target, party)


@kernel
def list_slides(r: Any, s: Any, cell: int, mask: np.ndarray) -> None:
    """IM-9, IM-10: a tile moves 1 or more free cells in one direction and stops anywhere.

    IM-18: the Spider Monkey may once pass over a tile to the free cell behind it and go on.
    """
    passes = has_ability(r, s, cell, SPIDER_MONKEY)
    for direction in range(DIRECTIONS):
        may_pass = passes
        ahead = r.neighbour[cell, direction]
        while ahead != OFF_BOARD:
            if s.species[ahead] == EMPTY:
                mask[r.slide[cell, ahead]] = 1
                ahead = r.neighbour[ahead, direction]
            elif may_pass and is_free_cell(s, r.neighbour[ahead, direction]):
                may_pass = False
                ahead = r.neighbour[ahead, direction]
            else:
                break


@kernel
def can_slide(r: Any, s: Any, cell: int) -> bool:
    """Tell whether the tile can slide at all (IM-9, IM-18)."""
    passes = has_ability(r, s, cell, SPIDER_MONKEY)
    for direction in range(DIRECTIONS):
        ahead = r.neighbour[cell, direction]
        if ahead == OFF_BOARD:
            continue
        if is_free_cell(s, ahead) or (passes and is_free_cell(s, r.neighbour[ahead, direction])):
            return True
    return False


@kernel
def move_tile(s: Any, cell: int, target: int) -> None:
    """Move a tile to a free cell with the lice on it."""
    s.species[target], s.species[cell] = s.species[cell], EMPTY
    s.owner[target], s.owner[cell] = s.owner[cell], NOBODY
    s.workers[target], s.workers[cell] = s.workers[cell], 0
    s.queens[target], s.queens[cell] = s.queens[cell], 0


@kernel
def direction_of(r: Any, cell: int, target: int) -> int:
    """Return the direction in which `target` lies, on the same row or column as `cell`."""
    for direction in range(DIRECTIONS):
        ahead = r.neighbour[cell, direction]
        while ahead != OFF_BOARD:
            if ahead == target:
                return direction
            ahead = r.neighbour[ahead, direction]
    return NOWHERE


@kernel
def slide(r: Any, s: Any, cell: int, target: int) -> None:
    """IM-9: slide a tile; if it bumps the tile beyond, any part of its lice may hop over.

    IM-12: the hop is not asked where `hop none` would be the only answer.
    """
    beyond = r.neighbour[target, direction_of(r, cell, target)]
    move_tile(s, cell, target)
    if beyond != OFF_BOARD and has_tile(s, beyond) and can_land(s, beyond, power_on(s, target)):
        s.phase, s.slid_to, s.bumped = HOPPING, target, beyond
    else:
        s.phase = MOVED


@kernel
def list_hops(r: Any, s: Any, mask: np.ndarray) -> None:
    """IM-9: any part of the lice, also none; a party weaker than the defenders may not."""
    for workers in range(s.workers[s.slid_to] + 1):
        for queens in range(s.queens[s.slid_to] + 1):
            allowed = workers + queens == 0 or can_land(s, s.bumped, power_of(workers, queens))
            mask[r.first[HOP] + workers * (r.queens + 1) + queens] = allowed


@kernel
def hop(r: Any, s: Any, workers: int, queens: int) -> None:
    """Let a party (also an empty one) hop over to the bumped tile; the move is done."""
    if workers + queens > 0:
        land(r, s, s.slid_to, s.bumped, workers, queens)
    s.phase, s.slid_to, s.bumped = MOVED, NOWHERE, NOWHERE


@kernel
def can_push(r: Any, s: Any, cell: int, direction: int) -> bool:
    """IM-15: own lice on a Gorilla push the tile beside it straight away, if a cell is free."""
    pushed = r.neighbour[cell, direction]
    return (
        pushed != OFF_BOARD
        and has_tile(s, pushed)
        and is_free_cell(s, r.neighbour[pushed, direction])
    )


@kernel
def list_pushes(r: Any, s: Any, cell: int, mask: np.ndarray) -> None:
    """IM-15: a tile is pushed by 1 or 2 cells, stopping before a tile or the edge."""
    if not has_ability(r, s, cell, GORILLA):
        return
    for direction in range(DIRECTIONS):
        if can_push(r, s, cell, direction):
            pushed = r.neighbour[cell, direction]
            target = r.neighbour[pushed, direction]
            for distance in range(PUSH_REACH):
                if not is_free_cell(s, target):
                    break
                mask[r.push[pushed, direction] + distance] = 1
                target = r.neighbour[target, direction]


@kernel
def push(s: Any, pushed: int, target: int) -> None:
    """IM-15: whoever's lice are on the pushed tile ride along; nobody hops."""
    move_tile(s, pushed, target)
    s.phase = MOVED


@kernel
def can_nitpick(s: Any, cell: int) -> bool:
    """IM-11: any tile, anywhere, with 5 or more workers of one rival."""
    return s.workers[cell] >= NITPICKED and s.owner[cell] != s.seat


@kernel
def nitpick(r: Any, s: Any, cell: int) -> None:
    """IM-11: all lice of the tile leave it, queens too."""
    clear_tile(r, s, cell)
    s.phase = MOVED


@kernel
def list_moves(r: Any, s: Any, mask: np.ndarray) -> None:
    """IM-32, IM-12: one move has to be chosen; IM-6: `end` beside exchanges if none is legal."""
    for cell in range(r.cells):
        if s.owner[cell] == s.seat:
            list_jumps(r, s, cell, mask)
            list_slides(r, s, cell, mask)
            list_pushes(r, s, cell, mask)
        elif can_nitpick(s, cell):
            mask[r.first[NITPICK] + cell] = 1
    if not can_move(r, s):
        mask[r.first[END]] = 1


@kernel
def can_move_from(r: Any, s: Any, cell: int) -> bool:
    """Tell whether the seat's lice on a tile have any jump, slide or push (IM-12)."""
    if can_slide(r, s, cell):
        return True
    pushes = has_ability(r, s, cell, GORILLA)
    for direction in range(DIRECTIONS):
        beside = r.neighbour[cell, direction]
        if beside != OFF_BOARD and has_tile(s, beside):
            if pushes and can_push(r, s, cell, direction):
                return True
            for party in range(r.parties):
                if can_jump(r, s, cell, beside, party):
                    return True
    return False


@kernel
def can_move(r: Any, s: Any) -> bool:
    """IM-12: any jump, slide, push or nitpick is a move, also for a seat without lice."""
    for cell in range(r.cells):
        if s.owner[cell] == s.seat:
            if can_move_from(r, s, cell):
                return True
        elif can_nitpick(s, cell):
            return True
    return False
