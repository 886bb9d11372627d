"""Many games at once are the same games as one at a time, and keep out of one another's way."""

import copy
import pickle

import numpy as np
import pytest

from jivezoo.envs.batch import SKIP
from jivezoo.envs.errors import BadOption, IllegalAction, UnknownAction

FEW = 6  # steps of the largest batch


def random_actions(batch, rng):
    """Return a legal action for each game; 0 where the game is over."""
    lots = rng.random(batch.action_mask.shape) * batch.action_mask
    return lots.argmax(axis=1)


def everything(batch):
    """All that a step may change, as bytes."""
    arrays = (batch.states, batch.observation, batch.action_mask, batch.reward, batch.status)
    return [array.tobytes() for array in (*arrays, batch.seeds)]


def assert_shows(batch, i, position):
    assert batch.states[i].tobytes() == position.states[0].tobytes()
    assert batch.seat[i] == position.seat
    assert batch.observation[i].tolist() == position.observation().tolist()
    assert batch.action_mask[i].tolist() == position.action_mask().tolist()


@pytest.mark.parametrize(("n", "steps"), [(1, 10**6), (7, 10**6), (1024, FEW)])
@pytest.mark.parametrize("threads", [1, 2])
def test_n_games_at_once_equal_n_single_games(game, n, steps, threads):
    batch = game.batch(n, seed=9, auto_reset=False, threads=threads)
    positions = [game.new(seed=int(seed)) for seed in batch.seeds]
    rng = np.random.default_rng(n)
    while steps and not batch.is_over.all():
        actions, was_over = random_actions(batch, rng), batch.is_over
        batch.step(actions)
        for i, position in enumerate(positions):
            if not was_over[i]:
                position.apply(actions[i])
            ended = position.is_over and not was_over[i]
            assert batch.is_over[i] == position.is_over
            assert (batch.terminated[i] or batch.truncated[i]) == ended
            assert batch.truncated[i] == (ended and position.is_truncated)
            paid = position.returns() if ended else np.zeros(game.seats)
            assert batch.reward[i].tolist() == paid.tolist()
        for i in rng.integers(n, size=min(n, 20)):
            assert_shows(batch, i, positions[i])
        steps -= 1
    batch.close()


def test_every_game_of_a_batch_has_a_seed_of_its_own(game):
    batch = game.batch(64, seed=3)
    assert len(set(batch.seeds.tolist())) == 64
    assert batch.seeds.tolist() == game.batch(64, seed=3).seeds.tolist()
    assert batch.seeds[:5].tolist() == game.batch(5, seed=3).seeds.tolist()
    assert set(batch.seeds.tolist()).isdisjoint(game.batch(64, seed=4).seeds.tolist())
    given = game.batch(2, seeds=np.array([5, 7], np.uint64))
    for i, seed in enumerate((5, 7)):
        assert_shows(given, i, game.new(seed=seed))


def test_games_do_not_touch_each_other(game):
    alone, together = game.batch(1, seed=6), game.batch(7, seed=7)
    together.seeds[3] = alone.seeds[0]
    together.reset(seeds=together.seeds.copy())
    rng, others = np.random.default_rng(1), np.random.default_rng(2)
    for _ in range(150):
        actions = random_actions(together, others)
        actions[3] = random_actions(alone, rng)[0]
        alone.step(actions[3:4])
        together.step(actions)
        for one, all_seven in zip(everything(alone), everything(together), strict=True):
            assert one == all_seven[3 * len(one) : 4 * len(one)]


def test_the_next_game_follows_at_once_and_the_last_views_are_kept(game):
    batch = game.batch(7, seed=5)
    rng, finished = np.random.default_rng(3), 0
    while finished < 10:
        positions = [type(game.new(1))(game, batch.states[i : i + 1].copy()) for i in range(7)]
        seeds = batch.seeds.copy()
        actions = random_actions(batch, rng)
        batch.step(actions)
        for i, position in enumerate(positions):
            position.apply(actions[i])
            assert (batch.terminated[i] or batch.truncated[i]) == position.is_over
            if not position.is_over:
                assert_shows(batch, i, position)
                assert batch.seeds[i] == seeds[i]
                continue
            finished += 1
            assert batch.reward[i].tolist() == position.returns().tolist()
            assert batch.final_states[i].tobytes() == position.states[0].tobytes()
            views = [position.observation(seat).tolist() for seat in range(game.seats)]
            assert batch.final_observation[i].tolist() == views
            assert batch.seeds[i] != seeds[i]
            assert_shows(batch, i, game.new(seed=int(batch.seeds[i])))
        assert not (batch.terminated & batch.truncated).any()
        assert not batch.is_over.any()
        assert batch.action_mask.any(axis=1).all()


def test_a_game_that_is_over_stays_so_without_auto_reset(game):
    batch, rng = game.batch(3, seed=5, auto_reset=False), np.random.default_rng(3)
    while not batch.is_over.all():
        batch.step(random_actions(batch, rng))
    before = everything(batch)
    assert not batch.action_mask.any()
    for actions in ([0, 1, 2], [-5, 10**9, SKIP]):
        batch.step(np.array(actions))
        assert batch.states.tobytes() == before[0]
        assert not batch.terminated.any() and not batch.truncated.any()
        assert not batch.reward.any() and not batch.action_mask.any()


