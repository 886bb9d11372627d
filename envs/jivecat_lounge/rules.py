"""Swinging Jivecat Voodoo Lounge: the rules, in the order of the rulebook.

Seats place chips on the contacts of four lounges, by cards, spells and the powers of Trends, and
score by Jivecats, Hipsters and Trends until one has 15 points.  The digest in our own words is
seeds/jivecat_lounge.md; the ids (JL-1 ...) are those of its rules.  Left out are only the drinks
(Mixology).  Board and decks are data, in part reconstructed: see components.toml.

The chapters: box.py (what is in the box, the state, the actions), board.py (contacts and reach),
cards.py (decks, hands, Skulls), sums.py (numbers out of cards), trends.py (what Trends require),
chips.py (chips that come and go, and Jivecat spells), spells.py (the other cards), powers.py (what
can be begun because it can be carried through), turn.py (setting up, turns, the Staff, the end),
choices.py (what a seat may say) and, here, what then happens.

A turn is a chain of small actions; `phase` says what is asked.  Kernels change `s`, one game;
functions named `can_`, `is_`, `has_`, `count_`, `find_` and `..._of` do not, nor do those that are
named after what they tell.  `r` is the record of options and tables.  Legality is checked at the
boundary: what changes a game here trusts its caller.
"""

from typing import Any

import numpy as np

from ..contract import RUNNING, pay_winners
from ..kernel import inlined, kernel, wide
from .board import has, spend_reach
from .box import (
    ACT,
    ADD,
    AZTEC,
    BAYOU,
    BORROW,
    CHEVAL_CARD,
    CONNECTED,
    CROWD,
    DAWG,
    DAWG_CHIP,
    DISCARD,
    DONE,
    END,
    FIRST_CHEVAL,
    FIRST_CLAIM,
    FIRST_DISCARD,
    FIRST_DROP,
    FIRST_MINUS,
    FIRST_MINUS_ZOMBIE,
    FIRST_ORDER,
    FIRST_PLUS,
    FIRST_PLUS_ZOMBIE,
    FIRST_RADA,
    FIRST_TO,
    FIRST_USE,
    FIRST_VOODOO,
    FIRST_ZOMBIE,
    FIVE,
    FRIENDS,
    FROM,
    HEX,
    JIVECAT,
    KAHUNA,
    MELLOW,
    MOBILE,
    NO_TREND,
    ONTO,
    ORDER,
    PELE,
    PINK_USE,
    PLACE,
    PORTAL,
    PRETTY,
    PRIEST,
    SPELL_CARD,
    SPELL_CHIP,
    STAFF_FIVE,
    VALUES,
)
from .cards import (
    close_loan,
    discard,
    earn_skulls,
    mark_zombie,
    pay_bank,
    pay_seat,
    pay_tax,
    play_and_discard,
    take_from_hand,
    value_of,
)
from .chips import (
    finish_action,
    move_chip,
    place_chip,
    remove_for_spell,
    remove_of_five,
    take_chip,
)
from .choices import can_answer
from .powers import COSTS, rearrange
from .spells import (
    begin_cheval,
    begin_voodoo,
    drop_zombie,
    hex_chip,
    hex_rada,
    hex_zombie,
    lay_rada,
    lay_zombie,
)
from .sums import is_sum_complete
from .trends import claim, is_usable, mark_used
from .turn import end_actions, end_turn, place_staff, place_starter, remove_staff

DAWG_SKULLS = 2

# -------------------------------------------------------------------------------------- Placements


@inlined
def go_to(r: Any, s: Any, contact: int) -> None:
    """A chip is to come to a contact: by cards that are asked next, by a power, or by moving."""
    if s.phase == ONTO:
        move_to(r, s, contact)
        return
    spend_reach(r, s, contact)
    s.aim = contact
    if s.phase == PLACE and s.power != MOBILE:
        place_chip(r, s, contact)
        return
    s.phase = SPELL_CARD if r.number[contact] == JIVECAT else ADD


@kernel
def name_card(r: Any, s: Any, kind: int, sign: int) -> None:
    """A card of the hand is named: for a sum (JL-3), or as the card of a Jivecat spell."""
    play_and_discard(r, s, kind)
    if s.phase == SPELL_CARD:
        s.spell = 1
        place_chip(r, s, wide(s.aim))
    else:
        s.total += sign * value_of(kind)


