"""The text board: what it tells is true, what it hides from a seat, and that it fits 80 columns."""

import re

import pytest

import jivezoo
from jivezoo.envs.jivecat_lounge.box import TRENDS
from jivezoo.envs.jivecat_lounge.drawing import components_text
from jivezoo.envs.jivecat_lounge.notation import trend_words

GAMES = [
    {},
    {"num_players": 3, "max_rounds": 4},
    {"num_players": 4, "staff": True},
    {"num_players": 5},
]
LOUNGES = ("Cocoa", "Lava", "Tiki", "Neptune")


def new(**options):
    return jivezoo.game("jivecat_lounge", **options)


def some_of(walk, every):
    """Yield some positions of a game, and its last one."""
    for moves, position in enumerate(walk):
        if moves % every == 0 or position.is_over:
            yield position


def unwrapped(text):
    """Return the lines of a board, those that go on joined to one."""
    return re.sub(r"\n {10}(?=\S)", " ", text).splitlines()


def chips_on(text):
    """Return {contact: whose chip is there} as drawn; each contact is drawn once."""
    found, lines = {}, text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("Cocoa"))
    last = next(i for i, line in enumerate(lines) if line.startswith("Skulls"))
    for names, owners in zip(lines[first:last:2], lines[first + 1 : last : 2], strict=True):
        for at in range(8, len(names), 5):  # the owner beneath the name
            name = names[at : at + 5].strip()
            assert name not in found
            found[name] = owners[at : at + 5].strip()
    return found


def told_of(state, seat, is_open, position):
    """Return what the line of a seat should say."""
    active = trend_words(position.states["meets"][0, seat])
    zombies = [word + " used" * used for word, used in state["zombies"][seat]]
    table = zombies + [f"R{state['radas'][seat]}"] * (state["radas"][seat] > 0)
    trends = [trend if trend in active else f"({trend})" for trend in state["trends"][seat]]
    hand = state["hands"][seat]
    yield f"points {state['points'][seat]}"
    yield f"Skulls {state['skulls'][seat]}"
    yield f"chips left {15 - len(state['chips'][seat])}"
    yield "hand: " + (" ".join(hand) or "-" if is_open else f"{len(hand)} cards")
    if table:
        yield f"on the table: {' '.join(table)}"
    if trends:
        yield f"Trends: {' '.join(trends)}"


def check_board(position, state, seat):
    """Compare everything on a board with the position."""
    text = position.text(seat)
    assert max(map(len, text.splitlines())) <= 80
    owners = {name: f"p{s}" for s, names in enumerate(state["chips"]) for name in names}
    owners |= dict.fromkeys(state["staff"], "st")
    names = [c.name for c in position.game.components.contacts(position.game.seats)]
    assert chips_on(text) == {name: owners.get(name, ".") for name in names}
    lines = unwrapped(text)
    mambo, houngan, bokor = state["skull_line"]
    assert f"Skulls    Mambo (1) {mambo}, Houngan (2) {houngan}, Bokor (3) {bokor}" in lines
    vogue, passe, retro = state["trend_line"]
    assert f"Trends    vogue (2) {vogue}, passe (1) {passe}, retro (2) {retro}" in lines
    for each in range(position.game.seats):
        told = told_of(state, each, seat in (None, each), position)
        assert f"player_{each}  {'; '.join(told)}" in lines
    left = f"Clique deck {len(state['deck'])}, discards {len(state['discards'])}"
    assert f"{left}, bank {state['bank']} Skulls" in lines


@pytest.mark.parametrize("is_rich", [False, True])
@pytest.mark.parametrize("options", GAMES)
def test_what_is_drawn_is_what_lies_on_the_table(options, is_rich, rich):
    game = new(**options)
    for position in some_of(rich.walk(game, seed=7, rich=is_rich), 4):
        state = game.state_to_dict(game, position.states)
        for seat in (None, *range(game.seats)):
            check_board(position, state, seat)
        assert str(position) == position.text(None)


@pytest.mark.parametrize("options", GAMES)
def test_the_headline_says_who_is_asked(options, rich):
    game = new(**options)
    for position in rich.walk(game, seed=3, rich=False):
        line = unwrapped(str(position))[0].removeprefix("Swinging Jivecat Voodoo Lounge: ")
        state = game.state_to_dict(game, position.states)
        if state["over"]:
            cap = " (round cap)" if state["truncated"] else ""
            names = ", ".join(f"player_{seat}" for seat in state["winners"])
            assert line == f"over: {names} wins{cap}"
        elif state["chain"]["phase"] == "start":
            assert line == f"player_{state['seat']} places a chip on a starter"
        else:
            other = f", asked is player_{state['seat']}" * (state["seat"] != state["active"])
            assert line == f"round {state['round']}, turn of player_{state['active']}{other}"


def test_another_seat_that_is_asked_is_named(rich):
    game = new()
    lines = [
        (str(position).splitlines()[0], position.seat)
        for seed in range(10)
        for position in rich.walk(game, seed, rich=False)
        if position.seat != position.states["active"][0]
    ]
    assert lines and all(line.endswith(f", asked is player_{seat}") for line, seat in lines)


