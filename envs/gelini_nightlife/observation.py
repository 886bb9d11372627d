"""Gelini Nightlife: what a seat sees, from its own chair: own things first, then rivals clockwise.

Everything is open in this game but the rolls to come.  The sections, in order, are the feature
table; each kernel below writes some of them and returns where the next begins.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..contract import seat_at, write_hundreds
from ..game import Feature
from ..kernel import kernel, wide
from .box import COIN, EMPTY, FIRST_GUEST, FIRST_PLACE, FLYER, PHASES
from .floors import free_squares, has_guest_of, most_gained
from .line import band_place, next_counter

COIN_STEP, VIP_STEP, GUEST_STEP, BAND_STEP = range(4)  # the first of what a step may lead to
STEP_KINDS = ("Coin", "VIP", "guest", "Band", "Flyer", "Call", "People")
BASIC_STEP_KINDS = 4  # without action counters


def step_kind_of(kind: int) -> int:
    """Return which of STEP_KINDS a counter is."""
    if kind >= FIRST_GUEST:
        return GUEST_STEP
    return kind - COIN + COIN_STEP if kind >= COIN else kind - FLYER + BASIC_STEP_KINDS


def feature_table(rules: Any, words: list[str], action_counters: bool) -> list[Feature]:
    """Return the sections of the observation; `words` are those of all kinds of counters."""
    seats, places, longest = (int(rules[key]) for key in ("seats", "places", "longest"))
    steps = STEP_KINDS if action_counters else STEP_KINDS[:BASIC_STEP_KINDS]
    asked = Feature("question", (len(PHASES),), 0, 1, "1 for what is asked: " + ", ".join(PHASES))
    chair = Feature("chair", (seats,), 0, 1, "1 for the own seat p0, p1, ...: `take` names seats")
    return [
        Feature("die", (longest,), 0, 1, "1 for its face, counted from 1: the steps of `go`"),
        *([asked, chair] if action_counters else []),
        Feature("turn", (seats,), 0, 1, "1 for the seat to act"),
        Feature("rolls_left", (2,), 0, 127, "rolls before the cap: hundreds, and the rest"),
        *_race_features(rules, seats, places),
        *_counter_features(rules, seats, words),
        *_step_features(rules, (seats, longest), steps),
        *_line_features(rules, (seats, places), words, action_counters),
    ]


def _race_features(rules: Any, seats: int, places: int) -> list[Feature]:
    floor, stars = int(rules["floor"]), max(int(rules["stars"]), 1)  # a range must not be empty
    return [
        Feature("free", (seats,), 0, floor, "free squares: 0 wins; at the Band, the fewest"),
        Feature("stars", (seats,), 0, stars, "Stars on each floor; the rest lie aside, for Coins"),
        Feature(
            "place", (seats,), 1 - seats, places + 1, "place of each token: 0, -1, ... at first"
        ),
        Feature("rank", (seats,), 0, seats - 1, "tokens behind each token: the order of asking"),
    ]


def _counter_features(rules: Any, seats: int, words: list[str]) -> list[Feature]:
    shape, most = (seats, len(words) - COIN), most_gained(rules)
    gains = "squares each seat would get by gaining one"
    return [
        Feature(
            "holds",
            shape,
            0,
            int(rules["dealt"].max()),
            "what each seat has: " + _tell_kinds(words, COIN),
        ),
        Feature("gain_of", shape, 0, most, gains),
    ]


def _step_features(rules: Any, shape: tuple[int, int], kinds: Sequence[str]) -> list[Feature]:
    """Return what is told of the counters 1, 2, ... steps ahead of each token."""
    seats, most = shape[0], most_gained(rules)
    leads = "token, steps: what is there: "
    return [
        Feature("step_kind", (*shape, len(kinds)), 0, 1, leads + ", ".join(kinds)),
        Feature(
            "step_clique", (*shape, seats), 0, 1, "token, steps, seat: 1 if it completes its clique"
        ),
        Feature("step_gain", (*shape, seats), 0, most, "... squares the seat would get by it"),
        Feature("step_robs", (*shape, seats), 0, most, "... squares the step takes from the seat"),
    ]


def _line_features(
    rules: Any, shape: tuple[int, int], words: list[str], action_counters: bool
) -> list[Feature]:
    """Return what is told of each place in the line."""
    seats, places = shape
    first = FLYER if action_counters else COIN
    kinds = _tell_kinds([f"{kind} {word}" for kind, word in enumerate(words)], first)
    steps = "steps from each token to it; 0: a gap, or behind it"
    passed = "tokens at or past it: who may come back by Call or People"
    return [
        Feature("line", (places,), 0, len(words) - 1, f"counter by place: 0 a gap, {kinds}"),
        Feature("line_gain", shape, 0, most_gained(rules), "squares each seat would get by it"),
        Feature("line_steps", shape, 0, places, steps),
        Feature("ahead", (seats,), 0, places, "counters ahead of each token: the race to the Band"),
        *([Feature("line_passed", (places,), 0, seats, passed)] if action_counters else []),
    ]


def _tell_kinds(words: list[str], first: int) -> str:
    """Return the words of kinds of counters from one on; of guests only the first and the last."""
    told, guests = words[first:FIRST_GUEST], words[FIRST_GUEST:]
    told += [f"{guests[0]} ... {guests[-1]}"] if len(guests) > 1 else guests
    return ", ".join(told)


@kernel
def _write_asked(r: Any, s: Any, seat: int, out: np.ndarray) -> int:
    out[s.roll - 1] = 1
    at = r.longest
    if r.first_call > 0:
        out[at + s.phase] = 1
        at += len(PHASES)
        out[at + seat] = 1
        at += r.seats
    out[at + seat_at(r.seats, s.seat, r.seats - seat)] = 1
    at += r.seats
    write_hundreds(wide(r.max_rolls - s.rolls), out, at)
    return at + 2


@kernel
def _write_race(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    for chair in range(r.seats):
        other = seat_at(r.seats, seat, chair)
        out[at + chair] = free_squares(r, s, other)
        out[at + r.seats + chair] = s.stars[other]
        out[at + 2 * r.seats + chair] = s.token[other]
        behind = 0
        for each in range(r.seats):
            behind += s.token[each] < s.token[other]
        out[at + 3 * r.seats + chair] = behind
    return at + 4 * r.seats


@kernel
def _write_counters(r: Any, table: np.ndarray, seat: int, out: np.ndarray, at: int) -> int:
    """Write a table (seats, kinds) about what seats can have, chair by chair."""
    for chair in range(r.seats):
        row = table[seat_at(r.seats, seat, chair), COIN : r.kinds]
        section = out[at : at + len(row)]
        for i in range(len(section)):
            section[i] = row[i]
        at += len(row)
    return at


@kernel
def _write_steps(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    """Write what each token's steps lead to."""
    seats, longest, band = r.seats, r.longest, band_place(r)  # read once: `out` may be anywhere
    step_kinds = len(STEP_KINDS) if r.first_call > 0 else BASIC_STEP_KINDS
    section = seats * longest * seats
    clique = at + seats * longest * step_kinds  # and behind it the sections of gains and robs
    for chair in range(seats):
        stepper = seat_at(seats, seat, chair)
        place = max(s.token[stepper], FIRST_PLACE - 1)
        for _ in range(longest):
            place = next_counter(s, place, band)
            if place == band:
                out[at + BAND_STEP] = 1
                out[clique + section : clique + section + seats] = r.band_squares
            else:
                kind = s.line[place]
                colour = r.colour_of[kind]
                out[at + r.step_kind_of[kind]] = 1
                completes = has_guest_of(s, stepper, colour)
                for i in range(seats):
                    other = seat_at(seats, seat, i)
                    robs_other = completes and other != stepper
                    out[clique + i] = has_guest_of(s, other, colour)
                    out[clique + section + i] = s.gain_of[other, kind]
                    out[clique + 2 * section + i] = robs_other * s.clique_squares[other, colour]
            at, clique = at + step_kinds, clique + seats
    return clique + 2 * section


