"""Swinging Jivecat Voodoo Lounge: cliques of chips in four lounges, with cards, spells and Trends.

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
