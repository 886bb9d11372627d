"""Actions, options and positions in words and back; impossible ones are refused with the reason."""

import copy
import json
import random
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.errors import BadOption, BadPosition, UnknownAction
from jivezoo.envs.gelini_nightlife.box import ENDINGS, PHASES

VERBS = {"go", "stay", "decline", "take", "call", "people"}
GAMES = [
    {},
    {"action_counters": True},
    {"num_players": 3, "action_counters": True, "ties": "rearmost"},
    {"num_players": 4, "max_rolls": 25},
    {"num_players": 4, "max_rolls": 12, "action_counters": True},
    {"num_players": 5, "ties": "rearmost"},
    {"num_players": 5, "action_counters": True},
]


def new(**options):
    return jivezoo.game("gelini_nightlife", **options)


# ------------------------------------------------------------------------------------------ Options


def test_the_options_of_the_box():
    options = vars(new().options)
    assert options == {
        "num_players": 2,
        "action_counters": False,
        "components": None,
        "ties": "shared",
        "max_rolls": 300,
    }
    for same in ({"num_players": np.int64(2)}, {"action_counters": np.bool_(False)}):
        assert new(**same).options == new().options
        assert json.loads(new(**same).new(seed=1).to_json())["options"] == options


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"num_players": 1}, "num_players must be a whole number from 2 to 5, not 1"),
        ({"num_players": 6}, "num_players must be a whole number from 2 to 5, not 6"),
        ({"num_players": 2.0}, "num_players must be"),
        ({"num_players": True}, "num_players must be"),
        ({"num_players": "2"}, "num_players must be"),
        ({"action_counters": 1}, "action_counters must be true or false, not 1"),
        ({"action_counters": "yes"}, "action_counters must be true or false, not 'yes'"),
        ({"action_counters": None}, "action_counters must be true or false"),
        ({"ties": "foremost"}, "ties must be shared or rearmost, not 'foremost'"),
        ({"ties": None}, "ties must be shared or rearmost"),
        ({"ties": ["shared"]}, "ties must be shared or rearmost"),
        ({"max_rolls": 0}, "max_rolls must be a whole number from 1 to 12700, not 0"),
        ({"max_rolls": 12_701}, "max_rolls must be a whole number from 1 to 12700"),
        ({"max_rolls": None}, "max_rolls must be"),
        ({"max_roll": 9}, "Gelini Nightlife has no option 'max_roll'; did you mean max_rolls"),
        ({"lice": 9}, "Gelini Nightlife has no option 'lice'; options are num_players, action_"),
    ],
)
def test_options_that_are_none_are_refused(options, reason):
    with pytest.raises(BadOption, match=reason) as refused:
        new(**options)
    assert str(refused.value)[-1] in ".?"


# ------------------------------------------------------------------------------------------ Actions


@pytest.mark.parametrize("options", GAMES)
def test_actions_are_numbered_verb_by_verb(options):
    game = new(**options)
    words = ["go", "stay"]
    if options.get("action_counters"):
        kinds = ["coin", "vip"]
        for colour, clique in game.components.cliques.items():
            kinds += [f"{colour}{squares}" for squares in sorted(set(clique))]
        words += ["decline"]
        words += [f"take {kind} from p{seat}" for seat in range(game.seats) for kind in kinds]
        words += [f"call {place}" for place in range(1, 53)]
        words += [f"people {place}" for place in range(1, 53)]
    assert list(game.actions) == words


def test_each_verb_is_explained():
    assert set(new(action_counters=True).actions.meaning) == VERBS
    assert set(new().actions.meaning) == {"go", "stay"}


@pytest.mark.parametrize(
    "words",
    ["call 0", "call 53", "people 53", "take star from p1", "take band from p1", "go 3", ""]
    + ["take coin from p2", "take amber2 from p0", "take flyer from p0", "take coin from player_1"],
)
def test_words_that_are_no_action_are_refused(words):
    with pytest.raises(UnknownAction, match="is not an action"):
        new(action_counters=True).actions.number(words)


def test_words_that_are_no_action_are_refused_with_the_nearest():
    with pytest.raises(UnknownAction, match="near it: take vip from p1"):
        new(action_counters=True).actions.number("take vips from p1")
    for words in ("decline", "call 3", "people 3", "take coin from p1"):
        with pytest.raises(UnknownAction, match="verbs are go, stay"):
            new().actions.number(words)


# ----------------------------------------------------------------------------------- The text board


