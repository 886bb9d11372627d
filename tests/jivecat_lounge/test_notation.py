"""Actions and positions in words; positions that cannot be are refused with reasons."""

import copy
import json

import pytest

import jivezoo
from jivezoo.envs.errors import BadPosition, UnknownAction
from jivezoo.envs.jivecat_lounge.box import PHASES, TRENDS
from jivezoo.envs.jivecat_lounge.notation import MEANING

GAMES = [
    {},
    {"staff": False, "max_rounds": 9},
    {"num_players": 3, "moves_score": False},
    {"num_players": 4, "staff": True, "target": 5},
    {"num_players": 4},
    {"num_players": 5},
]
CARDS = [f"{suit}{value}" for suit in "JCVZR" for value in range(1, 10)]
POWERS = [trend for trend in TRENDS if trend != "wallflower"]


def new(**options):
    return jivezoo.game("jivecat_lounge", **options)


# ------------------------------------------------------------------------------------------ Actions


def words_of(game):
    """Return all words that there should be, in no order."""
    seats, values = range(game.seats), range(1, 10)
    contacts = game.components.contacts(game.seats)
    numbered = [contact.name for contact in contacts if contact.number]
    yield from ("end", "done", "portal", "claim vogue", "claim passe", "claim retro")
    yield from ("order 132", "order 213", "order 231", "order 312", "order 321")
    yield from (f"use {trend}" for trend in POWERS)
    yield from (f"{verb}{card}" for verb in ("+", "-", "cheval ", "discard ") for card in CARDS)
    for value in values:
        yield from (f"+zombie Z{value}", f"-zombie Z{value}", f"zombie Z{value}", f"drop Z{value}")
        yield from (f"rada R{value}", f"voodoo V{value}")
        yield from (f"hex zombie p{seat} Z{value}" for seat in seats)
        yield from (f"borrow Z{value} from p{seat}" for seat in seats)
    yield from (f"hex rada p{seat}" for seat in seats)
    for contact in contacts:
        yield from (f"{verb} {contact.name}" for verb in ("to", "from", "remove"))
    yield from (f"start {name}" for name in game.components.starters)
    if game.options.staff:
        yield from (f"staff {name}" for name in numbered)


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 494),
        ({"staff": False}, 458),
        ({"num_players": 3}, 513),
        ({"num_players": 4}, 520),
        ({"num_players": 4, "staff": True}, 564),
        ({"num_players": 5}, 539),
    ],
)
def test_every_action_has_words_and_every_words_a_number(options, count):
    game = new(**options)
    words = [*words_of(game)]
    assert len(game.actions) == count == len(words)
    assert sorted(game.actions) == sorted(words)
    assert [game.actions.number(word) for word in game.actions] == list(range(count))
    assert set(game.actions.meaning) == set(MEANING) - ({"staff"} - {w.split()[0] for w in words})


def test_words_are_read_with_any_spaces():
    table = new().actions
    assert table[table.number("  hex   rada p1 ")] == "hex rada p1"
    assert table[table.number("+zombie  Z4")] == "+zombie Z4"


@pytest.mark.parametrize(
    "words",
    [
        *("", "to", "to C7w", "to c8", "to C11", "to X8", "C8", "end turn", "+", "+J0", "+J10"),
        *("+j3", "+ J3", "+zombie", "+zombie J3", "zombie J3", "rada Z3", "voodoo C3", "drop R1"),
        *(
            "hex zombie p2 Z4",
            "hex rada p2",
            "hex chip C8",
            "hex rada",
            "borrow Z4",
            "borrow Z4 p1",
        ),
        *("borrow Z4 from p2", "order 123", "order 111", "use wallflower", "use", "claim mambo"),
        *("start C10", "start CB", "staff CB", "onto C8", "cheval", "discard", "portals", "0", "3"),
    ],
)
def test_words_that_are_no_action_are_refused(words):
    with pytest.raises(UnknownAction, match="is not an action"):
        new().actions.number(words)


