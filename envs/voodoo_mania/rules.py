"""Voodoo Mania: the rules, in the order of the rulebook.

Everybody plays at the same time: lay a card that shows what the top of the Voodoo pile lacks, or
one that lacks the same, and be the first without cards.  The race is told in ticks, in which all
choose together.  The digest in our own words is seeds/voodoo_mania.md; the ids (VM-1 ...) are
those of its rules.  Which faces there are is data: see components.toml.

The chapters: box.py (what is in the box, the state, the actions), cards.py (where cards are and
who has seen them), stalemates.py (what is done where nobody can ever play), hidden.py (dealing anew
what a seat cannot know) and, here, setting up, the tick, what a seat can do, the end of a round,
and the end of the game.

Kernels change `s`, one game; functions named `can_`, `is_`, `has_`, `knows` and the like do not.
`r` is the record of options and tables.  Places in hand are counted from 0 in `at`, from 1 in
words.  Legality is checked at the boundary: what changes a game here trusts its caller.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING, TERMINATED, TRUNCATED, pay_winners, seat_at
from ..kernel import kernel, wide
from ..randomness import draw_below, shuffle
from .box import (
    BACK,
    BOX,
    CARDS,
    CERTAIN,
    FACES,
    FIRST_FLIP,
    FIRST_SWAP,
    FIZZLED,
    FLIPPED,
    FRONT,
    HAND,
    LAID,
    NO_CHOICE,
    NOBODY,
    NOT_ENDED,
    NOTHING,
    OUT_OF_CARDS,
    SEATS,
    STALEMATE,
    SWAPPED,
    TICK_CAP,
    VOODOO,
    WAIT,
)
from .cards import (
    answers,
    draw_from_bottom,
    draw_from_pile,
    empty_place,
    fill_hand,
    fits,
    lay_on_top,
    put_in_hand,
    put_under_pile,
    recount_unseen,
    repeats,
    replace,
    show,
    show_to_all,
)
from .stalemates import break_stalemate

# -------------------------------------------------------------------------------------- Setting up


@kernel
def set_up(r: Any, s: Any) -> None:
    """Take the deck, deal the first round, and go on until somebody is asked.

    VM-13: should the whole game be over before, all is dealt again.
    """
    take_deck(r, s)
    while True:
        s.rounds, s.points[:], s.won[:] = 0, 0, 0
        s.status, s.ending = RUNNING, NOT_ENDED
        deal_round(r, s)
        go_on(r, s)
        if s.status == RUNNING:
            return


@kernel
def take_deck(r: Any, s: Any) -> None:
    """VM-22: the cards of the box, or different faces drawn from all that there are, by pairs."""
    faces = np.arange(len(FACES))
    if r.random_deck:
        shuffle(s, faces)
    for card in range(CARDS):
        for side in range(2):
            s.face[side, card] = faces[2 * card + side] if r.random_deck else r.face[side, card]


@kernel
def deal_round(r: Any, s: Any) -> None:
    """VM-10, VM-13: shuffle all cards; one starts the Voodoo pile, as many as told go to each seat.

    VM-3a: either side of the first card may be up.  Three cards of each go to the hand.
    """
    cards = np.arange(wide(r.cards))
    shuffle(s, cards)
    clear_table(r, s)
    s.rounds += 1
    lay_on_top(r, s, cards[0], draw_below(s, 2))
    for seat in range(wide(r.seats)):
        for i in range(wide(r.dealt)):
            put_under_pile(s, seat, wide(cards[1 + seat * r.dealt + i]))
    for seat in range(wide(r.seats)):
        fill_hand(r, s, seat)


@kernel
def clear_table(r: Any, s: Any) -> None:
    """All cards are in the box, nothing has been seen or done in this round."""
    for card in range(CARDS):
        s.holder[card], s.place[card] = BOX, 0
        s.seen[FRONT, card], s.seen[BACK, card] = 0, 0
    for seat in range(SEATS):
        s.hand_count[seat], s.pile_count[seat], s.choice[seat] = 0, 0, NO_CHOICE
        for at in range(HAND):
            empty_place(s, seat, at)
    s.voodoo_count = 0
    recount_unseen(r, s)
    s.ticks = s.stalemates = 0
    forget_tick(s)


# ---------------------------------------------------------------------------------------- The tick


@kernel
def go_on(r: Any, s: Any) -> None:
    """Let ticks pass and rounds end until a seat is asked or the game is over."""
    while s.status == RUNNING:
        ending = break_stalemate_or_end(r, s)
        if ending != NOT_ENDED:
            end_round(r, s, ending)
        elif begin_tick(r, s):
            return
        else:  # VM-19: a tick in which nobody is asked passes by itself, and counts
            end_tick(s)


@kernel
def draw_whether_acting(r: Any, s: Any, seat: int) -> bool:
    """VM-20: draw whether a seat acts: a slower one in one tick out of as many as its mean says."""
    return r.acts[seat] == CERTAIN or draw_below(s, wide(CERTAIN)) < r.acts[seat]


@kernel
def begin_tick(r: Any, s: Any) -> bool:
    """VM-19: ask all who act in this tick and can do something; tell whether there is one."""
    first = NOBODY
    for seat in range(wide(r.seats)):
        s.asked[seat] = draw_whether_acting(r, s, seat) and can_do_something(r, s, seat)
        if s.asked[seat] and first == NOBODY:
            first = seat
    if first != NOBODY:
        s.seat = first
    return first != NOBODY


@kernel
def carry_out_tick(r: Any, s: Any) -> None:
    """VM-18: reveal all choices together and carry them out in random order.

    VM-8: what comes after a Voodoo, or after the end of the round, fizzles.  VM-12: a tick in which
    all wait leaves no trace, as if nobody had been asked.
    """
    if has_choice_but_wait(r, s):
        forget_tick(s)
    reveal_faces(r, s)
    order = np.empty(SEATS, np.int64)
    count = 0
    for seat in range(wide(r.seats)):
        order[count] = seat
        count += s.asked[seat]
    shuffle(s, order[:count])
    goes_on = True
    for i in range(count):
        seat, action = order[i], wide(s.choice[order[i]])
        if action != WAIT:
            s.last_choice[seat] = action
            s.outcome[seat] = carry_out(r, s, seat, action) if goes_on else FIZZLED
            goes_on &= s.outcome[seat] != VOODOO and s.hand_count[seat] > 0
        s.choice[seat], s.asked[seat] = NO_CHOICE, 0
    end_tick(s)


@kernel
def has_choice_but_wait(r: Any, s: Any) -> bool:
    """A seat that is asked has chosen something other than to wait."""
    for seat in range(wide(r.seats)):
        if s.asked[seat] and s.choice[seat] != WAIT:
            return True
    return False


@kernel
def end_tick(s: Any) -> None:
    """A tick is over, whether anybody was asked in it or not."""
    s.ticks += 1
    s.revealed += 1


@kernel
def forget_tick(s: Any) -> None:
    """Take away what the tick before has left to see."""
    s.last_choice[:], s.outcome[:] = NO_CHOICE, NOTHING


@kernel
def reveal_faces(r: Any, s: Any) -> None:
    """VM-12: a choice that is revealed shows the face it names, whether the card is laid or not."""
    for seat in range(wide(r.seats)):
        if s.asked[seat] and s.choice[seat] < FIRST_SWAP:
            at, side = place_and_side(wide(s.choice[seat]))
            show_to_all(r, s, wide(s.hand[seat, at]), side)
            s.side_told[seat, at] = r.search


@kernel
def place_and_side(action: int) -> tuple[int, int]:
    """Return the place in hand (from 0) and the side that a `play` names."""
    return action >> 1, action & 1


@kernel
def carry_out(r: Any, s: Any, seat: int, action: int) -> int:
    """Carry out what a seat has chosen; return what came of it: LAID ... FIZZLED."""
    if action < FIRST_SWAP:
        at, side = place_and_side(action)
        return play(r, s, seat, at, side)
    if action < WAIT:
        swap(r, s, seat, action - FIRST_SWAP)
        return SWAPPED
    flip(r, s, seat, action - FIRST_FLIP)
    return FLIPPED


# -------------------------------------------------------------------------- What a seat can do


@kernel
def can_play(r: Any, s: Any, seat: int, at: int, side: int) -> bool:
    """VM-6: a side of a hand card fits the target; VM-21: with `search`, the side that shows."""
    if r.search and s.side[seat, at] != side:
        return False
    return fits(r, s, wide(s.hand[seat, at]), side, wide(s.target))


@kernel
def can_swap(s: Any, seat: int) -> bool:
    """VM-4: there is a card in the own pile."""
    return s.pile_count[seat] > 0


@kernel
def can_do_something(r: Any, s: Any, seat: int) -> bool:
    """VM-19: the seat could do something other than wait."""
    if r.search or can_swap(s, seat):
        return True
    for at in range(wide(s.hand_count[seat])):
        for side in range(2):
            if can_play(r, s, seat, at, side):
                return True
    return False


@kernel
def play(r: Any, s: Any, seat: int, at: int, side: int) -> int:
    """VM-1, VM-2: lay a card that fits the pile as it is now, and draw (VM-3); else it fizzles."""
    card = wide(s.hand[seat, at])
    face, target = wide(s.face[side, card]), wide(s.target)
    is_voodoo = repeats(r, face, target)
    if not is_voodoo and not answers(r, face, target):
        return FIZZLED  # VM-18: the card stays in hand
    lay_on_top(r, s, card, side)
    replace(r, s, seat, at)
    if not is_voodoo:
        return LAID
    if s.hand_count[seat] > 0:  # VM-7: a last card ends the round before anybody draws
        punish_others(r, s, seat)
    return VOODOO


@kernel
def punish_others(r: Any, s: Any, seat: int) -> None:
    """VM-2: from the left, each other seat draws from under the Voodoo pile while it lasts.

    VM-3a: left of a seat is the next higher one.  The top card is taboo.
    """
    for steps in range(1, wide(r.seats)):
        if s.voodoo_count == 1:
            return
        other = seat_at(wide(r.seats), seat, steps)
        put_under_pile(s, other, draw_from_bottom(s))
        fill_hand(r, s, other)


@kernel
def swap(r: Any, s: Any, seat: int, at: int) -> None:
    """VM-4: a hand card goes under the own pile, and its top card comes into the hand."""
    card = wide(s.hand[seat, at])
    drawn = draw_from_pile(s, seat)
    put_under_pile(s, seat, card)
    put_in_hand(r, s, seat, at, drawn)


@kernel
def flip(r: Any, s: Any, seat: int, at: int) -> None:
    """VM-21: turn a hand card, so that its other side shows."""
    s.side[seat, at] = 1 - s.side[seat, at]
    s.turned[seat, at] = 1
    show(r, s, seat, wide(s.hand[seat, at]), wide(s.side[seat, at]))


# ------------------------------------------------------------------------------- End of a round


@kernel
def is_out(r: Any, s: Any) -> bool:
    """VM-16: a seat has no card left; its own pile is empty too, or the hand would be full."""
    for seat in range(wide(r.seats)):
        if s.hand_count[seat] == 0:
            return True
    return False


@kernel
def break_stalemate_or_end(r: Any, s: Any) -> int:
    """Look at the table after a deal or a tick; return how the round has ended, or NOT_ENDED."""
    if is_out(r, s):
        return OUT_OF_CARDS
    if r.breaks_stalemates and not break_stalemate(r, s):
        return STALEMATE
    return TICK_CAP if s.ticks >= r.max_ticks else NOT_ENDED  # VM-11


@kernel
def end_round(r: Any, s: Any, ending: int) -> None:
    """VM-10: a point for each card in hand and own pile; then a new round, or the end (VM-17)."""
    for seat in range(wide(r.seats)):
        s.points[seat] += s.hand_count[seat] + s.pile_count[seat]
    if s.rounds < r.rounds:
        deal_round(r, s)
        return
    s.ending = ending
    s.status = TRUNCATED if ending == TICK_CAP else TERMINATED  # VM-11
    compare_points(r, s)


# --------------------------------------------------------------------------------- End of the game


@kernel
def compare_points(r: Any, s: Any) -> None:
    """VM-10, VM-17: the fewest points win; ties share."""
    fewest = wide(s.points[0])
    for seat in range(1, wide(r.seats)):
        fewest = min(fewest, wide(s.points[seat]))
    for seat in range(wide(r.seats)):
        s.won[seat] = s.points[seat] == fewest


# ----------------------------------------------------------------------------- What games hand over


@kernel
def legal(r: Any, s: Any, mask: np.ndarray) -> None:
    """Write what the seat to act may choose, VM-19: always also to wait; see contract.legal."""
    mask[:] = 0
    if s.status != RUNNING:
        return
    seat = wide(s.seat)
    mask[WAIT] = 1
    for at in range(wide(s.hand_count[seat])):
        for side in range(2):
            mask[2 * at + side] = can_play(r, s, seat, at, side)
        mask[FIRST_SWAP + at] = can_swap(s, seat)
        if r.search:
            mask[FIRST_FLIP + at] = 1


@kernel
def apply(r: Any, s: Any, action: int) -> None:
    """VM-18: a seat chooses; once all who are asked have, the tick is carried out.

    See contract.apply.
    """
    s.choice[s.seat] = action
    for seat in range(s.seat + 1, r.seats):
        if s.asked[seat]:
            s.seat = seat
            return
    carry_out_tick(r, s)
    go_on(r, s)


@kernel
def returns(r: Any, s: Any, out: np.ndarray) -> None:
    """Write the payoff of every seat: see contract.returns."""
    pay_winners(r, s, out)
