"""Itchy Monkey: actions and positions in words, and back."""

from typing import Any

import numpy as np

from ..checks import index_of, of_each_seat, seat_number, take, whole
from ..contract import RUNNING, TRUNCATED
from ..errors import BadPosition
from ..game import Game
from ..kernel import new_states
from .box import (
    ACTION,
    COLONIES,
    DIRECTIONS,
    EMPTY,
    ENDINGS,
    HOPPING,
    LAST_LOUSE,
    LETTERS,
    MAX_ACTIONS,
    MOVING,
    NOBODY,
    NOT_ENDED,
    NOWHERE,
    OFF_BOARD,
    PARTIES,
    PHASES,
    PLACING,
    PUSH_REACH,
    SINGLES,
    START_QUEENS,
    START_WORKERS,
    STATE,
    TURN_CAP,
    VERBS,
)
from .components import Board
from .moves import move_tile
from .rules import apply, end_if_won, has_won, legal, pass_what_is_not_asked

MEANING = {
    "place": "place the first lice, a queen and two workers, on a tile",
    "spawn": "spawn workers on a tile with own lice",
    "enter": "with no lice on the board, put two workers on a free tile",
    "decline": "spawn nothing",
    "queen": "exchange six workers on a tile for a queen",
    "lemur": "exchange three workers on a Lemur for a queen",
    "jump": "a louse jumps to the tile beside (Orangutan: two)",
    "slide": "slide a tile along its row or column",
    "hop": "after a bump, let these lice hop over",
    "push": "from a Gorilla, push the tile beside it away",
    "nitpick": "remove all lice where a rival has five or more workers",
    "end": "end the turn, leaving exchanges undone",
}
CODES = {verb: code for code, verb in enumerate(VERBS)}
assert list(MEANING) == list(CODES)


def party_words(workers: int, queens: int) -> str:
    """Return a jumping party in words: W, Q, WW, WQ or QQ."""
    return "W" * workers + "Q" * queens


def hop_words(workers: int, queens: int) -> str:
    """Return a hopping party in words: 2W1Q, 2W, 1Q or none."""
    return (f"{workers}W" if workers else "") + (f"{queens}Q" if queens else "") or "none"


