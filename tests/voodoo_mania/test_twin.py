"""The compiled game against the slow twin (tests/twins/voodoo_mania.py), move by move.

Everyday some games for each player count and set of options; with JIVEZOO_SOAK=small a minute of
them, with JIVEZOO_SOAK=full 2,000 games for each.
"""

import random

import pytest

import jivezoo

SEATS = (2, 3, 4, 5, 6)
GAMES = {"small": 12, "full": 2000}

OPTION_SETS = {
    "basic": {},
    "search": {"search": True},
    "slow": {"reaction": 2.5},
    "random deck": {"deck": "random", "rounds": 2},
    "slow search": {"search": True, "reaction": 1.5, "deck": "random"},
    "short": {"max_ticks": 25, "rounds": 2},
}


def play_both(game, seed, twins, walks):
    """Play a random game on both and compare all that both can tell."""
    rng = random.Random(seed)
    eager = rng.random() < 0.6  # plays that lay cards bring rounds to their ends
    position, twin, story = game.new(seed=seed), twins.of(game, seed), []
    while True:
        now, told = twins.told_by(game, position), twin.state()
        if position.is_over:
            now.pop("seat"), told.pop("seat")
        assert told == now, story
        assert twin.is_over == position.is_over, story
        assert twin.truncated == position.is_truncated, story
        assert twin.returns() == pytest.approx(position.returns().tolist()), story
        assert twin.chance.states["random"] == position.states["random"], story
        assert twin.legal() == sorted(position.legal_words()), story
        if position.is_over:
            return
        words = twin.legal()
        plays = [word for word in words if word.startswith("play")]
        story.append(walks.word(rng, plays if plays and eager else words))
        position.play(story[-1])
        twin.play(story[-1])


@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game(seats, name, twins, walks):
    game = jivezoo.game("voodoo_mania", num_players=seats, **OPTION_SETS[name])
    for seed in range(2):
        play_both(game, seed, twins, walks)
