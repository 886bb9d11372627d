"""Swinging Jivecat Voodoo Lounge: sets of contacts, and where chips can come to.

Conventions as in rules.py; a `group` is a set of contacts: see box.py.
"""

from typing import Any

import numpy as np

from ..kernel import inlined, kernel, wide
from .box import HIGHEST_NUMBER, JIVECAT, LOWEST_NUMBER, STAFF

# ------------------------------------------------------------------------------------------- Sets


@kernel
def count(group: int) -> int:
    """Return how many contacts a group has."""
    number = 0
    while group:  # compiled to one instruction
        group &= group - 1
        number += 1
    return number


@kernel
def first(group: int) -> int:
    """Return the first contact of a group that is not empty."""
    return count((group & -group) - 1)


@kernel
def only(contact: int) -> int:
    """Return the group of one contact."""
    return 1 << wide(contact)


@kernel
def has(group: int, contact: int) -> bool:
    """Tell whether a contact is in a group."""
    return (group >> wide(contact)) & 1 != 0


@kernel
def write_group(group: int, out: np.ndarray) -> None:
    """Write 1 for what is in a group, and 0 elsewhere, into `out`, (C,) int8."""
    for contact in range(len(out)):
        out[contact] = (group >> contact) & 1


# ------------------------------------------------------------------------------------------ Chips


@kernel
def free(r: Any, s: Any) -> int:
    """Return the contacts without a chip."""
    return r.all_contacts & ~s.taken


@kernel
def own(s: Any) -> int:
    """Return the contacts with chips of the active seat."""
    return wide(s.chips[s.active])


@kernel
def owner_of(r: Any, s: Any, contact: int) -> int:
    """Return whose chip is on a contact that is taken: a seat, or STAFF."""
    for seat in range(wide(r.seats)):
        if has(s.chips[seat], contact):
            return seat
    return STAFF


@kernel
def around(r: Any, group: int) -> int:
    """Return the contacts that are linked with any of a group (JL-14: parties too)."""
    near = 0
    while group:
        near |= r.links[first(group)]
        group &= group - 1
    return near


# ------------------------------------------------------------------------------------------ Reach


@kernel
def in_plain_reach(r: Any, s: Any) -> int:
    """JL-50: a new chip must be adjacent to one of its seat's: return the free contacts so."""
    return s.near & free(r, s)


@kernel
def in_portal_reach(r: Any, s: Any) -> int:
    """JL-13: return the free contacts that an open portal makes adjacent, and nothing else."""
    if own(s) & r.portals == 0:
        return 0
    return r.portals & free(r, s) & ~in_plain_reach(r, s)


@inlined
def beyond_reach(r: Any, s: Any) -> int:
    """JL-19: return the free contacts that only Friends Everywhere lets a chip be placed on."""
    rest = free(r, s) & ~in_plain_reach(r, s)
    return rest & ~in_portal_reach(r, s) if s.portal_open else rest


@kernel
def in_reach(r: Any, s: Any) -> int:
    """Return the free contacts that a chip can be placed on as things are."""
    if s.friends_open:
        return free(r, s)
    group = in_plain_reach(r, s)
    return group | in_portal_reach(r, s) if s.portal_open else group


@inlined
def spend_reach(r: Any, s: Any, contact: int) -> None:
    """JL-19: a placement uses up the least that it needs: nothing, the portal, or Friends."""
    if has(in_plain_reach(r, s), contact):
        return
    if s.portal_open and has(in_portal_reach(r, s), contact):
        s.portal_open = 0
    else:
        s.friends_open = 0


# ------------------------------------------------------------------------------------------ Jumps


@kernel
def landings(r: Any, s: Any, contact: int) -> int:
    """JL-11, JL-37: return where a Cheval takes the chip on a contact; never onto a Jivecat."""
    jumps = r.portal_jumps[contact] if s.portal_open else r.jumps[contact]
    return jumps & free(r, s) & ~r.with_number[JIVECAT]


@inlined
def portal_landings(r: Any, s: Any, contact: int) -> int:
    """JL-13: return where a Cheval takes the chip on a contact through an open portal only."""
    jumps = r.portal_jumps[contact] & ~r.jumps[contact]
    return jumps & free(r, s) & ~r.with_number[JIVECAT]


@kernel
def jumpers(r: Any, s: Any) -> int:
    """Return the contacts of the active seat's chips that a Cheval can move."""
    group, rest = 0, own(s)
    while rest:
        contact = first(rest)
        rest &= rest - 1
        if landings(r, s, contact):
            group |= only(contact)
    return group


@inlined
def can_jump_through_portal(r: Any, s: Any) -> bool:
    """JL-29: some Cheval would use up a portal."""
    rest = own(s)
    while rest:
        if portal_landings(r, s, first(rest)):
            return True
        rest &= rest - 1
    return False


# --------------------------------------------------------------------------------- Moves by number


@kernel
def destinations(r: Any, s: Any, contact: int) -> int:
    """JL-18: return the free contacts of the same number in other lounges; none of a Jivecat."""
    number = wide(r.number[contact])
    if number < LOWEST_NUMBER:
        return 0
    return r.with_number[number] & free(r, s) & ~r.lounge[r.lounge_of[contact]]


@kernel
def movers(r: Any, s: Any, group: int) -> int:
    """Return those of a group that have a destination: for Pele's Plaything and Voodoo Priest."""
    found = 0
    while group:
        contact = first(group)
        group &= group - 1
        if destinations(r, s, contact):
            found |= only(contact)
    return found


# ------------------------------------------------------------------------------- Groups by number


@kernel
def with_numbers(r: Any, numbers: int) -> int:
    """Return the contacts whose number n is told by bit n of `numbers`; no Jivecats."""
    group = 0
    for number in range(LOWEST_NUMBER, HIGHEST_NUMBER + 1):
        if (numbers >> number) & 1:
            group |= r.with_number[number]
    return group


@inlined
def is_linked_over_three_lounges(r: Any, chips: int) -> bool:
    """JL-16: one linked group of these chips touches three lounges; portals do not count."""
    while chips:
        fresh = chips & -chips
        linked = 0
        while fresh:
            contact = first(fresh)
            linked |= only(contact)
            fresh = (fresh | (r.links[contact] & chips)) & ~linked
        lounges = 0
        for lounge in range(len(r.lounge)):
            lounges += (linked & r.lounge[lounge]) != 0
        if lounges >= 3:
            return True
        chips &= ~linked
    return False
