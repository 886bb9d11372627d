"""What is in the box, files that replace parts of it, options, and what is refused."""

import collections
import itertools
import json
import tomllib
from fractions import Fraction
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import jivezoo
from jivezoo.envs.errors import BadFile, BadOption

BOX = (resources.files("jivezoo") / "envs" / "voodoo_mania" / "components.toml").read_text()
CARDS = tomllib.loads(BOX)["deck"]["cards"]
FACES, DEAL, DECK = (f"[{part}" for part in BOX.split("\n[")[1:])
FEW = "[deal]\n2 = 2\n3 = 1\n4 = 1\n5 = 1\n6 = 1\n"


def new(**options):
    return jivezoo.game("voodoo_mania", **options)


def load(path, text, **options):
    path.write_text(text)
    return new(deck=path, **options)


def deck_of(*cards):
    return f"[deck]\ncards = {json.dumps(list(cards))}\n"


# ------------------------------------------------------------------------------- What is in the box


def test_the_faces_of_the_box_are_those_of_its_formula():
    def face(i, c, m):
        return "".join("." if x == i else "rygbp"[(c + m * (x - i)) % 5] for x in range(5))

    wanted = []
    for k in range(100):
        if k not in (14, 24, 25, 45, 52, 67, 69, 84, 87):
            m, i, c = k // 25 + 1, k % 25 // 5, k % 5
            wanted.append(f"{face(i, c, m)}/{face((i + 1) % 5, (c + m + (1, 1, 1, 2)[m - 1]), m)}")
    assert wanted == CARDS


def test_the_faces_of_the_box_are_spread_evenly():
    sides = [side for card in CARDS for side in card.split("/")]
    assert len(CARDS) == len(set(CARDS)) == 91

    def shown(side):
        return {(i, colour) for i, colour in enumerate(side) if colour != "."}

    def lacking(side):
        return side.index("."), *(set("rygbp") - set(side))

    counts = collections.Counter(map(lacking, sides))
    assert collections.Counter(counts.values()) == {7: 18, 8: 7}
    shows = collections.Counter(each for side in sides for each in shown(side))
    assert len(shows) == 25 and set(shows.values()) == {28, 29, 30}
    for front, back in (card.split("/") for card in CARDS):
        assert not shown(front) & shown(back)
        assert all(one != other for one, other in zip(lacking(front), lacking(back), strict=True))
        assert lacking(front) not in shown(back) and lacking(back) not in shown(front)


@pytest.mark.parametrize(("seats", "dealt"), [(2, 45), (3, 30), (4, 22), (5, 18), (6, 15)])
def test_each_seat_is_dealt_as_many_cards_as_told(seats, dealt):
    state = new(num_players=seats).new(seed=1).states
    counts = state["hand_count"] + state["pile_count"]
    assert counts[0, :seats].tolist() == [dealt] * seats and (state["hand_count"][0] < 4).all()
    assert int((state["holder"][0] == 7).sum()) == 91 - 1 - seats * dealt == 2 * (seats == 4)


def test_a_random_deck_is_drawn_once_a_game_from_all_faces():
    game, drawn = new(deck="random", rounds=2, max_ticks=3), collections.Counter()
    for seed in range(60):
        position = game.new(seed=seed)
        faces = position.states["face"].copy()
        assert len(set(faces.ravel().tolist())) == 182
        drawn.update(faces.ravel().tolist())
        while not position.is_over:
            position.play("wait")
        assert (position.states["face"] == faces).all()
    assert len(drawn) == 600 and max(drawn.values()) < 40


# ------------------------------------------------------------------------------ What may be written


@pytest.mark.parametrize("text", ["", BOX, FACES, DEAL, DECK, DECK + DEAL + FACES])
def test_a_file_equal_to_the_box_is_the_same_game(tmp_path, text):
    game, box = load(tmp_path / "mine.toml", text), new()
    assert game.components == box.components and game.rules_digest == box.rules_digest
    assert game.new(seed=3).states.tobytes() == box.new(seed=3).states.tobytes()


WORDS = (
    '[faces]\ningredients = ["newt", "toad", "tarantulas", "i", "eye"]\n'
    'colours = ["crimson", "amber", "lime", "navyblues", "violet"]\n'
)
LETTERS = str.maketrans("rygbp", "calnv")


