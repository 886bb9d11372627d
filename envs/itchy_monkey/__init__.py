"""Itchy Monkey: families of lice, colonies on monkeys, and a great deal of bumping.

| fact | value |
| --- | --- |
| seats | 2 to 4 |
| information | perfect, no chance |
| payoff | +1 to the winner, -1 shared by the others, 0 for a draw |
| ends | by colonies, by the last louse (Last Louse Left), or after `max_turns` as a draw |
| rules | seeds/itchy_monkey.md, ids IM-1 to IM-39 |

The observation of two seats without abilities (`jivezoo rules itchy_monkey --features`):

| features | name | shape | range | meaning |
| --- | --- | --- | --- | --- |
| 0-215 | species | 6 x 36 | 0 to 1 | 1 where a tile of that species stands |
| 216-287 | workers | 2 x 36 | 0 to 20 | worker lice of each seat on each cell |
| 288-359 | queens | 2 x 36 | 0 to 3 | queen lice of each seat on each cell |
| 360-395 | slid | 36 | 0 to 1 | 1 on the tile that has just slid, while its hop is open |
| 396-431 | bumped | 36 | 0 to 1 | 1 on the tile that it bumped |
| 432-433 | worker_supply | 2 | 0 to 20 | workers that each seat can still spawn |
| 434-435 | queen_supply | 2 | 0 to 3 | queens that each seat can still get |
| 436-447 | colonies | 2 x 6 | 0 to 49 | colonies of each seat by species |
| 448-452 | phase | 5 | 0 to 1 | 1 for the phase: place, spawn, move, hop, moved |
| 453-454 | turn | 2 | 0 to 1 | 1 for the seat to act |
| 455-456 | turns_left | 2 | 0 to 127 | turns before the cap: hundreds, and the rest |

The actions of two seats without abilities (`jivezoo rules itchy_monkey --actions`); the Orangutan
adds pairs to the jumps, the Lemur and the Gorilla add segments of their own:

| actions | words | meaning |
| --- | --- | --- |
| 0-35 | `place a1` ... `place f6` | place the first lice, a queen and two workers, on a tile |
| 36-71 | `spawn a1` ... `spawn f6` | spawn workers on a tile with own lice |
| 72-107 | `enter a1` ... `enter f6` | with no lice on the board, put two workers on a free tile |
| 108 | `decline` | spawn nothing |
| 109-144 | `queen a1` ... `queen f6` | exchange six workers on a tile for a queen |
| 145-384 | `jump a1 b1 W` ... `jump f6 e6 Q` | a louse jumps to the tile beside (Orangutan: two) |
| 385-744 | `slide a1 b1` ... `slide f6 a6` | slide a tile along its row or column |
| 745-828 | `hop none` ... `hop 20W3Q` | after a bump, let these lice hop over |
| 829-864 | `nitpick a1` ... `nitpick f6` | remove all lice where a rival has five or more workers |
| 865 | `end` | end the turn, leaving exchanges undone |

Version history: 0, the first.
"""

from collections.abc import Iterable
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
)
from ..kernel import new_states
from .box import CELLS, EMPEROR_TAMARIN, GORILLA, LETTERS, RULES, SPECIES, STATE
from .components import Board, read_board
from .drawing import board_text
from .notation import MEANING, number_actions, state_from_dict, state_to_dict
from .observation import feature_table, observe
from .rules import apply, conceal, legal, returns, set_up

NAME, TITLE, VERSION = "itchy_monkey", "Itchy Monkey", 0
MIN_SEATS, MAX_SEATS = 2, 4
TURN_LIMIT = 12_700  # so that hundreds of turns fit an int8

implement(
    STATE,
    deal=set_up,
    legal=legal,
    apply=apply,
    observe=observe,
    returns=returns,
    conceal=conceal,
)


def _species(option: str, value: Any) -> str:
    """Return the name of a species given by name or letter."""
    word = str(value).strip().lower().replace(" ", "_").replace("-", "_")
    for name, letter in zip(SPECIES, LETTERS, strict=True):
        if word in (name, letter.lower()) or (word == "tamarin" and letter == "T"):
            return name
    raise BadOption(f"{option}: {value!r} is no species; allowed are {', '.join(SPECIES)}.")


