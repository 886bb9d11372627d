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
from ..randomness import draw_below, shuffle
from .box import (
    BACK,
    BOX,
    CARDS,
    FIRST_FLIP,
    FIRST_OF_PILE,
    FRONT,
    HAND,
    NO_CARD,
    NO_CHOICE,
    OUT_OF_CARDS,
    SEATS,
    SEEN_BY_ALL,
)
from .cards import count_all_unseen, knows
from .rules import acts_in_tick, can_do_something, is_stalemate, legal

PLACES = FIRST_OF_PILE + CARDS  # of a hand and the own pile behind it


@kernel
def conceal(r: Any, s: Any, seat: int) -> None:
    """Deal anew, in place, what `seat` cannot know: see contract.conceal."""
    deal_unknown(r, s, seat)
    if r.search:
        remember_anew(r, s, seat)
    count_all_unseen(r, s)
    if s.status == RUNNING:
        choose_anew(r, s, seat)


# ------------------------------------------------------------------------------------------- Cards


@kernel
def list_unknown(r: Any, s: Any, seat: int) -> Any:
    """Return the cards that a seat does not know, (U,) int64, in the order of their numbers."""
    unknown = np.empty(CARDS, np.int64)
    count = 0
    for card in range(r.cards):
        unknown[count] = card
        count += not knows(s, seat, card)
    return unknown[:count]


@kernel
def sort_by_place(s: Any, unknown: np.ndarray) -> Any:
    """Return the unknown cards (U,) by where they are: seat by seat, then those in the box."""
    card_at = np.full((SEATS, PLACES), NO_CARD, np.int64)
    for card in unknown:
        if s.holder[card] != BOX:
            card_at[s.holder[card], s.place[card]] = card
    in_order, count = np.full(len(unknown), NO_CARD, np.int64), 0
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
def deal_unknown(r: Any, s: Any, seat: int) -> None:
    """Deal the cards that a seat does not know to where such cards are.

    Whatever is known of the whole is kept: that it is no stalemate (VM-9), and that the seat to
    act can do something (VM-19).  What the holders have seen of their cards goes with the places.
    """
    unknown = list_unknown(r, s, seat)
    old = sort_by_place(s, unknown)
    holder, place, seen = s.holder[old], s.place[old], s.seen[:, old]
    was_stalemate = is_stalemate(r, s)
    while True:  # the true deal agrees with all that is known, so one that does is found
        shuffle(s, unknown)
        for i in range(len(unknown)):
            card = unknown[i]
            s.holder[card], s.place[card] = holder[i], place[i]
            s.seen[FRONT, card], s.seen[BACK, card] = seen[FRONT, i], seen[BACK, i]
            if place[i] < FIRST_OF_PILE and holder[i] != BOX:
                s.hand[holder[i], place[i] - 1] = card
        may_act = s.status != RUNNING or can_do_something(r, s, wide(s.seat))
        if s.ending == OUT_OF_CARDS or (is_stalemate(r, s) == was_stalemate and may_act):
            return


# ---------------------------------------------------------------------------------------- Memories


@kernel
def remember_anew(r: Any, s: Any, seat: int) -> None:
    """Draw which sides show to the others, and which of their cards' sides they have seen.

    Of a card in another own pile that its holder has had in hand, one side counts as seen.
    """
    had_in_hand = np.zeros(CARDS, np.bool_)
    for card in range(r.cards):
        had_in_hand[card] = s.holder[card] < r.seats and knows(s, wide(s.holder[card]), card)
        for side in range(2):
            if s.seen[side, card] != SEEN_BY_ALL:
                s.seen[side, card] &= 1 << seat
    for other in range(r.seats):
        if other != seat:
            for at in range(s.hand_count[other]):
                look_at_hand(s, other, at)
            for card in range(r.cards):
                in_pile = s.holder[card] == other and s.place[card] >= FIRST_OF_PILE
                if in_pile and had_in_hand[card] and not knows(s, seat, card):
                    s.seen[draw_below(s, 2), card] |= 1 << other


@kernel
def look_at_hand(s: Any, other: int, at: int) -> None:
    """Draw which side of a hand card shows to another seat, which has seen it."""
    card = s.hand[other, at]
    if not s.told[other, at]:
        s.side[other, at] = draw_below(s, 2)
    for side in range(2):
        if side == s.side[other, at] or s.turned[other, at]:
            s.seen[side, card] |= 1 << other


# ----------------------------------------------------------------------------------------- Choices


@kernel
def choose_anew(r: Any, s: Any, seat: int) -> None:
    """Draw which others are asked in this tick, and what those before the seat to act chose."""
    to_act = wide(s.seat)
    for other in range(r.seats):
        if other != seat and other != to_act:
            s.asked[other] = acts_in_tick(r, s, other) and can_do_something(r, s, other)
            s.choice[other] = NO_CHOICE
            if s.asked[other] and other < to_act:
                s.choice[other] = draw_choice(r, s, other)
    s.seat = to_act


@kernel
def draw_choice(r: Any, s: Any, other: int) -> int:
    """Return one of the choices that a seat has, all equally likely."""
    mask = np.zeros(FIRST_FLIP + HAND, np.int8)
    s.seat = other
    legal(r, s, mask)
    lot = draw_below(s, mask.sum())
    action = 0
    while lot > 0 or not mask[action]:
        lot -= mask[action]
        action += 1
    return action
