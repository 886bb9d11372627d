"""The compiled game against the slow twin (tests/twins/gelini_nightlife.py), move by move.

Everyday some games for each player count and set of options; with JIVEZOO_SOAK=small a minute of
them, with JIVEZOO_SOAK=full 2,000 games for each.
"""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo

SEATS = (2, 3, 4, 5)
GAMES = {"small": 60, "full": 2000}

OPTION_SETS = {
    "basic": {},
    "action counters": {"action_counters": True},
    "rearmost": {"ties": "rearmost"},
    "rearmost, action counters": {"ties": "rearmost", "action_counters": True},
    "short": {"max_rolls": 12, "action_counters": True},
    "any box": {},
}


def game_of(name, seats, seed, boxes):
    """Return the game of an option set; "any box" draws options and counters from the seed."""
    if name == "any box":
        return boxes.random(random.Random(seed), num_players=seats)
    return jivezoo.game("gelini_nightlife", num_players=seats, **OPTION_SETS[name])


def play_both(game, seed, twins, walks):
    """Play a random game on both and compare all that both can tell."""
    rng = random.Random(seed)
    position = game.new(seed=seed)
    twin, story = twins.of(position), []
    while True:
        now, told = game.state_to_dict(game, position.states), twin.state()
        if position.is_over:
            for untold in ("seat", "phase"):
                now.pop(untold), told.pop(untold)
        assert told == now, story
        assert twin.is_over == position.is_over, story
        assert twin.truncated == position.is_truncated, story
        assert twin.returns() == pytest.approx(position.returns().tolist()), story
        assert not twin.casts, story
        assert twin.legal() == sorted(position.legal_words()), story
        if position.is_over:
            return
        story.append(walks.word(rng, twin.legal()))
        position.play(story[-1])
        after = game.state_to_dict(game, position.states)
        if after["rolls"] > now["rolls"]:
            twin.casts.append(after["roll"])
        twin.play(story[-1])


@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game(seats, name, boxes, twins, walks):
    for seed in range(6):
        play_both(game_of(name, seats, seed, boxes), seed, twins, walks)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(seats=st.sampled_from(SEATS), seed=st.integers(0, 2**63))
def test_both_play_the_same_game_with_any_box(seats, seed, boxes, twins, walks):
    play_both(game_of("any box", seats, seed, boxes), seed, twins, walks)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_many_games(seats, name, boxes, twins, walks, soak):
    for seed in range(GAMES[soak]):
        play_both(game_of(name, seats, seed, boxes), seed, twins, walks)
