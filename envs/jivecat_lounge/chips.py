"""Swinging Jivecat Voodoo Lounge: chips that come, move and leave, and what they earn.

Conventions as in rules.py.
"""

from typing import Any

from ..kernel import inlined, kernel, wide
from .board import around, count, free, has, only, own, owner_of
from .box import (
    ACT,
    EMPTY,
    FEWEST_CHIPS,
    FIVE,
    JIVECAT,
    LINE,
    LOUNGES,
    NO_CONTACT,
    NO_TREND,
    NOBODY,
    REMOVED_AT_ONCE,
    SKULLS_OF_PLACE,
    SPELL_CHIP,
    STAFF,
)
from .cards import earn_skulls, suit_of, tax, value_of
from .trends import find_met

SPELL_CHIPS = 2  # that leave the board for a Jivecat
CHIPS_BEFORE_SPELL = FEWEST_CHIPS + SPELL_CHIPS - 1  # JL-6, JL-8
CATS_SCORE, PAIR_SCORE = 3, 2

# --------------------------------------------------------------------------- On and off the board


@kernel
def set_chips(r: Any, s: Any, seat: int, chips: int) -> None:
    """Leave a seat, or the Staff, with these chips; activity of Trends follows (JL-15)."""
    s.taken ^= s.chips[seat] ^ chips
    s.chips[seat] = chips
    if seat != STAFF:
        s.meets[seat] = find_met(r, chips)
    if seat == s.active:
        s.near = around(r, chips)


@kernel
def put_chip(r: Any, s: Any, seat: int, contact: int) -> None:
    """Put a chip on a free contact."""
    set_chips(r, s, seat, s.chips[seat] | only(contact))


@kernel
def take_chip(r: Any, s: Any, contact: int) -> None:
    """Take a chip off the board, whoever's it is."""
    seat = owner_of(r, s, contact)
    set_chips(r, s, seat, s.chips[seat] & ~only(contact))


@inlined
def move_chip(r: Any, s: Any, start: int, contact: int) -> None:
    """Move a chip, whoever's it is; the active seat's may earn by it (JL-4, JL-5)."""
    seat = owner_of(r, s, start)
    set_chips(r, s, seat, (s.chips[seat] & ~only(start)) | only(contact))
    if seat == s.active and r.moves_score:
        earn(r, s, contact)


@kernel
def removable(r: Any, s: Any) -> int:
    """JL-12: return the chips that a Voodoo card can remove.

    Of a rival to whom two are left (JL-8), or of the Staff.
    """
    group = wide(s.chips[STAFF])
    for seat in range(wide(r.seats)):
        if seat != s.active and count(s.chips[seat]) > FEWEST_CHIPS:
            group |= s.chips[seat]
    return group


# ---------------------------------------------------------------------------------------- Earnings


@kernel
def names(r: Any, s: Any, place: int, contact: int) -> bool:
    """The card at a place of the Skull line names the contact."""
    kind = wide(s.skull_line[place])
    return kind != EMPTY and has(r.named[kind], contact)


@kernel
def earn(r: Any, s: Any, contact: int) -> None:
    """A chip of the active seat has come to a contact by its own action.

    JL-4: Hipsters, 2 and 10, score 1; JL-52: Low-Brows nothing.  JL-5: a card of the Skull line
    that names the contact pays by its place and leaves, even if the bank is empty.
    """
    seat = wide(s.active)
    s.scores[seat] += has(r.hipsters, contact)
    for place in range(LINE):
        if names(r, s, place, contact):
            kind = s.skull_line[place]
            earn_skulls(s, seat, SKULLS_OF_PLACE[place])
            s.skull_line[place] = EMPTY
            s.skull_discards[kind] += 1


@kernel
def place_chip(r: Any, s: Any, contact: int) -> None:
    """The active seat places a chip, earns by it, and removes five if it was the last one."""
    seat = wide(s.active)
    s.total = 0
    put_chip(r, s, seat, contact)
    earn(r, s, contact)
    if count(s.chips[seat]) == r.chips:  # JL-7
        s.phase, s.removals = FIVE, REMOVED_AT_ONCE
    else:
        go_on(s)