def test_skip_leaves_a_game_as_it_is(game):
    batch, rng = game.batch(5, seed=8), np.random.default_rng(4)
    for _ in range(80):
        actions, before = random_actions(batch, rng), batch.states.copy()
        shown = batch.observation.copy(), batch.action_mask.copy()
        skipped = rng.random(5) < 0.5
        batch.step(np.where(skipped, SKIP, actions))
        assert batch.states[skipped].tobytes() == before[skipped].tobytes()
        assert (batch.observation[skipped] == shown[0][skipped]).all()
        assert (batch.action_mask[skipped] == shown[1][skipped]).all()
        assert not batch.reward[skipped].any() and not batch.status[skipped].any()
        moved = [batch.states[i].tobytes() != before[i].tobytes() for i in np.flatnonzero(~skipped)]
        assert all(moved)


@pytest.mark.usefixtures("picky")
def test_an_illegal_action_moves_no_game(game):
    batch, rng = game.batch(4, seed=2), np.random.default_rng(1)
    for _ in range(15):
        actions = random_actions(batch, rng)
        before, wrong = everything(batch), actions.copy()
        wrong[2] = np.flatnonzero(batch.action_mask[2] == 0)[-1]
        with pytest.raises(IllegalAction) as refusal:
            batch.step(wrong)
        assert f"'{game.actions[wrong[2]]}'" in str(refusal.value)
        assert "game 2 " in str(refusal.value)
        assert everything(batch) == before
        batch.step(actions)


@pytest.mark.parametrize("action", [-2, 10**6, -(10**12)])
def test_what_is_no_action_moves_no_game(game, action):
    batch = game.batch(4, seed=2)
    actions, before = random_actions(batch, np.random.default_rng(1)), everything(batch)
    actions[3] = action
    with pytest.raises(UnknownAction, match=str(action)):
        batch.step(actions)
    assert everything(batch) == before


@pytest.mark.parametrize("kind", [lambda a: a[:3], lambda a: a[:, None], lambda a: a[0]])
def test_actions_of_another_shape_are_refused(game, kind):
    batch = game.batch(4, seed=2)
    actions, before = random_actions(batch, np.random.default_rng(1)), everything(batch)
    with pytest.raises(UnknownAction, match="4 actions"):
        batch.step(kind(actions))
    assert everything(batch) == before


def test_actions_that_are_not_whole_numbers_are_refused(two_seats):
    batch = two_seats.batch(4, seed=2)
    actions, before = random_actions(batch, np.random.default_rng(1)), everything(batch)
    with pytest.raises(UnknownAction):
        batch.step(actions + 0.5)
    assert everything(batch) == before


def test_lists_and_any_integers_are_actions(game):
    first, second = game.batch(4, seed=2), game.batch(4, seed=2)
    actions = random_actions(first, np.random.default_rng(1))
    assert first.step(actions.tolist()) is first
    second.step(actions.astype(np.int16))
    assert everything(first) == everything(second)


def test_reset_deals_all_games_anew(game):
    batch, rng = game.batch(4, seed=2), np.random.default_rng(1)
    first = everything(batch)
    for _ in range(30):
        batch.step(random_actions(batch, rng))
    batch.reset(seed=2)
    assert everything(batch) == first


def test_look_writes_what_was_changed_from_outside(game):
    batch, other = game.batch(3, seed=2), game.new(seed=4)
    other.apply(other.legal_actions()[0])
    batch.states[1] = other.states[0]
    batch.look()
    assert_shows(batch, 1, other)


@pytest.mark.parametrize("settings", [{"n": 0}, {"n": -3}, {"n": 2, "threads": 0}])
def test_an_empty_batch_is_refused(two_seats, settings):
    with pytest.raises(BadOption, match="whole number from 1"):
        two_seats.batch(**settings)


@pytest.mark.parametrize("seeds", [[1], [1, 2, 3], [[1, 2]]], ids=str)
def test_seeds_that_do_not_fit_are_refused(two_seats, seeds):
    with pytest.raises(BadOption, match="seed"):
        two_seats.batch(2, seeds=np.array(seeds, np.uint64))


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))]
)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_goes_on_alike_and_apart(game, duplicate, threads):
    batch, rng = game.batch(4, seed=2, threads=threads), np.random.default_rng(1)
    for _ in range(5):
        other, before = duplicate(batch), everything(batch)
        actions = random_actions(batch, rng)
        other.step(actions)
        assert everything(batch) == before != everything(other)
        batch.step(actions)
        assert everything(batch) == everything(other)
        other.close()
    batch.close()


def test_rows_of_different_lengths_are_refused(game):
    with pytest.raises(UnknownAction, match="2 actions"):
        game.batch(2, seed=1).step([[0, 0], [0]])


def test_a_closed_batch_may_be_played_on(game):
    batch, other = (game.batch(5, seed=1, threads=threads) for threads in (2, 1))
    batch.close()
    actions = random_actions(batch, np.random.default_rng(1))
    assert everything(batch.step(actions)) == everything(other.step(actions))
