"""Actions and positions in words and back; impossible positions are refused with the reason."""

import json
import re

import pytest

import jivezoo
from jivezoo.envs.errors import BadPosition, UnknownAction
from jivezoo.envs.itchy_monkey.box import MAX_ACTIONS, PHASES, SPECIES, VERBS

GAMES = [
    {},
    {"num_players": 3, "abilities": SPECIES, "tamarin_replaces": "lemur"},
    {"num_players": 4, "abilities": {"gorilla", "lemur"}},
    {"abilities": {"orangutan"}, "last_louse_left": True},
    {"num_players": 4, "abilities": SPECIES, "last_louse_left": True, "max_turns": 90},
]


def new(**options):
    return jivezoo.game("itchy_monkey", **options)


# ---------------------------------------------------------------------------------------- Actions


def test_the_words_say_what_the_record_of_an_action_does():
    game = new(num_players=3, abilities=SPECIES)
    names = game.components.cell_names
    for number, words in enumerate(game.actions):
        verb, *rest = words.split()
        record = game.rules["actions"][0, number]
        assert VERBS[record["verb"]] == verb
        party = (0, 0)
        if verb in ("place", "spawn", "enter", "queen", "lemur", "nitpick"):
            assert rest == [names[record["cell"]]]
        elif verb in ("slide", "jump"):
            assert rest[:2] == [names[record["cell"]], names[record["target"]]]
            party = (rest[-1].count("W"), rest[-1].count("Q")) if verb == "jump" else party
        elif verb == "push":
            assert rest[1:] == [names[record["cell"]], names[record["target"]]]
        elif verb == "hop" and rest != ["none"]:
            found = re.fullmatch(r"(?:(\d+)W)?(?:(\d+)Q)?", rest[0])
            party = tuple(int(number or 0) for number in found.groups())
        assert (record["workers"], record["queens"]) == party


def test_each_verb_is_explained():
    assert set(new(abilities=SPECIES).actions.meaning) == set(VERBS)
    assert set(new().actions.meaning) == set(VERBS) - {"lemur", "push"}


def test_the_room_for_actions_is_what_the_largest_game_needs(draw):
    assert len(new(num_players=4, abilities=SPECIES).actions) == MAX_ACTIONS
    assert len(draw.game(["G.L.O.S"] * 7, abilities=SPECIES).actions) == MAX_ACTIONS


def test_words_that_are_no_action_are_refused_with_the_nearest():
    actions = new().actions
    for words in ("jump a1 c1 W", "jump a1 b1 WW", "place g7", "hop 21W", "push a1 b1 c1", ""):
        with pytest.raises(UnknownAction, match="is not an action"):
            actions.number(words)
    with pytest.raises(UnknownAction, match="near it: jump a1 b1 W"):
        actions.number("jump a1 b1 WW")


# -------------------------------------------------------------------------------------- Positions


@pytest.mark.parametrize("options", GAMES)
def test_positions_of_random_games_survive_json(options, walks):
    game, phases = new(**{"max_turns": 60} | options), set()
    for seed in (1, 2):
        for position in walks.game(game, seed):
            text = position.to_json()
            assert "\n" not in text
            again = game.from_json(text)
            assert again == position and again.to_json() == text
            phases.add(json.loads(text)["state"]["phase"])
    assert phases == set(PHASES)


@pytest.mark.parametrize("options", GAMES)
def test_the_text_board_tells_tiles_and_lice(options, walks, draw):
    game = new(**options)
    for moves, position in enumerate(walks.game(game, seed=7)):
        if moves > 40 or position.is_over:
            break
        state = game.state_to_dict(game, position.states)
        headline, columns, *rows, supplies = str(position).splitlines()
        assert columns.split() == [chr(ord("a") + x) for x in range(game.components.width)]
        assert [row[:2].strip() for row in rows] == [str(y + 1) for y in range(len(rows))]
        entries = {key: state[key] for key in ("seat", "phase", "turns", "slid", "bumped")}
        text = "\n".join(row[2:] for row in rows)
        drawn = draw(text, game=game, supply=state["supply"], **entries)
        assert game.state_to_dict(game, drawn.states) == state
        assert f"player_{state['seat']}, phase {state['phase']}" in headline
        assert supplies.count("player_") == game.seats