def read_board(text):
    """Return the headline, who waits behind the line, the places, and the floors of a board."""
    headline, *lines = text.splitlines()
    behind = re.findall(r"\[p(\d)\]", lines.pop(0)) if lines[0].startswith("behind") else []
    first = next(number for number, line in enumerate(lines) if line.startswith("player_"))
    places = re.findall(r"(\d+) (\S+)", " ".join(lines[:first]))
    floors = re.findall(
        r"player_(\d)  free (\d+) of (\d+), coins (\d+), ahead (\d+): (.*?)(?= player_|$)",
        " ".join(line.strip() for line in lines[first:]),
    )
    return headline, behind, places, floors


def told_of(game, state, seat):
    """Return what the board should say of a seat's floor."""
    held = [word if n == 1 else f"{n} {word}" for word, n in state["floors"][seat].items()]
    if state["stars"][seat]:
        held.append("1 star" if state["stars"][seat] == 1 else f"{state['stars'][seat]} stars")
    held += ["the Band"] * (state["band"] == seat)
    squares = sum(
        n * (4 if word == "vip" else int(word[-1])) for word, n in state["floors"][seat].items()
    )
    squares += 5 * state["stars"][seat] + 6 * (state["band"] == seat)
    floor = game.components.floor(game.seats)
    ahead = sum(word is not None for word in state["line"][max(state["tokens"][seat], 0) :])
    facts = (seat, max(0, floor - squares), floor, state["coins"][seat], ahead)
    return (*map(str, facts), ", ".join(held) or "-")


@pytest.mark.parametrize("options", GAMES)
def test_the_text_board_tells_line_tokens_and_floors(options, walks):
    game = new(**options)
    for position in walks.game(game, seed=7):
        state = game.state_to_dict(game, position.states)
        assert max(map(len, str(position).splitlines())) <= 80
        headline, behind, places, floors = read_board(str(position))
        tokens = {place: f"[p{seat}]" for seat, place in enumerate(state["tokens"])}
        waiting = sorted((place, token) for place, token in tokens.items() if place < 1)
        assert behind == [token[2] for _, token in waiting]
        line = [*(word or "." for word in state["line"]), "BAND"]
        wanted = [(str(n), tokens.get(n, word)) for n, word in enumerate(line, start=1)]
        assert places == wanted
        assert floors == [told_of(game, state, seat) for seat in range(game.seats)]
        if not position.is_over:
            asked = f"player_{state['seat']}, {state['phase']}"
            assert headline.endswith(f": roll {state['rolls']}, die {state['roll']}: {asked}")


def test_the_text_board_names_the_winners():
    game = new(num_players=5, max_rolls=1, action_counters=True)
    headline = str(game.new(seed=1).play(*["stay"] * 5)).splitlines()[0]
    assert headline == "Gelini Nightlife: over: all win (roll cap)"
    position = new(num_players=3, max_rolls=1, ties="rearmost").new(seed=1)
    rearmost = position.seat
    headline = str(position.play("stay", "stay", "stay")).splitlines()[0]
    assert headline == f"Gelini Nightlife: over: player_{rearmost} wins (roll cap)"
    position = new(num_players=5, max_rolls=2).new(seed=1).force_die(1)
    mover = position.seat
    assert json.loads(position.to_json())["state"]["line"][0] != "coin"
    headline = str(position.play("go", *["stay"] * 5)).splitlines()[0]
    assert headline == f"Gelini Nightlife: over: player_{mover} wins (roll cap)"


def test_the_text_board_fits_80_columns_with_long_words_and_full_floors(boxes):
    colours = {"lightgoldenrod": [1] * 4, "mediumseagreen": [1, 2, 3], "a": [9]}
    box = {"guests": {"number": 8}, "cliques": colours, "stars": {"number": 9, "squares": 1}}
    game = boxes(box, num_players=5, action_counters=True, max_rolls=12_700)
    position = game.new(seed=1)
    state = position.states[0]
    state["holds"][:], state["stars"], state["rolls"], state["roll"] = 60, 9, 12_699, 5
    lines = str(position).splitlines()
    assert max(map(len, lines)) <= 80
    _, _, places, floors = read_board(str(position))
    assert [word for _, word in places[:-1]] == game.state_to_dict(game, position.states)["line"]
    assert floors[4][5].endswith("60 a9, 9 stars")


# ------------------------------------------------------------------------------------------ The die


def test_the_die_can_be_forced():
    p = new(num_players=3).new(seed=1)
    before, line = p.copy(), p.game.state_to_dict(p.game, p.states)["line"]
    for face in (1, 2, 3, 4, np.int64(5)):
        q = p.copy().force_die(face)
        assert q.features()["die"].argmax() == face - 1 and q.states["random"] == p.states["random"]
        assert json.loads(q.to_json())["state"]["roll"] == face
        q.play("go")
        state = q.game.state_to_dict(q.game, q.states)
        assert state["line"][face - 1] is None and line[face - 1] is not None
        assert max(state["tokens"]) == face
    assert p == before
    assert p.force_die(2) is p


