"""What is in the box, the tables made of it, files that replace parts of it, what is refused."""

import collections
import json
import tomllib
from importlib import resources
from itertools import chain, combinations

import pytest

import jivezoo
from jivezoo.envs.errors import BadFile, BadOption
from jivezoo.envs.jivecat_lounge.box import TRENDS
from jivezoo.envs.jivecat_lounge.tables import members

BOX = (resources.files("jivezoo") / "envs" / "jivecat_lounge" / "components.toml").read_text()
DATA = tomllib.loads(BOX)
LETTERS = "CLTN"
RING = {letter: [f"{letter}{n}" for n in DATA["numbers"][letter]] for letter in LETTERS}
CATS = {letter: [letter + drink for drink in "BYP"] for letter in LETTERS}
WHITE = {letter: [f"{letter}{n}w" for n in DATA["white_numbers"][letter]] for letter in LETTERS}
SEATS = (2, 3, 4, 5)


def new(**options):
    return jivezoo.game("jivecat_lounge", **options)


def load(path, text, **options):
    path.write_text(text)
    return new(components=path, **options)


def rules_of(seats):
    return new(num_players=seats).rules[0]


def names(seats):
    """Return the open contacts in the order of their numbers."""
    white = WHITE if seats > 3 else dict.fromkeys(LETTERS, ())
    return [name for c in LETTERS for name in (*RING[c], *CATS[c], *white[c])]


def party_of(letter, seats):
    return [name for name in names(seats) if name[0] == letter and name not in RING[letter]]


def told(group, seats):
    """Return a set of contacts by their names."""
    listed = names(seats)
    return {listed[contact] for contact in members(group)}


def number_of(name):
    """Return the number of a contact, 0 for a Jivecat."""
    return 0 if name[1] in "BYP" else int(name[1:].rstrip("w"))


def links_of(seats):
    """Return {name: linked names}, read off the table of the rulings page, not off the file."""
    pairs = set()
    for at, letter in enumerate(LETTERS):
        ring, after = RING[letter], RING[LETTERS[(at + 1) % 4]]
        pairs |= {(ring[i], ring[(i + 1) % 9]) for i in range(9)}
        pairs |= {(ring[2], after[6]), (ring[3], after[5])}
        party = party_of(letter, seats)
        pairs |= {*combinations(party, 2)}
        pairs |= {(ring[i], guest) for i in (1, 3, 5, 7) for guest in party}
    linked = {name: set() for name in names(seats)}
    for one, other in pairs:
        linked[one].add(other), linked[other].add(one)
    return linked


def jumps_from(start, links):
    """Return where a chip comes to by two links, over anything, but not back."""
    return {far for near in links[start] for far in links[near]} - {start}


# ------------------------------------------------------------------------------- What is in the box


def test_there_are_54_clique_cards_more_of_some_suits():
    counts = {suit: len(values) for suit, values in DATA["clique"].items()}
    assert counts == {"J": 12, "C": 12, "V": 12, "Z": 9, "R": 9}
    assert collections.Counter(chain(*DATA["clique"].values())) == {n: 6 for n in range(1, 10)}
    for suit, extra in (("J", (1, 4, 7)), ("C", (2, 5, 8)), ("V", (3, 6, 9)), ("Z", ()), ("R", ())):
        assert sorted(DATA["clique"][suit]) == sorted([*range(1, 10), *extra])


def test_there_are_two_skull_cards_of_each_number_on_complementary_lounges():
    cards = DATA["skulls"]["cards"]
    assert len(cards) == len(set(cards)) == 16
    for number in range(2, 10):
        pair = [card[1:] for card in cards if card[0] == str(number)]
        assert sorted("".join(pair)) == sorted(LETTERS) and {len(c) for c in pair} == {2}
        assert pair[0] == {2: "CL", 6: "CL", 9: "CL", 4: "CT", 7: "CT"}.get(number, "CN")


def test_there_are_16_trend_cards():
    assert len(DATA["trends"]["cards"]) == len(TRENDS) == 16
    assert sorted(DATA["trends"]["cards"]) == sorted(TRENDS)


