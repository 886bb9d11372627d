"""Planning a whole turn: the chains of small actions that one seat can play one after another.

For games whose heuristics register `goes_on`.  Two bounds hold the search: so many states between
whole actions are thought on, the best ones, and so many ways to carry each action through.  What
has been come to before is not looked at again, so the order of what commutes does not matter.
"""

from typing import Any, NamedTuple

import numpy as np

from ..envs.contract import RUNNING, apply, legal
from ..envs.game import Game
from ..envs.kernel import lean_kernel, new_states, wide
from ..envs.randomness import nth_allowed
from .evaluation import evaluate, goes_on, is_midway

LONGEST = 15  # small actions of a whole one that the stack has room for
SEEN = 1 << 13  # places for the digests of states that have been looked at
MOST_SEEN = SEEN // 2
NOTHING = -1e30
NO_ACTION = -1
KEPT_WAYS, KEPT_IN_BEAM, DIGESTS = range(3)  # what is counted
_1, _2, _8, _31 = np.uint64(1), np.uint64(2), np.uint64(8), np.uint64(31)


class Breadth(NamedTuple):
    """How much a plan looks at."""

    beam: int  # states between whole actions that are thought on, at each depth
    depth: int  # whole actions one after another
    begun: int  # actions that are begun from each of those states
    ways: int  # ways that are followed from each half-done action


QUICK = Breadth(beam=4, depth=6, begun=16, ways=5)
THOROUGH = Breadth(beam=64, depth=8, begun=64, ways=16)


class Shelf(NamedTuple):
    """Some states, with their values, and the action of the root that has led to each."""

    states: np.ndarray  # (n,) of the game's dtype
    values: np.ndarray  # (n,) float64
    roots: np.ndarray  # (n,) int64, action numbers


class Room(NamedTuple):
    """How much `plan` looks at, and the arrays that it thinks in."""

    breadth: Breadth
    child: np.ndarray  # (1,) state
    words: np.ndarray  # (W,) unsigned, the same memory, to be digested
    mask: np.ndarray  # (A,) int8
    seen: np.ndarray  # (SEEN,) uint64, digests; 0 is an empty place
    counts: np.ndarray  # (3,) int64, see above
    beam: Shelf  # the states of this depth ...
    next_beam: Shelf  # ... and of the next one
    stack: Shelf  # half-done actions that wait
    ways: Shelf  # those of one state, best first


def make_room(game: Game, breadth: Breadth) -> Room:
    """Return room for plans of such breadth in a game; it is used again for every plan."""

    def shelf(size: int) -> Shelf:
        return Shelf(new_states(game.state_dtype, size), np.zeros(size), np.zeros(size, np.int64))

    child = new_states(game.state_dtype, 1)
    waiting = breadth.begun + LONGEST * (breadth.ways - 1)  # half-done actions at a time
    width = next(w for w in (8, 4, 2, 1) if game.state_dtype.itemsize % w == 0)
    return Room(
        breadth,
        child,
        child.view(np.ndarray).view(f"u{width}"),
        np.zeros(len(game.actions), np.int8),
        np.zeros(SEEN, np.uint64),
        np.zeros(3, np.int64),
        *(shelf(size) for size in (breadth.beam, breadth.beam, waiting, breadth.begun)),
    )


@lean_kernel
def _turn_left(word: Any, bits: Any) -> Any:
    return (word << bits) | (word >> (np.uint64(64) - bits))


@lean_kernel
def digest(words: np.ndarray) -> Any:
    """Return a uint64 that tells states apart by all that they hold, (W,) unsigned.

    The round of the cipher Simon (Beaulieu et al., 2013): it mixes without a product, which would
    overflow as plain Python.
    """
    found = np.uint64(len(words))
    for word in words:
        mixed = _turn_left(found, _1) & _turn_left(found, _8)
        found = mixed ^ _turn_left(found, _2) ^ _turn_left(np.uint64(word), _31)
    return found if found != np.uint64(0) else _1


