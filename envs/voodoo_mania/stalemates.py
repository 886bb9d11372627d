"""Voodoo Mania: stalemates, in which nobody can ever play (VM-9)."""

from typing import Any

from ..kernel import kernel, wide
from ..randomness import draw_below
from .box import BOX, FRONT
from .cards import can_fit, draw_from_bottom, lay_on_top, show_on_top, show_to_all

MOST_NEW_TOPS = 10  # in a row


@kernel
def is_stalemate(r: Any, s: Any) -> bool:
    """VM-9: no side of any card in a hand or own pile fits, so nobody can ever play."""
    for card in range(wide(r.cards)):
        if s.holder[card] < r.seats and can_fit(r, s, card):
            return False
    return True


@kernel
def lay_new_top(r: Any, s: Any) -> None:
    """VM-9: the lowest card of the Voodoo pile comes on top with a random side up.

    A card that lies there alone is turned over.
    """
    if s.voodoo_count > 1:
        lay_on_top(r, s, draw_from_bottom(s), draw_below(s, 2))
    else:
        show_on_top(r, s, wide(s.top), 1 - wide(s.top_side))
    s.stalemates += 1


@kernel
def learn_what_is_out(r: Any, s: Any) -> None:
    """VM-12: in a stalemate all know of cards that fit and were not seen: they are in the box."""
    for card in range(wide(r.cards)):
        if s.holder[card] == BOX and can_fit(r, s, card):
            show_to_all(r, s, card, wide(FRONT))


@kernel
def break_stalemate(r: Any, s: Any) -> bool:
    """VM-9: lay new tops while nobody can ever play; False if ten in a row have not helped."""
    for _ in range(MOST_NEW_TOPS):
        if not is_stalemate(r, s):
            return True
        learn_what_is_out(r, s)
        lay_new_top(r, s)
    stays = is_stalemate(r, s)
    if stays:
        learn_what_is_out(r, s)
    return not stays
