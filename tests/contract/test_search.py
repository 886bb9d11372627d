"""Tree search in every game: reproducible, in words, and content with little room."""

import json

import numpy as np
import pytest

from jivezoo.agents import make_agent, search, tree
from jivezoo.agents.player import Views
from jivezoo.envs.errors import BadOption
from jivezoo.training.match import play_games

PLAIN = "rollouts=random,prior=none,cut=end"
MANNERS = [
    "mcts:12",
    f"mcts:12,{PLAIN},outcomes=0",
    "mcts:12,rollouts=greedy,cut=5,epsilon=0.5,widening=1",
    "mcts:12,rivals=rollout,together=regret",
    "mcts:12,trees=3",
    "mcts:0.001s",
]


@pytest.fixture
def views(game, walk):
    """Some decisions of a game that leave a choice."""
    found = [p for p in walk(game, 4) if not p.is_over and p.action_mask().sum() > 1]
    found = found[:: max(1, len(found) // 6)]
    return Views(
        game,
        np.concatenate([p.states for p in found]),
        np.stack([p.observation() for p in found]),
        np.stack([p.action_mask() for p in found]),
        np.arange(len(found), dtype=np.uint64),
    )


def digests(game, name, seeds):
    """Return what identifies the games that an agent plays against itself."""
    seatings = np.zeros((len(seeds), game.seats), np.int64)
    return [result.digest for result in play_games(game, [make_agent(name, game)], seatings, seeds)]


# ---------------------------------------------------------------------------------------- Choosing


@pytest.mark.parametrize("name", MANNERS)
def test_every_manner_answers_with_what_is_legal(game, views, name):
    actions = make_agent(name, game).act(views)
    assert views.action_mask[np.arange(len(views)), actions].all()


@pytest.mark.parametrize("settings", ["", ",trees=3"])
def test_the_number_of_cores_does_not_matter(game, views, settings):
    alone, together = (make_agent(f"mcts:30{settings}{cores}", game) for cores in ("", ",cores=2"))
    for one, other in zip(alone.think(views), together.think(views), strict=True):
        assert one.visits.tolist() == other.visits.tolist()
        assert one.total.tolist() == other.total.tolist()


def test_games_are_the_same_in_any_batch_with_trees_that_are_kept(short):
    seeds = [1, 2, 3]
    together = digests(short, "mcts:6", seeds)
    assert together == [digests(short, "mcts:6", [seed])[0] for seed in seeds]
    agent, seatings = make_agent("mcts:6", short), np.zeros((3, 2), np.int64)
    again = [play_games(short, [agent], seatings, seeds) for _ in range(2)]  # nothing is left
    assert [result.digest for result in again[1]] == together


def test_a_tree_that_is_kept_saves_simulations(short):
    agent, memory, position = make_agent("mcts:400", short), {}, short.new(seed=5)
    dealt = []
    for key in range(30):
        if position.is_over:
            break
        seat = position.seat
        thought = agent.think(Views.of_position(position, key, memory.setdefault(seat, {})))[0]
        assert thought.visits.sum() >= 400 - 1
        dealt.append(thought.worlds)
        position.apply(thought.choose(np.uint64(key)))
    assert dealt[0] == 400 and min(dealt) < 400


def test_the_simulations_asked_for_are_made(game, views):
    for name, worlds in (("mcts:50", 50), ("mcts:50,trees=4", 52)):
        for thought in make_agent(name, game).think(views):
            assert thought.worlds == worlds
            assert 0 < thought.visits.sum() <= worlds


def test_a_long_search_is_the_same_in_pieces(game, views, monkeypatch):
    whole = make_agent("mcts:50", game).think(views)
    monkeypatch.setattr(search, "AT_ONCE", 7)
    for one, other in zip(whole, make_agent("mcts:50", game).think(views), strict=True):
        assert one.total.tolist() == other.total.tolist() and one.worlds == other.worlds == 50


@pytest.mark.parametrize("name", ["MOST_NODES", "MOST_EDGES"])
def test_a_tree_without_room_goes_on_with_what_it_has(game, views, monkeypatch, name):
    monkeypatch.setattr(tree, name, 4)
    for manner in ("mcts:60", f"mcts:60,{PLAIN}"):
        actions = make_agent(manner, game).act(views)
        assert views.action_mask[np.arange(len(views)), actions].all()


# ---------------------------------------------------------------------------------------- In words


def test_an_explanation_tells_what_was_thought(game, views):
    agent = make_agent("mcts:40", game)
    for view, action in zip(views, agent.act(views), strict=True):
        told = agent.explain(view)
        assert told.seat == view.seat and told.worlds == 40
        assert {choice.action for choice in told.choices} == set(view.legal_actions)
        assert told.choices[0].action == action
        assert all(game.actions[choice.action] == choice.words for choice in told.choices)
        assert sum(choice.visits for choice in told.choices) == told.simulations
        for numbers in ("share", "prior"):
            assert sum(getattr(choice, numbers) for choice in told.choices) == pytest.approx(1)
        assert -1 <= told.value <= 1 and all(-1 <= choice.value <= 1 for choice in told.choices)
        assert json.loads(json.dumps(told.to_dict()))["choices"][0]["words"] == game.actions[action]
        assert game.actions[action] in str(told) and "40 new worlds" in str(told)


def test_the_line_can_be_played_in_some_world(game, views):
    agent = make_agent("mcts:60", game)
    for view in views:
        line, position = agent.explain(view).line, view.imagine()
        assert line
        for seat, words in line:
            assert position.seat == seat
            position.play(words)


def test_an_explanation_is_the_same_when_only_hidden_things_change(game, walk):
    agent = make_agent("mcts:30", game)
    for position in [p for p in walk(game, 6) if not p.is_over][::9]:
        told = agent.explain(Views.of_position(position, 7)[0])
        assert agent.explain(Views.of_position(position.imagine(seed=3), 7)[0]) == told


# ------------------------------------------------------------------------------------ What is said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mcts:0", "simulations must be from 1"),
        ("mcts:-5", "simulations must be from 1"),
        ("mcts:many", "write simulations"),
        ("mcts:nans", "write simulations"),
        ("mcts:0s", "write simulations"),
        ("mcts:1e9s", "write simulations"),
        ("mcts:10,depth=3", "there is no setting 'depth'; they are rollouts, "),
        ("mcts:10,cut=soon", "cut cannot be 'soon'"),
        ("mcts:10,cut=-2", "cut must be at least -1"),
        ("mcts:10,rollouts=clever", "rollouts must be greedy or random, not clever"),
        ("mcts:10,epsilon=2", "epsilon must be from 0 to 1"),
        ("mcts:10,temperature=nan", "temperature must be at least"),
        ("mcts:10,reuse=maybe", "reuse must be yes or no, not maybe|reuse cannot be maybe"),
        ("mcts:10,trees=0", "trees must be from 1"),
        ("mcts:10,cores=1.5", "cores cannot be '1.5'"),
    ],
)
def test_a_wrong_name_is_refused_in_a_sentence(two_seats, name, words):
    with pytest.raises(BadOption, match=words) as refusal:
        make_agent(name, two_seats)
    assert name in str(refusal.value)


def test_budget_by_time_is_kept_roughly(two_seats, monkeypatch):
    clock = iter(range(100))
    monkeypatch.setattr(search.time, "perf_counter", lambda: 0.1 * next(clock))
    thought = make_agent("mcts:1s", two_seats).think(Views.of_position(two_seats.new(seed=1)))[0]
    assert thought.worlds == 10  # a look at the clock after each, as slow as it seems
