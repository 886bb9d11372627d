"""Voodoo Mania: actions and positions in words, and back."""

from typing import Any

import numpy as np

from ..checks import index_of, of_each_seat, seat_number, take, whole
from ..contract import RUNNING, TERMINATED, TRUNCATED
from ..errors import BadPosition
from ..game import Game
from ..kernel import new_states
from .box import (
    BOX,
    CARDS,
    CERTAIN,
    ENDINGS,
    FIRST_FLIP,
    FIRST_OF_PILE,
    FIRST_SWAP,
    FIZZLED,
    FLIPPED,
    FRONT,
    HAND,
    LAID,
    NO_CARD,
    NO_CHOICE,
    NOT_ENDED,
    OUT_OF_CARDS,
    OUTCOMES,
    SEEN_BY_ALL,
    SIDES,
    STALEMATE,
    STATE,
    SWAPPED,
    TICK_CAP,
    VOODOO,
    VOODOO_PILE,
    WAIT,
)
from .cards import can_fit, recount_unseen
from .components import face_of
from .rules import can_do_something, compare_points, legal
from .stalemates import MOST_NEW_TOPS, is_stalemate

MEANING = {
    "play": "lay that hand card on the Voodoo pile, front or back up",
    "swap": "put that hand card under the own pile and take its top card",
    "wait": "do nothing in this tick",
    "flip": "turn that hand card, so that its other side shows",
}
FLAG = ("no", "yes")


def action_words(search: bool) -> list[str]:
    """Return the words of each action, by their numbers."""
    places = range(1, HAND + 1)
    words = [f"play {place}{side}" for place in places for side in SIDES]
    words += [f"swap {place}" for place in places] + ["wait"]
    return words + [f"flip {place}" for place in places] * search


# ------------------------------------------------------------------------------------ To be told


def state_to_dict(game: Game, states: np.ndarray) -> dict[str, Any]:
    """Return all that a state, (1,), holds but its generator, as JSON values in words.

    Cards are told by their numbers from 0, own piles and the Voodoo pile from the top.
    """
    state, seats = states[0], range(game.seats)
    told = {
        "round": int(state["rounds"]),
        "ticks": int(state["ticks"]),
        "revealed": int(state["revealed"]),
        "stalemates": int(state["stalemates"]),
        "seat": int(state["seat"]),
        "asked": [seat for seat in seats if state["asked"][seat]],
        "choices": [_choice_words(game, state["choice"][seat]) for seat in seats],
        "last": [_last_words(game, state, seat) for seat in seats],
        "hands": [hand_cards(state, seat) for seat in seats],
        "piles": [cards_of(state, seat)[int(state["hand_count"][seat]) :] for seat in seats],
        "voodoo_pile": cards_of(state, VOODOO_PILE)[::-1],
        "top_side": SIDES[state["top_side"]],
        "seen": [_faces_seen(state, 1 << seat) for seat in seats],
        "seen_by_all": _faces_seen(state, SEEN_BY_ALL),
        "points": state["points"][: game.seats].tolist(),
        "ending": ENDINGS[state["ending"]],
        "winners": [seat for seat in seats if state["won"][seat]],
    }
    if game.options.search:
        for key, words in (("side", SIDES), ("turned", FLAG), ("side_told", FLAG)):
            told[key] = [
                [words[state[key][seat, at]] for at in range(state["hand_count"][seat])]
                for seat in seats
            ]
    if game.options.deck == "random":
        letters = game.components.letters
        told["deck"] = ["/".join(letters(face) for face in card) for card in state["face"].T]
    return told


def hand_cards(state: Any, seat: int) -> list[int]:
    """Return the cards in a hand."""
    return state["hand"][seat, : state["hand_count"][seat]].tolist()


def cards_of(state: Any, holder: int) -> list[int]:
    """Return the cards of a seat, hand first, or of the Voodoo pile, by their places."""
    cards = np.flatnonzero(state["holder"] == holder)
    return cards[np.argsort(state["place"][cards])].tolist()


