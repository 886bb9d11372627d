"""Actions, positions and the text board in words; impossible positions are refused with reasons."""

import copy
import json
import random
import tomllib
from importlib import resources

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.errors import BadPosition, UnknownAction
from jivezoo.envs.voodoo_mania.box import ENDINGS, OUTCOMES

BOX = (resources.files("jivezoo") / "envs" / "voodoo_mania" / "components.toml").read_text()
GAMES = [
    {"max_ticks": 60, "rounds": 1},
    {"num_players": 3, "max_ticks": 25, "rounds": 2, "reaction": (1.0, 3.0, 2.0)},
    {"num_players": 4, "max_ticks": 20, "rounds": 2, "search": True},
    {"num_players": 5, "max_ticks": 25, "rounds": 1, "deck": "random", "reaction": 1.5},
    {"num_players": 6, "max_ticks": 15, "rounds": 1, "deck": "random", "search": True},
    {"num_players": 6, "max_ticks": 15, "rounds": 2, "reaction": 4.0, "search": True},
]


def new(**options):
    return jivezoo.game("voodoo_mania", **options)


# ------------------------------------------------------------------------------------------ Actions

WORDS = ["play 1F", "play 1B", "play 2F", "play 2B", "play 3F", "play 3B"]
WORDS += ["swap 1", "swap 2", "swap 3", "wait"]


@pytest.mark.parametrize("search", [False, True])
def test_actions_are_numbered_verb_by_verb(search):
    table = new(search=search).actions
    assert list(table) == WORDS + ["flip 1", "flip 2", "flip 3"] * search
    assert [table.number(words) for words in table] == list(range(len(table)))
    assert set(table.meaning) == {"play", "swap", "wait"} | ({"flip"} if search else set())


@pytest.mark.parametrize(
    "words", ["play 1", "play 4F", "play 0B", "play F1", "swap", "swap 4", "flip 1", "waits", ""]
)
def test_words_that_are_no_action_are_refused(words):
    with pytest.raises(UnknownAction, match="is not an action"):
        new().actions.number(words)


# ---------------------------------------------------------------------------------------- Positions


@pytest.mark.parametrize("options", GAMES)
def test_positions_of_random_games_survive_json(options, walks):
    game, told = new(**options), set()
    for seed in range(2):
        for position in walks.game(game, seed):
            text = position.to_json()
            again = game.from_json(text)
            assert again == position and again.to_json() == text and "\n" not in text
            told |= {last[1] for last in json.loads(text)["state"]["last"] if last}
    assert {"laid", "swapped", "fizzled"} <= told <= set(OUTCOMES[1:])
    assert ("flipped" in told) == game.options.search


