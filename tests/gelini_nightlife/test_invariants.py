"""What holds in every position of every game, under any options."""

import collections
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo

OPTIONS = st.fixed_dictionaries(
    {
        "num_players": st.integers(2, 5),
        "action_counters": st.booleans(),
        "ties": st.sampled_from(("shared", "rearmost")),
        "max_rolls": st.sampled_from((1, 2, 9, 40, 300)),
    }
)
# Half of the games are played with the box, the others with any counters: see conftest.py.
GAMES = given(options=OPTIONS, seed=st.integers(0, 2**63), with_box=st.booleans())
SOME = settings(deadline=None, max_examples=80, suppress_health_check=list(HealthCheck))
ACTING = ("flyer", "call", "people")


def state(position):
    return position.game.state_to_dict(position.game, position.states)


@pytest.fixture(scope="session")
def play(boxes, walks):
    """How to play a random game: a call yields the state before, the words, position and state."""

    def play(options, seed, with_box):
        rng = random.Random(seed)
        if with_box:
            game = jivezoo.game("gelini_nightlife", **options)
        else:
            game = boxes.random(rng, **options)
        position = game.new(seed=seed)
        before, words = None, None
        while True:
            now = state(position)
            yield before, words, position, now
            if position.is_over:
                return
            before, words = now, walks.word(rng, position.legal_words())
            position.play(words)

    return play


# ----------------------------------------------------------------------------------------- Counters


def counters_of(now):
    """Return how many of each counter there are in all; Stars count as the Coins they cost."""
    counters = collections.Counter(word for word in now["line"] if word)
    for floor, coins, stars in zip(now["floors"], now["coins"], now["stars"], strict=True):
        assert all(number > 0 for number in floor.values()) and coins >= 0 and stars >= 0
        counters.update(floor)
        counters["coin"] += coins + 2 * stars
    return +counters


@SOME
@GAMES
def test_counters_are_conserved(options, seed, with_box, play):
    used = dict.fromkeys(ACTING, 0)
    for _, words, position, now in play(options, seed, with_box):
        box, found, earlier = position.game.components, counters_of(now), used
        dealt = dict(zip(box.words, box.dealt(options["action_counters"]), strict=True))
        used = {word: dealt[word] - found[word] for word in ACTING}
        assert found == +collections.Counter(dealt) - collections.Counter(used)
        assert sum(now["stars"]) <= box["stars.number"]
        assert all(used[word] >= earlier[word] for word in ACTING)
        if words != "go" and not str(words).startswith("call"):
            assert used == earlier


@SOME
@GAMES
def test_squares_are_the_sum_of_what_lies_on_a_floor(options, seed, with_box, play):
    for _, _, position, now in play(options, seed, with_box):
        for seat, squares in enumerate(squares_of(position, now)):
            floor = position.game.components.floor(options["num_players"])
            assert position.states["squares"][0, seat] == squares
            assert position.features(seat)["free"][0] == max(0, floor - squares)
            if not position.is_over:
                assert squares < floor


def squares_of(position, now):
    """Return the squares that are covered on each floor."""
    box, covered = position.game.components, []
    sizes = {word: squares for word, _, squares, _ in box.guests} | {"vip": box["vips.squares"]}
    for seat, floor in enumerate(now["floors"]):
        guests = sum(number * sizes[word] for word, number in floor.items())
        band = box["band.squares"] * (now["band"] == seat)
        covered.append(guests + now["stars"][seat] * box["stars.squares"] + band)
    return covered


@SOME
@GAMES
def test_what_can_be_exchanged_or_completed_is_so_at_once(options, seed, with_box, play):
    for _, _, position, now in play(options, seed, with_box):
        box = position.game.components
        if sum(now["stars"]) < box["stars.number"]:
            assert max(now["coins"]) < 2
        for colour in box.cliques:
            held = [
                sum(number for word, number in floor.items() if word[:-1] == colour)
                for floor in now["floors"]
            ]
            if max(held) > 1:  # then all have left the line, and only Flyers have taken some away
                assert all(word is None or word[:-1] != colour for word in now["line"])
                assert sorted(held)[-2] <= 1


@SOME
@GAMES
def test_going_brings_what_the_observation_says(options, seed, with_box, play):
    seen = None
    for before, words, position, now in play(options, seed, with_box):
        if words == "go":
            gain, robs, covered, kind = seen
            change = [a - b for a, b in zip(squares_of(position, now), covered, strict=True)]
            if kind < 4:  # no counter that acts
                assert change[before["seat"]] == gain
                others = [
                    -change[(before["seat"] + chair) % options["num_players"]]
                    for chair in range(1, options["num_players"])
                ]
                assert others == robs
        if not position.is_over and now["phase"] == "step":
            view, step = position.features(), now["roll"] - 1
            robs = view["step_robs"][0, step, 1:].tolist()
            kind = view["step_kind"][0, step].argmax()
            seen = (view["step_gain"][0, step, 0], robs, squares_of(position, now), kind)


# --------------------------------------------------------------------------------- Tokens and turns