def test_each_ring_has_every_number_once_and_each_party_five_contacts():
    for letter in LETTERS:
        assert sorted(DATA["numbers"][letter]) == list(range(2, 11))
        assert len(CATS[letter] + WHITE[letter]) == 5
    white = sorted(chain(*DATA["white_numbers"].values()))
    assert white == [2, 3, 4, 5, 6, 7, 8, 9]


def test_supply():
    assert DATA["supply"] == {"chips": 15, "skulls": 25, "start": 3}
    for seats in SEATS:
        rules = rules_of(seats)
        assert (rules["chips"], rules["skull_tokens"], rules["start_skulls"]) == (15, 25, 3)
        state = new(num_players=seats).new(seed=1).states[0]
        assert state["skulls"].tolist() == [3] * seats + [0] * (5 - seats)
        assert state["bank"] == 25 - 3 * seats and state["deck_count"] == 54 - 4 * seats


# --------------------------------------------------------------------------------------- The tables


@pytest.mark.parametrize(("seats", "contacts", "links"), [(2, 48, 104), (3, 48, 104), (5, 56, 164)])
def test_the_board_has_as_many_contacts_and_links_as_told(seats, contacts, links):
    rules = rules_of(seats)
    assert rules["contacts"] == contacts == len(members(rules["all_contacts"]))
    assert sum(len(members(group)) for group in rules["links"]) == 2 * links
    assert not rules["links"][contacts:].any()
    assert [c.name for c in new(num_players=seats).components.contacts(seats)] == names(seats)


@pytest.mark.parametrize("seats", SEATS)
def test_links_are_those_of_the_rulings_both_ways(seats):
    rules, linked = rules_of(seats), links_of(seats)
    for contact, name in enumerate(names(seats)):
        assert told(rules["links"][contact], seats) == linked[name], name
        for other in members(rules["links"][contact]):
            assert contact in members(rules["links"][other]) and contact != other


@pytest.mark.parametrize("seats", SEATS)
def test_jumps_go_over_any_neighbour_and_through_portals_while_one_is_open(seats):
    rules, links = rules_of(seats), links_of(seats)
    touching = {RING[letter][i] for letter in LETTERS for i in (7, 8)}
    through = {
        name: near | (touching - {name} if name in touching else set())
        for name, near in links.items()
    }
    for contact, name in enumerate(names(seats)):
        assert told(rules["jumps"][contact], seats) == jumps_from(name, links)
        assert told(rules["portal_jumps"][contact], seats) == jumps_from(name, through)
    assert not rules["jumps"][len(names(seats)) :].any()
    assert not rules["portal_jumps"][len(names(seats)) :].any()


@pytest.mark.parametrize("seats", SEATS)
def test_contacts_are_grouped_by_number_lounge_party_and_drink(seats):
    rules, listed = rules_of(seats), names(seats)
    assert rules["number"][: len(listed)].tolist() == [*map(number_of, listed)]
    lounges = [LETTERS.index(name[0]) for name in listed]
    assert rules["lounge_of"][: len(listed)].tolist() == lounges
    for number in range(11):
        group = {name for name in listed if number_of(name) == number and number != 1}
        assert told(rules["with_number"][number], seats) == group
    for at, letter in enumerate(LETTERS):
        inside = {name for name in listed if name[0] == letter}
        assert told(rules["lounge"][at], seats) == inside
        assert told(rules["party"][at], seats) == inside - set(RING[letter])
        assert len(inside) == (12 if seats < 4 else 14)
    for at, drink in enumerate("BYP"):
        assert told(rules["drinks"][at], seats) == {letter + drink for letter in LETTERS}


@pytest.mark.parametrize("seats", SEATS)
def test_contacts_are_grouped_by_what_they_score_and_for_trends(seats):
    rules, listed = rules_of(seats), names(seats)
    for key, numbers in (
        ("low_brows", range(3, 10)),
        ("odds", (3, 5, 7, 9)),
        ("evens", (2, 4, 6, 8)),
        ("all_contacts", range(11)),
    ):
        assert told(rules[key], seats) == {n for n in listed if number_of(n) in numbers}, key


