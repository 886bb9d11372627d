"""Swinging Jivecat Voodoo Lounge: what the seat to act may say.

One function for each question that a seat can be asked (`phase`).  Conventions as in rules.py.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING
from ..kernel import inlined, kernel, wide
from .board import destinations, free, has, in_reach, jumpers, landings, write_group
from .box import (
    ACT,
    ADD,
    AZTEC,
    BORROW,
    CHEVAL_CARD,
    CROWD,
    DISCARD,
    DONE,
    END,
    FIRST_CHEVAL,
    FIRST_CLAIM,
    FIRST_DISCARD,
    FIRST_DROP,
    FIRST_ORDER,
    FIRST_PLUS,
    FIRST_TO,
    FIRST_USE,
    FIVE,
    FROM,
    HEX,
    JIVECAT_SUIT,
    LINE,
    MOBILE,
    NO_CHEVAL_SUIT,
    NO_JIVECAT_SUIT,
    ONTO,
    ORDER,
    ORDERS,
    PELE,
    PINK_USE,
    PLACE,
    PORTAL,
    PRETTY,
    PRIEST,
    SPELL_CARD,
    SPELL_CHIP,
    STAFF,
    STAFF_FIVE,
    STAFF_PLACE,
    START,
    VALUES,
    WALLFLOWER,
    ZOMBIE_LIMIT,
)
from .chips import (
    can_pay_card,
    can_pay_suit,
    five_choices,
    outside,
    removable,
    spell_contacts,
    staff_choices,
)
from .powers import (
    can_borrow,
    can_borrow_crowd,
    can_borrow_from,
    can_open_own_portal,
    can_use_after_end,
    can_use_own,
    can_use_through_pink,
    contacts_by_cards,
    dawg_chips,
    order_changes,
    pele_chips,
    power_contacts,
    priest_chips,
)
from .spells import can_cast_card, mark_hexes, spell_action
from .sums import can_go_on, is_sum_complete, mark_named
from .trends import can_claim, can_claim_any
from .turn import staff_number


@kernel
def mark_group(group: int, mask: np.ndarray, start: int, size: int) -> None:
    """Allow in `mask` the contacts of a group, numbered from `start`."""
    write_group(group, mask[start : start + size])


@kernel
def mark_listed(group: int, listed: Any, mask: np.ndarray, start: int, size: int) -> None:
    """Allow in `mask` the contacts of a group by their places in a list."""
    for place in range(size):
        mask[start + place] = has(group, wide(listed[place]))


# ------------------------------------------------------------------------------------ Placing chips


@kernel
def contacts_for_cards(r: Any, s: Any) -> int:
    """Return where a chip can be placed by cards, or by a Jivecat spell."""
    where, budget = in_reach(r, s), wide(s.skulls[s.active])
    group = contacts_by_cards(r, s, where, budget)
    if can_pay_suit(r, s, wide(JIVECAT_SUIT), budget):
        group |= spell_contacts(r, s, where)
    return group


@inlined
def contacts_for_power(r: Any, s: Any) -> int:
    """Return where the Trend that is being used can place a chip."""
    where = in_reach(r, s)
    if s.power == MOBILE:
        return spell_contacts(r, s, where)
    return where & power_contacts(r, s, wide(s.power), wide(s.lender))


@inlined
def contacts_for_move(r: Any, s: Any) -> int:
    """Return where the chip that was chosen can move to."""
    if s.power == PELE or s.power == PRIEST:
        return destinations(r, s, wide(s.aim))
    return landings(r, s, wide(s.aim))


@inlined
def chips_that_move(r: Any, s: Any) -> int:
    """Return the chips that a Cheval, Pele's Plaything or a Voodoo Priest can move."""
    if s.power == PELE:
        return pele_chips(r, s)
    if s.power == PRIEST:
        return priest_chips(r, s)
    return jumpers(r, s)


@inlined
def chips_that_leave(r: Any, s: Any) -> int:
    """Return the chips that can be removed, for whatever reason."""
    if s.phase == SPELL_CHIP:
        return outside(r, s, wide(s.aim))
    if s.phase == FIVE:
        return five_choices(r, s)
    if s.phase == HEX:
        return removable(r, s)
    if s.phase == STAFF_FIVE:
        return wide(s.chips[STAFF])
    return dawg_chips(r, s)


