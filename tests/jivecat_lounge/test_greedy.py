"""`greedy` in Swinging Jivecat Voodoo Lounge: it plans its turn, not one small action."""

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.agents.player import Views

RIVAL = "N7 N9"
HELD = "J9 V9 J1 R3"  # a hand for the rival, so that it has a turn


def turn_of(position, seed=0, name="greedy"):
    """Return the words by which an agent plays the turn of the seat to act."""
    position, agent, words = position.copy(), make_agent(name, position.game), []
    active = position.states["active"][0]
    while not position.is_over and position.states["active"][0] == active:
        view = Views.of_position(position, seed + len(words))
        words.append(position.game.actions[int(agent.act(view)[0])])
        position.play(words[-1])
    return words


def play_all(game, n, seed):
    """Return the states (n,) in which games of `greedy` against itself end."""
    batch, agent, step = game.batch(n, seed=seed, auto_reset=False), make_agent("greedy", game), 0
    while not batch.is_over.all():
        live = np.flatnonzero(~batch.is_over)
        keys = np.arange(len(live), dtype=np.uint64) + np.uint64(1_000_003 * step)
        views = Views(
            game, batch.states[live], batch.observation[live], batch.action_mask[live], keys
        )
        actions = np.full(n, -1)
        actions[live] = agent.act(views)
        batch.step(actions)
        step += 1
    return batch.states


@pytest.mark.parametrize("seed", range(5))
def test_it_finds_an_act_that_pays_only_by_the_next_one(lay, seed):
    # A 5 beside C3 scores nothing, but with it four odd numbers stand, and a Trend is claimed.
    p = lay("C3 L7 T9", RIVAL, hands=["C5", HELD], trend_line="odd - -")
    words = turn_of(p, seed)
    assert words[:3] == ["to C5", "+C5", "claim vogue"]


@pytest.mark.parametrize("seed", range(5))
def test_it_adds_up_cards_for_a_hipster(lay, seed):
    p = lay("C6 L7", RIVAL, hands=["V8 V4 R1 R9", HELD])
    words = turn_of(p, seed)
    assert {"to C10", "to L10", "to T10", "to N10"} & {*words}


@pytest.mark.parametrize("seed", range(5))
def test_it_takes_three_points_rather_than_two(lay, seed):
    # Two Jivecats in other lounges, or two numbers, can leave for the one in Cocoa.
    p = lay("C8 LB TB L7 T9", RIVAL, hands=["J5", HELD])
    words = turn_of(p, seed)
    assert words[1] == "+J5" and {*words[2:4]} == {"remove LB", "remove TB"}


@pytest.mark.parametrize("seed", range(5))
def test_it_ends_the_game_when_it_wins(lay, seed):
    p = lay(RIVAL, "C8 L7 L10 T9", hands=[HELD, "J5"], points=[0, 14], active=1)
    for word in turn_of(p, seed):
        p.play(word)
    assert p.is_over and p.returns().tolist() == [-1, 1]


@pytest.mark.parametrize("seed", range(5))
def test_it_discards_what_is_worth_less_than_a_fresh_card(lay, seed, tmp_path):
    p = lay("C3 C4", RIVAL, hands=["J4 R7", HELD], skulls=[1]).play("end")
    assert turn_of(p, seed) == ["done"]
    weights = tmp_path / "weights.toml"
    weights.write_text('game = "jivecat_lounge"\n[weights]\nfresh_card = 0.2\n')
    assert turn_of(p, seed, f"greedy:{weights}") == ["discard R7", "done"]


def test_a_turn_is_the_same_whatever_is_hidden(lay):
    p = lay("C8 L7 L10 T9", RIVAL, hands=["J5 C3 Z6 V2", HELD])
    for seed in range(10):
        assert turn_of(p.imagine(0, seed))[:1] == turn_of(p)[:1]


@pytest.mark.parametrize("seats", [2, 5])
def test_games_end_soon_with_about_sixteen_points(seats):
    states = play_all(jivezoo.game("jivecat_lounge", num_players=seats), 60, seed=1)
    best = states["scores"][:, :seats].max(axis=1)
    # The rulings tell of 6 to 7 rounds: of a player that does not plan its turn (see below).
    assert 4 < states["rounds"].mean() < 5.3
    assert 15.5 < best.mean() < 18 and best.min() >= 15