def test_white_contacts_have_words_from_four_seats_on():
    for seats in (2, 3, 4, 5):
        assert ("to C7w" in list(new(num_players=seats).actions)) == (seats > 3)
    assert {"staff C7w", "staff T2w"} <= set(new(num_players=4, staff=True).actions)


# ----------------------------------------------------------------------------------- What is folded


def lay_state(game, changes, seed=1, turn=1):
    """Return the state in words of a game's first turn, or a later one, with entries changed."""
    position = game.new(seed=seed)
    while position.states["phase"][0] == 0:
        position.play(position.legal_words()[0])
    while position.states["rounds"][0] < turn:
        position.play("end" if "end" in position.legal_words() else position.legal_words()[0])
    return changed(json.loads(position.to_json())["state"], changes)


def read(game, state):
    data = json.loads(game.new(seed=1).to_json())
    return game.from_json(json.dumps(data | {"state": state}))


DROPPED = object()


def changed(state, changes):
    """Return a state with entries replaced: {"hands.0.1": "J5"}; `+` appends, DROPPED drops."""
    state = copy.deepcopy(state)
    for path, value in changes.items():
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        entry = state
        for step in steps:
            entry = entry[step]
        if last == "+":
            entry.append(value)
        elif value is DROPPED:
            del entry[last]
        else:
            entry[last] = value
    return state


# Round 2 of two seats; the cards and chips of the tests' own, the rest in the deck.
BOX = [c for c in CARDS for _ in range(2 if c in "J1 J4 J7 C2 C5 C8 V3 V6 V9".split() else 1)]
SKULLS = "2CL 2TN 3CN 3LT 4CT 4LN 5CN 5LT 6CL 6TN 7CT 7LN 8CN 8LT 9CL 9TN".split()


def without(listed, *gone):
    """Return the words of a list without some of them."""
    left = [*listed]
    for word in gone:
        left.remove(word)
    return left


HANDS = [["J4", "J4", "C2", "V6"], ["C5", "C5", "R3", "R8"]]
TABLE = ["Z4", "Z7", "Z2", "R5"]
PLAYED = ["J1", "V1", "V9", "Z9"]
STATE = {
    "round": 2,
    "seat": 0,
    "active": 0,
    "chips": [["C3", "C4", "T3"], ["L4", "L8", "N5", "NB"]],
    "staff": ["L5", "N7"],
    "hands": HANDS,
    "zombies": [[["Z4", False]], [["Z2", False], ["Z7", False]]],
    "radas": [0, 5],
    "skulls": [3, 4],
    "bank": 18,
    "points": [2, 15],
    "deck": without(BOX, *HANDS[0], *HANDS[1], *TABLE, *PLAYED),
    "discards": PLAYED,
    "skull_line": ["2CL", "3LT", "9TN"],
    "skull_deck": without(SKULLS, "2CL", "3LT", "9TN", "4CT"),
    "skull_discards": ["4CT"],
    "trend_line": ["odd", "even", "sheep"],
    "trend_deck": ["connected", "aztec", "pele", "dawg", "crowd", "mobile", "kahuna"],
    "trends": [["priest", "mellow", "pink"], ["friends", "bayou", "wallflower"]],
    "turn": {
        "used": [],
        "portal": False,
        "friends": False,
        "crowd": False,
        "ended": False,
        "borrowed": [],
    },
    "chain": {
        "phase": "act",
        "aim": None,
        "total": 0,
        "power": None,
        "lender": None,
        "removals": 0,
        "jivecats_removed": 0,
        "spell": False,
        "flipped": None,
    },
    "over": False,
    "truncated": False,
    "winners": [],
}


@pytest.fixture(scope="module")
def two():
    """A game of two seats in which seat 1 may have 15 points before its last turn."""
    return new(target=20, max_rounds=30)


