"""What is in the box, files that replace parts of it, and what is checked on loading them."""

import json
import tomllib
from importlib import resources

import pytest

import jivezoo
from jivezoo.envs.errors import BadFile

BOX = (resources.files("jivezoo") / "envs" / "gelini_nightlife" / "components.toml").read_text()
CLIQUES = tomllib.loads(BOX)["cliques"]
ACTING = ("flyer", "call", "people")


def load(path, text, **options):
    path.write_text(text)
    return jivezoo.game("gelini_nightlife", components=path, **options)


def new(**options):
    return jivezoo.game("gelini_nightlife", **options)


def line_of(game, seed=1):
    """Return the counters in the line of a new game."""
    position = game.new(seed=seed)
    return game.state_to_dict(game, position.states)["line"]


# ------------------------------------------------------------------------------- What is in the box


def test_the_box_holds_what_the_rulebook_says():
    box = new().components
    guests = sum(number for *_, number in box.guests)
    assert guests == box["guests.number"] == 36
    assert (box["vips.number"], box["stars.number"], box["coins.number"]) == (4, 3, 6)
    assert [box[f"action_counters.{name}"] for name in ACTING] == [2, 2, 2]
    assert guests + 4 + 3 + 1 + 6 + 6 == 56  # with the Band
    assert sorted(box.faces) == [1, 2, 3, 3, 4, 5]


def test_the_guests_are_eleven_cliques_of_three_sorts():
    sorts = [tuple(sorted(clique)) for clique in new().components.cliques.values()]
    assert {sort: sorts.count(sort) for sort in sorts} == {
        (1, 1, 1, 1): 3,
        (2, 2, 2): 4,
        (1, 2, 3): 4,
    }
    numbers = [squares for clique in CLIQUES.values() for squares in clique]
    assert [numbers.count(squares) for squares in (1, 2, 3)] == [16, 16, 4]
    assert sum(numbers) == 60 and CLIQUES["blue"] == [1, 2, 3] and CLIQUES["green"] == [2, 2, 2]


def test_the_squares_of_the_box():
    box = new().components
    assert [box[key] for key in ("vips.squares", "stars.squares", "band.squares")] == [4, 5, 6]
    assert box.squares() == 60 + 4 * 4 + 3 * 5 + 6 == 97


def test_what_the_rulebook_does_not_say_is_said_to_be_a_reconstruction():
    for line in ("squares = 5 # reconstruction", "squares = 6 # reconstruction"):
        assert line in BOX
    assert "are a reconstruction" in BOX.split("[cliques]")[0]


@pytest.mark.parametrize(("seats", "floor"), [(2, 37), (3, 25), (4, 25), (5, 25)])
def test_each_seat_has_a_floor(seats, floor):
    game = new(num_players=seats)
    assert game.components.floor(seats) == game.rules[0]["floor"] == floor


@pytest.mark.parametrize("seats", [2, 5])
def test_all_but_stars_and_band_are_in_the_line(seats):
    basic, other = (
        line_of(new(num_players=seats, action_counters=acting)) for acting in (False, True)
    )
    assert len(basic) == 46 and len(other) == 52
    assert basic.count("coin") == 6 and basic.count("vip") == 4
    assert sorted(other) == sorted([*basic, *ACTING, *ACTING])
    for colour, clique in CLIQUES.items():
        for squares in clique:
            assert basic.count(f"{colour}{squares}") == clique.count(squares)


def test_counters_alike_have_one_word():
    words = new().components.words
    assert words[:6] == ["gap", *ACTING, "coin", "vip"]
    assert len(words) == len(set(words)) == 6 + 3 + 4 + 4 * 3
    assert {"amber1", "green2", "blue3"} < set(words)


# ------------------------------------------------------------------------------ What may be written


def test_a_file_may_say_nothing(tmp_path):
    game, box = load(tmp_path / "mine.toml", ""), new()
    assert game.components == box.components and game.rules_digest == box.rules_digest


def test_the_file_of_the_box_may_be_copied_and_changed(tmp_path):
    changed = BOX.replace("[1, 2, 3, 3, 4, 5]", "[6, 1]").replace("extra = 12", "extra = 0")
    game = load(tmp_path / "copy.toml", changed)
    assert game.components.faces == (6, 1) and game.rules[0]["longest"] == 6
    assert game.rules[0]["floor"] == 25
    assert {int(game.new(seed=seed).states["roll"][0]) for seed in range(30)} == {1, 6}
    assert game.rules_digest != new().rules_digest


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("[floors]\nsquares = 20\nextra = 3\n", "floors.extra", 3),
        ("[vips]\nnumber = 0\nsquares = 120\n", "vips.squares", 120),
        ("[vips]\nnumber = 2\nsquares = 5\n", "vips.number", 2),
        ("[stars]\nnumber = 0\nsquares = 1\n", "stars.number", 0),
        ("[band]\nsquares = 0\n", "band.squares", 0),
        ("[coins]\nnumber = 0\n", "coins.number", 0),
        ("[action_counters]\nflyer = 0\ncall = 0\npeople = 9\n", "action_counters.people", 9),
    ],
)
def test_blocks_that_are_left_out_are_those_of_the_box(tmp_path, text, key, value):
    game, box = load(tmp_path / "mine.toml", text), new().components
    assert game.components[key] == value
    same = {
        name: number
        for name, number in box.numbers.items()
        if f"[{name.split('.')[0]}]" not in text
    }
    assert len(same) >= 8 and same.items() <= game.components.numbers.items()
    assert (game.components.cliques, game.components.faces) == (box.cliques, box.faces)