@kernel
def name_zombie(r: Any, s: Any, value: int, sign: int) -> None:
    """A Zombie on the table is named for a sum: JL-9 an own one, JL-20 a borrowed one first."""
    pay_tax(r, s, value)
    if s.borrowed == value:
        close_loan(s)
    else:
        pay_bank(s, wide(s.active), wide(1))
        mark_zombie(s, wide(s.active), value)
    s.total += sign * value


@inlined
def move_to(r: Any, s: Any, contact: int) -> None:
    """The chip that was chosen moves; JL-13: a Cheval may use up the portal."""
    start = wide(s.aim)
    by_cheval = s.power == NO_TREND or s.power == BAYOU
    if by_cheval and not has(r.jumps[start], contact):
        s.portal_open = 0
    move_chip(r, s, start, contact)
    finish_action(s)


# ------------------------------------------------------------------------------------------ Powers


@inlined
def open_portal(s: Any) -> None:
    """JL-13: pay for a portal, or use Well Connected."""
    seat = wide(s.active)
    if is_usable(s, wide(CONNECTED)):
        mark_used(s, wide(CONNECTED))
    else:
        pay_bank(s, seat, wide(1))
    s.portal_open = 1


@inlined
def use(s: Any, trend: int) -> None:
    """Use an own Trend, or by Pretty in Pink one of a rival, who is paid for it (JL-20).

    JL-65: its own cost is paid now as well.  JL-64: what that is.
    """
    seat = wide(s.active)
    if trend == PRETTY:
        s.phase, s.power = PINK_USE, PRETTY
        return
    s.lender = s.owner[trend]
    if s.lender == seat:
        mark_used(s, trend)
    else:
        mark_used(s, wide(PRETTY))
        pay_seat(s, seat, wide(s.lender))
    pay_bank(s, seat, COSTS[trend])
    s.power = trend
    begin_power(s, trend)


@inlined
def begin_power(s: Any, trend: int) -> None:
    """Ask for the first target of a power, or let it take effect where there is none."""
    if trend == PELE or trend == PRIEST:
        s.phase = FROM
    elif trend == DAWG:
        s.phase = DAWG_CHIP
    elif trend == BAYOU:
        s.phase = CHEVAL_CARD
    elif trend == MELLOW:
        s.phase = BORROW
    elif trend == AZTEC or trend == KAHUNA:
        s.phase = ORDER
    elif trend == FRIENDS:
        s.friends_open = 1
        finish_action(s)
    elif trend == CONNECTED:
        s.portal_open = 1
        finish_action(s)
    elif trend == CROWD:
        s.crowd = 1
        finish_action(s)
        s.phase = DISCARD
    else:
        s.phase = PLACE


@inlined
def borrow_zombie(s: Any, seat: int, value: int) -> None:
    """JL-20: a Skull to the owner and one to the bank; the Zombie counts as used."""
    pay_seat(s, wide(s.active), seat)
    pay_bank(s, wide(s.active), wide(1))
    mark_zombie(s, seat, value)
    s.borrowed, s.borrowed_from = value, seat
    finish_action(s)


@inlined
def arrange(s: Any, order: int) -> None:
    """JL-21: rearrange the Skull cards with Absolute Aztec, the Trends with Big Kahuna."""
    if s.power == AZTEC:
        rearrange(s.skull_line, order)
    else:
        rearrange(s.trend_line, order)
    finish_action(s)


@inlined
def take_dawg_skulls(r: Any, s: Any, contact: int) -> None:
    """JL-36: a Low-Brow leaves Neptune, and the bank pays two Skulls, or what it has."""
    take_chip(r, s, contact)
    earn_skulls(s, wide(s.active), wide(DAWG_SKULLS))
    finish_action(s)


# ----------------------------------------------------------------------------- What a seat has said


@inlined
def remove(r: Any, s: Any, contact: int) -> None:
    """A chip leaves the board: whose and why is told by what was asked."""
    if s.phase == SPELL_CHIP:
        remove_for_spell(r, s, contact)
    elif s.phase == FIVE:
        remove_of_five(r, s, contact)
    elif s.phase == HEX:
        hex_chip(r, s, contact)
    elif s.phase == STAFF_FIVE:
        remove_staff(r, s, contact)
    else:
        take_dawg_skulls(r, s, contact)