def test_words_may_be_replaced_and_the_cards_of_the_box_stay(tmp_path):
    game, box = load(tmp_path / "mine.toml", WORDS), new()
    assert game.components.cards == box.components.cards
    assert game.components.combination(0) == "crimson newt"
    assert game.components.combination(14) == "violet tarantulas"
    assert game.components.letters(box.components.cards[0][0]) == ".alnv"
    assert game.rules_digest != box.rules_digest
    mine, theirs = game.new(seed=2), box.new(seed=2)
    assert (mine.observation() == theirs.observation()).all()


def test_cards_are_told_by_the_letters_of_their_file(tmp_path):
    told = [card.translate(LETTERS) for card in CARDS]
    game = load(tmp_path / "mine.toml", WORDS + deck_of(*told))
    assert game.components == load(tmp_path / "yours.toml", WORDS).components


NO_RED_DOLL = (".ygbp", ".gybp", ".ybgp", ".bygp", ".pgby", ".gpby", ".pbgy")
SMALL = {
    "seven cards": (FEW.replace("2 = 2", "2 = 3"), CARDS[:7], 6),
    "cards in the box": (FEW, CARDS[10:25], 5),
    "one combination": (FEW, [f"{face}/{face[::-1]}" for face in NO_RED_DOLL], 2),
    "other sides": (FEW, [f"{card[6:]}/{card[:5]}" for card in CARDS[:60]], 3),
    "both sides alike": (FEW, [f"{card[:5]}/{card[:5]}" for card in CARDS[:40]], 4),
}


@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize("name", SMALL)
def test_other_decks_are_played_to_their_ends(tmp_path, name, search, walks):
    deal, cards, seats = SMALL[name]
    game = load(
        tmp_path / "mine.toml",
        WORDS + deal + deck_of(*(card.translate(LETTERS) for card in cards)),
        num_players=seats,
        search=search,
        max_ticks=30,
    )
    assert game.rules["cards"][0] == len(cards)
    for seed in range(4):
        for position in walks.game(game, seed):
            assert max(map(len, str(position).splitlines())) <= 80
            observation = position.observation()
            assert (game.features.low <= observation).all()
            assert (observation <= game.features.high).all()
            assert game.from_json(position.to_json()) == position
        assert position.is_over and position.states["holder"][0, len(cards) :].min(initial=7) == 7


def test_as_many_faces_alike_as_can_be_counted(tmp_path):
    red_dolls = [face for face in all_faces() if face[0] == "r"]
    cards = [f"{a}/{b}" for a, b in zip(red_dolls[:60], red_dolls[36:], strict=True)]
    game = load(tmp_path / "mine.toml", deck_of(*cards) + FEW)
    assert game.new(seed=1).features()["unseen"][0, 0] <= 120
    more = [*cards, f"{red_dolls[60]}/{red_dolls[0]}"]
    with pytest.raises(BadFile, match="red is at the same ingredient on 122 faces; at most 120"):
        load(tmp_path / "mine.toml", deck_of(*more) + FEW)


def all_faces():
    """Return all faces as a file tells them."""
    return [
        "".join(order[:i]) + "." + "".join(order[i:])
        for i in range(5)
        for order in itertools.permutations("rygbp", 4)
    ]


# ---------------------------------------------------------------------------------- What is refused

TWO = r"must be two faces, as '.ygbp/y.bpr': .* letters rygbp, and one dot\.$"
FIVE = r"must be 5 words of 1 to 10 small letters\.$"