# --------------------------------------------------------------------------- Between whole actions


@kernel
def can_drop(s: Any, at: int) -> bool:
    """JL-9: an own Zombie that is not used yet can be dropped."""
    return s.zombie[s.active, at] != 0 and not s.zombie_used[s.active, at]


@inlined
def has_something_to_do(r: Any, s: Any) -> bool:
    """JL-43: the active seat could say something else than `end`."""
    seat = wide(s.active)
    for at in range(wide(s.hand_count[seat])):
        if can_cast_card(r, s, wide(s.hand[seat, at])):
            return True
    for at in range(ZOMBIE_LIMIT):
        if can_drop(s, at):
            return True
    if can_claim_any(s) or contacts_for_cards(r, s):
        return True
    for trend in range(WALLFLOWER):
        if can_use_own(r, s, trend):
            return True
    return can_open_own_portal(r, s)


@inlined
def mark_acts(r: Any, s: Any, mask: np.ndarray) -> None:
    """JL-41: allow what can be said between whole actions."""
    seat = wide(s.active)
    mask[END] = 1
    mark_group(contacts_for_cards(r, s), mask, wide(FIRST_TO), wide(r.contacts))
    for at in range(wide(s.hand_count[seat])):
        kind = wide(s.hand[seat, at])
        if can_cast_card(r, s, kind):
            mask[spell_action(kind)] = 1
    for at in range(ZOMBIE_LIMIT):
        if can_drop(s, at):
            mask[FIRST_DROP + wide(s.zombie[seat, at]) - 1] = 1
    mask[PORTAL] = can_open_own_portal(r, s)
    for place in range(LINE):
        mask[FIRST_CLAIM + place] = can_claim(s, place)
    for trend in range(WALLFLOWER):
        mask[FIRST_USE + trend] = can_use_own(r, s, trend)


# ------------------------------------------------------------------------------- Cards and Trends


@kernel
def spell_suits(s: Any) -> int:
    """JL-6, JL-35: return the suits that cast a Jivecat spell: with Upwardly Mobile, the others."""
    return NO_JIVECAT_SUIT if s.power == MOBILE else JIVECAT_SUIT


@kernel
def mark_cards(r: Any, s: Any, start: int, suits: int, mask: np.ndarray) -> None:
    """Allow hand cards of some suits whose tax can be paid."""
    seat = wide(s.active)
    for at in range(wide(s.hand_count[seat])):
        kind = wide(s.hand[seat, at])
        if can_pay_card(s, kind, suits, wide(s.skulls[seat])):
            mask[start + kind] = 1


@inlined
def mark_loans(r: Any, s: Any, mask: np.ndarray) -> None:
    """JL-20: allow the Zombies of rivals that can be borrowed."""
    for seat in range(wide(r.seats)):
        for at in range(ZOMBIE_LIMIT):
            if can_borrow_from(r, s, seat, at, wide(s.skulls[s.active])):
                mask[r.first_borrow + seat * VALUES + wide(s.zombie[seat, at]) - 1] = 1


@inlined
def mark_loans_of_trends(r: Any, s: Any, mask: np.ndarray) -> None:
    """JL-20: allow the Trends that Pretty in Pink can borrow."""
    if s.ended:  # JL-22
        mask[FIRST_USE + CROWD] = can_borrow_crowd(s, wide(s.skulls[s.active]) - 1)
        return
    for trend in range(WALLFLOWER):
        mask[FIRST_USE + trend] = can_use_through_pink(r, s, trend)


@inlined
def mark_orders(s: Any, mask: np.ndarray) -> None:
    """JL-21: allow the orders that make something else of a line."""
    for order in range(len(ORDERS)):
        if s.power == AZTEC:
            mask[FIRST_ORDER + order] = order_changes(s.skull_line, order)
        else:
            mask[FIRST_ORDER + order] = order_changes(s.trend_line, order)


@inlined
def has_something_to_discard(s: Any) -> bool:
    """JL-42: the seat has cards to discard, or The In Crowd to call."""
    if s.hand_count[s.active] > 0:
        return True
    return can_use_after_end(s, wide(CROWD)) or can_use_after_end(s, wide(PRETTY))


