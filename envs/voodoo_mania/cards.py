"""Voodoo Mania: where the cards are, how they move, and which faces a seat has seen.

Every card moves in the open: who draws, swaps or lays is seen by all, and only what is on the cards
is hidden.  Front and back can be told apart, no two cards have the same front or the same back, and
all know the deck (VM-22): so whoever has seen one side of a card knows which card it is, and with a
perfect memory where it has gone since.
"""

from typing import Any

from ..kernel import kernel, wide
from ..randomness import draw_below
from .box import (
    BACK,
    CARDS,
    COMBINATIONS,
    FIRST_OF_PILE,
    FRONT,
    HAND,
    LOWEST,
    NO_CARD,
    SEEN_BY_ALL,
    VOODOO_PILE,
)

# ------------------------------------------------------------------------------------------- Faces


@kernel
def answers(r: Any, face: int, target: int) -> bool:
    """VM-1, VM-14: the face shows the combination that is the target."""
    return r.row[face, target] != 0


@kernel
def repeats(r: Any, face: int, target: int) -> bool:
    """VM-2, VM-14: the face lacks the combination that is the target."""
    return r.missing[face] == target


@kernel
def fits(r: Any, s: Any, card: int, side: int, target: int) -> bool:
    """A side of a card could be played on a target (VM-6: no other can)."""
    face = wide(s.face[side, card])
    return answers(r, face, target) or repeats(r, face, target)


@kernel
def can_fit(r: Any, s: Any, card: int) -> bool:
    """One of the sides of a card can be played on the Voodoo pile."""
    for side in range(2):
        if fits(r, s, card, side, wide(s.target)):
            return True
    return False


# ------------------------------------------------------------------------------- Who has seen what


@kernel
def knows(s: Any, seat: int, card: int) -> bool:
    """The seat has seen a face of the card since the deal."""
    return ((s.seen[FRONT, card] | s.seen[BACK, card]) >> seat) & 1 != 0


@kernel
def count_unseen(r: Any, s: Any, seat: int, card: int, by: int) -> None:
    """Count both faces of a card in (`by` 1) or out (-1) of those that a seat does not know."""
    front, back, unseen = r.row[s.face[FRONT, card]], r.row[s.face[BACK, card]], s.unseen[seat]
    for i in range(2 * COMBINATIONS):
        unseen[i] += by * (front[i] + back[i])


@kernel
def recount_unseen_of(r: Any, s: Any, seat: int) -> None:
    """Count the faces of cards that the seat does not know, by what they show and lack."""
    s.unseen[seat, :] = 0
    for card in range(wide(r.cards)):
        if not knows(s, seat, card):
            count_unseen(r, s, seat, card, 1)


@kernel
def recount_unseen(r: Any, s: Any) -> None:
    """Count the unknown faces of every seat."""
    for seat in range(wide(r.seats)):
        recount_unseen_of(r, s, seat)


@kernel
def show(r: Any, s: Any, seat: int, card: int, side: int) -> None:
    """A seat sees a side of a card; it is remembered until the next deal (VM-21)."""
    if not knows(s, seat, card):
        count_unseen(r, s, seat, card, -1)
    s.seen[side, card] |= 1 << seat


@kernel
def show_to_all(r: Any, s: Any, card: int, side: int) -> None:
    """VM-12: all seats see a side of a card."""
    for seat in range(wide(r.seats)):
        if not knows(s, seat, card):
            count_unseen(r, s, seat, card, -1)
    s.seen[side, card] = SEEN_BY_ALL


# --------------------------------------------------------------------------------- Cards that move


@kernel
def card_at(s: Any, holder: int, place: int) -> int:
    """Return the card at a place of a hand, own pile or the Voodoo pile, or NO_CARD."""
    found = 0
    for card in range(CARDS):  # without leaving the loop early, so that it is done many at a time
        found += (card + 1) * ((s.holder[card] == holder) & (s.place[card] == place))
    return found - 1


@kernel
def draw_first(s: Any, holder: int) -> int:
    """Take the first card off an own pile or the Voodoo pile; the others come one nearer."""
    place = LOWEST if holder == VOODOO_PILE else FIRST_OF_PILE
    found = card_at(s, holder, place)
    for card in range(CARDS):
        s.place[card] -= (s.holder[card] == holder) & (s.place[card] > place)
    return found


@kernel
def draw_from_pile(s: Any, seat: int) -> int:
    """Take the top card off a seat's own pile and return it."""
    card = draw_first(s, seat)
    s.pile_count[seat] -= 1
    return card


@kernel
def put_under_pile(s: Any, seat: int, card: int) -> None:
    """Put a card under a seat's own pile."""
    s.holder[card] = seat
    s.place[card] = FIRST_OF_PILE + s.pile_count[seat]
    s.pile_count[seat] += 1


@kernel
def empty_place(s: Any, seat: int, at: int) -> None:
    """Leave a place of a hand without a card."""
    s.hand[seat, at], s.side[seat, at] = NO_CARD, 0
    s.turned[seat, at], s.side_told[seat, at] = 0, 0


@kernel
def put_in_hand(r: Any, s: Any, seat: int, at: int, card: int) -> None:
    """Put a card into a seat's hand, in place `at` (from 0), where it is looked at.

    VM-21: with `search` a random side shows; otherwise both can be looked at (rulebook).
    """
    s.hand[seat, at] = card
    s.holder[card], s.place[card] = seat, at + 1
    if r.search:
        side = draw_below(s, 2)
        s.side[seat, at], s.turned[seat, at], s.side_told[seat, at] = side, 0, 0
        show(r, s, seat, card, side)
    else:
        for side in range(2):
            show(r, s, seat, card, side)


@kernel
def fill_hand(r: Any, s: Any, seat: int) -> None:
    """VM-5: draw until the hand is full or the own pile is empty; VM-15: no more than three."""
    while s.hand_count[seat] < HAND and s.pile_count[seat] > 0:
        s.hand_count[seat] += 1
        put_in_hand(r, s, seat, s.hand_count[seat] - 1, draw_from_pile(s, seat))


@kernel
def replace(r: Any, s: Any, seat: int, at: int) -> None:
    """VM-3: a card has left the hand; the top of the own pile comes into its place, if any."""
    if s.pile_count[seat] > 0:
        put_in_hand(r, s, seat, at, draw_from_pile(s, seat))
        return
    last = wide(s.hand_count[seat]) - 1
    for i in range(at, last):
        s.hand[seat, i] = s.hand[seat, i + 1]
        s.side[seat, i], s.turned[seat, i] = s.side[seat, i + 1], s.turned[seat, i + 1]
        s.side_told[seat, i] = s.side_told[seat, i + 1]
        s.place[s.hand[seat, i]] = i + 1
    empty_place(s, seat, last)
    s.hand_count[seat] = last


@kernel
def show_on_top(r: Any, s: Any, card: int, side: int) -> None:
    """A card lies on top of the Voodoo pile with a side up: VM-14 says what is looked for."""
    s.top, s.top_side = card, side
    s.target = r.missing[s.face[side, card]]
    show_to_all(r, s, card, side)


@kernel
def lay_on_top(r: Any, s: Any, card: int, side: int) -> None:
    """Lay a card on the Voodoo pile."""
    s.voodoo_count += 1
    s.holder[card], s.place[card] = VOODOO_PILE, s.voodoo_count
    show_on_top(r, s, card, side)


@kernel
def draw_from_bottom(s: Any) -> int:
    """Take the lowest card out of the Voodoo pile and return it."""
    card = draw_first(s, wide(s.holder[s.top]))
    s.voodoo_count -= 1
    return card
