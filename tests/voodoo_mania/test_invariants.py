"""What holds in every position of every game, under any options."""

import collections
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.voodoo_mania.cards import recount_unseen

MEANS = st.sampled_from((1.0, 1.0, 1.5, 3.0))
OPTIONS = st.integers(2, 6).flatmap(
    lambda seats: st.fixed_dictionaries(
        {
            "num_players": st.just(seats),
            "rounds": st.sampled_from((1, 1, 2)),
            "deck": st.sampled_from(("structured", "structured", "random", "few")),
            "reaction": st.just(1.0) | st.tuples(*[MEANS] * seats),
            "search": st.booleans(),
            "max_ticks": st.sampled_from((1, 3, 12, 30)),
        }
    )
)
GAMES = given(options=OPTIONS, seed=st.integers(0, 2**63))
SOME = settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="session")
def few(tmp_path_factory):
    """A file of few cards, so that rounds end in every way."""
    path = tmp_path_factory.mktemp("few") / "few.toml"
    cards = jivezoo.game("voodoo_mania").components
    told = ["/".join(map(cards.letters, card)) for card in cards.cards[7:20]]
    path.write_text(f"[deck]\ncards = {told}\n[deal]\n2 = 5\n3 = 4\n4 = 3\n5 = 2\n6 = 2\n")
    return path


@pytest.fixture(scope="session")
def play(few, walks):
    """How to play a random game: a call yields the state before, the words, position and state."""

    def play(options, seed):
        rng = random.Random(seed)
        if options["deck"] == "few":
            options = options | {"deck": few}
        game = jivezoo.game("voodoo_mania", **options)
        position, eager = game.new(seed=seed), rng.random() < 0.6
        before, words = None, None
        while True:
            now = game.state_to_dict(game, position.states)
            yield before, words, position, now
            if position.is_over:
                return
            legal = position.legal_words()
            plays = [each for each in legal if each.startswith("play")]
            before, words = now, walks.word(rng, plays if plays and eager else legal)
            position.play(words)

    return play


def cards_left(now):
    """Return how many cards each seat has in hand and pile."""
    return [len(hand) + len(pile) for hand, pile in zip(now["hands"], now["piles"], strict=True)]


# -------------------------------------------------------------------------------------------- Cards


@SOME
@GAMES
def test_each_card_is_in_one_place(options, seed, play):
    for _, _, position, now in play(options, seed):
        rules = position.game.rules[0]
        found = sum(now["hands"], []) + sum(now["piles"], []) + now["voodoo_pile"]
        assert len(found) == len(set(found)) == options["num_players"] * rules["dealt"] + 1
        assert set(found) <= set(range(rules["cards"])) and now["voodoo_pile"]
        for hand, pile in zip(now["hands"], now["piles"], strict=True):
            assert len(hand) == 3 or (len(hand) < 3 and not pile)
        if not position.is_over:
            assert all(now["hands"])


@SOME
@GAMES
def test_what_the_state_keeps_agrees_with_where_the_cards_are(options, seed, play):
    for _, _, position, now in play(options, seed):
        state, rules = position.states[0], position.game.rules[0]
        for seat in range(6):
            mine = state["holder"] == seat
            in_hand = mine & (state["place"] <= 3)
            count = int(state["hand_count"][seat])
            assert state["hand"][seat, count:].tolist() == [-1] * (3 - count)
            assert in_hand.sum() == count and (mine & ~in_hand).sum() == state["pile_count"][seat]
            places = [*range(1, count + 1), *range(4, 4 + int(state["pile_count"][seat]))]
            assert sorted(state["place"][mine].tolist()) == places
            for at, card in enumerate(state["hand"][seat, :count]):
                assert state["holder"][card] == seat and state["place"][card] == at + 1
        pile = state["holder"] == 6
        assert sorted(state["place"][pile]) == list(range(1, int(state["voodoo_count"]) + 1))
        top, side = now["voodoo_pile"][0], "FB".index(now["top_side"])
        assert (state["top"], state["place"][top]) == (top, state["voodoo_count"])
        assert state["target"] == rules["missing"][state["face"][side, top]]
        assert (state["place"][state["holder"] == 7] == 0).all()
        afresh = position.copy().states
        recount_unseen(position.game.rules[0], afresh[0])
        assert (afresh["unseen"] == position.states["unseen"]).all()


