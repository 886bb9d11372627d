"""Board files: what is checked on loading, and facts of the boards that come with the game."""

import tomllib
from importlib import resources

import pytest

import jivezoo
from jivezoo.envs.errors import BadFile

BOX = (resources.files("jivezoo") / "envs" / "itchy_monkey" / "components.toml").read_text()
BOARDS = tomllib.loads(BOX)["boards"]
ROWS = {name: ["".join(row.split()) for row in board["rows"]] for name, board in BOARDS.items()}
SIDES = tuple(ROWS)
MINE = '[boards.mine]\nseats = [2]\nrows = ["G . L", "O S ."]\n'


def load(path, text, **options):
    path.write_text(text)
    return jivezoo.game("itchy_monkey", board=path, **options)


# ------------------------------------------------------------------------ What may be written


def test_a_file_needs_no_more_than_a_board(tmp_path):
    game = load(tmp_path / "mine.toml", MINE)
    assert game.components.rows == ("G.L", "OS.") and game.components.name == "mine"
    assert (game.components.workers, game.components.queens) == (20, 3)


def test_the_file_of_the_box_may_be_copied_and_changed(tmp_path):
    changed = BOX.replace("workers = 20", "workers = 12").replace(". L S . O .", ". L S . O S")
    game = load(tmp_path / "copy.toml", changed)
    assert game.components.workers == 12
    assert game.components.rows[0] == ".LS.OS" and game.components.rows[1] == "M.GS.M"
    assert load(tmp_path / "copy.toml", changed, num_players=3).components.name == "B"


def test_the_board_of_a_file_is_what_is_played(tmp_path):
    position = load(tmp_path / "mine.toml", MINE).new(seed=1)
    words = ["place a1", "place c1", "place a2", "place b2"]
    assert position.legal_words() == words
    assert position.play("place a1").legal_words() == ["place b2"]


def test_a_path_may_be_given_as_text_and_is_an_option_of_positions(tmp_path):
    path = tmp_path / "mine.toml"
    game = load(path, MINE)
    again = jivezoo.game("itchy_monkey", board=str(path))
    position = game.new(seed=1).play("place a1")
    assert again.from_json(position.to_json()) == position


# ------------------------------------------------------------------------- What is refused


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[boards", "not TOML"),
        ("cards = 3\n" + MINE, "unknown key 'cards'"),
        ("[lice]\nworkers = 6\nqueens = 1\n", "key 'boards'"),
        ("boards = 3\n", "key 'boards'"),
        ("[boards]\n", "key 'boards'"),
        ("[boards]\nmine = 3\n", "'boards.mine' must be a table"),
        (MINE + "colour = 'red'\n", "unknown key 'boards.mine.colour'"),
        (MINE.replace("seats = [2]\n", ""), "key 'boards.mine.seats'"),
        (MINE.replace("[2]", "2"), "key 'boards.mine.seats'"),
        (MINE.replace("[2]", "[5]"), "key 'boards.mine.seats'"),
        (MINE.replace("[2]", "[1, 2]"), "key 'boards.mine.seats'"),
        (MINE.replace("[2]", "[2.0]"), "key 'boards.mine.seats'"),
        (MINE.replace("[2]", "[true]"), "key 'boards.mine.seats'"),
        (MINE.replace("[2]", '["2"]'), "key 'boards.mine.seats'"),
        (MINE.replace("[2]", "[3, 4]"), "no board is for 2 seats"),
        (MINE.replace("rows =", "source ="), "key 'boards.mine.rows'"),
        (MINE.replace('["G . L", "O S ."]', '"G . L"'), "key 'boards.mine.rows'"),
        (MINE.replace('"O S ."', "3"), "key 'boards.mine.rows'"),
        (MINE.replace('["G . L", "O S ."]', "[]"), "key 'boards.mine.rows'"),
        (MINE.replace('["G . L", "O S ."]', '[""]'), "key 'boards.mine.rows'"),
        (MINE.replace("O S .", "O S"), "key 'boards.mine.rows' must be 1 to 7 rows of one length"),
        (MINE.replace('"O S ."', ", ".join(['"O S ."'] * 7)), "key 'boards.mine.rows' must be 1"),
        (MINE.replace("G . L", "G . L . . . . .").replace("O S .", "O S . . . . . ."), "at most 7"),
        (MINE.replace("G . L", "G . X"), "key 'boards.mine.rows' has 'X'"),
        (MINE.replace("G . L", "G . l"), "key 'boards.mine.rows' has 'l'"),
        (MINE.replace('"G . L", "O S ."', '". G ."'), "key 'boards.mine.rows' must show at least"),
        (MINE.replace('"G . L", "O S ."', '"GGGGG"'), "key 'boards.mine.rows' shows 5 tiles G"),
        (MINE.replace('"G . L", "O S ."', '"LLLLLL"'), "key 'boards.mine.rows' shows 6 tiles L"),
        ("tiles = 5\n" + MINE, "'tiles' must be a table"),
        ("[tiles]\nG = 4\n" + MINE, "key 'tiles.O'"),
        ("[tiles]\nG=0\nO=5\nL=5\nS=5\nM=5\nT=5\n" + MINE, "shows 1 tiles G; there are 0"),
        ("[tiles]\nG=-1\nO=5\nL=5\nS=5\nM=5\nT=5\n" + MINE, "key 'tiles.G'"),
        ("[tiles]\nG=4\nO=5\nL=5\nS=5\nM=5\nT=50\n" + MINE, "key 'tiles.T'"),
        ("[tiles]\nG=4\nO=5\nL=5\nS=5\nM=5\nT=5\nX=1\n" + MINE, "unknown key 'tiles.X'"),
        ("lice = 20\n" + MINE, "'lice' must be a table"),
        ("[lice]\nworkers = 20\n" + MINE, "key 'lice.queens'"),
        ("[lice]\nworkers = 1\nqueens = 1\n" + MINE, "key 'lice.workers' must be .* from 2 to 20"),
        ("[lice]\nworkers = 21\nqueens = 1\n" + MINE, "key 'lice.workers'"),
        ("[lice]\nworkers = 2.5\nqueens = 1\n" + MINE, "key 'lice.workers'"),
        ("[lice]\nworkers = true\nqueens = 1\n" + MINE, "key 'lice.workers'"),
        ("[lice]\nworkers = 6\nqueens = 0\n" + MINE, "key 'lice.queens' must be .* from 1 to 3"),
        ("[lice]\nworkers = 6\nqueens = 4\n" + MINE, "key 'lice.queens'"),
        ("[lice]\nworkers = 6\nqueens = 1\nkings = 1\n" + MINE, "unknown key 'lice.kings'"),
    ],
)
def test_a_mistake_in_a_file_is_refused_with_file_and_key(tmp_path, text, key):
    with pytest.raises(BadFile, match=key) as refused:
        load(tmp_path / "mine.toml", text)
    assert "mine.toml" in str(refused.value) and str(refused.value).endswith(".")


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "missing.toml", "C"):
        with pytest.raises(BadFile, match="cannot be read.*a side of the box is A or B"):
            jivezoo.game("itchy_monkey", board=path)
    (tmp_path / "latin.toml").write_bytes(b"# \xe4\n" + MINE.encode())
    with pytest.raises(BadFile, match="latin.toml is not TOML"):
        jivezoo.game("itchy_monkey", board=tmp_path / "latin.toml")


