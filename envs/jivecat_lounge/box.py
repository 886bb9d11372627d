"""Swinging Jivecat Voodoo Lounge: what is in the box, the state of a game, and its actions.

Contacts are numbered lounge by lounge: the numbers around the private party, then its blue, yellow
and pink Jivecat, then its white numbers.  A set of contacts is an int64 in which bit c stands for
contact c.
"""

import numpy as np

from ..contract import COMMON

# ------------------------------------------------------------------------------ What is in the box

SEATS = 5  # at most
STAFF = SEATS  # whose chips come after those of the seats
NOBODY = -1
LOUNGES = ("Cocoa", "Lava", "Tiki", "Neptune")
COCOA, LAVA, TIKI, NEPTUNE = range(4)
LOUNGE_LETTERS = "CLTN"
PORTALS = 8  # at most; the box has one a lounge
CONTACTS = 60  # at most, of 62 that fit a set; the box has 48 or 56
NO_CONTACT = -1
JIVECAT = 0  # in place of a number
LOWEST_NUMBER, HIGHEST_NUMBER = 2, 10
NUMBERS = HIGHEST_NUMBER + 1  # of tables by number; 0 is for Jivecats
ODD_NUMBERS, EVEN_NUMBERS = (3, 5, 7, 9), (2, 4, 6, 8)  # Odd Man Out, Even Steven
DRINKS = "BYP"  # blue, yellow, pink
BLUE, YELLOW, PINK = range(3)

VALUES = 9  # of Clique cards: 1 to 9
SUITS = ("J", "C", "V", "Z", "R")
JIVECATS, CHEVALS, VOODOOS, ZOMBIES, RADAS = range(5)
JIVECAT_SUIT, CHEVAL_SUIT = 1 << JIVECATS, 1 << CHEVALS  # sets of suits
NO_JIVECAT_SUIT, NO_CHEVAL_SUIT = (31 ^ suit for suit in (JIVECAT_SUIT, CHEVAL_SUIT))
KINDS = len(SUITS) * VALUES  # of Clique cards: 9 x suit + value - 1
CARDS = 90  # Clique cards, at most; the box has 54
NO_CARD = -1
HAND = 5  # cards, at most: four, or five with The In Crowd
FULL_HAND = 4
ZOMBIE_LIMIT = 2  # of each seat, JL-9

SKULL_KINDS = 40  # of Skull cards, and cards of the deck, at most
LINE = 3  # places
EMPTY = -1  # place of a line
SKULLS_OF_PLACE = np.array([1, 2, 3])  # Mambo, Houngan, Bokor: from the top
TREND_SCORE_OF_PLACE = np.array([2, 1, 2])  # vogue, passe, retro: from the top
TREND_PLACES = ("vogue", "passe", "retro")
SKULL_LIMIT = 5  # of a seat when its turn ends
REMOVED_AT_ONCE = 5  # chips, after the last one was placed
FEWEST_CHIPS = 2

TRENDS = (
    "connected",  # Well Connected
    "sheep",  # Counting Sheep
    "aztec",  # Absolute Aztec
    "pele",  # Pele's Plaything
    "dawg",  # Salty Dawg
    "crowd",  # The In Crowd
    "mobile",  # Upwardly Mobile
    "priest",  # Voodoo Priest
    "friends",  # Friends Everywhere
    "bayou",  # Blue Bayou
    "mellow",  # Mellow Yellow
    "pink",  # Pretty in Pink
    "odd",  # Odd Man Out
    "even",  # Even Steven
    "kahuna",  # Big Kahuna
    "wallflower",  # Wallflower: last, because its power is not an action
)
CONNECTED, SHEEP, AZTEC, PELE, DAWG, CROWD, MOBILE, PRIEST = range(8)
FRIENDS, BAYOU, MELLOW, PRETTY, ODD, EVEN, KAHUNA, WALLFLOWER = range(8, 16)
NO_TREND = -1

# Orders of a line that change it; figure k of a word is the old place of the k-th new one.
ORDERS = ("132", "213", "231", "312", "321")
OLD_PLACES = np.array([[int(figure) - 1 for figure in order] for order in ORDERS], np.int64)

# ------------------------------------------------------------------------------------------- State

