"""Games whose seats choose at once: the same games as seat by seat, native in both faces."""

import copy
import pickle
import warnings
from importlib import import_module

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils.env import ParallelEnv

import jivezoo
import jivezoo.envs  # noqa: F401  registers the environments
from jivezoo.envs.errors import BadOption, IllegalAction, NotYourTurn, UnknownAction


@pytest.fixture
def together(game):
    """A game whose seats choose together."""
    if game.idle_action is None:
        pytest.skip("its seats act one at a time")
    return game


@pytest.fixture
def make_parallel(together):
    module = import_module(f"jivezoo.envs.{together.id}")
    return lambda **settings: module.parallel_env(**settings, **vars(together.options))


@pytest.fixture
def env(make_parallel):
    made = make_parallel()
    made.reset(seed=3)
    return made


def random_choices(env, rng):
    """Return a legal action for every agent, from what each observes."""
    return {
        agent: int(rng.choice(np.flatnonzero(observation["action_mask"])))
        for agent, observation in env._look().items()
    }


def snapshot(env):
    views = {
        agent: [part.tolist() for part in view.values()] for agent, view in env._look().items()
    }
    return env.agents[:], env.position.to_json(), views


def random_actions(batch, rng):
    return (rng.random(batch.action_mask.shape) * batch.action_mask).argmax(axis=-1)


# ------------------------------------------------------------------------- PettingZoo's own tests


def test_api(make_parallel):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")
        parallel_api_test(make_parallel(), num_cycles=80)


def test_seeds(make_parallel):
    parallel_seed_test(lambda: make_parallel(illegal="lose"), num_cycles=40)


def test_registration(together):
    made = pettingzoo.make("parallel", f"jivezoo/{together.name}-v{together.version}")
    assert isinstance(made, ParallelEnv) and made.unwrapped is made
    assert made.metadata["name"] == together.id


# ------------------------------------------------------------------------- One game, two faces


def test_both_faces_give_the_same_game(make_parallel, make_env):
    one, other, rng = make_parallel(), make_env(), np.random.default_rng(4)
    views, infos = one.reset(seed=8)
    other.reset(seed=8)
    assert infos == {agent: {} for agent in one.agents}
    while one.agents:
        choices, asked = random_choices(one, rng), one.position.states["asked"][0]
        seen = {agent: other.observe(agent) for agent in one.agents}
        for seat, agent in enumerate(one.agents):
            view = seen[agent] | {"action_mask": other.observe(agent)["action_mask"]}
            assert views[agent]["observation"].tolist() == view["observation"].tolist()
            if not asked[seat]:
                assert views[agent]["action_mask"].sum() == 1
                assert views[agent]["action_mask"][one.game.idle_action] == 1
                continue
            assert other.agent_selection == agent
            assert views[agent]["action_mask"].tolist() == view["action_mask"].tolist()
            other.step(choices[agent])
        views, rewards, terminated, truncated, _ = one.step(choices)
        assert one.position == other.position
        assert rewards == other.rewards
        assert (terminated, truncated) == (other.terminations, other.truncations)
    assert one.position.is_over and sum(rewards.values()) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("n", "steps"), [(1, 10**6), (7, 60), (257, 4)])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_gives_the_same_games(together, n, steps, threads):
    batch = together.batch(n, seed=9, auto_reset=False, together=True, threads=threads)
    positions = [together.new(seed=int(seed)) for seed in batch.seeds]
    rng = np.random.default_rng(n)
    while steps and not batch.is_over.all():
        actions, asked, was_over = random_actions(batch, rng), batch.asked, batch.is_over
        batch.step(actions)
        for i, position in enumerate(positions):
            for seat in np.flatnonzero(asked[i]):
                assert position.seat == seat
                position.apply(actions[i, seat])
            assert batch.states[i].tobytes() == position.states[0].tobytes()
            ended = position.is_over and not was_over[i]
            assert batch.reward[i].tolist() == (ended * position.returns()).tolist()
            assert (batch.terminated[i] or batch.truncated[i]) == ended
        for i in rng.integers(n, size=min(n, 10)):
            for seat in range(together.seats):
                seen = positions[i].observation(seat)
                assert batch.observation[i, seat].tolist() == seen.tolist()
        steps -= 1
    batch.close()


def test_the_next_game_follows_at_once_and_the_last_views_are_kept(together):
    turns, all_at_once = together.batch(5, seed=2), together.batch(5, seed=2, together=True)
    rng, endings = np.random.default_rng(7), 0
    while endings < 12:
        actions = random_actions(all_at_once, rng)
        asked, before = all_at_once.asked, turns.states["revealed"].copy()
        all_at_once.step(actions)
        finals = [None] * 5
        for seat in range(together.seats):
            waits = (turns.seat != seat) | ~asked[:, seat]
            turns.step(np.where(waits, -1, actions[:, seat]))
            for i in np.flatnonzero(turns.status):
                finals[i] = turns.final_observation[i].copy(), turns.reward[i].copy()
        assert turns.states.tobytes() == all_at_once.states.tobytes()
        assert turns.seeds.tolist() == all_at_once.seeds.tolist()
        for i in np.flatnonzero(all_at_once.status):
            assert all_at_once.final_observation[i].tolist() == finals[i][0].tolist()
            assert all_at_once.reward[i].tolist() == finals[i][1].tolist()
            endings += 1
        assert (turns.states["revealed"] != before).all()


# ----------------------------------------------------------------------------- What can go wrong


def test_a_game_whose_seats_act_in_turn_is_refused(game):
    if game.idle_action is not None:
        pytest.skip("its seats choose together")
    with pytest.raises(BadOption, match="one at a time"):
        game.batch(3, seed=1, together=True)