def test_the_text_board_fits_80_columns_with_full_tiles(draw):
    position = draw.game(["GOLSMTG"] * 7, num_players=4, max_turns=12_700).new(seed=1)
    state = position.states[0]
    state["owner"], state["workers"], state["queens"] = 3, 20, 3
    state["phase"], state["turns"], state["seat"] = PHASES.index("moved"), 12_699, 3
    lines = str(position).splitlines()
    assert lines[2].split() == ["1", *(f"{letter}3:20W3Q" for letter in "GOLSMTG")]
    assert max(map(len, lines)) <= 80


def test_a_finished_position_tells_how_it_ended(draw):
    p = draw("G0:3W  G0:3W  G0:2W  .  L1:1W", phase="spawn").play("spawn c1")
    assert "over after 0 turns: player_0 wins (colonies)" in str(p)
    assert p.game.from_json(p.to_json()) == p
    p = draw("O0:1W  G1:1W", last_louse_left=True).play("jump a1 b1 W")
    assert "a draw (no louse left)" in str(p) and p.game.from_json(p.to_json()) == p


# --------------------------------------------------------------------------- Impossible positions

BOARD = """
    O0:7W  G      L1:2W1Q  .
    .      S1:5W  .        M
    """


def change(position, **entries):
    """Return the JSON of a position with entries of its state replaced."""
    data = json.loads(position.to_json())
    data["state"] |= entries
    return json.dumps(data)


def tiles_of(position, **changed):
    """Return the tiles of a position with some replaced; None takes one away."""
    tiles = position.game.state_to_dict(position.game, position.states)["tiles"] | changed
    return {cell: tile for cell, tile in tiles.items() if tile is not None}