# What the seat to act is asked.
(
    START,  # where a chip goes before the first turn
    ACT,  # anything, between whole actions
    ADD,  # the next card of a sum, for the contact `aim`
    SPELL_CARD,  # the card of a Jivecat spell, for the contact `aim`
    FIVE,  # the next of five chips that leave the board, after the fifteenth
    SPELL_CHIP,  # the next of two chips that leave the board for a Jivecat
    CHEVAL_CARD,  # with Blue Bayou: the card that is treated as a Cheval
    FROM,  # which chip moves
    ONTO,  # where the chip on `aim` moves to
    PLACE,  # where a chip goes by a Trend's power
    DAWG_CHIP,  # which chip leaves Neptune, with Salty Dawg
    HEX,  # what a Voodoo card does
    BORROW,  # which Zombie, with Mellow Yellow
    ORDER,  # how a line is arranged
    PINK_USE,  # which Trend of a rival, with Pretty in Pink
    DISCARD,  # which cards to discard, after the turn
    STAFF_PLACE,  # where a Staff chip goes
    STAFF_FIVE,  # the next of five Staff chips that leave the board
) = range(18)
PHASES = (
    "start",
    "act",
    "add",
    "spell card",
    "five",
    "spell chip",
    "cheval card",
    "from",
    "onto",
    "place",
    "dawg chip",
    "hex",
    "borrow",
    "order",
    "pink use",
    "discard",
    "staff place",
    "staff five",
)

STATE = np.dtype(
    COMMON
    + [
        ("rounds", np.int16),  # begun so far; 0 while chips go on starters
        ("active", np.int8),  # whose turn it is; JL-25 can ask another seat
        ("phase", np.int8),  # one of PHASES
        # The action that is half-way, if any:
        ("power", np.int8),  # Trend that is being used, or NO_TREND
        ("lender", np.int8),  # seat whose Trend it is
        ("aim", np.int8),  # contact of a sum or spell; where the chip that moves stands
        ("total", np.int8),  # of the sum so far
        ("removals", np.int8),  # chips still to be removed: of five, or of a spell's two
        ("cats_removed", np.int8),  # Jivecats among the chips removed for a spell
        ("ended", np.int8),  # 1 after `end`: only discards, the refill and the Staff are left
        ("spell", np.int8),  # 1 from the card of a Jivecat spell to the second chip removed
        # On the board:
        ("chips", np.int64, SEATS + 1),  # contacts of each seat's chips, and of the Staff's
        # Kept up to date with `chips`, because they are asked for at every step:
        ("taken", np.int64),  # contacts with a chip, whoever's
        ("near", np.int64),  # contacts linked with the active seat's chips
        ("meets", np.int32, SEATS),  # bit t: the chips meet what Trend t requires
        # Before each seat:
        ("hand", np.int8, (SEATS, HAND)),  # kinds, rising, then NO_CARD
        ("hand_count", np.int8, SEATS),
        ("zombie", np.int8, (SEATS, ZOMBIE_LIMIT)),  # values on the table, rising; 0 comes last
        ("zombie_used", np.int8, (SEATS, ZOMBIE_LIMIT)),  # 1 if used in this turn
        ("rada", np.int8, SEATS),  # value, or 0
        ("tax", np.int8, 1 + VALUES),  # by value: rivals of the active seat with such a Rada
        ("skulls", np.int8, SEATS),
        ("scores", np.int16, SEATS),
        # In this turn:
        ("used", np.int32),  # bit t: the active seat has used its Trend t
        ("portal_open", np.int8),
        ("friends_open", np.int8),  # JL-19
        ("crowd", np.int8),  # 1: the refill goes to five
        ("borrowed", np.int8),  # value of the Zombie that is borrowed and open (JL-20), or 0
        ("borrowed_from", np.int8),  # whose it is, or NOBODY
        (
            "flipped",
            np.int8,
        ),  # kind of the card flipped while the Staff wait, or NO_CARD
        # Decks, lines and the bank:
        ("bank", np.int8),  # Skulls
        ("deck", np.int8, CARDS),  # kinds; the top is the last of `deck_count`
        ("deck_count", np.int8),
        ("discards", np.int8, KINDS),  # how many of each kind
        ("skull_line", np.int8, LINE),  # kinds from the top, or NO_CARD
        ("skull_deck", np.int8, SKULL_KINDS),
        ("skull_count", np.int8),  # of that deck
        ("skull_discards", np.int8, SKULL_KINDS),  # how many of each kind
        ("trend_line", np.int8, LINE),  # Trends from the top, or NO_TREND
        ("trend_deck", np.int8, len(TRENDS)),
        ("trend_count", np.int8),  # of that deck
        ("owner", np.int8, len(TRENDS)),  # seat that has claimed each Trend, or NOBODY
        ("won", np.int8, SEATS),  # 1 for the winners of a game that is over
    ]
)

