"""Swinging Jivecat Voodoo Lounge: the tables that the rules read, made once from the components.

Bit c of a set stands for the contact c: see box.py.
"""

from typing import Any

import numpy as np

from ..kernel import new_states
from .box import (
    DRINKS,
    EVEN_NUMBERS,
    HIGHEST_NUMBER,
    JIVECAT,
    LOUNGE_LETTERS,
    LOWEST_NUMBER,
    ODD_NUMBERS,
    RULES,
    TRENDS,
)
from .components import Components, Contact


def set_of(contacts: Any) -> int:
    """Return the set of some contacts."""
    return sum(1 << int(contact) for contact in set(contacts))


def members(group: int) -> list[int]:
    """Return the contacts of a set, rising."""
    return [contact for contact in range(int(group).bit_length()) if int(group) >> contact & 1]


def write_tables(components: Components, seats: int) -> np.ndarray:
    """Return the record of rules, (1,), for so many seats.

    JL-44: chips and Skulls, JL-45: the board, JL-51: of which white numbers may be closed, and
    the decks.
    """
    rules = new_states(RULES, 1)
    record, contacts = rules[0], components.contacts(seats)
    record["seats"] = seats
    record["chips"] = components.supply["chips"]
    record["skull_tokens"] = components.supply["skulls"]
    record["start_skulls"] = components.supply["start"]
    _write_contacts(record, contacts)
    _write_icons(record, components, [contact.name for contact in contacts])
    _write_links(record, components, [contact.name for contact in contacts])
    _write_decks(record, components, contacts)
    return rules


def _write_contacts(record: Any, contacts: list[Contact]) -> None:
    """JL-30: white numbers are contacts of their number like others, and in the party as well."""
    where = dict(enumerate(contacts))
    record["contacts"] = len(contacts)
    record["all_contacts"] = set_of(where)
    for number in (JIVECAT, *range(LOWEST_NUMBER, HIGHEST_NUMBER + 1)):
        record["with_number"][number] = set_of(i for i in where if where[i].number == number)
    for lounge in range(len(LOUNGE_LETTERS)):
        inside = {i for i in where if where[i].lounge == lounge}
        record["lounge"][lounge] = set_of(inside)
        record["party"][lounge] = set_of(i for i in inside if where[i].in_party)
    for drink, letter in enumerate(DRINKS):
        record["drinks"][drink] = set_of(i for i in where if where[i].drink == letter)
    record["low_brows"] = record["with_number"][LOWEST_NUMBER + 1 : HIGHEST_NUMBER].sum()
    record["hipsters"] = record["with_number"][[LOWEST_NUMBER, HIGHEST_NUMBER]].sum()
    for key, numbers in (("evens", EVEN_NUMBERS), ("odds", ODD_NUMBERS)):
        record[key] = record["with_number"][list(numbers)].sum()
    record["number"][: len(contacts)] = [contact.number for contact in contacts]
    record["lounge_of"][: len(contacts)] = [contact.lounge for contact in contacts]


def _write_icons(record: Any, components: Components, names: list[str]) -> None:
    record["starters"] = set_of(map(names.index, components.starters))
    record["portal_count"] = len(components.portals)
    for portal, touching in enumerate(components.portals):
        record["portal"][portal] = set_of(map(names.index, touching))
    touching = [name for portal in components.portals for name in portal]
    record["portals"] = set_of(map(names.index, touching))
    touching = [name for icon in components.staff_icons for name in icon]
    record["staff_icons"] = set_of(map(names.index, touching))


def _write_links(record: Any, components: Components, names: list[str]) -> None:
    """JL-11, JL-13, JL-14: who is linked with whom, and over whom a Cheval jumps where."""
    links = {
        contact: {names.index(other) for other in components.neighbours[name] if other in names}
        for contact, name in enumerate(names)
    }
    portals = set(members(record["portals"]))
    through = {c: links[c] | (portals - {c} if c in portals else set()) for c in links}
    for contact in links:
        record["links"][contact] = set_of(links[contact])
        for key, linked in (("jumps", links), ("portal_jumps", through)):
            landings = {far for near in linked[contact] for far in linked[near]} - {contact}
            record[key][contact] = set_of(landings)


def _write_decks(record: Any, components: Components, contacts: list[Contact]) -> None:
    """JL-46: Clique cards.  JL-47: Skull cards and what they name.  JL-48: Trend cards."""
    record["clique"] = list(components.clique.values())
    record["skull_kinds"] = len(components.skulls)
    for kind, (card, count) in enumerate(components.skulls.items()):
        number = int(card.rstrip(LOUNGE_LETTERS))
        lounges = card.removeprefix(str(number))
        record["skull_cards"][kind] = count
        record["named"][kind] = set_of(
            i for i, c in enumerate(contacts) if c.number == number and c.name[0] in lounges
        )
    record["trend_cards"] = len(components.trends)
    cards = [TRENDS.index(trend) for trend in components.trends]
    record["trend_card"][: len(cards)] = cards
