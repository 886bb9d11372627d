"""What Gelini Nightlife's `greedy` thinks of a position: each term with its reason.

In squares of a floor, a seat is worth

* the squares that it has covered: a full floor wins, and the fewest free squares win at the Band;
* a share of a Star for a Coin, while Stars last: with another Coin it is a whole one;
* its hopes: every counter ahead of its token that would complete a clique for it is worth a share
  of the squares gained, and the squares of that clique on other floors are worth less to their
  owners: this is how a step completes a clique, or gives one away;
* the counters ahead of its token: each may still be landed on, so a long step, which gives up those
  in between, must bring more than a short one.  Near the Band each is worth less: the race may be
  over before.

A position is worth the seat's own value less that of its best rival and a part of the others',
and on top of that come the steps that lie before somebody at the moment:

* the seat whose token is farthest back will cast the die next: it may expect the mean, over the
  faces, of what a step brings, or nothing where it would stay;
* while a roll is being offered, the first of those still to be asked whom it suits will take it.
  What it brings to one that fills its floor or takes the Band with the fewest free squares is the
  game.
"""

from typing import Any

import numpy as np

from ...envs.contract import RUNNING, payoff
from ...envs.gelini_nightlife.box import COIN, FIRST_PLACE, NOBODY, SEATS, STATE, STEPPING
from ...envs.gelini_nightlife.floors import free_squares, has_of_clique, has_star_aside
from ...envs.gelini_nightlife.line import (
    band_place,
    counters_ahead,
    next_towards_band,
    place_reached,
    rearmost_of,
)
from ...envs.kernel import kernel
from ..evaluation import implement_evaluation

WIN = 1e4
GAME = 25.0  # what winning is worth beside what a step brings
COIN_SHARE = 0.4  # of a Star, for a Coin
HOPE = 0.08  # of a clique, for each counter ahead that would complete it
COUNTER_AHEAD = 1.0  # far from the Band
NEAR_BAND = 3.0  # counters ahead of which each is worth half as much: the game may end before
ACTING = 0.7  # for landing on a counter that acts
OTHER_RIVALS = 0.6


@kernel
def _count_coins(r: Any, s: Any, worth: np.ndarray) -> None:
    if has_star_aside(r, s):
        for seat in range(r.seats):
            worth[seat] += COIN_SHARE * r.star_squares * s.holds[seat, COIN]


@kernel
def worth_of_way(ahead: int) -> float:
    """Return what so many counters ahead of a token are worth."""
    return COUNTER_AHEAD * ahead * ahead / (ahead + NEAR_BAND)


@kernel
def _count_line(r: Any, s: Any, seat: int, worth: np.ndarray) -> None:
    """Add what the counters ahead of a seat's token are worth to it, and what they threaten."""
    worth[seat] += worth_of_way(counters_ahead(r, s, seat))
    for place in range(max(s.token[seat] + 1, FIRST_PLACE), band_place(r)):
        kind = s.line[place]
        colour = r.colour_of[kind]
        if has_of_clique(s, seat, colour):
            worth[seat] += HOPE * s.gain_of[seat, kind]
            for other in range(r.seats):
                if other != seat:
                    worth[other] -= HOPE * s.clique_squares[other, colour]


@kernel
def _wins_at_band(r: Any, s: Any, seat: int) -> bool:
    """Tell whether a seat that takes the Band now has fewer free squares than all others."""
    free = free_squares(r, s, seat) - r.band_squares
    for other in range(r.seats):
        if other != seat and free_squares(r, s, other) <= free:
            return False
    return True


@kernel
def step_value(r: Any, s: Any, seat: int, steps: int) -> float:
    """Return what a step brings a seat: at least 0, because it may stay."""
    place = place_reached(r, s, seat, steps)
    if place == band_place(r):
        return GAME if _wins_at_band(r, s, seat) else 0.0
    kind = s.line[place]
    gain = float(s.gain_of[seat, kind])
    if gain >= free_squares(r, s, seat):
        return GAME
    if kind == COIN:
        gain = max(gain, COIN_SHARE * r.star_squares * has_star_aside(r, s))
    elif kind < COIN:
        gain = ACTING
    ahead = counters_ahead(r, s, seat)
    return max(gain - worth_of_way(ahead) + worth_of_way(ahead - steps), 0.0)


@kernel
def _count_offers(r: Any, s: Any, worth: np.ndarray) -> None:
    rearmost = rearmost_of(r, s)
    for face in range(r.face_count):
        worth[rearmost] += step_value(r, s, rearmost, r.faces[face]) / r.face_count
    asked = s.seat
    if s.phase == STEPPING and asked != rearmost:
        while asked != NOBODY:
            value = step_value(r, s, asked, s.roll)
            if value > 0.0:
                worth[asked] += value
                return
            asked = next_towards_band(r, s, asked)


@kernel
def evaluate(r: Any, s: Any, seat: int) -> float:
    """Return what a position is worth to a seat: see evaluation.evaluate."""
    if s.status != RUNNING:
        winners = 0
        for each in range(r.seats):
            winners += s.won[each]
        return WIN * payoff(s.won[seat] == 1, winners, r.seats)
    worth = np.zeros(SEATS)
    for each in range(r.seats):
        worth[each] += s.squares[each]
        _count_line(r, s, each, worth)
    _count_coins(r, s, worth)
    _count_offers(r, s, worth)
    best, rivals = -WIN, 0.0
    for rival in range(r.seats):
        if rival != seat:
            best = max(best, worth[rival])
            rivals += worth[rival]
    return worth[seat] - best - OTHER_RIVALS * (rivals - best)


@kernel
def is_midway(r: Any, s: Any) -> bool:
    """Tell whether a Flyer, Call or People still waits for its answer: evaluation.is_midway."""
    return s.phase != STEPPING


assert STATE.names is not None
implement_evaluation(STATE.names, evaluate, is_midway)