# A box of 15 cards, of which 13 are dealt.  The top 5F lacks a red mask: it is shown on 4F, 9B, 10B
# and 11F, and 3B lacks it too; so seat 0 can play, seat 1 can swap, and seat 2 can do nothing.
DEAL = {"2": 6, "3": 4, "4": 3, "5": 2, "6": 2}
STATE = {
    "round": 2,
    "ticks": 5,
    "revealed": 12,
    "stalemates": 1,
    "seat": 1,
    "asked": [0, 1],
    "choices": ["play 2B", None, None],
    "last": [["swap 3", "swapped"], ["play 2B", "fizzled"], ["play 3F", "laid"]],
    "hands": [[4, 3, 0], [1, 2, 6], [7, 8]],
    "piles": [[9], [10], []],
    "voodoo_pile": [5, 12, 13],
    "top_side": "F",
    "seen": [
        ["0F", "0B", "3F", "3B", "4F", "4B", "9F", "9B"],
        ["1F", "1B", "2F", "6F", "6B"],
        ["5B", "7F", "7B", "8F", "8B", "10B"],
    ],
    "seen_by_all": ["2B", "5F", "10F", "12F", "13B", "14F"],
    "points": [3, 0, 7],
    "ending": "not ended",
    "winners": [],
}
SIDES = {
    "asked": [0, 1, 2],
    "side": [["F", "B", "B"], ["F", "B", "F"], ["B", "F"]],
    "turned": [["no", "yes", "no"], ["no", "no", "no"], ["no", "no"]],
    "side_told": [["no", "no", "no"], ["no", "yes", "no"], ["no", "no"]],
}
OVER = {"round": 3, "seat": 2, "asked": [], "choices": [None, None, None]}
CAPPED = OVER | {
    "ticks": 20,
    "revealed": 60,
    "ending": "tick cap",
    "points": [7, 4, 9],
    "winners": [1],
}
OUT = OVER | {"hands": [[4, 3, 0], [1, 2, 6], []], "ending": "out of cards", "winners": [2]}
OUT |= {"voodoo_pile": [5, 7, 8, 12, 13], "points": [9, 9, 8], "stalemates": 0}
OUT |= {"seen_by_all": ["2B", "5F", "7F", "8F", "10F", "12F", "13B"]}
OUT |= {"seen": [*STATE["seen"][:2], ["5B", "7B", "8B", "10B"]]}
STUCK = OVER | {"hands": [[0, 1, 2], [6, 7], [8]], "piles": [[], [], []], "ending": "stalemate"}
STUCK |= {"voodoo_pile": [5, 4, 9, 10, 3, 12, 13], "stalemates": 10}
STUCK |= {"seen": [["0F", "0B", "1F", "1B", "2F", "2B"], ["6F", "6B", "7F", "7B"], ["8F", "8B"]]}
STUCK |= {"seen_by_all": ["3F", "4F", "5F", "9F", "10F", "11F", "12F", "13B"]}
STUCK |= {"winners": [2], "points": [6, 5, 4]}


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    path = tmp_path_factory.mktemp("box") / "fifteen.toml"
    cards = json.dumps(tomllib.loads(BOX)["deck"]["cards"][:15])
    deal = "\n".join(f"{seats} = {dealt}" for seats, dealt in DEAL.items())
    path.write_text(f"[deck]\ncards = {cards}\n[deal]\n{deal}\n")
    return lambda **options: new(deck=path, num_players=3, max_ticks=20, **options)


def read(game, state):
    data = json.loads(game.new(seed=1).to_json())
    return game.from_json(json.dumps(data | {"state": state}))


def changed(state, changes):
    """Return a state with entries replaced: {"hands.0.1": 5}; a last `+` appends, None drops."""
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


DROPPED = object()


@pytest.mark.parametrize(
    "entries",
    [
        {},
        CAPPED,
        OUT,
        STUCK,
        {"seat": 0, "choices": [None, None, None]},
        {"choices": ["wait", None, None]},
        {"round": 1, "revealed": 5, "points": [0, 0, 0]},
        {"ticks": 0, "last": [None, None, None]},
        {"stalemates": 60},
        {"seen_by_all": STATE["seen_by_all"][:-1], "stalemates": 0},
        {"last": [None, ["swap 1", "fizzled"], ["play 3F", "voodoo"]]},
        {"points": [12, 0, 0]},
        {"points": [1, 1, 0]},
    ],
)
@pytest.mark.parametrize("search", [False, True])
def test_positions_that_can_occur_are_read(box, entries, search):
    state = STATE | (SIDES if search else {}) | entries
    if search:  # seats that hold nothing can do nothing
        for key in ("side", "turned", "side_told"):
            hands = zip(state[key], state["hands"], strict=True)
            state[key] = [(words if key == "side" else ["no"] * 3)[: len(h)] for words, h in hands]
    game = box(search=search)
    position = read(game, state)
    assert json.loads(position.to_json())["state"] == state
    assert position.is_over == (state["ending"] != "not ended")
    assert position.is_truncated == (state["ending"] == "tick cap")


# ----------------------------------------------------------------------------- Impossible positions

HELD = "which it has in hand"
TOTAL = "must have 13 cards together, and the Voodoo pile one of them"
CARD = "a card must be a whole number from 0 to 14"
CHOSEN = "those who are asked before the seat to act have chosen, no others"
POINTS = "cannot be those of 1 rounds"
ENDING = "does not fit what lies on the table"
ALONE = "one seat alone runs out of cards, by laying its last one"
NO_FIT = "a swap or flip fizzles only after a Voodoo"

