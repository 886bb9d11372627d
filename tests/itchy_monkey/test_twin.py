"""The compiled game against the slow twin (tests/twins/itchy_monkey.py), move by move.

Everyday a game or two for each player count and set of options; with JIVEZOO_SOAK=small a
minute of them, with JIVEZOO_SOAK=full 2,000 games for each.
"""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.itchy_monkey.box import LETTERS, SPECIES

SEATS = (2, 3, 4)
REPLACED = ("orangutan", "lemur", "spider_monkey", "mandrill")
GAMES = {"small": 6, "full": 2000}

OPTION_SETS = {
    "plain": {},
    **{species: {"abilities": {species}} for species in SPECIES},
    **{f"tamarin with {name}": {"abilities": {name, "emperor_tamarin"}} for name in SPECIES[:5]},
    "every ability": {"abilities": SPECIES},
    **{
        f"tamarin for {name}": {"tamarin_replaces": name, "abilities": SPECIES} for name in REPLACED
    },
    "last louse left": {"last_louse_left": True},
    "last louse left, every ability": {"last_louse_left": True, "abilities": SPECIES},
    "other side of the board": {"abilities": SPECIES},
    "short": {"max_turns": 5, "abilities": SPECIES},
    "any": {},
    "any small board": {},
}


def random_options(rng):
    share = rng.choice((0, 0.5, 1))
    return {
        "abilities": {name for name in SPECIES if rng.random() < share},
        "tamarin_replaces": rng.choice((None, None, *REPLACED)),
        "last_louse_left": rng.random() < 0.4,
        "max_turns": rng.choice((1, 30, 100, 400)),
    }


def random_board(draw, rng, seats):
    """Return a game on a board of any size, with any lice."""
    width, height = rng.choice([(w, h) for w in range(1, 8) for h in range(1, 8) if w * h > seats])
    cells = ["."] * (width * height)
    tiles = rng.randint(seats, max(seats, rng.choice((width * height, width * height // 2))))
    for cell in rng.sample(range(width * height), tiles):
        cells[cell] = rng.choice(LETTERS)
    rows = ["".join(cells[y * width : (y + 1) * width]) for y in range(height)]
    lice = rng.randint(2, 20), rng.randint(1, 3)
    return draw.game(rows, lice, num_players=seats, **random_options(rng))


def game_of(name, seats, seed, draw):
    """Return the game of an option set; the sets named "any" draw theirs from the seed."""
    options = dict(OPTION_SETS[name])
    if name == "any small board":
        return random_board(draw, random.Random(seed), seats)
    if name == "any":
        options = random_options(random.Random(seed))
    if name == "other side of the board":
        options["board"] = "B" if seats == 2 else "A"
    return jivezoo.game("itchy_monkey", num_players=seats, **options)


def play_both(game, seed, twins, walks, most=10_000):
    """Play a random game on both and compare all that both can tell; `most` actions long."""
    rng = random.Random(seed)
    position, twin, story = game.new(seed=seed), twins.new(game), []
    for _ in range(most):
        state = game.state_to_dict(game, position.states)
        told = twins.state(twin)
        assert told["tiles"] == state["tiles"], story
        assert told["supply"] == state["supply"], story
        assert told["turns"] == state["turns"], story
        assert twin.is_over == position.is_over, story
        assert twin.truncated == position.is_truncated, story
        assert twin.returns() == pytest.approx(position.returns().tolist()), story
        words = twin.legal()
        assert words == sorted(position.legal_words()), story
        if position.is_over:
            return
        assert (told["seat"], told["phase"]) == (position.seat, state["phase"]), story
        story.append(walks.word(rng, words))
        twin.play(story[-1])
        position.play(story[-1])


@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game(seats, name, draw, twins, walks):
    for seed in (1, 2):
        game = game_of(name, seats, seed, draw)
        play_both(game, seed, twins, walks, most=150)


@settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))
@given(seats=st.sampled_from(SEATS), seed=st.integers(0, 2**63), small=st.booleans())
def test_both_play_the_same_game_under_any_options(seats, seed, small, draw, twins, walks):
    game = game_of("any small board" if small else "any", seats, seed, draw)
    play_both(game, seed, twins, walks, most=200)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_many_games_to_the_end(seats, name, draw, twins, walks, soak):
    game = None
    for seed in range(GAMES[soak]):
        if game is None or name.startswith("any"):
            game = game_of(name, seats, seed, draw)
        play_both(game, seed, twins, walks)