@pytest.mark.parametrize("seats", SEATS)
def test_starters_portals_and_staff_icons_are_where_the_rulings_say(seats):
    rules = rules_of(seats)

    def at(*places):
        return {RING[letter][i] for letter in LETTERS for i in places}

    assert told(rules["starters"], seats) == at(0, 2, 4, 6)
    assert told(rules["portals"], seats) == at(7, 8)
    assert told(rules["staff_icons"], seats) == at(8, 0, 1)
    assert rules["portal_count"] == 4 and not rules["portal"][4:].any()
    for place, letter in enumerate(LETTERS):
        assert told(rules["portal"][place], seats) == {RING[letter][7], RING[letter][8]}


@pytest.mark.parametrize("seats", SEATS)
def test_decks_hold_what_the_file_says(seats):
    rules = rules_of(seats)
    cards = [f"{suit}{value}" for suit in "JCVZR" for value in range(1, 10)]
    written = [f"{suit}{value}" for suit, values in DATA["clique"].items() for value in values]
    assert rules["clique"].tolist() == [written.count(card) for card in cards]
    skulls = DATA["skulls"]["cards"]
    assert rules["skull_kinds"] == 16
    assert rules["skull_cards"].tolist() == [1] * 16 + [0] * 24
    for kind, card in enumerate(skulls):
        named = {n for n in names(seats) if n[0] in card[1:] and number_of(n) == int(card[0])}
        assert told(rules["named"][kind], seats) == named and len(named) >= 2
    assert rules["trend_cards"] == 16
    assert [TRENDS[trend] for trend in rules["trend_card"]] == DATA["trends"]["cards"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, (2, True, 15, 60, True)),
        ({"num_players": 3}, (3, True, 15, 60, True)),
        ({"num_players": 4}, (4, False, 15, 60, True)),
        ({"num_players": 5, "staff": False, "moves_score": False}, (5, False, 15, 60, False)),
        ({"num_players": 4, "staff": True, "target": 100}, (4, True, 100, 60, True)),
        ({"staff": False, "target": 1, "max_rounds": 12_700}, (2, False, 1, 12_700, True)),
    ],
)
def test_options_come_into_the_rules(options, told):
    rules = new(**options).rules[0]
    keys = ("seats", "has_staff", "target", "max_rounds", "moves_score")
    assert tuple(rules[key].item() for key in keys) == told


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"num_players": 1}, "num_players must be a whole number from 2 to 5, not 1"),
        ({"num_players": 6}, "num_players must be a whole number from 2 to 5, not 6"),
        ({"num_players": 2.0}, "num_players must be"),
        ({"num_players": True}, "num_players must be"),
        ({"num_players": 5, "staff": True}, "staff: with 5 seats no colour is left for the Staff"),
        ({"staff": 1}, "staff must be true or false, not 1"),
        ({"staff": "no"}, "staff must be true or false"),
        ({"target": 0}, "target must be a whole number from 1 to 100, not 0"),
        ({"target": 101}, "target must be a whole number from 1 to 100, not 101"),
        ({"max_rounds": 0}, "max_rounds must be a whole number from 1 to 12700, not 0"),
        ({"max_rounds": 12_701}, "max_rounds must be a whole number from 1 to 12700"),
        ({"moves_score": None}, "moves_score must be true or false"),
        ({"monkeys": 3}, "has no option 'monkeys'"),
    ],
)
def test_options_that_cannot_be_are_refused(options, reason):
    with pytest.raises(BadOption, match=reason) as refused:
        new(**options)
    assert str(refused.value).endswith(".")


# ----------------------------------------------------------------------------- What may be replaced


def test_blocks_that_are_left_out_are_those_of_the_box(tmp_path):
    game, box = load(tmp_path / "mine.toml", "[supply]\nchips = 9\nskulls = 30\nstart = 5\n"), new()
    assert (game.rules["chips"], game.rules["skull_tokens"]) == (9, 30)
    for name in box.rules.dtype.names:
        if name not in ("chips", "skull_tokens", "start_skulls"):
            assert (game.rules[name] == box.rules[name]).all(), name
    assert game.rules_digest != box.rules_digest
    state = game.new(seed=1).states[0]
    assert state["skulls"][:2].tolist() == [5, 5] and state["bank"] == 20


def test_the_file_of_the_box_may_be_copied(tmp_path):
    game = load(tmp_path / "copy.toml", BOX)
    assert game.rules_digest == new().rules_digest and game.components == new().components
    again = new(components=str(tmp_path / "copy.toml"))
    position = game.new(seed=1)
    assert again.from_json(position.to_json()) == position


