"""The one random number generator: xorshift64*, 64 bits of state kept in the field `random`.

S. Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled" (2016).
A copied state has the same future, and a seed gives the same game on every machine.  Products are
taken in halves, so that the functions run without overflow as plain Python too.
"""

from typing import Any

import numpy as np

from .kernel import kernel

_LOW_HALF = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_STAR = np.uint64(0x2545F4914F6CDD1D)
_MIX_1 = np.uint64(0xFF51AFD7ED558CCD)  # finaliser of MurmurHash3
_MIX_2 = np.uint64(0xC4CEB9FE1A85EC53)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # stands in for the one state that xorshift cannot leave
# What a seed is made for: so that no two purposes ever share their randomness.
NEXT_GAME, DECISION, WORLD = np.uint64(1 << 40), np.uint64(2 << 40), np.uint64(3 << 40)
BLOCK = 64  # actions that are counted at once
_12, _25, _27, _33 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(33)


@kernel
def _times(a: Any, b: Any) -> Any:
    """Return the low 64 bits of a product of two uint64."""
    low = (a & _LOW_HALF) * (b & _LOW_HALF)
    cross = ((a >> _HALF) * (b & _LOW_HALF) & _LOW_HALF) + (
        (a & _LOW_HALF) * (b >> _HALF) & _LOW_HALF
    )
    high = ((low >> _HALF) + cross) & _LOW_HALF
    return (high << _HALF) | (low & _LOW_HALF)


@kernel
def scramble(word: Any) -> Any:
    """Return a well-mixed uint64 that depends on every bit of `word`; one to one."""
    word = _times(word ^ (word >> _33), _MIX_1)
    word = _times(word ^ (word >> _33), _MIX_2)
    return word ^ (word >> _33)


@kernel
def combine(a: Any, b: Any) -> Any:
    """Return one seed (uint64) made of two, as for the b-th game or decision under seed a."""
    return scramble(scramble(a ^ _GOLDEN) ^ b)


@kernel
def fold(word: Any) -> Any:
    """Return a uint64 made of `word` from which `word` cannot be told: not one to one."""
    return word ^ scramble(word)


@kernel
def seed_generator(state: Any, seed: Any) -> None:
    """Start the generator of `state` (in place) from any uint64 seed."""
    word = scramble(seed ^ _GOLDEN)
    state.random = word if word != np.uint64(0) else _GOLDEN


@kernel
def draw_word(state: Any) -> Any:
    """Return the next uint64 and advance the generator of `state`."""
    word = state.random
    word ^= word >> _12
    word ^= word << _25
    word ^= word >> _27
    state.random = word
    return _times(word, _STAR)


@kernel
def draw_below(state: Any, n: int) -> Any:
    """Return one of 0..n-1 (int64), all equally likely, and advance the generator; n to 2**31.

    D. Lemire, "Fast random integer generation in an interval" (2019).
    """
    size = np.uint64(n)
    unfair = (_LOW_HALF + np.uint64(1)) % size
    product = (draw_word(state) >> _HALF) * size
    while (product & _LOW_HALF) < unfair:
        product = (draw_word(state) >> _HALF) * size
    return np.int64(product >> _HALF)


@kernel
def shuffle(state: Any, items: np.ndarray) -> None:
    """Put `items` (1-D, in place) into a random order, all equally likely (Fisher-Yates)."""
    for last in range(len(items) - 1, 0, -1):
        other = draw_below(state, last + 1)
        items[last], items[other] = items[other], items[last]


@kernel
def count_allowed(mask: np.ndarray) -> int:
    """Count the actions that a mask, or a part of one, allows."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return count


@kernel
def nth_allowed(mask: np.ndarray, n: Any) -> int:
    """Return the number of the n-th action (from 0) that a mask (A,) allows, or -1."""
    start = 0
    while start < len(mask):  # first by whole blocks, which the compiler adds up at once
        count = count_allowed(mask[start : start + BLOCK])
        if n < count:
            break
        n -= count
        start += BLOCK
    for action in range(start, len(mask)):
        if mask[action]:
            if n == 0:
                return action
            n -= 1
    return -1


@kernel
def draw_allowed(state: Any, mask: np.ndarray) -> int:
    """Return an action that a mask (A,) allows, all equally likely, and advance the generator."""
    return nth_allowed(mask, draw_below(state, count_allowed(mask)))
