"""What `jivezoo speed --search` measures: simulations of the tree search, and steps played in them.

Beside them stand the steps of a game alone: what is allowed, a random choice of it, and its
playing, with nothing observed.  That is what a search with random rollouts cannot do without.
"""

import itertools
from typing import Any, ClassVar

import numpy as np

from ..agents import make_agent
from ..agents.player import Views
from ..agents.random import pick_all
from ..envs.batch import start_games
from ..envs.contract import RUNNING, apply, legal
from ..envs.game import Game
from ..envs.kernel import kernel, new_states
from ..envs.randomness import NEXT_GAME, combine, draw_allowed
from .faces import LIBRARY
from .peers import SEARCHED_GAMES, SEED, SIMULATIONS, Contestant, Play
from .report import Report, rounded
from .timing import Row

ALONE = 64  # games at once
ROUNDS = 16  # steps of each of them between two looks at the clock
RANDOM_ROLLOUTS = f"mcts:{SIMULATIONS},rollouts=random,prior=none,cut=end,outcomes=0"
DEFAULT = "mcts:1000"  # with the game's own heuristics


@kernel
def step_alone(
    rules: np.ndarray,
    blank: np.ndarray,
    states: np.ndarray,
    seeds: np.ndarray,
    mask: np.ndarray,
    rounds: int,
) -> None:
    """Play so many random steps in each of `states` (N,), in place; games that end begin anew."""
    for _ in range(rounds):
        for i in range(len(states)):
            legal(rules[0], states[i], mask)
            apply(rules[0], states[i], draw_allowed(states[i], mask))
            if states[i].status != RUNNING:
                one = slice(i, i + 1)
                states[i] = blank[0]
                seeds[i] = combine(seeds[i], NEXT_GAME)
                start_games(rules, states[one], seeds[one])


def alone_play(game: Game) -> Play:
    """Return `ROUNDS` steps of `ALONE` games at once, without observations."""
    batch = game.batch(ALONE, seed=SEED)
    blank, mask = new_states(game.state_dtype, 1), np.zeros(len(game.actions), np.int8)

    def play() -> int:
        step_alone(game.rules, blank, batch.states, batch.seeds, mask, ROUNDS)
        return ROUNDS * ALONE

    return play


def decisions_of(game: Game) -> Views:
    """Return all views of some random games in which there is something to decide, mixed."""
    batch = game.batch(SEARCHED_GAMES, seed=SEED, auto_reset=False)
    keys, actions = np.random.PCG64(SEED), np.zeros(SEARCHED_GAMES, np.int64)
    found = []
    while not batch.is_over.all():
        asked = np.flatnonzero(batch.action_mask.sum(axis=1) > 1)
        found.append((batch.states[asked], batch.observation[asked], batch.action_mask[asked]))
        pick_all(batch.action_mask, keys.random_raw(SEARCHED_GAMES), actions)
        batch.step(actions)
    states, observation, mask = (np.concatenate(parts) for parts in zip(*found, strict=True))
    views = Views(game, states, observation, mask, keys.random_raw(len(states)))
    return views.select(np.random.Generator(keys).permutation(len(states)))


class SearchPlay:
    """Searches the decisions of random games, one at every call; no tree is kept for the next."""

    def __init__(self, game: Game, spec: str) -> None:
        """Prepare the search of that name."""
        self._search: Any = make_agent(spec, game)
        self._decisions = itertools.cycle(decisions_of(game))
        self.simulations = 0  # so far
        self.steps = 0  # that were played in them, in the tree and beyond

    def __call__(self) -> int:
        """Search for one decision, and return the simulations that were made for it."""
        [thought] = self._search.think(next(self._decisions).alone())
        self.simulations += thought.worlds
        self.steps += thought.steps
        return thought.worlds


def search_contestants_of(game: Game) -> list[Contestant]:
    """Return what is measured of the searches of one of our games."""
    name = f"{game.title}, {game.seats} players"
    alone = f"steps alone, {ALONE} games"
    searches = [
        Contestant(
            LIBRARY, name, spec, lambda spec=spec: SearchPlay(game, spec), unit="simulations"
        )
        for spec in (RANDOM_ROLLOUTS, DEFAULT)
    ]
    return [Contestant(LIBRARY, name, alone, lambda: alone_play(game)), *searches]


class SearchReport(Report):
    """What was measured of searches."""

    UNITS: ClassVar[tuple[str, ...]] = ("simulations", "steps")
    BASELINE: ClassVar[tuple[str, str]] = ("OpenSpiel", "backgammon")
    CONDITIONS: ClassVar[str] = (
        f"The decisions of {SEARCHED_GAMES} random games, from the first to the last, in mixed "
        "order; no tree is kept from one to the next. Steps of a search are those played in its "
        "simulations, in the tree and in rollouts; steps alone are a random choice of what is "
        "allowed and its playing, with nothing observed. One core."
    )
    RATIOS: ClassVar[str] = (
        "The ratio is to the simulations of OpenSpiel's backgammon in the same run; the share is "
        "that of a search's steps in the steps alone of the same game."
    )

    def rate(self, row: Row, unit: str) -> float | None:
        """Return how many of a unit a row has done per second, None if it does not count them."""
        if unit == "steps" and isinstance(row.play, SearchPlay):
            return row.median * row.play.steps / row.play.simulations
        return super().rate(row, unit)

    def share(self, row: Row) -> float | None:
        """Return a search's steps per second in relation to the same game's steps alone."""
        steps = self.rate(row, "steps")
        for other in self.rows:
            if (other.contestant.game, other.contestant.unit) == (row.contestant.game, "steps"):
                return steps and steps / other.median
        return None

    def columns(self, row: Row) -> dict[str, str]:
        """Return the cells of a row of the table, by their headings."""
        return super().columns(row) | {"share": rounded(self.share(row))}

    def row_to_dict(self, row: Row) -> dict[str, Any]:
        """Return the figures of a row as JSON values."""
        return super().row_to_dict(row) | {"share": self.share(row)}