WRONG = [
    *(({key: DROPPED}, f"the position has no '{key}'") for key in STATE),
    *(({key: 1.5}, f"'{key}' of the position cannot be 1.5") for key in STATE),
    *(({key: None}, f"'{key}' of the position cannot be None") for key in STATE),
    ({"round": 0}, "round must be a whole number from 1 to 3, not 0"),
    ({"round": 4}, "round must be a whole number from 1 to 3, not 4"),
    ({"round": True}, "'round' of the position cannot be True"),
    ({"ticks": -1}, "ticks must be a whole number from 0 to 20, not -1"),
    ({"ticks": 21}, "ticks must be a whole number from 0 to 20, not 21"),
    ({"ticks": 0}, "in this round no choice has been revealed yet"),
    ({"revealed": 4}, "revealed must be a whole number from 5 to 25, not 4"),
    ({"revealed": 26}, "revealed must be a whole number from 5 to 25, not 26"),
    ({"revealed": 2**70}, "revealed must be a whole number from 5 to 25"),
    ({"stalemates": -1}, "stalemates must be a whole number from 0 to 60, not -1"),
    ({"stalemates": 61}, "stalemates must be a whole number from 0 to 60, not 61"),
    # cards
    ({"hands.0.0": 3}, "card 3 is in two places"),
    ({"piles.0.0": 12}, "card 12 is in two places"),
    ({"voodoo_pile.+": 5}, "card 5 is in two places"),
    *(({f"{where}.0": card}, CARD) for where in ("hands.0", "piles.1") for card in (15, -1, None)),
    *(({"voodoo_pile.0": card}, CARD) for card in ("5", 5.0, True, [5], None, 10**30)),
    ({"hands.2.0": None}, CARD),
    ({"hands.+": []}, "hands must have 3 entries, one a seat"),
    ({"piles.2": DROPPED}, "piles must have 3 entries, one a seat"),
    ({"hands.1": 4}, "hand and pile of seat 1 must be lists of cards"),
    ({"piles.2": {}}, "hand and pile of seat 2 must be lists of cards"),
    ({"hands.0.+": 11}, "seat 0 cannot have 4 cards in hand and 1 in its pile"),
    ({"hands.0.2": DROPPED}, "seat 0 cannot have 2 cards in hand and 1 in its pile"),
    ({"piles.2.+": 11}, "seat 2 cannot have 2 cards in hand and 1 in its pile"),
    ({"voodoo_pile.2": DROPPED}, TOTAL),
    ({"voodoo_pile.+": 11}, TOTAL),
    ({"piles.0.+": 11}, TOTAL),
    ({"hands.2.1": DROPPED, "voodoo_pile": []}, TOTAL),
    ({"voodoo_pile": [], "piles.0": [5, 9, 12, 13]}, TOTAL),
    *(({"top_side": side}, "top_side .* must be one of F, B") for side in ("", "FB", "f")),
    # what has been seen
    ({"seen": [[], []]}, "seen must have 3 entries, one a seat"),
    ({"seen.1": "1F"}, "the faces that a seat has seen must be a list"),
    *(({"seen.0.+": face}, "a face that was seen, .* must be one of 0F") for face in (3, "15F")),
    ({"seen_by_all.+": ["1F"]}, "a face that was seen, "),
    ({"seen.0.+": "0F"}, "face 0F is told twice among those seen"),
    ({"seen.2.+": "5F"}, "face 5F is told twice among those seen"),
    ({"seen_by_all.+": "5F"}, "face 5F is told twice among those seen"),
    ({"seen_by_all.1": DROPPED}, "all have seen the top of the Voodoo pile"),
    ({"seen_by_all.1": "5B", "seen.2.0": DROPPED}, "all have seen the top of the Voodoo pile"),
    ({"top_side": "B"}, "all have seen the top of the Voodoo pile"),
    ({"seen_by_all.3": DROPPED}, "all have seen card 12, which lies in the Voodoo pile"),
    ({"seen_by_all.4": DROPPED, "seen.1.+": "13B"}, "all have seen card 13, which lies in the Voo"),
    ({"seen_by_all.+": "11B"}, "nobody has had card 11, which is in the box"),
    ({"seen.0.+": "11F", "seen.1.+": "11B"}, "nobody has had card 11, which is in the box"),
    ({"seen.0.+": "14B"}, "nobody has had card 14, which is in the box"),
    ({"stalemates": 0}, "nobody has had card 14, which is in the box"),
    ({"seen.1": ["0F", "0B", *STATE["seen"][1]]}, "only seat 0 can have seen card 0, which never"),
    ({"seen_by_all.2": DROPPED}, "only seat 1 can have seen card 10, which never lay open"),
    ({"seen.0.0": DROPPED}, f"seat 0 has seen card 0, {HELD}"),
    ({"seen.1.4": DROPPED}, f"seat 1 has seen card 6, {HELD}"),
    ({"seen.1.2": DROPPED}, f"seat 1 has seen card 2, {HELD}"),
    ({"seen.0.7": DROPPED}, "seat 0 has seen a card on one side only"),
    # points
    ({"points": [3, 0]}, "points must have 3 entries, one a seat"),
    ({"points.0": -1}, "points of seat 0 must be a whole number from 0 to 12, not -1"),
    ({"points.2": 13}, "points of seat 2 must be a whole number from 0 to 12, not 13"),
    ({"points.1": "0"}, "points of seat 1 must be a whole number"),
    ({"points": [3, 4, 6]}, POINTS),
    ({"points": [0, 0, 1]}, POINTS),
    ({"round": 1, "revealed": 5}, "points of seat 0 must be a whole number from 0 to 0, not 3"),
    ({"round": 3, "points": [1, 1, 1]}, "cannot be those of 2 rounds"),
    # the last tick
    ({"last": [None, None]}, "last must have 3 entries, one a seat"),
    ({"last.0": "swap 3"}, "the last choice of seat 0 must be its words and its outcome"),
    ({"last.0": ["swap 3"]}, "the last choice of seat 0 must be its words and its outcome"),
    *(({"last.0.0": word}, "the last choice .* must be one of") for word in ("wait", 4, "flip 1")),
    *(({"last.0.1": word}, "the outcome .* must be one of") for word in ("nothing", None, "Laid")),
    ({"last.0.1": "laid"}, "'swap 3' cannot have been 'laid'"),
    ({"last.0.1": "flipped"}, "'swap 3' cannot have been 'flipped'"),
    ({"last.2.1": "swapped"}, "'play 3F' cannot have been 'swapped'"),
    ({"last.2.1": "flipped"}, "'play 3F' cannot have been 'flipped'"),
    ({"last.1.1": "voodoo", "last.2.1": "voodoo"}, "a Voodoo stops the tick, so there is no"),
    ({"last.2": None}, "a choice fizzles only where another card has been laid"),
    ({"last.0": None, "last.2.1": "fizzled"}, "a choice fizzles only where another card has been"),
    ({"last.0.1": "fizzled"}, NO_FIT),
    # the end
    ({"ending": "over"}, "ending 'over' must be one of not ended, out of cards, stalemate, tick"),
    *(({"round": 3, "points": [7, 4, 9], "ending": end}, ENDING) for end in ENDINGS[1:]),
    ({"ticks": 20, "revealed": 20}, f"ending 'not ended' {ENDING}"),
    (OUT | {"ending": "not ended", "points": [9, 3, 8]}, f"ending 'not ended' {ENDING}"),
    (OUT | {"ending": "tick cap", "ticks": 20, "revealed": 20}, f"ending 'tick cap' {ENDING}"),
    (OUT | {"last.2": None, "last.1": None}, ALONE),
    (OUT | {"last.2": ["swap 1", "swapped"], "last.1": None}, ALONE),
    (STUCK | {"ending": "not ended", "points": [9, 3, 8]}, f"ending 'not ended' {ENDING}"),
    (STUCK | {"ending": "tick cap", "ticks": 20, "revealed": 20}, f"ending 'tick cap' {ENDING}"),
    (STUCK | {"stalemates": 9}, f"ending 'stalemate' {ENDING}"),
    (CAPPED | {"ticks": 19, "revealed": 19}, f"ending 'tick cap' {ENDING}"),
    (CAPPED | {"points": [7, 4, 1]}, "cannot be those of 2 rounds and the cards that are left"),
    (CAPPED | {"points": [5, 4, 3]}, "cannot be those of 2 rounds and the cards that are left"),
    (
        CAPPED | {"round": 2, "revealed": 40, "points": [7, 4, 4]},
        "the game does not end before round 3",
    ),
    *((CAPPED | {"winners": who}, "the winners of this position are") for who in ([], [0], [True])),
    (CAPPED | {"winners": [1.0]}, r"the winners of this position are \[1\], not \[1.0\]"),
    ({"winners": [1]}, r"the winners of this position are \[\], not \[1\]"),
    (CAPPED | {"asked": [0]}, "the game is over: nobody is asked, and no choice is left"),
    (CAPPED | {"choices.0": "wait"}, "the game is over: nobody is asked, and no choice is left"),
    # the tick
    ({"seat": 3}, "seat must be a whole number from 0 to 2, not 3"),
    ({"seat": -1}, "seat must be a whole number from 0 to 2, not -1"),
    ({"seat": 2}, "seat 2 is to act, so it is among those asked"),
    ({"asked": [1]}, "seat 0 can do something, so it is asked"),
    ({"asked": [0, 1, 2]}, "seat 2 could only wait, so it is not asked"),
    ({"asked": [1, 0]}, "the seats that are asked must be told once each, in order"),
    ({"asked": [0, 1, 1]}, "the seats that are asked must be told once each, in order"),
    *(({"asked.0": seat}, "a seat that is asked must be") for seat in (3, -1, True, "0", None)),
    ({"choices": [None]}, "choices must have 3 entries, one a seat"),
    ({"choices.0": None}, CHOSEN),
    ({"choices.1": "wait"}, CHOSEN),
    ({"choices.2": "wait"}, CHOSEN),
    ({"seat": 0}, CHOSEN),
    *(({"choices.0": word}, "seat 0 cannot have chosen") for word in ("play 2F", "flip 1", 3, [])),
]