@pytest.mark.parametrize("face", [0, 6, -1, 2.5, 1.0, True, "3", None, [3]])
def test_a_face_that_the_die_does_not_have_is_refused(face):
    p = new().new(seed=1)
    before = p.to_json()
    with pytest.raises(BadPosition, match="the die has no .*; its faces are 1, 2, 3, 4, 5.$"):
        p.force_die(face)
    assert p.to_json() == before


def test_the_faces_are_those_of_the_box(boxes):
    p = boxes({"die": {"faces": [6, 2, 6]}}).new(seed=1)
    assert p.force_die(6).states["roll"][0] == 6
    for face in (1, 3, 4, 5):
        with pytest.raises(BadPosition, match=f"the die has no {face}; its faces are 2, 6."):
            p.force_die(face)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_die_cannot_be_forced_in_other_questions_or_after_the_end(seats, walks):
    seen = set()
    for seed in range(20):
        for position in walks.game(new(num_players=seats, action_counters=True), seed):
            phase = json.loads(position.to_json())["state"]["phase"]
            seen.add("over" if position.is_over else phase)
            if phase != "step" or position.is_over:
                with pytest.raises(BadPosition, match="nobody is asked about the die now"):
                    position.force_die(3)
            else:
                position.copy().force_die(3)
    assert seen == {*PHASES, "over"}


def test_there_are_games_without_a_die():
    with pytest.raises(BadPosition, match="Itchy Monkey has no die"):
        jivezoo.game("itchy_monkey").new(seed=1).force_die(3)


# ---------------------------------------------------------------------------------------- Positions


@pytest.mark.parametrize("options", GAMES)
def test_positions_of_random_games_survive_json(options, walks):
    game, phases = new(**options), set()
    for seed in range(8):
        for position in walks.game(game, seed):
            text = position.to_json()
            assert "\n" not in text
            again = game.from_json(text)
            assert again == position and again.to_json() == text
            phases.add(json.loads(text)["state"]["phase"])
    assert phases == set(PHASES if options.get("action_counters") else PHASES[:1])


def test_a_position_is_told_in_words(laid):
    state = json.loads(laid.to_json())["state"]
    assert state == STATE
    assert list(state) == list(STATE)


# ----------------------------------------------------------------------------- Impossible positions

BOX = {
    "floors": {"squares": 14, "extra": 0},
    "guests": {"number": 9},
    "cliques": {"amber": [1, 1, 1, 1], "blue": [1, 2, 3], "green": [2, 2]},
    "vips": {"number": 2, "squares": 4},
    "coins": {"number": 5},
    "stars": {"number": 2, "squares": 5},
}
# p0 has been at 2 and 6, p2 at 4, p1 at the Coin on 7 and at a Call on 19, which led it back to 8.
LINE = ["amber1", None, "flyer", None, "coin", None, None, None, "people", "amber1", "coin"] + [
    "blue3",
    "vip",
    "flyer",
    "coin",
    "green2",
    "call",
    "amber1",
    None,
    "people",
    "coin",
    "blue1",
]
STATE = {
    "seat": 2,
    "phase": "step",
    "roll": 3,
    "rolls": 9,
    "ending": "not ended",
    "winners": [],
    "line": LINE,
    "tokens": [6, 8, 4],
    "floors": [{"amber1": 1, "green2": 1}, {"blue2": 1}, {"vip": 1}],
    "coins": [0, 1, 0],
    "stars": [0, 0, 0],
    "band": None,
}
BANDED = {"seat": 1, "band": 1, "tokens": [6, 23, 4], "ending": "band", "winners": [1]}
CAPPED = {"rolls": 20, "ending": "roll cap", "winners": [2]}
ALL_BLUE = {"blue1": 1, "blue2": 1, "blue3": 1}
FILLED = [{"amber1": 1, "green2": 1}, {}, {"vip": 2} | ALL_BLUE]
NEW = {"tokens": [0, -1, -2], "floors": [{}, {}, {}], "coins": [0, 0, 0], "rolls": 1}


def line(**changed):
    """Return the line with other counters at some places: `_5=None` for a gap at 5."""
    words = list(LINE)
    for place, word in changed.items():
        words[int(place[1:]) - 1] = word
    return words


FULL = line(_2="green2", _4="vip", _6="amber1", _7="coin", _8="blue2", _19="call")  # nobody went


@pytest.fixture(scope="module")
def game(boxes):
    return boxes(BOX, num_players=3, action_counters=True, max_rolls=20)


@pytest.fixture(scope="module")
def laid(game):
    data = json.loads(game.new(seed=1).to_json())
    return game.from_json(json.dumps(data | {"state": STATE}))


