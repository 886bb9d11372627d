"""Swinging Jivecat Voodoo Lounge: what can be begun, because it can be carried through and paid.

JL-66: a whole chain of small actions must be open to the seat that begins it, with the Skulls it
has (`budget`).  Chains do not change decks or other seats' chips before their last action, so they
can be judged without being tried.  Conventions as in rules.py.
"""

from typing import Any

import numpy as np

from ..kernel import inlined, kernel, wide
from .board import (
    beyond_reach,
    can_jump_through_portal,
    count,
    in_portal_reach,
    in_reach,
    jumpers,
    movers,
    own,
    with_numbers,
)
from .box import (
    AZTEC,
    BAYOU,
    CHEVAL_SUIT,
    CONNECTED,
    CROWD,
    DAWG,
    EVEN,
    FEWEST_CHIPS,
    FRIENDS,
    FULL_HAND,
    JIVECAT_SUIT,
    KAHUNA,
    LAVA,
    LINE,
    MELLOW,
    MOBILE,
    NEPTUNE,
    NO_CHEVAL_SUIT,
    NO_JIVECAT_SUIT,
    ODD,
    OLD_PLACES,
    PELE,
    PRETTY,
    PRIEST,
    SHEEP,
    TRENDS,
    WALLFLOWER,
    ZOMBIE_LIMIT,
)
from .cards import tax
from .chips import can_cast, can_pay_suit
from .sums import NO_SOURCE, NOTHING, totals_of
from .trends import counted_three_times, is_usable, lends

COSTS = np.ones(len(TRENDS), np.int64)  # Skulls paid as a Trend is used; Mellow Yellow's come later
COSTS[[CONNECTED, AZTEC, DAWG, MELLOW]] = 0
LOAN = 2  # Skulls for a borrowed Zombie: one to its owner, one to the bank (JL-20)

# -------------------------------------------------------------------------------------- Placements


@kernel
def power_contacts(r: Any, s: Any, trend: int, lender: int) -> int:
    """Return the contacts that a Trend's power places a chip on, in reach or not.

    JL-20: a borrowed Counting Sheep takes its owner's value.
    """
    if trend == SHEEP:
        return counted_three_times(r, s.chips[lender])
    if trend == ODD:
        return r.evens
    if trend == EVEN:
        return r.odds
    return 0


@kernel
def can_place_by_power(r: Any, s: Any, trend: int, lender: int, where: int, budget: int) -> bool:
    """A Trend's power can place a chip, or cast a spell, within `where`."""
    if budget < COSTS[trend]:
        return False
    if trend == MOBILE:
        return can_cast(r, s, wide(NO_JIVECAT_SUIT), where, budget - COSTS[trend])
    return power_contacts(r, s, trend, lender) & where != 0


@kernel
def can_borrow_trends(s: Any, user: int) -> bool:
    """JL-20: Pretty in Pink can serve, because it does not serve already.

    `user` is the seat whose portal or Trend is being judged: a rival's comes by Pretty in Pink.
    """
    return user == s.active and is_usable(s, wide(PRETTY))


@inlined
def can_place_by_powers(r: Any, s: Any, where: int, budget: int, user: int) -> bool:
    """Some Trend of the active seat, or one that it borrows, can place a chip within `where`."""
    borrows = can_borrow_trends(s, user) and budget > 0
    for trend in (SHEEP, MOBILE, ODD, EVEN):
        seat = wide(s.owner[trend])
        if is_usable(s, trend) and can_place_by_power(r, s, trend, seat, where, budget):
            return True
        if borrows and lends(s, seat, trend):
            if can_place_by_power(r, s, trend, seat, where, budget - 1):
                return True
    return False


@kernel
def contacts_by_cards(r: Any, s: Any, where: int, budget: int) -> int:
    """Return the numbered contacts within `where` that cards can be found and paid for."""
    return where & with_numbers(r, totals_of(s, budget, wide(NOTHING), wide(NO_SOURCE)))


