"""Swinging Jivecat Voodoo Lounge: actions in words, and positions told in words."""

from typing import Any

import numpy as np

from ..contract import RUNNING, TRUNCATED
from ..game import Game
from .box import (
    EMPTY,
    FIRST_TO,
    JIVECAT,
    NO_CARD,
    NO_CONTACT,
    NO_TREND,
    NOBODY,
    ORDERS,
    PHASES,
    STAFF,
    SUITS,
    TREND_PLACES,
    TRENDS,
    VALUES,
    WALLFLOWER,
    ZOMBIE_LIMIT,
)
from .components import Contact
from .tables import members

MEANING = {
    "end": "end the turn; discards, refill and the Staff follow",
    "done": "the sum is complete, or nothing more is discarded",
    "portal": "pay a Skull, or use Well Connected, to open a Voodoo Portal",
    "claim": "claim the Trend at that place of the line",
    "order": "rearrange a line: 231 puts the second card first",
    "use": "use a Trend; after `use pink` one of a rival's",
    "+": "name a card of the hand, or a Zombie on the table, and add it",
    "-": "... and subtract it",
    "cheval": "play that card as a Cheval: a chip jumps",
    "zombie": "lay that Zombie on the table",
    "drop": "discard an own Zombie that was not used in this turn",
    "rada": "lay that Rada on the table, in place of the one before",
    "voodoo": "play that Voodoo card: then a hex, or remove a chip",
    "discard": "discard that card after the turn",
    "to": "place a chip there, or move it there",
    "from": "move the chip that is there",
    "remove": "take the chip that is there off the board",
    "hex": "discard a Zombie or Rada of a rival",
    "borrow": "use a rival's Zombie for one placement",
    "start": "place a chip there before the first turn",
    "staff": "choose where the Staff chip goes",
}
CARD_WORDS = [f"{suit}{value}" for suit in SUITS for value in range(1, VALUES + 1)]
ZOMBIE_WORDS = [f"Z{value}" for value in range(1, VALUES + 1)]
NOTHING = "-"  # an empty place of a line


def number_actions(contacts: list[Contact], rules: Any) -> list[str]:
    """Fill in the numbers of actions in the record `rules` and return the words of each.

    The order of the first ones is that of box.py.
    """
    zombies = ZOMBIE_WORDS
    words = ["end", "done", "portal"]
    words += [f"claim {place}" for place in TREND_PLACES]
    words += [f"order {order}" for order in ORDERS]
    words += [f"use {trend}" for trend in TRENDS[:WALLFLOWER]]
    sources = CARD_WORDS + [f"zombie {zombie}" for zombie in zombies]
    words += [sign + source for sign in "+-" for source in sources]
    words += [f"cheval {card}" for card in CARD_WORDS]
    words += [f"{verb} {zombie}" for verb in ("zombie", "drop") for zombie in zombies]
    words += [f"rada R{value}" for value in range(1, VALUES + 1)]
    words += [f"voodoo V{value}" for value in range(1, VALUES + 1)]
    words += [f"discard {card}" for card in CARD_WORDS]
    assert len(words) == FIRST_TO
    names, seats = [contact.name for contact in contacts], range(rules["seats"])
    starters = members(rules["starters"])
    numbered = [c for c, contact in enumerate(contacts) if contact.number != JIVECAT]
    staff = numbered if rules["has_staff"] else []
    words += [f"to {name}" for name in names]
    for first, more in (
        ("from", [f"from {name}" for name in names]),
        ("remove", [f"remove {name}" for name in names]),
        ("hex_zombie", [f"hex zombie p{seat} {each}" for seat in seats for each in zombies]),
        ("hex_rada", [f"hex rada p{seat}" for seat in seats]),
        ("borrow", [f"borrow {each} from p{seat}" for seat in seats for each in zombies]),
        ("start", [f"start {names[contact]}" for contact in starters]),
        ("staff", [f"staff {names[contact]}" for contact in staff]),
    ):
        rules[f"first_{first}"] = len(words)
        words += more
    for count, key, listed in (
        ("starter_count", "starter", starters),
        ("staff_count", "staff_contact", staff),
    ):
        rules[count] = len(listed)
        rules[key][: len(listed)] = listed
    return words


# --------------------------------------------------------------------------------------- Positions


def contact_names(game: Game) -> list[str]:
    """Return the names of all open contacts, by their numbers."""
    return [contact.name for contact in game.components.contacts(game.seats)]