def read(game, **entries):
    """Read the position with entries of its state replaced."""
    data = json.loads(game.new(seed=1).to_json())
    return game.from_json(json.dumps(data | {"state": STATE | entries}))


def refuse(game, reason, **entries):
    with pytest.raises(BadPosition, match=reason) as refused:
        read(game, **entries)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "entries",
    [
        {},
        BANDED,
        CAPPED,
        CAPPED | {"seat": 0},
        NEW | {"line": FULL},
        NEW | {"line": FULL} | CAPPED | {"seat": 0, "winners": [0, 1, 2]},
        {"phase": "call", "seat": 1, "tokens": [6, 19, 4], "line": line(_8="blue2")}
        | {"floors": [{"amber1": 1, "green2": 1}, {}, {"vip": 1}]},
        {"floors": FILLED, "ending": "full floor", "winners": [2]}
        | {"line": line(_12=None, _13=None, _22=None)},
        {"line": line(_3=None), "phase": "flyer"},
        {"line": line(_9=None), "phase": "people", "seat": 1},
        {"line": line(_5=None, _11=None, _15=None), "coins": [0, 0, 0], "stars": [1, 1, 0]},
        {"line": line(_5=None, _11=None, _15=None, _21=None), "coins": [1, 0, 0]}
        | {"stars": [1, 1, 0]},
    ],
)
def test_positions_that_can_occur_are_read(game, entries):
    position = read(game, **entries)
    assert json.loads(position.to_json())["state"] == STATE | entries


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"line": LINE[1:]}, "the line must have 22 places, gaps included, not 21"),
        ({"line": [*LINE, None]}, "the line must have 22 places, gaps included, not 23"),
        ({"line": []}, "the line must have 22 places"),
        ({"line": {}}, "'line' of the position cannot be {}"),
        ({"line": line(_5="star")}, "counter at place 5 'star' must be one of flyer, call, people"),
        ({"line": line(_5="gap")}, "counter at place 5 'gap'"),
        ({"line": line(_5="band")}, "counter at place 5 'band'"),
        ({"line": line(_5="amber2")}, "counter at place 5 'amber2'"),
        ({"line": line(_5=4)}, "counter at place 5 4 must be one of"),
        ({"line": line(_5=True)}, "counter at place 5 True"),
        ({"line": line(_5=["coin"])}, "counter at place 5"),
        ({"line": line(_5="vip")}, "there are 4 coin in all, instead of 5"),
        ({"line": line(_2="amber1")}, "there are 5 amber1 in all, instead of 4"),
        ({"line": line(_2="vip")}, "there are 3 vip in all, instead of 2"),
        ({"line": line(_1=None)}, "there are 3 amber1 in all, instead of 4"),
        ({"line": line(_12="blue2")}, "there are 2 blue2 in all, instead of 1"),
        ({"line": line(_2="flyer")}, "there are 3 flyer in all, instead of 2"),
        ({"line": line(_7="coin")}, "there are 6 coin in all, instead of 5"),
        ({"stars": [0, 1, 0]}, "there are 7 coin in all, instead of 5"),
        ({"line": line(_5=None)}, "there are 4 coin in all, instead of 5"),
        ({"line": FULL}, "the token of seat 0 stands at 6, where a counter lies"),
    ],
)
def test_lines_and_counters_that_cannot_be_are_refused(game, entries, reason):
    refuse(game, reason, **entries)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"tokens": [6, 8]}, "tokens must have 3 entries, one a seat"),
        ({"tokens": [6, 8, 4, 2]}, "tokens must have 3 entries, one a seat"),
        ({"tokens": {}}, "'tokens' of the position cannot be"),
        ({"tokens": [6, 8, 8]}, "two tokens stand at place 8"),
        ({"tokens": [6, 0, 0]}, "two tokens stand at place 0"),
        ({"tokens": [6, 8, 3]}, "the token of seat 2 stands at 3, where a counter lies"),
        ({"tokens": [6, 8, -3]}, "token of seat 2 must be a whole number from -2 to 23, not -3"),
        ({"tokens": [6, 8, 24]}, "token of seat 2 must be a whole number from -2 to 23, not 24"),
        ({"tokens": [6, 8, 4.0]}, "token of seat 2 must be"),
        ({"tokens": [6, 8, True]}, "token of seat 2 must be"),
        ({"tokens": [6, 8, None]}, "token of seat 2 must be"),
        ({"tokens": [6, 8, "4"]}, "token of seat 2 must be"),
        ({"tokens": [6, 8, 23]}, "whoever stands at place 23 has taken the Band, and nobody else"),
        ({"band": 1}, "whoever stands at place 23 has taken the Band, and nobody else"),
        (BANDED | {"tokens": [6, 8, 4]}, "whoever stands at place 23 has taken the Band"),
        (BANDED | {"band": None}, "whoever stands at place 23 has taken the Band"),
        (BANDED | {"band": 0}, "whoever stands at place 23 has taken the Band"),
        (BANDED | {"tokens": [23, 23, 4]}, "two tokens stand at place 23"),
        ({"band": 3}, "band must be a whole number from 0 to 2, not 3"),
        ({"band": -1}, "band must be a whole number from 0 to 2"),
        ({"band": True}, "band must be a whole number"),
        ({"band": "p1"}, "'band' of the position cannot be 'p1'"),
    ],
)
def test_tokens_that_cannot_be_are_refused(game, entries, reason):
    refuse(game, reason, **entries)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"floors": [{}, {}]}, "floors must have 3 entries, one a seat"),
        ({"floors": {}}, "'floors' of the position cannot be"),
        ({"floors": [[], {}, {}]}, "the floor of seat 0 must be counters and numbers"),
        ({"floors": [{}, None, {}]}, "the floor of seat 1 must be counters and numbers"),
        ({"floors": [{"coin": 1}, {}, {}]}, "a counter of seat 0 'coin' must be one of vip, amber"),
        ({"floors": [{"flyer": 1}, {}, {}]}, "a counter of seat 0 'flyer' must be one of"),
        ({"floors": [{"star": 1}, {}, {}]}, "a counter of seat 0 'star' must be one of"),
        ({"floors": [{"vip": 0}, {}, {}]}, "vip of seat 0 must be a whole number from 1 to 80"),
        ({"floors": [{"vip": 81}, {}, {}]}, "vip of seat 0 must be a whole number from 1 to 80"),
        ({"floors": [{"vip": 1.0}, {}, {}]}, "vip of seat 0 must be"),
        ({"floors": [{"vip": True}, {}, {}]}, "vip of seat 0 must be"),
        ({"floors": [{"vip": None}, {}, {}]}, "vip of seat 0 must be"),
        ({"floors": [{"vip": 80}, {}, {}]}, "there are 81 vip in all, instead of 2"),
        ({"floors": [{}, {"blue2": 1}, {"vip": 1}]}, "there are 3 amber1 in all, instead of 4"),
        ({"coins": [0, 1]}, "coins must have 3 entries"),
        ({"coins": [0, -1, 0]}, "coins of seat 1 must be a whole number from 0 to 80"),
        ({"coins": [0, 1.0, 0]}, "coins of seat 1 must be"),
        ({"coins": [0, 2, 0]}, "there are 6 coin in all, instead of 5"),
        ({"coins": [0, 0, 0]}, "there are 4 coin in all, instead of 5"),
        (
            {"coins": [0, 2, 0], "line": line(_5=None)},
            "two coins of seat 1 would have been exchanged for a star",
        ),
        ({"stars": [0, 0, 0, 0]}, "stars must have 3 entries"),
        ({"stars": [3, 0, 0]}, "stars of seat 0 must be a whole number from 0 to 2"),
        ({"stars": [False, 0, 0]}, "stars of seat 0 must be"),
        ({"stars": [None, 0, 0]}, "stars of seat 0 must be"),
        (
            {"floors": [{"amber1": 2, "green2": 1}, {"blue2": 1}, {"vip": 1}]}
            | {"line": line(_1=None)},
            "seat 0 has more than one amber, so it has the whole clique",
        ),
        (  # no Flyer has been used that could have broken it up
            {"floors": [{"amber1": 1, "green2": 1}, {"blue2": 1, "green2": 1}, {"amber1": 3}]}
            | {"line": line(_1="vip", _10=None, _16=None, _18=None)},
            "seat 2 has more than one amber, so it has the whole clique",
        ),
        (  # two Flyers have, but nobody can have two without having had all
            {"floors": [{"amber1": 2, "green2": 1}, {"blue2": 1}, {"vip": 1, "amber1": 2}]}
            | {"line": line(_1=None, _3=None, _10=None, _14=None, _18=None)},
            "seat . has more than one amber, so it has the whole clique",
        ),
        (  # one has, but it is still asking
            {"floors": [{"amber1": 1, "green2": 1}, {"blue2": 1}, {"vip": 1, "amber1": 3}]}
            | {"line": line(_1=None, _3=None, _10=None, _18=None), "phase": "flyer"},
            "seat 2 has more than one amber, so it has the whole clique",
        ),
    ],
)
def test_floors_that_cannot_be_are_refused(game, entries, reason):
    refuse(game, reason, **entries)


