"""Swinging Jivecat Voodoo Lounge: read and check components.toml."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from ..checks import number_in, read_toml, refuse_unknown
from ..errors import BadFile
from .box import (
    CARDS,
    CONTACTS,
    DRINKS,
    FULL_HAND,
    HAND,
    HIGHEST_NUMBER,
    JIVECAT,
    LOUNGE_LETTERS,
    LOUNGES,
    LOWEST_NUMBER,
    PORTALS,
    REMOVED_AT_ONCE,
    SEATS,
    SKULL_KINDS,
    SUITS,
    TRENDS,
    VALUES,
    ZOMBIE_LIMIT,
)

BOX = Path(__file__).with_name("components.toml")
WHITE_FROM = 4  # seats, from which on white contacts are open
SUPPLY = {  # what the numbers of [supply] may be
    # After the last chip five leave, then two for a spell, and two must stay (JL-7, JL-34, JL-8).
    "chips": (REMOVED_AT_ONCE + 4, 30),
    "skulls": (1, 120),
    "start": (0, 5),
}
KEYS = {  # the keys of each block
    "supply": tuple(SUPPLY),
    "numbers": tuple(LOUNGE_LETTERS),
    "white_numbers": tuple(LOUNGE_LETTERS),
    "links": ("chains", "parties"),
    "starters": ("contacts",),
    "portals": ("contacts",),
    "staff": ("contacts",),
    "clique": SUITS,
    "skulls": ("cards",),
    "trends": ("cards",),
}
SKULL_CARD = re.compile(r"(\d{1,2})(C?L?T?N?)")
# All that seats can hold at once, and one more card that moves on (JL-33).
FEWEST_CARDS = SEATS * (HAND + ZOMBIE_LIMIT + 1) + 1


@dataclass(frozen=True)
class Contact:
    """A place for a chip."""

    name: str  # as in actions: C8, C7w, CB
    lounge: int  # index of its lounge
    number: int  # or JIVECAT
    in_party: bool
    is_white: bool

    @property
    def drink(self) -> str:
        """The drink of a Jivecat, B, Y or P; "" for a number."""
        return self.name[-1] if self.number == JIVECAT else ""


@dataclass(frozen=True)
class Components:
    """The contents of the box; groups of contacts are told by their names."""

    supply: dict[str, int]
    all_contacts: tuple[Contact, ...]  # white ones included
    links: tuple[tuple[str, str], ...]  # each pair once
    starters: tuple[str, ...]
    portals: tuple[tuple[str, ...], ...]  # what touches each
    staff_icons: tuple[tuple[str, ...], ...]
    clique: dict[str, int]  # card, as J3: how many
    skulls: dict[str, int]  # card, as 2CL: how many
    trends: tuple[str, ...]

    def contacts(self, seats: int) -> list[Contact]:
        """Return the contacts that are open with so many seats."""
        return [c for c in self.all_contacts if not c.is_white or seats >= WHITE_FROM]

    @cached_property
    def neighbours(self) -> dict[str, list[str]]:
        """The names linked with each contact."""
        names = [contact.name for contact in self.all_contacts]
        linked = {*self.links, *((b, a) for a, b in self.links)}
        return {name: [other for other in names if (name, other) in linked] for name in names}


def read_components(wanted: str | None) -> Components:
    """Return what is in the box, or in the file at the path `wanted`.

    Raises
    ------
    BadFile
        If the file cannot be read or does not describe a game; the message names file and key.
    """
    box = read_toml(BOX, "components file", tuple(KEYS))
    path = BOX if wanted is None else Path(wanted)
    data = box if wanted is None else box | read_toml(path, "components file", tuple(KEYS))
    for block, keys in KEYS.items():
        refuse_unknown(path, data[block], f"{block}.", keys)
        for key in keys:
            if key not in data[block]:
                raise BadFile(f"{path}: key '{block}.{key}' is missing.")
    contacts = tuple(_contacts(path, data))
    board = _Board(path, data, {contact.name: contact for contact in contacts})
    found = Components(
        supply=_supply(path, data),
        all_contacts=contacts,
        links=tuple(dict.fromkeys(board.links())),
        starters=board.group("starters.contacts", data["starters"]["contacts"]),
        portals=board.groups("portals", 1, PORTALS),
        staff_icons=board.groups("staff", 0, CONTACTS),
        clique=_clique(path, data["clique"]),
        skulls=_skulls(path, data["skulls"]["cards"], contacts),
        trends=_trends(path, data["trends"]["cards"]),
    )
    _check_board(path, found)
    return found


def _supply(path: Path, data: dict[str, Any]) -> dict[str, int]:
    found = {key: number_in(path, data, f"supply.{key}", *SUPPLY[key]) for key in SUPPLY}
    if SEATS * found["start"] > found["skulls"]:
        raise BadFile(
            f"{path}: key 'supply.start': {SEATS} seats with {found['start']} Skulls each need "
            f"more than the {found['skulls']} of 'supply.skulls'."
        )
    return found


# ------------------------------------------------------------------------------------------- Board


def _contacts(path: Path, data: dict[str, Any]) -> Iterator[Contact]:
    for lounge, letter in enumerate(LOUNGE_LETTERS):
        numbers = _numbers(path, data, "numbers", letter, 1)
        white = _numbers(path, data, "white_numbers", letter, 0)
        yield from (Contact(f"{letter}{n}", lounge, n, False, False) for n in numbers)
        yield from (Contact(f"{letter}{d}", lounge, JIVECAT, True, False) for d in DRINKS)
        yield from (Contact(f"{letter}{n}w", lounge, n, True, True) for n in white)


def _numbers(path: Path, data: dict[str, Any], block: str, letter: str, fewest: int) -> list[int]:
    values = data[block][letter]
    low, high = LOWEST_NUMBER, HIGHEST_NUMBER
    is_list = isinstance(values, list) and len(values) >= fewest
    if not is_list or not all(type(n) is int and low <= n <= high for n in values):
        raise BadFile(
            f"{path}: key '{block}.{letter}' must be a list of whole numbers from {low} to {high}."
        )
    if len(set(values)) < len(values):
        raise BadFile(f"{path}: key '{block}.{letter}' has a number twice.")
    return values


@dataclass(frozen=True)
class _Board:
    """Reads what is told by the names of contacts."""

    path: Path
    data: dict[str, Any]
    known: dict[str, Contact]

    def names(self, key: str, words: Any) -> list[str]:
        """Return the contacts of a chain such as "C3 C10", in order, or raise BadFile."""
        if not isinstance(words, str):
            raise BadFile(f"{self.path}: key '{key}': {words!r} must be names such as 'C3 C10'.")
        for name in words.split():
            if name not in self.known:
                raise BadFile(f"{self.path}: key '{key}': there is no contact {name!r}.")
        return words.split()

    def group(self, key: str, words: Any) -> tuple[str, ...]:
        """Return contacts of which none is told twice and none is white."""
        names = self.names(key, words)
        if len(set(names)) < len(names):
            raise BadFile(f"{self.path}: key '{key}' has a contact twice.")
        for name in names:
            if self.known[name].is_white:
                raise BadFile(
                    f"{self.path}: key '{key}': {name} has a white number, which is closed with 2 "
                    "or 3 seats."
                )
        return tuple(names)

    def groups(self, block: str, fewest: int, most: int) -> tuple[tuple[str, ...], ...]:
        """Return the contacts that touch each of some icons."""
        key = f"{block}.contacts"
        found = tuple(self.group(key, words) for words in self._list(key, block, "contacts"))
        if not fewest <= len(found) <= most or () in found:
            raise BadFile(
                f"{self.path}: key '{key}' must tell {fewest} to {most} icons, each by the "
                "contacts that touch it."
            )
        return found

    def _list(self, key: str, block: str, name: str) -> list[Any]:
        value = self.data[block][name]
        if not isinstance(value, list):
            raise BadFile(f"{self.path}: key '{key}' must be a list of names such as 'C3 C10'.")
        return value

    def links(self) -> Iterator[tuple[str, str]]:
        """Yield every link once: chains, private parties, and what is linked with all of those."""
        for words in self._list("links.chains", "links", "chains"):
            for pair in pairwise(self.names("links.chains", words)):
                yield self._link("links.chains", pair)
        for letter in LOUNGE_LETTERS:
            yield from combinations(self._party(letter), 2)
        for words in self._list("links.parties", "links", "parties"):
            for name in self.names("links.parties", words):
                if self.known[name].in_party:
                    raise BadFile(f"{self.path}: key 'links.parties': {name} is in a party itself.")
                yield from (self._link("", (name, other)) for other in self._party(name[0]))

    def _party(self, letter: str) -> list[str]:
        return [name for name, c in self.known.items() if c.in_party and name[0] == letter]

    def _link(self, key: str, pair: tuple[str, str]) -> tuple[str, str]:
        order = list(self.known)
        if pair[0] == pair[1]:
            raise BadFile(f"{self.path}: key '{key}': {pair[0]} is linked with itself.")
        first, second = sorted(pair, key=order.index)
        return first, second


def _check_board(path: Path, found: Components) -> None:
    """Check what contacts and links must be together."""
    if len(found.all_contacts) > CONTACTS:
        raise BadFile(
            f"{path}: keys 'numbers' and 'white_numbers' make {len(found.all_contacts)} contacts, "
            f"Jivecats included; at most {CONTACTS} are allowed."
        )
    if len(found.starters) < 2 * SEATS:
        raise BadFile(
            f"{path}: key 'starters.contacts' must have at least {2 * SEATS}, two for each seat."
        )
    for name in found.starters:
        if name[1:] in DRINKS:
            raise BadFile(f"{path}: key 'starters.contacts': {name} is a Jivecat.")
    for seats in (2, SEATS):
        _check_connected(path, found, seats)


def _check_connected(path: Path, found: Components, seats: int) -> None:
    """Check that every open contact can be come to from every other one."""
    is_open = {contact.name for contact in found.contacts(seats)}
    reached, fresh = set(), [found.all_contacts[0].name]
    while fresh:
        name = fresh.pop()
        if name in is_open and name not in reached:
            reached.add(name)
            fresh += found.neighbours[name]
    for contact in found.contacts(seats):
        if contact.name not in reached:
            raise BadFile(
                f"{path}: key 'links': with {seats} seats no way leads from "
                f"{found.all_contacts[0].name} to {contact.name}."
            )


# ------------------------------------------------------------------------------------------- Decks


def _clique(path: Path, table: dict[str, Any]) -> dict[str, int]:
    found = {}
    for suit in SUITS:
        values = table[suit]
        is_list = isinstance(values, list)
        if not is_list or not all(type(n) is int and 1 <= n <= VALUES for n in values):
            raise BadFile(
                f"{path}: key 'clique.{suit}' must be a list of whole numbers from 1 to {VALUES}."
            )
        found |= {f"{suit}{value}": values.count(value) for value in range(1, VALUES + 1)}
    total = sum(found.values())
    if not FEWEST_CARDS <= total <= CARDS:
        raise BadFile(
            f"{path}: key 'clique' has {total} cards; from {FEWEST_CARDS} (so that no hand of "
            f"{FULL_HAND} stays short) to {CARDS} are allowed."
        )
    return found


def _skulls(path: Path, cards: Any, contacts: tuple[Contact, ...]) -> dict[str, int]:
    if not isinstance(cards, list) or not 0 <= len(cards) <= SKULL_KINDS:
        raise BadFile(f"{path}: key 'skulls.cards' must be a list of at most {SKULL_KINDS} cards.")
    names = {contact.name for contact in contacts if not contact.is_white}
    found: dict[str, int] = {}
    for card in cards:
        match = SKULL_CARD.fullmatch(card) if isinstance(card, str) else None
        if match is None or not match[2]:
            raise BadFile(
                f"{path}: key 'skulls.cards': {card!r} must be a number and the letters of lounges "
                f"in the order {LOUNGE_LETTERS}, as '2CL'."
            )
        for letter in match[2]:
            if f"{letter}{match[1]}" not in names:
                lounge = LOUNGES[LOUNGE_LETTERS.index(letter)]
                raise BadFile(
                    f"{path}: key 'skulls.cards': {card!r} names a number that {lounge} has not "
                    "around its private party."
                )
        found[card] = found.get(card, 0) + 1
    return found


def _trends(path: Path, cards: Any) -> tuple[str, ...]:
    if not isinstance(cards, list):
        raise BadFile(f"{path}: key 'trends.cards' must be a list of Trends.")
    for card in cards:
        if card not in TRENDS:
            raise BadFile(
                f"{path}: key 'trends.cards': {card!r} is no Trend; known are {', '.join(TRENDS)}."
            )
        if cards.count(card) > 1:
            raise BadFile(f"{path}: key 'trends.cards' has {card!r} twice.")
    return tuple(cards)
