"""What holds in every position of every game, under any options."""

import collections
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.jivecat_lounge.box import ACT, PHASES, TRENDS

OPTIONS = st.integers(2, 5).flatmap(
    lambda seats: st.fixed_dictionaries(
        {
            "num_players": st.just(seats),
            "staff": st.booleans() if seats < 5 else st.just(False),
            "target": st.sampled_from((1, 8, 15, 15, 30)),
            "max_rounds": st.sampled_from((1, 6, 60, 60)),
            "moves_score": st.booleans(),
        }
    )
)
GAMES = given(options=OPTIONS, seed=st.integers(0, 2**63), is_rich=st.booleans())
SOME = settings(deadline=None, max_examples=30, suppress_health_check=list(HealthCheck))
FEW = settings(SOME, max_examples=8)
MOST_ACTIONS = 60  # of a turn; in long samples there were never more than 24


@pytest.fixture(scope="session")
def play(rich):
    """How to play a random game: a call yields the state before, the words, position and state."""

    def play(options, seed, is_rich):
        game = jivezoo.game("jivecat_lounge", **options)
        before = None
        for position in rich.walk(game, seed, is_rich):
            now = game.state_to_dict(game, position.states)
            yield before, position, now
            before = now

    return play


def in_turn(before, now):
    """Tell whether two positions belong to the same turn."""
    if before is None or before["over"] or now["over"]:
        return False
    started = before["chain"]["phase"] != "start"
    return started and all(before[key] == now[key] for key in ("round", "active"))


def changes(before, now, key):
    return [new - old for old, new in zip(before[key], now[key], strict=True)]


# -------------------------------------------------------------------------------- What there is of


def cards_of(now):
    """Return all Clique cards, wherever they lie."""
    found = collections.Counter(now["deck"] + now["discards"] + sum(now["hands"], []))
    found.update(word for each in now["zombies"] for word, _ in each)
    found.update(f"R{rada}" for rada in now["radas"] if rada)
    return found


@SOME
@GAMES
def test_cards_trends_and_skulls_neither_come_nor_go(options, seed, is_rich, play):
    for _, position, now in play(options, seed, is_rich):
        box = position.game.components
        assert cards_of(now) == collections.Counter(box.clique)
        skulls = [card for card in now["skull_line"] if card != "-"]
        skulls += now["skull_deck"] + now["skull_discards"]
        assert collections.Counter(skulls) == collections.Counter(box.skulls)
        trends = [trend for trend in now["trend_line"] if trend != "-"]
        assert sorted(trends + now["trend_deck"] + sum(now["trends"], [])) == sorted(TRENDS)
        assert sum(now["skulls"]) + now["bank"] == 25 and min([*now["skulls"], now["bank"]]) >= 0


@SOME
@GAMES
def test_each_chip_has_one_contact_and_each_contact_one_chip(options, seed, is_rich, play):
    for _, position, now in play(options, seed, is_rich):
        names = [c.name for c in position.game.components.contacts(options["num_players"])]
        found = sum(now["chips"], []) + now["staff"]
        assert len(found) == len(set(found)) and set(found) <= set(names)
        phase, removals = now["chain"]["phase"], now["chain"]["removals"]
        for seat, chips in enumerate(now["chips"]):
            if phase == "start":
                assert len(chips) <= 2
            elif phase == "five" and seat == now["active"]:
                assert len(chips) == 10 + removals
            else:
                assert 2 <= len(chips) <= 14
        assert (
            len(now["staff"]) == 10 + removals if phase == "staff five" else len(now["staff"]) < 15
        )
        assert options["staff"] or not now["staff"]


@SOME
@GAMES
def test_hands_tables_and_lines_have_their_limits(options, seed, is_rich, play):
    for before, _, now in play(options, seed, is_rich):
        for seat, hand in enumerate(now["hands"]):
            had_crowd = is_rich or any("crowd" in trends for trends in now["trends"])
            assert len(hand) <= (5 if had_crowd else 4)
            assert len(now["zombies"][seat]) <= 2
            if seat != now["active"]:
                assert len(hand) >= 4 and [*now["zombies"][seat]] == sorted(now["zombies"][seat])
        assert len(now["turn"]["borrowed"]) <= 1
        if before and not in_turn(before, now) and not now["over"] and now["round"]:
            assert "-" not in now["skull_line"] or now["chain"]["phase"] == "start"
            empty = now["trend_line"].count("-")
            assert now["trend_line"][:empty] == ["-"] * empty
            assert not empty or not now["trend_deck"]
            assert len(now["hands"][now["active"]]) >= 4