@kernel
def can_place(r: Any, s: Any, where: int, budget: int, user: int) -> bool:
    """Some placement goes to a contact within `where`: by cards, a spell, or a power."""
    if where == 0:
        return False
    if contacts_by_cards(r, s, where, budget) or can_cast(r, s, wide(JIVECAT_SUIT), where, budget):
        return True
    return can_place_by_powers(r, s, where, budget, user)


# ----------------------------------------------------------------------------- Portals and Friends


@inlined
def can_pay_cheval(r: Any, s: Any, budget: int, user: int) -> bool:
    """A card can be played as a Cheval, with Blue Bayou (JL-58) or without."""
    if can_pay_suit(r, s, wide(CHEVAL_SUIT), budget):
        return True
    left = budget - COSTS[BAYOU]
    if is_usable(s, wide(BAYOU)):
        return can_pay_suit(r, s, wide(NO_CHEVAL_SUIT), left)
    if not can_borrow_trends(s, user) or not lends(s, wide(s.owner[BAYOU]), wide(BAYOU)):
        return False
    return can_pay_suit(r, s, wide(NO_CHEVAL_SUIT), left - 1)


@kernel
def can_open_portal(r: Any, s: Any, budget: int, user: int) -> bool:
    """JL-13, JL-29: a chip touches a portal, none is open, and some whole action would use it up.

    `budget` is what is left when the portal is paid.
    """
    if s.portal_open or own(s) & r.portals == 0 or budget < 0:
        return False
    if can_place(r, s, in_portal_reach(r, s), budget, user):
        return True
    return can_pay_cheval(r, s, budget, user) and can_jump_through_portal(r, s)


@inlined
def portal_cost(s: Any) -> int:
    """JL-13: a portal costs a Skull, or nothing with Well Connected."""
    return 0 if is_usable(s, wide(CONNECTED)) else 1


@kernel
def can_open_own_portal(r: Any, s: Any) -> bool:
    """JL-13: the active seat can open a portal, paid or by its own Well Connected."""
    seat = wide(s.active)
    return can_open_portal(r, s, s.skulls[seat] - portal_cost(s), seat)


@inlined
def can_find_friends(r: Any, s: Any, budget: int, user: int) -> bool:
    """JL-29: some placement needs Friends Everywhere; `budget` is left when it is paid."""
    if s.friends_open or budget < 0:
        return False
    return can_place(r, s, beyond_reach(r, s), budget, user)


# ------------------------------------------------------------------------------------ Other powers


@inlined
def can_serve(r: Any, s: Any, value: int, budget: int) -> bool:
    """JL-29: some placement by cards uses a borrowed Zombie of a value, its tax paid as well."""
    totals = totals_of(s, budget - tax(s, value), 1 << value, wide(NO_SOURCE))
    return with_numbers(r, totals) & in_reach(r, s) != 0


@kernel
def can_borrow_from(r: Any, s: Any, seat: int, at: int, budget: int) -> bool:
    """JL-20: a rival's Zombie can be borrowed; each counts as used until the turn ends."""
    value = wide(s.zombie[seat, at])
    is_there = seat != s.active and value != 0 and not s.zombie_used[seat, at]
    return is_there and budget >= LOAN and can_serve(r, s, value, budget - LOAN)


@kernel
def can_borrow(r: Any, s: Any, budget: int) -> bool:
    """Mellow Yellow: some Zombie of a rival can be borrowed."""
    for seat in range(wide(r.seats)):
        for at in range(ZOMBIE_LIMIT):
            if can_borrow_from(r, s, seat, at, budget):
                return True
    return False


@kernel
def pele_chips(r: Any, s: Any) -> int:
    """JL-18: return the chips in Lava that can move, whoever's they are."""
    return movers(r, s, s.taken & r.lounge[LAVA])


@kernel
def priest_chips(r: Any, s: Any) -> int:
    """Voodoo Priest: return the own chips on Low-Brows that can move."""
    return movers(r, s, own(s) & r.low_brows)


@kernel
def dawg_chips(r: Any, s: Any) -> int:
    """JL-36: return the own chips on Low-Brows in Neptune, if three are there and Skulls are left.

    JL-8: two must remain.
    """
    if s.bank == 0 or count(own(s)) <= FEWEST_CHIPS:
        return 0
    return own(s) & r.lounge[NEPTUNE] & r.low_brows