@kernel
def go_on(s: Any) -> None:
    """The chip is placed and none is to be removed for it: on with the spell, or done."""
    if s.spell:
        s.phase, s.removals, s.cats_removed = SPELL_CHIP, SPELL_CHIPS, 0
    else:
        finish_action(s)


@kernel
def finish_action(s: Any) -> None:
    """A whole action is done."""
    s.phase, s.power, s.lender = ACT, NO_TREND, NOBODY
    s.aim, s.total, s.spell = NO_CONTACT, 0, 0
    s.removals, s.cats_removed = 0, 0


# ---------------------------------------------------------------------------------- Jivecat spells


@kernel
def outside(r: Any, s: Any, contact: int) -> int:
    """Return the active seat's chips in other lounges than that of a contact."""
    return own(s) & ~r.lounge[r.lounge_of[contact]]


@kernel
def spell_contacts(r: Any, s: Any, where: int) -> int:
    """Return the Jivecats within `where` that the active seat has the chips to place one on.

    JL-6: three chips on the board before it, two of them in other lounges.
    """
    group = 0
    for lounge in range(len(LOUNGES)):
        cats = where & r.lounge[lounge] & r.with_number[JIVECAT]
        if cats:
            others = own(s) & ~r.lounge[lounge]
            if count(own(s)) >= CHIPS_BEFORE_SPELL and count(others) >= SPELL_CHIPS:
                group |= cats
    return group


@kernel
def can_pay_card(s: Any, kind: int, suits: int, budget: int) -> bool:
    """A card is of one of some suits, and its tax can be paid."""
    return (suits >> suit_of(kind)) & 1 != 0 and tax(s, value_of(kind)) <= budget


@kernel
def can_pay_suit(r: Any, s: Any, suits: int, budget: int) -> bool:
    """The active seat has a card of one of some suits in hand, and can pay its tax."""
    seat = wide(s.active)
    for at in range(wide(s.hand_count[seat])):
        if can_pay_card(s, wide(s.hand[seat, at]), suits, budget):
            return True
    return False


@kernel
def can_cast(r: Any, s: Any, suits: int, where: int, budget: int) -> bool:
    """JL-6: a Jivecat spell can be cast somewhere within `where`, by a card of some suits."""
    return spell_contacts(r, s, where) != 0 and can_pay_suit(r, s, suits, budget)


@inlined
def five_choices(r: Any, s: Any) -> int:
    """JL-7: return which chips can be among the five.

    JL-34: two that the spell will remove must be left.
    """
    if s.spell and count(outside(r, s, wide(s.aim))) <= SPELL_CHIPS:
        return own(s) & ~outside(r, s, wide(s.aim))
    return own(s)


@inlined
def remove_of_five(r: Any, s: Any, contact: int) -> None:
    """JL-7: one of the five leaves the board; scores stay."""
    take_chip(r, s, contact)
    s.removals -= 1
    if s.removals == 0:
        go_on(s)


@inlined
def remove_for_spell(r: Any, s: Any, contact: int) -> None:
    """JL-6: a chip leaves for the Jivecat, and the pair scores: 3 for Jivecats, 2 for others."""
    take_chip(r, s, contact)
    s.removals -= 1
    s.cats_removed += r.number[contact] == JIVECAT
    if s.removals == 0:
        s.scores[s.active] += CATS_SCORE if s.cats_removed == SPELL_CHIPS else PAIR_SCORE
        finish_action(s)


# ------------------------------------------------------------------------------------------- Staff


@kernel
def staff_choices(r: Any, s: Any, number: int) -> int:
    """JL-24: return the free contacts of a number that touch a Staff icon or a Staff chip."""
    near = r.staff_icons | around(r, wide(s.chips[STAFF]))
    return near & r.with_number[number] & free(r, s)
