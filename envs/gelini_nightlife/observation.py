"""Gelini Nightlife: what a seat sees, from its own chair: own things first, then rivals clockwise.

Everything is open in this game but the rolls to come.  The sections, in order, are the feature
table; each kernel below writes some of them and returns where the next begins.
"""

from typing import Any

import numpy as np

from ..game import Feature
from ..kernel import kernel
from .box import COIN, EMPTY, FIRST_GUEST, FIRST_PLACE, MOST_SQUARES, PHASES
from .floors import free_squares, squares_gained, squares_of_colour
from .line import band_place, counters_ahead, next_counter

HUNDRED = 100  # a number of rolls is told as hundreds and rest, each within an int8
COIN_STEP, VIP_STEP, GUEST_STEP, BAND_STEP = range(4)  # the first of what a step may lead to
STEP_KINDS = ("Coin", "VIP", "guest", "Band", "Flyer", "Call", "People")
BASIC_STEP_KINDS = 4  # without action counters


def feature_table(rules: Any, words: list[str], action_counters: bool) -> list[Feature]:
    """Return the sections of the observation; `words` are those of all kinds of counters."""
    seats, places, longest = (int(rules[key]) for key in ("seats", "places", "longest"))
    held = words[COIN:]
    steps = STEP_KINDS if action_counters else STEP_KINDS[:BASIC_STEP_KINDS]
    asked = Feature("question", (len(PHASES),), 0, 1, "1 for what is asked: " + ", ".join(PHASES))
    chair = Feature("chair", (seats,), 0, 1, "1 for the own seat p0, p1, ...: `take` names seats")
    return [
        Feature("die", (longest,), 0, 1, "1 for the face of the die, from 1: how far `go` goes"),
        *([asked, chair] if action_counters else []),
        Feature("turn", (seats,), 0, 1, "1 for the seat to act"),
        Feature("rolls_left", (2,), 0, 127, "rolls before the cap: hundreds, and the rest"),
        Feature("free", (seats,), 0, MOST_SQUARES, "free squares: 0 wins, and the fewest at Band"),
        Feature("stars", (seats,), 0, 127, "Stars on each floor: who still can get one for Coins"),
        Feature("ahead", (seats,), 0, places, "counters ahead of each token: the race to the Band"),
        Feature(
            "place", (seats,), 1 - seats, places + 1, "place of each token: 0, -1, ... at first"
        ),
        Feature("rank", (seats,), 0, seats - 1, "tokens behind each token: the order of asking"),
        Feature("holds", (seats, len(held)), 0, 127, "counters of each seat: " + ", ".join(held)),
        Feature(
            "gain_of",
            (seats, len(held)),
            0,
            MOST_SQUARES,
            "squares that each seat would cover by gaining such a counter: what it may hope for",
        ),
        Feature(
            "step_kind",
            (seats, longest, len(steps)),
            0,
            1,
            "1 for what 1, 2, ... steps of each token lead to: " + ", ".join(steps),
        ),
        Feature(
            "step_gain",
            (seats, longest, seats),
            0,
            MOST_SQUARES,
            "squares that such a step's counter is worth to each seat: to the one that would step, "
            "its profit, its clique; to others, what they would lose the chance of",
        ),
        Feature(
            "step_robs",
            (seats, longest, seats),
            0,
            MOST_SQUARES,
            "squares that such a step would take from each seat's floor, to complete a clique",
        ),
        Feature("line", (places,), 0, len(words), "counter at each place: 0 gap, 1 first kind ..."),
        Feature(
            "line_gain", (seats, places), 0, MOST_SQUARES, "squares that it is worth to each seat"
        ),
        Feature(
            "line_steps",
            (seats, places),
            0,
            places,
            "steps from each token to the counter there: how far it lies; 0 behind, where only a "
            "clique, a Call or People can bring it",
        ),
        Feature("line_passed", (places,), 0, seats, "tokens that stand there or have passed by"),
    ]


@kernel
def _write_asked(r: Any, s: Any, seat: int, out: np.ndarray) -> int:
    out[s.roll - 1] = 1
    at = r.longest
    if r.first_call > 0:
        out[at + s.phase] = 1
        at += len(PHASES)
        out[at + seat] = 1
        at += r.seats
    out[at + (s.seat - seat + r.seats) % r.seats] = 1
    at += r.seats
    rolls_left = r.max_rolls - s.rolls
    out[at] = rolls_left // HUNDRED
    out[at + 1] = rolls_left % HUNDRED
    return at + 2