@kernel
def order_changes(line: Any, order: int) -> bool:
    """JL-21: an order changes the line, and none before it makes the same of it."""
    old = OLD_PLACES[order]
    is_new = False
    for place in range(LINE):
        is_new = is_new or line[old[place]] != line[place]
    for earlier in range(order):
        differs = False
        for place in range(LINE):
            differs = differs or line[OLD_PLACES[earlier, place]] != line[old[place]]
        is_new = is_new and differs
    return is_new


@kernel
def can_order(line: Any) -> bool:
    """JL-21: there is something to rearrange."""
    return line[0] != line[1] or line[1] != line[2]


@kernel
def can_use(r: Any, s: Any, trend: int, lender: int, budget: int) -> bool:
    """A Trend's power, paid out of `budget`, can be carried through between whole actions.

    JL-29 for those that only open something; Pretty in Pink itself: see `can_use_pink`.
    """
    left = budget - COSTS[trend]
    if left < 0:
        return False
    if trend in (SHEEP, MOBILE, ODD, EVEN):
        return can_place_by_power(r, s, trend, lender, in_reach(r, s), budget)
    if trend == AZTEC:
        return can_order(s.skull_line)
    if trend == KAHUNA:
        return can_order(s.trend_line)
    if trend == PELE:
        return pele_chips(r, s) != 0
    if trend == PRIEST:
        return priest_chips(r, s) != 0
    if trend == DAWG:
        return dawg_chips(r, s) != 0
    if trend == FRIENDS:
        return can_find_friends(r, s, left, lender)
    if trend == BAYOU:
        return can_pay_suit(r, s, wide(NO_CHEVAL_SUIT), left) and jumpers(r, s) != 0
    return trend == MELLOW and can_borrow(r, s, left)


@kernel
def can_use_through_pink(r: Any, s: Any, trend: int) -> bool:
    """JL-20: a Trend is active for a rival, who is paid a Skull, and can be used for the rest."""
    lender, left = wide(s.owner[trend]), wide(s.skulls[s.active]) - 1
    if left < 0 or not lends(s, lender, trend):
        return False
    if trend == CONNECTED:
        return can_open_portal(r, s, left, lender)
    return can_use(r, s, trend, lender, left)


@inlined
def can_use_pink(r: Any, s: Any) -> bool:
    """JL-20: some Trend of a rival can be borrowed and used."""
    for trend in range(WALLFLOWER):
        if can_use_through_pink(r, s, trend):
            return True
    return False


@kernel
def can_use_own(r: Any, s: Any, trend: int) -> bool:
    """A Trend of the active seat can be used between whole actions, or Pretty in Pink borrow one.

    Well Connected is used by opening a portal: JL-13.
    """
    if not is_usable(s, trend):
        return False
    if trend == PRETTY:
        return can_use_pink(r, s)
    return can_use(r, s, trend, wide(s.active), wide(s.skulls[s.active]))


@kernel
def can_call_crowd(s: Any, budget: int) -> bool:
    """JL-22: The In Crowd, among the discards, with at most four cards in hand."""
    return not s.crowd and s.hand_count[s.active] <= FULL_HAND and budget >= COSTS[CROWD]


@kernel
def can_use_after_end(s: Any, trend: int) -> bool:
    """JL-22: The In Crowd can be used, or borrowed."""
    if not is_usable(s, trend):
        return False
    budget = wide(s.skulls[s.active])
    if trend == PRETTY:
        return can_borrow_crowd(s, budget - 1)
    return trend == CROWD and can_call_crowd(s, budget)


@inlined
def can_borrow_crowd(s: Any, budget: int) -> bool:
    """JL-22: after the turn Pretty in Pink can only borrow The In Crowd."""
    return lends(s, wide(s.owner[CROWD]), wide(CROWD)) and can_call_crowd(s, budget)


@kernel
def rearrange(line: Any, order: int) -> None:
    """JL-21: give each place of a line the card of the old place that the order names."""
    first, second, third = line[0], line[1], line[2]
    for place in range(LINE):
        old = OLD_PLACES[order, place]
        line[place] = first if old == 0 else (second if old == 1 else third)