def test_cliques_that_flyers_have_broken_up_can_be(game):
    broken = [{"amber1": 1, "green2": 1}, {"blue2": 1}, {"vip": 1, "amber1": 3}]
    read(game, floors=broken, line=line(_1=None, _3=None, _10=None, _18=None))
    broken = [{"amber1": 1, "green2": 1}, {"blue2": 1, "amber1": 1}, {"vip": 1, "amber1": 2}]
    gone = {"_1": None, "_3": None, "_10": None, "_18": None}
    read(game, floors=broken, line=line(**gone, _14=None))
    refuse(game, "seat 2 has more than one amber", floors=broken, line=line(**gone))


def test_there_are_only_so_many_stars(boxes):
    game = boxes(BOX | {"stars": {"number": 1, "squares": 5}}, num_players=3, action_counters=True)
    gone = line(_5=None, _11=None, _15=None)
    read(game, line=gone, coins=[0, 2, 0], stars=[1, 0, 0])
    refuse(game, "there are only 1 stars", line=gone, coins=[0, 0, 0], stars=[1, 1, 0])


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"seat": 3}, "seat must be a whole number from 0 to 2, not 3"),
        ({"seat": -1}, "seat must be a whole number from 0 to 2"),
        ({"seat": "0"}, "'seat' of the position cannot be '0'"),
        ({"seat": True}, "'seat' of the position cannot be True"),
        ({"seat": 1.0}, "'seat' of the position cannot be 1.0"),
        ({"seat": None}, "'seat' of the position cannot be None"),
        ({"phase": "sleep"}, "phase 'sleep' must be one of step, flyer, call, people"),
        ({"phase": 0}, "'phase' of the position cannot be 0"),
        ({"roll": 0}, "the die has no 0"),
        ({"roll": 6}, "the die has no 6"),
        ({"roll": 3.0}, "'roll' of the position cannot be 3.0"),
        ({"roll": True}, "'roll' of the position cannot be True"),
        ({"rolls": 0}, "rolls must be a whole number from 1 to 20, not 0"),
        ({"rolls": 21}, "rolls must be a whole number from 1 to 20, not 21"),
        ({"rolls": "9"}, "'rolls' of the position cannot be '9'"),
        ({"phase": "flyer"}, "seat 2 has not landed on a counter that asks 'flyer'"),
        ({"phase": "people"}, "seat 2 has not landed on a counter that asks 'people'"),
        ({"phase": "call", "line": line(_19="call")}, "seat 2 has not landed on a counter that"),
        (
            NEW | {"phase": "flyer", "line": FULL[:2] + [None] + FULL[3:], "tokens": [3, -1, -2]},
            "seat 2 has not landed on a counter that asks 'flyer'",
        ),
        ({"phase": "call"}, "seat 2 has nothing to decide there"),
        ({"phase": "call", "seat": 0}, "seat 0 has nothing to decide there"),  # only 5: no choice
        (
            NEW
            | {"phase": "flyer", "line": FULL[:2] + [None] + FULL[3:], "tokens": [3, -1, -2]}
            | {"seat": 0},
            "seat 0 has nothing to decide there",
        ),
        (
            NEW
            | {"phase": "people", "line": FULL[:8] + [None] + FULL[9:], "tokens": [9, -1, -2]}
            | {"seat": 0},
            "seat 0 has nothing to decide there",
        ),
    ],
)
def test_questions_that_cannot_be_are_refused(game, entries, reason):
    refuse(game, reason, **entries)