@SOME
@GAMES
def test_tokens_stand_apart_and_go_back_by_a_call_only(options, seed, with_box, play):
    for before, words, _, now in play(options, seed, with_box):
        tokens, front = now["tokens"], len(now["line"]) + 1
        assert len(set(tokens)) == len(tokens)
        assert all(1 - len(tokens) <= place <= front for place in tokens)
        assert all(now["line"][place - 1] is None for place in tokens if 1 <= place < front)
        assert [seat for seat, place in enumerate(tokens) if place == front] == (
            [] if now["band"] is None else [now["band"]]
        )
        if before is None:
            assert sorted(tokens) == list(range(1 - len(tokens), 1))
            continue
        moved = [seat for seat, place in enumerate(tokens) if place != before["tokens"][seat]]
        assert moved in ([], [before["seat"]])
        calls = [table["line"].count("call") for table in (before, now)]
        if words.startswith("call"):
            assert tokens[before["seat"]] < before["tokens"][before["seat"]]
        elif words != "go":
            assert not moved
        elif calls[0] == calls[1]:
            assert tokens[before["seat"]] == landing(before)


def landing(before):
    """Return the place that a token comes to by the roll."""
    here, line = before["tokens"][before["seat"]], before["line"]
    ahead = [place for place, word in enumerate(line, start=1) if word and place > here]
    return ahead[before["roll"] - 1] if before["roll"] <= len(ahead) else len(line) + 1


@SOME
@GAMES
def test_seats_are_asked_from_the_back(options, seed, with_box, play):
    for before, words, position, now in play(options, seed, with_box):
        order = sorted(range(len(now["tokens"])), key=now["tokens"].__getitem__)
        if before is None:
            assert (now["seat"], now["rolls"], now["phase"]) == (order[0], 1, "step")
        elif position.is_over:
            assert (now["rolls"], now["seat"]) == (before["rolls"], before["seat"])
        elif words == "stay" and before["seat"] != order[-1]:
            following = order[order.index(before["seat"]) + 1]
            assert now == before | {"seat": following}
        elif now["phase"] != "step":
            assert (now["seat"], now["rolls"]) == (before["seat"], before["rolls"])
            assert words == "go" or words.startswith("call")
        else:
            assert (now["seat"], now["rolls"]) == (order[0], before["rolls"] + 1)
        assert now["roll"] in position.game.components.faces


@SOME
@GAMES
def test_there_is_always_a_choice(options, seed, with_box, play):
    for _, _, position, now in play(options, seed, with_box):
        words = position.legal_words()
        verbs = sorted({word.split()[0] for word in words})
        wanted = {"step": ["go", "stay"], "flyer": ["decline", "take"], "call": ["call"]}
        wanted["people"] = ["decline", "people"]
        assert verbs == ([] if position.is_over else wanted[now["phase"]])
        assert position.is_over or len(words) >= 2


# --------------------------------------------------------------------------------------------- Ends


@SOME
@GAMES
def test_games_end_in_time(options, seed, with_box, play):
    for _, _, position, now in play(options, seed, with_box):
        assert now["rolls"] <= options["max_rolls"]
        if not position.is_over:
            assert now["winners"] == [] and not position.returns().any()
            assert now["ending"] == "not ended" and now["band"] is None
    assert position.is_truncated == (now["ending"] == "roll cap")
    assert (now["ending"] == "band") == (now["band"] is not None)
    assert now["ending"] != "roll cap" or now["rolls"] == options["max_rolls"]


@SOME
@GAMES
def test_the_right_seats_win(options, seed, with_box, play):
    *_, (before, words, position, now) = play(options, seed, with_box)
    floor = position.game.components.floor(options["num_players"])
    free = [max(0, floor - squares) for squares in squares_of(position, now)]
    if now["ending"] == "full floor":
        assert now["winners"] == [before["seat"]] and free[before["seat"]] == 0
        assert free.count(0) == 1 and words not in ("stay", "decline")
        return
    best = [seat for seat, squares in enumerate(free) if squares == min(free)]
    if options["ties"] == "rearmost":
        best = [min(best, key=now["tokens"].__getitem__)]
    assert now["winners"] == best


@SOME
@GAMES
def test_payoffs_sum_to_zero(options, seed, with_box, play):
    *_, (_, _, position, now) = play(options, seed, with_box)
    payoffs, seats, winners = position.returns(), options["num_players"], now["winners"]
    assert payoffs.sum() == pytest.approx(0, abs=1e-6)
    for seat, payoff in enumerate(payoffs):
        won = (seats / len(winners) - 1) / (seats - 1)
        assert payoff == pytest.approx(won if seat in winners else -1 / (seats - 1), abs=1e-6)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
@pytest.mark.parametrize("max_rolls", [1, 2, 3, 10])
def test_the_cap_can_be_reached(num_players, max_rolls):
    game = jivezoo.game("gelini_nightlife", num_players=num_players, max_rolls=max_rolls)
    position = game.new(seed=1).play(*["stay"] * (num_players * max_rolls))
    assert position.is_truncated and state(position)["rolls"] == max_rolls
    assert state(position)["winners"] == list(range(num_players)) and not position.returns().any()


# ------------------------------------------------------------------------------------------- Copies


@SOME
@GAMES
def test_looking_changes_nothing_and_copies_go_their_own_way(options, seed, with_box, play):
    for moves, (_, _, position, _) in enumerate(play(options, seed, with_box)):
        before = position.copy()
        position.action_mask(), position.observation(), str(position), position.to_json()
        assert position == before
        if moves == 20 or position.is_over:
            break
        action = position.legal_actions()[0]
        other = position.copy()
        assert before.apply(action) == other.apply(action) and position != before