def test_a_line_without_guests_may_be_played(tmp_path, walks):
    text = "[guests]\nnumber = 0\n[cliques]\n[vips]\nnumber = 1\nsquares = 4\n"
    game = load(tmp_path / "mine.toml", text, num_players=3)
    assert sorted(line_of(game)) == ["coin"] * 6 + ["vip"]
    *_, last = walks.game(game, seed=1)
    assert last.is_over


def test_the_largest_box_may_be_played(tmp_path, walks):
    cliques = "".join(f"{letter} = [1, 2, 1]\n" for letter in "abcdefghijklmnop")
    text = (
        f"[guests]\nnumber = 48\n[cliques]\n{cliques}[coins]\nnumber = 22\n"
        "[die]\nfaces = [8, 7, 6, 5, 4, 3, 2, 1]\n[floors]\nsquares = 120\nextra = 0\n"
        "[band]\nsquares = 25\n"
    )
    game = load(tmp_path / "mine.toml", text, num_players=5, action_counters=True)
    assert len(line_of(game)) == 80 and game.components.squares() == 120
    positions = list(walks.game(game, seed=1))
    assert positions[-1].is_over
    for position in positions:
        observation = position.observation()
        assert (game.features.low <= observation).all() and (
            observation <= game.features.high
        ).all()
        assert game.from_json(position.to_json()) == position


def test_a_path_may_be_given_as_text_and_is_an_option_of_positions(tmp_path):
    path = tmp_path / "mine.toml"
    game = load(path, "[band]\nsquares = 1\n")
    again = new(components=str(path))
    position = game.new(seed=1).play("go")
    assert again.from_json(position.to_json()) == position
    assert json.loads(position.to_json())["options"]["components"] == str(path)


# ---------------------------------------------------------------------------------- What is refused

FEW = "[guests]\nnumber = 3\n[cliques]\n"  # a clique of three is to follow
BLOCKS = {
    "floors": "squares = 25\nextra = 12\n",
    "vips": "number = 4\nsquares = 4\n",
    "stars": "number = 3\nsquares = 5\n",
    "action_counters": "flyer = 2\ncall = 2\npeople = 2\n",
}


def block(name, old, new):
    """Return a block of the box with a part of it replaced."""
    assert old in BLOCKS[name]
    return f"[{name}]\n{BLOCKS[name].replace(old, new)}"


def many_kinds(colours, clique):
    """Return cliques that are all alike."""
    letters = [chr(ord("a") + number) for number in range(colours)]
    number = colours * (clique.count(",") + 1)
    return f"[guests]\nnumber = {number}\n[cliques]\n" + "".join(
        f"{c} = {clique}\n" for c in letters
    )


