"""Swinging Jivecat Voodoo Lounge: positions read from words, and refused where they cannot be.

How a position came about is not retraced; what is checked is what can lie on the table.
"""

from collections import Counter
from typing import Any

import numpy as np

from ..checks import index_of, of_each_seat, seat_number, take, whole
from ..contract import TERMINATED, TRUNCATED
from ..errors import BadPosition
from ..game import Game
from ..kernel import new_states
from .board import around
from .box import (
    ACT,
    DISCARD,
    EMPTY,
    FEWEST_CHIPS,
    FIVE,
    HAND,
    HEX,
    LINE,
    NO_CARD,
    NOBODY,
    PHASES,
    PINK_USE,
    REMOVED_AT_ONCE,
    SPELL_CHIP,
    STAFF,
    STAFF_FIVE,
    STAFF_PLACE,
    START,
    STATE,
    TRENDS,
    VALUES,
    ZOMBIE_LIMIT,
)
from .cards import update_tax
from .chips import staff_choices
from .choices import can_answer
from .half_way import check_chain, kinds_of, read_chain, read_turn
from .notation import CARD_WORDS, NOTHING, ZOMBIE_WORDS, contact_names, skull_words
from .tables import members, set_of
from .trends import find_met
from .turn import finish, staff_number, who_sends_staff_away

MOST_POINTS = 12_700  # so that hundreds of points fit an int8
AFTER_END = (DISCARD, STAFF_PLACE, STAFF_FIVE)


def state_from_dict(game: Game, data: dict[str, Any]) -> np.ndarray:
    """Return the state (1,) that `state_to_dict` told, with a blank generator.

    Raises
    ------
    BadPosition
        With the reason, if this cannot lie on the table.
    """
    states = new_states(STATE, 1)
    state, turn, chain = states[0], take(data, "turn", dict), take(data, "chain", dict)
    state["phase"] = index_of(PHASES, take(chain, "phase", str), "phase")
    state["seat"] = seat_number(take(data, "seat", int), game.seats, "seat")
    state["active"] = seat_number(take(data, "active", int), game.seats, "active")
    low = int(state["phase"] != START)
    most = game.options.max_rounds if low else 0
    state["rounds"] = whole(take(data, "round", int), low, most, "round")
    _read_chips(game, data, state)
    _read_cards(game, data, state)
    _read_skulls_and_points(game, data, state)
    _read_lines(game, data, state)
    read_turn(game, turn, state)
    read_chain(game, chain, state)
    _check_turns(game, state)
    _check_chip_counts(game, state)
    check_chain(game, state)
    _read_end(game, data, state)
    return states


# ------------------------------------------------------------------------------------------- Board


def _read_chips(game: Game, data: dict[str, Any], state: Any) -> None:
    """JL-50: one chip at most on each open contact; what follows from the chips is worked out."""
    names, rules, taken = contact_names(game), game.rules[0], set()
    groups = dict(enumerate(of_each_seat(take(data, "chips", list), game.seats, "chips")))
    groups[STAFF] = take(data, "staff", list)
    for seat, group in groups.items():
        if not isinstance(group, list):
            raise BadPosition("the chips of a seat must be a list of contacts.")
        contacts = [index_of(names, name, "an open contact") for name in group]
        for contact in contacts:
            if contact in taken:
                raise BadPosition(f"there are two chips on {names[contact]}.")
            taken.add(contact)
        state["chips"][seat] = set_of(contacts)
    if groups[STAFF] and not rules["has_staff"]:
        raise BadPosition("the Staff do not play in this game.")
    state["taken"] = set_of(taken)
    for seat in range(game.seats):
        state["meets"][seat] = find_met(rules, int(state["chips"][seat]))
    state["near"] = around(rules, int(state["chips"][state["active"]]))


def _count(state: Any, seat: int) -> int:
    return len(members(state["chips"][seat]))


def _check_chip_counts(game: Game, state: Any) -> None:
    """JL-7, JL-8, JL-25: two chips at least, and all of them only until five are removed."""
    chips, phase = int(game.rules["chips"][0]), int(state["phase"])
    if phase == START:
        _check_starters(game, state)
        return
    short = REMOVED_AT_ONCE - int(state["removals"])
    for seat in range(game.seats):
        low, high = FEWEST_CHIPS, chips - 1
        if phase == FIVE and seat == state["active"]:
            low = high = chips - short
        if phase == SPELL_CHIP and seat == state["active"]:
            low += int(state["removals"])
        whole(_count(state, seat), low, high, f"the number of chips of seat {seat}")
    if game.options.staff:
        low, high = (chips - short,) * 2 if phase == STAFF_FIVE else (0, chips - 1)
        whole(_count(state, STAFF), low, high, "the number of chips of the Staff")