class _Numbering:
    """Collects the actions one after another, with their words and their records."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.records: list[tuple[int, int, int, int, int]] = []

    def add(
        self, verb: str, words: str, cell: int, target: int = NOWHERE, party: tuple = (0, 0)
    ) -> int:
        """Number one more action and return its number."""
        self.words.append(f"{verb} {words}".strip())
        self.records.append((CODES[verb], cell, target, *party))
        return len(self.words) - 1


def number_actions(board: Board, rules: Any, abilities: frozenset[str]) -> list[str]:
    """Fill the tables of actions in the record `rules` and return the words of each number.

    Only what can happen on this board is numbered: no jump off the board, pairs only if the
    Orangutan lies face up, pushes only if the Gorilla does.
    """
    names, neighbour = board.cell_names, board.neighbours()
    every = _Numbering()
    pairs, pushes = "orangutan" in abilities, "gorilla" in abilities
    rules["parties"] = len(PARTIES) if pairs else SINGLES
    for code, verb in enumerate(VERBS):
        rules["first"][code] = len(every.words)
        if verb in ("place", "spawn", "enter", "queen", "nitpick"):
            for cell, name in enumerate(names):
                every.add(verb, name, cell)
        elif verb == "lemur" and "lemur" in abilities:
            for cell, name in enumerate(names):
                every.add(verb, name, cell)
        elif verb in ("decline", "end"):
            every.add(verb, "", NOWHERE)
        elif verb == "jump":
            _number_jumps(every, names, neighbour, rules)
        elif verb == "slide":
            _number_slides(every, names, neighbour, rules)
        elif verb == "hop":
            for workers in range(board.workers + 1):
                for queens in range(board.queens + 1):
                    party = (workers, queens)
                    every.add("hop", hop_words(*party), NOWHERE, party=party)
        elif verb == "push" and pushes:
            _number_pushes(every, names, neighbour, rules)
    assert len(every.words) <= MAX_ACTIONS
    rules["actions"][: len(every.records)] = np.array(every.records, ACTION)
    return every.words


def _number_jumps(every: _Numbering, names: list[str], neighbour: np.ndarray, rules: Any) -> None:
    for cell, name in enumerate(names):
        for direction in range(DIRECTIONS):
            target = neighbour[cell, direction]
            if target != OFF_BOARD:
                rules["jump"][cell, direction] = len(every.words)
                for party in PARTIES[: rules["parties"]]:
                    words = f"{name} {names[target]} {party_words(*party)}"
                    every.add("jump", words, cell, target, party)


def _number_slides(every: _Numbering, names: list[str], neighbour: np.ndarray, rules: Any) -> None:
    for cell, name in enumerate(names):
        for direction in range(DIRECTIONS):
            target = neighbour[cell, direction]
            while target != OFF_BOARD:
                rules["slide"][cell, target] = every.add(
                    "slide", f"{name} {names[target]}", cell, target
                )
                target = neighbour[target, direction]


def _number_pushes(every: _Numbering, names: list[str], neighbour: np.ndarray, rules: Any) -> None:
    for pushed, name in enumerate(names):
        for direction in range(DIRECTIONS):
            pusher = neighbour[pushed, (direction + DIRECTIONS // 2) % DIRECTIONS]
            target = neighbour[pushed, direction]
            if pusher == OFF_BOARD or target == OFF_BOARD:
                continue
            rules["push"][pushed, direction] = len(every.words)
            for _ in range(PUSH_REACH):
                if target != OFF_BOARD:
                    every.add("push", f"{names[pusher]} {name} {names[target]}", pushed, target)
                    target = neighbour[target, direction]


# --------------------------------------------------------------------------------------- Positions


def state_to_dict(game: Game, states: np.ndarray) -> dict[str, Any]:
    """Return all that a state, (1,), holds but its generator, as JSON values in words."""
    state, names = states[0], game.components.cell_names
    tiles = {}
    for cell, name in enumerate(names):
        if state["species"][cell] != EMPTY:
            tile: list[Any] = [LETTERS[state["species"][cell]]]
            if state["owner"][cell] != NOBODY:
                tile += [int(state[key][cell]) for key in ("owner", "workers", "queens")]
            tiles[name] = tile
    return {
        "seat": int(state["seat"]),
        "phase": PHASES[state["phase"]],
        "turns": int(state["turns"]),
        "ending": ENDINGS[state["ending"]],
        "winner": None if state["winner"] == NOBODY else int(state["winner"]),
        "slid": None if state["slid_to"] == NOWHERE else names[state["slid_to"]],
        "bumped": None if state["bumped"] == NOWHERE else names[state["bumped"]],
        "tiles": tiles,
        "supply": [
            [int(state["worker_supply"][seat]), int(state["queen_supply"][seat])]
            for seat in range(game.seats)
        ],
    }


def state_from_dict(game: Game, data: dict[str, Any]) -> np.ndarray:
    """Return the state (1,) that `state_to_dict` told, with a blank generator.

    Raises
    ------
    BadPosition
        With the reason, if no game can come to this position.
    """
    states = new_states(STATE, 1)
    state = states[0]
    state["seat"] = seat_number(take(data, "seat", int), game.seats, "seat")
    state["phase"] = index_of(PHASES, take(data, "phase", str), "phase")
    state["turns"] = whole(take(data, "turns", int), 0, game.options.max_turns, "turns")
    state["ending"] = index_of(ENDINGS, take(data, "ending", str), "ending")
    winner = take(data, "winner", (int, type(None)))
    state["winner"] = NOBODY if winner is None else seat_number(winner, game.seats, "winner")
    for key, name in (("slid_to", "slid"), ("bumped", "bumped")):
        cell = take(data, name, (str, type(None)))
        state[key] = NOWHERE if cell is None else _cell(game, cell)
    _read_tiles(game, take(data, "tiles", dict), state)
    _read_supply(game, take(data, "supply", list), state)
    _check_tiles(game, state)
    _check_lice(game, state)
    _check_turn(game, state)
    _check_end(game, states)
    _check_hop(game, states)
    return states


def _cell(game: Game, name: str) -> int:
    names = game.components.cell_names
    if name not in names:
        raise BadPosition(f"there is no cell {name!r} on a board from {names[0]} to {names[-1]}.")
    return names.index(name)


def _read_tiles(game: Game, tiles: dict[str, Any], state: Any) -> None:
    lice = game.components
    state["species"], state["owner"] = EMPTY, NOBODY
    for name, tile in tiles.items():
        cell = _cell(game, name)
        if not isinstance(tile, list) or len(tile) not in (1, 4) or tile[0] not in tuple(LETTERS):
            raise BadPosition(
                f"tile {name} must be a letter of {LETTERS}, with lice also owner, workers, "
                f"queens, not {tile!r}."
            )
        state["species"][cell] = LETTERS.index(tile[0])
        if len(tile) > 1:
            state["owner"][cell] = seat_number(tile[1], game.seats, f"owner of {name}")
            state["workers"][cell] = whole(tile[2], 0, lice.workers, f"workers on {name}")
            state["queens"][cell] = whole(tile[3], 0, lice.queens, f"queens on {name}")
            if tile[2] + tile[3] == 0:
                raise BadPosition(f"tile {name} has an owner but no lice.")


def _read_supply(game: Game, supply: list[Any], state: Any) -> None:
    for seat, pair in enumerate(of_each_seat(supply, game.seats, "supply")):
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadPosition(f"supply of seat {seat} must be workers and queens, not {pair!r}.")
        lice = game.components
        state["worker_supply"][seat] = whole(pair[0], 0, lice.workers, f"workers of seat {seat}")
        state["queen_supply"][seat] = whole(pair[1], 0, lice.queens, f"queens of seat {seat}")


def _check_tiles(game: Game, state: Any) -> None:
    """Tiles move, but none comes or goes; none has moved while the starts are chosen."""
    layout = game.rules["layout"][0]
    for species, letter in enumerate(LETTERS):
        there, dealt = (int((tiles == species).sum()) for tiles in (state["species"], layout))
        if there != dealt:
            raise BadPosition(f"there are {there} tiles {letter}, but the board has {dealt}.")
    if state["phase"] == PLACING and (state["species"] != layout).any():
        raise BadPosition("while the starts are chosen every tile is on its own flower.")


def _check_lice(game: Game, state: Any) -> None:
    """IM-21: beaten lice are lost with Last Louse Left only, and only once all have started."""
    placing = state["phase"] == PLACING
    lost_allowed = game.options.last_louse_left and not placing
    for seat in range(game.seats):
        own = state["owner"] == seat
        for kind, supply in (("workers", "worker_supply"), ("queens", "queen_supply")):
            have = int(state[kind][own].sum()) + int(state[supply][seat])
            total = getattr(game.components, kind)
            if have > total or (have < total and not lost_allowed):
                raise BadPosition(f"seat {seat} has {have} {kind} in all, instead of {total}.")
        start = [(START_WORKERS, START_QUEENS)] if seat < state["seat"] else []
        if placing and list(zip(state["workers"][own], state["queens"][own], strict=True)) != start:
            raise BadPosition(f"seat {seat} cannot be so while seat {state['seat']} starts.")


def _check_turn(game: Game, state: Any) -> None:
    """IM-14: no turn is over while the starts are chosen; the cap ends the game."""
    turns, cap = int(state["turns"]), game.options.max_turns
    if state["phase"] == PLACING and turns:
        raise BadPosition("no turn is over while the starts are chosen.")
    if turns == cap and state["ending"] != TURN_CAP:
        raise BadPosition(f"after {turns} turns the game is over.")
    if turns < cap and state["ending"] == TURN_CAP:
        raise BadPosition(f"the game ends by its cap after {cap} turns, not after {turns}.")


def _check_hop(game: Game, states: np.ndarray) -> None:
    """IM-9: in phase hop, a slide from somewhere must lead to this very position."""
    state = states[0]
    slid, bumped = int(state["slid_to"]), int(state["bumped"])
    if state["phase"] != HOPPING:
        if slid != NOWHERE or bumped != NOWHERE:
            raise BadPosition("only in phase 'hop' has a tile slid and bumped another.")
        return
    rules = game.rules[0]
    if slid == NOWHERE or bumped == NOWHERE or state["owner"][slid] != state["seat"]:
        raise BadPosition("in phase 'hop' an own tile has slid and bumped the tile beside it.")
    for direction in range(DIRECTIONS):
        origin = rules["neighbour"][slid, direction]
        while origin != OFF_BOARD:
            if state["species"][origin] == EMPTY and _slides_to(game, states, origin):
                return
            origin = rules["neighbour"][origin, direction]
    raise BadPosition("no slide leads to this hop.")


def _slides_to(game: Game, states: np.ndarray, origin: int) -> bool:
    """Tell whether sliding the tile from `origin` leads to the position in phase hop."""
    before = states.copy()
    slid, mask = states[0]["slid_to"], np.zeros(len(game.actions), np.int8)
    move_tile(before[0], slid, origin)
    before["phase"], before["slid_to"], before["bumped"] = MOVING, NOWHERE, NOWHERE
    action = game.rules[0]["slide"][origin, slid]
    legal(game.rules[0], before[0], mask)
    if not mask[action]:
        return False
    apply(game.rules[0], before[0], action)
    return before.tobytes() == states.tobytes()


def _check_end(game: Game, states: np.ndarray) -> None:
    """Set the status by the ending, which must be the one that the position shows."""
    state, rules = states[0], game.rules[0]
    ending = int(state["ending"])
    if (state["winner"] != NOBODY) != (ending in (COLONIES, LAST_LOUSE)):
        raise BadPosition(f"ending {ENDINGS[ending]!r} and winner do not fit together.")
    probe = states.copy()
    probe["status"], probe["ending"], probe["winner"] = RUNNING, NOT_ENDED, NOBODY
    if ending == NOT_ENDED and not game.options.last_louse_left:
        for seat in range(game.seats):
            if has_won(rules, probe[0], seat):
                raise BadPosition(f"seat {seat} has its colonies, so the game is over.")
    end_if_won(rules, probe[0])
    if ending == TURN_CAP and probe["ending"][0] == NOT_ENDED:
        probe["status"], probe["ending"] = TRUNCATED, TURN_CAP
    if probe["ending"][0] != ending or probe["winner"][0] != state["winner"]:
        found = ENDINGS[probe["ending"][0]]
        raise BadPosition(f"ending {ENDINGS[ending]!r} is not what the position shows: {found!r}.")
    state["status"] = probe["status"][0]
    if ending == NOT_ENDED:
        pass_what_is_not_asked(rules, probe[0])
        if probe.tobytes() != states.tobytes():
            raise BadPosition(f"seat {state['seat']} has nothing to decide there.")
