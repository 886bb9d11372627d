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


def begin_both(game, seed, twins, rich):
    """Return a position and its twin, as the game begins."""
    position, twin = game.new(seed=seed), twins.of(game, seed)
    if rich:
        hand_out_trends(random.Random(seed), position, twin)
    return position, twin


def make_scarce(rng, position):
    """Let decks run out soon, and points be near the target."""
    state, seats = position.states[0], position.game.seats
    for deck, size, discards in (
        ("deck", "deck_count", "discards"),
        ("skull_deck", "skull_count", "skull_discards"),
    ):
        for _ in range(state[size] - rng.choice((0, 1, 3, state[size]))):
            state[size] -= 1
            state[discards][state[deck][state[size]]] += 1
            state[deck][state[size]] = 0
    state["scores"][:seats] = [rng.randrange(15) for _ in range(seats)]


def begin_crowded(game, seed, twins, crowded):
    """Return a position at a crowded table, and its twin, or None if nothing can be done there."""
    position, twin = crowded(game, seed), twins.of(game, seed)
    make_scarce(random.Random(seed), position)
    while twin.legal()[0].startswith("start"):
        twin.play(twin.legal()[0])
    twins.follow(twin, position)
    return (position, twin) if len(position.legal_words()) > 1 else None


def some_word(rng, words, walks):
    """Return one of the words, of powers rather often."""
    powers = [word for word in words if word.startswith("use")]
    return rng.choice(powers) if powers and rng.random() < 0.3 else walks.word(rng, words)


def play_both(position, twin, seed, twins, walks):
    """Play a random game on both and compare all that both can tell."""
    rng, game, story = random.Random(seed), position.game, []
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
        story.append(some_word(rng, twin.legal(), walks))
        position.play(story[-1])
        twin.play(story[-1])


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_the_same_game(seats, name, rich, twins, walks):
    play_both(*begin_both(game_of(name, seats), 1, twins, rich), 1, twins, walks)


@pytest.mark.slow
@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seats", SEATS)
def test_both_play_many_games(seats, name, rich, twins, walks, soak):
    for seed in range(GAMES[soak]):
        play_both(*begin_both(game_of(name, seats), seed, twins, rich), seed, twins, walks)


# ---------------------------------------------------------------------------------- Crowded tables

CROWDED = {"small": 20, "full": 5_000}
CROWDED_SETS = {
    "two": {"num_players": 2},
    "three, still moves": {"num_players": 3, "moves_score": False},
    "four, Staff": {"num_players": 4, "staff": True},
    "five": {"num_players": 5},
}


def play_crowded(name, seeds, twins, walks, crowded):
    """Play the rest of a round or two from tables at which rare things happen."""
    for seed in seeds:
        game = jivezoo.game("jivecat_lounge", max_rounds=2 + seed % 2, **CROWDED_SETS[name])
        both = begin_crowded(game, seed, twins, crowded)
        if both:
            play_both(*both, seed, twins, walks)


@pytest.mark.parametrize("name", CROWDED_SETS)
def test_both_go_on_alike_from_crowded_tables(name, twins, walks, crowded):
    play_crowded(name, range(4), twins, walks, crowded)


@pytest.mark.slow
@pytest.mark.parametrize("name", CROWDED_SETS)
def test_both_go_on_alike_from_many_crowded_tables(name, twins, walks, crowded, soak):
    play_crowded(name, range(4, 4 + CROWDED[soak]), twins, walks, crowded)