def _choice_words(game: Game, choice: int) -> str | None:
    return None if choice == NO_CHOICE else game.actions[choice]


def _last_words(game: Game, state: Any, seat: int) -> list[str] | None:
    choice = state["last_choice"][seat]
    if choice == NO_CHOICE:
        return None
    return [game.actions[choice], OUTCOMES[state["outcome"][seat]]]


def _faces_seen(state: Any, who: int) -> list[str]:
    """Return the faces seen by all, or by the seat of that bit though not by all."""
    by_all = state["seen"] == SEEN_BY_ALL
    seen = by_all if who == SEEN_BY_ALL else (state["seen"] & who != 0) & ~by_all
    return [f"{card}{SIDES[side]}" for card, side in np.argwhere(seen.T)]


# ------------------------------------------------------------------------------------ To be read


def state_from_dict(game: Game, data: dict[str, Any]) -> np.ndarray:
    """Return the state (1,) that `state_to_dict` told, with a blank generator.

    Raises
    ------
    BadPosition
        With the reason, if this cannot lie on the table.  How it came about is not retraced.
    """
    states = new_states(STATE, 1)
    state, options = states[0], game.options
    state["rounds"] = whole(take(data, "round", int), 1, options.rounds, "round")
    state["ticks"] = whole(take(data, "ticks", int), 0, options.max_ticks, "ticks")
    state["revealed"] = _read_revealed(game, take(data, "revealed", int), state)
    most = MOST_NEW_TOPS * (int(state["ticks"]) + 1)
    state["stalemates"] = whole(take(data, "stalemates", int), 0, most, "stalemates")
    state["seat"] = seat_number(take(data, "seat", int), game.seats, "seat")
    state["ending"] = index_of(ENDINGS, take(data, "ending", str), "ending")
    _read_deck(game, data, state)
    _read_cards(game, data, state)
    _read_sides(game, data, state)
    _read_seen(game, data, state)
    _read_points(game, take(data, "points", list), state)
    _read_last(game, take(data, "last", list), state)
    _read_end(game, state, take(data, "winners", list))
    _read_tick(game, take(data, "asked", list), take(data, "choices", list), state)
    return states


def _read_revealed(game: Game, revealed: Any, state: Any) -> int:
    """Return how many ticks of the game are over: those of this round and of the earlier ones."""
    ticks, earlier = int(state["ticks"]), int(state["rounds"]) - 1
    return whole(revealed, ticks, earlier * game.options.max_ticks + ticks, "revealed")


def _read_deck(game: Game, data: dict[str, Any], state: Any) -> None:
    """VM-22: with a random deck the position tells the cards."""
    state["face"] = game.rules["face"][0]
    if game.options.deck != "random":
        return
    deck = [str(card).split("/") for card in take(data, "deck", list)]
    faces = [face_of(word, game.components.colours) for card in deck for word in card]
    if len(deck) != CARDS or {len(card) for card in deck} != {2} or None in faces:
        raise BadPosition(f"the deck must be {CARDS} cards with two faces each, as '.ygbp/y.bpr'.")
    if len(set(faces)) < len(faces):
        raise BadPosition("a random deck has no face twice.")
    state["face"] = np.array(faces).reshape(CARDS, 2).T


