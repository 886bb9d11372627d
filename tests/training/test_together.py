"""Learning from seats that choose together: every seat is told its result, and only that."""

import csv
import json

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.envs.position import Position
from jivezoo.training.cli import main
from jivezoo.training.learn import chain_advantages
from jivezoo.training.selfplay import LEARNER, NO_DECISION, Opponents, TogetherEnv

SHORT = {"rounds": 1, "max_ticks": 12, "reaction": 1.5}
TINY = ["--steps", "200", "--games", "8", "--rollout", "6", "--minibatch", "16", "--network", "8"]
TINY += ["--evaluate-games", "2", "--final-games", "2", "-o", "rounds=1", "-o", "max_ticks=5"]


class Spy:
    """An opponent that plays at random and notes whom it answered for."""

    def __init__(self, game):
        self.name, self.asked, self.keys = "spy", [], []
        self.random = make_agent("random", game)

    def act(self, views):
        for view in views:
            assert view.action_mask.sum() > 1
            world = view.imagine()
            assert world.seat == view.seat
            assert world.observation(view.seat).tolist() == view.observation.tolist()
        self.asked += views.seat.tolist()
        self.keys += views.keys.tolist()
        return self.random.act(views)


def table_env(n=6, opponents=None, **options):
    game = jivezoo.game("voodoo_mania", **(SHORT | options))
    env = TogetherEnv(game, n, 3, opponents or Opponents(0, 1, [], 0))
    env.reset()
    return env


def random_step(env, rng):
    mask = env.action_masks()
    env.step_async((rng.random(mask.shape) * mask).argmax(axis=1))
    return env.step_wait()


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_each_seat_is_told_its_payoff_when_its_game_ends(seats):
    env, rng, finished = table_env(num_players=seats), np.random.default_rng(1), 0
    while finished < 40:
        before = env.batch.states.copy()
        actions = (rng.random(env.action_masks().shape) * env.action_masks()).argmax(axis=1)
        env.step_async(actions)
        observation, rewards, ended, infos = env.step_wait()
        assert observation.tolist() == env.observation.tolist()
        assert rewards.tolist() == env.payoff[:, 0].tolist()
        for i in range(6):
            position = Position(env.game, before[i : i + 1])
            revealed = position.states["revealed"].copy()
            while not position.is_over and position.states["revealed"] == revealed:
                position.apply(int(actions[i * seats + position.seat]))
            columns = slice(i * seats, (i + 1) * seats)
            assert ended[columns].tolist() == [position.is_over] * seats
            assert rewards[columns].tolist() == position.returns().tolist()
            finished += position.is_over
            for seat in range(seats):
                info = infos[i * seats + seat]
                assert bool(info) == position.is_over
                if info:
                    seen = position.observation(seat)
                    assert info["terminal_observation"].tolist() == seen.tolist()
    assert len(env.finished) == finished


def test_only_decisions_of_the_learner_count():
    game = jivezoo.game("voodoo_mania", num_players=3, **SHORT)
    spy = Spy(game)
    env, rng = table_env(8, Opponents(0, 1, [spy], 0.6), num_players=3), np.random.default_rng(2)
    seen = set()
    for _ in range(80):
        learns = (env.sitting == LEARNER).ravel()
        asked = env.batch.asked.ravel()
        assert env.seat.tolist() == np.where(learns & asked, 0, NO_DECISION).tolist()
        for row in env.sitting:
            others = set(row.tolist()) - {LEARNER}
            assert not others or (row == LEARNER).sum() == 1
        before, count = len(spy.asked), int((asked & ~learns).sum())
        random_step(env, rng)
        assert len(spy.asked) - before == count
        seen |= set(env.sitting.ravel().tolist())
    assert seen == {0, LEARNER} and set(spy.asked) == {0, 1, 2}
    assert len(set(spy.keys)) == len(spy.keys)