# ----------------------------------------------------------------------------------------- Actions

# Numbers that are the same on every board:
END, DONE, PORTAL, FIRST_CLAIM = range(4)
FIRST_ORDER = FIRST_CLAIM + LINE
FIRST_USE = FIRST_ORDER + len(ORDERS)  # by Trend, all but Wallflower
FIRST_PLUS = FIRST_USE + WALLFLOWER  # by kind
FIRST_PLUS_ZOMBIE = FIRST_PLUS + KINDS  # by value
FIRST_MINUS = FIRST_PLUS_ZOMBIE + VALUES
FIRST_MINUS_ZOMBIE = FIRST_MINUS + KINDS
FIRST_CHEVAL = FIRST_MINUS_ZOMBIE + VALUES  # by kind
FIRST_ZOMBIE = FIRST_CHEVAL + KINDS  # by value, as the next three
FIRST_DROP = FIRST_ZOMBIE + VALUES
FIRST_RADA = FIRST_DROP + VALUES
FIRST_VOODOO = FIRST_RADA + VALUES
FIRST_DISCARD = FIRST_VOODOO + VALUES  # by kind
FIRST_TO = FIRST_DISCARD + KINDS  # by contact
# Then follow, as numbered in RULES: from and remove by contact, hexes and loans by seat and value,
# starters and the Staff's contacts by their own lists.

RULES = np.dtype(
    [
        ("seats", np.int16),  # 16 bits, so that sums and products do not overflow uncompiled
        ("contacts", np.int16),
        ("has_staff", np.bool_),
        ("target", np.int16),
        ("max_rounds", np.int16),
        ("moves_score", np.bool_),
        ("chips", np.int16),  # of each seat, and of the Staff
        ("skull_tokens", np.int16),
        ("start_skulls", np.int16),
        # The board, as sets of contacts:
        ("links", np.int64, CONTACTS),  # linked with each contact
        ("jumps", np.int64, CONTACTS),  # over any neighbour of each contact: JL-11
        ("portal_jumps", np.int64, CONTACTS),  # the same while a portal is open
        ("portals", np.int64),  # touching any Voodoo Portal
        ("portal", np.int64, PORTALS),  # touching each
        ("portal_count", np.int16),
        ("staff_icons", np.int64),  # touching a Staff icon
        ("lounge", np.int64, len(LOUNGES)),  # in each
        ("party", np.int64, len(LOUNGES)),  # in the private party of each
        ("with_number", np.int64, NUMBERS),  # with each number; Jivecats at 0
        ("drinks", np.int64, len(DRINKS)),  # Jivecats with each drink
        ("starters", np.int64),
        ("all_contacts", np.int64),
        ("low_brows", np.int64),  # numbers 3 to 9
        ("hipsters", np.int64),  # numbers 2 and 10
        ("evens", np.int64),  # numbers 2, 4, 6 and 8
        ("odds", np.int64),  # numbers 3, 5, 7 and 9
        ("number", np.int16, CONTACTS),  # of each contact, or JIVECAT
        ("lounge_of", np.int16, CONTACTS),
        # The decks:
        ("clique", np.int8, KINDS),  # cards of each kind
        ("skull_kinds", np.int16),
        ("skull_cards", np.int8, SKULL_KINDS),  # cards of each kind
        ("named", np.int64, SKULL_KINDS),  # contacts that each kind of Skull card names
        ("trend_cards", np.int16),
        ("trend_card", np.int8, len(TRENDS)),  # the Trends in the box
        # Numbers of actions:
        ("first_from", np.int16),
        ("first_remove", np.int16),
        ("first_hex_zombie", np.int16),
        ("first_hex_rada", np.int16),
        ("first_borrow", np.int16),
        ("first_start", np.int16),
        ("first_staff", np.int16),
        ("starter_count", np.int16),
        ("starter", np.int16, CONTACTS),  # contacts by their place among `start` actions
        ("staff_count", np.int16),
        ("staff_contact", np.int16, CONTACTS),  # contacts by their place among `staff` actions
    ]
)
