"""Swinging Jivecat Voodoo Lounge: what Clique cards do beside their numbers.

The rulebook's Appendix III, from the Zombie spell on; the Jivecat spell is in chips.py, because a
Trend casts it too.  Conventions as in rules.py.
"""

from typing import Any

import numpy as np

from ..kernel import inlined, kernel, wide
from .board import jumpers, owner_of
from .box import (
    CHEVALS,
    FIRST_CHEVAL,
    FIRST_RADA,
    FIRST_VOODOO,
    FIRST_ZOMBIE,
    FROM,
    HEX,
    RADAS,
    STAFF,
    VALUES,
    VOODOOS,
    ZOMBIE_LIMIT,
    ZOMBIES,
)
from .cards import (
    add_zombie,
    close_loan,
    count_zombies,
    discard,
    find_zombie,
    pay_bank,
    pay_seat,
    play_and_discard,
    play_card,
    remove_zombie,
    suit_of,
    tax,
    update_tax,
    value_of,
)
from .chips import finish_action, removable, take_chip

# Numbers of the spells by suit, from Chevals on; a Jivecat is named with its contact.
FIRST_SPELL = np.array([FIRST_CHEVAL, FIRST_VOODOO, FIRST_ZOMBIE, FIRST_RADA])


@inlined
def spell_action(kind: int) -> int:
    """Return the number of the action that casts the spell of a card."""
    suit = suit_of(kind)
    return FIRST_SPELL[suit - CHEVALS] + (kind if suit == CHEVALS else value_of(kind) - 1)


@kernel
def can_cast_card(r: Any, s: Any, kind: int) -> bool:
    """A hand card's spell can be cast: it can be paid, and there is something that it does.

    JL-9, JL-10, JL-12: a Zombie, a Rada and a Voodoo cost a Skull beside the tax.
    """
    seat, suit = wide(s.active), suit_of(kind)
    left = s.skulls[seat] - tax(s, value_of(kind))
    if suit == CHEVALS:
        return left >= 0 and jumpers(r, s) != 0
    if suit == ZOMBIES:
        return left >= 1 and count_zombies(s, seat) < ZOMBIE_LIMIT
    if suit == RADAS:
        return left >= 1
    return suit == VOODOOS and left >= 1 and has_victim(r, s)


@inlined
def begin_cheval(r: Any, s: Any, kind: int) -> None:
    """JL-11: play a card as a Cheval; which chip jumps is asked next."""
    play_and_discard(r, s, kind)
    s.phase = FROM


@inlined
def lay_zombie(r: Any, s: Any, value: int) -> None:
    """JL-9: a Zombie comes to the table for a Skull, and can be used in this turn already."""
    seat = wide(s.active)
    play_card(r, s, ZOMBIES * VALUES + value - 1)
    pay_bank(s, seat, wide(1))
    add_zombie(s, seat, value)


@inlined
def drop_zombie(s: Any, value: int) -> None:
    """JL-9: an own Zombie that was not used in this turn is discarded; that is free."""
    seat = wide(s.active)
    remove_zombie(s, seat, find_zombie(s, seat, value, wide(0)))
    discard(s, ZOMBIES * VALUES + value - 1)


@kernel
def discard_rada(r: Any, s: Any, seat: int) -> None:
    """A seat's Rada, if there is one, leaves the table."""
    if s.rada[seat]:
        discard(s, RADAS * VALUES + wide(s.rada[seat]) - 1)
        s.rada[seat] = 0
        update_tax(r, s)


@inlined
def lay_rada(r: Any, s: Any, value: int) -> None:
    """JL-10: a Rada comes to the table for a Skull, in place of the one before."""
    seat = wide(s.active)
    play_card(r, s, RADAS * VALUES + value - 1)
    pay_bank(s, seat, wide(1))
    discard_rada(r, s, seat)
    s.rada[seat] = value


# ------------------------------------------------------------------------------------------ Voodoo


@inlined
def has_victim(r: Any, s: Any) -> bool:
    """JL-12: a Voodoo card has something to do."""
    for seat in range(wide(r.seats)):
        if seat != s.active and (s.rada[seat] or count_zombies(s, seat)):
            return True
    return removable(r, s) != 0


@inlined
def begin_voodoo(r: Any, s: Any, value: int) -> None:
    """JL-12: play a Voodoo card; what it does is asked next."""
    play_and_discard(r, s, VOODOOS * VALUES + value - 1)
    s.phase = HEX


@inlined
def hex_zombie(s: Any, seat: int, value: int) -> None:
    """JL-12: a rival's Zombie is discarded; JL-68: one that nobody has borrowed goes first."""
    pay_seat(s, wide(s.active), seat)
    at = find_zombie(s, seat, value, wide(0))
    if at < 0:
        at = find_zombie(s, seat, value, wide(1))
        close_loan(s)
    remove_zombie(s, seat, at)
    discard(s, ZOMBIES * VALUES + value - 1)
    finish_action(s)


@inlined
def hex_rada(r: Any, s: Any, seat: int) -> None:
    """JL-12: a rival's Rada is discarded; JL-38: it has taxed the card that does so."""
    pay_seat(s, wide(s.active), seat)
    discard_rada(r, s, seat)
    finish_action(s)


@inlined
def hex_chip(r: Any, s: Any, contact: int) -> None:
    """JL-12: a chip is removed; its owner gets the Skull, or the bank for a Staff chip."""
    seat = owner_of(r, s, contact)
    if seat == STAFF:
        pay_bank(s, wide(s.active), wide(1))
    else:
        pay_seat(s, wide(s.active), seat)
    take_chip(r, s, contact)
    finish_action(s)


@inlined
def mark_hexes(r: Any, s: Any, mask: np.ndarray) -> None:
    """Allow in `mask` the Zombies and Radas that a Voodoo card can discard."""
    for seat in range(wide(r.seats)):
        if seat != s.active:
            if s.rada[seat]:
                mask[r.first_hex_rada + seat] = 1
            for at in range(ZOMBIE_LIMIT):
                if s.zombie[seat, at]:
                    mask[r.first_hex_zombie + seat * VALUES + wide(s.zombie[seat, at]) - 1] = 1
