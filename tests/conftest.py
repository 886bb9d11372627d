"""What the tests of all games share: slow twins, random walks, how long to soak.

Test modules cannot import one another (importmode=importlib), so these are fixtures; all last the
whole session, as hypothesis asks for.
"""

import importlib.util
import os
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from jivezoo.envs.kernel import new_states
from jivezoo.envs.randomness import draw_below, seed_generator, shuffle


def load(name):
    """Return the module of a slow twin, tests/twins/<name>.py."""
    path = Path(__file__).parent / "twins" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{name}_twin", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def load_twin():
    return load


class Chance:
    """The luck of a compiled game, from a seed on: it draws what that game draws."""

    def __init__(self, game, seed):
        self.states = new_states(game.state_dtype, 1)
        seed_generator(self.states[0], np.uint64(seed))

    def below(self, n):
        return int(draw_below(self.states[0], n))

    def shuffle(self, items):
        order = np.arange(len(items))
        shuffle(self.states[0], order)
        items[:] = [items[i] for i in order]


@pytest.fixture(scope="session")
def chance():
    return Chance


def some_word(rng, words):
    """Return one of the words; mostly all verbs are equally likely, so that rare acts happen."""
    if rng.random() < 0.7:
        verb = rng.choice(sorted({word.split()[0] for word in words}))
        words = [word for word in words if word.split()[0] == verb]
    return rng.choice(words)


def replay(path, tell, words_of, choose):
    """Check that a golden game is played as before; JIVEZOO_REGENERATE=1 writes it anew.

    `tell(words)` plays a game and returns its text, `words(position, legal)` the words to play;
    `words_of` reads them off the text again, and `choose` is who wrote it.
    """
    if os.environ.get("JIVEZOO_REGENERATE") == "1":
        path.write_text(tell(choose))
    text = path.read_text()
    played = iter(words_of(text))
    assert tell(lambda position, legal: next(played)) == text
    assert next(played, None) is None


def walk(game, seed):
    """Yield the position of a random game before each action and at its end (always the same)."""
    rng = random.Random(seed)
    position = game.new(seed=seed)
    yield position
    while not position.is_over:
        position.play(some_word(rng, position.legal_words()))
        yield position


@pytest.fixture(scope="session")
def walks():
    return SimpleNamespace(word=some_word, game=walk)


@pytest.fixture(scope="session")
def golden():
    return SimpleNamespace(replay=replay)


@pytest.fixture(scope="session")
def soak():
    """How long slow tests run: "small" or "full"; they are skipped without JIVEZOO_SOAK."""
    size = os.environ.get("JIVEZOO_SOAK", "")
    if size not in ("small", "full"):
        pytest.skip("slow: set JIVEZOO_SOAK to small or full")
    return size