@kernel
def _write_line(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    line, plane = s.line[FIRST_PLACE : band_place(r)], out[at : at + r.places]
    for i in range(len(plane)):
        plane[i] = line[i]
    at += r.places
    for chair in range(r.seats):
        gains, plane = s.gain_of[seat_at(r.seats, seat, chair)], out[at : at + r.places]
        for i in range(len(plane)):
            plane[i] = gains[line[i]]
        at += r.places
    return at


@kernel
def _write_distances(r: Any, s: Any, seat: int, out: np.ndarray, at: int) -> int:
    """Write the steps from each token to each counter, and how many counters lie ahead of it."""
    line = s.line[FIRST_PLACE : band_place(r)]
    ahead = at + r.seats * r.places
    for chair in range(r.seats):
        token = s.token[seat_at(r.seats, seat, chair)]
        plane = out[at : at + r.places]
        steps = 0
        for i in range(max(token + 1 - FIRST_PLACE, 0), len(plane)):
            is_step = line[i] != EMPTY
            steps += is_step
            plane[i] = steps * is_step
        out[ahead + chair] = steps
        at += r.places
    return ahead + r.seats


@kernel
def _write_passed(r: Any, s: Any, out: np.ndarray, at: int) -> None:
    passed = out[at : at + r.places]
    for seat in range(r.seats):
        for i in range(min(max(s.token[seat] + 1 - FIRST_PLACE, 0), r.places)):
            passed[i] += 1


@kernel
def observe(r: Any, s: Any, seat: int, out: np.ndarray) -> None:
    """Write what `seat` sees: see contract.observe and the feature table."""
    out[:] = 0
    at = _write_asked(r, s, seat, out)
    at = _write_race(r, s, seat, out, at)
    at = _write_counters(r, s.holds, seat, out, at)
    at = _write_counters(r, s.gain_of, seat, out, at)
    at = _write_steps(r, s, seat, out, at)
    at = _write_line(r, s, seat, out, at)
    at = _write_distances(r, s, seat, out, at)
    if r.first_call > 0:
        _write_passed(r, s, out, at)
