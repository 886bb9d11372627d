"""What Voodoo Mania's `greedy` thinks of its choices: each term with its reason.

All choose together here, so a choice is weighed by itself, from what the seat knows and remembers:

* a card laid is a card less, and that is what counts (VM-10); so whoever can play does;
* a Voodoo also gives each rival a card, as long as there are some under the top: where all of them
  get one, that is worth nearly as much as a second card laid;
* what a play leaves to be looked for: the better the chance that the own hand has it, the better;
  the better that of a rival, the worse;
* the last card ends the round while the rivals hold theirs: it comes before everything;
* who cannot play swaps, because the next card may fit, and what is needed may lie deeper still;
  best a card that could not follow the others in the hand;
* with `search` a side that has not been seen may fit as well as a new card would, and to have seen
  it is worth something: so it is mostly flipped before a card is swapped; a side that is remembered
  to fit is turned up at once.

It goes by the sides that it has seen, and does not conclude from one side of a card what the other
is: of any side not seen, the chance to fit is the share of the unknown faces that do.

For searches it also tells what a position is worth: the lead over the best rival, and a part of
that over the others, in cards of all rounds so far, where a hand that can go on counts too; the
fewer cards there are still to be laid, the more a lead is worth.
"""

import math
from typing import Any

import numpy as np

from ...envs.contract import RUNNING, implement_more, payoff
from ...envs.kernel import kernel, wide
from ...envs.voodoo_mania.box import (
    CARDS,
    COMBINATIONS,
    FIRST_FLIP,
    FIRST_OF_PILE,
    FIRST_SWAP,
    HAND,
    STATE,
    WAIT,
)
from ...envs.voodoo_mania.cards import card_at, fits, knows, recount_unseen_of
from ...envs.voodoo_mania.rules import place_and_side
from ..weights import weights

ANY_FACE = 0.2  # the chance that a face fits of which nothing is known: 5 combinations of 25
WEIGHTS = weights(
    last_card=10.0,
    card=1.0,  # one card less
    penalty=0.8,  # one card more for every rival
    own_chance=0.25,  # times the chance that the own hand can go on
    rival_chance=0.3,  # times the chance that a rival's hand can
    new_card=0.2,  # times the chance that a card which comes to hand fits
    dig=0.02,  # what lies deeper in the pile comes nearer: rather that than wait
    sure_flip=0.8,  # a side that is remembered to fit
    unseen_side=0.6,  # times the chance that a side fits which has not been seen
    forgotten_side=0.3,  # the same, of a side that was seen once: a new card is better
    follows=0.005,  # of a hand card that could be laid after another one
    # Of positions, in cards divided by the root of those that are still to be laid:
    win=1e4,  # for payoff 1: more than a lead can be
    ready=1.5,  # cards: times the chance that a hand can go on
    later_round=80.0,  # cards still to be laid in each round to come
    other_rivals=0.3,  # of what all rivals but the best are worth
    scale=1.8,  # a lead that is about three quarters won
)
# What suits a search here: see search_settings.py.
SEARCH = {}


@kernel
def _has_seen(s: Any, seat: int, card: int, side: int) -> bool:
    return (s.seen[side, card] >> seat) & 1 != 0


@kernel
def chance_of_unknown(s: Any, seat: int, target: int, sides: int) -> float:
    """Return the chance that one of so many sides that were not seen fits a target."""
    unseen = s.unseen[seat]
    faces = 0
    for combination in range(COMBINATIONS):
        faces += wide(unseen[COMBINATIONS + combination])  # each face lacks one
    fitting = wide(unseen[target]) + wide(unseen[COMBINATIONS + target])
    return sides * (fitting + ANY_FACE) / (faces + 1.0)


@kernel
def chance_of(r: Any, s: Any, seat: int, card: int, target: int) -> float:
    """Return the chance, for what `seat` knows, that a card fits a target when it comes to hand.

    With `search` one side of it shows.
    """
    sides = 1 if r.search else 2
    if not knows(s, seat, card):
        return chance_of_unknown(s, seat, target, sides)
    chance = 0.0
    for side in range(2):
        if _has_seen(s, seat, card, side):
            chance += 0.5 * sides * fits(r, s, card, side, target)
        else:
            chance += 0.5 * chance_of_unknown(s, seat, target, sides)
    return chance


@kernel
def chance_of_hand(r: Any, s: Any, seat: int, other: int, without: int, target: int) -> float:
    """Return the chance that a hand can play on a target, but for its card at place `without`."""
    none = 1.0
    for at in range(wide(s.hand_count[other])):
        if at != without:
            none *= 1.0 - min(chance_of(r, s, seat, wide(s.hand[other, at]), target), 1.0)
    return 1.0 - none


@kernel
def worth_of_target(r: Any, s: Any, w: Any, seat: int, at: int, target: int) -> float:
    """Return what it is worth to leave a target, having laid the card at a place of the hand."""
    own = chance_of_hand(r, s, seat, seat, at, target)
    if s.pile_count[seat] > 0:
        own += (1.0 - own) * chance_of(r, s, seat, top_of_pile(s, seat), target)
    rivals = 0.0
    for other in range(wide(r.seats)):
        if other != seat:
            rivals += chance_of_hand(r, s, seat, other, wide(HAND), target)
    return w.own_chance * own - w.rival_chance * rivals / (r.seats - 1)


