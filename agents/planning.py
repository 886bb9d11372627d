"""Planning a whole turn: the chains of small actions that one seat can play one after another.

For games whose heuristics register `goes_on`.  Two bounds hold the search: so many states between
whole actions are thought on, the best ones, and so many ways to carry each action through.  What
has been come to before is not looked at again, so the order of what commutes does not matter.
"""

from typing import Any

import numpy as np

from ..envs.contract import RUNNING, apply, legal
from ..envs.game import Game
from ..envs.kernel import kernel, new_states, wide
from ..envs.randomness import nth_allowed
from .evaluation import evaluate, goes_on, is_midway

BEAM = 4  # states between whole actions that are thought on, at each depth
DEPTH = 6  # whole actions one after another
BEGUN = 16  # actions that are begun from each of those states
WAYS = 5  # ways that are followed from each half-done action
STACK = BEGUN + 12 * WAYS  # half-done actions that wait to be followed
SEEN = 1 << 13  # places for the digests of states that have been looked at
MOST_SEEN = SEEN // 2
NOTHING = -1e30
NO_ACTION = -1
_1, _2, _8, _31 = np.uint64(1), np.uint64(2), np.uint64(8), np.uint64(31)


WAYS_KEPT, BEAM_KEPT, DIGESTS = range(3)  # what is counted


def _shelf(game: Game, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return room for `size` states, their values, and the root's action that led to each."""
    return new_states(game.state_dtype, size), np.zeros(size), np.zeros(size, np.int64)


def make_room(game: Game) -> tuple[Any, ...]:
    """Return the arrays that `plan` thinks in."""
    child = new_states(game.state_dtype, 1)
    width = next(w for w in (8, 4, 2, 1) if game.state_dtype.itemsize % w == 0)
    words = child.view(np.ndarray).view(f"u{width}")  # the same memory, to be digested
    mask, seen = np.zeros(len(game.actions), np.int8), np.zeros(SEEN, np.uint64)
    thinking = child, words, mask, seen, np.zeros(3, np.int64)
    return thinking, *(_shelf(game, size) for size in (BEAM, BEAM, STACK, BEGUN))


@kernel
def _turn_left(word: Any, bits: Any) -> Any:
    return (word << bits) | (word >> (np.uint64(64) - bits))


@kernel
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


@kernel
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


@kernel
def put(shelf: Any, at: int, state: Any, value: float, first: int) -> None:
    """Put a state at a place of a shelf."""
    states, values, firsts = shelf
    states[at] = state
    values[at], firsts[at] = value, first


@kernel
def keep(shelf: Any, count: int, most: int, state: Any, value: float, first: int) -> int:
    """Put a state on a shelf of `count` ones, best first; `most` stay.  Return the new count."""
    states, values, firsts = shelf
    at = count
    while at > 0 and values[at - 1] < value:
        at -= 1
    if at >= most:
        return count
    count = min(count + 1, most)
    for i in range(count - 1, at, -1):
        put(shelf, i, states[i - 1], values[i - 1], firsts[i - 1])
    put(shelf, at, state, value, first)
    return count


@kernel
def try_all(r: Any, node: Any, first: int, thinking: Any, ways: Any, beam: Any, out: Any) -> None:
    """Try every action in `node`: keep half-done ones on `ways`, others on `beam` if they go on.

    Raises the values `out` (A,) of the root's actions to those of the ends that are found.
    """
    child, words, mask, seen, counts = thinking
    seat = wide(node.seat)
    most = wide(WAYS if is_midway(r, node) else BEGUN)
    counts[WAYS_KEPT] = 0
    legal(r, node, mask)
    action = nth_allowed(mask, 0)
    while action >= 0:
        mask[action] = 0
        child[0] = node
        apply(r, child[0], action)
        if is_new(seen, counts, digest(words)):
            value, root = evaluate(r, child[0], seat), action if first == NO_ACTION else first
            is_own = child[0].status == RUNNING and child[0].seat == seat
            if is_own and is_midway(r, child[0]):
                counts[WAYS_KEPT] = keep(ways, counts[WAYS_KEPT], most, child[0], value, root)
            else:
                out[root] = max(out[root], value)
                if is_own and goes_on(r, child[0], seat):
                    kept = counts[BEAM_KEPT]
                    counts[BEAM_KEPT] = keep(beam, kept, wide(BEAM), child[0], value, root)
        action = nth_allowed(mask, 0)


@kernel
def carry_through(
    r: Any, node: Any, first: int, thinking: Any, stack: Any, ways: Any, beam: Any, out: Any
) -> None:
    """Carry every action that can be begun in `node` through to its end: see `try_all`."""
    counts = thinking[4]
    put(stack, 0, node, 0.0, first)
    waiting = 1
    while waiting > 0:
        waiting -= 1
        try_all(r, stack[0][waiting], stack[2][waiting], thinking, ways, beam, out)
        for way in range(counts[WAYS_KEPT] - 1, -1, -1):  # so that the best is followed first
            if waiting < STACK:
                put(stack, waiting, ways[0][way], ways[1][way], ways[2][way])
                waiting += 1


@kernel
def plan(r: Any, root: Any, room: Any, out: np.ndarray) -> None:
    """Write into `out`, (A,) float64, the best value that a turn can come to by each action.

    NOTHING for what is not legal, or was not followed.
    """
    thinking, beam, others, stack, ways = room
    counts = thinking[4]
    out[:] = NOTHING
    thinking[3][:] = 0
    counts[:] = 0
    put(beam, 0, root, 0.0, wide(NO_ACTION))
    size = 1
    for depth in range(DEPTH):
        counts[BEAM_KEPT] = 0
        this, other = (beam, others) if depth % 2 == 0 else (others, beam)
        for i in range(size):
            carry_through(r, this[0][i], this[2][i], thinking, stack, ways, other, out)
        size = counts[BEAM_KEPT]