def refuse(game, state, reason):
    with pytest.raises(BadPosition, match=reason) as refused:
        read(game, state)
    assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


@pytest.mark.parametrize(("changes", "reason"), WRONG)
def test_positions_that_cannot_occur_are_refused(box, changes, reason):
    refuse(box(), changed(STATE, changes), reason)


OPEN = "all have seen card 2, of which they know the side that shows"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        *(
            ({key: DROPPED}, f"the position has no '{key}'")
            for key in ("side", "turned", "side_told")
        ),
        *(
            ({key: {}}, f"'{key}' of the position cannot be")
            for key in ("side", "turned", "side_told")
        ),
        ({"side.2": DROPPED}, "side must have 3 entries, one a seat"),
        ({"side.2.+": "F"}, "'side' must have an entry for each hand card"),
        ({"side_told.0.1": DROPPED}, "'side_told' must have an entry for each hand card"),
        ({"turned.1": "no"}, "'turned' must have an entry for each hand card"),
        *(({"side.0.0": v}, "side .* must be one of F, B") for v in ("", "FB", 0, None, [])),
        *(({"side_told.0.0": v}, "side_told .* must be one of no, yes") for v in (True, None, "F")),
        ({"seen.0.0": DROPPED, "side.0.2": "F"}, f"seat 0 has seen card 0, {HELD}"),
        ({"seen.0.1": DROPPED}, f"seat 0 has seen card 0, {HELD}"),
        ({"seen.0.2": DROPPED}, f"seat 0 has seen card 3, {HELD}"),
        ({"seen_by_all.0": DROPPED, "seen.1.+": "2B"}, OPEN),
        ({"side.1.1": "F"}, OPEN),
        ({"asked": [0, 1]}, "seat 2 can do something, so it is asked"),
        ({"choices.0": "play 1B"}, "seat 0 cannot have chosen 'play 1B'"),
        ({"last.2": None, "last.0": ["flip 1", "fizzled"]}, "a choice fizzles only where another"),
        ({"last.0": ["flip 1", "fizzled"]}, NO_FIT),
        ({"last.0": ["flip 1", "swapped"]}, "'flip 1' cannot have been 'swapped'"),
    ],
)
def test_with_search_sides_that_cannot_show_are_refused(box, changes, reason):
    refuse(box(search=True), changed(STATE | SIDES, changes), reason)


