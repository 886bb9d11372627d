"""`mcts`: Monte Carlo tree search, for all games and numbers of seats, blind to what is hidden.

See simulation.py for how a tree is grown.  What actions promise at first sight, and how a game is
played on beyond the tree, is up to the game's heuristics, whose module also says which settings
suit the game.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from ..envs.contract import has_kernel
from ..envs.errors import BadOption
from ..envs.game import Game
from ..envs.randomness import combine
from .player import View, Views
from .rollouts import Pad, advice_for, has_heuristics, load_opinion, make_pad
from .search_settings import Settings, read_budget, read_settings
from .selection import Mind
from .simulation import search, trace
from .thought import Explanation, Growth, Thought
from .tree import NODES, NONE, Tree, clear, edges_of, make_tree

FASTEST = 100_000  # simulations a second, for which a search by time has room
SLICE = 0.01  # seconds between two looks at the clock
AT_ONCE = 2_000  # simulations before an interrupt is heard
LEAST_NEW = 4  # of a decision's simulations at least one in so many is new
ROOM = 3  # decisions that a tree has room for, before it is grown anew
LINE = 12  # actions of a principal line
TREE = np.uint64(1 << 42)  # what a key is used for: the trees of a decision


class Search:
    """Thinks ahead by simulations; see `Settings`."""

    def __init__(self, game: Game, settings: Settings, name: str = "mcts") -> None:
        """Load the opinion on the game, or raise BadOption if it takes one and there is none."""
        if not has_heuristics(game) and (settings.prior, settings.rollouts) != ("none", "random"):
            raise BadOption(f"{name}: {game.title} has no heuristics: rollouts=random,prior=none.")
        self.game, self.settings, self.name = game, settings, name
        self._weights = load_opinion(game)
        if settings.plan and not has_kernel("goes_on", game.state_dtype):
            raise BadOption(f"{name}: in a turn of {game.title} there is nothing to plan.")
        self._method = settings.method(game.idle_action is not None)
        self._style = settings.style()
        self._trees: SimpleQueue[Tree] = SimpleQueue()  # empty ones, that nobody is using
        self._pads: SimpleQueue[Pad] = SimpleQueue()
        self._pool: ThreadPoolExecutor | None = None

    def act(self, views: Views) -> np.ndarray:
        """Return one action for each view, (N,) int64."""
        actions = views.action_mask.argmax(axis=1)
        asked = np.flatnonzero(views.action_mask.sum(axis=1) > 1)
        for i, thought in zip(asked, self.think(views.select(asked)), strict=True):
            actions[i] = thought.choose(views.keys[i])
        return actions

    def explain(self, view: View) -> Explanation:
        """Search for one decision, and tell what was thought."""
        return Explanation.of(view, self.think(view.alone(), line=LINE)[0])

    def think(self, views: Views, line: int = 0) -> list[Thought]:
        """Search for each of the views, on all cores that may be used; trace lines so long."""
        worlds, trees = views.imagine(), self.settings.trees
        jobs = [(views, worlds, i, tree, line) for i in range(len(views)) for tree in range(trees)]
        if self.settings.cores == 1 or len(jobs) < 2:
            grown = [self._grow(*job) for job in jobs]
        else:
            self._pool = self._pool or ThreadPoolExecutor(self.settings.cores)
            grown = list(self._pool.map(lambda job: self._grow(*job), jobs))
        is_mixed = bool(self._method.is_mixed)
        return [
            Thought(views.action_mask[i], grown[i * trees : (i + 1) * trees], is_mixed)
            for i in range(len(views))
        ]

    def _grow(self, views: Views, worlds: np.ndarray, i: int, number: int, line: int) -> Growth:
        """Grow one of the trees for one of the views; a memory keeps it for the next decision."""
        memory = views.memories[i] if views.memories and self.settings.reuse else {}
        tree = memory.get((self, number)) or _take(self._trees, self._make_tree)
        pad = _take(self._pads, lambda: make_pad(self.game))
        mind = Mind(self.game.rules, self._weights, self._method, self._style, tree, pad)
        key = np.uint64(combine(views.keys[i], TREE + np.uint64(number)))
        growth = self._search(mind, worlds[i : i + 1], key, line)
        self._pads.put(pad)
        if views.memories and self.settings.reuse:
            memory[self, number] = tree
        else:
            clear(tree)
            self._trees.put(tree)
        return growth

    def _make_tree(self) -> Tree:
        """Return an empty tree, with room for a few decisions."""
        return make_tree(ROOM * self._share, len(self.game.actions))

    @property
    def _share(self) -> int:
        """How many simulations one tree gets; by time, for how many it has room."""
        if self.settings.seconds:
            return int(FASTEST * self.settings.seconds) + 1
        return -(-self.settings.simulations // self.settings.trees)

    def _search(self, mind: Mind, worlds: np.ndarray, key: np.uint64, line: int) -> Growth:
        """Search with one tree for the seat to act in `worlds`, (1,)."""
        tree, share = mind.tree, self._share
        root = search(mind, worlds, 0, key)
        if root == NONE or tree.counts[NODES] + share > len(tree.nodes):
            clear(tree)
            wanted = share
        else:
            wanted = max(share - int(tree.nodes["visits"][root]), share // LEAST_NEW, 1)
        before = int(mind.pad.steps[0])
        dealt = self._search_for(mind, worlds, wanted, key)
        steps = int(mind.pad.steps[0]) - before
        root = edges_of(tree, search(mind, worlds, 0, key))
        return Growth(tree.edges[root], dealt, trace(mind, self.game, worlds, line), steps)

    def _search_for(self, mind: Mind, worlds: np.ndarray, wanted: int, key: np.uint64) -> int:
        """Run the simulations that are wanted, or as many as there is time for; return how many."""
        if not self.settings.seconds:
            for done in range(0, wanted, AT_ONCE):
                search(mind, worlds, min(AT_ONCE, wanted - done), key)
            return wanted
        now = time.perf_counter()
        end, done, at_once = now + self.settings.seconds, 0, 1
        while now < end:
            begun = now
            search(mind, worlds, at_once, key)
            done, now = done + at_once, time.perf_counter()
            at_once = max(1, int(at_once * min(2.0, SLICE / (now - begun))))
        return done


def _take(free: SimpleQueue[Any], make: Callable[[], Any]) -> Any:
    """Return something that nobody is using, made if need be."""
    try:
        return free.get_nowait()
    except Empty:
        return make()


def make(spec: str, game: Game, argument: str, settings: dict[str, str]) -> Search:
    """Return the agent for `make_agent`: `mcts:1000`, or `mcts:0.5s,trees=2,cores=2`."""
    given = read_budget(spec, argument) | read_settings(spec, settings)
    try:
        return Search(game, Settings(**(advice_for(game) | given)), spec.strip())
    except BadOption as error:
        raise BadOption(f"agent {spec!r}: {error}") from None
