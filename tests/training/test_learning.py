"""Learning from turn-based games: every seat gets its result, and every seat learns from it."""

import csv
import io
import itertools
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch as th
from gymnasium.spaces import Box, Discrete
from stable_baselines3.common.logger import make_output_format

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.envs.contract import TRUNCATED
from jivezoo.training import train as training
from jivezoo.training.cli import main
from jivezoo.training.learn import NO_DECISION, SeatRolloutBuffer, chain_advantages
from jivezoo.training.run_folder import RunFolder
from jivezoo.training.selfplay import LEARNER, Opponents, SelfPlayEnv
from jivezoo.training.settings import Settings

# On a small board of gorillas random play soon finds a winner.
BOARD = Path(__file__).parents[1] / "contract" / "gorillas.toml"
SHORT = {"board": BOARD, "max_turns": 60}
TINY = {
    "games": 8,
    "rollout": 8,
    "minibatch": 16,
    "network": "8",
    "steps": 256,
    "keep_every": 1,
    "keep": 2,
    "past": 0.5,
    "evaluate_games": 2,
    "final_games": 2,
    "threads": 1,
}


# ------------------------------------------------------------- Advantages, worked out by hand


def advantages(seats, values, ends, last, gamma, gae_lambda):
    """Return advantages (T,), None where the outcome is unknown, of one column.

    seats and values are lists over time, ends {row: payoffs}, last the (seat, value) asked next.
    """
    n = max(len(payoff) for payoff in ends.values()) if ends else 2
    payoff = np.zeros((len(seats), 1, n), np.float32)
    for row, paid in ends.items():
        payoff[row, 0] = paid
    ended = np.array([[row in ends] for row in range(len(seats))])
    out, known = np.full((len(seats), 1), 9, np.float32), np.full((len(seats), 1), 9, np.int8)
    chain_advantages(
        np.array(seats, np.int8)[:, None],
        np.array(values, np.float32)[:, None],
        ended,
        payoff,
        np.array([last[0]]),
        np.array([last[1]], np.float32),
        gamma,
        gae_lambda,
        out,
        known,
    )
    assert set(known[:, 0].tolist()) <= {0, 1} or NO_DECISION in seats
    return [
        float(a) if k else None
        for a, k, seat in zip(out[:, 0], known[:, 0], seats, strict=True)
        if seat != NO_DECISION
    ]


def test_two_seats_in_a_game_that_ends():
    # Seat 0 decides at 0, 2, seat 1 at 1, 3; after row 3 seat 1 has won.  gamma 1/2, lambda 1/2.
    found = advantages(
        [0, 1, 0, 1], [0.5, 0.25, -0.5, 0.75], {3: (-1, 1)}, (0, 0.1), gamma=0.5, gae_lambda=0.5
    )
    row_3 = 1 - 0.75
    row_2 = -1 - -0.5
    row_1 = (0.5 * 0.75 - 0.25) + 0.25 * row_3
    row_0 = (0.5 * -0.5 - 0.5) + 0.25 * row_2
    assert found == pytest.approx([row_0, row_1, row_2, row_3])


def test_a_seat_may_decide_several_times_in_a_row():
    found = advantages(
        [0, 0, 1, 0], [0.5, 0.25, 0.0, -0.5], {3: (1, -1)}, (1, 0.0), gamma=0.5, gae_lambda=1
    )
    row_3 = 1 - -0.5
    row_1 = (0.5 * -0.5 - 0.25) + 0.5 * row_3
    row_0 = (0.5 * 0.25 - 0.5) + 0.5 * row_1
    assert found == pytest.approx([row_0, row_1, -1.0, row_3])


def test_three_seats_of_which_one_waits_when_the_rollout_ends():
    # Row 1 ends a game.  In the next one seat 0 is asked again after the last row: its decision at
    # row 2 is followed by one of value 0.5; seats 1 and 2 wait for an outcome.
    found = advantages(
        [2, 0, 0, 1, 2],
        [0.1, 0.2, 0.3, 0.4, 0.5],
        {1: (0.25, 0.25, -0.5)},
        (0, 0.5),
        gamma=0.9,
        gae_lambda=0.8,
    )
    assert found[:2] == pytest.approx([-0.5 - 0.1, 0.25 - 0.2])
    assert found[2] == pytest.approx(0.9 * 0.5 - 0.3)
    assert found[3:] == [None, None]