@SOME
@GAMES
def test_nobody_forgets_before_the_next_deal(options, seed, play):
    seen = None
    for before, _, position, now in play(options, seed):
        faces, earlier = position.states["seen"][0].astype(int), seen
        seen = faces.copy()
        if before and before["round"] == now["round"]:
            assert ((earlier & ~faces) == 0).all()
        elif before:
            by_all = int((faces == 255).sum())
            assert by_all == 1 or now["stalemates"]


# ---------------------------------------------------------------------------------------- The tick


@SOME
@GAMES
def test_seats_are_asked_in_order_and_only_if_they_can_do_something(options, seed, play):
    for _, _, position, now in play(options, seed):
        if position.is_over:
            assert now["asked"] == [] and set(now["choices"]) == {None}
            continue
        waiting = [seat for seat in now["asked"] if now["choices"][seat] is None]
        assert now["seat"] == waiting[0] and now["asked"] == sorted(set(now["asked"]))
        chosen = [seat for seat, words in enumerate(now["choices"]) if words is not None]
        assert chosen == [seat for seat in now["asked"] if seat < now["seat"]]
        means = np.broadcast_to(options["reaction"], options["num_players"])
        other = position.copy()
        for seat in range(options["num_players"]):
            other.states["seat"] = seat
            words = other.legal_words()
            assert "wait" in words
            if seat in now["asked"]:
                assert len(words) > 1
                assert now["choices"][seat] is None or now["choices"][seat] in words
            elif means[seat] == 1:
                assert words == ["wait"]


@SOME
@GAMES
def test_a_choice_stays_secret_and_changes_nothing_until_all_have_chosen(options, seed, play):
    random_before = seen = None
    for before, words, position, now in play(options, seed):
        views = [position.observation(seat).tolist() for seat in range(options["num_players"])]
        if before and before["seat"] != before["asked"][-1]:
            seat = before["seat"]
            choices = [*before["choices"][:seat], words, *before["choices"][seat + 1 :]]
            following = before["asked"][before["asked"].index(seat) + 1]
            assert now == before | {"choices": choices, "seat": following}
            assert position.states["random"] == random_before and views == seen
        random_before, seen = position.states["random"].copy(), views


@SOME
@GAMES
def test_luck_is_drawn_only_for_what_is_left_to_chance(options, seed, play):
    random_before = None
    for before, _, position, now in play(options, seed):
        certain = options["reaction"] == 1 and not options["search"] and before is not None
        certain = certain and len(before["asked"]) == 1  # so no order is drawn
        if certain and (now["round"], now["stalemates"]) == (before["round"], before["stalemates"]):
            assert position.states["random"] == random_before
        random_before = position.states["random"].copy()


@SOME
@GAMES
def test_ticks_and_rounds_go_on(options, seed, play):
    for before, _, position, now in play(options, seed):
        assert 1 <= now["round"] <= options["rounds"]
        assert 0 <= now["ticks"] <= options["max_ticks"]
        assert position.is_over or now["ticks"] < options["max_ticks"]
        if before is None:
            assert now["round"] == 1 or sum(now["points"]) > 0
            continue
        ended = before["seat"] == before["asked"][-1]
        assert now["revealed"] >= before["revealed"] + ended
        if now["round"] == before["round"]:
            assert now["revealed"] - before["revealed"] == now["ticks"] - before["ticks"]
        assert [now["round"], now["ticks"]] >= [before["round"], before["ticks"] + ended] or (
            now["round"] > before["round"]
        )
        if now["round"] == before["round"] and options["reaction"] == 1:
            assert now["ticks"] == before["ticks"] + ended
        if now["round"] > before["round"]:
            assert now["ticks"] == 0 or options["reaction"] != 1
        assert now["ticks"] > 0 or now["last"] == [None] * options["num_players"]


@SOME
@GAMES
def test_cards_come_and_go_as_the_outcomes_say(options, seed, play):
    for before, word, _, now in play(options, seed):
        if before and {*before["choices"], word} <= {None, "wait"}:
            assert now["last"] == before["last"] or now["ticks"] == 0
            continue
        done = [entry[1] if entry else None for entry in now["last"]]
        voodoos = done.count("voodoo")
        assert voodoos <= 1 and (voodoos or "fizzled" not in done or "laid" in done)
        if not before or before["round"] != now["round"] or before["seat"] != before["asked"][-1]:
            continue
        for old, new, outcome in zip(cards_left(before), cards_left(now), done, strict=True):
            drawn = new - old + (outcome in ("laid", "voodoo"))
            assert drawn == 0 or (drawn == 1 and voodoos and outcome != "voodoo")
        top = now["voodoo_pile"][0]
        if now["stalemates"] == before["stalemates"]:
            laid = {"laid", "voodoo"} & {*done}
            assert (top != before["voodoo_pile"][0]) == bool(laid)