@pytest.mark.parametrize("options", GAMES)
def test_what_a_seat_cannot_know_is_not_drawn(options, rich):
    game, changed = new(**options), 0
    for moves, position in enumerate(some_of(rich.walk(game, seed=8), 9)):
        for seat in range(game.seats):
            other = position.imagine(seat, seed=moves)
            assert other.text(seat) == position.text(seat)
            changed += str(other) != str(position)
    assert changed > 20


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, None),
        ({"portal_open": 1}, "the portal is open"),
        ({"friends_open": 1}, "Friends are everywhere"),
        ({"borrowed": 4}, "borrowed: Z4"),
        ({"borrowed": 7, "used": 0b110}, "borrowed: Z7; used: sheep aztec"),
        (
            {"portal_open": 1, "friends_open": 1, "used": 1},
            "the portal is open; Friends are everywhere; used: connected",
        ),
    ],
)
def test_what_holds_in_this_turn_is_told(changes, told, rich):
    position = next(p for p in rich.walk(new(), seed=1) if p.states["rounds"] == 2).copy()
    for name, value in changes.items():
        position.states[name] = value
    lines = [line for line in unwrapped(str(position)) if line.startswith("this turn")]
    assert lines == ([f"this turn {told}"] if told else [])


# --------------------------------------------------------------------------------------- 80 columns


@pytest.mark.parametrize("options", [{}, {"num_players": 5}])
def test_the_longest_lines_fit_80_columns(options, rich):
    game = new(**options)
    for walked in some_of(rich.walk(game, seed=2), 10):
        position = walked.copy()
        state = position.states[0]
        state["scores"], state["skulls"], state["rounds"] = 32_000, 25, 12_700
        state["owner"], state["used"] = 0, (1 << len(TRENDS)) - 1
        state["zombie"], state["zombie_used"], state["rada"] = 9, 1, 9
        state["borrowed"], state["borrowed_from"] = 9, 1
        state["portal_open"] = state["friends_open"] = 1
        for seat in (None, *range(game.seats)):
            text = position.text(seat)
            assert max(map(len, text.splitlines())) <= 80
            assert all(trend in text for trend in TRENDS)


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([0], "player_0 wins"),
        ([2, 4], "player_2, player_4 win"),
        ([0, 1, 2, 3], "player_0, player_1, player_2, player_3 win"),
        ([0, 1, 2, 3, 4], "all win"),
    ],
)
def test_the_board_names_the_winners_within_80_columns(winners, words, rich):
    *_, position = rich.walk(new(num_players=5, max_rounds=1, target=90), seed=1, rich=False)
    position.states["won"] = [seat in winners for seat in range(5)]
    assert max(map(len, str(position).splitlines())) <= 80
    title = "Swinging Jivecat Voodoo Lounge: over: "
    assert unwrapped(str(position))[0] == f"{title}{words} (round cap)"


def test_a_lounge_with_many_contacts_is_drawn_in_several_rows(tmp_path, rich):
    path = tmp_path / "many.toml"
    path.write_text("[white_numbers]\nC = [2, 3, 4, 5, 6, 7]\nL = []\nT = []\nN = []\n")
    game = new(num_players=4, components=path)
    for position in some_of(rich.walk(game, seed=1, rich=False), 20):
        check_board(position, game.state_to_dict(game, position.states), None)


# ------------------------------------------------------------------------------------------- Boards


def told_contacts(text):
    """Return {contact: (icons, linked contacts)} of a board that is told as text."""
    found, lines = {}, re.sub(r"\n {31}", " ", text).splitlines()
    for line in lines:
        if re.match(r"  [CLTN]", line):
            icons = {word.strip() for word in line[7:31].split(",") if word.strip()}
            found[line[2:7].strip()] = icons, line[31:].split()
    return found


def test_a_board_is_told_with_its_links_and_icons():
    box = new().components
    text = components_text(box)
    told = told_contacts(text)
    assert list(told) == [contact.name for contact in box.all_contacts]
    assert [line for line in text.splitlines() if line in LOUNGES] == list(LOUNGES)
    assert max(map(len, text.splitlines())) <= 80 and "56 contacts, 164 links" in text
    for contact in box.all_contacts:
        icons, linked = told[contact.name]
        assert linked == box.neighbours[contact.name]
        assert ("starter" in icons) == (contact.name in box.starters)
        assert ("white" in icons) == contact.is_white
        for icon, groups in (("portal", box.portals), ("Staff", box.staff_icons)):
            assert (icon in icons) == any(contact.name in group for group in groups)
    assert told["C3"] == ({"starter", "Staff"}, ["C10", "C5"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("to C5",), "now       C5: 5 missing to 5"),
        (("to C5", "-V3"), "now       C5: 8 missing to 5"),
        (("to LB",), "now       to LB"),
        (("to LB", "+J2"), "now       to LB, chips to remove: 2"),
        (("cheval C1", "from C3"), "now       from C3"),
        (("use odd",), "now       uses odd"),
        (("use pink", "use sheep"), "now       uses sheep of p1"),
    ],
)
def test_what_is_half_way_is_told(lay, words, told):
    own, rival = "C3 L5 T7 T9 T5 N7 N3 CP LP", "C6 L6 N6"
    trends = ["odd pink", "sheep"]
    p = lay(own, rival, hands=["J2 C1 V3 R8", "J9"], trends=trends, skulls=[5], used="")
    lines = p.play(*words).text().split("\n")
    assert [line for line in lines if line.startswith("now ")] == ([told] if told else [])


def test_the_number_that_the_staff_look_for_is_told(walks):
    for position in walks.game(jivezoo.game("jivecat_lounge"), seed=3):
        asked = [word for word in position.legal_words() if word.startswith("staff")]
        number = asked[0][7:] if asked else ""
        assert (f"the Staff look for a {number}" in position.text()) == bool(asked)
