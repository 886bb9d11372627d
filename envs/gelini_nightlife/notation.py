"""Gelini Nightlife: actions and positions in words, and back."""

from typing import Any

import numpy as np

from ..checks import index_of, is_whole_number, of_each_seat, seat_number, take, whole
from ..contract import RUNNING, TERMINATED, TRUNCATED
from ..errors import BadPosition
from ..game import Game
from ..kernel import new_states
from .box import (
    AT_CALL,
    AT_FLYER,
    AT_PEOPLE,
    BAND_TAKEN,
    CALL,
    COIN,
    COINS_OF_A_STAR,
    EMPTY,
    ENDINGS,
    FIRST_PLACE,
    FLYER,
    FULL_FLOOR,
    NOBODY,
    NOT_ENDED,
    PEOPLE,
    PHASES,
    PLACES,
    ROLL_CAP,
    STATE,
    STEPPING,
    VIP,
)
from .components import Components
from .floors import is_full, most_gained, update_gains
from .line import band_place
from .rules import can_use_flyer, can_use_people, compare_floors, count_called

MEANING = {
    "go": "move the token as many counters as the die shows, and take what is there",
    "stay": "leave this roll to the next token towards the Band",
    "decline": "take nothing, after a Flyer or People",
    "take": "Flyer: take a counter or Coin of a rival",
    "call": "Call: move the token back to that place in the line",
    "people": "People: take the counter at a place that all have passed",
}


def number_actions(components: Components, rules: Any, action_counters: bool) -> list[str]:
    """Fill in the numbers of actions in the record `rules` and return the words of each."""
    words = ["go", "stay"]
    if action_counters:
        seats, places = range(rules["seats"]), range(FIRST_PLACE, FIRST_PLACE + rules["places"])
        words += ["decline"]
        words += [f"take {word} from p{seat}" for seat in seats for word in components.words[COIN:]]
        rules["first_call"] = len(words)
        words += [f"call {place}" for place in places]
        rules["first_people"] = len(words)
        words += [f"people {place}" for place in places]
    return words


def force_die(game: Game, states: np.ndarray, face: int) -> None:
    """Put a face of the die on the table: see Position.force_die."""
    roll = _face(game, face)
    if states["status"][0] != RUNNING or states["phase"][0] != STEPPING:
        raise BadPosition("nobody is asked about the die now.")
    states["roll"][0] = roll


def _face(game: Game, face: Any) -> int:
    """GN-22: return a face, checked to be one of the die."""
    faces = sorted(set(game.components.faces))
    if not is_whole_number(face) or face not in faces:
        raise BadPosition(f"the die has no {face!r}; its faces are {', '.join(map(str, faces))}.")
    return int(face)


# --------------------------------------------------------------------------------------- Positions


def state_to_dict(game: Game, states: np.ndarray) -> dict[str, Any]:
    """Return all that a state, (1,), holds but its generator, as JSON values in words.

    The line is told from the tail, gaps as None; floors by the words of counters.
    """
    state, words, seats = states[0], game.components.words, range(game.seats)
    line = state["line"][FIRST_PLACE : band_place(game.rules[0])]
    return {
        "seat": int(state["seat"]),
        "phase": PHASES[state["phase"]],
        "roll": int(state["roll"]),
        "rolls": int(state["rolls"]),
        "ending": ENDINGS[state["ending"]],
        "winners": [seat for seat in seats if state["won"][seat]],
        "line": [None if kind == EMPTY else words[kind] for kind in line],
        "tokens": [int(state["token"][seat]) for seat in seats],
        "floors": [floor_words(game, state, seat) for seat in seats],
        "coins": [int(state["holds"][seat, COIN]) for seat in seats],
        "stars": [int(state["stars"][seat]) for seat in seats],
        "band": None if state["band"] == NOBODY else int(state["band"]),
    }


def floor_words(game: Game, state: Any, seat: int) -> dict[str, int]:
    """Return how many of each guest, and of VIPs, are on a floor."""
    words = game.components.words
    return {
        words[kind]: int(state["holds"][seat, kind])
        for kind in range(VIP, len(words))
        if state["holds"][seat, kind]
    }