def test_a_board_may_be_small_and_have_no_white_numbers_or_staff_icons(tmp_path, walks):
    ring = " ".join(chain(*RING.values()))
    text = (
        "[white_numbers]\nC = []\nL = []\nT = [2]\nN = []\n[staff]\ncontacts = []\n[links]\n"
        f'chains = ["{ring} C3"]\nparties = ["C3 L4 T5 N7"]\n'
        '[portals]\ncontacts = ["C3"]\n[skulls]\ncards = ["10CLTN", "2C", "2C"]\n'
        '[trends]\ncards = ["sheep"]\n'
    )
    game = load(tmp_path / "mine.toml", text, num_players=4, staff=True)
    rules = game.rules[0]
    assert rules["contacts"] == 49 and rules["staff_icons"] == 0 and rules["portal_count"] == 1
    assert rules["skull_cards"][:3].tolist() == [1, 2, 0] and rules["skull_kinds"] == 2
    assert len(members(rules["named"][0])) == 4 and rules["trend_cards"] == 1
    # 36 in the circle, four parties of 3, 3, 4 and 3, and each of those at one contact
    links = 36 + 3 + 3 + 6 + 3 + 13
    assert sum(len(members(group)) for group in rules["links"]) == 2 * links
    *_, position = walks.game(game, seed=1)
    assert position.is_over and position.states["chips"][0, 5] == 0  # nowhere for the Staff


def test_cards_may_be_other_ones_and_lie_more_than_once(tmp_path):
    cards = {suit: [9] * 10 for suit in "JCVZR"}
    text = "[clique]\n" + "".join(f"{suit} = {cards[suit]}\n" for suit in cards)
    game = load(tmp_path / "mine.toml", text)
    state = game.new(seed=1).states[0]
    dealt = [*state["hand"][:2, :4].ravel(), *state["deck"][: state["deck_count"]]]
    assert collections.Counter(int(kind) for kind in dealt) == {9 * s + 8: 10 for s in range(5)}


def test_a_board_of_the_owner_is_what_is_played(tmp_path):
    text = BOX.replace('contacts = "C3 C4 C6 C7 L4 L8 ', 'contacts = "C10 C9 ')
    position = load(tmp_path / "mine.toml", text).new(seed=1)
    words = "C10 C6 C9".split()  # C6 is a starter no more
    assert [f"start {name}" in position.legal_words() for name in words] == [True, False, True]


# ------------------------------------------------------------------------------- What is refused


def block(name, **keys):
    """Return a block of a file: that of the box with some keys changed, or left out for None."""
    told = {key: value for key, value in (DATA[name] | keys).items() if value is not None}
    return f"[{name}]\n" + "".join(f"{key} = {json.dumps(told[key])}\n" for key in told)


CHAINS = DATA["links"]["chains"]
PARTIES = DATA["links"]["parties"]
STARTERS = DATA["starters"]["contacts"]
NAMES = "must be names such as 'C3 C10'"
GROUPS = "must be a list of names such as 'C3 C10'"
VALUES = "must be a list of whole numbers from 1 to 9"
MANY_CARDS = "cards; from 41 .* to 90 are allowed"
SKULL = "must be a number and the letters of lounges in the order CLTN, as '2CL'"

