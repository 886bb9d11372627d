"""The rating fit: known strengths come back, ties and all, with intervals that hold."""

from itertools import combinations

import numpy as np
import pytest

from jivezoo.training.ratings import ELO, fit_ratings


def simulate(strengths, deltas, seats, games, seed=0):
    """Return games drawn from the model: seatings, winners, and sets of two games each."""
    rng = np.random.default_rng(seed)
    outcomes = [c for size in deltas for c in combinations(range(seats), size)]
    agents = np.array(strengths)
    seatings = [tuple(rng.permutation(len(agents))[:seats].tolist()) for _ in range(games)]
    winners = []
    for seating in seatings:
        mine = agents[list(seating)]
        scores = [np.log(deltas[len(c)]) + mine[list(c)].mean() for c in outcomes]
        chances = np.exp(scores) / np.exp(scores).sum()
        winners.append(outcomes[rng.choice(len(outcomes), p=chances)])
    return seatings, winners, [game // 2 for game in range(games)]


@pytest.mark.parametrize(
    ("seats", "deltas"), [(2, {1: 1.0}), (2, {1: 1.0, 2: 1.5}), (3, {1: 1.0, 2: 0.4, 3: 2.0})]
)
def test_known_strengths_come_back(seats, deltas):
    strengths = np.array([-1.0, 0.0, 0.4, 1.2])
    found = fit_ratings(*simulate(strengths, deltas, seats, 8000), 4, resamples=20)
    assert found.elo == pytest.approx(ELO * (strengths - strengths.mean()), abs=20)
    assert found.ties == pytest.approx({k: v for k, v in deltas.items() if k > 1}, rel=0.15)


def test_two_seats_and_three_are_one_model():
    strengths = np.array([0.0, 0.5, 1.5])
    deltas = {1: 1.0, 2: 0.7}
    two, three = (simulate(strengths, deltas, seats, 5000) for seats in (2, 3))
    both = [a + b for a, b in zip(two, three, strict=True)]
    found = fit_ratings(*both, 3, resamples=20)
    assert found.elo == pytest.approx(ELO * (strengths - strengths.mean()), abs=20)


def test_two_agents_without_ties_as_in_the_textbook():
    seatings, winners = [(0, 1)] * 4000, [(0,)] * 3000 + [(1,)] * 1000
    found = fit_ratings(seatings, winners, range(4000), 2, resamples=10)
    assert found.elo[0] - found.elo[1] == pytest.approx(ELO * np.log(3), abs=0.5)


def test_seats_and_the_order_of_games_do_not_matter():
    seatings, winners, sets = simulate([0.0, 1.0, 2.0], {1: 1.0, 2: 0.5}, 2, 400)
    mirrored = [tuple(reversed(seating)) for seating in seatings]
    theirs = [tuple(1 - seat for seat in won) for won in winners]
    once = fit_ratings(seatings, winners, sets, 3, resamples=20)
    again = fit_ratings(mirrored[::-1], theirs[::-1], sets[::-1], 3, resamples=20)
    assert once.elo == pytest.approx(again.elo, abs=1e-3)
    assert once.low == pytest.approx(again.low, abs=1e-3)


def test_draws_between_equals_leave_them_equal():
    found = fit_ratings([(0, 1)] * 50, [(0, 1)] * 50, range(50), 2)
    assert found.elo == pytest.approx([0, 0], abs=1e-6)
    assert found.ties[2] > 10


def test_a_draw_pulls_ratings_together():
    wins = fit_ratings([(0, 1)] * 30, [(0,)] * 20 + [(1,)] * 10, range(30), 2, resamples=10)
    drawn = fit_ratings([(0, 1)] * 60, [(0,)] * 20 + [(1,)] * 10 + [(0, 1)] * 30, range(60), 2)
    assert 0 < drawn.elo[0] < wins.elo[0]


def test_an_agent_may_sit_in_several_seats():
    seatings = [(0, 0, 1), (0, 1, 0), (1, 0, 0)] * 200
    lone = [tuple(seat for seat, agent in enumerate(s) if agent == 1) for s in seatings]
    rng = np.random.default_rng(0)
    winners = [
        won if rng.random() < 1 / 3 else (seating.index(0),)
        for seating, won in zip(seatings, lone, strict=True)
    ]
    found = fit_ratings(seatings, winners, range(600), 2, resamples=10)
    assert found.elo == pytest.approx([0, 0], abs=30)


def test_winning_everything_stays_finite_and_honest():
    games = 200
    found = fit_ratings([(0, 1)] * games, [(0,)] * games, range(games), 2, anchor=1)
    assert found.elo[1] == found.low[1] == found.high[1] == 0
    exact = ELO * np.log(games / 3.69)  # at 3.69 / n a loss, n wins in a row have 2.5 %
    assert found.low[0] == pytest.approx(exact, abs=60)
    assert found.low[0] < found.elo[0] < found.high[0] < 3000


def test_the_anchor_is_zero():
    data = simulate([0.0, 1.0, 2.0], {1: 1.0}, 2, 300)
    free, fixed = fit_ratings(*data, 3), fit_ratings(*data, 3, anchor=2)
    assert free.elo.mean() == pytest.approx(0, abs=1e-9)
    assert fixed.elo[2] == fixed.low[2] == fixed.high[2] == 0
    assert np.diff(fixed.elo) == pytest.approx(np.diff(free.elo))


def test_the_same_seed_gives_the_same_intervals():
    data = simulate([0.0, 1.0], {1: 1.0}, 2, 100)
    one, same, other = (fit_ratings(*data, 2, resamples=50, seed=seed) for seed in (1, 1, 2))
    assert (one.low == same.low).all() and (one.high == same.high).all()
    assert (one.low != other.low).any() and (one.elo == other.elo).all()


def test_few_sets_give_no_interval():
    found = fit_ratings([(0, 1)] * 40, [(0,)] * 40, [game // 10 for game in range(40)], 2)
    assert np.isnan(found.low).all() and np.isnan(found.high).all()
    assert np.isfinite(found.elo).all()


def test_intervals_know_that_a_set_is_not_many_games():
    seatings, winners, _ = simulate([0.0, 0.5], {1: 1.0}, 2, 200)
    eight = [seating for seating in seatings for _ in range(8)]
    won = [win for win in winners for _ in range(8)]
    sets = [game // 8 for game in range(len(eight))]
    once = fit_ratings(seatings, winners, range(200), 2)
    repeated = fit_ratings(eight, won, sets, 2)
    assert repeated.high - repeated.low == pytest.approx(once.high - once.low, rel=0.1)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    strengths, trials, held = np.array([0.0, 0.3, 0.8]), 60, 0
    truth = ELO * (strengths - strengths.mean())
    for trial in range(trials):
        data = simulate(strengths, {1: 1.0, 2: 0.5}, 2, 200, seed=trial)
        found = fit_ratings(*data, 3, resamples=150, seed=trial)
        held += np.sum((found.low <= truth) & (truth <= found.high))
    assert 0.88 <= held / (3 * trials) <= 0.99
