"""Itchy Monkey: tiles on the board, lice on tiles, fights and abilities.

Conventions as in rules.py.
"""

from typing import Any

from ..kernel import kernel
from .box import (
    DIRECTIONS,
    EMPEROR_TAMARIN,
    EMPTY,
    NOBODY,
    OFF_BOARD,
    QUEEN_POWER,
)

# ------------------------------------------------------------------------------- Tiles on the board


@kernel
def has_tile(s: Any, cell: int) -> bool:
    """Tell whether a tile stands on a cell of the board."""
    return s.species[cell] != EMPTY


@kernel
def is_free_tile(s: Any, cell: int) -> bool:
    """Tell whether a tile without lice stands on the cell."""
    return s.species[cell] != EMPTY and s.owner[cell] == NOBODY


@kernel
def is_free_cell(s: Any, cell: int) -> bool:
    """Tell whether a cell lies on the board and has no tile."""
    return cell != OFF_BOARD and s.species[cell] == EMPTY


# --------------------------------------------------------------------------------- Lice on monkeys


@kernel
def power_of(workers: int, queens: int) -> int:
    """IM-29: a worker has power 1, a queen 2."""
    return workers + QUEEN_POWER * queens


@kernel
def power_on(s: Any, cell: int) -> int:
    """Return the total power of the lice on a tile."""
    return power_of(s.workers[cell], s.queens[cell])


@kernel
def move_in(s: Any, seat: int, cell: int, workers: int, queens: int) -> None:
    """Add any number of lice of `seat` to a tile that no rival holds (IM-3, IM-31)."""
    s.owner[cell] = seat
    s.workers[cell] += workers
    s.queens[cell] += queens


@kernel
def move_out(s: Any, cell: int, workers: int, queens: int) -> None:
    """Take lice off a tile; the last one leaves it without an owner."""
    s.workers[cell] -= workers
    s.queens[cell] -= queens
    if s.workers[cell] + s.queens[cell] == 0:
        s.owner[cell] = NOBODY


@kernel
def beat(r: Any, s: Any, seat: int, workers: int, queens: int) -> None:
    """IM-34: beaten lice return to supply; IM-21: with Last Louse Left they leave the game."""
    if not r.last_louse_left:
        s.worker_supply[seat] += workers
        s.queen_supply[seat] += queens


@kernel
def clear_tile(r: Any, s: Any, cell: int) -> None:
    """Beat all lice on a tile that has some."""
    beat(r, s, s.owner[cell], s.workers[cell], s.queens[cell])
    move_out(s, cell, s.workers[cell], s.queens[cell])


@kernel
def has_lice(r: Any, s: Any, seat: int) -> bool:
    """Tell whether a seat has lice on the board."""
    for cell in range(r.cells):
        if s.owner[cell] == seat:
            return True
    return False


@kernel
def can_land(s: Any, cell: int, power: int) -> bool:
    """IM-7: onto an own or free tile always, onto a rival's with at least the power there."""
    owner = s.owner[cell]
    return owner == NOBODY or owner == s.seat or power >= power_on(s, cell)


@kernel
def land(r: Any, s: Any, origin: int, target: int, workers: int, queens: int) -> None:
    """Carry a party of the seat over to a tile, fighting where a rival holds it (IM-3, IM-7).

    IM-33: a stronger party beats all defenders and stays; IM-8: at equal power both sides go, but
    not the lice that stayed behind.
    """
    seat = s.seat
    move_out(s, origin, workers, queens)
    if s.owner[target] != NOBODY and s.owner[target] != seat:
        tie = power_of(workers, queens) == power_on(s, target)
        clear_tile(r, s, target)
        if tie:
            beat(r, s, seat, workers, queens)
            return
    move_in(s, seat, target, workers, queens)


@kernel
def has_ability(r: Any, s: Any, cell: int, species: int) -> bool:
    """IM-37: tell whether the tile on a cell has the face-up ability of a species now.

    IM-20: the Emperor Tamarin has those of the tiles beside it, not through a second Tamarin.
    """
    if not r.ability[species]:
        return False
    if s.species[cell] == species:
        return True
    if s.species[cell] != EMPEROR_TAMARIN or not r.ability[EMPEROR_TAMARIN]:
        return False
    for direction in range(DIRECTIONS):
        beside = r.neighbour[cell, direction]
        if beside != OFF_BOARD and s.species[beside] == species:
            return True
    return False