def faces(ingredients="doll mask potion amulet hat", colours="red yellow green blue purple"):
    both = [f"[faces]\ningredients = {json.dumps(ingredients.split())}"]
    return "\n".join([*both, f"colours = {json.dumps(colours.split())}\n"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[deck", "is not TOML"),
        ("deck = [1]\n", "'deck' must be a table"),
        ("faces = 3\n", "'faces' must be a table"),
        ("deal = 45\n", "'deal' must be a table"),
        ("seats = 3\n", "unknown key 'seats'; known are faces, deal, deck"),
        ("[pile]\ncards = 3\n", "unknown key 'pile'; known are faces, deal, deck"),
        (faces() + "smells = 5\n", "unknown key 'faces.smells'; known are ingredients, colours"),
        (DEAL + "7 = 12\n", "unknown key 'deal.7'; known are 2, 3, 4, 5, 6"),
        (DECK + "size = 91\n", "unknown key 'deck.size'; known are cards"),
        ("[faces]\n", f"key 'faces.ingredients' {FIVE}"),
        ('[faces]\ningredients = ["a", "b", "c", "d", "e"]\n', f"key 'faces.colours' {FIVE}"),
        (faces(ingredients="doll mask potion amulet"), f"key 'faces.ingredients' {FIVE}"),
        (faces(ingredients="doll mask potion amulet hat pin"), f"key 'faces.ingredients' {FIVE}"),
        (faces(ingredients="Doll mask potion amulet hat"), f"key 'faces.ingredients' {FIVE}"),
        (faces(ingredients="doll2 mask potion amulet hat"), f"key 'faces.ingredients' {FIVE}"),
        (faces(ingredients="dölls mask potion amulet hat"), f"key 'faces.ingredients' {FIVE}"),
        (faces(colours="aquamarines yellow green blue purple"), f"key 'faces.colours' {FIVE}"),
        (faces().replace('"doll"', '""'), f"key 'faces.ingredients' {FIVE}"),
        (faces().replace('"doll"', "1"), f"key 'faces.ingredients' {FIVE}"),
        (faces().replace('"red"', '["red"]'), f"key 'faces.colours' {FIVE}"),
        (FACES.replace('["doll", "mask", "potion", "amulet", "hat"]', '"doll"'), FIVE),
        (faces(ingredients="doll mask doll amulet hat"), "'faces.ingredients' has a word twice"),
        (faces(colours="red red green blue purple"), "'faces.colours' has a word twice"),
        (faces(colours="red rose green blue purple"), "must be words with different first letters"),
        ("[deal]\n2 = 45\n", "key 'deal.3' must be a whole number from 1 to 91"),
        (DEAL.replace("45", "0"), "key 'deal.2' must be a whole number from 1 to 91"),
        (DEAL.replace("45", "-1"), "key 'deal.2' must be"),
        (DEAL.replace("30", "92"), "key 'deal.3' must be"),
        (DEAL.replace("22", "22.0"), "key 'deal.4' must be"),
        (DEAL.replace("18", '"18"'), "key 'deal.5' must be"),
        (DEAL.replace("15", "true"), "key 'deal.6' must be"),
        (DEAL.replace("15", "16"), "key 'deal.6': 6 x 16 cards, .* more than the 91 of 'deck.car"),
        (deck_of(*CARDS[:90]), "key 'deal.2': 2 x 45 cards, and one for the Voodoo pile, are more"),
        ("[deck]\n", "key 'deck.cards' must be a list of 1 to 91 cards"),
        ("[deck]\ncards = 91\n", "key 'deck.cards' must be a list of 1 to 91 cards"),
        (deck_of(), "key 'deck.cards' must be a list of 1 to 91 cards"),
        (deck_of(*CARDS, CARDS[0]), "key 'deck.cards' must be a list of 1 to 91 cards"),
        (deck_of(".ygbp"), f"key 'deck.cards': '.ygbp' {TWO}"),
        (deck_of(".ygbp/y.bpr/.gbpr"), f"key 'deck.cards': '.ygbp/y.bpr/.gbpr' {TWO}"),
        (deck_of(".ygbp/y.bp"), f"'.ygbp/y.bp' {TWO}"),
        (deck_of("rygbp/y.bpr"), f"'rygbp/y.bpr' {TWO}"),
        (deck_of("..gbp/y.bpr"), f"'..gbp/y.bpr' {TWO}"),
        (deck_of(".yybp/y.bpr"), f"'.yybp/y.bpr' {TWO}"),
        (deck_of(".ygbo/y.bpr"), f"'.ygbo/y.bpr' {TWO}"),
        (deck_of(".YGBP/y.bpr"), f"'.YGBP/y.bpr' {TWO}"),
        (deck_of(3), f"key 'deck.cards': 3 {TWO}"),
        (deck_of(""), f"key 'deck.cards': '' {TWO}"),
        (deck_of([".ygbp", "y.bpr"]), TWO),
        (deck_of(CARDS[0], CARDS[1], CARDS[0]), "'deck.cards' has the same front twice"),
        (deck_of(".ygbp/y.bpr", ".gbpr/y.bpr"), "'deck.cards' has the same back twice"),
        (deck_of(".ygbp/.rgbp", ".rybp/.rygp"), "no card can be laid on any other"),
        (WORDS + DECK, "must be two faces.*of the letters calnv, and one dot"),
    ],
)
def test_a_mistake_in_a_file_is_refused_with_file_and_key(tmp_path, text, reason):
    with pytest.raises(BadFile, match=reason) as refused:
        load(tmp_path / "mine.toml", text)
    message = str(refused.value)
    assert "mine.toml" in message and message.endswith(".") and "\n" not in message


@pytest.mark.parametrize("deck", ["Structured", "nowhere.toml", None, 3, ""])
def test_a_deck_that_is_none_is_refused(deck):
    with pytest.raises(BadFile, match=r"cannot be read: .* \(decks of the box are structured and"):
        new(deck=deck)


# ------------------------------------------------------------------------------------------ Options


def test_the_options_of_the_box():
    assert vars(new().options) == {
        "num_players": 2,
        "rounds": 3,
        "deck": "structured",
        "reaction": 1.0,
        "search": False,
        "max_ticks": 1000,
    }


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ({"num_players": np.int8(3)}, {"num_players": 3}),
        (
            {"rounds": np.int64(7), "max_ticks": np.uint16(12_700)},
            {"rounds": 7, "max_ticks": 12_700},
        ),
        ({"search": np.True_}, {"search": True}),
        ({"deck": Path("structured")}, {"deck": "structured"}),
        ({"deck": np.str_("random")}, {"deck": "random"}),
        *(({"reaction": one}, {"reaction": 1.0}) for one in (1, "1", [1], (1, 1), "1,1", "1, 1.0")),
        *(({"reaction": one}, {"reaction": 2.5}) for one in (2.5, "2.5", np.float32(2.5), [2.5])),
        ({"reaction": np.array(2.5)}, {"reaction": 2.5}),
        ({"reaction": Fraction(5, 2)}, {"reaction": 2.5}),
        ({"reaction": 100}, {"reaction": 100.0}),
        *(
            ({"reaction": two}, {"reaction": (2.0, 1.0)})
            for two in ("2,1", " 2 , 1 ", [2, 1], (2.0, np.int8(1)), np.array([2, 1]))
        ),
        ({"reaction": "3,3,3", "num_players": 3}, {"reaction": 3.0, "num_players": 3}),
        (
            {"reaction": (1, 2, 3, 4, 5, 6), "num_players": 6},
            {"reaction": (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), "num_players": 6},
        ),
    ],
)
def test_options_have_one_form(given, canonical):
    game, again = new(**given), new(**canonical)
    assert game.options == again.options and game.rules_digest == again.rules_digest
    for key, value in canonical.items():
        assert getattr(game.options, key) == value
        assert type(getattr(game.options, key)) is type(value)
    assert again.from_json(game.new(seed=1).to_json()) == game.new(seed=1)