def test_an_agent_that_is_not_asked_may_only_be_idle(make_parallel):
    found, rng = 0, np.random.default_rng(1)
    env = make_parallel()
    env.reset(seed=2)
    while env.agents:
        choices = random_choices(env, rng)
        for seat in np.flatnonzero(env.position.states["asked"][0, : env.game.seats] == 0):
            wrong = choices | {env.agents[seat]: (env.game.idle_action + 1) % len(env.game.actions)}
            before = snapshot(env)
            with pytest.raises(IllegalAction, match=f"player_{seat} is not asked"):
                env.step(wrong)
            assert snapshot(env) == before
            found += 1
        env.step(choices)
    if env.game.options.reaction != 1:
        assert found > 5


def test_an_illegal_choice_is_refused_in_words_and_changes_nothing(env):
    rng, found = np.random.default_rng(5), 0
    for _ in range(20):
        choices = random_choices(env, rng)
        agent = env.agents[env.position.seat]
        illegal = np.flatnonzero(env._look()[agent]["action_mask"] == 0)
        if len(illegal):
            before = snapshot(env)
            with pytest.raises(IllegalAction, match=f"not legal for {agent} now; legal are"):
                env.step(choices | {agent: int(illegal[0])})
            assert snapshot(env) == before
            found += 1
        env.step(choices)
    assert found > 5


@pytest.mark.parametrize("action", [-1, 10**6, "wait", 1.5, None])
def test_what_is_no_action_is_refused(env, action):
    choices = random_choices(env, np.random.default_rng(1))
    before = snapshot(env)
    with pytest.raises(UnknownAction):
        env.step(choices | {"player_1": action})
    assert snapshot(env) == before


@pytest.mark.parametrize("actions", [None, 5, ["wait", "wait"], {"player_0", "player_1"}])
def test_what_is_no_dict_is_refused(env, actions):
    with pytest.raises(UnknownAction, match="a dict"):
        env.step(actions)


@pytest.mark.parametrize("beyond", [-1, 10**6])
def test_a_number_beyond_the_actions_loses_too(make_parallel, beyond):
    env = make_parallel(illegal="lose")
    env.reset(seed=3)
    choices = random_choices(env, np.random.default_rng(1))
    views, rewards, *_, infos = env.step(choices | {"player_1": beyond})
    assert rewards["player_1"] < 0 and infos["player_1"] == {"illegal": f"no action {beyond}."}
    assert not any(view["action_mask"].any() for view in views.values())


def test_every_agent_must_choose_and_no_stranger(env):
    choices = random_choices(env, np.random.default_rng(1))
    with pytest.raises(NotYourTurn, match="no agent 'player_9'"):
        env.step(choices | {"player_9": 0})
    del choices["player_0"]
    with pytest.raises(NotYourTurn, match="player_0 has no action"):
        env.step(choices)


def test_nothing_can_be_done_before_reset_and_after_the_end(make_parallel):
    env, rng = make_parallel(), np.random.default_rng(1)
    for act in (lambda: env.step({}), env.state, lambda: env.position):
        with pytest.raises(NotYourTurn, match="reset"):
            act()
    env.reset(seed=1)
    while env.agents:
        env.step(random_choices(env, rng))
    with pytest.raises(NotYourTurn, match="over"):
        env.step({})
    assert env.position.is_over
    env.reset()
    assert env.agents == env.possible_agents


def test_illegal_choices_may_lose_the_game_instead(make_parallel):
    env = make_parallel(illegal="lose")
    env.reset(seed=3)
    choices = random_choices(env, np.random.default_rng(1))
    agent = env.agents[env.position.seat]
    illegal = int(np.flatnonzero(env._look()[agent]["action_mask"] == 0)[0])
    _, rewards, terminated, truncated, infos = env.step(choices | {agent: illegal})
    assert rewards[agent] == min(rewards.values()) < 0
    assert sum(rewards.values()) == pytest.approx(0) and len(set(rewards.values())) == 2
    assert all(terminated.values()) and not any(truncated.values()) and env.agents == []
    assert "not legal" in infos[agent]["illegal"]
    assert [name for name, info in infos.items() if info] == [agent]


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alike_and_apart(env, duplicate):
    rng = np.random.default_rng(6)
    for _ in range(6):
        other, before = duplicate(env), snapshot(env)
        choices = random_choices(env, rng)
        other.step(choices)
        assert snapshot(env) == before
        env.step(choices)
        assert snapshot(env) == snapshot(other)


def test_state_holds_the_views_of_all_seats(env):
    views = [view["observation"] for view in env._look().values()]
    assert env.state().tolist() == np.concatenate(views).tolist()
    assert env.state_space.contains(env.state())


def test_ansi_and_human_render(make_parallel, capsys):
    env = make_parallel(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.position)
    env = make_parallel(render_mode="human")
    env.reset(seed=1)
    env.step(random_choices(env, np.random.default_rng(1)))
    assert capsys.readouterr().out.strip() == str(env.position)


def test_a_batch_refuses_what_is_not_legal_and_no_game_moves(together):
    batch = together.batch(4, seed=1, together=True)
    actions = random_actions(batch, np.random.default_rng(1))
    before = batch.states.tobytes()
    table = 2
    seat = int(batch.seat[table])
    illegal = int(np.flatnonzero(batch.action_mask[table, seat] == 0)[0])
    actions[table, seat] = illegal
    with pytest.raises(IllegalAction, match=f"game 2 .* not legal for player_{seat}"):
        batch.step(actions)
    with pytest.raises(UnknownAction, match="shape"):
        batch.step(actions[:, 0])
    assert batch.states.tobytes() == before