def test_the_seat_that_is_asked_next_continues_its_own_chain_only():
    found = advantages([1, 0], [0.3, 0.4], {}, (1, 0.6), gamma=0.5, gae_lambda=0.7)
    assert found[0] == pytest.approx(0.5 * 0.6 - 0.3)
    assert found[1] is None


def test_games_that_end_one_after_another_do_not_mix():
    found = advantages(
        [0, 1, 0, 1, 0],
        [0.0] * 5,
        {1: (1, -1), 3: (-1, 1)},
        (1, 5.0),
        gamma=1,
        gae_lambda=1,
    )
    assert found[:4] == [1, -1, -1, 1]
    assert found[4] is None


def test_a_game_that_an_opponent_ended_pays_the_last_decisions_before():
    # Only seat 1 learns; opponents in the other seats end the game after its decision at row 1.
    found = advantages(
        [1, 1, 1], [0.5, 0.25, 0.0], {1: (0.25, -0.5, 0.25)}, (1, 0.5), gamma=0.5, gae_lambda=1
    )
    row_1 = -0.5 - 0.25
    row_0 = (0.5 * 0.25 - 0.5) + 0.5 * row_1
    assert found == pytest.approx([row_0, row_1, 0.5 * 0.5])


def test_carried_decisions_join_their_chains():
    # Rows 0 to 2 are those in front, one a seat: only seat 2 has one, of value 0.5.
    nobody = NO_DECISION
    found = advantages(
        [nobody, nobody, 2, 0, 2],
        [9.0, 9.0, 0.5, 0.25, 0.75],
        {4: (-0.5, -0.5, 1)},
        (0, 0.0),
        gamma=0.5,
        gae_lambda=1,
    )
    row_4 = 1 - 0.75
    assert found == pytest.approx([(0.5 * 0.75 - 0.5) + 0.5 * row_4, -0.5 - 0.25, row_4])


def test_a_carried_decision_of_a_game_that_ends_before_its_seat_is_asked_again():
    found = advantages(
        [NO_DECISION, 1, 0], [9.0, 0.5, 0.25], {2: (1, -1)}, (0, 0.0), gamma=0.5, gae_lambda=0.5
    )
    assert found == [-1.5, 0.75]


def test_without_discount_every_return_is_the_payoff_of_the_seat():
    rng = np.random.default_rng(4)
    rows, n, seats = 40, 30, 3
    seat = rng.integers(seats, size=(rows, n)).astype(np.int8)
    value = rng.normal(size=(rows, n)).astype(np.float32)
    ended = rng.random((rows, n)) < 0.1
    payoff = (rng.normal(size=(rows, n, seats)) * ended[..., None]).astype(np.float32)
    advantage, known = np.zeros((rows, n), np.float32), np.zeros((rows, n), np.int8)
    last = rng.integers(seats, size=n), np.zeros(n, np.float32)
    chain_advantages(seat, value, ended, payoff, *last, 1.0, 1.0, advantage, known)
    checked = 0
    for row, game in itertools.product(range(rows), range(n)):
        ends = np.flatnonzero(ended[row:, game])
        if len(ends):
            assert known[row, game]
            paid = payoff[row + ends[0], game, seat[row, game]]
            assert advantage[row, game] + value[row, game] == pytest.approx(paid, abs=1e-5)
            checked += 1
    assert checked > rows * n / 2


# ---------------------------------------------------------------------- What the learner is told


class Spy:
    """An opponent that notes how many games it is asked for at once, and answers at random."""

    def __init__(self, game):
        self.name, self.sizes, self.seats = "spy", [], set()
        self.random = make_agent("random", game)

    def act(self, views):
        self.sizes.append(len(views))
        self.seats |= set(views.seat.tolist())
        return self.random.act(views)


def self_play(n, *, opponents=None, seed=3, **options):
    game = jivezoo.game("itchy_monkey", **(SHORT | options))
    return SelfPlayEnv(game, n, seed, opponents or Opponents(0, 1, [], 0))


