"""`Position`: one game at one moment, for people: words, text, JSON, copies."""

import json
import re
from typing import Any

import numpy as np

from .batch import imagine_games, look, start_games
from .checks import is_whole_number, take
from .contract import RUNNING, TRUNCATED, apply, observe, returns
from .errors import BadPosition, IllegalAction, NotYourTurn
from .game import Game, check_seed, verb_of
from .kernel import kernel, new_states

GENERATOR = re.compile("0x[0-9a-f]{16}", re.ASCII)  # as `to_json` writes it


@kernel
def apply_one(rules: np.ndarray, states: np.ndarray, action: int) -> None:
    """Play a legal action in `states` (1,), in place."""
    apply(rules[0], states[0], action)


@kernel
def observe_one(rules: np.ndarray, states: np.ndarray, seat: int, out: np.ndarray) -> None:
    """Write what `seat` sees in `states` (1,) into `out` (O,)."""
    observe(rules[0], states[0], seat, out)


@kernel
def returns_one(rules: np.ndarray, states: np.ndarray, out: np.ndarray) -> None:
    """Write the payoffs of the game that is over in `states` (1,) into `out` (S,)."""
    returns(rules[0], states[0], out)


class Position:
    """One game at one moment.  Undo by keeping copies: `before = position.copy()`."""

    def __init__(self, game: Game, states: np.ndarray) -> None:
        """Take over `states`, (1,) of the game's dtype; use `game.new` or `game.from_json`."""
        self.game = game
        self.states = states

    @classmethod
    def deal(cls, game: Game, seed: int) -> "Position":
        """Return the first position of the game of a seed."""
        states = new_states(game.state_dtype, 1)
        start_games(game.rules, states, np.array([seed], np.uint64))
        return cls(game, states)

    @property
    def seat(self) -> int:
        """The seat to act, 0 to S-1."""
        return int(self.states["seat"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["status"][0] != RUNNING)

    @property
    def is_truncated(self) -> bool:
        """Whether the game was ended by a cap."""
        return bool(self.states["status"][0] == TRUNCATED)

    def action_mask(self) -> np.ndarray:
        """Return (A,) int8, 1 for what the seat to act may do; all zero when the game is over."""
        return self._look()[0]

    def _look(self) -> tuple[np.ndarray, np.ndarray]:
        mask = np.zeros((1, len(self.game.actions)), np.int8)
        observation = np.zeros((1, self.game.features.size), np.int8)
        look(self.game.rules, self.states, mask, observation)
        return mask[0], observation[0]

    def legal_actions(self) -> list[int]:
        """Return the numbers of what the seat to act may do."""
        return np.flatnonzero(self.action_mask()).tolist()

    def legal_words(self) -> list[str]:
        """Return what the seat to act may do, in words."""
        return [self.game.actions[action] for action in self.legal_actions()]

    def apply(self, action: int) -> "Position":
        """Play an action by its number, in place, and return the position itself.

        Raises
        ------
        UnknownAction, IllegalAction, NotYourTurn
            If it is no action, not legal now, or the game is over; the position stays as it was.
        """
        number = self.game.actions.check(action)
        if self.is_over:
            raise NotYourTurn(f"'{self.game.actions[number]}': the game is over.")
        if not self.action_mask()[number]:
            raise IllegalAction(illegal_sentence(self, number))
        apply_one(self.game.rules, self.states, number)
        return self

    def play(self, *words: str) -> "Position":
        """Play actions in words, one after another, and return the position itself."""
        for word in words:
            self.apply(self.game.actions.number(word))
        return self

    def force_die(self, face: int) -> "Position":
        """Show `face` on the die instead of what was cast, in place; return the position itself.

        The seat to act then decides about `face`; later casts stay as the seed has them.  For
        analysis: `position.force_die(4).play("go")`.

        Raises
        ------
        BadPosition
            If the game has no die, none such, or the seat to act is not asked about one.
        """
        if self.game.force_die is None:
            raise BadPosition(f"{self.game.title} has no die.")
        self.game.force_die(self.game, self.states, face)
        return self

    def observation(self, seat: int | None = None) -> np.ndarray:
        """Return what a seat sees, (O,) int8; by default the seat to act."""
        out = np.zeros(self.game.features.size, np.int8)
        observe_one(self.game.rules, self.states, self._check_seat(seat), out)
        return out

    def features(self, seat: int | None = None) -> dict[str, np.ndarray]:
        """Return what a seat sees by the names of the feature table."""
        return self.game.features.split(self.observation(seat))

    def returns(self) -> np.ndarray:
        """Return the payoff of every seat, (S,) float32; zeros while the game runs."""
        out = np.zeros(self.game.seats, np.float32)
        if self.is_over:
            returns_one(self.game.rules, self.states, out)
        return out

    def imagine(self, seat: int | None = None, seed: int = 0) -> "Position":
        """Return a copy in which all that `seat` cannot know is dealt anew, by `seed`."""
        other = self.copy()
        seats = np.array([self._check_seat(seat)], np.int64)
        seeds = np.array([check_seed(seed)], np.uint64)
        imagine_games(self.game.rules, other.states, seats, seeds)
        return other

    def _check_seat(self, seat: int | None) -> int:
        if seat is None:
            return self.seat
        if not is_whole_number(seat) or not 0 <= seat < self.game.seats:
            raise BadPosition(f"there is no seat {seat!r}; seats are 0 to {self.game.seats - 1}.")
        return int(seat)

    def copy(self) -> "Position":
        """Return an independent copy, with the same future."""
        return Position(self.game, self.states.copy())

    def __eq__(self, other: object) -> bool:
        """Tell whether two positions are alike in everything, their future included."""
        if not isinstance(other, Position):
            return NotImplemented
        same_game = self.game.id == other.game.id and self.game.options == other.game.options
        same_game = same_game and self.game.rules_digest == other.game.rules_digest
        return same_game and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]  # positions change

    def __str__(self) -> str:
        """Return the position as text for people, everything open."""
        return self.text()

    def text(self, seat: int | None = None) -> str:
        """Return the position as text at most 80 columns wide: as `seat` sees it, or all of it."""
        return self.game.board_text(self.game, self.states, seat)

    def __repr__(self) -> str:
        """Name the game and the seat to act."""
        return f"<Position of {self.game.id}, " + (
            "over>" if self.is_over else f"seat {self.seat}>"
        )

    def to_json(self) -> str:
        """Return everything the position holds, the generator included, as one line of JSON."""
        return json.dumps(
            {
                "game": self.game.id,
                "options": self.game.option_words,
                "rules": self.game.rules_digest,
                "random": f"{int(self.states['random'][0]):#018x}",
                "state": self.game.state_to_dict(self.game, self.states),
            }
        )

    @classmethod
    def from_json(cls, game: Game, text: str) -> "Position":
        """Return the position that `to_json` wrote, checked: see `Game.from_json`."""
        try:
            data = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise BadPosition(f"the position is not JSON: {error}.") from None
        if take(data, "game", str) != game.id:
            raise BadPosition(f"the position is one of {data['game']}, not of {game.id}.")
        if take(data, "options", dict) != game.option_words:
            raise BadPosition(
                f"the position was played with options {data['options']}, not {game.option_words}."
            )
        if take(data, "rules", str) != game.rules_digest:
            raise BadPosition("the position was played with other data files, such as a board.")
        written = take(data, "random", str)
        random = int(written, 16) if GENERATOR.fullmatch(written) else 0
        if random == 0:
            raise BadPosition(f"'random' must be a 64-bit number above 0 in hex, not {written!r}.")
        states = game.state_from_dict(game, take(data, "state", dict))
        states["random"][0] = random
        position = cls(game, states)
        if not position.is_over and not position.action_mask().any():
            raise BadPosition(f"seat {position.seat} can do nothing in this position.")
        return position

    def __reduce__(self) -> Any:
        """Pickle as game and bytes."""
        return _unpickle, (self.game, self.states.tobytes())


def _unpickle(game: Game, data: bytes) -> Position:
    states = new_states(game.state_dtype, 1)
    states[:] = np.frombuffer(data, game.state_dtype)
    return Position(game, states)


def illegal_sentence(position: Position, action: int) -> str:
    """Say that an action is not legal now, in words, with some that are."""
    words = position.game.actions[action]
    legal = position.legal_words()
    verb = verb_of(words)
    near = [word for word in legal if verb_of(word) == verb] or legal
    shown = ", ".join(near[:6]) + (", ..." if len(near) > 6 else "")
    return (
        f"'{words}' is not legal for player_{position.seat} now; legal are {len(legal)}: {shown}."
    )