@lean_kernel
def is_new(seen: np.ndarray, counts: np.ndarray, found: Any) -> bool:
    """Note a digest among those `seen`, where 0 is an empty place; tell whether it was not there.

    When so many are noted that the search must end, nothing is new any more.
    """
    if counts[DIGESTS] == MOST_SEEN:
        return False
    place = np.int64(found & np.uint64(SEEN - 1))
    while seen[place] != np.uint64(0):
        if seen[place] == found:
            return False
        place = (place + 1) & (SEEN - 1)
    seen[place] = found
    counts[DIGESTS] += 1
    return True


@lean_kernel
def put(shelf: Any, at: int, state: Any, value: float, root: int) -> None:
    """Put a state at a place of a shelf."""
    shelf.states[at] = state
    shelf.values[at], shelf.roots[at] = value, root


@lean_kernel
def keep(shelf: Any, count: int, most: int, state: Any, value: float, root: int) -> int:
    """Put a state on a shelf of `count` ones, best first; `most` stay.  Return the new count."""
    at = count
    while at > 0 and shelf.values[at - 1] < value:
        at -= 1
    if at >= most:
        return count
    count = min(count + 1, most)
    for i in range(count - 1, at, -1):
        put(shelf, i, shelf.states[i - 1], shelf.values[i - 1], shelf.roots[i - 1])
    put(shelf, at, state, value, root)
    return count


@lean_kernel
def try_all(r: Any, node: Any, w: Any, root: int, room: Any, beam: Any, out: np.ndarray) -> None:
    """Try every action in `node`: keep half-done ones as ways, others on `beam` if they go on.

    Raises the values `out` (A,) of the root's actions to those of the ends that are found.
    """
    child, counts, seat = room.child, room.counts, wide(node.seat)
    most = room.breadth.ways if is_midway(r, node) else room.breadth.begun
    counts[KEPT_WAYS] = 0
    legal(r, node, room.mask)
    action = nth_allowed(room.mask, 0)
    while action >= 0:
        room.mask[action] = 0
        child[0] = node
        apply(r, child[0], action)
        if is_new(room.seen, counts, digest(room.words)):
            value, first = evaluate(r, child[0], w, seat), action if root == NO_ACTION else root
            is_own = child[0].status == RUNNING and child[0].seat == seat
            if is_own and is_midway(r, child[0]):
                kept = counts[KEPT_WAYS]
                counts[KEPT_WAYS] = keep(room.ways, kept, most, child[0], value, first)
            else:
                out[first] = max(out[first], value)
                if is_own and goes_on(r, child[0], seat):
                    kept = counts[KEPT_IN_BEAM]
                    kept = keep(beam, kept, room.breadth.beam, child[0], value, first)
                    counts[KEPT_IN_BEAM] = kept
        action = nth_allowed(room.mask, 0)


@lean_kernel
def carry_through(
    r: Any, node: Any, w: Any, root: int, room: Any, beam: Any, out: np.ndarray
) -> None:
    """Carry every action that can be begun in `node` through to its end: see `try_all`."""
    stack, ways = room.stack, room.ways
    put(stack, 0, node, 0.0, root)
    waiting = 1
    while waiting > 0:
        waiting -= 1
        try_all(r, stack.states[waiting], w, stack.roots[waiting], room, beam, out)
        kept = min(room.counts[KEPT_WAYS], len(stack.values) - waiting)
        for way in range(kept - 1, -1, -1):  # so that the best is followed first
            put(stack, waiting, ways.states[way], ways.values[way], ways.roots[way])
            waiting += 1


@lean_kernel
def plan(r: Any, root: Any, w: Any, room: Any, out: np.ndarray) -> None:
    """Write into `out`, (A,) float64, the best value that a turn can come to by each action.

    NOTHING for what is not legal, or was not followed.
    """
    out[:] = NOTHING
    room.seen[:] = 0
    room.counts[:] = 0
    beam, next_beam, size = room.beam, room.next_beam, 1
    put(beam, 0, root, 0.0, wide(NO_ACTION))
    for _ in range(room.breadth.depth):
        room.counts[KEPT_IN_BEAM] = 0
        for i in range(size):
            carry_through(r, beam.states[i], w, beam.roots[i], room, next_beam, out)
        beam, next_beam = next_beam, beam
        size = room.counts[KEPT_IN_BEAM]
