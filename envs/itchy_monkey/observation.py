"""Itchy Monkey: what a seat sees, from its own chair: own lice first, then rivals clockwise.

Everything is open in this game.  The sections, in order, are the feature table; each kernel below
writes one of them and returns where the next begins.
"""

from typing import Any

import numpy as np

from ..contract import write_hundreds
from ..game import Feature
from ..kernel import kernel, wide
from .box import CELLS, COLONY, PHASES, QUEENS, SPECIES, WORKERS


def feature_table(cells: int, seats: int) -> list[Feature]:
    """Return the sections of the observation for a board of `cells` cells."""
    return [
        Feature("species", (len(SPECIES), cells), 0, 1, "1 where a tile of that species stands"),
        Feature("workers", (seats, cells), 0, WORKERS, "worker lice of each seat on each cell"),
        Feature("queens", (seats, cells), 0, QUEENS, "queen lice of each seat on each cell"),
        Feature("slid", (cells,), 0, 1, "1 on the tile that has just slid, while its hop is open"),
        Feature("bumped", (cells,), 0, 1, "1 on the tile that it bumped"),
        Feature("worker_supply", (seats,), 0, WORKERS, "workers that each seat can still spawn"),
        Feature("queen_supply", (seats,), 0, QUEENS, "queens that each seat can still get"),
        Feature("colonies", (seats, len(SPECIES)), 0, CELLS, "colonies of each seat by species"),
        Feature("phase", (len(PHASES),), 0, 1, "1 for the phase: " + ", ".join(PHASES)),
        Feature("turn", (seats,), 0, 1, "1 for the seat to act"),
        Feature("turns_left", (2,), 0, 127, "turns before the cap: hundreds, and the rest"),
    ]


@kernel
def _write_tiles(r: Any, s: Any, out: np.ndarray, at: int) -> int:
    for species in range(len(SPECIES)):
        plane = out[at : at + r.cells]  # whole planes without branches: the compiler's favourite
        for cell in range(len(plane)):
            plane[cell] = s.species[cell] == species
        at += r.cells
    return at


@kernel
def _write_lice(r: Any, s: Any, lice: np.ndarray, seat: int, out: np.ndarray, at: int) -> int:
    for chair in range(r.seats):
        other = (seat + chair) % r.seats
        plane = out[at : at + r.cells]
        for cell in range(len(plane)):
            plane[cell] = lice[cell] if s.owner[cell] == other else 0
        at += r.cells
    return at


@kernel
def _write_hop(r: Any, s: Any, out: np.ndarray, at: int) -> int:
    if s.slid_to >= 0:
        out[at + s.slid_to] = 1
        out[at + r.cells + s.bumped] = 1
    return at + 2 * r.cells


@kernel
def _write_supplies(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    for chair in range(r.seats):
        other = (seat + chair) % r.seats
        out[at + chair] = s.worker_supply[other]
        out[at + r.seats + chair] = s.queen_supply[other]
    return at + 2 * r.seats


@kernel
def _write_colonies(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    for cell in range(r.cells):
        if s.workers[cell] >= COLONY:
            chair = (s.owner[cell] - seat + r.seats) % r.seats
            out[at + chair * len(SPECIES) + s.species[cell]] += 1
    return at + r.seats * len(SPECIES)


@kernel
def _write_clock(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> None:
    out[at + s.phase] = 1
    at += len(PHASES)
    out[at + (s.seat - seat + r.seats) % r.seats] = 1
    at += r.seats
    write_hundreds(wide(r.max_turns - s.turns), out, at)


@kernel
def observe(r: Any, s: Any, seat: int, out: np.ndarray) -> None:
    """Write what `seat` sees: see contract.observe and the feature table."""
    out[:] = 0
    at = _write_tiles(r, s, out, 0)
    at = _write_lice(r, s, s.workers, seat, out, at)
    at = _write_lice(r, s, s.queens, seat, out, at)
    at = _write_hop(r, s, out, at)
    at = _write_supplies(r, s, seat, out, at)
    at = _write_colonies(r, s, seat, out, at)
    _write_clock(r, s, seat, out, at)