def refuse(position, reason, **entries):
    with pytest.raises(BadPosition, match=reason) as refused:
        position.game.from_json(change(position, **entries))
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"b1": None}, "there are 0 tiles G, but the board has 1"),
        ({"d1": ["T"]}, "there are 1 tiles T, but the board has 0"),
        ({"b1": ["O"]}, "there are 0 tiles G"),
        ({"e1": ["G"]}, "there is no cell 'e1' on a board from a1 to d2"),
        ({"a3": ["G"]}, "there is no cell 'a3'"),
        ({"B1": ["G"]}, "there is no cell 'B1'"),
        ({"b1": ["X"]}, "tile b1 must be a letter"),
        ({"b1": "G"}, "tile b1 must be a letter"),
        ({"b1": []}, "tile b1 must be a letter"),
        ({"b1": ["G", 0]}, "tile b1 must be a letter"),
        ({"b1": ["G", 2, 1, 0]}, "owner of b1 must be a whole number from 0 to 1"),
        ({"b1": ["G", None, 1, 0]}, "owner of b1"),
        ({"b1": ["G", 0, 21, 0]}, "workers on b1 must be a whole number from 0 to 20"),
        ({"b1": ["G", 0, -1, 0]}, "workers on b1"),
        ({"b1": ["G", 0, 1.0, 0]}, "workers on b1"),
        ({"b1": ["G", 0, True, 0]}, "workers on b1"),
        ({"b1": ["G", 0, 1, 4]}, "queens on b1 must be a whole number from 0 to 3"),
        ({"b1": ["G", 0, 0, 0]}, "tile b1 has an owner but no lice"),
        ({"b1": ["G", 0, 1, 0]}, "seat 0 has 21 workers in all, instead of 20"),
        ({"b1": ["G", 1, 0, 1]}, "seat 1 has 4 queens in all, instead of 3"),
        ({"a1": ["O", 0, 6, 0]}, "seat 0 has 19 workers in all, instead of 20"),
        ({"a1": ["O"]}, "seat 0 has 13 workers in all"),
    ],
)
def test_impossible_tiles_are_refused(draw, changed, reason):
    p = draw(BOARD)
    refuse(p, reason, tiles=tiles_of(p, **changed))


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ({"seat": 2}, "seat must be a whole number from 0 to 1, not 2"),
        ({"seat": -1}, "seat must be"),
        ({"seat": "0"}, "'seat' of the position cannot be '0'"),
        ({"seat": True}, "'seat' of the position cannot be True"),
        ({"phase": "sleep"}, "phase 'sleep' must be one of place, spawn, move, hop, moved"),
        ({"phase": 2}, "'phase' of the position cannot be 2"),
        ({"phase": "hop"}, "in phase 'hop' an own tile has slid"),
        ({"phase": "place"}, "seat 0 cannot be so while seat 0 starts"),
        ({"turns": 401}, "turns must be a whole number from 0 to 400"),
        ({"turns": -1}, "turns must be"),
        ({"turns": 400}, "after 400 turns the game is over"),
        ({"ending": "boredom"}, "ending 'boredom' must be one of"),
        ({"ending": "colonies"}, "ending 'colonies' and winner do not fit together"),
        ({"ending": "turn cap", "winner": 0}, "the game ends by its cap after 400 turns"),
        ({"winner": 0}, "ending 'not ended' and winner do not fit together"),
        ({"winner": 2}, "winner must be a whole number from 0 to 1"),
        ({"winner": True}, "winner must be"),
        ({"slid": "a1"}, "only in phase 'hop' has a tile slid"),
        ({"bumped": "b1"}, "only in phase 'hop' has a tile slid"),
        ({"slid": "z9"}, "there is no cell 'z9'"),
        ({"supply": [[13, 3]]}, "supply must have 2 entries, one a seat"),
        ({"supply": [[13, 3], [13, 2], [20, 3]]}, "supply must have 2 entries"),
        ({"supply": [[13, 3], [13]]}, "supply of seat 1 must be workers and queens"),
        ({"supply": [[13, 3], [13, 4]]}, "queens of seat 1 must be a whole number from 0 to 3"),
        ({"supply": [[21, 3], [13, 2]]}, "workers of seat 0 must be a whole number from 0 to 20"),
        ({"supply": [[14, 3], [13, 2]]}, "seat 0 has 21 workers in all"),
        ({"supply": [[12, 3], [13, 2]]}, "seat 0 has 19 workers in all"),
        ({"supply": [[13, 3], [13, 3]]}, "seat 1 has 4 queens in all"),
        ({"supply": {}}, "'supply' of the position cannot be"),
        ({"tiles": []}, "'tiles' of the position cannot be"),
    ],
)
def test_impossible_entries_are_refused(draw, entries, reason):
    refuse(draw(BOARD), reason, **entries)


@pytest.mark.parametrize("key", ["seat", "phase", "turns", "ending", "winner", "tiles", "supply"])
def test_missing_entries_are_named(draw, key):
    data = json.loads(draw(BOARD).to_json())
    del data["state"][key]
    with pytest.raises(BadPosition, match=f"the position has no '{key}'"):
        draw(BOARD).game.from_json(json.dumps(data))


def test_impossible_hops_are_refused(draw):
    p = draw("O0:7W  .  L1:2W  .\n.  M  .  G").play("slide a1 b1")
    assert p.game.from_json(p.to_json()) == p
    for slid, bumped in (("b1", "a1"), ("b1", None), (None, "c1"), ("c1", "b1"), ("b1", "d2")):
        refuse(p, "hop", slid=slid, bumped=bumped)
    refuse(p, "hop", seat=1)