@SOME
@GAMES
def test_what_the_state_keeps_agrees_with_the_chips(options, seed, is_rich, play):
    for _, position, now in play(options, seed, is_rich):
        game, state = position.game, position.states[0]
        box, names = game.components, [c.name for c in game.components.contacts(game.seats)]

        def bits(found, names=names):
            return sum(1 << names.index(name) for name in found)

        assert state["taken"] == bits(sum(now["chips"], []) + now["staff"])
        linked = {n for own in now["chips"][now["active"]] for n in box.neighbours[own]}
        if now["chain"]["phase"] != "start" and not now["over"]:
            assert state["near"] == bits(linked & set(names))
            rivals = [rada for seat, rada in enumerate(now["radas"]) if seat != now["active"]]
            assert state["tax"][1:].tolist() == [rivals.count(value) for value in range(1, 10)]


# ----------------------------------------------------------------------------------------- The turn


@SOME
@GAMES
def test_seats_take_their_turns_in_order(options, seed, is_rich, play):
    last = options["num_players"] - 1
    turns = []
    for _, _, now in play(options, seed, is_rich):
        assert 0 <= now["round"] <= options["max_rounds"]
        if now["chain"]["phase"] == "start":
            assert now["round"] == 0 and now["seat"] == now["active"]
            continue
        if now["chain"]["phase"] != "staff five":
            assert now["seat"] == now["active"]
        if not turns or turns[-1] != (now["round"], now["active"]):
            turns.append((now["round"], now["active"]))
    # A turn in which nobody was asked anything passes by itself.
    assert turns == sorted(set(turns)) and turns[0][0] == 1
    assert now["over"] and turns[-1] <= (now["round"], last) and now["active"] == last
    reached = max(now["points"]) >= options["target"]
    assert now["truncated"] == (not reached)
    assert reached or now["round"] == options["max_rounds"]


@SOME
@GAMES
def test_points_only_rise_and_only_those_of_the_active_seat(options, seed, is_rich, play):
    for before, _, now in play(options, seed, is_rich):
        if before is None:
            assert now["points"] == [0] * options["num_players"]
            continue
        change = changes(before, now, "points")
        assert min(change) >= 0 and max(change) <= 3
        rising = [seat for seat, points in enumerate(change) if points]
        assert rising in ([], [before["active"]])


@SOME
@GAMES
def test_trends_never_leave_their_owners(options, seed, is_rich, play):
    for before, _, now in play(options, seed, is_rich):
        if before is None or len(sum(now["trends"], [])) > len(sum(before["trends"], [])) + 1:
            continue  # they are all handed out
        for seat, (old, new) in enumerate(zip(before["trends"], now["trends"], strict=True)):
            assert set(old) <= set(new)
            if len(new) > len(old):
                (trend,) = set(new) - set(old)
                place = before["trend_line"].index(trend)
                assert seat == before["active"]
                assert now["trend_line"][place] == "-" or not in_turn(before, now)
                assert changes(before, now, "points")[seat] == (2, 1, 2)[place]


@SOME
@GAMES
def test_a_new_turn_finds_nothing_open_or_used(options, seed, is_rich, play):
    for before, _, now in play(options, seed, is_rich):
        if before is None or in_turn(before, now) or now["over"] or now["chain"]["phase"] != "act":
            continue
        assert now["turn"] == {
            "used": [],
            "portal": False,
            "friends": False,
            "crowd": False,
            "ended": False,
            "borrowed": [],
        }
        assert not any(used for each in now["zombies"] for _, used in each)
        if before["active"] != now["active"] and before["chain"]["phase"] != "start":
            assert now["skulls"][before["active"]] <= 5


# ---------------------------------------------------------------------------------------- The masks


@SOME
@GAMES
def test_whoever_is_asked_has_a_choice(options, seed, is_rich, play):
    for _, position, now in play(options, seed, is_rich):
        words = position.legal_words()
        if now["over"]:
            assert words == [] and now["winners"]
            continue
        assert words not in ([], ["end"], ["done"])
        phase = now["chain"]["phase"]
        assert ("end" in words) == (phase == "act")
        assert "done" in words if phase == "discard" else phase == "add" or "done" not in words


def is_between(position):
    """Tell whether no action is half-way: JL-41."""
    state = position.states[0]
    return position.is_over or state["phase"] == ACT or bool(state["ended"])


def check_chains(position, deepest=8):
    """Check that every word can be continued to a moment between whole actions: all ways."""
    words = position.legal_words()
    assert words and deepest, position.to_json()
    for word in words:
        after = position.copy().play(word)
        if not is_between(after):
            check_chains(after, deepest - 1)


def check_a_chain(position, rng, deepest=40):
    """Check the same, one way at random for each first word."""
    for word in position.legal_words():
        after = position.copy().play(word)
        for _ in range(deepest):
            if is_between(after):
                break
            words = after.legal_words()
            assert words, (word, position.to_json())
            after.play(rng.choice(words))
        assert is_between(after), (word, position.to_json())


@FEW
@GAMES
def test_every_action_that_is_begun_can_be_completed(options, seed, is_rich, play):
    rng = random.Random(seed)
    for _, position, now in play(options, seed, is_rich):
        if now["chain"]["phase"] == "act" and rng.random() < 0.15:
            check_a_chain(position, rng)