def state_from_dict(game: Game, data: dict[str, Any]) -> np.ndarray:
    """Return the state (1,) that `state_to_dict` told, with a blank generator.

    Raises
    ------
    BadPosition
        With the reason, if this cannot lie on the table.  How it came about is not retraced: in
        positions laid by hand seats may have more than so few rolls could bring them.
    """
    states = new_states(STATE, 1)
    state, most_rolls = states[0], game.options.max_rolls
    state["seat"] = seat_number(take(data, "seat", int), game.seats, "seat")
    state["phase"] = index_of(PHASES, take(data, "phase", str), "phase")
    state["roll"] = _face(game, take(data, "roll", int))
    state["rolls"] = whole(take(data, "rolls", int), 1, most_rolls, "rolls")
    state["ending"] = index_of(ENDINGS, take(data, "ending", str), "ending")
    band = take(data, "band", (int, type(None)))
    state["band"] = NOBODY if band is None else seat_number(band, game.seats, "band")
    _read_line(game, take(data, "line", list), state)
    _read_tokens(game, take(data, "tokens", list), state)
    _read_floors(game, data, state)
    update_gains(game.rules[0], state)
    _check_counters(game, state)
    _check_cliques(game, state)
    _check_coins(game, state)
    _check_question(game, state)
    _check_end(game, states, take(data, "winners", list))
    return states


def _read_line(game: Game, line: list[Any], state: Any) -> None:
    places, words = int(game.rules["places"][0]), game.components.words
    if len(line) != places:
        raise BadPosition(f"the line must have {places} places, gaps included, not {len(line)}.")
    state["line"] = EMPTY
    for place, word in enumerate(line, start=FIRST_PLACE):
        if word is not None:
            state["line"][place] = 1 + index_of(words[1:], word, f"counter at place {place}")


def _read_tokens(game: Game, tokens: list[Any], state: Any) -> None:
    """GN-1, GN-4: each token at a place of its own: behind the line, in a gap, or the Band's."""
    front = int(band_place(game.rules[0]))
    for seat, place in enumerate(of_each_seat(tokens, game.seats, "tokens")):
        state["token"][seat] = whole(place, 1 - game.seats, front, f"token of seat {seat}")
        if tokens.count(place) > 1:
            raise BadPosition(f"two tokens stand at place {place}.")
        if FIRST_PLACE <= place < front and state["line"][place] != EMPTY:
            raise BadPosition(f"the token of seat {seat} stands at {place}, where a counter lies.")
        if (place == front) != (state["band"] == seat):
            raise BadPosition(
                f"whoever stands at place {front} has taken the Band, and nobody else."
            )


def _read_floors(game: Game, data: dict[str, Any], state: Any) -> None:
    words, rules = game.components.words, game.rules[0]
    floors, coins, stars = (
        of_each_seat(take(data, key, list), game.seats, key) for key in ("floors", "coins", "stars")
    )
    for seat, floor in enumerate(floors):
        if not isinstance(floor, dict):
            raise BadPosition(f"the floor of seat {seat} must be counters and numbers.")
        for word, count in floor.items():
            kind = VIP + index_of(words[VIP:], word, f"a counter of seat {seat}")
            state["holds"][seat, kind] = whole(count, 1, PLACES, f"{word} of seat {seat}")
        state["holds"][seat, COIN] = whole(coins[seat], 0, PLACES, f"coins of seat {seat}")
        state["stars"][seat] = whole(stars[seat], 0, int(rules["stars"]), f"stars of seat {seat}")
        covered = int((state["holds"][seat] * rules["squares_of"]).sum())
        covered += int(stars[seat] * rules["star_squares"])
        covered += int(rules["band_squares"]) * int(state["band"] == seat)
        state["squares"][seat] = min(covered, np.iinfo(np.int16).max)


def _check_counters(game: Game, state: Any) -> None:
    """GN-19: no counter comes or goes, but for action counters and Coins that were exchanged."""
    for kind, word in enumerate(game.components.words[1:], start=1):
        there = int((state["line"] == kind).sum() + state["holds"][: game.seats, kind].sum())
        dealt = int(game.rules["dealt"][0, kind])
        if kind == COIN:
            there += COINS_OF_A_STAR * int(state["stars"].sum())
        if there > dealt or (kind >= COIN and there < dealt):
            raise BadPosition(f"there are {there} {word} in all, instead of {dealt}.")


def _used(game: Game, state: Any, kind: int) -> int:
    """Return how many action counters of a kind have left the line."""
    return int(game.rules["dealt"][0, kind]) - int((state["line"] == kind).sum())


def _check_cliques(game: Game, state: Any) -> None:
    """GN-5: who has two of a colour has had them all; a Flyer takes away one at a time."""
    rules, flown = game.rules[0], _used(game, state, FLYER) - (state["phase"] == AT_FLYER)
    away = 0  # guests that have left completed cliques
    for colour, name in enumerate(game.components.cliques):
        kinds = slice(int(rules["first_kind"][colour]), int(rules["first_kind"][colour + 1]))
        held = state["holds"][: game.seats, kinds].sum(axis=1)
        in_line = int((rules["dealt"][kinds].sum()) - held.sum())
        away += held.sum() - held.max() if held.max() > 1 else 0
        if held.max() > 1 and (in_line or away > flown or (held > 1).sum() > 1):
            seat = int(held.argmax())
            raise BadPosition(f"seat {seat} has more than one {name}, so it has the whole clique.")