def test_like_cards_are_one_word(two):
    state = changed(STATE, {"chips.0": ["C10", "C4", "T3"]})
    words = read(two, state).legal_words()
    assert words.count("to C8") == 1  # 4 and 4
    position = read(two, state).play("to C8")
    assert sorted(position.legal_words()) == ["+C2", "+J4", "+V6", "+zombie Z4", "-C2", "-V6"] or (
        position.legal_words().count("+J4") == 1
    )
    assert position.play("+J4").states["hand_count"][0, 0] == 3
    assert "+J4" in position.legal_words()  # the second one


def test_an_own_zombie_and_a_borrowed_one_of_its_value_are_one_word(two, tmp_path):
    """JL-20: the borrowed one, which is paid for, is meant first."""
    path = tmp_path / "zombies.toml"
    cards = {suit: [int(card[1]) for card in BOX if card[0] == suit] for suit in "JCVZR"}
    cards["Z"].append(7)
    path.write_text("[clique]\n" + "".join(f"{suit} = {cards[suit]}\n" for suit in cards))
    game = new(target=20, max_rounds=30, components=path)
    loan = {
        "chips.0": ["L4", "N5", "T3", "CY", "LY"],
        "chips.1": ["C4", "L8"],
        "zombies": [[["Z7", False]], [["Z2", False], ["Z7", True]]],
        "deck": [*STATE["deck"], "Z4"],
        "turn.used": ["mellow"],
        "turn.borrowed": [["Z7", 1]],
    }
    position = read(game, changed(STATE, loan)).play("to T7")
    assert position.legal_words().count("+zombie Z7") == 1
    once = json.loads(position.copy().play("+zombie Z7").to_json())["state"]
    assert once["turn"]["borrowed"] == [] and once["zombies"][0] == [["Z7", False]]
    assert once["skulls"] == STATE["skulls"]  # both Skulls were paid as it was borrowed


@pytest.mark.parametrize("is_rich", [False, True])
@pytest.mark.parametrize("options", GAMES)
def test_positions_of_random_games_survive_json(options, is_rich, rich):
    game, phases = new(**options), set()
    for seed in range(4):
        for position in rich.walk(game, seed, rich=is_rich):
            text = position.to_json()
            again = game.from_json(text)
            assert again == position, text
            assert again.to_json() == text and "\n" not in text
            phases.add(json.loads(text)["state"]["chain"]["phase"])
    assert {"start", "act", "add", "discard", "hex", "from", "onto", "spell chip"} <= phases


@pytest.mark.slow
@pytest.mark.parametrize("options", GAMES)
def test_positions_of_many_random_games_survive_json(options, rich, soak):
    game, phases = new(**options), set()
    for seed in range(30 if soak == "small" else 600):
        for position in rich.walk(game, seed, rich=seed % 4 > 0):
            phases.add(PHASES[position.states["phase"][0]])
            assert game.from_json(position.to_json()) == position
    staff = {"staff place", "staff five"}
    assert soak == "small" or phases >= set(PHASES) - (set() if game.options.staff else staff)


# ----------------------------------------------------------------------------- Impossible positions


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"round": 30},
        {"points": [20, 19]},
        {"skulls": [0, 0], "bank": 25},
        {"skulls": [25, 0], "bank": 0},
        {"staff": []},
        {"skull_line": ["-", "3LT", "-"], "skull_discards": ["2CL", "4CT", "9TN"]},
        {
            "trend_line": ["-", "-", "sheep"],
            "trends.0": ["priest", "mellow", "pink", "odd", "even"],
        },
        {"turn.used": ["priest", "mellow", "pink"]},
        {"turn.portal": True},
        {"turn.friends": True, "turn.used": ["pink"]},
        {"zombies.0": [["Z4", True]]},
        {"zombies.1": [["Z2", True], ["Z7", False]], "turn.used": ["mellow"]},
        {
            "zombies.1": [["Z2", True], ["Z7", False]],
            "turn.used": ["mellow"],
            "turn.borrowed": [["Z2", 1]],
        },
        {"chain.phase": "add", "chain.aim": "C8"},
        {"chain.phase": "add", "chain.aim": "C10", "chain.total": 4},
        {"chain.phase": "from"},
        {"chain.phase": "onto", "chain.aim": "C4"},
        {"chain.phase": "hex"},
        {"chain.phase": "discard", "turn.ended": True},
    ],
)
def test_positions_that_can_occur_are_read(two, changes):
    state = changed(STATE, changes)
    position = read(two, state)
    assert json.loads(position.to_json())["state"] == state
    assert position.legal_words() and not position.is_over
    assert two.from_json(position.to_json()) == position


