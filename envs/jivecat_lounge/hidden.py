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
from .box import CARDS, KINDS, NO_CARD
from .cards import pile_up, put_in_hand
from .choices import can_answer


@kernel
def conceal(r: Any, s: Any, seat: int) -> None:
    """Deal anew, in place, what `seat` cannot know: see contract.conceal."""
    shuffle_anew(s, s.skull_deck[: s.skull_count])
    shuffle_anew(s, s.trend_deck[: s.trend_count])
    unknown = gather_unknown(r, s, seat)
    while True:  # the true hands agree with what is known, so some that do are found
        deal_unknown(r, s, seat, unknown)
        if seat == s.active or s.status != RUNNING or can_answer(r, s):
            return


@kernel
def shuffle_anew(s: Any, deck: Any) -> None:
    """Shuffle a deck so that the result depends on nothing but which cards are in it."""
    counts = np.zeros(KINDS, np.int8)  # as many as there are kinds in any deck, or more
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