def _check_coins(game: Game, state: Any) -> None:
    """GN-6: nobody keeps two Coins while a Star lies aside."""
    if int(state["stars"].sum()) > game.rules["stars"][0]:
        raise BadPosition(f"there are only {game.rules['stars'][0]} stars.")
    if int(state["stars"].sum()) < game.rules["stars"][0]:
        for seat in range(game.seats):
            if state["holds"][seat, COIN] >= COINS_OF_A_STAR:
                raise BadPosition(f"two coins of seat {seat} would have been exchanged for a star.")


def _check_question(game: Game, state: Any) -> None:
    """GN-24: the seat has a choice, and it has landed on the action counter that asks it."""
    phase, rules, seat = state["phase"], game.rules[0], state["seat"]
    if phase == STEPPING:
        return
    if state["ending"] != NOT_ENDED:
        raise BadPosition(f"the game is over: nobody is asked {PHASES[phase]!r}.")
    kind = {AT_FLYER: FLYER, AT_CALL: CALL, AT_PEOPLE: PEOPLE}[int(phase)]
    if _used(game, state, kind) == 0 or state["token"][seat] < FIRST_PLACE:
        raise BadPosition(f"seat {seat} has not landed on a counter that asks {PHASES[phase]!r}.")
    asked = {
        AT_FLYER: lambda: can_use_flyer(rules, state),
        AT_CALL: lambda: count_called(rules, state) > 1,
        AT_PEOPLE: lambda: can_use_people(rules, state),
    }
    if not asked[int(phase)]():
        raise BadPosition(f"seat {seat} has nothing to decide there.")


def _check_end(game: Game, states: np.ndarray, winners: list[Any]) -> None:
    """Set status and winners by the ending, which must be the one that the position shows."""
    state, rules, seats = states[0], game.rules[0], range(game.seats)
    ending = int(state["ending"])
    full = [seat for seat in seats if is_full(rules, state, seat)]
    if (ending == BAND_TAKEN) != (state["band"] != NOBODY):
        raise BadPosition("the game ends by the Band exactly when a seat has taken it.")
    wanted = {FULL_FLOOR: [state["seat"]], BAND_TAKEN: [state["band"]] if full else []}
    if full != wanted.get(ending, []):
        raise BadPosition(
            f"ending {ENDINGS[ending]!r} does not fit: full are the floors of {full}."
        )
    if ending == FULL_FLOOR:
        _check_filled(game, state)
        state["status"], state["won"][state["seat"]] = TERMINATED, 1
    elif ending == BAND_TAKEN:
        _check_taker(game, state)
        state["status"] = TERMINATED
        compare_floors(rules, state)
    elif ending == ROLL_CAP:
        _check_last_roll(game, state)
        state["status"] = TRUNCATED
        compare_floors(rules, state)
    found = [seat for seat in seats if state["won"][seat]]
    if winners != found or not all(type(seat) is int for seat in winners):
        raise BadPosition(f"the winners of this position are {found}, not {winners!r}.")


def _check_filled(game: Game, state: Any) -> None:
    """GN-7: a floor was not full before the last thing that it got."""
    seat, rules = int(state["seat"]), game.rules[0]
    if state["squares"][seat] - most_gained(rules) >= rules["floor"]:
        raise BadPosition(f"the floor of seat {seat} was full before, so the game was over.")


def _check_taker(game: Game, state: Any) -> None:
    """GN-8: who takes the Band acts last; GN-7: its floor was not full before."""
    seat, rules = int(state["band"]), game.rules[0]
    if state["seat"] != seat:
        raise BadPosition(f"seat {seat} has taken the Band, so it is the seat that acted last.")
    if state["squares"][seat] - rules["band_squares"] >= rules["floor"]:
        raise BadPosition(f"the floor of seat {seat} was full before the Band came.")


def _check_last_roll(game: Game, state: Any) -> None:
    """GN-10: the last roll is the cap's; the foremost token leaves it, or another one moves."""
    if state["rolls"] < game.options.max_rolls:
        raise BadPosition(f"the game ends by its cap after {game.options.max_rolls} rolls.")
    seat = int(state["seat"])
    place, foremost = state["token"][seat], state["token"][: game.seats].max()
    if place < FIRST_PLACE and place < foremost:
        raise BadPosition(f"seat {seat} has not moved, so others were asked after it.")
