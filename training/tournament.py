"""Tournaments: who meets whom, the games in fixed chunks, and the processes that play them.

Games come in sets: the games of a set share a seed, and seat the same agents in every distinct
way.  The chunks of sets do not depend on the number of processes, so neither do the results.
"""

import hashlib
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from ..agents import make_agent
from ..agents.player import Agent
from ..envs.batch import Batch
from ..envs.errors import BadOption
from ..envs.game import Game, check_seed
from ..envs.randomness import combine
from .match import GameResult, MatchFailed, play_games

GAMES_PER_CHUNK = 64  # at least one set; enough for agents that answer in batches

Seating = tuple[int, ...]
Key = tuple[int, Seating]  # seed and seating: one game
Chunk = tuple[Key, ...]
Maker = Callable[[str, Game], Agent]


MAX_GAMES = 10_000_000  # at a table
MAX_OPENING = 1000  # decisions


@dataclass(frozen=True)
class Plan:
    """A tournament: `agents` at every table with at least two different ones of them.

    `games` is how many to play at each table, at least: sets are played whole.
    """

    game: Game
    agents: tuple[str, ...]
    games: int = 400
    seed: int = 0
    opening: int = 0  # first decisions of each game that are random, the same in all of a set

    def __post_init__(self) -> None:
        """Check everything that does not need the agents themselves, or raise BadOption."""
        names = [name.strip() for name in self.agents]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise BadOption(f"agent {twice[0]!r} is given twice.")
        if len(names) < 2:
            raise BadOption("a tournament needs at least two agents.")
        if not 1 <= self.games <= MAX_GAMES:
            raise BadOption(f"the number of games must be 1 to {MAX_GAMES:,}, not {self.games}.")
        if not 0 <= self.opening <= MAX_OPENING:
            raise BadOption(
                f"the opening must be 0 to {MAX_OPENING} decisions, not {self.opening}."
            )
        object.__setattr__(self, "agents", tuple(names))
        object.__setattr__(self, "seed", check_seed(self.seed))

    @cached_property
    def tables(self) -> list[Seating]:
        """The agents at each table, in the order of the seats of its first seating."""
        line_ups = combinations_with_replacement(range(len(self.agents)), self.game.seats)
        return [table for table in line_ups if len(set(table)) > 1]

    def sets_at(self, table: Seating) -> int:
        """Return how many sets of games are played at a table."""
        return -(-self.games // len(seatings_of(table)))

    def games_at(self, table: Seating) -> int:
        """Return how many games are played at a table: `games`, rounded up to whole sets."""
        return self.sets_at(table) * len(seatings_of(table))

    @property
    def total(self) -> int:
        """How many games there are in all."""
        return sum(map(self.games_at, self.tables))

    def chunks(self) -> list[Chunk]:
        """Return all games, in the chunks and the order in which they are played.

        Tables take turns, so that a tournament that is cut short has games of all of them.
        """
        parts = [(start, table, part) for table in self.tables for start, part in self._cut(table)]
        return [part for _, _, part in sorted(parts)]

    def _cut(self, table: Seating) -> Iterator[tuple[int, Chunk]]:
        """Yield the chunks of a table, each with the number of its first set."""
        seatings = seatings_of(table)
        length = max(1, GAMES_PER_CHUNK // len(seatings))
        base = np.uint64(self.seed)
        for start in range(0, self.sets_at(table), length):
            numbers = range(start, min(start + length, self.sets_at(table)))
            seeds = [int(combine(base, np.uint64(number))) for number in numbers]
            yield start, tuple((seed, seating) for seed in seeds for seating in seatings)

    def settings(self) -> dict[str, Any]:
        """Return all that the results depend on, as JSON values."""
        return {
            "jivezoo": __version__,
            "game": self.game.id,
            "options": self.game.option_words,
            "rules": self.game.rules_digest,
            "agents": list(self.agents),
            "agent_files": {name: digest_of_file(name) for name in self.agents},
            "games": self.games,
            "seed": self.seed,
            **({"opening": self.opening} if self.opening else {}),
        }


def seatings_of(table: Seating) -> list[Seating]:
    """Return every distinct seating of the agents at a table."""
    return sorted(set(permutations(table)))


def digest_of_file(name: str) -> str | None:
    """Return a digest of the file that an agent's name mentions, if it mentions one."""
    path = Path(name.partition(":")[2].split(",")[0])
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else None


def tournament(
    plan: Plan,
    workers: int = 1,
    kept: Iterable[GameResult] = (),
    make: Maker = make_agent,
) -> list[GameResult]:
    """Play a whole tournament and return its games in the order of the plan.

    Arguments as for `play_plan`.
    """
    games = list(kept)
    for results in play_plan(plan, workers, games, make):
        games += results
    return in_order(plan, games)


def in_order(plan: Plan, games: Iterable[GameResult]) -> list[GameResult]:
    """Return those games of a plan that have been played, in the order of the plan."""
    played = {(game.seed, game.seating): game for game in games}
    return [played[key] for chunk in plan.chunks() for key in chunk if key in played]


def whole_chunks(plan: Plan, games: Iterable[GameResult]) -> list[Chunk]:
    """Return the chunks of a plan all of whose games are among `games`."""
    played = {(game.seed, game.seating) for game in games}
    return [chunk for chunk in plan.chunks() if played.issuperset(chunk)]


def play_plan(
    plan: Plan,
    workers: int = 1,
    kept: Sequence[GameResult] = (),
    make: Maker = make_agent,
) -> Generator[list[GameResult]]:
    """Yield the results of each chunk as it is finished, in any order.

    workers : processes; with 1 the games are played in this one
    kept    : games played before; chunks that they cover are not played again
    make    : makes an agent of its name; workers must be able to import it

    Raises
    ------
    BadOption, BadFile
        If an agent cannot be made.
    MatchFailed
        If an agent did not answer as it should, or a worker died.
    """
    if workers < 1:
        raise BadOption(f"the number of workers must be at least 1, not {workers}.")
    agents = [make(name, plan.game) for name in plan.agents]
    done = set(whole_chunks(plan, kept))
    left = [chunk for chunk in plan.chunks() if chunk not in done]
    if workers == 1 or len(left) < 2:
        return (_play_chunk(plan.game, agents, chunk, plan.opening) for chunk in left)
    return _play_in_processes(plan, left, min(workers, len(left)), make)


def _play_chunk(
    game: Game, agents: Sequence[Agent], chunk: Chunk, opening: int
) -> list[GameResult]:
    seeds, seatings = zip(*chunk, strict=True)
    with one_torch_thread():
        return play_games(game, agents, seatings, seeds, opening)


@contextmanager
def one_torch_thread() -> Iterator[None]:
    """Let PyTorch, where an agent has loaded it, compute with one thread: the same sums always."""
    torch = sys.modules.get("torch")
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _play_in_processes(
    plan: Plan, chunks: Sequence[Chunk], workers: int, make: Maker
) -> Generator[list[GameResult]]:
    _compile_rules(plan.game)
    before = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, spawn, _start_worker, (plan, make))
    try:
        with _deaf_to_interrupts():  # the workers stay so: it is for this process to end them
            waiting = {pool.submit(_work, chunk) for chunk in chunks}
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)
        pool.shutdown()
    except BrokenProcessPool:
        raise MatchFailed(
            "a worker process died: it crashed or ran out of memory; one worker would show more."
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
            child.join()


def _compile_rules(game: Game) -> None:
    """Fill the cache of compiled rules, so that the workers need not all do the same."""
    batch = Batch(game, 1, 0)
    batch.step(batch.action_mask.argmax(axis=1))


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C for a moment; processes started meanwhile ignore it for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Worker:
    """What a worker process keeps between chunks; nothing in any other process."""

    plan: Plan
    make: Maker
    agents: Sequence[Agent] = ()


def _start_worker(plan: Plan, make: Maker) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems where children do not inherit it
    _Worker.plan, _Worker.make = plan, staticmethod(make)


def _work(chunk: Chunk) -> list[GameResult]:
    """Play a chunk in a worker; the first one makes the agents, so that errors reach the user."""
    if not _Worker.agents:
        _Worker.agents = [_Worker.make(name, _Worker.plan.game) for name in _Worker.plan.agents]
    return _play_chunk(_Worker.plan.game, _Worker.agents, chunk, _Worker.plan.opening)