# --------------------------------------------------------- The boards that come with the game


def first_seen(rows, x, y, dx, dy):
    """Return the letter of the nearest tile in a direction, or a dot."""
    while True:
        x, y = x + dx, y + dy
        if not (0 <= y < len(rows) and 0 <= x < len(rows[0])):
            return "."
        if rows[y][x] != ".":
            return rows[y][x]


def looks(rows):
    """Yield every tile with each direction: x, y, dx, dy."""
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                yield from ((x, y, *step) for step in ((0, -1), (1, 0), (0, 1), (-1, 0)))


@pytest.mark.parametrize("side", SIDES)
def test_the_boards_are_said_to_be_a_reconstruction(side):
    assert BOARDS[side]["source"] == "reconstruction"


@pytest.mark.parametrize(("side", "size", "tiles"), [("A", 6, 20), ("B", 7, 24)])
def test_size_and_number_of_tiles(side, size, tiles):
    assert len(ROWS[side]) == size and {len(row) for row in ROWS[side]} == {size}
    letters = "".join(ROWS[side])
    assert len(letters) - letters.count(".") == tiles
    others = {letters.count(letter) for letter in "OLSM"}
    assert letters.count("G") == 4 and others == {(tiles - 4) // 4} and letters.count("T") == 0


@pytest.mark.parametrize("side", SIDES)
def test_a_quarter_turn_maps_tiles_on_tiles_and_the_species_in_a_circle(side):
    turned = ["".join(column)[::-1] for column in zip(*ROWS[side], strict=True)]
    circle = str.maketrans("OSLM", "SLMO")
    assert turned in (
        [row.translate(circle) for row in ROWS[side]],
        [row.translate(str.maketrans("SLMO", "OSLM")) for row in ROWS[side]],
    )


@pytest.mark.parametrize("side", SIDES)
def test_no_two_of_one_species_see_each_other(side):
    rows = ROWS[side]
    for x, y, dx, dy in looks(rows):
        assert first_seen(rows, x, y, dx, dy) != rows[y][x]


@pytest.mark.parametrize("side", SIDES)
def test_every_tile_can_slide(side):
    rows = ROWS[side]
    size = len(rows)
    movable = {
        (x, y)
        for x, y, dx, dy in looks(rows)
        if 0 <= x + dx < size and 0 <= y + dy < size and rows[y + dy][x + dx] == "."
    }
    assert movable == {(x, y) for x, y, _, _ in looks(rows)}