def random_step(env, rng):
    """Let the learner play at random; return what it was asked and what it was told."""
    seat, mask = env.seat.copy(), env.action_masks().copy()
    actions = (rng.random(mask.shape) * mask).argmax(axis=1)
    env.step_async(actions)
    return seat, env.step_wait()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_is_told_its_payoff_and_nothing_else(seats):
    env, rng = self_play(6, num_players=seats), np.random.default_rng(1)
    env.reset()
    told = np.zeros((6, seats))  # payoffs that the learner reads, by game and seat
    decided = np.zeros((6, seats), int)
    finished = decisive = 0
    while finished < 60:
        before = [env.batch.states[i : i + 1].copy() for i in range(6)]
        mask = env.action_masks().copy()
        actions = (rng.random(mask.shape) * mask).argmax(axis=1)
        decided[np.arange(6), env.seat] += 1
        acted = env.seat
        env.step_async(actions)
        _, rewards, ended, _ = env.step_wait()
        told += env.payoff
        decisive += int(env.payoff.any(axis=1).sum())
        assert rewards.tolist() == env.payoff[np.arange(6), acted].tolist()
        for i in range(6):
            position = type(env.game.new(1))(env.game, before[i]).apply(actions[i])
            assert ended[i] == position.is_over
            if ended[i]:
                assert told[i].tolist() == position.returns().tolist()
                assert decided[i].all()
                told[i], decided[i] = 0, 0
                finished += 1
            else:
                assert not told[i].any()
    assert len(env.finished) == finished and decisive > 10


@pytest.mark.parametrize("seats", [2, 3])
def test_the_payoff_is_told_whoever_ends_the_game(seats):
    spy_game = jivezoo.game("itchy_monkey", **SHORT, num_players=seats)
    spy = Spy(spy_game)
    env = self_play(12, opponents=Opponents(0, 1, [spy], 0.5), num_players=seats, max_turns=5)
    rng = np.random.default_rng(2)
    env.reset()
    paid = {}
    endings = 0
    original = env.batch.step

    def step(actions):
        """Note what every game of the batch really paid."""
        original(actions)
        for i in np.flatnonzero(env.batch.status).tolist():
            paid.setdefault(i, []).append(env.batch.reward[i].tolist())
        return env.batch

    env.batch.step = step
    while endings < 80:
        paid.clear()
        sitting = env.sitting.copy()
        acted, (_, rewards, ended, infos) = random_step(env, rng)
        assert sorted(paid) == np.flatnonzero(ended).tolist()
        for i in range(12):
            assert sitting[i, acted[i]] == LEARNER
            expected = paid[i][0] if ended[i] else [0.0] * seats
            assert env.payoff[i].tolist() == expected
            assert rewards[i] == expected[acted[i]]
            assert ("terminal_observation" in infos[i]) == ended[i]
        endings += int(ended.sum())


def test_decisions_of_opponents_are_not_shown_and_they_answer_in_batches():
    game = jivezoo.game("itchy_monkey", **SHORT, num_players=3)
    first, second = Spy(game), Spy(game)
    env = self_play(16, opponents=Opponents(0, 1, [first, second], 1.0), num_players=3)
    env.reset()
    rng, learns = np.random.default_rng(3), set()
    for _ in range(60):
        rows = np.arange(16)
        assert (env.sitting[rows, env.seat] == LEARNER).all()
        assert ((env.sitting == LEARNER).sum(axis=1) == 1).all()
        for row in env.sitting:  # one opponent, at all other seats
            assert len(set(row.tolist()) - {LEARNER}) == 1
        learns |= set(env.seat.tolist())
        random_step(env, rng)
    assert learns == first.seats == second.seats == {0, 1, 2}
    assert np.mean(first.sizes + second.sizes) > 2


def test_every_seat_of_every_game_learns():
    env, rng = self_play(5, num_players=3), np.random.default_rng(3)
    env.reset()
    asked = np.zeros((5, 3), int)
    for _ in range(60):
        seat, _ = random_step(env, rng)
        asked[np.arange(5), seat] += 1
    assert (asked > 5).all()


def test_observations_and_masks_belong_together():
    sparring = [make_agent("random", jivezoo.game("itchy_monkey", **SHORT))]
    env = self_play(7, opponents=Opponents(0, 1, sparring, 0.5))
    rng, observation = np.random.default_rng(3), env.reset()
    kept = []
    for _ in range(60):
        mask = env.action_masks()
        assert observation.dtype == mask.dtype == np.int8
        for i in range(7):
            position = type(env.game.new(1))(env.game, env.batch.states[i : i + 1])
            assert position.seat == env.seat[i]
            assert observation[i].tolist() == position.observation().tolist()
            assert mask[i].tolist() == position.action_mask().tolist()
        assert mask.any(axis=1).all()
        assert env.env_method("action_masks")[3].tolist() == mask[3].tolist()
        kept.append((observation, observation.copy()))
        _, (observation, _, _, _) = random_step(env, rng)
    assert all((array == before).all() for array, before in kept)  # copies, as SB3 expects