def _read_cards(game: Game, data: dict[str, Any], state: Any) -> None:
    """VM-13, VM-15: each card once, as many as were dealt, hands full while there is a pile."""
    rules, seats = game.rules[0], game.seats
    hands, piles = (of_each_seat(take(data, key, list), seats, key) for key in ("hands", "piles"))
    state["holder"], state["hand"] = BOX, NO_CARD
    for seat, (hand, pile) in enumerate(zip(hands, piles, strict=True)):
        if not isinstance(hand, list) or not isinstance(pile, list):
            raise BadPosition(f"hand and pile of seat {seat} must be lists of cards.")
        if len(hand) > HAND or (len(hand) < HAND and pile):
            raise BadPosition(
                f"seat {seat} cannot have {len(hand)} cards in hand and {len(pile)} in its pile."
            )
        _put(game, state, seat, hand, 1)
        _put(game, state, seat, pile, FIRST_OF_PILE)
        state["hand"][seat, : len(hand)] = hand
        state["hand_count"][seat], state["pile_count"][seat] = len(hand), len(pile)
    voodoo_pile = take(data, "voodoo_pile", list)
    _put(game, state, VOODOO_PILE, voodoo_pile[::-1], 1)
    if int((state["holder"] != BOX).sum()) != seats * rules["dealt"] + 1 or not voodoo_pile:
        raise BadPosition(
            f"hands, piles and Voodoo pile must have {seats * rules['dealt'] + 1} cards together, "
            "and the Voodoo pile one of them."
        )
    state["voodoo_count"], state["top"] = len(voodoo_pile), voodoo_pile[0]
    state["top_side"] = index_of(SIDES, take(data, "top_side", str), "top_side")
    state["target"] = rules["missing"][state["face"][state["top_side"], state["top"]]]


def _put(game: Game, state: Any, holder: int, cards: list[Any], first: int) -> None:
    """Give cards their holder and their places from `first` on."""
    for place, card in enumerate(cards, start=first):
        whole(card, 0, int(game.rules["cards"][0]) - 1, "a card")
        if state["holder"][card] != BOX:
            raise BadPosition(f"card {card} is in two places.")
        state["holder"][card], state["place"][card] = holder, place


def _read_sides(game: Game, data: dict[str, Any], state: Any) -> None:
    """VM-21: with `search`, what shows of each hand card."""
    if not game.options.search:
        return
    for key, words in (("side", SIDES), ("turned", FLAG), ("side_told", FLAG)):
        for seat, hand in enumerate(of_each_seat(take(data, key, list), game.seats, key)):
            if not isinstance(hand, list) or len(hand) != state["hand_count"][seat]:
                raise BadPosition(f"{key!r} must have an entry for each hand card.")
            for at, word in enumerate(hand):
                state[key][seat, at] = index_of(words, word, key)


def _read_seen(game: Game, data: dict[str, Any], state: Any) -> None:
    faces = [f"{card}{side}" for card in range(game.rules["cards"][0]) for side in SIDES]
    seen = of_each_seat(take(data, "seen", list), game.seats, "seen")
    by_all = take(data, "seen_by_all", list)
    for bit, words in [(SEEN_BY_ALL, by_all), *((1 << seat, own) for seat, own in enumerate(seen))]:
        if not isinstance(words, list):
            raise BadPosition("the faces that a seat has seen must be a list.")
        for word in words:
            card, side = divmod(index_of(faces, word, "a face that was seen,"), 2)
            if state["seen"][side, card] & bit:
                raise BadPosition(f"face {word} is told twice among those seen.")
            state["seen"][side, card] |= bit
    _check_seen(game, state)
    recount_unseen(game.rules[0], state)


def _check_seen(game: Game, state: Any) -> None:
    """VM-12: what lies or lay open has been seen, and a hand by its holder."""
    seen = state["seen"]
    if seen[state["top_side"], state["top"]] != SEEN_BY_ALL:
        raise BadPosition("all have seen the top of the Voodoo pile.")
    for card in range(CARDS):
        _check_seen_of(game, state, card)
    for seat in range(game.seats):
        for at, card in enumerate(hand_cards(state, seat)):
            _check_hand_card(game, state, seat, at, card)
        if not game.options.search:
            one_side = ((seen[0] ^ seen[1]) >> seat & 1).astype(bool)
            if (one_side & ~(seen == SEEN_BY_ALL).any(axis=0)).any():
                raise BadPosition(f"seat {seat} has seen a card on one side only.")


def _check_seen_of(game: Game, state: Any, card: int) -> None:
    """VM-12: nobody else sees a card before it lies open, or is known to be in the box."""
    holder, (front, back) = int(state["holder"][card]), state["seen"][:, card].tolist()
    lay_open = SEEN_BY_ALL in (front, back)
    if holder == VOODOO_PILE and not lay_open:
        raise BadPosition(f"all have seen card {card}, which lies in the Voodoo pile.")
    known_out = SEEN_BY_ALL if state["stalemates"] > 0 else 0
    if holder == BOX and (back != 0 or front not in (0, known_out)):
        raise BadPosition(f"nobody has had card {card}, which is in the box.")
    if holder < game.seats and not lay_open and (front | back) & ~(1 << holder):
        raise BadPosition(f"only seat {holder} can have seen card {card}, which never lay open.")


