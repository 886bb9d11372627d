"""VM-12: what a seat cannot know shows nowhere, and what it knows stays.

How likely each world is that a seat may be in: see test_worlds.py.
"""

import copy
import functools
import itertools
import json
import random

import pytest

import jivezoo
from jivezoo.envs.errors import BadPosition
from jivezoo.envs.voodoo_mania_v0 import raw_env

PUBLIC = (
    *("round", "ticks", "revealed", "stalemates", "seat", "last", "voodoo_pile", "top_side"),
    *("seen_by_all", "points", "ending", "winners"),
)
# options; with `cards`, so many random ones of the box, of which each seat gets `dealt`
GAMES = {
    "two": {"rounds": 1, "max_ticks": 50},
    "two slow, search": {"search": True, "reaction": (1, 3), "rounds": 1, "max_ticks": 40},
    "three slow": {"num_players": 3, "reaction": (1, 2, 3), "rounds": 2, "max_ticks": 15},
    "four": {"num_players": 4, "rounds": 1, "max_ticks": 15},
    "five, random deck": {"num_players": 5, "deck": "random", "rounds": 1, "max_ticks": 10},
    "six, search": {"num_players": 6, "search": True, "rounds": 1, "max_ticks": 8},
    "two, few cards": {"cards": 12, "dealt": 5, "max_ticks": 60},
    "three, few cards": {"num_players": 3, "cards": 16, "dealt": 5, "max_ticks": 30},
    "four, few cards": {"num_players": 4, "cards": 18, "dealt": 4, "max_ticks": 6, "rounds": 5},
    "four, few cards, search": {
        **{"num_players": 4, "search": True, "reaction": 1.5},
        **{"cards": 18, "dealt": 4, "max_ticks": 15},
    },
    "three, one card": {"num_players": 3, "cards": 7, "dealt": 1, "rounds": 20, "max_ticks": 3},
}


@pytest.fixture(scope="module")
def make(few):
    """Return the game of options: see GAMES."""

    def make(**options):
        return few(**options) if "cards" in options else jivezoo.game("voodoo_mania", **options)

    return functools.cache(make)


@pytest.fixture(params=GAMES)
def game(make, request):
    return make(**GAMES[request.param])


def told_by(position):
    return position.game.state_to_dict(position.game, position.states)


def lay(position, told):
    """Return a position with `told` on the table, or None if it cannot be."""
    data = json.loads(position.to_json()) | {"state": told}
    try:
        return position.game.from_json(json.dumps(data))
    except BadPosition:
        return None


def faces_seen(told, seat):
    return {*told["seen"][seat], *told["seen_by_all"]}


def known_cards(told, seat):
    """Return the cards of which a seat has seen a side since the deal."""
    return {int(face[:-1]) for face in faces_seen(told, seat)}


def knowledge(told, seat):
    """Return all that a seat may know."""
    known, seats = known_cards(told, seat), range(len(told["hands"]))

    def shown(cards):
        return [card if card in known else None for card in cards]

    found = {key: told[key] for key in PUBLIC}
    for key in ("hands", "piles"):
        found[key] = [shown(cards) for cards in told[key]]
    found["own"] = told["seen"][seat], told["choices"][seat], seat in told["asked"]
    if "side" in told:
        found["turned"], found["side_told"] = told["turned"], told["side_told"]
        found["side"] = [
            [
                side if seat == other or is_told == "yes" else None
                for side, is_told in zip(told["side"][other], told["side_told"][other], strict=True)
            ]
            for other in seats
        ]
    return found | {"deck": told.get("deck")}


def places_known(told, seat):
    """Return the places of the cards that a seat knows."""
    known = known_cards(told, seat)
    return [[card in known for card in cards] for cards in told["hands"] + told["piles"]]


def moves(game, seed, walks):
    """Yield what was told before a move, its words, and the position; first for the deal."""
    rng, position = random.Random(seed), game.new(seed=seed)
    yield None, None, position
    while not position.is_over:
        words, before = walks.word(rng, position.legal_words()), told_by(position)
        yield before, words, position.play(words)