def test_with_search_a_card_may_be_known_from_one_side(box):
    game, hidden = box(search=True), {"seen.0": STATE["seen"][0][1:-2]}
    for changes in ({"seen.0.0": DROPPED}, {"seen.0.7": DROPPED}, hidden):
        read(game, changed(STATE | SIDES, changes))
    flipped = {"side.1.1": "F", "turned.1.1": "yes"}
    assert read(game, changed(STATE | SIDES, flipped)).legal_words()[-1] == "flip 3"


def test_slow_seats_need_not_be_asked(box):
    slow, mixed = box(reaction=2.0), box(reaction=(1.0, 3.0, 3.0))
    only = {"asked": [1], "choices": [None] * 3}
    assert read(slow, STATE | only).seat == 1
    refuse(mixed, STATE | only, "seat 0 can do something, so it is asked")
    assert read(mixed, STATE | {"asked": [0], "seat": 0, "choices": [None] * 3}).seat == 0
    refuse(slow, STATE | {"revealed": 0}, "revealed must be a whole number from 5")


DECK = "the deck must be 91 cards with two faces each"
NO_CARDS = (None, 3, "", ".ygbp", "..gbp/y.bpr", ".ygbp/y.bpr/yg.pr", [".ygbp", "y.bpr"])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda deck: deck[1:], DECK),
        (lambda deck: [*deck, deck[0]], DECK),
        (lambda deck: [f"{deck[0]}/{deck[1][:5]}", deck[1][6:], *deck[2:]], DECK),
        *((lambda deck, card=card: [card, *deck[1:]], DECK) for card in NO_CARDS),
        (lambda deck: [deck[1], *deck[1:]], "a random deck has no face twice"),
        (
            lambda deck: [f"{deck[0][:5]}/{deck[0][:5]}", *deck[1:]],
            "a random deck has no face twice",
        ),
    ],
)
def test_decks_that_cannot_be_drawn_are_refused(change, reason):
    game = new(deck="random")
    state = json.loads(game.new(seed=1).to_json())["state"]
    assert read(game, state).states["face"].tolist() == game.new(seed=1).states["face"].tolist()
    refuse(game, state | {"deck": change(state["deck"])}, reason)