def test_a_roll_that_no_face_of_the_die_shows_is_refused(boxes):
    game = boxes(BOX | {"die": {"faces": [1, 5]}}, num_players=3, action_counters=True)
    read(game, roll=5)
    refuse(game, "the die has no 3", roll=3)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (
            {"ending": "boredom"},
            "ending 'boredom' must be one of not ended, full floor, band, roll",
        ),
        ({"ending": None}, "'ending' of the position cannot be None"),
        ({"ending": "band"}, "the game ends by the Band exactly when a seat has taken it"),
        (BANDED | {"ending": "not ended"}, "the game ends by the Band exactly when"),
        (BANDED | {"ending": "roll cap", "rolls": 20}, "the game ends by the Band exactly when"),
        (BANDED | {"ending": "full floor"}, "the game ends by the Band exactly when"),
        (
            {"ending": "full floor"},
            r"ending 'full floor' does not fit: full are the floors of \[\]",
        ),
        ({"ending": "roll cap"}, "the game ends by its cap after 20 rolls"),
        (
            {"floors": FILLED, "line": line(_12=None, _13=None, _22=None)},
            r"ending 'not ended' does not fit: full are the floors of \[2\]",
        ),
        (
            CAPPED | {"floors": FILLED, "line": line(_12=None, _13=None, _22=None)},
            r"ending 'roll cap' does not fit: full are the floors of \[2\]",
        ),
        (
            {"floors": FILLED, "line": line(_12=None, _13=None, _22=None)}
            | {"ending": "full floor", "winners": [1], "seat": 1},
            r"ending 'full floor' does not fit: full are the floors of \[2\]",
        ),
        (
            BANDED | {"floors": FILLED, "line": line(_12=None, _13=None, _22=None)},
            r"ending 'band' does not fit: full are the floors of \[2\]",
        ),
        (
            BANDED
            | {"floors": [*FILLED[:1], FILLED[2], {}], "line": line(_12=None, _13=None, _22=None)},
            "the floor of seat 1 was full before the Band came",
        ),
        (BANDED | {"seat": 2}, "seat 1 has taken the Band, so it is the seat that acted last"),
        (BANDED | {"phase": "call"}, "the game is over: nobody is asked 'call'"),
        (CAPPED | {"line": line(_3=None), "phase": "flyer"}, "over: nobody is asked 'flyer'"),
        (
            CAPPED
            | {"tokens": [6, 8, 0], "floors": [{"amber1": 1, "green2": 1}, {"blue2": 1}, {}]}
            | {"line": line(_4="vip"), "winners": [0]},
            "seat 2 has not moved, so others were asked after it",
        ),
        (
            NEW | {"line": FULL} | CAPPED | {"seat": 1, "winners": [0, 1, 2]},
            "seat 1 has not moved, so others were asked after it",
        ),
        (BANDED | {"winners": [2]}, r"the winners of this position are \[1\], not \[2\]"),
        (BANDED | {"winners": []}, r"the winners of this position are \[1\], not \[\]"),
        (BANDED | {"winners": [1, 1]}, "the winners of this position are"),
        (BANDED | {"winners": [True]}, r"the winners of this position are \[1\], not \[True\]"),
        (BANDED | {"winners": [1.0]}, r"the winners of this position are \[1\], not \[1.0\]"),
        (BANDED | {"winners": ["1"]}, "the winners of this position are"),
        (BANDED | {"winners": 1}, "'winners' of the position cannot be 1"),
        (CAPPED | {"winners": [0, 2]}, r"the winners of this position are \[2\]"),
        ({"winners": [2]}, r"the winners of this position are \[\], not \[2\]"),
        (
            {"floors": FILLED, "line": line(_12=None, _13=None, _22=None)}
            | {"ending": "full floor", "winners": [0, 2]},
            r"the winners of this position are \[2\]",
        ),
    ],
)
def test_endings_that_cannot_be_are_refused(game, entries, reason):
    refuse(game, reason, **entries)


