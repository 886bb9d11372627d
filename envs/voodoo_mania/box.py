"""Voodoo Mania: what is in the box, and the records of a game and of its options.

A face shows four of the five ingredients in four of the five colours: the one ingredient and the
one colour that it lacks are its missing combination.  All faces that there can be are numbered;
a card has two of them, and a deck is which cards there are.
"""

from itertools import permutations
from typing import Any

import numpy as np

from ..contract import COMMON

# ------------------------------------------------------------------------------ What is in the box

SEATS = 6  # at most
CARDS = 91  # at most; the box has them all
HAND = 3  # cards in hand, at most
KINDS = 5  # ingredients, and as many colours
COMBINATIONS = KINDS * KINDS  # combination 5i + c: ingredient i in colour c
FRONT, BACK = 0, 1
SIDES = ("F", "B")

# Every face as the colour of each ingredient, KINDS for the one that it lacks.  Face number
# 24 * missing combination + p has the p-th permutation of the colours that are left.
ORDERS = tuple(permutations(range(KINDS - 1)))


def _colours_of(face: int) -> tuple[int, ...]:
    missing, order = divmod(face, len(ORDERS))
    ingredient, colour = divmod(missing, KINDS)
    left = [each for each in range(KINDS) if each != colour]
    shown = [left[which] for which in ORDERS[order]]
    return (*shown[:ingredient], KINDS, *shown[ingredient:])


FACES = tuple(_colours_of(face) for face in range(COMBINATIONS * len(ORDERS)))

# ------------------------------------------------------------------------------------------- State

# Where a card is: in the hand or pile of a seat (its number), or in neither.
VOODOO_PILE, BOX = SEATS, SEATS + 1
FIRST_OF_PILE = HAND + 1  # places 1 to 3 are in hand; 4, 5, ... in the own pile, from its top
LOWEST = 1  # place in the Voodoo pile
NO_CARD = -1
NOBODY = -1
SEEN_BY_ALL = 255  # else bit k of `seen` is set for seat k

NO_CHOICE = -1
NOTHING, LAID, VOODOO, SWAPPED, FLIPPED, FIZZLED = range(6)
OUTCOMES = ("nothing", "laid", "voodoo", "swapped", "flipped", "fizzled")  # of a choice

NOT_ENDED, OUT_OF_CARDS, STALEMATE, TICK_CAP = range(4)
ENDINGS = ("not ended", "out of cards", "stalemate", "tick cap")

STATE = np.dtype(
    COMMON
    + [
        ("rounds", np.int16),  # dealt so far, this one included
        ("ticks", np.int16),  # of this round that are over
        ("revealed", np.int32),  # ticks of the whole game that are over: see parallel.py
        ("asked", np.int8, SEATS),  # 1 for those who choose in this tick
        ("choice", np.int8, SEATS),  # secret until all have chosen: an action, or NO_CHOICE
        # Where each card is; so each is in one place, and every card moves in the open.
        ("holder", np.int8, CARDS),  # a seat, VOODOO_PILE or BOX
        ("place", np.int8, CARDS),  # with a seat: see FIRST_OF_PILE; in the Voodoo pile 1 is lowest
        ("hand", np.int8, (SEATS, HAND)),  # the cards at places 1 to 3, or NO_CARD
        ("hand_count", np.int8, SEATS),
        ("pile_count", np.int8, SEATS),  # of the own piles
        ("voodoo_count", np.int8),
        ("top", np.int8),  # card on top of the Voodoo pile
        ("top_side", np.int8),  # its side that is up
        ("target", np.int8),  # the combination that its face lacks
        ("side", np.int8, (SEATS, HAND)),  # with `search`: the side that shows to its holder
        ("turned", np.int8, (SEATS, HAND)),  # with `search`: 1 if flipped since it came to hand
        ("side_told", np.int8, (SEATS, HAND)),  # with `search`: 1 if all know which side shows
        # What has been seen since the deal (VM-12):
        ("seen", np.uint8, (2, CARDS)),  # of each face: a bit for each seat, or SEEN_BY_ALL
        ("unseen", np.int8, (SEATS, 2 * COMBINATIONS)),  # unknown faces that show each, lack each
        # The last tick in which somebody did more than wait, if it was of this round:
        ("last_choice", np.int8, SEATS),  # NO_CHOICE: to wait, or not asked; nobody is told which
        ("outcome", np.int8, SEATS),  # one of OUTCOMES
        ("stalemates", np.int32),  # new tops that VM-9 brought in this round
        ("points", np.int32, SEATS),  # of the rounds that are scored
        ("ending", np.int8),  # of the last round: one of ENDINGS
        ("won", np.int8, SEATS),  # 1 for the winners of a game that is over
        ("face", np.int16, (2, CARDS)),  # of each side of each card: the deck of this game
    ]
)

# ----------------------------------------------------------------------------------------- Actions

FIRST_SWAP = 2 * HAND  # after `play 1F`, `play 1B`, `play 2F`, ...
WAIT = FIRST_SWAP + HAND
FIRST_FLIP = WAIT + 1  # only with `search`
ACTIONS = FIRST_FLIP + HAND  # at most

RULES = np.dtype(
    [
        ("seats", np.int16),  # 16 bits, so that sums and products do not overflow uncompiled
        ("rounds", np.int16),
        ("max_ticks", np.int16),
        ("cards", np.int16),  # of the deck
        ("dealt", np.int16),  # cards for each seat
        ("search", np.bool_),
        ("random_deck", np.bool_),
        ("breaks_stalemates", np.bool_),  # VM-9; only tests play without
        ("acts", np.int32, SEATS),  # ticks out of CERTAIN in which a seat acts (`reaction`)
        ("per_cent", np.int8, SEATS),  # the same, for the observation
        ("face", np.int16, (2, CARDS)),  # the deck, if it is not drawn by the seed
        ("missing", np.int8, len(FACES)),  # combination that a face lacks
        ("row", np.int8, (len(FACES), 2 * COMBINATIONS)),  # 1 for those a face shows; then lacks
        ("colours", np.int8, (len(FACES), KINDS)),  # of each ingredient from 1; 0 for none
    ]
)
CERTAIN = 1_000_000


def write_faces(rules: Any) -> None:
    """Fill in the tables of all faces in the record `rules`."""
    for face, colours in enumerate(FACES):
        missing = face // len(ORDERS)
        rules["missing"][face] = missing
        rules["row"][face, COMBINATIONS + missing] = 1
        for ingredient, colour in enumerate(colours):
            if colour != KINDS:
                rules["row"][face, KINDS * ingredient + colour] = 1
                rules["colours"][face, ingredient] = colour + 1