@inlined
def mark_discards(s: Any, mask: np.ndarray) -> None:
    """JL-23, JL-22: allow cards to discard, The In Crowd, and to be done."""
    mask[DONE] = 1
    for at in range(wide(s.hand_count[s.active])):
        mask[FIRST_DISCARD + wide(s.hand[s.active, at])] = 1
    for trend in (CROWD, PRETTY):
        mask[FIRST_USE + trend] = can_use_after_end(s, trend)


@inlined
def mark_card_choices(r: Any, s: Any, mask: np.ndarray) -> None:
    """Allow what can be said where a card, a Trend, a Zombie or an order is asked for."""
    if s.phase == ADD:
        mark_named(r, s, mask)
        mask[DONE] = is_sum_complete(r, s)
    elif s.phase == SPELL_CARD:
        mark_cards(r, s, wide(FIRST_PLUS), spell_suits(s), mask)
    elif s.phase == CHEVAL_CARD:
        mark_cards(r, s, wide(FIRST_CHEVAL), wide(NO_CHEVAL_SUIT), mask)
    elif s.phase == DISCARD:
        mark_discards(s, mask)
    elif s.phase == BORROW:
        mark_loans(r, s, mask)
    elif s.phase == ORDER:
        mark_orders(s, mask)
    else:
        mark_loans_of_trends(r, s, mask)


@inlined
def mark_contact_choices(r: Any, s: Any, mask: np.ndarray) -> None:
    """Allow what can be said where a contact is asked for."""
    contacts = wide(r.contacts)
    if s.phase == PLACE:
        mark_group(contacts_for_power(r, s), mask, wide(FIRST_TO), contacts)
    elif s.phase == ONTO:
        mark_group(contacts_for_move(r, s), mask, wide(FIRST_TO), contacts)
    elif s.phase == FROM:
        mark_group(chips_that_move(r, s), mask, wide(r.first_from), contacts)
    elif s.phase == START:
        starters = free(r, s) & r.starters
        mark_listed(starters, r.starter, mask, wide(r.first_start), wide(r.starter_count))
    elif s.phase == STAFF_PLACE:
        group = staff_choices(r, s, staff_number(wide(s.flipped)))
        mark_listed(group, r.staff_contact, mask, wide(r.first_staff), wide(r.staff_count))
    else:
        mark_group(chips_that_leave(r, s), mask, wide(r.first_remove), contacts)
        if s.phase == HEX:
            mark_hexes(r, s, mask)


@kernel
def legal(r: Any, s: Any, mask: np.ndarray) -> None:
    """Write what the seat to act may say: see contract.legal."""
    mask[:] = 0
    if s.status != RUNNING:
        return
    if s.phase == ACT:
        mark_acts(r, s, mask)
    elif is_card_asked(s):
        mark_card_choices(r, s, mask)
    else:
        mark_contact_choices(r, s, mask)


@inlined
def is_card_asked(s: Any) -> bool:
    """The question is one of `mark_card_choices`."""
    phase = wide(s.phase)
    return (
        phase == ADD
        or phase == SPELL_CARD
        or phase == CHEVAL_CARD
        or phase == DISCARD
        or phase == BORROW
        or phase == ORDER
        or phase == PINK_USE
    )


@kernel
def can_answer(r: Any, s: Any) -> bool:
    """The active seat has the cards to answer what it is asked, and could say more than to be done.

    JL-39: something can be named, beyond a sum that is complete as well.  JL-43: something can be
    done before `end`.  JL-42: something can be discarded.  Where no card is asked for this is True.
    """
    budget = wide(s.skulls[s.active])
    if s.phase == ACT:
        return has_something_to_do(r, s)
    if s.phase == DISCARD:
        return has_something_to_discard(s)
    if s.phase == ADD:
        return can_go_on(r, s)
    if s.phase == PINK_USE:
        return can_borrow_crowd(s, budget - 1) if s.ended else can_use_own(r, s, wide(PRETTY))
    if s.phase == BORROW:
        return can_borrow(r, s, budget)
    if s.phase == CHEVAL_CARD:
        return can_pay_suit(r, s, wide(NO_CHEVAL_SUIT), budget)
    if s.phase == SPELL_CARD or (s.phase == PLACE and s.power == MOBILE):
        return can_pay_suit(r, s, spell_suits(s), budget)
    return True
