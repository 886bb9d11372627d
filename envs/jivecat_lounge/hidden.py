"""Swinging Jivecat Voodoo Lounge: dealing anew what a seat cannot know.

JL-28: hidden are the other hands and the orders of the three decks.  All ways to deal them that
agree with what lies open are equally likely, if the seat that is asked could answer with them.
From what others have done before nothing is concluded about their hands.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING
from ..kernel import inlined, kernel, wide
from ..randomness import shuffle
from .box import (
    ACT,
    ADD,
    BORROW,
    CARDS,
    CHEVAL_CARD,
    JIVECAT_SUIT,
    KINDS,
    MOBILE,
    NO_CARD,
    NO_CHEVAL_SUIT,
    NO_JIVECAT_SUIT,
    PINK_USE,
    PLACE,
    PRETTY,
    SPELL_CARD,
)
from .cards import pile_up, put_in_hand
from .chips import can_pay_suit
from .choices import has_something_to_do
from .powers import can_borrow, can_use_own
from .sums import can_go_on


@kernel
def conceal(r: Any, s: Any, seat: int) -> None:
    """Deal anew, in place, what `seat` cannot know: see contract.conceal."""
    shuffle_anew(s, s.skull_deck[: s.skull_count])
    shuffle_anew(s, s.trend_deck[: s.trend_count])
    unknown = gather_unknown(r, s, seat)
    while True:  # the true hands agree with what is known, so some that do are found
        deal_unknown(r, s, seat, unknown)
        if seat == s.active or s.status != RUNNING or is_question_open(r, s):
            return


@kernel
def shuffle_anew(s: Any, deck: Any) -> None:
    """Shuffle a deck so that the result depends on nothing but which cards are in it."""
    counts = np.zeros(KINDS, np.int8)
    for card in deck:
        counts[card] += 1
    pile_up(counts, deck)
    shuffle(s, deck)


@inlined
def gather_unknown(r: Any, s: Any, seat: int) -> Any:
    """Return the cards of the deck and of the other hands, (U,) int8, by kinds."""
    counts = np.zeros(KINDS, np.int8)
    for at in range(wide(s.deck_count)):
        counts[s.deck[at]] += 1
    for other in range(wide(r.seats)):
        if other != seat:
            for at in range(wide(s.hand_count[other])):
                counts[s.hand[other, at]] += 1
    unknown = np.empty(CARDS, np.int8)
    return unknown[: pile_up(counts, unknown)]


@inlined
def deal_unknown(r: Any, s: Any, seat: int, unknown: np.ndarray) -> None:
    """Deal as many cards as before to each of the other hands and to the deck."""
    shuffle(s, unknown)
    dealt = 0
    for other in range(wide(r.seats)):
        if other != seat:
            size = wide(s.hand_count[other])
            s.hand_count[other] = 0
            for at in range(size):
                s.hand[other, at] = NO_CARD
            for _ in range(size):
                put_in_hand(s, other, wide(unknown[dealt]))
                dealt += 1
    for at in range(wide(s.deck_count)):
        s.deck[at] = unknown[dealt + at]


@inlined
def is_question_open(r: Any, s: Any) -> bool:
    """Tell whether the active seat has the cards to answer what it is asked, with a choice."""
    budget = wide(s.skulls[s.active])
    if s.phase == ACT:
        return has_something_to_do(r, s)
    if s.phase == ADD:
        return can_go_on(r, s)
    if s.phase == PINK_USE:
        return s.ended or can_use_own(r, s, wide(PRETTY))
    if s.phase == BORROW:
        return can_borrow(r, s, budget)
    if s.phase == CHEVAL_CARD:
        return can_pay_suit(r, s, wide(NO_CHEVAL_SUIT), budget)
    if s.phase == SPELL_CARD or s.phase == PLACE:
        if s.power == MOBILE:
            return can_pay_suit(r, s, wide(NO_JIVECAT_SUIT), budget)
        return s.phase == PLACE or can_pay_suit(r, s, wide(JIVECAT_SUIT), budget)
    return True