# ------------------------------------------------------------------------------- What a seat knows


def test_what_a_seat_knows_stays(game, walks):
    for number, position in enumerate(walks.game(game, seed=1)):
        told = told_by(position)
        for seat in range(game.seats):
            imagined = position.imagine(seat, number)
            assert knowledge(told_by(imagined), seat) == knowledge(told, seat)
            assert imagined.observation(seat).tolist() == position.observation(seat).tolist()
            assert imagined.text(seat) == position.text(seat)
            assert (imagined.is_over, imagined.is_truncated) == (
                position.is_over,
                position.is_truncated,
            )
        assert position.imagine(seed=number).legal_words() == position.legal_words()


def test_an_imagined_position_can_be_written_and_read(game, walks):
    for number, position in enumerate(walks.game(game, seed=2)):
        if number % 3 == 0 or position.is_over:
            for seat in range(game.seats):
                imagined = position.imagine(seat, number)
                assert game.from_json(imagined.to_json()) == imagined


def test_positions_that_are_over_are_imagined_as_they_can_be(make):
    """A round that ran into the cap is known to be no stalemate."""
    for name in ("four, few cards", "three, one card"):
        game = make(**GAMES[name] | {"rounds": 1})
        for seed in range(60):
            position = game.new(seed=seed)
            while not position.is_over:
                position.play("wait")
            for seat in range(game.seats):
                imagined = position.imagine(seat, seed)
                assert game.from_json(imagined.to_json()) == imagined


def test_what_others_know_goes_with_the_places(game, walks):
    for number, position in enumerate(walks.game(game, seed=3)):
        told = told_by(position)
        for seat, other in itertools.permutations(range(game.seats), 2):
            imagined = told_by(position.imagine(seat, number))
            assert places_known(imagined, other) == places_known(told, other)
            check_memory(imagined, other)


def check_memory(told, seat):
    """Check which sides a seat has seen of its own cards."""
    seen = faces_seen(told, seat)
    for card in known_cards(told, seat) & {*told["piles"][seat]}:
        assert f"{card}F" in seen or f"{card}B" in seen
        if "side" not in told and not {f"{card}F", f"{card}B"} & {*told["seen_by_all"]}:
            assert {f"{card}F", f"{card}B"} <= seen
    for at, card in enumerate(told["hands"][seat]):
        if "side" not in told or told["turned"][seat][at] == "yes":
            assert {f"{card}F", f"{card}B"} <= seen
        else:
            assert f"{card}{told['side'][seat][at]}" in seen


def test_a_seat_knows_what_it_has_watched_and_no_more_until_the_next_deal(game, walks):
    for seed in range(2):
        watched, choices = [set() for _ in range(game.seats)], {}
        for before, words, position in moves(game, seed, walks):
            told, named = told_by(position), set()
            if before:
                choices |= {before["seat"]: words}
                if told["revealed"] > before["revealed"]:
                    named, choices = {card_named(before, *each) for each in choices.items()}, {}
            if before and told["round"] > before["round"]:
                watched, named = [set() for _ in range(game.seats)], set()
            in_play = {*sum(told["hands"] + told["piles"], []), *told["voodoo_pile"]}
            for seat in range(game.seats):
                watched[seat] |= {*told["hands"][seat], *told["voodoo_pile"], *named} - {None}
                assert known_cards(told, seat) & in_play == watched[seat]


def card_named(told, seat, words):
    """Return the card that a `play` shows to all, whether it is laid or not."""
    return told["hands"][seat][int(words[5]) - 1] if words.startswith("play") else None


# ------------------------------------------------------------------------------ What must not show


def with_hidden_cards_swapped(told, seat, game):
    """Yield tables with two cards in each other's place, and no other choices but to wait."""
    hidden = sorted({*range(game.rules["cards"][0])} - known_cards(told, seat))
    for one, other in zip(hidden[::4], hidden[1::4], strict=False):
        name = {one: other, other: one}
        table = told | {
            key: [[name.get(card, card) for card in cards] for cards in told[key]]
            for key in ("hands", "piles")
        }
        table["seen"] = [
            [f"{name.get(int(face[:-1]), int(face[:-1]))}{face[-1]}" for face in faces]
            for faces in told["seen"]
        ]
        table["choices"] = [words and "wait" for words in told["choices"]]
        table["choices"][seat] = told["choices"][seat]
        yield table


