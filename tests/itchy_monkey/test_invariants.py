"""What holds in every position of every game, under any options."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.itchy_monkey.box import SPECIES

OPTIONS = st.fixed_dictionaries(
    {
        "num_players": st.integers(2, 4),
        "abilities": st.sets(st.sampled_from(SPECIES)),
        "tamarin_replaces": st.sampled_from(
            (None, "orangutan", "lemur", "spider_monkey", "mandrill")
        ),
        "last_louse_left": st.booleans(),
        "board": st.sampled_from((None, "A", "B")),
        "max_turns": st.sampled_from((1, 2, 9, 60)),
    }
)
GAMES = given(options=OPTIONS, seed=st.integers(0, 2**63))
SOME = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))


def state(position):
    return position.game.state_to_dict(position.game, position.states)


def lice_of(state, seats):
    """Return workers and queens of each seat, on the board and in supply."""
    lice = [list(pair) for pair in state["supply"]]
    for _, owner, workers, queens in (tile for tile in state["tiles"].values() if len(tile) > 1):
        assert 0 <= owner < seats and workers >= 0 and queens >= 0 and workers + queens > 0
        lice[owner][0] += workers
        lice[owner][1] += queens
    return lice


@SOME
@GAMES
def test_tiles_and_lice_are_conserved(options, seed, walks):
    game = jivezoo.game("itchy_monkey", **options)
    letters, before = None, [[20, 3]] * game.seats
    for position in walks.game(game, seed):
        now = state(position)
        found = sorted(tile[0] for tile in now["tiles"].values())
        letters = letters or found
        assert found == letters
        assert all(0 <= number for pair in now["supply"] for number in pair)
        lice = lice_of(now, game.seats)
        if options["last_louse_left"] and now["phase"] != "place":
            for pair, earlier in zip(lice, before, strict=True):
                assert pair[0] <= earlier[0] and pair[1] <= earlier[1]
        else:
            assert lice == before
        before = lice


@SOME
@GAMES
def test_somebody_always_has_something_to_say(options, seed, walks):
    """The mask is empty at the end only, and a lone action is never one that does nothing."""
    for position in walks.game(jivezoo.game("itchy_monkey", **options), seed):
        words = position.legal_words()
        assert bool(words) != position.is_over
        assert words not in (["decline"], ["end"], ["hop none"])


@SOME
@GAMES
def test_seats_take_turns_until_the_cap(options, seed, walks):
    game = jivezoo.game("itchy_monkey", **options)
    turns, phase = 0, "place"
    order = {"spawn": 0, "move": 1, "hop": 2, "moved": 3}
    for position in walks.game(game, seed):
        now = state(position)
        if position.is_over:
            break
        if now["phase"] != "place":
            assert position.seat == now["turns"] % game.seats
            assert now["turns"] < options["max_turns"]
            if now["turns"] == turns and phase != "place":
                assert order[now["phase"]] >= order[phase]
            assert now["turns"] >= turns
        turns, phase = now["turns"], now["phase"]
    assert position.is_truncated == (now["ending"] == "turn cap")
    assert now["turns"] == options["max_turns"] if position.is_truncated else now["turns"] <= turns


@SOME
@GAMES
def test_payoffs_sum_to_zero_and_the_winner_has_most(options, seed, walks):
    game = jivezoo.game("itchy_monkey", **options)
    for position in walks.game(game, seed):
        if not position.is_over:
            assert not position.returns().any()
    payoffs, now = position.returns(), state(position)
    assert payoffs.sum() == pytest.approx(0, abs=1e-6)
    if now["winner"] is None:
        assert not payoffs.any() and now["ending"] in ("turn cap", "no louse left")
    else:
        assert payoffs[now["winner"]] == 1 and (payoffs == 1).sum() == 1
        expected = "last louse" if options["last_louse_left"] else "colonies"
        assert now["ending"] == expected


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("max_turns", [1, 2, 3, 10])
def test_the_cap_can_be_reached(num_players, max_turns, walks):
    game = jivezoo.game("itchy_monkey", num_players=num_players, max_turns=max_turns)
    for seed in range(20):
        *_, last = walks.game(game, seed)
        if last.is_truncated:
            assert state(last)["turns"] == max_turns
            return
    raise AssertionError("twenty games, and none came to the cap")


@SOME
@GAMES
def test_looking_changes_nothing_and_copies_go_their_own_way(options, seed, walks):
    game = jivezoo.game("itchy_monkey", **options)
    for moves, position in enumerate(walks.game(game, seed)):
        before = position.copy()
        position.action_mask(), position.observation(), str(position), position.to_json()
        assert position == before
        if moves == 20 or position.is_over:
            break
        action = position.legal_actions()[0]
        assert before.apply(action) == position.copy().apply(action) and position != before