def test_the_last_view_of_a_game_is_told_with_how_it_ended():
    env, rng = self_play(4, max_turns=3), np.random.default_rng(5)
    env.reset()
    seen = 0
    for _ in range(60):
        acted, (_, _, ended, infos) = random_step(env, rng)
        for i in np.flatnonzero(ended).tolist():
            final = env.batch.final_observation[i, acted[i]]
            assert infos[i]["terminal_observation"].tolist() == final.tolist()
            assert infos[i]["TimeLimit.truncated"] == (env.batch.status[i] == TRUNCATED)
            seen += 1
    assert seen


def test_opponents_are_shared_out_as_asked():
    agents, rng = [object(), object()], np.random.default_rng(1)
    opponents = Opponents(0.25, 2, agents, 0.5)
    drawn = [opponents.draw(rng) for _ in range(4000)]
    assert set(drawn) == {LEARNER, 0, 1}  # nobody has been kept yet
    assert 0.45 < np.mean([who != LEARNER for who in drawn]) < 0.55
    kept = [object() for _ in range(5)]
    for agent in kept:
        opponents.keep_policy(agent, rng)
    assert len(opponents.past) == 2 and opponents.past[-1] is kept[-1]
    drawn = np.array([opponents.draw(rng) for _ in range(4000)])
    assert set(drawn.tolist()) == {LEARNER, 0, 1, 2, 3}
    assert 0.45 < np.isin(drawn, (0, 1)).mean() < 0.55
    assert 0.21 < np.isin(drawn, (2, 3)).mean() < 0.29
    assert opponents.all == agents + opponents.past


# ------------------------------------------------------------------------------------- The buffer


def filled_rollouts(env, steps, rollouts, **settings):
    """Play; yield the buffer after each rollout, every decision marked by a number of its own.

    The number is kept as the decision's log probability; its true payoff is noted in `paid`.
    """
    buffer = SeatRolloutBuffer(
        steps,
        Box(-1, 1, (env.game.features.size,), np.int8),
        Discrete(len(env.game.actions)),
        "cpu",
        n_envs=env.num_envs,
        seat_count=env.game.seats,
        shuffle_seed=1,
        gamma=1.0,
        gae_lambda=1.0,
        **settings,
    )
    env.reset()
    rng, numbers, n = np.random.default_rng(8), itertools.count(1), env.num_envs
    open_games = [[] for _ in range(n)]
    paid, made = {}, []
    for _ in range(rollouts):
        buffer.reset()
        for _ in range(steps):
            seat, mask = env.seat.copy(), env.action_masks().copy()
            observation = env.batch.observation.copy()
            marks = [next(numbers) for _ in range(n)]
            action = (rng.random(mask.shape) * mask).argmax(axis=1)
            buffer.add_decision(seat, observation, mask, action, np.zeros(n), np.array(marks))
            made += marks
            env.step_async(action)
            env.step_wait()
            buffer.add_outcome(env.ended, env.payoff)
            for i in range(n):
                open_games[i].append((marks[i], seat[i]))
                if env.ended[i]:
                    paid |= {mark: float(env.payoff[i, s]) for mark, s in open_games[i]}
                    open_games[i] = []
        buffer.finish(env.seat, np.zeros(n, np.float32))
        yield buffer, made, paid


@pytest.mark.parametrize(
    ("batch_size", "opposed"), [(None, False), (None, True), (4, False), (16, True)]
)
def test_every_decision_of_a_long_run_is_learnt_from_once_an_epoch(batch_size, opposed):
    sparring = [make_agent("random", jivezoo.game("itchy_monkey", **SHORT, num_players=3))]
    opponents = Opponents(0, 1, sparring, 0.5 if opposed else 0)
    env = self_play(4, opponents=opponents, num_players=3)
    learnt, made = [], []
    for buffer, made_so_far, _ in filled_rollouts(env, 6, 30):
        epochs = []
        for _ in range(2):
            parts = [part.old_log_prob.tolist() for part in buffer.get(batch_size)]
            epochs.append(sorted(int(mark) for part in parts for mark in part))
        assert epochs[0] == epochs[1]
        learnt += epochs[0]
        made = made_so_far
    assert len(learnt) == len(set(learnt))
    waiting = set(made) - set(learnt)
    assert len(waiting) <= 4 * 2  # of 4 games with 3 seats, at most two wait for their outcome


