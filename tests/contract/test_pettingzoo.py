"""The AEC environment keeps PettingZoo's promises, and our own about errors, copies and payoffs."""

import contextlib
import copy
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test

import jivezoo
import jivezoo.envs  # noqa: F401  registers the environments
from jivezoo.envs.aec import AECEnv
from jivezoo.envs.errors import BadOption, IllegalAction, JivezooError, NotYourTurn, UnknownAction


def play_on(env, steps=10**9, seed=0):
    """Play random legal actions until the game ends or `steps` were made."""
    rng = np.random.default_rng(seed)
    while steps and not (any(env.terminations.values()) or any(env.truncations.values())):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        steps -= 1


def illegal_action(env):
    """Return an action that the seat to act may not choose."""
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


def snapshot(env):
    """Everything about an environment that an action could change, deeply copied."""
    tables = (env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos)
    views = [env.observe(agent) for agent in env.possible_agents]
    return copy.deepcopy((env.agents, env.agent_selection, tables)), (
        [[part.tolist() for part in view.values()] for view in views],
        env.state().tolist(),
        env.position.to_json(),
    )


@pytest.fixture
def env(make_env):
    made = make_env()
    made.reset(seed=3)
    return made


# ------------------------------------------------------------------------- PettingZoo's own tests


@contextlib.contextmanager
def dict_observations_allowed():
    """Silence two remarks: the mask beside the observation is PettingZoo's own advice."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


def test_api(make_env):
    with dict_observations_allowed():
        api_test(make_env(), num_cycles=150)


def test_seeds(make_env):
    seed_test(make_env, num_cycles=60)


def test_registration(game):
    name = f"jivezoo/{game.name}-v{game.version}"
    made = pettingzoo.make("aec", name, num_players=3)
    made.reset(seed=1)
    assert made.possible_agents == ["player_0", "player_1", "player_2"]
    assert made.metadata["name"] == game.id
    assert made.unwrapped is made


# ------------------------------------------------------------------------------- Seeds and copies


def test_the_same_seed_gives_the_same_game(make_env):
    first, second = make_env(), make_env()
    for env in (first, second):
        env.reset(seed=11)
        play_on(env, 25)
    assert snapshot(first) == snapshot(second)
    first.reset(seed=11)
    play_on(first, 25)
    assert snapshot(first) == snapshot(second)


def test_reset_draws_a_fresh_seed_and_keeps_it_from_the_agents(make_env):
    env, seeds = make_env(), set()
    for _ in range(3):
        env.reset()
        seeds.add(env.game_seed)
        assert not any(env.infos.values())
        again = make_env()
        again.reset(seed=env.game_seed)
        assert again.position == env.position
    assert len(seeds) == 3


@pytest.mark.parametrize("seed", [-1, 2**64, "seven"])
def test_a_seed_that_is_none_is_refused(make_env, seed):
    with pytest.raises(BadOption, match="seed"):
        make_env().reset(seed=seed)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_at_any_point_goes_on_alike_and_apart(make_env, duplicate):
    env = make_env()
    duplicate(env).reset(seed=1)  # before the first reset
    env.reset(seed=5)
    while env.agents:
        other = duplicate(env)
        before = snapshot(env)
        assert snapshot(other) == before
        over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        mask = env.observe(env.agent_selection)["action_mask"]
        action = None if over else int(np.flatnonzero(mask)[-1])
        other.step(action)
        assert snapshot(env) == before if other.agents else env.agents
        env.step(action)
        assert (env.agents, env.rewards) == (other.agents, other.rewards)
        if env.agents:
            assert snapshot(env) == snapshot(other)
            play_on(env, 6)
    assert duplicate(env).agents == []


def test_state_holds_the_views_of_all_seats_at_every_point(env):
    seen = 0
    while env.agents:
        state = env.state()
        assert env.state_space.contains(state)
        views = [env.observe(agent)["observation"] for agent in env.possible_agents]
        assert state.tolist() == np.concatenate(views).tolist()
        play_on(env, 1, seed=seen)
        seen += 1
        if any(env.terminations.values()) or any(env.truncations.values()):
            env.step(None)
    assert env.state_space.contains(env.state())


def test_arrays_handed_out_are_never_written_again(env):
    kept, rng = [], np.random.default_rng(2)
    for _ in range(30):
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        agents = env.possible_agents
        arrays = [part for agent in agents for part in env.observe(agent).values()]
        arrays += [*env.last()[0].values(), env.state()]
        kept += [(array, array.copy()) for array in arrays]
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    env.reset(seed=4)
    assert all((array == before).all() for array, before in kept)


def test_changing_what_was_handed_out_does_not_change_the_game(env):
    before = snapshot(env)
    for array in (*env.observe(env.agent_selection).values(), *env.last()[0].values(), env.state()):
        array[:] = 1
    env.position.apply(int(env.position.legal_actions()[0]))
    assert snapshot(env) == before


# --------------------------------------------------------------------------------------- Observing


def test_observations_lie_in_their_spaces_and_masks_belong_to_the_seat_to_act(env):
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        for seat, agent in enumerate(env.possible_agents):
            view = env.observe(agent)
            assert env.observation_space(agent).contains(view)
            assert view["observation"].tolist() == env.position.observation(seat).tolist()
            mask = view["action_mask"].tolist()
            acts = agent == env.agent_selection
            assert mask == (env.position.action_mask().tolist() if acts else [0] * len(mask))
        assert env.position.seat == env.possible_agents.index(env.agent_selection)
        play_on(env, 4)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


# ----------------------------------------------------------------------------------------- Errors


@pytest.mark.parametrize(
    "action",
    [-1, 10**6, 10**30, 1.0, 0.5, float("nan"), float("inf"), np.float32(0.5), "0", "x", None, [0]],
    ids=repr,
)
def test_what_is_no_action_is_refused_and_changes_nothing(two_seats, action):
    env = AECEnv(two_seats)
    env.reset(seed=3)
    before = snapshot(env)
    with pytest.raises(UnknownAction) as refusal:
        env.step(action)
    assert str(action) in str(refusal.value)
    assert f"0 to {len(env.game.actions) - 1}" in str(refusal.value)
    assert snapshot(env) == before


@pytest.mark.usefixtures("picky")
def test_an_illegal_action_is_refused_in_words_at_every_point(env):
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        before, action = snapshot(env), illegal_action(env)
        with pytest.raises(IllegalAction) as refusal:
            env.step(action)
        message = str(refusal.value)
        assert f"'{env.game.actions[action]}'" in message
        assert env.agent_selection in message
        legal = env.position.legal_words()
        named = message.split(f"legal are {len(legal)}: ")[1].rstrip(".").split(", ")
        assert set(named) - {""} <= set(legal)  # "" where the list goes on
        assert snapshot(env) == before
        play_on(env, 3)


@pytest.mark.parametrize("kind", [int, np.int16, np.int64, np.uint16, np.array])
def test_whole_numbers_of_any_kind_are_actions(env, kind):
    action = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    expected = env.position.apply(action)
    env.step(kind(action))
    assert env.position == expected


def test_nothing_can_be_done_before_reset(make_env):
    env = make_env()
    with pytest.raises(NotYourTurn, match="reset"):
        env.step(0)
    with pytest.raises(NotYourTurn, match="reset"):
        _ = env.position
    with pytest.raises(NotYourTurn, match="reset"):
        env.state()


def test_a_stranger_observes_nothing(env):
    with pytest.raises(NotYourTurn, match="no agent 'player_9'"):
        env.observe("player_9")


def test_an_agent_of_a_finished_game_takes_only_none(env):
    play_on(env)
    for agent in env.possible_agents:
        assert env.agent_selection == agent
        before = snapshot(env)
        with pytest.raises(NotYourTurn, match=f"{agent}.*only None"):
            env.step(0)
        assert snapshot(env) == before
        env.step(None)
    assert env.agents == []
    with pytest.raises(NotYourTurn, match="reset"):
        env.step(None)
    env.reset(seed=1)
    assert env.agents == env.possible_agents


@pytest.mark.usefixtures("picky")
def test_every_error_is_one_sentence_of_one_family(env):
    for action in (illegal_action(env), -1):
        with pytest.raises(JivezooError) as refusal:
            env.step(action)
        message = str(refusal.value)
        assert message.endswith(".") and "\n" not in message


# ---------------------------------------------------------------------------------------- Payoffs


def payoffs_for(winners, seats):
    """Return the payoffs that the design promises."""
    if len(winners) == seats:
        return [0.0] * seats
    win = (seats / len(winners) - 1) / (seats - 1)
    return [win if seat in winners else -1 / (seats - 1) for seat in range(seats)]


def test_rewards_are_zero_until_the_end_and_then_the_payoffs(make_env):
    for seed in range(4):
        env = make_env()
        env.reset(seed=seed)
        seats = len(env.possible_agents)
        while not (any(env.terminations.values()) or any(env.truncations.values())):
            assert set(env.rewards.values()) | set(env._cumulative_rewards.values()) == {0.0}
            play_on(env, 1, seed=int(env.position.states["random"][0]) + seed)
        paid = list(env.rewards.values())
        assert sum(paid) == pytest.approx(0, abs=1e-6)
        assert paid == env.position.returns().tolist()
        best = [seat for seat in range(seats) if paid[seat] >= max(paid) - 1e-6]
        assert paid == pytest.approx(payoffs_for(best, seats))
        ended, cut = set(env.terminations.values()), set(env.truncations.values())
        assert (ended, cut) in (({True}, {False}), ({False}, {True}))
        assert cut == {env.position.is_truncated}
        told = {}
        for agent in env.agent_iter():
            told[agent] = env.last()[1]
            env.step(None)
        assert list(told.values()) == paid


@pytest.mark.usefixtures("picky")
def test_an_illegal_action_may_lose_the_game_instead(make_env):
    env = make_env(illegal="lose")
    env.reset(seed=2)
    play_on(env, 3)
    seats, loser = len(env.possible_agents), env.agent_selection
    action = illegal_action(env)
    env.step(action)
    others = [seat for seat in range(seats) if env.possible_agents[seat] != loser]
    assert list(env.rewards.values()) == pytest.approx(payoffs_for(others, seats))
    assert set(env.terminations.values()) == {True} and set(env.truncations.values()) == {False}
    assert env.game.actions[action] in env.infos[loser]["illegal"]
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    with pytest.raises(NotYourTurn):
        env.step(0)
    for _ in range(seats):
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("beyond", [-1, 10**6])
def test_a_number_beyond_the_actions_loses_too(make_env, beyond):
    env = make_env(illegal="lose")
    env.reset(seed=2)
    loser = env.agent_selection
    env.step(beyond)
    assert env.rewards[loser] < 0 and all(env.terminations.values())
    assert str(beyond) in env.infos[loser]["illegal"]


def test_what_is_no_number_raises_even_where_illegal_actions_lose(make_env):
    env = make_env(illegal="lose")
    env.reset(seed=2)
    before = snapshot(env)
    with pytest.raises(UnknownAction):
        env.step(0.5)
    assert snapshot(env) == before


# -------------------------------------------------------------------------------------- Rendering


def test_ansi_returns_the_position_as_text(make_env):
    env = make_env(render_mode="ansi")
    env.reset(seed=1)
    while True:
        assert env.render() == str(env.position)
        assert max(map(len, env.render().split("\n"))) <= 80
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        play_on(env, 5)


def test_human_prints_after_every_step(make_env, capsys):
    env = make_env(render_mode="human")
    env.reset(seed=1)
    capsys.readouterr()
    play_on(env, 1)
    assert capsys.readouterr().out == f"{env.position}\n"
    assert env.render() is None
    assert capsys.readouterr().out == f"{env.position}\n"


def test_unknown_settings_are_refused(make_env):
    with pytest.raises(BadOption, match="render_mode.*ansi"):
        make_env(render_mode="hologram")
    with pytest.raises(BadOption, match="illegal.*lose"):
        make_env(illegal="shrug")
    env = make_env()
    env.reset(seed=1)
    with pytest.raises(BadOption, match="render_mode"):
        env.render()


def test_metadata_tells_the_render_modes(make_env):
    for mode in (None, *make_env().metadata["render_modes"]):
        assert make_env(render_mode=mode).render_mode == mode


def test_games_are_known_by_name(game):
    assert game.name in jivezoo.GAMES
    with pytest.raises(BadOption, match=game.name):
        jivezoo.game("chess")
