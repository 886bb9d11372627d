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
from ..weights import weights

WEIGHTS = weights(
    win=1e4,  # for payoff 1: more than points can add up to
    chip=0.44,
    cat=0.21,  # an own chip on a Jivecat
    free_hipster=0.20,  # in reach
    free_cat=0.16,
    active_trend=0.64,
    skull=0.11,
    zombie=0.56,
    rada=0.23,
    card=[0.35, 0.24, 0.11, 0.21, 0.12],  # of each suit: J, C, V, Z, R
    fresh_card=0.08,  # one that is drawn: the mean
    fifth_card=0.4,  # by The In Crowd
    underway=1.4,  # for a power that still asks for its targets
    other_rivals=0.3,  # of what all rivals but the best are worth
    scale=13.6,  # a lead that is about three quarters won
)
# What suits a search here: see search_settings.py.
SEARCH = {"plan": 24, "temperature": 0.05, "exploration": 0.4}


@kernel
def _worth_of_table(s: Any, w: Any, seat: int) -> float:
    """Return what a seat's points, Trends, Skulls and cards on the table are worth."""
    worth = float(s.scores[seat]) + w.active_trend * count_active(s, seat)
    worth += w.skull * min(wide(s.skulls[seat]), SKULL_LIMIT)
    worth += w.zombie * count_zombies(s, seat)
    return worth + (w.rada if s.rada[seat] else 0.0)


@kernel
def _worth_of_hand(s: Any, w: Any, seat: int) -> float:
    """Return what the cards in hand are worth, more than those that would be drawn instead."""
    worth = 0.0
    for at in range(wide(s.hand_count[seat])):
        worth += w.card[suit_of(wide(s.hand[seat, at]))] - w.fresh_card
    return worth


@kernel
def _worth_of_chips(r: Any, s: Any, w: Any, chips: int) -> float:
    """Return what a seat's chips, and what is in their reach, are worth."""
    near = around(r, chips) & free(r, s)
    cats = r.with_number[JIVECAT]
    worth = w.chip * count(chips) + w.cat * count(chips & cats)
    return worth + w.free_hipster * count(near & r.hipsters) + w.free_cat * count(near & cats)


@kernel
def _worth_underway(r: Any, s: Any, w: Any) -> float:
    """Return what the action that is half-way will have brought beside its chip."""
    phase = wide(s.phase)
    if phase == SPELL_CARD or phase == SPELL_CHIP or (phase == FIVE and s.spell):
        return float(PAIR_SCORE)
    if phase == ADD:
        worth = 1.0 if has(r.hipsters, wide(s.aim)) else 0.0
        for place in range(LINE):
            if names(r, s, place, wide(s.aim)):
                worth += w.skull * SKULLS_OF_PLACE[place]
        return worth
    return w.underway if phase != FIVE and is_midway(r, s) else 0.0


@kernel
def is_midway(r: Any, s: Any) -> bool:
    """Tell whether an action of the turn is half-way: see evaluation.is_midway."""
    phase = wide(s.phase)
    return ADD <= phase and phase <= PINK_USE


@kernel
def evaluate(r: Any, s: Any, w: Any, seat: int) -> float:
    """Return what a position is worth to a seat: see evaluation.evaluate."""
    if s.status != RUNNING:
        return w.win * payoff(s.won[seat] == 1, s.won.sum(), r.seats)
    chips, worth = wide(s.chips[seat]), _worth_of_table(s, w, seat)
    if s.active == seat:
        worth += _worth_of_hand(s, w, seat) + _worth_underway(r, s, w)
        if s.phase == ADD or s.phase == SPELL_CARD:
            chips |= only(s.aim)
    worth += _worth_of_chips(r, s, w, chips)
    best, rivals = -w.win, 0.0
    for rival in range(wide(r.seats)):
        if rival != seat:
            value = _worth_of_table(s, w, rival) + w.chip * count(s.chips[rival])
            best = max(best, value)
            rivals += value
    return worth - best - w.other_rivals * (rivals - best)


@kernel
def goes_on(r: Any, s: Any, seat: int) -> bool:
    """Tell whether the turn goes on after a whole action: see evaluation.goes_on."""
    return s.phase == ACT and s.active == seat


@kernel
def is_weighed(r: Any, s: Any) -> bool:
    """Tell whether it is asked what to discard: see evaluation.is_weighed."""
    return s.phase == DISCARD


@kernel
def weigh(r: Any, s: Any, w: Any, seat: int, action: int) -> float:
    """Return what a discard, The In Crowd, or to be done is worth: see evaluation.weigh."""
    if action == DONE:
        return 0.0
    if action >= FIRST_DISCARD:
        return w.fresh_card - w.card[suit_of(action - FIRST_DISCARD)]
    return w.fifth_card - w.skull


implement_more(
    STATE,
    evaluate=evaluate,
    is_midway=is_midway,
    goes_on=goes_on,
    is_weighed=is_weighed,
    weigh=weigh,
)
