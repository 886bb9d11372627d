"""`Game`: one game under one set of options; its facts, tables, and the doors to play it.

A game's package fills in the facts; everything generic (positions, batches, environments, agents,
training) knows games only through this class and the verbs of contract.py.

Axis letters, here and everywhere: N games, S seats, A actions, O observation features.
"""

import difflib
import hashlib
import math
import operator
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .checks import is_whole_number
from .errors import BadFile, BadOption, UnknownAction

if TYPE_CHECKING:
    from .batch import Batch
    from .position import Position

MAX_SEED = 2**64 - 1


@dataclass(frozen=True)
class Feature:
    """A named section of the observation: `shape` int8 numbers, each from `low` to `high`."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers the section holds."""
        return math.prod(self.shape)


class FeatureTable(Sequence[Feature]):
    """The sections of an observation, in order; `slices` says where each one lies."""

    def __init__(self, features: Sequence[Feature]) -> None:
        """Lay the sections out one after another."""
        self._features = tuple(features)
        self.slices: dict[str, slice] = {}
        start = 0
        for feature in self._features:
            self.slices[feature.name] = slice(start, start + feature.size)
            start += feature.size
        self.size = start
        self.low = np.concatenate([np.full(f.size, f.low, np.int8) for f in self])
        self.high = np.concatenate([np.full(f.size, f.high, np.int8) for f in self])

    def __getitem__(self, index: Any) -> Any:
        """Return one section by its place."""
        return self._features[index]

    def __len__(self) -> int:
        """Return the number of sections."""
        return len(self._features)

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return named views into observations (..., O), each section in its shape."""
        lead = observation.shape[:-1]
        return {f.name: observation[..., self.slices[f.name]].reshape(lead + f.shape) for f in self}

    def __str__(self) -> str:
        """Return the table as Markdown."""
        lines = ["| features | name | shape | range | meaning |", "| --- | --- | --- | --- | --- |"]
        for f in self:
            where, shape = self.slices[f.name], " x ".join(map(str, f.shape)) or "1"
            lines.append(
                f"| {where.start}-{where.stop - 1} | {f.name} | {shape} "
                f"| {f.low} to {f.high} | {f.meaning} |"
            )
        return "\n".join(lines)


def verb_of(words: str) -> str:
    """Return the verb of an action: its first word, or a sign as in `+J3`."""
    return words[0] if words[0] in "+-" else words.split()[0]


class ActionTable(Sequence[str]):
    """The numbered actions of a game: number to words and words to number.

    `meaning` names the segments of the table by their verbs, and says each in a sentence.
    """

    def __init__(self, words: Sequence[str], meaning: dict[str, str]) -> None:
        """Number `words` in their order; `meaning` explains verbs, others too."""
        self._words = tuple(words)
        self._numbers = {word: number for number, word in enumerate(words)}
        assert len(self._numbers) == len(words), "two actions with the same words"
        verbs = {verb_of(word) for word in words}
        self.meaning = {verb: told for verb, told in meaning.items() if verb in verbs}

    def __getitem__(self, index: Any) -> Any:
        """Return the words of one action."""
        return self._words[index]

    def __len__(self) -> int:
        """Return the number of actions."""
        return len(self._words)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the words in the order of their numbers."""
        return iter(self._words)

    def number(self, words: str) -> int:
        """Return the number of an action given in words.

        Raises
        ------
        UnknownAction
            With the nearest words, if there is no such action.
        """
        tidy = " ".join(str(words).split())
        if tidy in self._numbers:
            return self._numbers[tidy]
        near = difflib.get_close_matches(tidy, self._words, n=3)
        hint = f"; near it: {', '.join(near)}" if near else f"; verbs are {', '.join(self.meaning)}"
        raise UnknownAction(f"'{words}' is not an action of this game{hint}.")

    def check(self, action: Any) -> int:
        """Return an action number as an int, or raise UnknownAction."""
        try:
            number = shown = operator.index(action)
        except TypeError:
            number, shown = -1, repr(action)
        if not 0 <= number < len(self):
            raise UnknownAction(
                f"{shown} is not an action; actions are numbered 0 to {len(self) - 1}."
            )
        return number

    def __str__(self) -> str:
        """Return the table of segments as Markdown."""
        lines = ["| actions | words | meaning |", "| --- | --- | --- |"]
        for verb, meaning in self.meaning.items():
            numbers = [n for n, word in enumerate(self) if verb_of(word) == verb]
            ends = sorted({numbers[0], numbers[-1]})
            words = " ... ".join(f"`{self[n]}`" for n in ends)
            lines.append(f"| {'-'.join(map(str, ends))} | {words} | {meaning} |")
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Game:
    """One game under one set of options; see `jivezoo.game`."""

    name: str  # as in `jivezoo.game(name)`
    title: str  # as on the box
    version: int  # bumped when rules, legal sets, observations, rewards or numbering change
    options: Any  # the game's frozen dataclass of options
    seats: int
    rules: np.ndarray  # (1,) record of options and tables, read by the kernels
    state_dtype: np.dtype
    components: Any  # the checked data of the box, as the game's components.py read it
    actions: ActionTable
    features: FeatureTable
    board_text: Callable[[Any, np.ndarray, int | None], str] = field(repr=False)
    state_to_dict: Callable[[Any, np.ndarray], dict[str, Any]] = field(repr=False)
    state_from_dict: Callable[[Any, dict[str, Any]], np.ndarray] = field(repr=False)
    # the option that takes the path of a components file, and what such a file says, drawn as text
    components_option: str = "components"
    components_text: Callable[[Any], str] | None = field(default=None, repr=False)
    # puts a face of the die on the table, in place, or raises BadPosition; None: there is no die
    force_die: Callable[[Any, np.ndarray, int], None] | None = field(default=None, repr=False)
    # what a seat says that is not asked, where seats choose together; None: they act in turn
    idle_action: int | None = None

    @property
    def id(self) -> str:
        """Name and version, as in replays and positions."""
        return f"{self.name}_v{self.version}"

    @cached_property
    def option_words(self) -> dict[str, Any]:
        """The options as JSON values."""
        return {key: _json_value(value) for key, value in asdict(self.options).items()}

    @cached_property
    def rules_digest(self) -> str:
        """Twelve hex digits that tell options and data files apart by their contents."""
        told = self.rules.tobytes() + repr(self.components).encode()
        return hashlib.sha256(told).hexdigest()[:12]

    def winners_text(self, won: np.ndarray) -> str:
        """Return `player_0, player_2 win`, given for each seat whether it has won."""
        winners = [f"player_{seat}" for seat in range(self.seats) if won[seat]]
        names = "all" if len(winners) == self.seats else ", ".join(winners)
        return f"{names} win" + "s" * (len(winners) == 1)

    def new(self, seed: int | None = None) -> "Position":
        """Return the first position of a game; without a seed a fresh one is drawn."""
        from .position import Position  # a door to the floor above, opened only when used

        return Position.deal(self, check_seed(seed))

    def from_json(self, text: str) -> "Position":
        """Return the position that `Position.to_json` wrote.

        Raises
        ------
        BadPosition
            If the text is not a position of this game under these options.
        """
        from .position import Position

        return Position.from_json(self, text)

    def batch(
        self, n: int, seed: int | None = None, *, together: bool = False, **settings: Any
    ) -> "Batch":
        """Return `n` games that are played at once: see `jivezoo.envs.batch.Batch`.

        With `together`, where seats choose at the same time, they are asked at the same time:
        see `jivezoo.envs.parallel.ParallelBatch`.
        """
        from .batch import Batch
        from .parallel import ParallelBatch

        return (ParallelBatch if together else Batch)(self, n, seed, **settings)

    def __deepcopy__(self, memo: Any) -> "Game":
        """Return the game itself: nothing in it ever changes."""
        return self

    def __reduce__(self) -> Any:
        """Pickle as name and options, so that workers build their own tables."""
        return _rebuild, (self.name, self.options, self.rules_digest)