def with_other_choices(told, seat, game):
    for rival, words in enumerate(told["choices"]):
        for action in game.actions if rival != seat and words else ():
            table = copy.deepcopy(told)
            table["choices"][rival] = action
            yield table


def with_others_asked(told, seat, game):
    for rival in {*range(game.seats)} - {seat, told["seat"]}:
        table = copy.deepcopy(told)
        table["asked"] = sorted({*told["asked"]} ^ {rival})
        has_chosen = rival in table["asked"] and rival < told["seat"]
        table["choices"][rival] = "wait" if has_chosen else None
        yield table


def with_other_sides(told, seat, game):
    """Yield tables on which another side shows to a rival, who has seen it instead."""
    for rival in {*range(game.seats)} - {seat}:
        for at, card in enumerate(told["hands"][rival]):
            if told["side_told"][rival][at] == "no":
                table, side = copy.deepcopy(told), told["side"][rival][at]
                other = table["side"][rival][at] = "FB".replace(side, "")
                if told["turned"][rival][at] == "no":
                    seen = {*told["seen"][rival], f"{card}{other}"} - {f"{card}{side}"}
                    table["seen"][rival] = sorted(seen - {*told["seen_by_all"]})
                table["choices"][rival] = told["choices"][rival] and "wait"
                yield table


SECRETS = {
    "cards": (with_hidden_cards_swapped, set(GAMES)),
    "choices": (with_other_choices, set(GAMES)),
    "asked": (with_others_asked, {name for name in GAMES if "reaction" in GAMES[name]}),
    "sides": (with_other_sides, {name for name in GAMES if "search" in GAMES[name]}),
}


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in SECRETS for name in sorted(SECRETS[kind][1])]
)
def test_nothing_that_a_seat_cannot_know_shows(kind, name, make, walks):
    game, rng, compared = make(**GAMES[name]), random.Random(4), 0
    positions = (position for seed in range(20) for position in walks.game(game, seed))
    for number, position in enumerate(positions):
        if position.is_over:
            continue
        told, seat = told_by(position), rng.randrange(game.seats)
        tables = list(SECRETS[kind][0](told, seat, game))
        for table in rng.sample(tables, min(len(tables), 3)):
            other = lay(position, table)
            if other is not None and other != position:
                compared += 1
                assert_same_for(seat, position, other, seed=number)
        if compared > 50:
            return
    raise AssertionError(f"only {compared} pairs")


def assert_same_for(seat, position, other, seed):
    assert other.observation(seat).tobytes() == position.observation(seat).tobytes()
    assert other.text(seat) == position.text(seat)
    if position.seat == seat:
        assert other.legal_words() == position.legal_words()
    assert other.imagine(seat, seed) == position.imagine(seat, seed)


def shown_by(env):
    """Return what all agents of an environment observe, and what they may do."""
    views = [env.observe(agent) for agent in env.possible_agents]
    return [[view[key].tolist() for view in views] for key in ("observation", "action_mask")]


@pytest.mark.parametrize("name", ["two", "three slow", "six, search", "three, few cards"])
def test_a_choice_is_not_shown_before_the_tick_ends(name, make):
    env, rng, hidden = raw_env(**vars(make(**GAMES[name]).options)), random.Random(5), 0
    env.reset(seed=5)
    while not env.position.is_over:
        before, tick, futures = shown_by(env), env.position.states["revealed"], []
        for action in env.position.legal_actions():
            futures.append(copy.deepcopy(env))
            futures[-1].step(action)
        first = futures[0]
        if first.position.states["revealed"] == tick:
            hidden += 1
            assert shown_by(first)[0] == before[0]
            for after in futures:
                assert shown_by(after) == shown_by(first)
                assert (after.agent_selection, after.infos) == (first.agent_selection, first.infos)
        env = rng.choice(futures)
    assert hidden > 8