def _check_starters(game: Game, state: Any) -> None:
    """JL-1: chips go on starters in seat order, then in reverse."""
    seats, placed = game.seats, sum(_count(state, seat) for seat in range(game.seats))
    order = [*range(seats), *reversed(range(seats))]
    wanted = [order[:placed].count(seat) for seat in range(seats)]
    found = [_count(state, seat) for seat in range(seats)]
    if state["chips"][STAFF] or int(state["taken"]) & ~int(game.rules["starters"][0]):
        raise BadPosition("before the first turn chips are on starters only.")
    if any(card != EMPTY for line in ("skull_line", "trend_line") for card in state[line]):
        raise BadPosition("the lines are turned up only when all starting chips lie.")
    if placed >= len(order) or found != wanted or state["seat"] != order[placed]:
        raise BadPosition("seats place chips in turn, and then in reverse, two each.")


# ------------------------------------------------------------------------------------------- Cards


def _read_cards(game: Game, data: dict[str, Any], state: Any) -> None:
    """JL-46: no Clique card comes or goes."""
    seats, found = game.seats, Counter()
    state["hand"] = NO_CARD
    for seat, words in enumerate(of_each_seat(take(data, "hands", list), seats, "hands")):
        hand = sorted(kinds_of(words, CARD_WORDS, f"the hand of seat {seat}"))
        whole(len(hand), 0, HAND, f"the number of cards in the hand of seat {seat}")
        state["hand"][seat, : len(hand)] = hand
        state["hand_count"][seat] = len(hand)
        found.update(hand)
    found.update(_read_table(game, data, state))
    deck = kinds_of(take(data, "deck", list), CARD_WORDS, "the deck")
    discards = kinds_of(take(data, "discards", list), CARD_WORDS, "the discards")
    found.update(deck + discards)
    for kind, word in enumerate(CARD_WORDS):
        wanted = game.rules["clique"][0, kind]
        if found[kind] != wanted:
            raise BadPosition(f"there are {found[kind]} {word} in all, instead of {wanted}.")
    state["deck"][: len(deck)] = deck
    state["deck_count"] = len(deck)
    np.add.at(state["discards"], discards, 1)


def _read_table(game: Game, data: dict[str, Any], state: Any) -> list[int]:
    """JL-9, JL-10: read the Zombies and Radas on the table, and return their kinds."""
    kinds = []
    for seat, zombies in enumerate(
        of_each_seat(take(data, "zombies", list), game.seats, "zombies")
    ):
        pairs = [_marked(each) for each in zombies] if isinstance(zombies, list) else []
        if not isinstance(zombies, list) or len(zombies) > ZOMBIE_LIMIT or pairs != sorted(pairs):
            raise BadPosition(
                f"the Zombies of seat {seat} must be at most {ZOMBIE_LIMIT}, each with whether it "
                "was used, in order."
            )
        for at, (value, used) in enumerate(pairs):
            state["zombie"][seat, at], state["zombie_used"][seat, at] = value, used
            kinds.append(CARD_WORDS.index(f"Z{value}"))
    for seat, value in enumerate(of_each_seat(take(data, "radas", list), game.seats, "radas")):
        state["rada"][seat] = whole(value, 0, VALUES, f"the Rada of seat {seat}")
        kinds += [CARD_WORDS.index(f"R{value}")] if value else []
    update_tax(game.rules[0], state)
    return kinds


def _marked(zombie: Any) -> tuple[int, bool]:
    """Return the value of a Zombie and whether it was used."""
    if not isinstance(zombie, list) or len(zombie) != 2 or not isinstance(zombie[1], bool):
        raise BadPosition(f"a Zombie must be told as ['Z4', false], not {zombie!r}.")
    return 1 + index_of(ZOMBIE_WORDS, zombie[0], "a Zombie"), zombie[1]


def _read_skulls_and_points(game: Game, data: dict[str, Any], state: Any) -> None:
    tokens = int(game.rules["skull_tokens"][0])
    skulls = of_each_seat(take(data, "skulls", list), game.seats, "skulls")
    points = of_each_seat(take(data, "points", list), game.seats, "points")
    for seat in range(game.seats):
        state["skulls"][seat] = whole(skulls[seat], 0, tokens, f"the Skulls of seat {seat}")
        most = MOST_POINTS if state["phase"] != START else 0
        state["scores"][seat] = whole(points[seat], 0, most, f"the points of seat {seat}")
    state["bank"] = whole(take(data, "bank", int), 0, tokens, "the bank")
    if sum(skulls) + int(state["bank"]) != tokens:
        raise BadPosition(
            f"there are {sum(skulls) + int(state['bank'])} Skulls in all, instead of {tokens}."
        )


# ------------------------------------------------------------------------------------------- Lines


def _read_line(words: list[Any], known: Any, what: str) -> list[int]:
    if len(words) != LINE:
        raise BadPosition(f"{what} has {LINE} places.")
    listed = [NOTHING, *known]
    return [index_of(listed, word, f"a card of {what}") - 1 for word in words]