def test_nothing_is_asked_that_does_nothing(draw):
    p = draw("O0:5W  G  .  L1:1W")
    refuse(p, "seat 0 has nothing to decide", phase="moved")
    p = draw("O0:1W  G1:3W1Q  .  L1:1W", seat=1)
    refuse(p, "seat 0 has nothing to decide", seat=0)


def test_a_game_that_is_won_does_not_run(draw):
    p = draw("G0:3W  G0:3W  G0:2W1Q  .  L1:1W")
    tiles = tiles_of(p, c1=["G", 0, 3, 1])
    refuse(p, "seat 0 has its colonies", tiles=tiles, supply=[[11, 2], [19, 3]])
    p = draw("G0:3W  G  .  L1:1W", last_louse_left=True)
    refuse(p, "the position shows: 'last louse'", tiles=tiles_of(p, d1=["L"]))


def test_lice_are_lost_in_last_louse_left_only_and_only_after_the_starts(draw):
    p = draw(BOARD, last_louse_left=True)
    p.game.from_json(change(p, supply=[[1, 0], [0, 0]]))
    refuse(p, "seat 0 has 21 workers in all", supply=[[14, 3], [13, 2]])
    p = draw("O0:2W1Q  .  L  .  G", phase="place", seat=1, last_louse_left=True)
    refuse(p, "seat 0 has 19 workers in all", supply=[[17, 2], [20, 3]])


def test_starts_come_seat_by_seat(draw):
    p = draw("O0:2W1Q  .  L  .  G", phase="place", seat=1)
    refuse(p, "seat 0 cannot be so while seat 0 starts", seat=0)
    refuse(p, "no turn is over while the starts are chosen", turns=1)
    tiles = {"a1": ["O"], "c1": ["L", 1, 2, 1], "e1": ["G"]}
    refuse(p, "seat 0 cannot be so while seat 1", tiles=tiles, supply=[[20, 3], [18, 2]])


def test_other_games_and_options_are_refused(draw):
    text = new().new(seed=1).to_json()
    with pytest.raises(BadPosition, match="was played with options"):
        new(max_turns=30).from_json(text)
    with pytest.raises(BadPosition, match="is one of chess_v0, not of itchy_monkey_v0"):
        new().from_json(text.replace("itchy_monkey_v0", "chess_v0"))
    with pytest.raises(BadPosition, match="not JSON"):
        new().from_json("{")


# What no game can come to.


def test_a_hop_that_would_not_be_asked_is_refused(draw):
    # one worker cannot hop onto three
    p = draw("O0:1W  .  L1:3W  .")
    tiles = {"b1": ["O", 0, 1, 0], "c1": ["L", 1, 3, 0]}
    refuse(p, ".", tiles=tiles, phase="hop", slid="b1", bumped="c1")


def test_a_hop_of_a_tile_that_has_nowhere_come_from_is_refused(draw):
    p = draw("O0:3W  L1:1W  .  .")
    refuse(p, ".", phase="hop", slid="a1", bumped="b1")


@pytest.mark.parametrize("lice", [(5, 1), (2, 0), (2, 2)])
def test_starts_of_other_than_two_workers_and_a_queen_are_refused(draw, lice):
    p = draw("O0:2W1Q  .  L  .  G", phase="place", seat=1)
    supply = [[20 - lice[0], 3 - lice[1]], [20, 3]]
    refuse(p, ".", tiles=tiles_of(p, a1=["O", 0, *lice]), supply=supply)


@pytest.mark.parametrize(
    ("ending", "winner"),
    [("colonies", 0), ("last louse", 0), ("no louse left", None), ("turn cap", None)],
)
@pytest.mark.parametrize("last_louse_left", [False, True])
def test_an_ending_that_the_position_does_not_show_is_refused(
    draw, ending, winner, last_louse_left
):
    refuse(draw(BOARD, last_louse_left=last_louse_left), ".", ending=ending, winner=winner)