# ------------------------------------------------------------------------------------------ Garbage

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
VALUES = {
    "anything": ANYTHING,
    "number": st.integers(-2, 95),
    "word": st.sampled_from([*ENDINGS, *OUTCOMES, *WORDS, "flip 1", "F", "yes", "no", "3B", "90F"]),
}
MANY = settings(deadline=None, max_examples=120, suppress_health_check=list(HealthCheck))


def places_in(value):
    """Yield (container, key) of everything within a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in list(entries):
        yield value, key
        if isinstance(entry, dict | list):
            yield from places_in(entry)


def mutate(state, data):
    """Change a thing in any entry of a position: to anything, or by exchange."""
    key = data.draw(st.sampled_from(list(state)))
    inner = list(places_in(state[key])) if isinstance(state[key], list) else []
    places = [(state, key), *inner]
    container, key = places[data.draw(st.integers(0, len(places) - 1))]
    how = data.draw(st.sampled_from((*VALUES, "more", "less", "swap", "copy", "drop")))
    if how in VALUES:
        container[key] = data.draw(VALUES[how])
    elif how == "drop":
        del container[key]
    elif how in ("more", "less") and type(container[key]) is int:
        container[key] += 1 if how == "more" else -1
    elif inner:
        other, at = inner[data.draw(st.integers(0, len(inner) - 1))]
        there, here = copy.deepcopy(other[at]), copy.deepcopy(container[key])
        container[key] = there
        if how == "swap" and at in range(len(other)):
            other[at] = here


@MANY
@given(
    options=st.sampled_from(GAMES),
    seed=st.integers(0, 3),
    moves=st.integers(0, 60),
    changes=st.integers(1, 2),
    data=st.data(),
)
def test_what_is_read_can_be_played_and_what_cannot_is_refused(
    options, seed, moves, changes, data, walks
):
    game = new(**options)
    *_, (_, position) = zip(range(moves + 1), walks.game(game, seed), strict=False)
    state = json.loads(position.to_json())["state"]
    for _ in range(changes):
        if state:
            mutate(state, data)
    try:
        position = read(game, state)
    except BadPosition as refused:
        assert str(refused).endswith(".")
        return
    play_on(game, position, random.Random(seed), walks)


def play_on(game, position, rng, walks):
    """Play to the end; whatever comes of a position that can occur can occur too."""
    for moves in range(10**6):
        if moves < 8 or position.is_over:
            other = position.imagine((position.seat + 1) % game.seats, seed=moves)
            for each in (position, other):
                assert game.from_json(each.to_json()) == each
        if position.is_over:
            break
        position.play(walks.word(rng, position.legal_words()))
    assert position.returns().sum() == pytest.approx(0, abs=1e-6)


@settings(MANY, max_examples=100)
@given(text=st.text(max_size=40) | st.binary(max_size=40) | ANYTHING.map(json.dumps))
def test_garbage_is_refused(text):
    with pytest.raises(BadPosition):
        new().from_json(text)