FACES = r"key 'die.faces' must be a list of 1 to 8 whole numbers from 1 to 8\.$"
GUESTS = r"must be a list of 1 to 80 whole numbers from 1 to 9\.$"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[die", "is not TOML"),
        ("die = [1, 2]\n", "'die' must be a table"),
        ("seats = 3\n", "unknown key 'seats'; known are die, cliques, floors, guests, vips, stars"),
        ("[die]\nfaces = []\n", FACES),
        ("[die]\nfaces = 6\n", FACES),
        ("[die]\nfaces = [0, 1]\n", FACES),
        ("[die]\nfaces = [1, 9]\n", FACES),
        ("[die]\nfaces = [1, 2.0]\n", FACES),
        ("[die]\nfaces = [1, true]\n", FACES),
        ('[die]\nfaces = ["1"]\n', FACES),
        ("[die]\nfaces = [1, 1, 1, 1, 1, 1, 1, 1, 1]\n", FACES),
        ("[die]\n", FACES),
        ("[die]\nfaces = [1]\nsides = 6\n", "unknown key 'die.sides'; known are faces"),
        ("floors = 25\n", "'floors' must be a table"),
        ("[floors]\nsquares = 25\n", "'floors.extra' must be a whole number from 0 to 120"),
        (block("floors", "25", "0"), "'floors.squares' must be a whole number from 1 to 120"),
        (block("floors", "25", "121"), "'floors.squares' must be a whole number from 1 to 120"),
        (block("floors", "25", "25.0"), "'floors.squares'"),
        (block("floors", "12", "-1"), "'floors.extra' must be a whole number from 0 to 120"),
        (block("floors", "12", "true"), "'floors.extra'"),
        (block("floors", "12", "96"), "floors.extra.*have 121 squares together; at most 120"),
        (block("floors", "extra", "exits"), "unknown key 'floors.exits'; known are squares, extra"),
        ("[guests]\nnumber = 35\n", "cliques have 36 guests, but key 'guests.number' says 35"),
        ("[guests]\nnumber = 81\n", "'guests.number' must be a whole number from 0 to 80"),
        ("[guests]\n", "'guests.number' must be a whole number from 0 to 80"),
        (
            "[cliques]\namber = [1, 1, 1]\n",
            "cliques have 3 guests, but key 'guests.number' says 36",
        ),
        ("[cliques]\n", "the cliques have 0 guests, but key 'guests.number' says 36"),
        ("cliques = 3\n", "key 'cliques' must be a table of at most 16 colours"),
        (many_kinds(17, "[1]"), "key 'cliques' must be a table of at most 16 colours"),
        (many_kinds(14, "[1, 2, 3]"), "key 'cliques' has more than 40 kinds of guests"),
        (FEW + "Red = [1, 2, 3]\n", "key 'cliques.Red': a colour has 1 to 20 small letters"),
        (FEW + '"red " = [1, 2, 3]\n', "key 'cliques.red ': a colour has 1 to 20 small letters"),
        (FEW + "r" * 21 + " = [1, 2, 3]\n", "rr': a colour has 1 to 20 small letters"),
        (FEW + "red2 = [1, 2, 3]\n", "key 'cliques.red2'"),
        (FEW + '"" = [1, 2, 3]\n', "key 'cliques.': a colour has 1 to 20 small letters"),
        (FEW + "red = 3\n", f"key 'cliques.red' {GUESTS}"),
        (FEW + "red = []\n", f"key 'cliques.red' {GUESTS}"),
        (FEW + "red = [1, 2, 0]\n", f"key 'cliques.red' {GUESTS}"),
        (FEW + "red = [1, 2, 10]\n", f"key 'cliques.red' {GUESTS}"),
        (FEW + "red = [1, 2, true]\n", f"key 'cliques.red' {GUESTS}"),
        (FEW + "red = [1, 2, [3]]\n", f"key 'cliques.red' {GUESTS}"),
        (FEW + f"red = {[1] * 81}\n", f"key 'cliques.red' {GUESTS}"),
        ("[vips]\nnumber = 4\n", "'vips.squares' must be a whole number from 1 to 120"),
        (block("vips", "squares = 4", "squares = 0"), "'vips.squares'"),
        (block("vips", "number = 4", "number = -1"), "'vips.number' must be .* from 0 to 80"),
        (block("vips", "number", "names"), "unknown key 'vips.names'; known are number, squares"),
        ("[stars]\nsquares = 5\n", "'stars.number' must be a whole number from 0 to 80"),
        (block("stars", "5", "0"), "'stars.squares' must be a whole number from 1 to 120"),
        (block("stars", "3", "8"), "have 122 squares; at most 120"),
        ("[band]\nsquares = -1\n", "'band.squares' must be a whole number from 0 to 120"),
        ("[band]\nsquares = 30\n", "have 121 squares; at most 120"),
        ("[band]\nsize = 6\n", "unknown key 'band.size'; known are squares"),
        ("[band]\n", "'band.squares'"),
        ("[coins]\nnumber = 81\n", "'coins.number' must be a whole number from 0 to 80"),
        ("[coins]\nnumber = '6'\n", "'coins.number'"),
        ("[coins]\nnumber = 35\n", "make a line of 81 counters; at most 80"),
        (block("action_counters", "flyer = 2\n", ""), "'action_counters.flyer' must be a whole"),
        (block("action_counters", "call = 2", "call = 81"), "'action_counters.call'"),
        (block("action_counters", "people", "guests"), "unknown key 'action_counters.guests'"),
        (
            block("action_counters", "people = 2", "people = 31"),
            "make a line of 81 counters; at most 80",
        ),
        (
            "[guests]\nnumber = 0\n[cliques]\n[coins]\nnumber = 0\n"
            + block("vips", "r = 4", "r = 0"),
            "must have .number. above 0",
        ),
    ],
)
def test_a_mistake_in_a_file_is_refused_with_file_and_key(tmp_path, text, reason):
    with pytest.raises(BadFile, match=reason) as refused:
        load(tmp_path / "mine.toml", text)
    message = str(refused.value)
    assert "mine.toml" in message and message.endswith(".") and "\n" not in message


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "missing.toml", "B"):
        with pytest.raises(BadFile, match=r"components file .* cannot be read: .*\.$"):
            new(components=path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe4\n" + BOX.encode())
    with pytest.raises(BadFile, match="latin.toml is not TOML"):
        new(components=tmp_path / "latin.toml")