def chip_names(game: Game, state: Any, seat: int) -> list[str]:
    """Return the contacts with chips of a seat, or of the Staff."""
    names = contact_names(game)
    return [names[contact] for contact in members(state["chips"][seat])]


def hand_words(state: Any, seat: int) -> list[str]:
    """Return the cards in a hand."""
    return [CARD_WORDS[kind] for kind in state["hand"][seat, : state["hand_count"][seat]]]


def line_words(line: Any, words: Any) -> list[str]:
    """Return what is at each place of a line from its top, NOTHING where it is empty."""
    return [NOTHING if card == EMPTY else words[card] for card in line]


def skull_words(game: Game) -> list[str]:
    """Return the words of all kinds of Skull cards."""
    return list(game.components.skulls)


def counted(counts: Any, words: list[str]) -> list[str]:
    """Return words as often as they are counted."""
    return [word for word, count in zip(words, counts, strict=False) for _ in range(count)]


def trend_words(bits: int) -> list[str]:
    """Return the Trends of a set of bits."""
    return [TRENDS[trend] for trend in members(bits)]


def state_to_dict(game: Game, states: np.ndarray) -> dict[str, Any]:
    """Return all that a state, (1,), holds but its generator, as JSON values in words.

    Decks are told from the bottom: their last card is the next one.
    """
    state, seats, skulls = states[0], range(game.seats), skull_words(game)
    return {
        "round": int(state["rounds"]),
        "seat": int(state["seat"]),
        "active": int(state["active"]),
        "chips": [chip_names(game, state, seat) for seat in seats],
        "staff": chip_names(game, state, STAFF),
        "hands": [hand_words(state, seat) for seat in seats],
        "zombies": [zombie_words(state, seat) for seat in seats],
        "radas": [int(state["rada"][seat]) for seat in seats],
        "skulls": state["skulls"][: game.seats].tolist(),
        "bank": int(state["bank"]),
        "points": state["scores"][: game.seats].tolist(),
        "deck": [CARD_WORDS[kind] for kind in state["deck"][: state["deck_count"]]],
        "discards": counted(state["discards"], CARD_WORDS),
        "skull_line": line_words(state["skull_line"], skulls),
        "skull_deck": [skulls[kind] for kind in state["skull_deck"][: state["skull_count"]]],
        "skull_discards": counted(state["skull_discards"], skulls),
        "trend_line": line_words(state["trend_line"], TRENDS),
        "trend_deck": [TRENDS[trend] for trend in state["trend_deck"][: state["trend_count"]]],
        "trends": [owned_words(state, seat) for seat in seats],
        "turn": _turn_to_dict(state),
        "chain": _chain_to_dict(game, state),
        "over": bool(state["status"] != RUNNING),
        "truncated": bool(state["status"] == TRUNCATED),
        "winners": [seat for seat in seats if state["won"][seat]],
    }


def zombie_words(state: Any, seat: int) -> list[list[Any]]:
    """Return the Zombies before a seat, each with whether it was used in this turn."""
    return [
        [f"Z{state['zombie'][seat, at]}", bool(state["zombie_used"][seat, at])]
        for at in range(ZOMBIE_LIMIT)
        if state["zombie"][seat, at]
    ]


def owned_words(state: Any, seat: int) -> list[str]:
    """Return the Trends that a seat has claimed."""
    return [trend for trend, owner in zip(TRENDS, state["owner"], strict=True) if owner == seat]


def _turn_to_dict(state: Any) -> dict[str, Any]:
    """Return what has happened in this turn."""
    return {
        "used": trend_words(state["used"]),
        "portal": bool(state["portal_open"]),
        "friends": bool(state["friends_open"]),
        "crowd": bool(state["crowd"]),
        "ended": bool(state["ended"]),
        "borrowed": [[f"Z{state['borrowed']}", int(state["borrowed_from"])]]
        * bool(state["borrowed"]),
    }


def _chain_to_dict(game: Game, state: Any) -> dict[str, Any]:
    """Return what is asked, and what is half-way."""
    aim, power, flipped = int(state["aim"]), int(state["power"]), int(state["flipped"])
    return {
        "phase": PHASES[state["phase"]],
        "aim": None if aim == NO_CONTACT else contact_names(game)[aim],
        "total": int(state["total"]),
        "power": None if power == NO_TREND else TRENDS[power],
        "lender": None if state["lender"] == NOBODY else int(state["lender"]),
        "removals": int(state["removals"]),
        "jivecats_removed": int(state["cats_removed"]),
        "spell": bool(state["spell"]),
        "flipped": None if flipped == NO_CARD else CARD_WORDS[flipped],
    }
