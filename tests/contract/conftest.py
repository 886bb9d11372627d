"""The games and option sets under which every promise of the contract is tested."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.agents.player import Views

GORILLAS = str(Path(__file__).with_name("gorillas.toml"))

# Short games, so that each test sees whole ones, some with a winner; a new game adds its line.
OPTION_SETS = {
    "itchy_monkey": {
        "two": {"board": GORILLAS, "max_turns": 60},
        "three": {"num_players": 3, "abilities": "gorilla,lemur,orangutan", "max_turns": 60},
        "four": {
            "num_players": 4,
            "last_louse_left": True,
            "tamarin_replaces": "lemur",
            "abilities": "tamarin,mandrill,spider_monkey",
            "max_turns": 60,
        },
        "brief": {"num_players": 3, "max_turns": 2},
    },
    "gelini_nightlife": {
        "two": {},
        "three": {"num_players": 3, "action_counters": True},
        "five": {"num_players": 5, "action_counters": True, "ties": "rearmost"},
        "brief": {"num_players": 4, "max_rolls": 3},
    },
    "voodoo_mania": {
        "two": {"rounds": 1, "max_ticks": 150},
        "three": {"num_players": 3, "rounds": 2, "max_ticks": 40, "reaction": "1,2,3"},
        "four": {"num_players": 4, "rounds": 1, "search": True, "max_ticks": 60},
        "six": {"num_players": 6, "rounds": 1, "deck": "random", "max_ticks": 50},
    },
    "jivecat_lounge": {
        "two": {"max_rounds": 8},
        "three": {"num_players": 3, "staff": False, "target": 3},
        "four": {"num_players": 4, "staff": True, "moves_score": False, "max_rounds": 4},
        "five": {"num_players": 5, "max_rounds": 3},
    },
}
CASES = [(name, label) for name in jivezoo.GAMES for label in OPTION_SETS[name]]


@pytest.fixture(scope="session", params=CASES, ids="-".join)
def game(request):
    """A game under one of its option sets."""
    name, label = request.param
    return jivezoo.game(name, **OPTION_SETS[name][label])


@pytest.fixture(scope="session", params=jivezoo.GAMES)
def two_seats(request):
    """Each game as it is played by two."""
    return jivezoo.game(request.param, num_players=2)


@pytest.fixture(scope="session", params=jivezoo.GAMES)
def short(request):
    """Each game as two play it, cut short."""
    return jivezoo.game(request.param, **OPTION_SETS[request.param]["two"])


@pytest.fixture
def picky(game):
    """Skip a game whose first position allows every action that there is."""
    if game.new(seed=1).action_mask().all():
        pytest.skip("every action is always legal")


@pytest.fixture
def make_env(game):
    """How to make the game's PettingZoo environment."""
    module = import_module(f"jivezoo.envs.{game.id}")
    return lambda **settings: module.env(**settings, **vars(game.options))


def walk(game, seed=1, agent="random"):
    """Yield the positions of a game from the first to the last, each a copy of its own."""
    player, position = make_agent(agent, game), game.new(seed=seed)
    rng = np.random.default_rng(seed)
    yield position.copy()
    while not position.is_over:
        key = int(rng.integers(2**63))
        position.apply(int(player.act(Views.of_position(position, key))[0]))
        yield position.copy()


@pytest.fixture(scope="session", name="walk")
def walk_fixture():
    """See `walk`: test modules cannot import one another (importmode=importlib)."""
    return walk
