"""Gelini Nightlife: who fills a dance floor first from the queue before the disco.

| fact | value |
| --- | --- |
| seats | 2 to 5 |
| information | all but the rolls to come; one die that all seats share |
| payoff | +1 to the winner, -1 shared by the others; winners who tie share what others lose |
| ends | by a full floor, by the Band, or after `max_rolls` by the fewest free squares |
| rules | seeds/gelini_nightlife.md, ids GN-1 to GN-24 |

The observation of two seats without action counters (`jivezoo rules gelini_nightlife --features`):

| features | name | shape | range | meaning |
| --- | --- | --- | --- | --- |
| 0-4 | die | 5 | 0 to 1 | 1 for its face, counted from 1: the steps of `go` |
| 5-6 | turn | 2 | 0 to 1 | 1 for the seat to act |
| 7-8 | rolls_left | 2 | 0 to 127 | rolls before the cap: hundreds, and the rest |
| 9-10 | free | 2 | 0 to 37 | free squares: 0 wins; at the Band, the fewest |
| 11-12 | stars | 2 | 0 to 3 | Stars on each floor; the rest lie aside, for Coins |
| 13-14 | place | 2 | -1 to 47 | place of each token: 0, -1, ... at first |
| 15-16 | rank | 2 | 0 to 1 | tokens behind each token: the order of asking |
| 17-58 | holds | 2 x 21 | 0 to 6 | what each seat has: coin, vip, amber1 ... red3 |
| 59-100 | gain_of | 2 x 21 | 0 to 6 | squares each seat would get by gaining one |
| 101-140 | step_kind | 2 x 5 x 4 | 0 to 1 | token, steps: what is there: Coin, VIP, guest, Band |
| 141-160 | step_clique | 2 x 5 x 2 | 0 to 1 | token, steps, seat: 1 if it completes its clique |
| 161-180 | step_gain | 2 x 5 x 2 | 0 to 6 | ... squares the seat would get by it |
| 181-200 | step_robs | 2 x 5 x 2 | 0 to 6 | ... squares the step takes from the seat |
| 201-246 | line | 46 | 0 to 24 | counter by place: 0 a gap, 4 coin, 5 vip, 6 amber1 ... 24 red3 |
| 247-338 | line_gain | 2 x 46 | 0 to 6 | squares each seat would get by it |
| 339-430 | line_steps | 2 x 46 | 0 to 46 | steps from each token to it; 0: a gap, or behind it |
| 431-432 | ahead | 2 | 0 to 46 | counters ahead of each token: the race to the Band |

Chairs are counted from the own one, for tokens and seats alike.  The four `step` sections tell, for
each token and each number of steps: what it leads to, whose clique the counter there would
complete, how many squares each seat would get by it (the one that steps there, or another that the
step comes before), and off whose floor squares would go.  Counters behind a token have no steps:
a Call leads to a place, People pick one, both looked up in the `line` sections.

The actions of two seats with action counters (`jivezoo rules gelini_nightlife --actions
-o action_counters=true`); without them there are `go` and `stay`:

| actions | words | meaning |
| --- | --- | --- |
| 0 | `go` | move the token as many counters as the die shows, and take what is there |
| 1 | `stay` | leave this roll to the next token towards the Band |
| 2 | `decline` | take nothing, after a Flyer or People |
| 3-44 | `take coin from p0` ... `take red3 from p1` | Flyer: take a counter or Coin of a rival |
| 45-96 | `call 1` ... `call 52` | Call: move the token back to that place in the line |
| 97-148 | `people 1` ... `people 52` | People: take the counter at a place that all have passed |

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
from ..kernel import new_states
from .box import FIRST_GUEST, KINDS, NO_COLOUR, RULES, SEATS, STATE, VIP
from .components import Components, read_components
from .drawing import board_text
from .notation import MEANING, force_die, number_actions, state_from_dict, state_to_dict
from .observation import feature_table, observe, step_kind_of
from .rules import apply, conceal, legal, returns, set_up

NAME, TITLE, VERSION = "gelini_nightlife", "Gelini Nightlife", 0
MIN_SEATS, MAX_SEATS = 2, SEATS
ROLL_LIMIT = 12_700  # so that hundreds of rolls fit an int8
TIES = ("shared", "rearmost")

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
    """The options of Gelini Nightlife; `jivezoo.game` and `env` take them as keywords."""

    num_players: int = 2  # seats, 2 to 5
    action_counters: bool = False  # the other version: Flyers, Calls and People are in the line
    components: str | None = None  # the path of a components file; None: what is in the box
    ties: str = "shared"  # a tie is "shared", or won by the "rearmost" token among the tied
    max_rolls: int = 300  # rolls after which the floors decide

    def __post_init__(self) -> None:
        """Check every option and bring it into one form, or raise BadOption."""
        settle(self, "num_players", check_whole_number, MIN_SEATS, MAX_SEATS)
        settle(self, "action_counters", check_yes_or_no)
        settle(self, "components", lambda _, path: None if path is None else str(path))
        if not isinstance(self.ties, str) or self.ties not in TIES:
            raise BadOption(f"ties must be {' or '.join(TIES)}, not {self.ties!r}.")
        settle(self, "max_rolls", check_whole_number, 1, ROLL_LIMIT)


def _tables(options: Options, components: Components) -> np.ndarray:
    """Return the record of rules, (1,), without the numbers of actions."""
    rules = new_states(RULES, 1)
    record, dealt = rules[0], components.dealt(options.action_counters)
    record["seats"] = options.num_players
    record["places"] = sum(dealt)
    record["kinds"] = len(components.words)
    record["floor"] = components.floor(options.num_players)
    record["star_squares"] = components["stars.squares"]
    record["band_squares"] = components["band.squares"]
    record["stars"] = components["stars.number"]
    record["max_rolls"] = options.max_rolls
    record["rearmost_wins"] = options.ties == "rearmost"
    record["face_count"] = len(components.faces)
    record["faces"][: len(components.faces)] = components.faces
    record["longest"] = max(components.faces)
    record["dealt"][: len(dealt)] = dealt
    record["step_kind_of"] = [step_kind_of(kind) for kind in range(KINDS)]
    _write_guests(record, components)
    return rules


def _write_guests(record: Any, components: Components) -> None:
    record["colour_of"][:] = NO_COLOUR
    record["squares_of"][VIP] = components["vips.squares"]
    colours = list(components.cliques)
    for kind, (_, colour, squares, _) in enumerate(components.guests, start=FIRST_GUEST):
        record["colour_of"][kind] = colours.index(colour)
        record["squares_of"][kind] = squares
    kinds = FIRST_GUEST
    for number, clique in enumerate(components.cliques.values()):
        record["first_kind"][number] = kinds
        record["squares_of_clique"][number] = sum(clique)
        kinds += len(set(clique))
    record["first_kind"][len(colours)] = kinds


def make(options: Options) -> Game:
    """Return the game under checked options."""
    components = read_components(options.components)
    rules = _tables(options, components)
    words = number_actions(components, rules[0], options.action_counters)
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
        features=FeatureTable(feature_table(rules[0], components.words, options.action_counters)),
        board_text=board_text,
        state_to_dict=state_to_dict,
        state_from_dict=state_from_dict,
        force_die=force_die,
    )


def game(**options: Any) -> Game:
    """Return the game with `options` as keywords: see `Options`."""
    return make(make_options(Options, TITLE, options))