@pytest.mark.parametrize("is_rich", [False, True])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_every_continuation_of_an_action_leads_on(num_players, is_rich, play):
    rng, checked = random.Random(num_players), 0
    for _, position, now in play({"num_players": num_players}, num_players, is_rich):
        if now["chain"]["phase"] == "act" and rng.random() < 0.06:
            # Fifteenth chips are removed in too many orders to be tried out.
            if max(map(len, now["chips"])) < 13:
                check_chains(position)
                checked += 1
    assert checked > 2


@SOME
@GAMES
def test_every_turn_ends(options, seed, is_rich, play):
    """Each whole action spends a card, a Zombie, a Trend, a claim or a Skull, and cards are few."""
    actions, most = 0, 0
    for before, _, now in play(options, seed, is_rich):
        actions = actions + 1 if in_turn(before, now) else 0
        most = max(most, actions)
    assert most < MOST_ACTIONS


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_stubborn_players_cannot_go_on_for_ever(num_players, walks):
    """Whoever never says `end` while there is anything else comes to its end all the same."""
    game = jivezoo.game("jivecat_lounge", num_players=num_players, max_rounds=20)
    for seed in range(6):
        rng, position, actions = random.Random(seed), game.new(seed=seed), collections.Counter()
        while not position.is_over:
            words = [word for word in position.legal_words() if word not in ("end", "done")]
            key = tuple(position.states[name][0].item() for name in ("rounds", "active"))
            actions[key] += 1
            position.play(walks.word(rng, words or position.legal_words()))
        del actions[0, 0]
        assert max(actions.values()) < MOST_ACTIONS


# --------------------------------------------------------------------------------------------- Ends


@SOME
@GAMES
def test_games_end_and_are_paid_as_they_should(options, seed, is_rich, play):
    for _, position, now in play(options, seed, is_rich):
        if not now["over"]:
            assert not position.returns().any() and now["winners"] == []
    seats, winners = options["num_players"], now["winners"]
    assert winners and all(now["points"][seat] == max(now["points"]) for seat in winners)
    payoffs = position.returns()
    assert payoffs.sum() == pytest.approx(0, abs=1e-6)
    for seat in range(seats):
        won, lost = (seats / len(winners) - 1) / (seats - 1), -1 / (seats - 1)
        assert payoffs[seat] == pytest.approx(won if seat in winners else lost, abs=1e-6)


def free_contacts(position):
    state, rules = position.states[0], position.game.rules[0]
    return int(rules["contacts"]) - int(state["taken"]).bit_count()


def crowd(game, seed, rounds):
    """Yield the positions of a game in which a chip is placed whenever one can be."""
    rng, position = random.Random(seed), game.new(seed=seed)
    while position.states["rounds"] <= rounds:
        yield position
        words = position.legal_words()
        placing = [word for word in words if word.split()[0] in ("to", "done") or word[0] in "+-"]
        position.play(rng.choice(placing or words))


@pytest.mark.parametrize(("num_players", "fewest"), [(2, 10), (3, 1), (4, 3), (5, 1)])
def test_random_play_never_jams(num_players, fewest, walks):
    """From boards as full as they get, too, random play goes on and scores.

    Only on a full board, when nobody has a Skull left, is there nothing to do but to discard: no
    chip can come, and none leave.  `max_rounds` ends such a game.
    """
    game = jivezoo.game("jivecat_lounge", num_players=num_players, max_rounds=100, target=100)
    least = []
    for seed in range(5):
        rng = random.Random(seed)
        *_, position = (p for p in crowd(game, seed, 30) if least.append(free_contacts(p)) is None)
        before = position.states["scores"].sum()
        while not position.is_over:
            words = position.legal_words()
            assert words, position.to_json()
            position.play(walks.word(rng, words))
        is_stuck = not free_contacts(position) and not position.states["skulls"].any()
        assert is_stuck or position.states["scores"].sum() > before + 10
    assert min(least) <= fewest


def test_looking_changes_nothing_and_copies_go_their_own_way(rich):
    game = jivezoo.game("jivecat_lounge", num_players=3)
    for moves, position in enumerate(rich.walk(game, seed=3)):
        before = position.copy()
        position.action_mask(), position.observation(), str(position), position.to_json()
        position.text(1), position.imagine(0, seed=1), position.features(2)
        assert position == before
        if moves % 11 == 0 and not position.is_over:
            other, action = position.copy(), position.legal_actions()[-1]
            assert before.apply(action) == other.apply(action) and position != before


def test_every_phase_occurs(play):
    found = collections.Counter()
    for seed in range(40):
        options = {"num_players": 2 + seed % 2, "target": 40}
        for _, position, _ in play(options, seed, True):
            found[PHASES[position.states["phase"][0]]] += 1
    assert set(found) == set(PHASES), set(PHASES) - set(found)
