"""`mcts` against an exact solver, on boards so small, and so late, that all can be tried."""

import random

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.agents.player import Views
from jivezoo.envs.errors import BadOption

PLAIN = "rollouts=random,prior=none,cut=end,exploration=1.4"  # UCT, without any opinion
FEW, MANY = 100, 10_000
NEAR = 0.1
ROWS = ["LLM", "OLL", "M.O"]
LICE = (6, 1)
OPTIONS = {"max_turns": 12, "last_louse_left": True}
LEFT = 3  # turns
SEEDS = range(45)
MOST_POSITIONS = 1000  # that are tried


class TooMany(Exception):
    """There is more to try than is worth it."""


def value_of(position, known):
    """Return what perfect play brings seat 0 of two from a position on."""
    if position.is_over:
        return float(position.returns()[0])
    key = position.states.tobytes()
    if key not in known:
        if len(known) > MOST_POSITIONS:
            raise TooMany
        values = [value_of(position.copy().apply(a), known) for a in position.legal_actions()]
        known[key] = max(values) if position.seat == 0 else min(values)
    return known[key]


def values_of_actions(position):
    """Return what each legal action is worth, to the seat to act, under perfect play."""
    known, sign = {}, 1 if position.seat == 0 else -1
    return {a: sign * value_of(position.copy().apply(a), known) for a in position.legal_actions()}


def late_position(game, seed):
    """Return a position of a random game with few turns left in which there is a choice."""
    rng, position = random.Random(seed), game.new(seed=seed)
    while game.options.max_turns - position.states["turns"][0] > LEFT and not position.is_over:
        position.apply(rng.choice(position.legal_actions()))
    while not position.is_over and len(position.legal_actions()) == 1:
        position.apply(position.legal_actions()[0])
    return position


@pytest.fixture(scope="module")
def solved(draw):
    """Small positions, with what each action is worth."""
    game, found = draw.game(ROWS, LICE, **OPTIONS), []
    for seed in SEEDS:
        position = late_position(game, seed)
        try:
            values = {} if position.is_over else values_of_actions(position)
        except TooMany:
            continue
        if values:
            found.append((position, values))
    return found


def errors(solved, simulations):
    """Return how far a search is from the exact value of each position, and what it gives away."""
    far, regrets = [], []
    for i, (position, values) in enumerate(solved):
        agent, best = make_agent(f"mcts:{simulations},{PLAIN}", position.game), max(values.values())
        told = agent.explain(Views.of_position(position, i)[0])
        far.append(abs(told.value - best))
        regrets.append(best - values[told.choices[0].action])
    return np.array(far), np.array(regrets)


def test_the_positions_ask_something(solved):
    different = [values for _, values in solved if len(set(values.values())) > 1]
    assert len(solved) >= 30 and len(different) >= 8


def test_a_long_search_comes_to_the_exact_value_and_choice(solved):
    far, regrets = errors(solved, MANY)
    assert far.max() < NEAR
    assert regrets.max() == 0


def test_more_simulations_come_nearer(solved):
    few, many = errors(solved, FEW)[0], errors(solved, MANY)[0]
    assert many.mean() < 0.5 * few.mean()


def test_a_turn_of_one_act_is_not_planned():
    game = jivezoo.game("itchy_monkey")
    with pytest.raises(BadOption, match="in a turn of Itchy Monkey there is nothing to plan"):
        make_agent("mcts:10,plan=8", game)