def test_the_winners_depend_on_how_ties_are_broken(boxes):
    tied = [{"amber1": 1, "green2": 1}, {"blue2": 1}, {"blue3": 1}]  # 3 squares, 2 and 3
    entries = CAPPED | {"floors": tied, "line": line(_12=None, _2="vip")}
    for ties, winners, others in (("shared", [0, 2], [2]), ("rearmost", [2], [0, 2])):
        game = boxes(BOX, num_players=3, action_counters=True, max_rolls=20, ties=ties)
        read(game, **entries | {"winners": winners})
        refuse(game, "the winners of this position are", **entries | {"winners": others})


@pytest.mark.parametrize("key", STATE)
def test_missing_and_senseless_entries_are_named(game, key):
    data = json.loads(read(game).to_json())
    del data["state"][key]
    with pytest.raises(BadPosition, match=f"the position has no '{key}'"):
        game.from_json(json.dumps(data))
    for value in (True, 2.5, float("nan"), -(10**30), "", "x", [[]], [None] * 3, {"a": 1}):
        refuse(game, ".", **{key: value})


def test_action_counters_are_in_their_own_version_only(boxes):
    game = boxes(BOX, num_players=3)
    first = game.state_to_dict(game, game.new(seed=1).states)
    assert len(first["line"]) == 16
    refuse(
        game, "there are 1 flyer in all, instead of 0", **first | {"line": ["flyer"] + [None] * 15}
    )
    refuse(game, "has not landed on a counter that asks", **first | {"phase": "people"})


def test_other_games_options_and_boxes_are_refused(boxes):
    text = new().new(seed=1).to_json()
    with pytest.raises(BadPosition, match="was played with options"):
        new(action_counters=True).from_json(text)
    with pytest.raises(BadPosition, match="is one of chess_v0, not of gelini_nightlife_v0"):
        new().from_json(text.replace("gelini_nightlife_v0", "chess_v0"))
    with pytest.raises(BadPosition, match="not JSON"):
        new().from_json("{")
    game = boxes(BOX | {"band": {"squares": 3}})
    data = json.loads(game.new(seed=1).to_json()) | {"rules": new().rules_digest}
    with pytest.raises(BadPosition, match="with other data files"):
        game.from_json(json.dumps(data))


# ------------------------------------------------------------------------------------------ Garbage

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
NUMBERS = st.integers(-3, 60)
WORDS = st.sampled_from([*PHASES, *ENDINGS, "coin", "vip", "amber1", "green2", "blue3"])


