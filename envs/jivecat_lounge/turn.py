"""Swinging Jivecat Voodoo Lounge: setting up, how turns begin and end, the Staff, and the end.

Conventions as in rules.py.
"""

from typing import Any

from ..contract import TERMINATED, TRUNCATED, seat_at
from ..kernel import inlined, kernel, wide
from ..randomness import shuffle
from .board import around, count, first
from .box import (
    DISCARD,
    EMPTY,
    FEWEST_CHIPS,
    FULL_HAND,
    HAND,
    HIGHEST_NUMBER,
    LINE,
    NO_CARD,
    NOBODY,
    REMOVED_AT_ONCE,
    SEATS,
    SKULL_LIMIT,
    STAFF,
    STAFF_FIVE,
    STAFF_PLACE,
    START,
    TRENDS,
    WALLFLOWER,
)
from .cards import (
    close_loan,
    discard,
    draw_clique,
    earn_skulls,
    fill_hand,
    pay_bank,
    pile_up,
    renew,
    take_off,
    twist_back_zombies,
    update_tax,
    value_of,
)
from .chips import finish_action, put_chip, staff_choices, take_chip
from .trends import count_active, is_active

WALLFLOWER_SKULLS = 2
POOR = 1  # Skulls, at most, for Wallflower

# -------------------------------------------------------------------------------------- Setting up


@kernel
def set_up(r: Any, s: Any) -> None:
    """JL-49: shuffle the decks, deal four cards each, and ask for the first chip."""
    empty_table(s)
    s.bank = r.skull_tokens
    s.deck_count = pile_up(r.clique, s.deck)
    shuffle(s, s.deck[: s.deck_count])
    for seat in range(wide(r.seats)):
        fill_hand(s, seat, wide(FULL_HAND))
        pay_bank(s, seat, -wide(r.start_skulls))
    s.skull_count = pile_up(r.skull_cards, s.skull_deck)
    shuffle(s, s.skull_deck[: s.skull_count])
    for at in range(len(TRENDS)):
        s.trend_deck[at] = r.trend_card[at]
    s.trend_count = r.trend_cards
    shuffle(s, s.trend_deck[: s.trend_count])
    s.phase = START


@inlined
def empty_table(s: Any) -> None:
    """Note that nothing lies anywhere, and that no action is half-way."""
    for seat in range(SEATS):
        for at in range(HAND):
            s.hand[seat, at] = NO_CARD
    for trend in range(len(TRENDS)):
        s.owner[trend] = NOBODY
    for place in range(LINE):
        s.skull_line[place], s.trend_line[place] = EMPTY, EMPTY
    s.flipped = NO_CARD
    close_loan(s)
    finish_action(s)


@kernel
def give_turn(r: Any, s: Any, seat: int) -> None:
    """Make a seat the active one, and ask it; its reach and its taxes follow."""
    s.active, s.seat = seat, seat
    s.near = around(r, wide(s.chips[seat]))
    update_tax(r, s)


@inlined
def place_starter(r: Any, s: Any, contact: int) -> None:
    """JL-1: chips go on starters in seat order, then in reverse; they earn nothing."""
    seat, last = wide(s.seat), wide(r.seats) - 1
    put_chip(r, s, seat, contact)
    if count(s.chips[0]) == FEWEST_CHIPS:
        begin_round(r, s)
        return
    if count(s.chips[last]) == 0:
        s.seat = seat + 1
    elif count(s.chips[last]) == FEWEST_CHIPS:
        s.seat = seat - 1
    give_turn(r, s, wide(s.seat))


# ---------------------------------------------------------------------------------------- The turn


@kernel
def begin_round(r: Any, s: Any) -> None:
    """Seat 0 is the first of each round."""
    s.rounds += 1
    begin_turn(r, s, wide(0))


@kernel
def begin_turn(r: Any, s: Any, seat: int) -> None:
    """JL-2: both lines slide and fill, then Wallflower, then the seat is asked."""
    give_turn(r, s, seat)
    s.used, s.crowd, s.ended = 0, 0, 0
    fill_skull_line(s)
    fill_trend_line(s)
    if is_active(s, seat, wide(WALLFLOWER)) and s.skulls[seat] <= POOR:  # JL-17
        earn_skulls(s, seat, wide(WALLFLOWER_SKULLS))
    finish_action(s)


@kernel
def slide(line: Any) -> int:
    """JL-2: slide the cards of a line down, and return how many places at its top are empty."""
    place = LINE - 1
    for old in range(LINE - 1, -1, -1):
        card = line[old]
        if card != EMPTY:
            line[old] = EMPTY
            line[place] = card
            place -= 1
    return place + 1


@inlined
def fill_skull_line(s: Any) -> None:
    """JL-32: cards enter at the top and slide; JL-33: the discards are a new deck when needed."""
    for place in range(slide(s.skull_line) - 1, -1, -1):
        if s.skull_count == 0:
            s.skull_count = renew(s, s.skull_deck, s.skull_discards)
        if s.skull_count > 0:
            s.skull_count -= 1
            s.skull_line[place] = take_off(s.skull_deck, wide(s.skull_count))


