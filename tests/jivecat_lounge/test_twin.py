"""The compiled game against the slow twin (tests/twins/jivecat_lounge.py), move by move.

Everyday some games for each player count and set of options; with JIVEZOO_SOAK=small a minute of
them, with JIVEZOO_SOAK=full 2,000 games for each.
"""

import random

import pytest

import jivezoo
from jivezoo.envs.jivecat_lounge.box import TRENDS

SEATS = (2, 3, 4, 5)
GAMES = {"small": 2, "full": 2000}

OPTION_SETS = {
    "box": {},
    "still moves": {"moves_score": False, "target": 8},
    "other staff": {"max_rounds": 5},  # who plays without the Staff has them, where that can be
    "short": {"target": 1, "max_rounds": 2},
}


def game_of(name, seats):
    options = dict(OPTION_SETS[name])
    if name == "other staff":
        options["staff"] = seats == 4
    return jivezoo.game("jivecat_lounge", num_players=seats, **options)


def game_skulls(position):
    return int(position.game.rules["skull_tokens"][0])


def hand_out_trends(rng, position, twin):
    """Give all Trends, and some Skulls, to seats, so that powers are used that games seldom see."""
    state, seats = position.states[0], position.game.seats
    state["trend_count"], state["trend_line"] = 0, -1
    twin.trend_deck.clear()
    for trend, name in enumerate(TRENDS):
        state["owner"][trend] = twin.owner[name] = rng.randrange(seats)
    for seat in range(seats):
        state["skulls"][seat] = twin.skulls[seat] = rng.randrange(6)
    state["bank"] = twin.bank = game_skulls(position) - sum(twin.skulls)


def play_both(game, seed, twins, walks, rich=False):
    """Play a random game on both and compare all that both can tell."""
    rng = random.Random(seed)
    position, twin, story = game.new(seed=seed), twins.of(game, seed), []
    if rich:
        hand_out_trends(rng, position, twin)
    while True:
        now, told = twins.told_by(game, position), twin.state()
        if position.is_over:
            for each in (now, told):
                each.pop("seat"), each.pop("used")
        assert told == now, story
        assert twin.is_over == position.is_over, story
        assert twin.truncated == position.is_truncated, story
        assert twin.returns() == pytest.approx(position.returns().tolist()), story
        assert twin.chance.states["random"] == position.states["random"], story
        assert twin.legal() == sorted(position.legal_words()), story
        if position.is_over:
            return len(story)
        assert twin.seat == position.seat, story
        story.append(walks.word(rng, twin.legal()))
        position.play(story[-1])
        twin.play(story[-1])


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game(seats, name, rich, twins, walks):
    play_both(game_of(name, seats), 1, twins, walks, rich)


@pytest.mark.slow
@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_many_games(seats, name, rich, twins, walks, soak):
    for seed in range(GAMES[soak]):
        play_both(game_of(name, seats), seed, twins, walks, rich)
