"""The compiled game against the slow twin (tests/twins/voodoo_mania.py), move by move.

Everyday some games for each player count and set of options; with JIVEZOO_SOAK=small a minute of
them, with JIVEZOO_SOAK=full 2,000 games for each.
"""

import random

import pytest

import jivezoo

SEATS = (2, 3, 4, 5, 6)
GAMES = {"small": 4, "full": 2000}

OPTION_SETS = {
    "one round": {"rounds": 1},
    "three rounds": {"max_ticks": 40},
    "search": {"rounds": 1, "search": True, "max_ticks": 300},
    "slow": {"rounds": 1, "reaction": 2.5, "max_ticks": 300},
    "brief": {"rounds": 1, "reaction": 4, "max_ticks": 2},
    "random deck": {"rounds": 2, "deck": "random", "max_ticks": 120},
    "all": {"rounds": 2, "search": True, "deck": "random", "reaction": 1.5, "max_ticks": 80},
}


def play_both(game, seed, twins, walks):
    """Play a random game on both and compare all that both can tell."""
    rng = random.Random(seed)
    eager = rng.random() < 0.8  # who plays whenever it can brings rounds to their ends
    position, twin, story = game.new(seed=seed), twins.of(game, seed), []
    while True:
        if position.states["choice"].max() < 0:  # nobody has chosen in this tick
            now, told = twins.told_by(game, position), twin.state()
            if position.is_over:
                now.pop("seat"), told.pop("seat")
            assert told == now, story
        assert twin.is_over == position.is_over, story
        assert twin.truncated == position.is_truncated, story
        assert twin.returns() == pytest.approx(position.returns().tolist()), story
        assert twin.chance.states["random"] == position.states["random"], story
        assert position.is_over or twin.seat == position.seat, story
        assert twin.legal() == sorted(position.legal_words()), story
        if position.is_over:
            return
        words = twin.legal()
        plays = [word for word in words if word.startswith("play")]
        story.append(walks.word(rng, plays if plays and eager else words))
        position.play(story[-1])
        twin.play(story[-1])


def game_of(name, seats):
    return jivezoo.game("voodoo_mania", num_players=seats, **OPTION_SETS[name])


@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game(seats, name, twins, walks):
    play_both(game_of(name, seats), 1, twins, walks)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_many_games(seats, name, twins, walks, soak):
    for seed in range(GAMES[soak]):
        play_both(game_of(name, seats), seed, twins, walks)
