"""Voodoo Mania: dealing anew what a seat cannot know (VM-12).

Every card that the seat has not seen since the deal may be wherever such a card is, all ways
equally likely that agree with what it knows; the cards it has seen stay where they are.  With
`search` it is also hidden which sides show in other hands.  What others have chosen in this tick,
and whether they are asked in it, is chosen and drawn anew.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING
from ..kernel import kernel, wide
from ..randomness import draw_allowed, draw_below, shuffle
from .box import (
    ACTIONS,
    BACK,
    BOX,
    CARDS,
    FIRST_OF_PILE,
    FRONT,
    NO_CARD,
    NO_CHOICE,
    OUT_OF_CARDS,
    SEATS,
    SEEN_BY_ALL,
)
from .cards import knows, recount_unseen
from .rules import can_do_something, draw_whether_acting, legal
from .stalemates import is_stalemate

PLACES = FIRST_OF_PILE + CARDS  # of a hand and the own pile behind it


@kernel
def conceal(r: Any, s: Any, seat: int) -> None:
    """Deal anew, in place, what `seat` cannot know: see contract.conceal."""
    deal_unknown(r, s, seat)
    if r.search:
        remember_anew(r, s, seat)
    recount_unseen(r, s)
    if s.status == RUNNING:
        choose_anew(r, s, seat)


# ------------------------------------------------------------------------------------------- Cards


@kernel
def list_unknown(r: Any, s: Any, seat: int) -> Any:
    """Return the cards that a seat does not know, (U,) int64, in the order of their numbers."""
    unknown = np.empty(CARDS, np.int64)
    count = 0
    for card in range(wide(r.cards)):
        unknown[count] = card
        count += not knows(s, seat, card)
    return unknown[:count]


@kernel
def sort_by_place(s: Any, unknown: np.ndarray) -> Any:
    """Return the unknown cards (U,) by where they are: seat by seat, then those in the box."""
    card_at = np.empty((SEATS, PLACES), np.int64)
    card_at[:] = NO_CARD
    for card in unknown:
        if s.holder[card] != BOX:
            card_at[s.holder[card], s.place[card]] = card
    in_order, count = np.empty(len(unknown), np.int64), 0
    for seat in range(SEATS):
        for place in range(PLACES):
            if card_at[seat, place] != NO_CARD:
                in_order[count] = card_at[seat, place]
                count += 1
    for card in unknown:
        if s.holder[card] == BOX:
            in_order[count] = card
            count += 1
    return in_order


@kernel
def list_spots(s: Any, cards: np.ndarray) -> Any:
    """Return where each card is, and what of it has been seen there: (U, 4) int64."""
    spots = np.empty((len(cards), 4), np.int64)
    for i in range(len(cards)):
        card = cards[i]
        spots[i, 0], spots[i, 1] = s.holder[card], s.place[card]
        spots[i, 2], spots[i, 3] = s.seen[FRONT, card], s.seen[BACK, card]
    return spots


@kernel
def put_at(s: Any, card: int, spot: np.ndarray) -> None:
    """Put a card where another one was: a row of `list_spots`."""
    s.holder[card], s.place[card] = spot[0], spot[1]
    s.seen[FRONT, card], s.seen[BACK, card] = spot[2], spot[3]
    if spot[0] != BOX and spot[1] < FIRST_OF_PILE:
        s.hand[spot[0], spot[1] - 1] = card


@kernel
def deal_unknown(r: Any, s: Any, seat: int) -> None:
    """Deal the cards that a seat does not know to where such cards are.

    Whatever is known of the whole is kept: that it is no stalemate (VM-9), and that the seat to
    act can do something (VM-19).  What the holders have seen of their cards goes with the places.
    """
    unknown = list_unknown(r, s, seat)
    spots = list_spots(s, sort_by_place(s, unknown))
    was_stalemate = is_stalemate(r, s)
    while True:  # the true deal agrees with all that is known, so one that does is found
        shuffle(s, unknown)
        for i in range(len(unknown)):
            put_at(s, unknown[i], spots[i])
        may_act = s.status != RUNNING or can_do_something(r, s, wide(s.seat))
        if s.ending == OUT_OF_CARDS or (is_stalemate(r, s) == was_stalemate and may_act):
            return


# ---------------------------------------------------------------------------------------- Memories


@kernel
def remember_anew(r: Any, s: Any, seat: int) -> None:
    """Draw which sides show to the others, and which of their cards' sides they have seen.

    Of a card in another own pile that its holder has had in hand, one side counts as seen.
    """
    had_in_hand = np.empty(CARDS, np.int64)
    for card in range(wide(r.cards)):
        had_in_hand[card] = s.holder[card] < r.seats and knows(s, wide(s.holder[card]), card)
        for side in range(2):
            if s.seen[side, card] != SEEN_BY_ALL:
                s.seen[side, card] &= 1 << seat
    for other in range(wide(r.seats)):
        if other != seat:
            for at in range(wide(s.hand_count[other])):
                look_at_hand(s, other, at)
            for card in range(wide(r.cards)):
                in_pile = s.holder[card] == other and s.place[card] >= FIRST_OF_PILE
                if in_pile and had_in_hand[card] and not knows(s, seat, card):
                    s.seen[draw_below(s, 2), card] |= 1 << other


@kernel
def look_at_hand(s: Any, other: int, at: int) -> None:
    """Draw which side of a hand card shows to another seat, which has seen it."""
    card = s.hand[other, at]
    if not s.side_told[other, at]:
        s.side[other, at] = draw_below(s, 2)
    for side in range(2):
        if side == s.side[other, at] or s.turned[other, at]:
            s.seen[side, card] |= 1 << other


# ----------------------------------------------------------------------------------------- Choices


@kernel
def choose_anew(r: Any, s: Any, seat: int) -> None:
    """Draw which others are asked in this tick, and what those before the seat to act chose."""
    to_act = wide(s.seat)
    for other in range(wide(r.seats)):
        if other != seat and other != to_act:
            s.asked[other] = draw_whether_acting(r, s, other) and can_do_something(r, s, other)
            s.choice[other] = NO_CHOICE
            if s.asked[other] and other < to_act:
                s.choice[other] = draw_choice(r, s, other)
    s.seat = to_act


@kernel
def draw_choice(r: Any, s: Any, other: int) -> int:
    """Return one of the choices that a seat has, all equally likely."""
    mask = np.empty(ACTIONS, np.int8)
    mask[:] = 0
    s.seat = other
    legal(r, s, mask)
    return draw_allowed(s, mask)