WRONG = [
    ("[supply", "not TOML"),
    ("monkeys = 3\n", "unknown key 'monkeys'"),
    ("supply = 3\n", "supply"),
    *((block(name, extra=1), f"unknown key '{name}.extra'") for name in DATA),
    *(
        (block(name, **{key: None}), f"key '{name}.{key}' is missing")
        for name, keys in DATA.items()
        for key in keys
    ),
    # supply
    (block("supply", chips=8), "key 'supply.chips' must be a whole number from 9 to 30"),
    (block("supply", chips=31), "key 'supply.chips' must be a whole number from 9 to 30"),
    (block("supply", chips=15.0), "key 'supply.chips' must be"),
    (block("supply", skulls=0, start=0), "key 'supply.skulls' must be a whole number from 1 to"),
    (block("supply", skulls=121), "key 'supply.skulls' must be a whole number from 1 to 120"),
    (block("supply", start=-1), "key 'supply.start' must be a whole number from 0 to 5"),
    (block("supply", start=6), "key 'supply.start' must be a whole number from 0 to 5"),
    (block("supply", start=True), "key 'supply.start' must be"),
    (block("supply", skulls=14), "5 seats with 3 Skulls each need more than the 14 of"),
    # numbers
    *(
        (block(name, L=value), f"key '{name}.L' must be a list of whole numbers from 2 to 10")
        for name in ("numbers", "white_numbers")
        for value in ("4 5", [1, 4], [11], [4.0], [True], ["4"], [[4]], 4)
    ),
    (block("numbers", N=[]), "key 'numbers.N' must be a list of whole numbers from 2 to 10"),
    (block("numbers", T=[5, 9, 5]), "key 'numbers.T' has a number twice"),
    (block("white_numbers", C=[4, 4]), "key 'white_numbers.C' has a number twice"),
    (
        block("white_numbers", C=[2, 3, 4, 5, 7], L=[2, 3, 6, 9]),
        "keys 'numbers' and 'white_numbers' make 61 contacts, .* at most 60 are allowed",
    ),
    (block("numbers", C=[3, 10, 4]), "there is no contact 'C8'"),
    # links
    (block("links", chains="C3 C10"), f"key 'links.chains' {GROUPS}"),
    (block("links", parties="C10 C8"), f"key 'links.parties' {GROUPS}"),
    (block("links", chains=[*CHAINS, 5]), f"key 'links.chains': 5 {NAMES}"),
    (block("links", parties=[["C10"]]), rf"key 'links.parties': \['C10'\] {NAMES}"),
    (block("links", chains=[*CHAINS, "C3 c4"]), "key 'links.chains': there is no contact 'c4'"),
    (block("links", parties=["C11"]), "key 'links.parties': there is no contact 'C11'"),
    (block("links", chains=[*CHAINS, "C3 C3"]), "key 'links.chains': C3 is linked with itself"),
    (block("links", parties=["CB"]), "key 'links.parties': CB is in a party itself"),
    (block("links", parties=["T2w"]), "key 'links.parties': T2w is in a party itself"),
    (
        block("links", parties=PARTIES[1:]),
        "key 'links': with 2 seats no way leads from C3 to CB",
    ),
    (
        block("links", chains=CHAINS[:4]),
        "key 'links': with 2 seats no way leads from C3 to L4",
    ),
    # starters
    (block("starters", contacts=["C3"]), rf"key 'starters.contacts': \['C3'\] {NAMES}"),
    (block("starters", contacts=STARTERS + " C1"), "'starters.contacts': there is no contact 'C1'"),
    (block("starters", contacts=STARTERS + " C3"), "key 'starters.contacts' has a contact twice"),
    (block("starters", contacts=STARTERS + " C7w"), "'starters.contacts': C7w has a white number"),
    (block("starters", contacts=STARTERS + " CP"), "key 'starters.contacts': CP is a Jivecat"),
    (
        block("starters", contacts=" ".join(STARTERS.split()[:9])),
        "key 'starters.contacts' must have at least 10, two for each seat",
    ),
    # portals and Staff icons
    *(
        (text, reason)
        for name, fewest, most in (("portals", 1, 8), ("staff", 0, 60))
        for text, reason in (
            (block(name, contacts="C9"), f"key '{name}.contacts' {GROUPS}"),
            (block(name, contacts=[3]), f"key '{name}.contacts': 3 {NAMES}"),
            (block(name, contacts=["C9 C1"]), f"key '{name}.contacts': there is no contact 'C1'"),
            (block(name, contacts=["C9 C9"]), f"key '{name}.contacts' has a contact twice"),
            (block(name, contacts=["C9 L6w"]), f"'{name}.contacts': L6w has a white number"),
            (block(name, contacts=[""]), f"'{name}.contacts' must tell {fewest} to {most} icons"),
            (block(name, contacts=["C9"] * 61), f"'{name}.contacts' must tell {fewest} to {most}"),
        )
    ),
    (block("portals", contacts=[]), "key 'portals.contacts' must tell 1 to 8 icons"),
    (block("portals", contacts=["C9"] * 9), "key 'portals.contacts' must tell 1 to 8 icons"),
    # decks
    *(
        (block("clique", V=value), f"key 'clique.V' {VALUES}")
        for value in (3, "3", [0], [10], [1.0], [True], [[1]])
    ),
    (block("clique", J=[], C=[]), f"key 'clique' has 30 {MANY_CARDS}"),
    (block("clique", J=[1] * 49), f"key 'clique' has 91 {MANY_CARDS}"),
    (block("skulls", cards="2CL"), "key 'skulls.cards' must be a list of at most 40 cards"),
    (block("skulls", cards=["2CL"] * 41), "key 'skulls.cards' must be a list of at most 40 cards"),
    *(
        (block("skulls", cards=[card]), f"key 'skulls.cards': .* {SKULL}")
        for card in ("2", "CL", "2LC", "2cl", "2CCL", "2 CL", "", 2, ["2CL"], "-2C", "222C")
    ),
    (
        block("skulls", cards=["11C"]),
        "key 'skulls.cards': '11C' names a number that Cocoa has not around its private party",
    ),
    (
        block("skulls", cards=["02C"]),
        "key 'skulls.cards': '02C' names a number that Cocoa has not around its private party",
    ),
    (
        "[numbers]\nC = [3, 10, 4, 8, 6, 7, 9, 5]\nL = [4, 5, 8, 7, 6, 10, 9, 2, 3]\n"
        "T = [5, 9, 4, 2, 8, 10, 3, 7, 6]\nN = [7, 2, 9, 10, 6, 3, 5, 4, 8]\n"
        + block(
            "links",
            chains=[words.replace("C2 ", "").replace("N10 C2", "N10 C4") for words in CHAINS],
            parties=[words.replace("C2 ", "") for words in PARTIES],
        ),
        "key 'skulls.cards': '2CL' names a number that Cocoa has not around its private party",
    ),
    (block("trends", cards="sheep"), "key 'trends.cards' must be a list of Trends"),
    (
        block("trends", cards=["sheeps"]),
        "key 'trends.cards': 'sheeps' is no Trend; known are connected, sheep, .*, wallflower",
    ),
    (block("trends", cards=[3]), "key 'trends.cards': 3 is no Trend"),
    (block("trends", cards=["sheep", "odd", "sheep"]), "key 'trends.cards' has 'sheep' twice"),
]