def places_in(value):
    """Yield (container, key) of everything within a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in list(entries):
        yield value, key
        if isinstance(entry, dict | list):
            yield from places_in(entry)


def mutate(state, data):
    """Change a thing or two in the JSON of a position: to anything, or by exchange."""
    for _ in range(data.draw(st.integers(1, 3))):
        places = list(places_in(state))
        container, key = places[data.draw(st.integers(0, len(places) - 1))]
        how = data.draw(st.sampled_from(("any", "number", "word", "swap", "copy", "drop")))
        if how == "drop":
            del container[key]
        elif how in ("swap", "copy"):
            other, at = places[data.draw(st.integers(0, len(places) - 1))]
            there, here = copy.deepcopy(other[at]), copy.deepcopy(container[key])
            container[key] = there
            if how == "swap" and at in (other if isinstance(other, dict) else range(len(other))):
                other[at] = here
        else:
            values = {"any": ANYTHING, "number": NUMBERS, "word": WORDS}[how]
            container[key] = data.draw(values)


@settings(deadline=None, max_examples=250, suppress_health_check=list(HealthCheck))
@given(
    options=st.sampled_from(GAMES),
    seed=st.integers(0, 3),
    moves=st.integers(0, 80),
    data=st.data(),
)
def test_what_is_read_can_be_played_and_what_cannot_is_refused(options, seed, moves, data, walks):
    game, text = new(**options), ""
    for _, position in zip(range(moves + 1), walks.game(game, seed), strict=False):
        text = position.to_json()
    changed = json.loads(text)
    mutate(changed["state"], data)
    try:
        position = game.from_json(json.dumps(changed))
    except BadPosition as refused:
        assert str(refused).endswith(".")
        return
    play_on(game, position, random.Random(seed), walks)


def play_on(game, position, rng, walks):
    """Play to the end; whatever comes of a position that can occur can occur too."""
    assert game.from_json(position.to_json()) == position
    while not position.is_over:
        position.play(walks.word(rng, position.legal_words()))
        assert game.from_json(position.to_json()) == position
    assert position.returns().sum() == pytest.approx(0, abs=1e-6)


@settings(deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
@given(text=st.text(max_size=40) | st.binary(max_size=40) | ANYTHING.map(json.dumps))
def test_garbage_is_refused(text):
    with pytest.raises(BadPosition):
        new().from_json(text)


# ------------------------------------------------------------------------ More than one could bring


def laid_by_hand(game, **entries):
    """Return a position of a game with an empty line, but for what `entries` say."""
    data = json.loads(game.new(seed=1).to_json())
    places = len(data["state"]["line"])
    data["state"] |= {"line": [None] * places, "rolls": 9, "tokens": [1, 2, 3][: game.seats]}
    return game.from_json(json.dumps(data | {"state": data["state"] | entries}))


@pytest.mark.parametrize("flyers", [1, 2])
def test_a_flyer_breaks_up_one_clique_only(boxes, flyers):
    ones = {"cliques": {"amber": [1, 1, 1, 1], "coral": [1, 1, 1, 1]}, "guests": {"number": 8}}
    ones |= {"vips": {"number": 0, "squares": 4}, "coins": {"number": 0}}
    ones |= {"action_counters": {"flyer": flyers, "call": 0, "people": 0}}
    game = boxes(ones, num_players=3, action_counters=True)
    broken = {"floors": [{"amber1": 3, "coral1": 3}, {"amber1": 1, "coral1": 1}, {}]}
    if flyers == 2:
        assert not laid_by_hand(game, seat=0, **broken).is_over
    else:
        with pytest.raises(BadPosition, match="more than one coral, so it has the whole clique"):
            laid_by_hand(game, seat=0, **broken)


def test_a_floor_is_filled_by_the_last_gain_only(boxes):
    guests = {"amber": [1, 2, 3], "blue": [1, 2, 3]}
    box = {"cliques": guests, "guests": {"number": 6}, "coins": {"number": 0}}
    box |= {"vips": {"number": 1, "squares": 4}}
    full = {"floors": [{"vip": 1, **{f"{c}{n}": 1 for c in guests for n in (1, 2, 3)}}, {}]}
    full |= {"seat": 0, "ending": "full floor", "winners": [0], "tokens": [2, 1]}
    game = boxes(box | {"floors": {"squares": 11, "extra": 0}})
    assert laid_by_hand(
        game, **full
    ).is_over  # 16 squares, of which the last gain may have brought 6
    game = boxes(box | {"floors": {"squares": 10, "extra": 0}})
    with pytest.raises(BadPosition, match="the floor of seat 0 was full before"):
        laid_by_hand(game, **full)
