"""Tree search in Swinging Jivecat Voodoo Lounge, where a turn has many steps: it plans them."""

import pytest

from jivezoo.agents import make_agent
from jivezoo.agents.player import Views

RIVAL = "N7 N9"
HELD = "J9 V9 J1 R3"


def priors_of(position, name, key):
    """Return what a search expects of the legal actions of a position, best first, in words."""
    [thought] = make_agent(name, position.game).think(Views.of_position(position, key))
    legal = sorted(position.legal_actions(), key=lambda action: -thought.weight[action])
    return [position.game.actions[action] for action in legal]


@pytest.fixture
def combination(lay):
    """A 5 beside C3 scores nothing, but with it four odd numbers stand, and a Trend is claimed."""
    return lay("C3 L7 T9", RIVAL, hands=["C5 V8", HELD], trend_line="odd - -")


@pytest.mark.parametrize("key", range(3))
def test_what_pays_only_by_the_next_act_is_expected_once_the_turn_is_planned(combination, key):
    assert priors_of(combination, "mcts:24", key)[0] == "to C5"
    assert priors_of(combination, "mcts:24,plan=0", key)[0] != "to C5"
    assert priors_of(combination, "mcts:23", key)[0] != "to C5"  # it has not come to that yet


@pytest.mark.parametrize("key", range(3))
def test_a_narrow_tree_looks_at_what_the_plan_has_put_first(combination, key):
    view = Views.of_position(combination, key)
    thought = make_agent("mcts:60,widening=0.01", combination.game).think(view)[0]
    found = combination.game.actions[int(thought.visits.argmax())]
    assert found == "to C5" and thought.visits.max() >= 60 - 24


def test_a_search_without_priors_does_not_plan(combination):
    view = Views.of_position(combination, 1)
    plain, other = (
        make_agent(f"mcts:60,prior=none,rollouts=random,cut=9{plan}", combination.game).think(view)
        for plan in ("", ",plan=0")
    )
    assert plain[0].visits.tolist() == other[0].visits.tolist()
    assert plain[0].weight.tolist() == other[0].weight.tolist()