def _check_hand_card(game: Game, state: Any, seat: int, at: int, card: int) -> None:
    search, side = game.options.search, int(state["side"][seat, at])
    for each in range(2):
        must = not search or each == side or state["turned"][seat, at]
        if must and not (state["seen"][each, card] >> seat) & 1:
            raise BadPosition(f"seat {seat} has seen card {card}, which it has in hand.")
    sides = slice(None) if state["turned"][seat, at] else slice(side, side + 1)
    if state["side_told"][seat, at] and SEEN_BY_ALL not in state["seen"][sides, card]:
        raise BadPosition(f"all have seen card {card}, of which they know the side that shows.")


def _read_points(game: Game, points: list[Any], state: Any) -> None:
    """VM-10: a point for each card left in the rounds that are scored.

    A round leaves at most one seat without cards, and always a card in the Voodoo pile.
    """
    before, is_over = int(state["rounds"]) - 1, bool(state["ending"] != NOT_ENDED)
    a_round = game.seats * int(game.rules["dealt"][0])
    for seat, count in enumerate(of_each_seat(points, game.seats, "points")):
        most = (before + is_over) * a_round
        state["points"][seat] = whole(count, 0, most, f"points of seat {seat}")
    earlier = state["points"] - (state["hand_count"] + state["pile_count"]) * is_over
    if earlier.min() < 0 or not before * (game.seats - 1) <= earlier.sum() <= before * a_round:
        now = " and the cards that are left" * is_over
        raise BadPosition(f"points {points} cannot be those of {before} rounds{now}.")


def _read_last(game: Game, last: list[Any], state: Any) -> None:
    """VM-18: what was chosen in the last tick, and what came of it."""
    state["last_choice"] = NO_CHOICE
    for seat, told in enumerate(of_each_seat(last, game.seats, "last")):
        if told is None:
            continue
        if not isinstance(told, list) or len(told) != 2:
            raise BadPosition(f"the last choice of seat {seat} must be its words and its outcome.")
        words = [word for number, word in enumerate(game.actions) if number != WAIT]
        choice = game.actions.number(words[index_of(words, told[0], "the last choice")])
        outcome = 1 + index_of(OUTCOMES[1:], told[1], "the outcome")
        if outcome not in _outcomes_of(choice):
            raise BadPosition(f"{told[0]!r} cannot have been {told[1]!r}.")
        if state["ticks"] == 0 or state["revealed"] == 0:
            raise BadPosition("in this round no choice has been revealed yet.")
        state["last_choice"][seat], state["outcome"][seat] = choice, outcome
    _check_outcomes(state)


def _check_outcomes(state: Any) -> None:
    """VM-8, VM-18: what fizzles comes after something that changed the pile."""
    outcome, choice = state["outcome"], state["last_choice"]
    if (outcome == VOODOO).sum() > 1:
        raise BadPosition("a Voodoo stops the tick, so there is no second one.")
    if FIZZLED in outcome and not np.isin(outcome, (LAID, VOODOO)).any():
        raise BadPosition("a choice fizzles only where another card has been laid.")
    goes_on = VOODOO not in outcome and state["ending"] != OUT_OF_CARDS
    if goes_on and FIZZLED in outcome[choice >= FIRST_SWAP]:
        raise BadPosition("a swap or flip fizzles only after a Voodoo or the end of the round.")


def _outcomes_of(choice: int) -> tuple[int, ...]:
    if choice < FIRST_SWAP:
        return (FIZZLED, LAID, VOODOO)
    return (FIZZLED, FLIPPED if choice >= FIRST_FLIP else SWAPPED)