def test_what_is_learnt_from_is_what_was_played():
    env = self_play(4, num_players=2)
    checked = 0
    for buffer, _, paid in filled_rollouts(env, 10, 30):
        for part in buffer.get(None):
            marks = part.old_log_prob.int().tolist()
            for k, mark in enumerate(marks):
                assert part.action_masks[k, int(part.actions[k])] == 1
                turn = env.game.features.split(part.observations[k].numpy())["turn"]
                assert turn.tolist() == [1, 0]  # seen from the chair of the seat that decided
                if mark in paid and part.returns[k] != 0:
                    assert float(part.returns[k]) == paid[mark]
                    checked += 1
    assert checked > 100


def test_minibatches_are_of_the_size_asked_for_or_nearly():
    env = self_play(4, num_players=2)
    for buffer, _, _ in filled_rollouts(env, 8, 3):
        sizes = [len(part.actions) for part in buffer.get(16)]
        assert sizes and min(sizes) >= 2 and max(sizes) < 32


# ------------------------------------------------------------------------------------- Whole runs


@pytest.fixture
def formats(monkeypatch):
    """The log files that a run opens; those still open at the end of a test are closed."""
    opened = []

    def make(*arguments):
        opened.append(make_output_format(*arguments))
        return opened[-1]

    monkeypatch.setattr(training, "make_output_format", make)
    yield opened
    for each in opened:
        each.close()


@pytest.fixture
def run(tmp_path, formats):
    """Run a tiny training into a folder and return its losses, row by row, without the times."""

    def go(name, *, resume=False, **settings):
        game = jivezoo.game("itchy_monkey", max_turns=6)
        folder = RunFolder(tmp_path / name)
        assert training.train(game, Settings(**(TINY | settings)), folder, resume=resume) == 0
        rows = []
        for path in sorted(folder.path.glob("progress*.csv")):
            with path.open() as file:
                rows += list(csv.DictReader(file))
        kept = ("train/", "games/", "wins/")
        return folder, [{k: v for k, v in row.items() if k.startswith(kept)} for row in rows]

    return go


def test_one_seed_gives_the_same_losses_to_the_last_digit(run):
    first, losses = run("first")
    second, again = run("second")
    assert losses == again
    assert sum(row.get("train/loss", "") != "" for row in losses) >= 2
    weights = [th.load(_weights(folder)) for folder in (first, second)]
    assert all((weights[0][name] == weights[1][name]).all() for name in weights[0])
    assert run("third", seed=1)[1] != losses


def _weights(folder):
    """Return the file of the policy's weights within a saved model."""
    with zipfile.ZipFile(folder.model) as archive:
        return io.BytesIO(archive.read("policy.pth"))


def test_a_resumed_run_goes_on_counting(run):
    folder, _ = run("run", steps=128)
    assert json.loads(folder.results.read_text())["steps"] == 128
    run("run", steps=256, resume=True)
    assert json.loads(folder.results.read_text())["steps"] == 256
    steps = [evaluation["steps"] for evaluation in folder.read_evaluations()]
    assert steps == [128, 128, 256, 256]
    assert [path.stem for path in folder.latest_checkpoints(9)] == ["000000000128", "000000000256"]
    assert (folder.path / "progress.csv").exists()
    assert (folder.path / "progress-128.csv").exists()


def test_a_run_closes_its_log_files(run, formats):
    run("run", steps=64)
    files = [each.file for each in formats if hasattr(each, "file")]
    assert files and all(file.closed for file in files)


# --------------------------------------------------------------------------------------- Settings


@pytest.mark.parametrize(
    "words",
    [
        "--games 0",
        "--steps 0",
        "--steps inf",
        "--steps nan",
        "--steps 1.5",
        "--steps many",
        "--minibatch 1",
        "--games 4 --rollout 4 --minibatch 17",
        "--epochs 0",
        "--learning-rate 0",
        "--learning-rate nan",
        "--gamma 1.5",
        "--gamma -0.1",
        "--network 64,x",
        "--network 0",
        "--past 0.6 --sparring random --sparring-share 0.6",
        "--sparring= --sparring-share 0.5",
        "--sparring nobody --sparring-share 0.5",
        "--threads 0",
        "--seed -1",
        "--evaluate-games 1",
    ],
)
def test_settings_that_make_no_sense_are_refused_before_anything_is_made(words, tmp_path, capsys):
    out = tmp_path / "run"
    try:
        code = main(["train", "itchy_monkey", "--out", str(out), *words.split()])
    except SystemExit as stopped:  # what argparse itself refuses
        code = stopped.code
    told = capsys.readouterr().err.strip().split("\n")
    assert code == 2
    assert told[-1].startswith("jivezoo") and told[-1] != ""
    assert not out.exists()
