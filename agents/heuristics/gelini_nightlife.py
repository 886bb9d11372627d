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

* the seat whose token is farthest back may expect what a step brings on the mean over the faces
  of the die, or nothing where it would stay.  The roll that it has just cast is not looked at: in
  the world that `greedy` imagines it is only one of those that may come;
* while a roll goes on to other seats, the first one still to be asked that gains by it takes it.
  To a seat that fills its floor, or takes the Band with fewer free squares than all others, a step
  brings the game.
"""

from typing import Any

import numpy as np

from ...envs.contract import RUNNING, implement_more, payoff
from ...envs.gelini_nightlife.box import COIN, EMPTY, FIRST_PLACE, NOBODY, SEATS, STATE, STEPPING
from ...envs.gelini_nightlife.floors import free_squares, has_guest_of, has_star_aside
from ...envs.gelini_nightlife.line import (
    band_place,
    counters_ahead,
    next_towards_band,
    place_reached,
    rearmost_of,
)
from ...envs.kernel import kernel
from ..weights import weights

WEIGHTS = weights(
    win=1e4,  # for payoff 1: more than squares can add up to
    game=25.0,  # squares: what a step that wins brings
    coin_share=0.4,  # of a Star's squares, for a Coin
    hope=0.08,  # of the squares of a clique, for each counter ahead that would complete it
    counter_ahead=1.0,  # squares, far from the Band
    near_band=3.0,  # counters ahead of which each is worth half as much
    action_counter=0.7,  # squares, for landing on one
    other_rivals=0.6,  # of what all rivals but the best are worth
    scale=9.4,  # a lead that is about three quarters won
)
# What suits a search here: see search_settings.py.
SEARCH = {}


@kernel
def _add_coins(r: Any, s: Any, w: Any, worth: np.ndarray) -> None:
    """Add to `worth`, (SEATS,) float64 in squares, what Coins may become."""
    if has_star_aside(r, s):
        for seat in range(r.seats):
            worth[seat] += w.coin_share * r.star_squares * s.holds[seat, COIN]


@kernel
def _worth_of_way(w: Any, ahead: int) -> float:
    """Return what so many counters ahead of a token are worth."""
    return w.counter_ahead * ahead * ahead / (ahead + w.near_band) if ahead else 0.0


@kernel
def _add_line(r: Any, s: Any, w: Any, seat: int, worth: np.ndarray) -> None:
    """Add to `worth` what the counters ahead of a seat's token are to it, and to the others."""
    ahead = 0
    for place in range(max(s.token[seat] + 1, FIRST_PLACE), band_place(r)):
        kind = s.line[place]
        ahead += kind != EMPTY
        colour = r.colour_of[kind]
        if has_guest_of(s, seat, colour):
            worth[seat] += w.hope * s.gain_of[seat, kind]
            for other in range(r.seats):
                if other != seat:
                    worth[other] -= w.hope * s.clique_squares[other, colour]
    worth[seat] += _worth_of_way(w, ahead)


@kernel
def _wins_at_band(r: Any, s: Any, seat: int) -> bool:
    """Tell whether a seat that takes the Band now has fewer free squares than all others.

    A tie counts as no win: it would be shared.
    """
    free = free_squares(r, s, seat) - r.band_squares
    for other in range(r.seats):
        if other != seat and free_squares(r, s, other) <= free:
            return False
    return True


@kernel
def _step_value(r: Any, s: Any, w: Any, seat: int, steps: int) -> float:
    """Return what a step brings a seat: at least 0, because it may stay."""
    place = place_reached(r, s, seat, steps)
    if place == band_place(r):
        return w.game if _wins_at_band(r, s, seat) else 0.0
    kind = s.line[place]
    gain = float(s.gain_of[seat, kind])
    if gain >= free_squares(r, s, seat):
        return w.game
    if kind == COIN and has_star_aside(r, s):
        share = w.coin_share * r.star_squares
        gain = share if gain == 0.0 else gain - share  # the first Coin has been counted
    elif kind < COIN:
        gain = w.action_counter
    ahead = counters_ahead(r, s, seat)
    return max(gain - _worth_of_way(w, ahead) + _worth_of_way(w, ahead - steps), 0.0)


@kernel
def _add_offers(r: Any, s: Any, w: Any, worth: np.ndarray) -> None:
    """Add to `worth` what the next cast, and the roll that is being offered, will bring."""
    rearmost = rearmost_of(r, s)
    for face in range(r.face_count):
        worth[rearmost] += _step_value(r, s, w, rearmost, r.faces[face]) / r.face_count
    asked = s.seat
    if s.phase == STEPPING and asked != rearmost:
        while asked != NOBODY:
            value = _step_value(r, s, w, asked, s.roll)
            if value > 0.0:
                worth[asked] += value
                return
            asked = next_towards_band(r, s, asked)


@kernel
def evaluate(r: Any, s: Any, w: Any, seat: int) -> float:
    """Return what a position is worth to a seat: see evaluation.evaluate."""
    if s.status != RUNNING:
        return w.win * payoff(s.won[seat] == 1, s.won.sum(), r.seats)
    worth = np.zeros(SEATS)
    for each in range(r.seats):
        worth[each] += s.squares[each]
        _add_line(r, s, w, each, worth)
    _add_coins(r, s, w, worth)
    _add_offers(r, s, w, worth)
    best, rivals = -w.win, 0.0
    for rival in range(r.seats):
        if rival != seat:
            best = max(best, worth[rival])
            rivals += worth[rival]
    return worth[seat] - best - w.other_rivals * (rivals - best)


@kernel
def is_midway(r: Any, s: Any) -> bool:
    """Tell whether a Flyer, Call or People still waits for its answer: evaluation.is_midway."""
    return s.phase != STEPPING


implement_more(STATE, evaluate=evaluate, is_midway=is_midway)
