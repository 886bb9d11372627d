"""Swinging Jivecat Voodoo Lounge: cliques of chips in four lounges, with cards, spells and Trends.

| fact | value |
| --- | --- |
| seats | 2 to 5; with 2 and 3 the Staff play too, as an automaton |
| information | other hands and the orders of the decks are hidden |
| payoff | +1 to the winner, -1 shared by the others; winners who tie share what others lose |
| ends | with the round in which a seat comes to `target` points, or after `max_rounds` |
| rules | seeds/jivecat_lounge.md, ids JL-1 to JL-69 |

A turn is a chain of small actions, and every one of them is legal only if what it begins can be
carried through and paid.  A placement is `to C8`, then its cards, as `+J3` and `-V5`, then `done`
where more could be named; a Jivecat is `to CB`, its card, and two chips to `remove`.

The observation of two seats (`jivezoo rules jivecat_lounge --features`):

| features | name | shape | range | meaning |
| --- | --- | --- | --- | --- |
| 0-143 | chips | 3 x 48 | 0 to 1 | 1 for chips of each seat; then of the Staff |
| 144-191 | reach | 48 | 0 to 3 | free contacts: 1 next to own chips, 2 by portal, 3 |
| 192-239 | pays | 48 | 0 to 6 | Skulls a chip earns there |
| 240-284 | hand | 45 | 0 to 5 | own cards: J1 ... J9, C1, ... R9 |
| 285-293 | makes | 9 | 0 to 1 | 1 for the numbers 2 to 10 that own cards can make |
| 294-338 | discards | 45 | 0 to 90 | discarded cards |
| 339-383 | unseen | 45 | 0 to 90 | cards in the deck and in other hands |
| 384-384 | in_deck | 1 | 0 to 90 | cards in the Clique deck |
| 385-386 | in_hand | 2 | 0 to 5 | cards in each hand |
| 387-404 | zombies | 2 x 9 | 0 to 2 | Zombies before each seat, by value |
| 405-422 | zombies_used | 2 x 9 | 0 to 2 | ... those used in this turn |
| 423-440 | borrowed | 2 x 9 | 0 to 1 | 1 for the one that is borrowed and open |
| 441-458 | rada | 2 x 9 | 0 to 1 | 1 for the Rada before each seat |
| 459-490 | owns | 2 x 16 | 0 to 1 | 1 for Trends claimed: connected, sheep, ... |
| 491-522 | meets | 2 x 16 | 0 to 1 | 1 for those whose requirement the chips meet |
| 523-538 | used | 16 | 0 to 1 | 1 for those used in this turn by whose turn it is |
| 539-586 | trend_line | 3 x 16 | 0 to 1 | 1 for the Trend at vogue, passe, retro |
| 587-602 | trends_left | 16 | 0 to 1 | 1 for those in the deck |
| 603-650 | skull_line | 3 x 16 | 0 to 1 | 1 for the Skull card at each place |
| 651-666 | skulls_left | 16 | 0 to 1 | Skull cards in the deck |
| 667-668 | skulls | 2 | 0 to 120 | Skulls of each seat |
| 669-669 | bank | 1 | 0 to 120 | Skulls in the bank |
| 670-673 | points | 2 x 2 | 0 to 127 | of each seat: hundreds, and the rest |
| 674-675 | points_left | 2 | 0 to 127 | points to the target, 0 beyond it |
| 676-677 | chips_left | 2 | 0 to 15 | unused chips of each seat |
| 678-679 | rounds_left | 2 | 0 to 127 | rounds after this one: hundreds, and the rest |
| 680-680 | turns_left | 1 | 0 to 1 | turns after this one in the round |
| 681-682 | turn | 2 | 0 to 1 | 1 for whose turn it is |
| 683-684 | seat | 2 | 0 to 1 | 1 for the own seat: p0, p1, ... |
| 685-702 | phase | 18 | 0 to 1 | 1 for what is asked: start, act, add, ... |
| 703-750 | aim | 48 | 0 to 1 | 1 for the contact of a sum or spell; chip that moves |
| 751-751 | missing | 1 | -82 to 82 | what the sum lacks to its number |
| 752-767 | power | 16 | 0 to 1 | 1 for the Trend that is being used |
| 768-769 | lender | 2 | 0 to 1 | 1 for whose Trend it is |
| 770-770 | removals | 1 | 0 to 5 | chips still to be removed |
| 771-771 | cats_removed | 1 | 0 to 2 | Jivecats removed for the spell so far |
| 772-776 | flags | 5 | 0 to 1 | portal open, Friends open, crowd called, ended, spell |
| 777-777 | staff_number | 1 | 0 to 10 | number the Staff looks for, or 0 |

Chairs are counted from the own one, in the order of play.  Contacts are in the order of the `to`
actions; cards are J1 to J9, then C, V, Z and R; Trends are in the order of the `use` actions, with
wallflower last; Skull cards are in that of components.toml.  `makes` is told in the own turn only.

The actions of two seats (`jivezoo rules jivecat_lounge --actions`):

| actions | words | meaning |
| --- | --- | --- |
| 0 | `end` | end the turn; discards, refill and the Staff follow |
| 1 | `done` | the sum is complete, or nothing more is discarded |
| 2 | `portal` | pay a Skull, or use Well Connected, to open a Voodoo Portal |
| 3-5 | `claim vogue` ... `claim retro` | claim the Trend at that place of the line |
| 6-10 | `order 132` ... `order 321` | rearrange a line: 231 puts the second card first |
| 11-25 | `use connected` ... `use kahuna` | use a Trend; after `use pink` one of a rival's |
| 26-79 | `+J1` ... `+zombie Z9` | name a card of the hand, or a Zombie on the table, and add it |
| 80-133 | `-J1` ... `-zombie Z9` | ... and subtract it |
| 134-178 | `cheval J1` ... `cheval R9` | play that card as a Cheval: a chip jumps |
| 179-187 | `zombie Z1` ... `zombie Z9` | lay that Zombie on the table |
| 188-196 | `drop Z1` ... `drop Z9` | discard an own Zombie that was not used in this turn |
| 197-205 | `rada R1` ... `rada R9` | lay that Rada on the table, in place of the one before |
| 206-214 | `voodoo V1` ... `voodoo V9` | play that Voodoo card: then a hex, or remove a chip |
| 215-259 | `discard J1` ... `discard R9` | discard that card after the turn |
| 260-307 | `to C3` ... `to NP` | place a chip there, or move it there |
| 308-355 | `from C3` ... `from NP` | move the chip that is there |
| 356-403 | `remove C3` ... `remove NP` | take the chip that is there off the board |
| 404-423 | `hex zombie p0 Z1` ... `hex rada p1` | discard a Zombie or Rada of a rival |
| 424-441 | `borrow Z1 from p0` ... `borrow Z9 from p1` | use a rival's Zombie for one placement |
| 442-457 | `start C3` ... `start N5` | place a chip there before the first turn |
| 458-493 | `staff C3` ... `staff N8` | choose where the Staff chip goes |

Folded into one action, because they are one and the same act: cards alike in a hand, Zombies
alike on a table, and an own Zombie with a borrowed one of its number (the borrowed one is meant,
since it is paid).  Questions that are never asked together share the words `to` (placing, jumping,
moving), `from`, and `remove` (spells, hexes, the fifteenth chip, the Staff's last one).  Of orders
that make the same of a line one is offered.

Version history: 0, the first.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..contract import implement
from ..errors import BadOption
from ..game import (
    ActionTable,
    FeatureTable,
    Game,
    check_whole_number,
    check_yes_or_no,
    make_options,
    settle,
)
from .box import SEATS, STATE
from .choices import legal
from .components import Components, read_components
from .drawing import board_text, components_text
from .hidden import conceal
from .notation import MEANING, number_actions, state_to_dict
from .observation import feature_table, observe
from .reading import state_from_dict
from .rules import apply, returns
from .tables import write_tables
from .turn import set_up

NAME, TITLE, VERSION = "jivecat_lounge", "Swinging Jivecat Voodoo Lounge", 0
MIN_SEATS, MAX_SEATS = 2, SEATS
MOST_SEATS_WITH_STAFF = 3  # unless the option says otherwise
MAX_TARGET = 100
MAX_ROUNDS = 12_700  # so that hundreds of rounds fit an int8

implement(
    STATE,
    deal=set_up,
    legal=legal,
    apply=apply,
    observe=observe,
    returns=returns,
    conceal=conceal,
)


@dataclass(frozen=True)
class Options:
    """The options of Swinging Jivecat Voodoo Lounge; `jivezoo.game` and `env` take them."""

    num_players: int = 2  # seats, 2 to 5
    components: str | None = None  # the path of a components file; None: what is in the box
    staff: bool | None = None  # whether the Staff play; None: with 2 and 3 seats
    target: int = 15  # points after which the round is the last
    max_rounds: int = 60  # rounds after which the game ends as it stands
    moves_score: bool = True  # whether chips that are moved earn points and Skulls, as new ones do

    def __post_init__(self) -> None:
        """Check every option and bring it into one form, or raise BadOption."""
        settle(self, "num_players", check_whole_number, MIN_SEATS, MAX_SEATS)
        settle(self, "components", lambda _, path: None if path is None else str(path))
        if self.staff is None:
            object.__setattr__(self, "staff", self.num_players <= MOST_SEATS_WITH_STAFF)
        settle(self, "staff", check_yes_or_no)
        if self.staff and self.num_players == MAX_SEATS:
            raise BadOption(f"staff: with {MAX_SEATS} seats no colour is left for the Staff.")
        settle(self, "target", check_whole_number, 1, MAX_TARGET)
        settle(self, "max_rounds", check_whole_number, 1, MAX_ROUNDS)
        settle(self, "moves_score", check_yes_or_no)


def _tables(options: Options, components: Components) -> np.ndarray:
    """Return the record of rules, (1,), without the numbers of actions."""
    rules = write_tables(components, options.num_players)
    record = rules[0]
    record["has_staff"] = options.staff
    record["target"] = options.target
    record["max_rounds"] = options.max_rounds
    record["moves_score"] = options.moves_score
    return rules


def make(options: Options) -> Game:
    """Return the game under checked options."""
    components = read_components(options.components)
    rules = _tables(options, components)
    words = number_actions(components.contacts(options.num_players), rules[0])
    return Game(
        name=NAME,
        title=TITLE,
        version=VERSION,
        options=options,
        seats=options.num_players,
        rules=rules,
        state_dtype=STATE,
        components=components,
        actions=ActionTable(words, MEANING),
        features=FeatureTable(feature_table(rules[0])),
        board_text=board_text,
        state_to_dict=state_to_dict,
        state_from_dict=state_from_dict,
        components_text=components_text,
    )


def game(**options: Any) -> Game:
    """Return the game with `options` as keywords: see `Options`."""
    return make(make_options(Options, TITLE, options))