def _read_end(game: Game, state: Any, winners: list[Any]) -> None:
    """Set status and winners by the ending, which must be the one that the position shows."""
    rules, seats = game.rules[0], range(game.seats)
    out = np.flatnonzero(state["hand_count"][: game.seats] == 0)
    if len(out) > 1 or any(state["outcome"][seat] not in (LAID, VOODOO) for seat in out):
        raise BadPosition("one seat alone runs out of cards, by laying its last one.")
    is_out = len(out) > 0
    stays = is_stalemate(rules, state)
    ending, at_cap = int(state["ending"]), state["ticks"] == rules["max_ticks"]
    if ending == NOT_ENDED:
        fits = not is_out and not stays and not at_cap
    elif ending == OUT_OF_CARDS:
        fits = is_out
    elif ending == STALEMATE:
        fits = not is_out and stays and state["stalemates"] >= MOST_NEW_TOPS
    else:
        fits = not is_out and not stays and at_cap
    if not fits:
        raise BadPosition(f"ending {ENDINGS[ending]!r} does not fit what lies on the table.")
    if ending == STALEMATE:
        _check_known_out(game, state)
    if ending != NOT_ENDED:
        if state["rounds"] != rules["rounds"]:
            raise BadPosition(f"the game does not end before round {rules['rounds']}.")
        state["status"] = TRUNCATED if ending == TICK_CAP else TERMINATED
        compare_points(rules, state)
    found = [seat for seat in seats if state["won"][seat]]
    if winners != found or not all(type(seat) is int for seat in winners):
        raise BadPosition(f"the winners of this position are {found}, not {winners!r}.")


def _check_known_out(game: Game, state: Any) -> None:
    """VM-12: after a stalemate all know which cards that fit are in the box."""
    for card in np.flatnonzero(state["holder"][: game.rules["cards"][0]] == BOX).tolist():
        if can_fit(game.rules[0], state, card) and state["seen"][FRONT, card] != SEEN_BY_ALL:
            raise BadPosition(f"all know that card {card} is in the box, since nobody could play.")


def _read_tick(game: Game, asked: list[Any], choices: list[Any], state: Any) -> None:
    """VM-18, VM-19: who is asked in this tick, and what those before the seat to act chose."""
    state["choice"] = NO_CHOICE
    of_each_seat(choices, game.seats, "choices")
    for seat in asked:
        state["asked"][seat_number(seat, game.seats, "a seat that is asked")] = 1
    if asked != [seat for seat in range(game.seats) if state["asked"][seat]]:
        raise BadPosition("the seats that are asked must be told once each, in order.")
    if state["status"] != RUNNING:
        if asked or choices != [None] * game.seats:
            raise BadPosition("the game is over: nobody is asked, and no choice is left.")
        return
    to_act = int(state["seat"])
    if to_act not in asked:
        raise BadPosition(f"seat {to_act} is to act, so it is among those asked.")
    for seat in range(game.seats):
        _check_asked(game, state, seat)
        if (choices[seat] is not None) != (seat in asked and seat < to_act):
            raise BadPosition("those who are asked before the seat to act have chosen, no others.")
        if choices[seat] is not None:
            state["choice"][seat] = _legal_choice(game, state, seat, choices[seat])
    state["seat"] = to_act


def _check_asked(game: Game, state: Any, seat: int) -> None:
    rules = game.rules[0]
    can = can_do_something(rules, state, seat)
    if state["asked"][seat] and not can:
        raise BadPosition(f"seat {seat} could only wait, so it is not asked.")
    if can and not state["asked"][seat] and rules["acts"][seat] == CERTAIN:
        raise BadPosition(f"seat {seat} can do something, so it is asked.")


def _legal_choice(game: Game, state: Any, seat: int, words: Any) -> int:
    mask = np.zeros(len(game.actions), np.int8)
    state["seat"] = seat
    legal(game.rules[0], state, mask)
    if words not in [game.actions[action] for action in np.flatnonzero(mask)]:
        raise BadPosition(f"seat {seat} cannot have chosen {words!r}.")
    return game.actions.number(words)
