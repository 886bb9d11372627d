"""Voodoo Mania: a race in which all lay, at the same time, what the top of a pile lacks.

| fact | value |
| --- | --- |
| seats | 2 to 6, who choose together in every tick |
| information | hands and piles are hidden; who has seen a card can follow it |
| payoff | +1 to the winner, -1 shared by the others; winners who tie share what others lose |
| ends | after `rounds` rounds; each ends when a seat is out of cards, or after `max_ticks` |
| rules | seeds/voodoo_mania.md, ids VM-1 to VM-22 |

It has two faces, which give the same games for the same choices: `env`, which asks the seats of a
tick one after another and reveals nothing until all have chosen, and `parallel_env`, which asks all
at once.  In batches they are `game.batch(n)` and `game.batch(n, together=True)`.

The observation of two seats (`jivezoo rules voodoo_mania --features`):

| features | name | shape | range | meaning |
| --- | --- | --- | --- | --- |
| 0-24 | target | 25 | 0 to 1 | 1 for what the Voodoo pile lacks |
| 25-324 | hand | 3 x 2 x 2 x 25 | 0 to 1 | card, side: 1 for what it shows; it lacks |
| 325-330 | answers | 3 x 2 | 0 to 1 | ... 1 if it shows the target |
| 331-336 | repeats | 3 x 2 | 0 to 1 | ... 1 if it lacks the target: a Voodoo |
| 337-348 | leaves | 3 x 2 x 2 | 0 to 120 | ... unknown faces that would answer, repeat it |
| 349-398 | unseen | 2 x 25 | 0 to 120 | unknown faces that show each; that lack it |
| 399-400 | in_hand | 2 | 0 to 3 | cards in each hand |
| 401-402 | in_pile | 2 | 0 to 91 | cards in each own pile |
| 403-403 | in_voodoo_pile | 1 | 1 to 91 | cards in the Voodoo pile |
| 404-407 | points | 2 x 2 | 0 to 127 | of rounds before: hundreds, and the rest |
| 408-408 | rounds_left | 1 | 0 to 127 | rounds after this one |
| 409-410 | ticks_left | 2 | 0 to 127 | ticks before the cap: hundreds, and the rest |
| 411-412 | acts | 2 | 0 to 100 | per cent of the ticks in which each seat acts |
| 413-430 | last | 2 x 9 | 0 to 1 | 1 for the choice of each seat in the last tick |
| 431-432 | fizzled | 2 | 0 to 1 | 1 if it came to nothing |
| 433-434 | called | 2 | 0 to 1 | 1 if it was a Voodoo |
| 435-616 | cards | 2 x 91 | 0 to 95 | known cards: 1-3 in hand, 4 ... in the pile from the top |
| 617-707 | voodoo_pile | 91 | 0 to 91 | place in the Voodoo pile: 1 the lowest |
| 708-798 | open_cards | 91 | -1 to 1 | 1 for own cards all have seen; -1: in the box |

A combination is 5 x ingredient + colour, in the order of components.toml.  Chairs are counted from
the own one.  Unknown are cards of which the seat has seen no side since the deal, and their faces.
With `search` sides that were not seen are told as zeros, `last` has the flips too, and two more
sections, `side` and `side_told`, tell which side of each hand card shows, as far as one knows, and
of which own cards all know it.  With a random deck `deck` tells the cards.

The actions with `search` (`jivezoo rules voodoo_mania --actions -o search=true`); without it there
is no `flip`:

| actions | words | meaning |
| --- | --- | --- |
| 0-5 | `play 1F` ... `play 3B` | lay that hand card on the Voodoo pile, front or back up |
| 6-8 | `swap 1` ... `swap 3` | put that hand card under the own pile and take its top card |
| 9 | `wait` | do nothing in this tick |
| 10-12 | `flip 1` ... `flip 3` | turn that hand card, so that its other side shows |

Version history: 0, the first.
"""

import math
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
from .box import CARDS, CERTAIN, RULES, SEATS, STATE, WAIT, write_faces
from .components import Components, read_components
from .drawing import board_text
from .hidden import conceal
from .notation import MEANING, action_words, state_from_dict, state_to_dict
from .observation import PERCENT, feature_table, observe
from .rules import apply, legal, returns, set_up