@kernel
def top_of_pile(s: Any, seat: int) -> int:
    """Return the card on top of an own pile, which its seat may know."""
    return card_at(s, seat, wide(FIRST_OF_PILE))


@kernel
def weigh_play(r: Any, s: Any, w: Any, seat: int, at: int, side: int) -> float:
    """Return what it is worth to lay a hand card."""
    target = wide(r.missing[s.face[side, s.hand[seat, at]]])
    worth = w.card + worth_of_target(r, s, w, seat, at, target)
    if s.hand_count[seat] == 1 and s.pile_count[seat] == 0:
        return worth + w.last_card
    if target == s.target:
        worth += w.penalty * min(wide(s.voodoo_count), r.seats - 1) / (r.seats - 1)
    return worth


@kernel
def weigh_swap(r: Any, s: Any, w: Any, seat: int, at: int) -> float:
    """Return what it is worth to change a hand card for the top of the own pile."""
    worth = w.dig + w.new_card * chance_of(r, s, seat, top_of_pile(s, seat), wide(s.target))
    card = wide(s.hand[seat, at])
    for side in range(2):
        if r.search and _has_seen(s, seat, card, side) and fits(r, s, card, side, wide(s.target)):
            worth -= w.sure_flip
    for other in range(wide(s.hand_count[seat])):
        for side in range(2):
            held = wide(s.hand[seat, other])
            if other != at and _has_seen(s, seat, held, side):
                leaves = wide(r.missing[s.face[side, held]])
                worth -= w.follows * chance_of(r, s, seat, card, leaves)
    return worth


@kernel
def weigh_flip(r: Any, s: Any, w: Any, seat: int, at: int) -> float:
    """Return what it is worth to turn a hand card."""
    card, side = wide(s.hand[seat, at]), 1 - wide(s.side[seat, at])
    if _has_seen(s, seat, card, side):
        return w.sure_flip * fits(r, s, card, side, wide(s.target))
    worth = w.forgotten_side if s.turned[seat, at] else w.unseen_side
    return worth * chance_of_unknown(s, seat, wide(s.target), 1)


@kernel
def weigh(r: Any, s: Any, w: Any, seat: int, action: int) -> float:
    """Return what a choice is worth to a seat: see evaluation.weigh."""
    if action < FIRST_SWAP:
        at, side = place_and_side(action)
        return weigh_play(r, s, w, seat, at, side)
    if action < WAIT:
        return weigh_swap(r, s, w, seat, action - FIRST_SWAP)
    return 0.0 if action == WAIT else weigh_flip(r, s, w, seat, action - FIRST_FLIP)


@kernel
def _standing(r: Any, s: Any, w: Any, seat: int, other: int) -> float:
    """Return how any seat stands in the race, in cards, for what `seat` knows."""
    cards = float(s.points[other] + s.hand_count[other] + s.pile_count[other])
    return w.ready * chance_of_hand(r, s, seat, other, wide(HAND), wide(s.target)) - cards


@kernel
def _cards_to_go(r: Any, s: Any, w: Any) -> float:
    """Return how many cards are still to be laid by the seat that has the fewest."""
    fewest = wide(CARDS)
    for seat in range(wide(r.seats)):
        fewest = min(fewest, wide(s.hand_count[seat] + s.pile_count[seat]))
    return 1.0 + fewest + w.later_round * (r.rounds - s.rounds)


@kernel
def evaluate(r: Any, s: Any, w: Any, seat: int) -> float:
    """Return what a position is worth to a seat, for what it knows: see evaluation.evaluate.

    For searches: `greedy` weighs its choices instead.
    """
    if s.status != RUNNING:
        return w.win * payoff(s.won[seat] == 1, s.won.sum(), r.seats)
    own, best, rivals = _standing(r, s, w, seat, seat), -w.win, 0.0
    for rival in range(wide(r.seats)):
        if rival != seat:
            standing = _standing(r, s, w, seat, rival)
            best = max(best, standing)
            rivals += standing
    lead = own - best - w.other_rivals * (rivals - best)
    return lead / math.sqrt(_cards_to_go(r, s, w))


@kernel
def forget(r: Any, s: Any, seat: int) -> None:
    """Leave a seat only what lies before it now: see evaluation.forget.

    It goes on knowing which of its cards it has turned, but not what it saw there.
    """
    for card in range(wide(r.cards)):
        for side in range(2):
            shows = s.holder[card] == seat and s.place[card] < FIRST_OF_PILE
            if shows and r.search:
                shows = s.side[seat, s.place[card] - 1] == side
            if not shows and not (card == s.top and side == s.top_side):
                s.seen[side, card] &= ~np.uint8(1 << seat)
    recount_unseen_of(r, s, seat)


implement_more(STATE, weigh=weigh, evaluate=evaluate, forget=forget)