@inlined
def fill_trend_line(s: Any) -> None:
    """JL-32, JL-2: the same for Trends, whose deck is not renewed."""
    for place in range(slide(s.trend_line) - 1, -1, -1):
        if s.trend_count > 0:
            s.trend_count -= 1
            s.trend_line[place] = take_off(s.trend_deck, wide(s.trend_count))


@kernel
def end_actions(s: Any) -> None:
    """JL-67: after `end` only discards are left; portal, Friends and loans lapse."""
    s.portal_open, s.friends_open = 0, 0
    close_loan(s)
    s.ended, s.phase = 1, DISCARD


@kernel
def end_turn(r: Any, s: Any) -> None:
    """JL-23: the hand is filled, Skulls go down to five, and the Staff act."""
    seat = wide(s.active)
    fill_hand(s, seat, wide(HAND if s.crowd else FULL_HAND))
    if s.skulls[seat] > SKULL_LIMIT:
        pay_bank(s, seat, wide(s.skulls[seat]) - SKULL_LIMIT)
    if r.has_staff:
        act_as_staff(r, s)
    else:
        pass_turn(r, s)


@kernel
def pass_turn(r: Any, s: Any) -> None:
    """The next seat's turn; JL-26: a round is played to the seat before seat 0."""
    twist_back_zombies(r, s)
    seat = wide(s.active) + 1
    if seat < r.seats:
        begin_turn(r, s, seat)
    elif highest_score(r, s) >= r.target:
        finish(r, s, wide(TERMINATED))
    elif s.rounds >= r.max_rounds:
        finish(r, s, wide(TRUNCATED))  # JL-27
    else:
        begin_round(r, s)


# ------------------------------------------------------------------------------------------- Staff


@inlined
def act_as_staff(r: Any, s: Any) -> None:
    """JL-24: a card is flipped and discarded, and a Staff chip goes on a contact of its number."""
    kind = draw_clique(s)
    if kind == NO_CARD:
        pass_turn(r, s)
        return
    discard(s, kind)
    choices = staff_choices(r, s, staff_number(kind))
    if count(choices) > 1:  # JL-40
        s.phase, s.flipped, s.seat = STAFF_PLACE, kind, s.active
    elif choices:
        place_staff(r, s, first(choices))
    else:
        pass_turn(r, s)


@kernel
def staff_number(kind: int) -> int:
    """JL-24: a 1 counts as 10."""
    return value_of(kind) if value_of(kind) > 1 else wide(HIGHEST_NUMBER)


@kernel
def place_staff(r: Any, s: Any, contact: int) -> None:
    """JL-24: the chip scores and earns nothing; JL-25: after the last one five are removed."""
    s.flipped = NO_CARD
    put_chip(r, s, wide(STAFF), contact)
    if count(s.chips[STAFF]) == r.chips:
        s.phase, s.removals = STAFF_FIVE, REMOVED_AT_ONCE
        s.seat = who_sends_staff_away(r, s)
    else:
        pass_turn(r, s)


@kernel
def who_sends_staff_away(r: Any, s: Any) -> int:
    """JL-25: the lowest score; of a tie, the next in turn order after the active seat."""
    found = seat_at(wide(r.seats), wide(s.active), wide(1))
    for chair in range(2, r.seats + 1):
        seat = seat_at(wide(r.seats), wide(s.active), chair)
        if s.scores[seat] < s.scores[found]:
            found = seat
    return found


@inlined
def remove_staff(r: Any, s: Any, contact: int) -> None:
    """JL-25: one of five Staff chips leaves the board; then play resumes."""
    take_chip(r, s, contact)
    s.removals -= 1
    if s.removals == 0:
        pass_turn(r, s)


# ----------------------------------------------------------------------------------------- The end


@inlined
def highest_score(r: Any, s: Any) -> int:
    """Return the most points that a seat has."""
    most = 0
    for seat in range(wide(r.seats)):
        if s.scores[seat] > most:
            most = wide(s.scores[seat])
    return most


@inlined
def compare(r: Any, s: Any, seat: int, other: int) -> int:
    """JL-26: compare two seats by points, active Trends, and Skulls with unused chips.

    Above 0 if the first is ahead, 0 if they share the place.
    """
    by_points = wide(s.scores[seat]) - wide(s.scores[other])
    if by_points:
        return by_points
    by_trends = count_active(s, seat) - count_active(s, other)
    if by_trends:
        return by_trends
    by_skulls = wide(s.skulls[seat]) - wide(s.skulls[other])
    return by_skulls - count(s.chips[seat]) + count(s.chips[other])


@kernel
def finish(r: Any, s: Any, status: int) -> None:
    """JL-26: end the game; those whom nobody is ahead of win."""
    finish_action(s)
    s.seat, s.status = s.active, status
    for seat in range(wide(r.seats)):
        s.won[seat] = 1
        for other in range(wide(r.seats)):
            if compare(r, s, other, seat) > 0:
                s.won[seat] = 0
