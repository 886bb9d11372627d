"""What Jivecat Lounge's `greedy` thinks of a position: each term with its reason.

It plans its turn (see planning.py) and compares what the turns leave behind.  In points, a seat is
worth

* the points that it has: they win the game;
* its chips: each may score with a partner, for a Jivecat or a Trend, and widens what is in reach;
* Hipsters and Jivecats that are free beside its chips: the next cards may score there;
* its own Jivecats: a pair of them brings 3 for the next one, instead of 2;
* its active Trends: their powers, and ties;
* Skulls, up to the five that it may keep, and what lies before it on the table;
* the cards that it keeps, against the ones that it would draw in their places: a Jivecat is worth
  keeping, a card that only adds up is not.

A position is worth the seat's own value less that of its best rival and a part of the others'.  Of
rivals only what lies open counts.  A placement or a spell that is half-way counts as carried out,
so that the search compares where chips go before it has found cards for them.

What is discarded is weighed card by card: nobody knows what comes instead.
"""

from typing import Any

import numpy as np

from ...envs.contract import RUNNING, implement_more, payoff
from ...envs.jivecat_lounge.board import around, count, free, has, only
from ...envs.jivecat_lounge.box import (
    ACT,
    ADD,
    DISCARD,
    DONE,
    FIRST_DISCARD,
    FIVE,
    JIVECAT,
    LINE,
    PINK_USE,
    SKULL_LIMIT,
    SKULLS_OF_PLACE,
    SPELL_CARD,
    SPELL_CHIP,
    STATE,
)
from ...envs.jivecat_lounge.cards import count_zombies, suit_of
from ...envs.jivecat_lounge.chips import PAIR_SCORE, names
from ...envs.jivecat_lounge.trends import count_active
from ...envs.kernel import kernel, wide

WIN = 1e4  # for payoff 1: more than points can add up to
CHIP = 0.18
CAT = 0.35  # an own chip on a Jivecat
FREE_HIPSTER = 0.10  # in reach
FREE_CAT = 0.12
ACTIVE_TREND = 0.5
SKULL = 0.25
ZOMBIE = 0.7
RADA = 0.3
CARD = np.array([0.75, 0.35, 0.35, 0.50, 0.30])  # of each suit: J, C, V, Z, R
FRESH_CARD = 0.45  # one that is drawn: the mean
FIFTH_CARD = 0.4  # by The In Crowd
UNDERWAY = 0.5  # for a power that still asks for its targets
OTHER_RIVALS = 0.3  # of what all rivals but the best are worth


@kernel
def _worth_of_table(s: Any, seat: int) -> float:
    """Return what a seat's points, Trends, Skulls and cards on the table are worth."""
    worth = float(s.scores[seat]) + ACTIVE_TREND * count_active(s, seat)
    worth += SKULL * min(wide(s.skulls[seat]), SKULL_LIMIT)
    worth += ZOMBIE * count_zombies(s, seat)
    return worth + (RADA if s.rada[seat] else 0.0)


@kernel
def _worth_of_hand(s: Any, seat: int) -> float:
    """Return what the cards in hand are worth, more than those that would be drawn instead."""
    worth = 0.0
    for at in range(wide(s.hand_count[seat])):
        worth += CARD[suit_of(wide(s.hand[seat, at]))] - FRESH_CARD
    return worth


@kernel
def _worth_of_chips(r: Any, s: Any, chips: int) -> float:
    """Return what a seat's chips, and what is in their reach, are worth."""
    near = around(r, chips) & free(r, s)
    cats = r.with_number[JIVECAT]
    worth = CHIP * count(chips) + CAT * count(chips & cats)
    return worth + FREE_HIPSTER * count(near & r.hipsters) + FREE_CAT * count(near & cats)


@kernel
def _worth_underway(r: Any, s: Any) -> float:
    """Return what the action that is half-way will have brought beside its chip."""
    phase = wide(s.phase)
    if phase == SPELL_CARD or phase == SPELL_CHIP or (phase == FIVE and s.spell):
        return float(PAIR_SCORE)
    if phase == ADD:
        worth = 1.0 if has(r.hipsters, wide(s.aim)) else 0.0
        for place in range(LINE):
            if names(r, s, place, wide(s.aim)):
                worth += SKULL * SKULLS_OF_PLACE[place]
        return worth
    return UNDERWAY if phase != FIVE and is_midway(r, s) else 0.0


@kernel
def is_midway(r: Any, s: Any) -> bool:
    """Tell whether an action of the turn is half-way: see evaluation.is_midway."""
    phase = wide(s.phase)
    return ADD <= phase and phase <= PINK_USE


@kernel
def evaluate(r: Any, s: Any, seat: int) -> float:
    """Return what a position is worth to a seat: see evaluation.evaluate."""
    if s.status != RUNNING:
        return WIN * payoff(s.won[seat] == 1, s.won.sum(), r.seats)
    chips, worth = wide(s.chips[seat]), _worth_of_table(s, seat)
    if s.active == seat:
        worth += _worth_of_hand(s, seat) + _worth_underway(r, s)
        if s.phase == ADD or s.phase == SPELL_CARD:
            chips |= only(s.aim)
    worth += _worth_of_chips(r, s, chips)
    best, rivals = -WIN, 0.0
    for rival in range(wide(r.seats)):
        if rival != seat:
            value = _worth_of_table(s, rival) + CHIP * count(s.chips[rival])
            best = max(best, value)
            rivals += value
    return worth - best - OTHER_RIVALS * (rivals - best)


@kernel
def goes_on(r: Any, s: Any, seat: int) -> bool:
    """Tell whether the turn goes on after a whole action: see evaluation.goes_on."""
    return s.phase == ACT and s.active == seat


@kernel
def is_weighed(r: Any, s: Any) -> bool:
    """Tell whether it is asked what to discard: see evaluation.is_weighed."""
    return s.phase == DISCARD


@kernel
def weigh(r: Any, s: Any, seat: int, action: int) -> float:
    """Return what a discard, The In Crowd, or to be done is worth: see evaluation.weigh."""
    if action == DONE:
        return 0.0
    if action >= FIRST_DISCARD:
        return FRESH_CARD - CARD[suit_of(action - FIRST_DISCARD)]
    return FIFTH_CARD - SKULL


implement_more(
    STATE,
    evaluate=evaluate,
    is_midway=is_midway,
    goes_on=goes_on,
    is_weighed=is_weighed,
    weigh=weigh,
)