def _read_lines(game: Game, data: dict[str, Any], state: Any) -> None:
    """JL-2: each Skull card and each Trend is in one place."""
    skulls, trends = skull_words(game), TRENDS
    line = _read_line(take(data, "skull_line", list), skulls, "the Skull line")
    deck = kinds_of(take(data, "skull_deck", list), skulls, "the Skull deck")
    discards = kinds_of(take(data, "skull_discards", list), skulls, "the Skull discards")
    found = Counter([*line, *deck, *discards])
    for kind, word in enumerate(skulls):
        if found[kind] != game.rules["skull_cards"][0, kind]:
            raise BadPosition(f"there are {found[kind]} Skull cards {word} in all.")
    state["skull_line"] = line
    state["skull_deck"][: len(deck)] = deck
    state["skull_count"] = len(deck)
    np.add.at(state["skull_discards"], discards, 1)
    line = _read_line(take(data, "trend_line", list), trends, "the Trend line")
    deck = kinds_of(take(data, "trend_deck", list), trends, "the Trend deck")
    owned = of_each_seat(take(data, "trends", list), game.seats, "trends")
    owned = [
        kinds_of(words, trends, f"the Trends of seat {seat}") for seat, words in enumerate(owned)
    ]
    found = Counter([*line, *deck, *(trend for each in owned for trend in each)])
    for trend, word in enumerate(trends):
        if found[trend] != game.components.trends.count(word):
            raise BadPosition(f"the Trend {word} is in {found[trend]} places.")
    state["trend_line"] = line
    state["trend_deck"][: len(deck)] = deck
    state["trend_count"] = len(deck)
    state["owner"] = NOBODY
    for seat, each in enumerate(owned):
        state["owner"][each] = seat


# ------------------------------------------------------------------------------- Turns and the end


def _check_turns(game: Game, state: Any) -> None:
    """JL-1, JL-26: who has had a turn, and who is asked."""
    phase, seat, active = int(state["phase"]), int(state["seat"]), int(state["active"])
    if phase == STAFF_FIVE:
        asked = who_sends_staff_away(game.rules[0], state)
    else:
        asked = active
    if seat != asked:
        raise BadPosition(f"seat {asked} is asked in this position, not seat {seat}.")
    if bool(state["ended"]) != (phase in AFTER_END) and phase not in (PINK_USE, ACT):
        raise BadPosition(f"phase {PHASES[phase]!r} and the end of the turn do not fit.")
    if phase in (STAFF_PLACE, STAFF_FIVE) and not game.options.staff:
        raise BadPosition("the Staff do not play in this game.")
    if (phase == STAFF_PLACE) != (state["flipped"] != NO_CARD) or (
        phase == STAFF_PLACE and state["discards"][state["flipped"]] == 0
    ):
        raise BadPosition("a card is flipped, and lies on the discards, while the Staff choose.")
    first_round = state["rounds"] <= 1
    for other in range(game.seats):
        waits = other > active or phase == START
        on_table = state["zombie"][other].any() or state["rada"][other]
        has = state["scores"][other] or on_table or other in state["owner"]
        if waits and first_round and has:
            raise BadPosition(f"seat {other} has not had a turn, so nothing lies before it yet.")


def _read_end(game: Game, data: dict[str, Any], state: Any) -> None:
    """JL-26, JL-27: set status and winners, and check that the game is over or goes on."""
    is_over, is_cap = take(data, "over", bool), take(data, "truncated", bool)
    rules, scores = game.rules[0], state["scores"][: game.seats]
    reached = [seat for seat in range(game.seats) if scores[seat] >= rules["target"]]
    last = game.seats - 1
    if is_over:
        at_end = state["active"] == last and state["phase"] == ACT and state["ended"]
        at_cap = state["rounds"] == rules["max_rounds"] and not reached
        if state["zombie_used"].any():
            raise BadPosition("the game is over, so no Zombie is marked as used.")
        if not at_end or (not reached and not at_cap) or is_cap != at_cap:
            raise BadPosition("the game is not over yet, or it ended otherwise.")
        finish(rules, state, TRUNCATED if is_cap else TERMINATED)
    else:
        if is_cap or any(seat > state["active"] for seat in reached):
            raise BadPosition(f"the game was over when a seat had {rules['target']} points.")
        _check_question(game, state)
    found = [seat for seat in range(game.seats) if state["won"][seat]]
    winners = take(data, "winners", list)
    if winners != found or not all(type(seat) is int for seat in winners):
        raise BadPosition(f"the winners of this position are {found}, not {winners!r}.")


def _check_question(game: Game, state: Any) -> None:
    """JL-39, JL-40, JL-42, JL-43: whoever is asked could answer, and say more than to be done."""
    phase, rules = int(state["phase"]), game.rules[0]
    is_asked = can_answer(rules, state)
    if phase == ACT:
        is_asked = is_asked and not state["ended"]
    elif phase == HEX:
        is_asked = state["skulls"][state["active"]] > 0
    elif phase == STAFF_PLACE:
        choices = staff_choices(rules, state, staff_number(int(state["flipped"])))
        is_asked = len(members(choices)) > 1
    if not is_asked:
        raise BadPosition(f"seat {state['seat']} has nothing to decide there.")
