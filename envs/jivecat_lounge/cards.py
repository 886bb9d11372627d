"""Swinging Jivecat Voodoo Lounge: decks, hands, what lies on the table, and Skulls that are paid.

Conventions as in rules.py.  A kind of Clique card is 9 x suit + value - 1.
"""

from typing import Any

from ..kernel import inlined, kernel, wide
from ..randomness import shuffle
from .box import NO_CARD, NOBODY, VALUES, ZOMBIE_LIMIT

# ------------------------------------------------------------------------------------- Clique deck


@kernel
def value_of(kind: int) -> int:
    """Return the number in the corner of a card."""
    return kind % VALUES + 1


@kernel
def suit_of(kind: int) -> int:
    """Return the suit of a card."""
    return kind // VALUES


@kernel
def pile_up(counts: Any, deck: Any) -> int:
    """Put so many cards of each kind into a deck, in order, and return how many they are."""
    size = 0
    for kind in range(len(counts)):
        for _ in range(counts[kind]):
            deck[size] = kind
            size += 1
    return size


@kernel
def renew(s: Any, deck: Any, discards: Any) -> int:
    """JL-33: shuffle the discards, told by kinds, into a new deck, and return its size."""
    size = pile_up(discards, deck)
    for kind in range(len(discards)):
        discards[kind] = 0
    shuffle(s, deck[:size])
    return size


@kernel
def take_off(deck: Any, at: int) -> int:
    """Return the card at the top of a deck; its place is left blank, so that states compare."""
    card = wide(deck[at])
    deck[at] = 0
    return card


@kernel
def draw_clique(s: Any) -> int:
    """Draw the top Clique card, or return NO_CARD if there is none.

    JL-33: when a card is needed and the deck is empty, the discards are shuffled.
    """
    if s.deck_count == 0:
        s.deck_count = renew(s, s.deck, s.discards)
        if s.deck_count == 0:
            return NO_CARD
    s.deck_count -= 1
    return take_off(s.deck, wide(s.deck_count))


@kernel
def discard(s: Any, kind: int) -> None:
    """Put a card on the discards."""
    s.discards[kind] += 1


# ----------------------------------------------------------------------------------------- In hand


@kernel
def put_in_hand(s: Any, seat: int, kind: int) -> None:
    """Put a card into a hand, which is kept in order."""
    at = wide(s.hand_count[seat])
    while at > 0 and s.hand[seat, at - 1] > kind:
        s.hand[seat, at] = s.hand[seat, at - 1]
        at -= 1
    s.hand[seat, at] = kind
    s.hand_count[seat] += 1


@kernel
def take_from_hand(s: Any, seat: int, kind: int) -> None:
    """Take a card of a kind out of a hand."""
    last = wide(s.hand_count[seat]) - 1
    at = 0
    while s.hand[seat, at] != kind:
        at += 1
    for i in range(at, last):
        s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, last] = NO_CARD
    s.hand_count[seat] = last


@kernel
def fill_hand(s: Any, seat: int, size: int) -> None:
    """Draw until a hand has `size` cards, or no card is left."""
    while s.hand_count[seat] < size:
        kind = draw_clique(s)
        if kind == NO_CARD:
            return
        put_in_hand(s, seat, kind)


# ------------------------------------------------------------------------------------------ Skulls


@kernel
def pay_bank(s: Any, seat: int, skulls: int) -> None:
    """A seat pays Skulls to the bank."""
    s.skulls[seat] -= skulls
    s.bank += skulls


@kernel
def pay_seat(s: Any, seat: int, other: int) -> None:
    """A seat pays one Skull to another."""
    s.skulls[seat] -= 1
    s.skulls[other] += 1


@kernel
def earn_skulls(s: Any, seat: int, skulls: int) -> None:
    """JL-5: a seat takes Skulls from the bank, which pays what it has."""
    pay_bank(s, seat, -(skulls if skulls < s.bank else wide(s.bank)))


@kernel
def tax(s: Any, value: int) -> int:
    """JL-10: return the Skulls that a card of a value costs the active seat: one a rival's Rada."""
    return wide(s.tax[value])


@kernel
def update_tax(r: Any, s: Any) -> None:
    """Work out `tax` after a Rada has come or gone, or for another active seat."""
    for value in range(1 + VALUES):
        s.tax[value] = 0
    for seat in range(wide(r.seats)):
        s.tax[s.rada[seat]] += seat != s.active and s.rada[seat] != 0


@kernel
def pay_tax(r: Any, s: Any, value: int) -> None:
    """JL-10: pay a Skull to each rival whose Rada has the value of the card that is used."""
    for seat in range(wide(r.seats)):
        if seat != s.active and s.rada[seat] == value:
            pay_seat(s, wide(s.active), seat)


@kernel
def play_card(r: Any, s: Any, kind: int) -> None:
    """A card leaves the active seat's hand to be used: its tax is paid; it is not discarded yet."""
    pay_tax(r, s, value_of(kind))
    take_from_hand(s, wide(s.active), kind)


@kernel
def play_and_discard(r: Any, s: Any, kind: int) -> None:
    """JL-39: a card is paid and discarded as it is named."""
    play_card(r, s, kind)
    discard(s, kind)


# ----------------------------------------------------------------------------------------- Zombies


@kernel
def count_zombies(s: Any, seat: int) -> int:
    """Return how many Zombies a seat has on the table."""
    number = 0
    for at in range(ZOMBIE_LIMIT):
        number += s.zombie[seat, at] != 0
    return number


@kernel
def find_zombie(s: Any, seat: int, value: int, used: int) -> int:
    """Return the place of a seat's Zombie of a value that is used (1) or not (0), or -1."""
    for at in range(ZOMBIE_LIMIT):
        if s.zombie[seat, at] == value and s.zombie_used[seat, at] == used:
            return at
    return -1


@kernel
def sort_zombies(s: Any, seat: int) -> None:
    """Bring a seat's Zombies into one order: rising, unused before used, none at the end."""
    a, b = s.zombie[seat, 0], s.zombie[seat, 1]
    used_a, used_b = s.zombie_used[seat, 0], s.zombie_used[seat, 1]
    if (a == 0 and b != 0) or (b != 0 and (a > b or (a == b and used_a > used_b))):
        s.zombie[seat, 0], s.zombie[seat, 1] = b, a
        s.zombie_used[seat, 0], s.zombie_used[seat, 1] = used_b, used_a


@inlined
def add_zombie(s: Any, seat: int, value: int) -> None:
    """Put a Zombie on the table before a seat, which has room for it."""
    at = wide(s.zombie[seat, 0] != 0)
    s.zombie[seat, at], s.zombie_used[seat, at] = value, 0
    sort_zombies(s, seat)


@kernel
def remove_zombie(s: Any, seat: int, at: int) -> None:
    """Take a Zombie off the table, without discarding it."""
    s.zombie[seat, at], s.zombie_used[seat, at] = 0, 0
    sort_zombies(s, seat)


@kernel
def mark_zombie(s: Any, seat: int, value: int) -> None:
    """JL-9: turn a Zombie that was not used: once a turn."""
    s.zombie_used[seat, find_zombie(s, seat, value, wide(0))] = 1
    sort_zombies(s, seat)


@inlined
def twist_back_zombies(r: Any, s: Any) -> None:
    """After the turn all Zombies are available again."""
    for seat in range(wide(r.seats)):
        for at in range(ZOMBIE_LIMIT):
            s.zombie_used[seat, at] = 0


@kernel
def close_loan(s: Any) -> None:
    """JL-20: the borrowed Zombie has served, or its time is over."""
    s.borrowed, s.borrowed_from = 0, NOBODY