# --------------------------------------------------------------------------------------------- Ends


@SOME
@GAMES
def test_points_are_given_when_a_round_ends(options, seed, play):
    for before, _, position, now in play(options, seed):
        given = options["rounds"] if position.is_over else now["round"] - 1
        seats, dealt = options["num_players"], int(position.game.rules["dealt"][0])
        assert given * (seats - 1) <= sum(now["points"]) <= given * seats * dealt
        if before is None:
            continue
        change = [new - old for new, old in zip(now["points"], before["points"], strict=True)]
        assert min(change) >= 0
        if before["round"] == now["round"]:
            assert change == (cards_left(now) if position.is_over else [0] * seats)


@SOME
@GAMES
def test_games_end_and_are_paid_as_they_should(options, seed, play):
    for _, _, position, now in play(options, seed):
        mask = position.action_mask()
        if not position.is_over:
            assert mask[position.game.actions.number("wait")] == 1 and mask.sum() > 1
            assert now["ending"] == "not ended" and now["winners"] == []
            assert not position.returns().any() and not position.is_truncated
    assert not mask.any() and now["round"] == options["rounds"]
    assert now["ending"] in ("out of cards", "stalemate", "tick cap")
    assert (now["ending"] == "out of cards") == (0 in cards_left(now))
    assert position.is_truncated == (now["ending"] == "tick cap")
    assert now["ending"] != "tick cap" or now["ticks"] == options["max_ticks"]
    assert now["ending"] != "stalemate" or now["stalemates"] >= 10
    fewest = min(now["points"])
    assert now["winners"] == [s for s, points in enumerate(now["points"]) if points == fewest]
    seats, winners = options["num_players"], len(now["winners"])
    payoffs = position.returns()
    assert payoffs.sum() == pytest.approx(0, abs=1e-6)
    for seat, payoff in enumerate(payoffs):
        won = (seats / winners - 1) / (seats - 1)
        lost = -1 / (seats - 1)
        assert payoff == pytest.approx(won if seat in now["winners"] else lost, abs=1e-6)


@pytest.mark.parametrize("reaction", [1, 20])
@pytest.mark.parametrize(("num_players", "max_ticks"), [(2, 1), (3, 2), (6, 30)])
def test_the_cap_of_every_round_can_be_reached(num_players, max_ticks, reaction):
    game = jivezoo.game(
        "voodoo_mania", num_players=num_players, max_ticks=max_ticks, rounds=2, reaction=reaction
    )
    position = game.new(seed=1)
    dealt = int(game.rules["dealt"][0])
    while not position.is_over:
        assert position.states["points"][0, 0] == dealt * (position.states["rounds"][0] - 1)
        position.play("wait")
    assert position.is_truncated and position.states["ticks"][0] == max_ticks
    assert position.states["points"][0, :num_players].tolist() == [2 * dealt] * num_players
    assert not position.returns().any()


def test_every_ending_occurs(play):
    found = collections.Counter()
    for seed in range(100):
        options = {"num_players": 2 + seed % 2, "rounds": 1, "deck": "few", "max_ticks": 10}
        *_, (_, _, _, now) = play(options, seed)
        found[now["ending"]] += 1
    assert found["out of cards"] > 20 and found["tick cap"] > 20 and found["stalemate"] > 1


# ------------------------------------------------------------------------------------------- Copies


@SOME
@GAMES
def test_looking_changes_nothing_and_copies_go_their_own_way(options, seed, play):
    for moves, (_, _, position, _) in enumerate(play(options, seed)):
        before = position.copy()
        position.action_mask(), position.observation(), str(position), position.to_json()
        position.imagine(0, seed=1)
        assert position == before
        if moves == 20 or position.is_over:
            break
        action = position.legal_actions()[0]
        other = position.copy()
        assert before.apply(action) == other.apply(action) and position != before
