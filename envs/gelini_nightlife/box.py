"""Gelini Nightlife: what is in the box, the state of a game, and the table of actions."""

import numpy as np

from ..contract import COMMON

# ------------------------------------------------------------------------------ What is in the box

SEATS = 5  # at most
COLOURS = 16  # cliques, at most (components.toml; the box has 11)
GUEST_KINDS = 40  # at most
PLACES = 80  # counters in the line, at most (GN-19: the box has 46 or 52)
FACES = 8  # of the die, at most
MOST_SQUARES = 120  # of a floor, and of all counters together: fits an int8
COINS_OF_A_STAR = 2  # GN-6

# The kinds: no counter, action counters, and what a seat can have, of which guests are last.
EMPTY, FLYER, CALL, PEOPLE, COIN, VIP, FIRST_GUEST = range(7)
SPECIAL_KINDS = ("gap", "flyer", "call", "people", "coin", "vip")
KINDS = FIRST_GUEST + GUEST_KINDS

NO_COLOUR = COLOURS  # of what is no guest: a colour of which nobody has any
NOBODY = -1

#   tail                                                         front
#   -1  0   1   2   3 ...                                 places  places + 1
#   B   A  [ ] [ ] [ ] ... counters and gaps ...            [ ]    Band
FIRST_PLACE = 1  # a token that has not moved stands at 0, -1, -2, ... (GN-1)

# ------------------------------------------------------------------------------------------- State

STEPPING, AT_FLYER, AT_CALL, AT_PEOPLE = range(4)
PHASES = ("step", "flyer", "call", "people")  # what the seat to act is asked

NOT_ENDED, FULL_FLOOR, BAND_TAKEN, ROLL_CAP = range(4)
ENDINGS = ("not ended", "full floor", "band", "roll cap")

STATE = np.dtype(
    COMMON
    + [
        ("phase", np.int8),  # one of PHASES
        ("ending", np.int8),  # one of ENDINGS
        ("roll", np.int8),  # the face of the die
        ("rolls", np.int16),  # so far, this one included
        ("band", np.int8),  # seat that took the Band, or NOBODY
        ("line", np.uint8, FIRST_PLACE + PLACES),  # kind of the counter at each place, or EMPTY
        ("token", np.int8, SEATS),  # place of each seat's token
        ("holds", np.int8, (SEATS, KINDS)),  # guests and VIPs on each floor, Coins beside it
        ("stars", np.int8, SEATS),  # Stars on each floor
        ("squares", np.int16, SEATS),  # of all on each floor; may be more than it has (GN-7)
        ("won", np.int8, SEATS),  # 1 for the winners of a game that is over
        # Kept up to date with the fields above, because they are asked for at every step:
        ("clique_squares", np.int8, (SEATS, COLOURS + 1)),  # of each colour on each floor
        ("gain_of", np.int8, (SEATS, KINDS)),  # see floors.squares_gained
    ]
)

# ----------------------------------------------------------------------------------------- Actions

# Numbers: with action counters takes follow, by seat and kind, then calls and people, by place.
GO, STAY, DECLINE, FIRST_TAKE = range(4)

RULES = np.dtype(
    [
        ("seats", np.int16),  # 16 bits, so that sums and products do not overflow uncompiled
        ("places", np.int16),  # in the line, the Band's not counted
        ("kinds", np.int16),
        ("floor", np.int16),  # squares of each seat's floor (GN-18)
        ("star_squares", np.int16),
        ("band_squares", np.int16),
        ("stars", np.int16),  # that lie aside at the start
        ("max_rolls", np.int16),
        ("rearmost_wins", np.bool_),  # the option of GN-9
        ("face_count", np.int16),
        ("faces", np.int16, FACES),
        ("longest", np.int16),  # the largest face
        ("dealt", np.int8, KINDS),  # counters of each kind in the line at the start
        ("squares_of", np.int16, KINDS),  # of a guest or VIP; 0 for the rest
        ("colour_of", np.int8, KINDS),  # of a guest, or NO_COLOUR
        ("first_kind", np.int16, COLOURS + 1),  # of each clique; the next one's ends it
        ("squares_of_clique", np.int16, COLOURS),  # of a whole one
        ("step_kind_of", np.int16, KINDS),  # see observation.step_kind_of
        ("first_call", np.int16),  # number of `call 1`; 0 without action counters
        ("first_people", np.int16),  # number of `people 1`
    ]
)