def test_an_opponent_plays_its_own_choice_whatever_the_learner_sent():
    game = jivezoo.game("voodoo_mania", **SHORT)

    class Waiter:
        name = "waiter"

        def act(self, views):
            return np.full(len(views), game.idle_action)

    env, rng = table_env(6, Opponents(0, 1, [Waiter()], 1.0)), np.random.default_rng(3)
    for _ in range(40):
        opponents = env.sitting != LEARNER
        random_step(env, rng)
        over = env.batch.status != 0
        last = env.batch.states["last_choice"][:, :2]
        assert (last[~over][opponents[~over]] == -1).all()


def test_advantages_skip_rows_in_which_a_column_is_not_asked():
    """By hand: decisions at rows 0 and 2, the game ends at row 3, when the seat is not asked."""
    seat = np.array([[0], [NO_DECISION], [0], [NO_DECISION], [0], [NO_DECISION]], np.int8)
    value = np.array([[0.5], [9.0], [0.25], [9.0], [0.1], [9.0]], np.float32)
    ended = np.array([[0], [0], [0], [1], [0], [0]], bool)
    payoff = np.zeros((6, 1, 1), np.float32)
    payoff[3] = 1.0
    advantage, known = np.zeros((6, 1), np.float32), np.zeros((6, 1), np.int8)
    nobody = np.array([NO_DECISION]), np.zeros(1, np.float32)
    chain_advantages(seat, value, ended, payoff, *nobody, 0.9, 0.8, advantage, known)
    last = 1.0 - 0.25
    first = 0.9 * 0.25 - 0.5 + 0.9 * 0.8 * last
    assert advantage[:, 0] == pytest.approx([first, 0, last, 0, 0, 0])
    assert known[:, 0].tolist() == [1, 0, 1, 0, 0, 0]


def test_a_run_learns_is_resumed_and_plays(tmp_path, capsys):
    folder, words = tmp_path / "run", ["train", "voodoo_mania", *TINY, "--together", "yes"]
    assert main([*words, "--out", str(folder)]) == 0
    results = json.loads((folder / "results.json").read_text())
    assert results["steps"] >= 200
    more = ["train", "voodoo_mania", "--resume", str(folder), "--steps", "400"]
    assert main(more) == 0
    assert json.loads((folder / "results.json").read_text())["steps"] >= 400
    assert "--together" not in capsys.readouterr().err


def test_the_same_seed_gives_the_same_losses(tmp_path):
    losses = []
    for name in ("a", "b"):
        words = ["train", "voodoo_mania", *TINY, "--together", "yes", "--out", str(tmp_path / name)]
        assert main(words) == 0
        with (tmp_path / name / "progress.csv").open() as file:
            losses.append([row["train/loss"] for row in csv.DictReader(file)])
    assert losses[0] == losses[1] and any(losses[0])


def test_a_rollout_in_which_hardly_anybody_is_asked_does_no_harm(tmp_path):
    words = "--steps 40 --games 2 --rollout 2 --minibatch 4 --network 8 --sparring-share 1 --past 0"
    options = "--players 6 -o reaction=8 -o rounds=1 -o max_ticks=9"
    games = "--evaluate-games 2 --final-games 2 --together yes --out"
    folder = tmp_path / "run"
    assert main(f"train voodoo_mania {words} {options} {games} {folder}".split()) == 0
    assert json.loads((folder / "results.json").read_text())["steps"] >= 40


@pytest.mark.parametrize(
    ("game", "value", "complaint"),
    [("itchy_monkey", "yes", "one at a time"), ("voodoo_mania", "maybe", "yes or no")],
)
def test_what_cannot_be_is_refused_in_one_sentence(game, value, complaint, tmp_path, capsys):
    words = ["train", game, "--together", value, "--out", str(tmp_path / "run")]
    assert main(words) == 2
    told = capsys.readouterr().err
    assert complaint in told and told.count("\n") == 1
    assert not (tmp_path / "run").exists()