def test_slow_seats_act_as_seldom_as_told():
    rules = new(num_players=4, reaction="1,2,3,100").rules[0]
    assert rules["acts"].tolist() == [1_000_000, 500_000, 333_333, 10_000, 0, 0]
    assert rules["per_cent"].tolist() == [100, 50, 33, 1, 0, 0]


WHOLE = "must be a whole number from"
MEAN = "reaction must be a mean number of ticks from 1 to 100, or 2 of them, one a seat, not"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        *(
            ({"num_players": n}, f"num_players {WHOLE} 2 to 6")
            for n in (1, 7, 2.0, True, "2", None)
        ),
        *(({"rounds": n}, f"rounds {WHOLE} 1 to 100") for n in (0, 101, 3.0, True, "3", None)),
        *(({"max_ticks": n}, f"max_ticks {WHOLE} 1 to 12700") for n in (0, 12_701, 9.5, None)),
        *(({"search": v}, "search must be true or false") for v in (1, 0, "yes", None)),
        *(({"reaction": n}, MEAN) for n in (0, 0.5, 100.5, -2, 10**400, True, None, {}, {1, 2})),
        *(({"reaction": n}, MEAN) for n in ("", "x", "1,x", "1,2,3", "nan", "inf", "1;2", b"2,1")),
        *(({"reaction": n}, MEAN) for n in ([], [1, 2, 3], [1, None], [1, True], [[1, 2]])),
        *(({"reaction": np.array(n)}, MEAN) for n in (True, [[2, 1]], [[2], [1]], 1j, np.nan, [])),
        ({"reaction": np.True_}, MEAN),
        ({"reaction": [1, np.True_]}, MEAN),
        ({"reaction": float("nan")}, MEAN),
        ({"reaction": "1,2", "num_players": 3}, "or 3 of them, one a seat, not '1,2'"),
        ({"max_tick": 9}, "Voodoo Mania has no option 'max_tick'; did you mean max_ticks"),
        ({"lice": 9}, "Voodoo Mania has no option 'lice'; options are num_players, rounds, deck"),
    ],
)
def test_options_that_are_none_are_refused(options, reason):
    with pytest.raises(BadOption, match=reason) as refused:
        new(**options)
    assert str(refused.value)[-1] in ".?" and "\n" not in str(refused.value)
