"""Itchy Monkey: what is in the box, the state of a game, and the table of actions."""

import numpy as np

from ..contract import COMMON

# ------------------------------------------------------------------------------ What is in the box

SPECIES = ("gorilla", "orangutan", "lemur", "spider_monkey", "mandrill", "emperor_tamarin")
GORILLA, ORANGUTAN, LEMUR, SPIDER_MONKEY, MANDRILL, EMPEROR_TAMARIN = range(6)
LETTERS = "GOLSMT"

SEATS = 4  # at most
SIDE = 7  # cells along a side of the largest board (IM-24, IM-39)
CELLS = SIDE * SIDE
WORKERS = 20  # worker lice of a seat (IM-23)
QUEENS = 3  # queen lice of a seat

EMPTY = -1  # no tile on a cell
NOBODY = -1  # no lice on a tile
OFF_BOARD = -1
NOWHERE = -1

QUEEN_POWER = 2  # a worker has 1
COLONY = 3  # workers
NITPICKED = 5  # workers of a rival, at least
QUEEN_PRICE = 6  # workers exchanged for a queen
LEMUR_PRICE = 3
START_WORKERS, START_QUEENS = 2, 1
ENTERING_WORKERS = 2
PUSH_REACH = 2  # cells

GORILLA_GOAL, SAME_GOAL, DIFFERENT_GOAL = 3, 4, 5  # colonies that win
COUNTER_BITS = 8  # room for the colonies of one species, at most 49

#         0 north
# 3 west     +     1 east      cells are numbered row by row from the top left: 0 is a1, 1 is b1
#         2 south
DIRECTIONS = 4

# ------------------------------------------------------------------------------------------- State

PLACING, SPAWNING, MOVING, HOPPING, MOVED = range(5)
PHASES = ("place", "spawn", "move", "hop", "moved")

NOT_ENDED, COLONIES, LAST_LOUSE, NO_LOUSE, TURN_CAP = range(5)
ENDINGS = ("not ended", "colonies", "last louse", "no louse left", "turn cap")

STATE = np.dtype(
    COMMON
    + [
        ("phase", np.int8),  # one of PHASES
        ("ending", np.int8),  # one of ENDINGS
        ("winner", np.int8),  # seat, or NOBODY while the game runs and after a draw
        ("turns", np.int16),  # seat turns finished since the starts
        ("slid_to", np.int8),  # cell where the sliding tile stopped; NOWHERE unless HOPPING
        ("bumped", np.int8),  # cell of the tile that it bumped; NOWHERE unless HOPPING
        ("species", np.int8, CELLS),  # of the tile on each cell, or EMPTY
        ("owner", np.int8, CELLS),  # seat whose lice are on the tile, or NOBODY
        ("workers", np.int8, CELLS),
        ("queens", np.int8, CELLS),
        ("worker_supply", np.int8, SEATS),
        ("queen_supply", np.int8, SEATS),
    ]
)

# ----------------------------------------------------------------------------------------- Actions

PLACE, SPAWN, ENTER, DECLINE, QUEEN, LEMUR_QUEEN, JUMP, SLIDE, HOP, PUSH, NITPICK, END = range(12)
VERBS = (
    "place spawn enter decline queen lemur jump slide hop push nitpick end".split()
)  # as they are said

SINGLES = 2  # jumping parties of one louse: W, Q
PARTIES = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))  # (workers, queens); pairs need an Orangutan
MAX_ACTIONS = 2060  # 7x7, every ability: checked when the table is made (notation.py)

ACTION = np.dtype(
    [
        ("verb", np.int8),
        ("cell", np.int8),  # where the lice are, or the tile that is pushed or nitpicked
        ("target", np.int8),  # where the lice or the tile go, or NOWHERE
        ("workers", np.int8),  # the party of a jump or hop
        ("queens", np.int8),
    ]
)

RULES = np.dtype(
    [
        ("seats", np.int16),  # 16 bits, so that products do not overflow uncompiled
        ("cells", np.int16),
        ("workers", np.int8),  # lice of each seat (IM-23, IM-39)
        ("queens", np.int8),
        ("max_turns", np.int16),
        ("last_louse_left", np.bool_),  # IM-21, with any abilities (IM-38)
        ("ability", np.int8, len(SPECIES)),  # 1 for species that lie face up (IM-37)
        ("layout", np.int8, CELLS),  # species of each tile at the start (IM-26), or EMPTY
        ("neighbour", np.int8, (CELLS, DIRECTIONS)),  # cell, or OFF_BOARD
        ("actions", ACTION, MAX_ACTIONS),  # what each number means
        ("first", np.int16, len(VERBS)),  # number of each verb's first action
        ("jump", np.int16, (CELLS, DIRECTIONS)),  # number of a jump's first party
        ("slide", np.int16, (CELLS, CELLS)),  # number of a slide from, to
        ("push", np.int16, (CELLS, DIRECTIONS)),  # number of a push by one cell
        ("parties", np.int8),  # kinds of jumping parties that have a number
    ]
)