@kernel
def _write_race(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    for chair in range(r.seats):
        other = (seat + chair) % r.seats
        out[at + chair] = free_squares(r, s, other)
        out[at + r.seats + chair] = s.stars[other]
        out[at + 2 * r.seats + chair] = counters_ahead(r, s, other)
        out[at + 3 * r.seats + chair] = s.token[other]
        behind = 0
        for rival in range(r.seats):
            behind += s.token[rival] < s.token[other]
        out[at + 4 * r.seats + chair] = behind
    return at + 5 * r.seats


@kernel
def _write_holds(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    for chair in range(r.seats):
        holds = s.holds[(seat + chair) % r.seats]
        for kind in range(COIN, r.kinds):
            out[at + kind - COIN] = holds[kind]
        at += r.kinds - COIN
    return at


@kernel
def _write_gains(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    for chair in range(r.seats):
        other = (seat + chair) % r.seats
        for kind in range(COIN, r.kinds):
            out[at + kind - COIN] = squares_gained(r, s, other, kind)
        at += r.kinds - COIN
    return at


@kernel
def _write_robs(r: Any, s: Any, seat: int, robber: int, kind: int, out: np.ndarray) -> None:
    """Write into `out` (S,) what a counter would take from the others' floors."""
    colour = r.colour_of[kind]
    if squares_of_colour(r, s, robber, colour) > 0:
        for chair in range(r.seats):
            other = (seat + chair) % r.seats
            if other != robber:
                out[chair] = squares_of_colour(r, s, other, colour)


@kernel
def _step_kind(kind: int) -> int:
    """Return which of STEP_KINDS a counter is."""
    if kind >= FIRST_GUEST:
        return GUEST_STEP
    return kind - COIN + COIN_STEP if kind >= COIN else BAND_STEP + 1 + kind


@kernel
def _write_steps(r: Any, s: Any, seat: int, gain_at: int, out: np.ndarray, at: int) -> int:
    """Write what each token's steps lead to; squares gained are looked up at `gain_at`."""
    step_kinds = len(STEP_KINDS) if r.first_call > 0 else BASIC_STEP_KINDS
    rows = r.seats * r.longest
    gain, robs = at + rows * step_kinds, at + rows * (step_kinds + r.seats)
    for chair in range(r.seats):
        stepper = (seat + chair) % r.seats
        place = max(s.token[stepper], FIRST_PLACE - 1)
        for _ in range(r.longest):
            place = next_counter(r, s, place)
            if place == band_place(r):
                out[at + BAND_STEP] = 1
                out[gain : gain + r.seats] = r.band_squares
            else:
                kind = s.line[place]
                out[at + _step_kind(kind)] = 1
                if kind >= COIN:
                    for other in range(r.seats):
                        out[gain + other] = out[gain_at + other * (r.kinds - COIN) + kind - COIN]
                if kind >= FIRST_GUEST:
                    _write_robs(r, s, seat, stepper, kind, out[robs : robs + r.seats])
            at, gain, robs = at + step_kinds, gain + r.seats, robs + r.seats
    return robs


@kernel
def _write_line(r: Any, s: Any, seat: int, gain_at: int, out: np.ndarray, at: int) -> int:
    """Write the sections by places; those of gains look them up at `gain_at`."""
    line = s.line[FIRST_PLACE : band_place(r)]
    plane = out[at : at + r.places]
    for i in range(len(plane)):
        plane[i] = line[i] + 1
    at += r.places
    for chair in range(r.seats):
        gains = out[gain_at + chair * (r.kinds - COIN) : gain_at + (chair + 1) * (r.kinds - COIN)]
        plane = out[at : at + r.places]
        for i in range(len(plane)):
            if line[i] >= COIN:
                plane[i] = gains[line[i] - COIN]
        at += r.places
    for chair in range(r.seats):
        token = s.token[(seat + chair) % r.seats]
        plane = out[at : at + r.places]
        steps = 0
        for i in range(max(token + 1 - FIRST_PLACE, 0), len(plane)):
            if line[i] != EMPTY:
                steps += 1
                plane[i] = steps
        at += r.places
    plane = out[at : at + r.places]
    for other in range(r.seats):
        for i in range(s.token[other]):  # places from 1: up to the token's own
            if i < len(plane):
                plane[i] += 1
    return at + r.places


@kernel
def observe(r: Any, s: Any, seat: int, out: np.ndarray) -> None:
    """Write what `seat` sees: see contract.observe and the feature table."""
    out[:] = 0
    at = _write_asked(r, s, seat, out)
    at = _write_race(r, s, seat, out, at)
    at = _write_holds(r, s, seat, out, at)
    gain_at = at
    at = _write_gains(r, s, seat, out, at)
    at = _write_steps(r, s, seat, gain_at, out, at)
    _write_line(r, s, seat, gain_at, out, at)
