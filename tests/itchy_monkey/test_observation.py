"""The observation, section by section, against what the position says in words."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.itchy_monkey.box import LETTERS, PHASES, SPECIES

GAMES = [
    {"max_turns": 120},
    {"num_players": 3, "abilities": SPECIES, "tamarin_replaces": "mandrill", "max_turns": 250},
    {"num_players": 4, "abilities": SPECIES, "last_louse_left": True, "max_turns": 150},
]


def new(**options):
    return jivezoo.game("itchy_monkey", **options)


def told(position, seat):
    """Return what the observation of a seat should say, section by section, from the words."""
    game = position.game
    state = game.state_to_dict(game, position.states)
    names = game.components.cell_names
    expected = {feature.name: np.zeros(feature.shape, int) for feature in game.features}
    for cell, (letter, *lice) in state["tiles"].items():
        at = names.index(cell)
        expected["species"][LETTERS.index(letter), at] = 1
        if lice:
            chair = (lice[0] - seat) % game.seats
            expected["workers"][chair, at], expected["queens"][chair, at] = lice[1:]
            expected["colonies"][chair, LETTERS.index(letter)] += lice[1] >= 3
    for key in ("slid", "bumped"):
        if state[key] is not None:
            expected[key][names.index(state[key])] = 1
    for chair in range(game.seats):
        supply = state["supply"][(seat + chair) % game.seats]
        expected["worker_supply"][chair], expected["queen_supply"][chair] = supply
    expected["phase"][PHASES.index(state["phase"])] = 1
    expected["turn"][(state["seat"] - seat) % game.seats] = 1
    expected["turns_left"][:] = divmod(game.options.max_turns - state["turns"], 100)
    return expected


def check(position):
    features = position.game.features
    for seat in range(position.game.seats):
        observation = position.observation(seat)
        assert (features.low <= observation).all() and (observation <= features.high).all()
        for name, values in told(position, seat).items():
            assert position.features(seat)[name].tolist() == values.tolist(), (name, seat)


@pytest.mark.parametrize("options", GAMES)
def test_every_section_says_what_the_position_says(options, walks):
    for position in walks.game(new(**options), seed=1):
        check(position)


@settings(deadline=None, max_examples=15, suppress_health_check=list(HealthCheck))
@given(
    num_players=st.integers(2, 4),
    abilities=st.sets(st.sampled_from(SPECIES)),
    last_louse_left=st.booleans(),
    seed=st.integers(0, 2**63),
)
def test_every_section_under_any_options(num_players, abilities, last_louse_left, seed, walks):
    game = new(
        num_players=num_players,
        abilities=abilities,
        last_louse_left=last_louse_left,
        max_turns=40,
    )
    for position in walks.game(game, seed):
        check(position)


def test_the_sections_fill_the_observation():
    for seats, cells in ((2, 36), (3, 49), (4, 49)):
        game = new(num_players=seats)
        assert game.features.size == (8 + 2 * seats) * cells + 9 * seats + 7
        assert [f.name for f in game.features] == list(game.features.slices)
        assert game.new(seed=1).observation().shape == (game.features.size,)


def test_a_drawn_position_seen_from_every_chair(draw):
    p = draw(
        """
        G0:3W1Q  .  L1:2W
        .        .  M2:4W2Q
        """,
        num_players=3,
        max_turns=250,
        turns=7,
        seat=1,
    )
    own = ([3, 0, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0], [0, 0, 0, 0, 0, 4])
    for seat in range(3):
        view = p.features(seat)
        assert view["workers"][0].tolist() == own[seat]
        assert view["worker_supply"].tolist() == np.roll([17, 18, 16], -seat).tolist()
        assert view["queen_supply"].tolist() == np.roll([2, 3, 1], -seat).tolist()
        assert view["turn"].tolist() == np.roll([0, 1, 0], -seat).tolist()
        assert view["colonies"].sum(axis=1).tolist() == np.roll([1, 0, 1], -seat).tolist()
        assert view["turns_left"].tolist() == [2, 43]


@pytest.mark.parametrize("options", GAMES)
def test_the_view_turns_with_the_seat(options, walks):
    by_chair = {"workers", "queens", "worker_supply", "queen_supply", "colonies", "turn"}
    for position in walks.game(new(**options), seed=2):
        first = position.features(0)
        for seat in range(1, position.game.seats):
            for name, section in position.features(seat).items():
                same = np.roll(first[name], -seat, axis=0) if name in by_chair else first[name]
                assert (section == same).all()


def test_the_longest_game_fits():
    p = new(max_turns=12_700).new(seed=1)
    assert p.features()["turns_left"].tolist() == [127, 0]
    assert (p.observation() <= p.game.features.high).all()


# ----------------------------------------------------------------------------------- Completeness


def from_the_chair(position):
    """Return all of a running position but which player's name sits on which chair."""
    game, seat = position.game, position.seat
    state = game.state_to_dict(game, position.states)
    for tile in state["tiles"].values():
        if len(tile) > 1:
            tile[1] = (tile[1] - seat) % game.seats
    state["supply"] = state["supply"][seat:] + state["supply"][:seat]
    del state["seat"]
    return json.dumps(state, sort_keys=True)


@pytest.mark.parametrize("options", GAMES)
def test_two_different_positions_never_look_the_same(options, walks):
    seen = {}
    for seed in range(4):
        for position in walks.game(new(**options), seed):
            if not position.is_over:
                look = position.observation().tobytes() + position.action_mask().tobytes()
                assert seen.setdefault(look, from_the_chair(position)) == from_the_chair(position)
    assert len(seen) > 300


def test_positions_that_differ_in_one_thing_look_different(draw):
    text = """
        O0:7W  .      L1:2W1Q  .
        .      S1:5W  .        M
        """
    wanted = {"last_louse_left": True, "max_turns": 250}
    plain = draw(text, supply=[[9, 2], [9, 2]], **wanted)
    others = [
        draw(text, supply=[[8, 2], [9, 2]], **wanted),
        draw(text, supply=[[9, 1], [9, 2]], **wanted),
        draw(text, supply=[[9, 2], [8, 2]], **wanted),
        draw(text, supply=[[9, 2], [9, 1]], **wanted),
        draw(text, supply=[[9, 2], [9, 2]], turns=1, **wanted),
        draw(text, supply=[[9, 2], [9, 2]], turns=100, **wanted),
        draw(text, supply=[[9, 2], [9, 2]], phase="spawn", **wanted),
        draw(text, supply=[[9, 2], [9, 2]], phase="moved", **wanted),
        draw(text, supply=[[9, 2], [9, 2]], seat=1, **wanted),
    ]
    looks = {position.observation(0).tobytes() for position in (plain, *others)}
    assert len(looks) == 1 + len(others)


def test_which_of_two_neighbours_is_bumped_is_seen(draw):
    # the same tiles and lice: a tile that slid east bumps c2, one that slid north bumps b1
    text = """
        .  L      .
        .  O0:2W  S
        .  .      M1:1W
        """
    game = draw.game([".L.", ".OS", "..M"])
    east = draw(text, game=game, phase="hop", slid="b2", bumped="c2")
    north = draw(text, game=game, phase="hop", slid="b2", bumped="b1")
    assert east.legal_words() == north.legal_words()
    assert east.observation().tolist() != north.observation().tolist()