def _json_value(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def _rebuild(name: str, options: Any, rules_digest: str) -> Game:
    from importlib import import_module

    game = import_module(f".{name}", __package__).make(options)
    if game.rules_digest != rules_digest:
        raise BadFile(f"a data file of {name} has changed since this was pickled.")
    return game


def check_seed(seed: int | None) -> int:
    """Return a seed from 0 to 2**64 - 1, a fresh one for None, or raise BadOption."""
    if seed is None:
        return secrets.randbits(63)
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= MAX_SEED:
        raise BadOption(f"seed {seed!r} must be a whole number from 0 to 2**64 - 1.")
    return number


def make_options(kind: type, game: str, given: dict[str, Any]) -> Any:
    """Return the options dataclass `kind` filled from keywords, refusing unknown names."""
    known = list(kind.__dataclass_fields__)
    for key in given:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"options are {', '.join(known)}."
            raise BadOption(f"{game} has no option {key!r}; {hint}")
    return kind(**given)


def settle(options: Any, name: str, check: Callable[..., Any], *limits: Any) -> None:
    """Put an option of a frozen dataclass into one form: `check(name, value, *limits)`."""
    object.__setattr__(options, name, check(name, getattr(options, name), *limits))


def check_yes_or_no(option: str, value: Any) -> bool:
    """Return an option's value as a bool, or raise BadOption."""
    if not isinstance(value, bool | np.bool_):
        raise BadOption(f"{option} must be true or false, not {value!r}.")
    return bool(value)


def check_whole_number(option: str, value: Any, low: int, high: int) -> int:
    """Return an option's value as an int from low to high, or raise BadOption."""
    if not is_whole_number(value) or not low <= value <= high:
        raise BadOption(f"{option} must be a whole number from {low} to {high}, not {value!r}.")
    return int(value)