@pytest.mark.parametrize(("text", "reason"), WRONG)
def test_a_mistake_in_a_file_is_refused_with_file_and_key(tmp_path, text, reason):
    with pytest.raises(BadFile, match=reason) as refused:
        load(tmp_path / "mine.toml", text)
    assert "mine.toml" in str(refused.value) and str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


def test_each_block_as_it_is_does_well(tmp_path):
    for name in DATA:
        assert load(tmp_path / "mine.toml", block(name)).rules_digest == new().rules_digest, name


@pytest.mark.parametrize("cards", [41, 90])
def test_the_fewest_and_the_most_cards_do_well(tmp_path, cards, walks):
    text = block("clique", **{suit: [5] for suit in "CVZR"}, J=[*range(1, 10)] * 10)
    text = text.replace(json.dumps([*range(1, 10)] * 10), str(([*range(1, 10)] * 10)[: cards - 4]))
    for seats in (2, 5):
        game = load(tmp_path / "mine.toml", text, num_players=seats, max_rounds=8)
        assert game.rules["clique"].sum() == cards
        *_, position = walks.game(game, seed=1)
        assert position.is_over


def test_the_most_skulls_and_chips_do_well(tmp_path, walks):
    text = "[supply]\nchips = {chips}\nskulls = {skulls}\nstart = {start}\n"
    for chips, skulls, start in ((30, 120, 5), (9, 1, 0), (9, 15, 3)):
        path = tmp_path / "mine.toml"
        game = load(path, text.format(chips=chips, skulls=skulls, start=start), max_rounds=20)
        *_, position = walks.game(game, seed=1)
        assert position.is_over
        state = position.states[0]
        assert state["skulls"].sum() + state["bank"] == skulls


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "missing.toml", "A"):
        with pytest.raises(BadFile, match="cannot be read"):
            new(components=path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe4\n" + BOX.encode())
    with pytest.raises(BadFile, match="latin.toml is not TOML"):
        new(components=tmp_path / "latin.toml")