@dataclass(frozen=True)
class Options:
    """The options of Itchy Monkey; `jivezoo.game` and `env` take them as keywords."""

    num_players: int = 2  # seats, 2 to 4
    abilities: frozenset[str] = frozenset()  # species whose tiles lie ability side up
    tamarin_replaces: str | None = None  # species in whose place Emperor Tamarins come
    last_louse_left: bool = False  # beaten lice are lost, the last seat on the board wins
    board: str | None = None  # side "A" or "B", or the path of a board file; None: by seats
    max_turns: int = 400  # seat turns after which the game is a draw

    def __post_init__(self) -> None:
        """Check every option and bring it into one form, or raise BadOption."""
        seats = check_whole_number("num_players", self.num_players, MIN_SEATS, MAX_SEATS)
        turns = check_whole_number("max_turns", self.max_turns, 1, TURN_LIMIT)
        given: Any = self.abilities
        if given is None:
            given = ()
        if isinstance(given, str):
            given = [word for word in given.split(",") if word.strip()]
        if not isinstance(given, Iterable):
            raise BadOption(f"abilities must be a set of species, not {given!r}.")
        replaced = self.tamarin_replaces
        if replaced is not None:
            replaced = _species("tamarin_replaces", replaced)
            if replaced in (SPECIES[GORILLA], SPECIES[EMPEROR_TAMARIN]):
                raise BadOption(f"tamarin_replaces: the Tamarin cannot stand in for {replaced}.")
        last_louse_left = check_yes_or_no("last_louse_left", self.last_louse_left)
        put = object.__setattr__
        put(self, "num_players", seats)
        put(self, "max_turns", turns)
        put(self, "abilities", frozenset(_species("abilities", name) for name in given))
        put(self, "tamarin_replaces", replaced)
        put(self, "last_louse_left", last_louse_left)
        put(self, "board", None if self.board is None else str(self.board))


def _tables(options: Options, board: Board) -> tuple[np.ndarray, list[str]]:
    """Return the record of rules, (1,), and the words of the actions."""
    rules = new_states(RULES, 1)
    record = rules[0]
    layout = board.layout()
    if options.tamarin_replaces is not None:
        layout[layout == SPECIES.index(options.tamarin_replaces)] = EMPEROR_TAMARIN
        if (layout == EMPEROR_TAMARIN).sum() > board.tamarins:
            raise BadOption(
                f"tamarin_replaces: in the place of {options.tamarin_replaces} board {board.name} "
                f"would show more Tamarins than the {board.tamarins} in the box."
            )
    record["seats"] = options.num_players
    record["cells"] = board.cells
    record["workers"], record["queens"] = board.workers, board.queens
    record["max_turns"] = options.max_turns
    record["last_louse_left"] = options.last_louse_left
    record["ability"] = [name in options.abilities for name in SPECIES]
    record["layout"] = np.pad(layout, (0, CELLS - board.cells), constant_values=-1)
    record["neighbour"][:] = -1
    record["neighbour"][: board.cells] = board.neighbours()
    words = number_actions(board, record, options.abilities)
    return rules, words


def make(options: Options) -> Game:
    """Return the game under checked options."""
    board = read_board(options.board, options.num_players)
    rules, words = _tables(options, board)
    return Game(
        name=NAME,
        title=TITLE,
        version=VERSION,
        options=options,
        seats=options.num_players,
        rules=rules,
        state_dtype=STATE,
        components=board,
        actions=ActionTable(words, MEANING),
        features=FeatureTable(feature_table(board.cells, options.num_players)),
        board_text=board_text,
        state_to_dict=state_to_dict,
        state_from_dict=state_from_dict,
        components_option="board",
    )


def game(**options: Any) -> Game:
    """Return the game with `options` as keywords: see `Options`."""
    return make(make_options(Options, TITLE, options))