OVER = {"over": True, "seat": 1, "active": 1, "turn.ended": True}
CAPPED = OVER | {"truncated": True, "round": 30, "winners": [1]}


@pytest.mark.parametrize(
    ("changes", "winners"),
    [
        (CAPPED, [1]),
        (CAPPED | {"points": [19, 18], "winners": [0]}, [0]),
        (OVER | {"points": [20, 15], "winners": [0]}, [0]),
        (OVER | {"points": [0, 99], "winners": [1], "round": 30}, [1]),
        # Skulls and unused chips: 3 + 12, and 4 + 11
        (OVER | {"points": [22, 22], "winners": [0, 1]}, [0, 1]),
    ],
)
def test_games_that_are_over_are_read(two, changes, winners):
    state = changed(STATE, changes)
    position = read(two, state)
    assert json.loads(position.to_json())["state"] == state
    assert position.is_over and position.is_truncated == state["truncated"]
    assert [seat for seat in (0, 1) if position.returns()[seat] >= 0] == winners


def test_chips_cards_and_trends_are_read_in_any_order(two):
    state = copy.deepcopy(STATE)
    for listed in (*state["chips"], state["staff"], *state["hands"], state["discards"]):
        listed.reverse()
    for listed in (*state["trends"], state["skull_discards"]):
        listed.reverse()
    assert read(two, state) == read(two, STATE)
    state["deck"].reverse()
    assert read(two, state) != read(two, STATE)


CARD = "must be one of J1, J2"
CONTACT = "an open contact .* must be one of C3, C10, "
END = "the game is not over yet, or it ended otherwise"
AIM = "and the contact aimed at do not fit"

