"""What Itchy Monkey's `greedy` thinks of a position: each term with its reason.

A seat is worth

* how near it is to its best goal, and a little for the others: what wins the game;
* the power it has on the board: what fights and what cannot be beaten;
* its queens: they spawn;
* the tiles it holds: more places to spawn, jump and slide from;

and lice that a rival could beat in its next turn count for less.  A position is worth the seat's
own value less that of its most dangerous rival and a part of the others'.  With Last Louse Left
there are no colonies, and power is what counts.
"""

from typing import Any

import numpy as np

from ...envs.contract import RUNNING, implement_more
from ...envs.itchy_monkey.box import (
    COLONY,
    DIFFERENT_GOAL,
    DIRECTIONS,
    GORILLA,
    GORILLA_GOAL,
    HOPPING,
    NITPICKED,
    NOBODY,
    OFF_BOARD,
    QUEEN_POWER,
    SAME_GOAL,
    SPECIES,
    STATE,
)
from ...envs.itchy_monkey.lice import power_on
from ...envs.itchy_monkey.rules import first_tile_of
from ...envs.kernel import kernel
from ..weights import weights

WEIGHTS = weights(
    win=1e6,
    nearness=60.0,  # for a goal that is one worker away; falls with the distance
    other_goals=0.37,  # of a goal that is not the nearest
    power=0.96,
    queen=1.07,
    tile=0.5,
    in_danger=0.46,  # what counts of lice that may be beaten next
    threatened_by_us=0.87,  # the same for rivals: they still have a move to save them
    other_rivals=0.3,
    scale=34.0,  # a lead that is about three quarters won
)
# What suits a search here: see search_settings.py.
SEARCH = {"temperature": 0.1}


@kernel
def _attack_from(s: Any, attacker: int, is_beside: bool) -> int:
    """Return the power that the lice on a tile can bring over in one move, after a spawn."""
    if is_beside:
        return QUEEN_POWER if s.queens[attacker] > 0 else 1
    return power_on(s, attacker) + 1 + s.queens[attacker]


@kernel
def is_in_danger(r: Any, s: Any, cell: int) -> bool:
    """Tell whether a rival may nitpick, jump on or bump the lice of a tile in one turn.

    Only a tile beside can jump, only the first tile in a line can bump.
    """
    if s.workers[cell] >= NITPICKED:
        return True
    power = power_on(s, cell)
    for direction in range(DIRECTIONS):
        seen = first_tile_of(r, s, cell, direction)
        if seen != OFF_BOARD and s.owner[seen] != NOBODY and s.owner[seen] != s.owner[cell]:
            if _attack_from(s, seen, seen == r.neighbour[cell, direction]) >= power:
                return True
    return False


@kernel
def _nearness(w: Any, missing: float) -> float:
    """Return the worth of a goal that still lacks some workers."""
    return w.nearness / (1.0 + missing)


@kernel
def _worth_of_goals(w: Any, total: np.ndarray, best: np.ndarray) -> float:
    """Return the worth of the progress of a seat: by species, on all tiles and on the best one."""
    gorillas = COLONY * GORILLA_GOAL - min(total[GORILLA], COLONY * GORILLA_GOAL)
    same = COLONY * SAME_GOAL - min(total[GORILLA + 1 :].max(), COLONY * SAME_GOAL)
    different = COLONY * DIFFERENT_GOAL - min(best.sum() - best.min(), COLONY * DIFFERENT_GOAL)
    worth = _nearness(w, gorillas) + _nearness(w, same) + _nearness(w, different)
    nearest = _nearness(w, min(gorillas, same, different))
    return nearest + w.other_goals * (worth - nearest)


@kernel
def worth_of(r: Any, s: Any, w: Any, seat: int, danger: float) -> float:
    """Return what the lice of a seat are worth; those in danger count `danger` of it."""
    total, best = np.zeros(len(SPECIES)), np.zeros(len(SPECIES))
    worth = 0.0
    for cell in range(r.cells):
        if s.owner[cell] == seat:
            share = danger if is_in_danger(r, s, cell) else 1.0
            progress = share * min(s.workers[cell], COLONY)
            species = s.species[cell]
            total[species] += progress
            best[species] = max(best[species], progress)
            worth += share * (w.power * power_on(s, cell) + w.queen * s.queens[cell] + w.tile)
    if r.last_louse_left:
        return worth
    return worth + _worth_of_goals(w, total, best)


@kernel
def evaluate(r: Any, s: Any, w: Any, seat: int) -> float:
    """Return what a position is worth to a seat: see evaluation.evaluate."""
    if s.status != RUNNING:
        return 0.0 if s.winner == NOBODY else (w.win if s.winner == seat else -w.win)
    strongest, rivals = 0.0, 0.0
    for rival in range(r.seats):
        if rival != seat:
            worth = worth_of(r, s, w, rival, w.threatened_by_us)
            strongest = max(strongest, worth)
            rivals += worth
    own = worth_of(r, s, w, seat, w.in_danger)
    return own - strongest - w.other_rivals * (rivals - strongest)


@kernel
def is_midway(r: Any, s: Any) -> bool:
    """Tell whether a slide still waits for its hop: see evaluation.is_midway."""
    return s.phase == HOPPING


implement_more(STATE, evaluate=evaluate, is_midway=is_midway)