NAME, TITLE, VERSION = "voodoo_mania", "Voodoo Mania", 0
MIN_SEATS, MAX_SEATS = 2, SEATS
MAX_ROUNDS = 100
MAX_TICKS = 12_700  # so that hundreds of ticks fit an int8
SLOWEST = 100.0  # mean ticks of an action
DECKS = ("structured", "random")

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
    """The options of Voodoo Mania; `jivezoo.game` and `env` take them as keywords."""

    num_players: int = 2  # seats, 2 to 6
    rounds: int = 3  # rounds, after which the fewest points win
    deck: str = "structured"  # the cards of the box, "random" ones, or those of a components file
    reaction: float | tuple[float, ...] = 1.0  # mean ticks of an action, of all seats or each: 2,1
    search: bool = False  # a hand card shows one side at a time, and is flipped
    max_ticks: int = 1000  # ticks after which a round is scored as it stands

    def __post_init__(self) -> None:
        """Check every option and bring it into one form, or raise BadOption."""
        settle(self, "num_players", check_whole_number, MIN_SEATS, MAX_SEATS)
        settle(self, "rounds", check_whole_number, 1, MAX_ROUNDS)
        settle(self, "deck", lambda _, deck: str(deck))
        settle(self, "reaction", _check_reaction, self.num_players)
        settle(self, "search", check_yes_or_no)
        settle(self, "max_ticks", check_whole_number, 1, MAX_TICKS)


def _check_reaction(option: str, given: Any, seats: int) -> float | tuple[float, ...]:
    """VM-20: return the mean of all seats, or one for each where they differ."""
    given = given.tolist() if isinstance(given, np.ndarray) else given
    parts = given.split(",") if isinstance(given, str) else given
    means = parts if isinstance(parts, list | tuple) else [parts]
    try:
        means = [math.nan if isinstance(mean, bool | np.bool_) else float(mean) for mean in means]
    except (TypeError, ValueError, OverflowError):
        means = []
    if len(means) not in (1, seats) or not all(1 <= mean <= SLOWEST for mean in means):
        raise BadOption(
            f"{option} must be a mean number of ticks from 1 to {SLOWEST:g}, or {seats} of them, "
            f"one a seat, not {given!r}."
        )
    return means[0] if len(set(means)) == 1 else tuple(means)


def _tables(options: Options, components: Components) -> np.ndarray:
    """Return the record of rules, (1,)."""
    rules = new_states(RULES, 1)
    record, seats = rules[0], options.num_players
    record["seats"] = seats
    record["rounds"] = options.rounds
    record["max_ticks"] = options.max_ticks
    record["search"] = options.search
    record["random_deck"] = options.deck == "random"
    record["breaks_stalemates"] = True
    record["dealt"] = components.deal[seats]
    means = np.broadcast_to(options.reaction, seats)
    record["acts"][:seats] = [round(CERTAIN / mean) for mean in means.tolist()]
    record["per_cent"] = (record["acts"] + PERCENT // 2) // PERCENT
    record["cards"] = CARDS if record["random_deck"] else len(components.cards)
    if not record["random_deck"]:
        record["face"][:, : len(components.cards)] = np.transpose(components.cards)
    write_faces(record)
    return rules


def make(options: Options) -> Game:
    """Return the game under checked options."""
    components = read_components(None if options.deck in DECKS else options.deck)
    rules = _tables(options, components)
    return Game(
        name=NAME,
        title=TITLE,
        version=VERSION,
        options=options,
        seats=options.num_players,
        rules=rules,
        state_dtype=STATE,
        components=components,
        actions=ActionTable(action_words(options.search), MEANING),
        features=FeatureTable(feature_table(rules[0])),
        board_text=board_text,
        state_to_dict=state_to_dict,
        state_from_dict=state_from_dict,
        components_option="deck",
        idle_action=WAIT,
    )


def game(**options: Any) -> Game:
    """Return the game with `options` as keywords: see `Options`."""
    return make(make_options(Options, TITLE, options))