WRONG = [
    *(({key: DROPPED}, f"the position has no '{key}'") for key in STATE),
    *(({key: 1.5}, f"'{key}' of the position cannot be 1.5") for key in STATE),
    *(({key: None}, f"'{key}' of the position cannot be None") for key in STATE),
    *(
        ({f"{part}.{key}": DROPPED}, f"the position has no '{key}'")
        for part in ("turn", "chain")
        for key in STATE[part]
    ),
    *(
        ({f"{part}.{key}": 1.5}, f"'{key}' of the position cannot be 1.5")
        for part in ("turn", "chain")
        for key in STATE[part]
    ),
    *(
        ({key: [[]]}, f"{key} must have 2 entries, one a seat")
        for key in ("chips", "hands", "zombies", "radas", "skulls", "points", "trends")
    ),
    # rounds and seats
    ({"round": 0}, "round must be a whole number from 1 to 30, not 0"),
    ({"round": 31}, "round must be a whole number from 1 to 30, not 31"),
    ({"round": True}, "'round' of the position cannot be True"),
    ({"seat": 2}, "seat must be a whole number from 0 to 1, not 2"),
    ({"active": -1}, "active must be a whole number from 0 to 1, not -1"),
    ({"seat": 1}, "seat 0 is asked in this position, not seat 1"),
    ({"active": 1}, "seat 1 is asked in this position, not seat 0"),
    ({"round": 1, "points.1": 0}, "seat 1 has not had a turn, so nothing lies before it yet"),
    # chips
    ({"chips.0.0": "C7w"}, CONTACT),
    *(({"chips.1.+": name}, CONTACT) for name in ("C11", "c4", "", 3, None, ["C4"])),
    ({"staff.0": "LBB"}, CONTACT),
    ({"chips.1": "L4"}, "the chips of a seat must be a list of contacts"),
    ({"chips.0.+": "L4"}, "there are two chips on L4"),
    ({"chips.0.+": "C4"}, "there are two chips on C4"),
    ({"staff.+": "C4"}, "there are two chips on C4"),
    ({"staff.+": "L5"}, "there are two chips on L5"),
    ({"chips.0": ["C3"]}, "the number of chips of seat 0 must be a whole number from 2 to 14, not"),
    ({"chips.1": []}, "the number of chips of seat 1 must be a whole number from 2 to 14, not 0"),
    (
        {"chips.0": "C3 C10 C4 C8 C6 C2 C7 C9 C5 CB CY CP T5 T9 T4".split()},
        "the number of chips of seat 0 must be a whole number from 2 to 14, not 15",
    ),
    (
        {"staff": "C10 C8 C6 C2 C7 C9 C5 CB CY CP T5 T9 T4 T2 T8".split()},
        "the number of chips of the Staff must be a whole number from 0 to 14, not 15",
    ),
    # cards
    ({"hands.0.0": "J5"}, "there are 1 J4 in all, instead of 2"),
    ({"deck.0": DROPPED}, "there are 1 J1 in all, instead of 2"),
    ({"discards.+": "R1"}, "there are 2 R1 in all, instead of 1"),
    ({"zombies.0.0": ["Z5", False]}, "there are 0 Z4 in all, instead of 1"),
    ({"radas.0": 3}, "there are 2 R3 in all, instead of 1"),
    ({"radas.1": 0}, "there are 0 R5 in all, instead of 1"),
    ({"radas.1": 10}, "the Rada of seat 1 must be a whole number from 0 to 9, not 10"),
    ({"radas.1": "R5"}, "the Rada of seat 1 must be a whole number"),
    *(
        ({f"{where}.0": card}, f"a card of {what} .* {CARD}")
        for where, what in (
            ("hands.0", "the hand of seat 0"),
            ("deck", "the deck"),
            ("discards", "the discards"),
        )
        for card in ("J0", "j4", "X4", "", 4, None, ["J4"])
    ),
    ({"hands.1": "J4"}, "the hand of seat 1 must be a list of cards"),
    (
        {"hands.0": ["J4", "J4", "C2", "V6", "J1", "V1"], "discards": ["V9", "Z9"]},
        "the number of cards in the hand of seat 0 must be a whole number from 0 to 5, not 6",
    ),
    ({"zombies.1": [["Z7", False], ["Z2", False]]}, "the Zombies of seat 1 must be at most 2"),
    ({"zombies.1.+": ["Z8", False]}, "the Zombies of seat 1 must be at most 2"),
    ({"zombies.0": "Z4"}, "the Zombies of seat 0 must be at most 2"),
    *(
        ({"zombies.0.0": zombie}, "a Zombie must be told as .'Z4', false., not")
        for zombie in ("Z4", ["Z4"], ["Z4", 0], ["Z4", None], ["Z4", False, 1], {"Z4": False})
    ),
    *(({"zombies.0.0.0": word}, "a Zombie .* must be one of Z1") for word in ("R4", "4", 4, None)),
    # Skulls and points
    ({"skulls.0": 4}, "there are 26 Skulls in all, instead of 25"),
    ({"bank": 17}, "there are 24 Skulls in all, instead of 25"),
    ({"skulls": [-1, 8]}, "the Skulls of seat 0 must be a whole number from 0 to 25, not -1"),
    ({"skulls": [26, 0], "bank": -1}, "the Skulls of seat 0 must be a whole number from 0 to 25"),
    ({"skulls": [3.0, 4]}, "the Skulls of seat 0 must be a whole number"),
    ({"bank": -1, "skulls": [13, 13]}, "the bank must be a whole number from 0 to 25, not -1"),
    ({"points.0": -1}, "the points of seat 0 must be a whole number from 0 to 12700, not -1"),
    ({"points.1": 10**9}, "the points of seat 1 must be a whole number from 0 to 12700"),
    ({"points.1": "2"}, "the points of seat 1 must be a whole number"),
    # lines
    ({"skull_line.+": "-"}, "the Skull line has 3 places"),
    ({"skull_line.0": "3CT"}, "a card of the Skull line '3CT' must be one of -, 2CL, 2TN"),
    ({"skull_line.0": None}, "a card of the Skull line None must be one of"),
    ({"skull_line.0": "-"}, "there are 0 Skull cards 2CL in all"),
    ({"skull_line.0": "4CT"}, "there are 0 Skull cards 2CL in all"),
    ({"skull_deck.+": "9TN"}, "there are 2 Skull cards 9TN in all"),
    ({"skull_deck.0": "-"}, "a card of the Skull deck '-' must be one of 2CL"),
    ({"skull_discards": []}, "there are 0 Skull cards 4CT in all"),
    ({"trend_line": ["odd", "even"]}, "the Trend line has 3 places"),
    ({"trend_line.1": "steven"}, "a card of the Trend line 'steven' must be one of -, connected"),
    ({"trend_line.1": "-"}, "the Trend even is in 0 places"),
    ({"trend_line.1": "odd"}, "the Trend odd is in 2 places|the Trend even is in 0 places"),
    ({"trend_deck.+": "odd"}, "the Trend odd is in 2 places"),
    ({"trends.1.+": "odd"}, "the Trend odd is in 2 places"),
    ({"trends.1.+": "pink"}, "the Trend pink is in 2 places"),
    ({"trends.0": []}, "the Trend priest is in 0 places|the Trend mellow is in 0 places"),
    ({"trends.0": "priest"}, "the Trends of seat 0 must be a list of cards"),
    # the turn
    ({"turn.used": ["friends"]}, "seat 0 has not claimed the Trend friends, so it cannot use it"),
    ({"turn.used": ["odd"]}, "seat 0 has not claimed the Trend odd, so it cannot use it"),
    ({"turn.used": ["wallflower"]}, "a card of the Trends used 'wallflower' must be one of"),
    ({"turn.friends": True}, "nobody has used the Trend friends in this turn"),
    ({"turn.crowd": True}, "nobody has used the Trend crowd in this turn"),
    ({"turn.borrowed": [["Z2", 1]]}, "a borrowed Zombie is one of a rival that is marked as used"),
    ({"turn.borrowed": ["Z2"]}, "a borrowed Zombie must be told as .'Z4', 1., not 'Z2'"),
    ({"turn.borrowed": [["J2", 1]]}, "a borrowed Zombie 'J2' must be one of Z1"),
    ({"turn.borrowed": [["Z2", 2]]}, "the owner of a Zombie must be a whole number from 0 to 1"),
    ({"turn.borrowed": [["Z2", 1]] * 2}, "no more than one Zombie can be borrowed in a turn"),
    ({"zombies.1.0.1": True}, "a Zombie of a rival is used only by Mellow Yellow"),
    (
        {"zombies.0.0.1": True, "turn.borrowed": [["Z4", 0]]},
        "a borrowed Zombie is one of a rival that is marked as used",
    ),
    (
        {"zombies.1": [["Z2", True], ["Z7", True]], "turn.used": ["mellow"]},
        "a Zombie of a rival is used only by Mellow Yellow, and one in a turn",
    ),
    (
        {"chain.phase": "discard", "turn.crowd": True, "turn.used": ["mellow"]},
        "nobody has used the Trend crowd in this turn",
    ),
    ({"turn.ended": True}, "seat 0 has nothing to decide there"),
    ({"turn.ended": True, "turn.portal": True, "chain.phase": "discard"}, "lapse when the turn"),
    # the chain
    ({"chain.phase": "acts"}, "phase 'acts' must be one of start, act, add, "),
    ({"chain.phase": "start"}, "round must be a whole number from 0 to 0, not 2"),
    ({"chain.phase": "discard"}, "phase 'discard' and the end of the turn do not fit"),
    ({"chain.phase": "add", "turn.ended": True}, "phase 'add' and the end of the turn do not fit"),
    ({"chain.phase": "add", "chain.aim": None}, f"phase 'add' {AIM}"),
    ({"chain.phase": "add", "chain.aim": "CB"}, f"phase 'add' {AIM}"),
    ({"chain.phase": "add", "chain.aim": "C4"}, f"phase 'add' {AIM}"),
    ({"chain.phase": "spell card", "chain.aim": "C8"}, f"phase 'spell card' {AIM}"),
    ({"chain.phase": "onto", "chain.aim": "L4"}, f"phase 'onto' {AIM}"),
    ({"chain.phase": "from", "chain.aim": "C4"}, f"phase 'from' {AIM}"),
    ({"chain.aim": "C8"}, f"phase 'act' {AIM}"),
    ({"chain.aim": "C7w"}, "the contact aimed at 'C7w' must be one of C3"),
    ({"chain.total": 3}, "there is a total only while cards are added up"),
    ({"chain.total": 91}, "total must be a whole number from -72 to 72, not 91"),
    ({"chain.power": "priest"}, "phase 'act' does not go with that power"),
    ({"chain.power": "vogue"}, "power 'vogue' must be one of connected"),
    ({"chain.lender": 1}, "the lender must be the owner of the Trend whose power is used"),
    ({"chain.lender": 2}, "lender must be a whole number from 0 to 1, not 2"),
    (
        {"chain.phase": "from", "chain.power": "priest", "chain.lender": 1},
        "the lender must be the owner of the Trend whose power is used",
    ),
    (
        {"chain.phase": "from", "chain.power": "priest", "chain.lender": 0},
        "the Trend priest is being used, so it has been used",
    ),
    ({"chain.phase": "cheval card"}, "phase 'cheval card' does not go with that power"),
    (
        {"chain.phase": "pink use", "chain.power": "pink", "turn.used": ["pink"]},
        "seat 0 cannot use Pretty in Pink",
    ),
    ({"chain.removals": 1}, "removals must be a whole number from 0 to 0, not 1"),
    ({"chain.phase": "five", "chain.removals": 0}, "removals must be a whole number from 1 to 5"),
    ({"chain.phase": "five", "chain.removals": 5}, "the number of chips of seat 0 must be .* 15"),
    ({"chain.jivecats_removed": 1}, "jivecats_removed must be a whole number from 0 to 0, not 1"),
    ({"chain.spell": True}, "there is no spell half-way"),
    ({"chain.flipped": "Z9"}, "a card is flipped, and lies on the discards, while the Staff"),
    ({"chain.flipped": "Z0"}, "flipped 'Z0' must be one of J1"),
    (
        {"chain.phase": "staff place", "turn.ended": True},
        "a card is flipped, and lies on the discards, while the Staff choose",
    ),
    (
        {"chain.phase": "staff place", "turn.ended": True, "chain.flipped": "Z8"},
        "a card is flipped, and lies on the discards, while the Staff choose",
    ),
    ({"chain.phase": "hex", "skulls": [0, 4], "bank": 21}, "seat 0 has nothing to decide there"),
    # the end
    ({"winners": [0]}, r"the winners of this position are \[\], not \[0\]"),
    ({"truncated": True}, "the game was over when a seat had 20 points"),
    ({"points": [2, 20]}, "the game was over when a seat had 20 points"),
    ({"over": True, "points": [20, 0], "winners": [0]}, END),
    (CAPPED | {"round": 29}, END),
    (CAPPED | {"truncated": False}, END),
    (CAPPED | {"points": [20, 3], "winners": [0]}, END),
    (CAPPED | {"turn.ended": False}, END),
    (CAPPED | {"winners": []}, r"the winners of this position are \[1\], not \[\]"),
    (CAPPED | {"winners": [True]}, r"the winners of this position are \[1\], not \[True\]"),
    (CAPPED | {"winners": [0]}, r"the winners of this position are \[1\], not \[0\]"),
]


def refuse(game, state, reason):
    with pytest.raises(BadPosition, match=reason) as refused:
        read(game, state)
    assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


@pytest.mark.parametrize(("changes", "reason"), WRONG)
def test_positions_that_cannot_occur_are_refused(two, changes, reason):
    refuse(two, changed(STATE, changes), reason)