@inlined
def discard_from_hand(s: Any, kind: int) -> None:
    """JL-23: hand cards are discarded as the seat wishes; no Rada is paid for them (JL-10)."""
    take_from_hand(s, wide(s.active), kind)
    discard(s, kind)


@inlined
def carry_out_turn(r: Any, s: Any, action: int) -> None:
    """Carry out an action whose number is the same on every board and below those of cards."""
    if action == END:
        end_actions(s)
    elif action == DONE:
        if s.phase == ADD:
            place_chip(r, s, wide(s.aim))
        else:
            end_turn(r, s)
    elif action == PORTAL:
        open_portal(s)
    elif action < FIRST_ORDER:
        claim(s, action - FIRST_CLAIM)
    elif action < FIRST_USE:
        arrange(s, action - FIRST_ORDER)
    else:
        use(s, action - FIRST_USE)


@inlined
def carry_out_card(r: Any, s: Any, action: int) -> None:
    """Carry out an action that names a Clique card, or a Zombie on the table."""
    plus, minus = wide(1), -wide(1)
    if action < FIRST_PLUS_ZOMBIE:
        name_card(r, s, action - FIRST_PLUS, plus)
    elif action < FIRST_MINUS:
        name_zombie(r, s, action - FIRST_PLUS_ZOMBIE + 1, plus)
    elif action < FIRST_MINUS_ZOMBIE:
        name_card(r, s, action - FIRST_MINUS, minus)
    elif action < FIRST_CHEVAL:
        name_zombie(r, s, action - FIRST_MINUS_ZOMBIE + 1, minus)
    elif action < FIRST_ZOMBIE:
        begin_cheval(r, s, action - FIRST_CHEVAL)
    elif action < FIRST_DROP:
        lay_zombie(r, s, action - FIRST_ZOMBIE + 1)
    elif action < FIRST_RADA:
        drop_zombie(s, action - FIRST_DROP + 1)
    elif action < FIRST_VOODOO:
        lay_rada(r, s, action - FIRST_RADA + 1)
    elif action < FIRST_DISCARD:
        begin_voodoo(r, s, action - FIRST_VOODOO + 1)
    else:
        discard_from_hand(s, action - FIRST_DISCARD)


@inlined
def carry_out_place(r: Any, s: Any, action: int) -> None:
    """Carry out an action that names a contact, or something of a rival's."""
    if action < r.first_from:
        go_to(r, s, action - FIRST_TO)
    elif action < r.first_remove:
        s.aim, s.phase = action - r.first_from, ONTO
    elif action < r.first_hex_zombie:
        remove(r, s, action - r.first_remove)
    elif action < r.first_hex_rada:
        number = action - r.first_hex_zombie
        hex_zombie(s, number // VALUES, number % VALUES + 1)
    elif action < r.first_borrow:
        hex_rada(r, s, action - r.first_hex_rada)
    elif action < r.first_start:
        number = action - r.first_borrow
        borrow_zombie(s, number // VALUES, number % VALUES + 1)
    elif action < r.first_staff:
        place_starter(r, s, wide(r.starter[action - r.first_start]))
    else:
        place_staff(r, s, wide(r.staff_contact[action - r.first_staff]))


@inlined
def carry_on(r: Any, s: Any) -> None:
    """Do what nobody is asked about, until a seat has a choice or the game is over."""
    while s.status == RUNNING and not can_answer(r, s):
        if s.phase == ACT:
            end_actions(s)
        elif s.phase == DISCARD:
            end_turn(r, s)
        elif is_sum_complete(r, s):
            place_chip(r, s, wide(s.aim))
        else:  # of a hand that cannot be: whoever dealt it is told so
            return


@kernel
def apply(r: Any, s: Any, action: int) -> None:
    """Carry out a legal action, and all that follows without anybody being asked."""
    if action < FIRST_PLUS:
        carry_out_turn(r, s, action)
    elif action < FIRST_TO:
        carry_out_card(r, s, action)
    else:
        carry_out_place(r, s, action)
    carry_on(r, s)


@kernel
def returns(r: Any, s: Any, out: np.ndarray) -> None:
    """JL-69: write what each seat is paid at the end: see contract.payoff."""
    pay_winners(r, s, out)
