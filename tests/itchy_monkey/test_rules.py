"""Every rule of seeds/itchy_monkey.md, by its id.

Positions are drawn: `.` is a cell without a tile, `L` a Lemur, `L1:4W1Q` a Lemur with four workers
and a queen of seat 1.  Where nothing else is said, seat 0 is in its move phase.
"""

import re
from importlib import resources

import pytest

import jivezoo
from jivezoo.envs.errors import BadOption

ROOT = resources.files("jivezoo")
DIGEST = (ROOT / "seeds" / "itchy_monkey.md").read_text(encoding="utf-8")
ABILITIES = ("gorilla", "orangutan", "lemur", "spider_monkey", "mandrill", "emperor_tamarin")


def new(**options):
    return jivezoo.game("itchy_monkey", **options).new(seed=1)


def said(position, *verbs):
    """Return the legal words that begin with these verbs, sorted."""
    return sorted(word for word in position.legal_words() if word.split()[0] in verbs)


def state(position):
    return position.game.state_to_dict(position.game, position.states)


def tile(position, cell):
    """Return the tile on a cell as it is drawn."""
    letter, *lice = state(position)["tiles"][cell]
    if not lice:
        return letter
    owner, workers, queens = lice
    return f"{letter}{owner}:" + f"{workers}W" * (workers > 0) + f"{queens}Q" * (queens > 0)


def supply(position):
    return state(position)["supply"]


def phase(position):
    return position.seat, state(position)["phase"]


# --------------------------------------------------------------------------------- Goal and box


def test_im_22_the_game_ends_at_once_with_the_goal(draw):
    # the spawn completes the third colony on Gorillas: no move follows
    p = draw(
        """
        G0:3W  .  G0:3W
        .      .  G0:2W
        L1:1W  .  .
        """,
        phase="spawn",
    )
    p.play("spawn c2")
    assert p.is_over and not p.is_truncated and p.legal_words() == []
    assert (state(p)["ending"], state(p)["winner"], p.seat) == ("colonies", 0, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_im_23_what_is_in_the_box(seats):
    p = new(num_players=seats)
    assert supply(p) == [[20, 3]] * seats
    letters = "".join(p.game.components.rows)
    assert all(letters.count(letter) <= most for letter, most in zip("GOLSMT", BOX, strict=True))
    box = (ROOT / "envs" / "itchy_monkey" / "components.toml").read_text()
    assert [int(n) for n in re.findall(r"^[GOLSMT] = (\d+)$", box, re.MULTILINE)] == list(BOX)


BOX = (4, 5, 5, 5, 5, 5)

# ----------------------------------------------------------------------------------- Setting up


def test_im_24_side_a_is_for_two_seats_side_b_for_more():
    drawn = re.search(r"```\n(side A.*?)```", DIGEST, re.DOTALL).group(1).splitlines()[2:]
    side_a = ["".join(line[4:16].split()) for line in drawn[:6]]
    side_b = ["".join(line[44:].split()) for line in drawn]
    assert [len(row) for row in side_a] == [6] * 6 and [len(row) for row in side_b] == [7] * 7
    boards = [list(new(num_players=n).game.components.rows) for n in (2, 3, 4)]
    assert boards == [side_a, side_b, side_b]
    assert list(new(num_players=4, board="A").game.components.rows) == side_a
    assert list(new(num_players=2, board="B").game.components.rows) == side_b


@pytest.mark.parametrize("side", ["A", "B"])
def test_im_25_tiles_start_on_their_flowers_and_none_enters_or_leaves(side, walks):
    game = new(board=side, max_turns=60).game
    tiles = {}
    for cell, letter in zip(game.components.cell_names, "".join(game.components.rows), strict=True):
        if letter != ".":
            tiles[cell] = [letter]
    assert state(game.new(seed=1))["tiles"] == tiles
    assert game.options.abilities == frozenset()
    letters = sorted(letter for (letter,) in tiles.values())
    for position in walks.game(game, seed=25):
        assert sorted(tile[0] for tile in state(position)["tiles"].values()) == letters


@pytest.mark.parametrize(
    ("species", "letter"),
    [("orangutan", "O"), ("lemur", "L"), ("spider_monkey", "S"), ("mandrill", "M")],
)
def test_im_26_the_tamarin_stands_in_for_one_species(species, letter):
    for seats in (2, 3):
        usual, changed = new(num_players=seats), new(num_players=seats, tamarin_replaces=species)
        expected = {
            cell: ["T" if tile == [letter] else tile[0]]
            for cell, tile in state(usual)["tiles"].items()
        }
        assert state(changed)["tiles"] == expected


@pytest.mark.parametrize("species", ["gorilla", "emperor_tamarin", "louse"])
def test_im_26_the_tamarin_stands_in_for_no_gorilla(species):
    with pytest.raises(BadOption, match="tamarin_replaces"):
        new(tamarin_replaces=species)


def test_im_27_a_start_is_a_queen_and_two_workers_on_one_tile():
    p = new().play("place b1")
    assert tile(p, "b1") == "L0:2W1Q"
    assert supply(p) == [[18, 2], [20, 3]]
    assert sum(len(tile) > 1 for tile in state(p)["tiles"].values()) == 1


def test_im_1_seat_0_places_first_and_has_the_first_turn():
    p = new(num_players=3)
    for seat in range(3):
        assert phase(p) == (seat, "place")
        p.play(said(p, "place")[0])
    assert phase(p) == (0, "spawn") and state(p)["turns"] == 0


def test_im_2_a_start_has_no_lice_and_sees_none(draw):
    # b2 is taken; L at b4 is seen over a gap; M at b5 is hidden behind it; the corners see only
    # tiles without lice
    p = draw(
        """
        G  O       L  .
        S  M0:2W1Q .  G
        O  .       .  .
        .  L       .  .
        .  M       .  S
        """,
        phase="place",
        seat=1,
    )
    assert p.legal_words() == ["place a1", "place c1", "place a3", "place b5", "place d5"]


def test_im_2_where_every_tile_sees_lice_any_tile_without_lice_will_do(draw):
    p = draw("G  O0:2W1Q  L", phase="place", seat=1)
    assert p.legal_words() == ["place a1", "place c1"]


# --------------------------------------------------------------------------------------- A turn


def test_im_28_seats_take_turns_of_a_spawn_and_a_move(draw):
    # each seat spawns and jumps; nobody is near another
    p = draw(
        """
        G0:1W  O  .
        L1:1W  S  .
        M2:1W  T  .
        """,
        phase="spawn",
        num_players=3,
    )
    for turn in range(6):
        seat, row = turn % 3, turn % 3 + 1
        assert phase(p) == (seat, "spawn") and state(p)["turns"] == turn
        p.play(f"spawn a{row}")
        assert phase(p) == (seat, "move")
        p.play(f"jump a{row} b{row} W")


def test_im_6_six_workers_become_a_queen_and_return_to_supply(draw):
    p = draw("O0:8W1Q  G  L0:5W  .  M1:6W", phase="spawn")
    assert said(p, "queen") == ["queen a1"]
    p.play("queen a1")
    assert tile(p, "a1") == "O0:2W2Q" and phase(p) == (0, "spawn")
    assert supply(p) == [[13, 1], [14, 3]]


def test_im_6_exchanges_repeat_while_a_queen_is_in_supply(draw):
    p = draw("O0:18W1Q  G  L1:1W", phase="spawn")
    p.play("queen a1")
    assert said(p, "queen") == ["queen a1"]
    p.play("queen a1")
    assert tile(p, "a1") == "O0:6W3Q" and supply(p)[0] == [14, 0]
    assert said(p, "queen") == []


def test_im_6_exchanges_stand_beside_spawns_and_moves_and_after_the_move(draw):
    p = draw("O0:7W  G  .  .  L1:1W", phase="spawn")
    assert p.legal_words() == ["spawn a1", "queen a1"]
    p.play("spawn a1")
    assert said(p, "queen", "jump") == ["jump a1 b1 W", "queen a1"]
    p.play("jump a1 b1 W")
    assert phase(p) == (0, "moved") and p.legal_words() == ["queen a1", "end"]
    assert phase(p.copy().play("end")) == (1, "spawn")
    assert phase(p.play("queen a1")) == (1, "spawn")  # `end` alone is not asked


def test_im_6_no_exchange_between_a_slide_and_its_hop(draw):
    p = draw("O0:7W  .  G  L1:1W")
    p.play("slide a1 b1")
    assert phase(p) == (0, "hop") and said(p, "queen", "end") == []
    p.play("hop none")
    assert p.legal_words() == ["queen b1", "end"]


def test_im_6_end_stands_beside_exchanges_where_no_move_is_legal(draw):
    # no single worker beats the two rivals, a queen ties with them
    p = draw("O0:6W  G1:2W")
    assert p.legal_words() == ["queen a1", "end"]
    assert phase(p.copy().play("end")) == (1, "spawn")
    p.play("queen a1")
    assert p.legal_words() == ["jump a1 b1 Q"]  # the exchange makes a move possible


def test_im_29_a_worker_has_power_1_and_a_queen_2(draw):
    p = draw(
        """
        .      L1:1W  .
        O1:2W  G0:1W1Q  S1:1Q
        .      M1:1W1Q  .
        """
    )
    assert said(p, "jump") == ["jump b2 a2 Q", "jump b2 b1 Q", "jump b2 b1 W", "jump b2 c2 Q"]
    p = draw("O0:3W2Q  .  L1:4W1Q")  # power 7 against 6
    p.play("slide a1 b1")
    assert p.legal_words() == ["hop none", "hop 2W2Q", "hop 3W2Q"]


@pytest.mark.parametrize("queens", [0, 1, 2, 3])
def test_im_30_a_spawn_adds_a_worker_and_one_more_for_each_queen(draw, queens):
    here = f"O0:2W{queens}Q" if queens else "O0:2W"
    p = draw(f"{here}  G  M  L1:1W", phase="spawn")
    p.play("spawn a1")
    assert tile(p, "a1") == f"O0:{3 + queens}W" + (f"{queens}Q" if queens else "")
    assert supply(p)[0] == [17 - queens, 3 - queens]


def test_im_30_spawns_are_offered_on_every_tile_with_own_lice(draw):
    p = draw("O0:2W  G  M0:1Q  L1:1W", phase="spawn")
    assert p.legal_words() == ["spawn a1", "spawn c1"]


def test_im_4_the_spawn_is_compulsory_and_cut_to_the_supply(draw):
    p = draw("O0:2W3Q  G0:16W  .  L1:1W", phase="spawn")
    assert p.legal_words() == ["spawn a1", "spawn b1"]
    p.play("spawn a1")  # four would come; two are there
    assert tile(p, "a1") == "O0:4W3Q" and supply(p)[0] == [0, 0]


def test_im_4_an_empty_supply_leaves_exchanges_and_decline(draw):
    p = draw("O0:14W  G0:5W  L0:1W  .  M1:1W", phase="spawn")
    assert p.legal_words() == ["decline", "queen a1"]
    assert phase(p.copy().play("decline")) == (0, "move")
    p.play("queen a1")  # six are in supply again, and the spawn is compulsory again
    assert p.legal_words() == ["spawn a1", "spawn b1", "spawn c1", "queen a1"]


def test_im_4_with_neither_spawn_nor_exchange_the_phase_is_skipped(draw):
    p = draw("M1:1W  .  .  O0:5W  G0:5W  S0:5W  L0:5W", seat=1).play("slide a1 b1")
    assert phase(p) == (0, "move")


def test_im_31_any_number_of_lice_on_a_tile(draw):
    p = draw("O0:16W3Q  G  .  L1:1W", phase="spawn")
    p.play("spawn a1")
    assert tile(p, "a1") == "O0:20W3Q"


def test_im_5_without_lice_on_the_board_two_workers_enter_anywhere_free(draw):
    p = draw("O  G1:2W  L  .  .  M1:1Q", phase="spawn")
    assert p.legal_words() == ["enter a1", "enter c1", "decline"]  # in sight of the rival too
    declined = p.copy().play("decline")
    assert phase(declined) == (1, "spawn") and state(declined)["turns"] == 1
    p.play("enter c1")
    assert tile(p, "c1") == "L0:2W" and supply(p)[0] == [18, 3] and phase(p) == (0, "move")


def test_im_5_the_last_worker_enters_alone(draw):
    p = draw(
        "O  G1:2W  L  .  M2:1Q",
        phase="spawn",
        last_louse_left=True,
        num_players=3,
        supply=[[1, 2], [18, 3], [20, 2]],
    )
    p.play("enter c1")
    assert tile(p, "c1") == "L0:1W" and supply(p)[0] == [0, 2]


def test_im_5_no_entering_with_lice_on_the_board(draw):
    p = draw("O  G0:1Q  L  .  M1:1Q", phase="spawn")
    assert p.legal_words() == ["spawn b1"]


# ----------------------------------------------------------------------------------------- Moves


def test_im_32_there_is_one_move_a_turn(draw):
    # after each kind of move nothing but exchanges (a1) is left to the seat
    text = """
        O0:7W  G      .  M1:5W
        L0:1W  .      S  T
        G0:1W  M      .  .
        """
    for words in (["jump a1 b1 W"], ["slide a2 b2", "hop none"], ["nitpick d1"], ["push a3 b3 c3"]):
        p = draw(text, abilities={"gorilla"}).play(*words)
        assert phase(p) == (0, "moved") and p.legal_words() == ["queen a1", "end"]


def test_im_12_a_move_is_compulsory(draw):
    p = draw("O0:1W  G  .  L1:1W")
    assert p.legal_words() == ["jump a1 b1 W"]  # alone, but it does something: it is asked
    p = draw("G0:1W  S1:4W  .", abilities={"gorilla"})
    assert p.legal_words() == ["push a1 b1 c1"]  # a push, too
    p = draw("G0:1W  S1:5W")
    assert p.legal_words() == ["nitpick b1"]  # a nitpick, too


def test_im_12_a_nitpick_is_compulsory_without_lice_on_the_board_too(draw):
    p = draw("O1:5W  G1:1W", seat=0)
    assert p.legal_words() == ["nitpick a1"]
    p = draw("O1:5W  G  L1:1W", phase="spawn").play("decline")
    assert phase(p) == (0, "move") and p.legal_words() == ["nitpick a1"]


def test_im_12_without_a_legal_move_the_phase_is_skipped(draw):
    p = draw("O0:1W  G1:4W", phase="spawn").play("spawn a1")
    assert phase(p) == (1, "spawn") and state(p)["turns"] == 1


def test_im_12_a_lone_decline_is_not_asked(draw):
    # seat 1 has no lice, and no tile is free: its phases pass, and it is seat 0's turn again
    p = draw("O0:1W  G0:1W", phase="spawn").play("spawn a1", "jump a1 b1 W")
    assert phase(p) == (0, "spawn") and state(p)["turns"] == 2


def test_im_12_a_lone_hop_none_is_not_asked(draw):
    p = draw("O0:1W  .  L1:2W").play("slide a1 b1")
    assert phase(p) == (1, "spawn") and tile(p, "b1") == "O0:1W"


def test_im_7_one_louse_jumps_to_the_tile_next_door(draw):
    # own and free tiles are open, the weaker rival too, the stronger one not; no diagonals, and
    # the row's end is not next to the next row's start
    p = draw(
        """
        M      L1:1W    .      T1:1W
        S0:1W  O0:1W1Q  G      .
        O      M1:2W1Q  T      .
        """
    )
    assert said(p, "jump") == [
        "jump a2 a1 W",
        "jump a2 a3 W",
        "jump a2 b2 W",
        "jump b2 a2 Q",
        "jump b2 a2 W",
        "jump b2 b1 Q",
        "jump b2 b1 W",
        "jump b2 c2 Q",
        "jump b2 c2 W",
    ]
    joined = p.copy().play("jump b2 a2 Q")
    assert (tile(joined, "a2"), tile(joined, "b2")) == ("S0:1W1Q", "O0:1W")
    free = p.copy().play("jump b2 c2 W")
    assert (tile(free, "c2"), tile(free, "b2")) == ("G0:1W", "O0:1Q")


def test_im_7_a_tile_that_its_lice_have_left_is_free(draw):
    p = draw("O0:1W  G  .  L1:1W").play("jump a1 b1 W")
    assert (tile(p, "a1"), tile(p, "b1")) == ("O", "G0:1W")


def test_im_33_a_stronger_party_beats_all_defenders_and_stays(draw):
    p = draw("O0:1W1Q  G1:1W  .  L1:1W").play("jump a1 b1 Q")
    assert (tile(p, "a1"), tile(p, "b1")) == ("O0:1W", "G0:1Q")
    assert supply(p) == [[19, 2], [19, 3]]


def test_im_8_at_equal_power_both_go_and_those_that_stayed_behind_stay(draw):
    p = draw("O0:3W  G1:1W  .  L1:1W").play("jump a1 b1 W")
    assert (tile(p, "a1"), tile(p, "b1")) == ("O0:2W", "G")
    assert supply(p) == [[18, 3], [19, 3]]
    p = draw("O0:3W1Q  .  G1:1W1Q  L1:1W").play("slide a1 b1", "hop 1W1Q")
    assert (tile(p, "b1"), tile(p, "c1")) == ("O0:2W", "G")
    assert supply(p) == [[18, 3], [19, 3]]


def test_im_3_a_tile_never_holds_lice_of_two_seats(walks):
    """Fights never mix lice: each seat's lice on its own tiles and in supply are all it has."""
    game = new(num_players=3, max_turns=150, abilities=ABILITIES).game
    for position in walks.game(game, seed=3):
        have = [list(pair) for pair in supply(position)]
        for _, owner, workers, queens in (
            tile for tile in state(position)["tiles"].values() if len(tile) > 1
        ):
            assert workers + queens > 0
            have[owner][0] += workers
            have[owner][1] += queens
        assert have == [[20, 3]] * 3


def test_im_34_beaten_lice_can_be_spawned_again(draw):
    p = draw("O0:2W  G1:1W  .  L1:3W1Q  M1:16W", seat=0)  # seat 1 has no workers left to spawn
    p.play("jump a1 b1 W")
    assert supply(p)[1] == [1, 2]
    assert phase(p) == (1, "spawn") and said(p, "spawn") == ["spawn d1", "spawn e1"]
    p.play("spawn d1")  # two would come, one is there
    assert tile(p, "d1") == "L1:4W1Q"
    p = draw("O0:1W1Q  .  G1:1Q  L1:1W").play("slide a1 b1", "hop 1W1Q")
    assert supply(p)[1] == [19, 3]


def test_im_9_a_tile_slides_in_one_direction_and_stops_anywhere(draw):
    # b2 slides north to the edge, south up to the tile, east over two cells, west not at all
    p = draw(
        """
        .  .      .  .
        L  O0:1W  .  .
        .  .      .  .
        .  .      .  .
        .  G1:1W  .  .
        """
    )
    assert said(p, "slide") == [
        "slide b2 b1",
        "slide b2 b3",
        "slide b2 b4",
        "slide b2 c2",
        "slide b2 d2",
    ]
    moved = p.copy().play("slide b2 d2")
    assert tile(moved, "d2") == "O0:1W" and "b2" not in state(moved)["tiles"]
    assert phase(moved) == (1, "spawn")  # nothing was bumped
    assert phase(p.copy().play("slide b2 b3")) == (1, "spawn")  # it stopped before the tile
    p.play("slide b2 b4")
    assert phase(p) == (0, "hop") and p.legal_words() == ["hop none", "hop 1W"]


def test_im_9_only_the_tile_ahead_is_bumped(draw):
    p = draw(
        """
        .      .  L
        O0:1W  .  .
        .      .  M
        """
    )
    assert phase(p.play("slide a2 c2")) == (1, "spawn")


def test_im_9_any_part_of_the_lice_may_hop(draw):
    p = draw("G  .  O0:2W1Q  L1:1W").play("slide c1 b1")
    hops = ["hop none", "hop 1Q", "hop 1W", "hop 1W1Q", "hop 2W", "hop 2W1Q"]
    assert p.legal_words() == hops
    some = p.copy().play("hop 1W1Q")
    assert (tile(some, "a1"), tile(some, "b1")) == ("G0:1W1Q", "O0:1W")
    every = p.copy().play("hop 2W1Q")
    assert (tile(every, "a1"), tile(every, "b1")) == ("G0:2W1Q", "O")
    p.play("hop none")
    assert (tile(p, "a1"), tile(p, "b1")) == ("G", "O0:2W1Q") and phase(p) == (1, "spawn")


def test_im_9_a_party_weaker_than_the_defenders_may_not_hop(draw):
    p = draw("O0:3W1Q  .  G1:1W1Q  L1:1W").play("slide a1 b1")
    assert p.legal_words() == ["hop none", "hop 1W1Q", "hop 2W1Q", "hop 3W", "hop 3W1Q"]
    p.play("hop 2W1Q")
    assert (tile(p, "b1"), tile(p, "c1")) == ("O0:1W", "G0:2W1Q")
    assert supply(p)[1] == [19, 3]


def test_im_9_only_tiles_with_own_lice_slide(draw):
    p = draw("O0:1W  L  .  G1:1W  .  S")
    assert said(p, "slide") == []


def test_im_10_a_tile_that_touches_another_does_not_bump_it(draw):
    p = draw(".  O0:2W  L  .  M1:1W")
    assert said(p, "slide", "hop") == ["slide b1 a1"]
    assert phase(p.play("slide b1 a1")) == (1, "spawn")
    p = draw(".  L  .\nO0:2W  .  .\nM1:1W  .  .").play("slide a2 b2")  # it comes to touch b1
    assert phase(p) == (1, "spawn")


def test_im_11_a_nitpick_takes_all_lice_of_a_crowded_rival_anywhere(draw):
    p = draw(
        """
        O0:6W  .  .      G1:5W2Q
        .      .  .      .
        .      .  .      L1:4W1Q
        M2:8W  .  S2:3Q  .
        """,
        num_players=3,
    )
    assert said(p, "nitpick") == ["nitpick a4", "nitpick d1"]
    p.play("nitpick d1")
    assert tile(p, "d1") == "G" and supply(p)[1] == [16, 2]


# --------------------------------------------------------------------------------------- The end


@pytest.mark.parametrize("third", ["G0:2W", "G0:2W3Q"])
def test_im_35_a_colony_is_three_workers_without_counting_queens(draw, third):
    p = draw(f"G0:3W  G0:3W  .  {third}  .  L1:1W  M0:1W", phase="spawn")
    assert p.features(0)["colonies"][0].tolist() == [2, 0, 0, 0, 0, 0]
    elsewhere = p.copy().play("spawn g1")
    assert not elsewhere.is_over
    p.play("spawn d1")
    assert p.is_over and p.features(0)["colonies"][0].tolist() == [3, 0, 0, 0, 0, 0]


def colonies_of(colonies, almost):
    """Draw seat 0's colonies on these species in a row, and beneath them one that is almost one."""
    row = [f"{letter}0:3W" for letter in colonies] + ["."] * (5 - len(colonies))
    return "  ".join(row) + f"\n{almost}0:2W  .  M1:1W  .  ."


@pytest.mark.parametrize(
    ("colonies", "missing"),
    [
        ("GG", "G"),
        ("OOO", "O"),
        ("LLL", "L"),
        ("SSS", "S"),
        ("MMM", "M"),
        ("TTT", "T"),
        ("GOLS", "M"),
        ("OLSM", "G"),
        ("TLSM", "O"),
    ],
)
def test_im_13_three_gorillas_four_alike_or_five_different(draw, colonies, missing):
    p = draw(colonies_of(colonies, missing), phase="spawn").play("spawn a2")
    assert p.is_over and state(p)["winner"] == 0 and p.returns().tolist() == [1, -1]


@pytest.mark.parametrize(
    ("colonies", "fresh"),
    [("G", "G"), ("OO", "O"), ("GGO", "O"), ("GOL", "S"), ("LLL", "T"), ("GGLLL", "T")],
)
def test_im_13_less_is_not_enough(draw, colonies, fresh):
    p = draw(colonies_of(colonies, fresh), phase="spawn").play("spawn a2")
    assert not p.is_over


def test_im_13_the_tamarin_is_a_species_of_its_own(draw):
    game = draw.game(["GLSM", "O..."], tamarin_replaces="mandrill")
    p = draw("G0:3W  L0:3W  S0:3W  T0:2W\nO1:1W  .  .  .", phase="spawn", game=game)
    assert not p.play("spawn d1").is_over  # four different ones
    game = draw.game(["LLLM", "O..."], tamarin_replaces="lemur")
    p = draw("T0:3W  T0:3W  T0:3W  M0:2W\nO1:1W  .  .  .", phase="spawn", game=game)
    assert not p.play("spawn d1").is_over
    game = draw.game(["GOLSM", "O...."], tamarin_replaces="lemur")
    text = "G0:3W  O0:3W  T0:3W  S0:3W  M0:2W\nO1:1W  .  .  .  ."
    assert draw(text, phase="spawn", game=game).play("spawn e1").is_over


@pytest.mark.parametrize("words", [("jump d2 d1 W",), ("slide a2 c2", "hop 1W")])
def test_im_13_a_move_may_win(draw, words):
    # jumping or hopping to the third Gorilla
    p = draw(
        """
        G0:3W  .  .  G0:2W
        G0:3W  .  .  O0:1W
        M1:1W  .  .  .
        """
        if words[0].startswith("jump")
        else """
        G0:3W  .  .  .
        O0:1W  .  .  G0:2W
        G0:3W  .  .  M1:1W
        """
    )
    p.play(*words)
    assert p.is_over and state(p)["winner"] == 0


def test_im_13_a_jump_away_may_cost_a_colony(draw):
    p = draw("G0:3W  O0:1W  .  G0:3W  L0:3W  .  M1:1W").play("jump a1 b1 W", "spawn g1")
    assert p.features(0)["colonies"][0].tolist() == [1, 0, 1, 0, 0, 0] and not p.is_over


def test_im_14_after_max_turns_the_game_is_a_draw(draw):
    p = draw("O0:1W  G  .  .  L1:1W  M", phase="spawn", max_turns=3)
    p.play("spawn a1", "jump a1 b1 W", "spawn e1", "jump e1 f1 W", "spawn b1")
    assert not p.is_over and state(p)["turns"] == 2
    p.play("jump b1 a1 W")
    assert p.is_over and p.is_truncated and state(p)["ending"] == "turn cap"
    assert state(p)["winner"] is None and state(p)["turns"] == 3
    assert p.returns().tolist() == [0, 0]


def test_im_14_starts_do_not_count(draw):
    p = new(max_turns=1)
    p.play(said(p, "place")[0])
    p.play(said(p, "place")[0])
    assert not p.is_over and state(p)["turns"] == 0


def test_im_14_a_turn_in_which_nothing_is_asked_counts(draw):
    # seat 1 has no lice and no tile to enter
    p = draw("O0:1W  G0:1W", phase="spawn", max_turns=2).play("spawn a1", "jump a1 b1 W")
    assert p.is_truncated and state(p)["turns"] == 2


def test_im_14_a_win_in_the_last_turn_counts(draw):
    p = draw("G0:3W  G0:3W  .  G0:2W  O0:1W  .  M1:1W", max_turns=1).play("jump e1 d1 W")
    assert p.is_over and not p.is_truncated and p.returns().tolist() == [1, -1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_im_36_the_winner_gets_what_the_others_lose(draw, seats):
    rivals = [f"L{seat}:1W" for seat in range(1, seats)] + ["."] * (4 - seats)
    text = "G0:3W  G0:3W  G0:2W\n" + "  ".join(rivals)
    p = draw(text, phase="spawn", num_players=seats)
    assert p.returns().tolist() == [0] * seats
    p.play("spawn c1")
    assert p.returns().tolist() == pytest.approx([1] + [-1 / (seats - 1)] * (seats - 1))


# ------------------------------------------------------------------------------------- Abilities


def test_im_37_abilities_hold_for_the_species_turned_up_only(draw):
    text = """
        O0:2W  S0:1W  L0:3W  .
        M0:2W  G0:1W  T0:1W  .
        .      .      .      M1:1W
        """
    extra = {
        "gorilla": {"push b2 c2 d2"},
        "orangutan": {"jump a1 a2 WW", "jump a1 b1 WW"},
        "lemur": {"lemur c1"},
        "spider_monkey": {"slide b1 d1", "slide b1 b3"},
        "mandrill": set(),
        "emperor_tamarin": set(),
    }
    p = draw(text)
    plain = set(p.legal_words())
    assert {word.split()[0] for word in plain} == {"jump", "slide"} and len(plain) == 19
    for species, words in extra.items():
        assert set(draw(text, abilities={species}).legal_words()) == plain | words
    p = draw(text, phase="spawn").play("spawn a2")
    assert tile(p, "a2") == "M0:3W"
    # for all seats
    p = draw("M1:1W  S1:1W  .  L0:1W", seat=1, phase="spawn", abilities={"mandrill"})
    assert tile(p.play("spawn a1"), "a1") == "M1:3W"


def test_im_37_an_ability_of_a_species_not_on_the_board_changes_nothing(draw):
    text = "O0:2W  S  .  L1:1W  M"
    for species in ("gorilla", "emperor_tamarin"):
        assert draw(text, abilities={species}).legal_words() == draw(text).legal_words()


def test_im_15_a_gorilla_pushes_the_tile_beside_it_straight_away(draw):
    # east by 1 or 2, stopping before the edge; south by 1, stopping before the tile; not north
    p = draw(
        """
        .  L      .  .
        .  G0:1W  O1:2W  .
        .  M      .  .
        .  .      .  .
        .  S      .  .
        """,
        abilities={"gorilla"},
    )
    assert said(p, "push") == ["push b2 b3 b4", "push b2 c2 d2"]
    p.play("push b2 c2 d2")
    assert tile(p, "d2") == "O1:2W" and "c2" not in state(p)["tiles"]
    assert phase(p) == (1, "spawn")


def test_im_15_a_push_reaches_two_cells_and_nobody_hops(draw):
    p = draw("G0:3W  O0:1W  .  .  L1:1W", abilities={"gorilla"})
    assert said(p, "push") == ["push a1 b1 c1", "push a1 b1 d1"]
    p.play("push a1 b1 d1")
    assert phase(p) == (1, "spawn") and tile(p, "e1") == "L1:1W" and tile(p, "d1") == "O0:1W"
    p = draw("G0:1W  O  .  .  .  L1:1W", abilities={"gorilla"})
    assert said(p, "push") == ["push a1 b1 c1", "push a1 b1 d1"]


def test_im_15_own_lice_are_needed_on_the_gorilla_and_the_tile_beside_it(draw):
    p = draw("G1:1W  O  .  S0:1W  .  .", abilities={"gorilla"})
    assert said(p, "push") == []
    p = draw("G0:1W  .  O  .  S1:1W", abilities={"gorilla"})
    assert said(p, "push") == []
    p = draw("G0:1W  O  .  S1:1W")
    assert said(p, "push") == []  # ability side down
    p = draw("M0:1W  O  .  S1:1W  G", abilities={"gorilla"})
    assert said(p, "push") == []


def test_im_16_from_an_orangutan_two_lice_may_jump_together(draw):
    text = "L1:3W  O0:2W2Q  G  .  S"
    p = draw(text, abilities={"orangutan"})
    assert said(p, "jump") == [
        "jump b1 a1 QQ",
        "jump b1 a1 WQ",
        "jump b1 c1 Q",
        "jump b1 c1 QQ",
        "jump b1 c1 W",
        "jump b1 c1 WQ",
        "jump b1 c1 WW",
    ]
    tied = p.copy().play("jump b1 a1 WQ")  # powers add to 3
    assert (tile(tied, "a1"), tile(tied, "b1")) == ("L", "O0:1W1Q")
    p.play("jump b1 a1 QQ")
    assert (tile(p, "a1"), tile(p, "b1")) == ("L0:2Q", "O0:2W")
    assert said(draw(text), "jump") == ["jump b1 c1 Q", "jump b1 c1 W"]


def test_im_16_other_tiles_than_the_orangutan_keep_to_one_louse(draw):
    p = draw("L1:3W  M0:2W2Q  G  .  O", abilities={"orangutan"})
    assert said(p, "jump") == ["jump b1 c1 Q", "jump b1 c1 W"]
    p = draw("O0:1W  G  .  L1:1W", abilities={"orangutan"})
    assert said(p, "jump") == ["jump a1 b1 W"]


def test_im_17_on_a_lemur_without_a_queen_three_workers_become_one(draw):
    p = draw("L0:4W  L0:3W1Q  L0:2W  M0:3W  L1:3W", abilities={"lemur"}, phase="spawn")
    assert said(p, "lemur") == ["lemur a1"]
    p.play("lemur a1")
    assert tile(p, "a1") == "L0:1W1Q" and supply(p)[0] == [11, 1] and phase(p) == (0, "spawn")


def test_im_17_it_is_offered_wherever_an_exchange_is(draw):
    p = draw("L0:3W  O  .  .  G1:1W", abilities={"lemur"})
    assert said(p, "lemur") == ["lemur a1"]
    p = draw("L0:4W  O  .  .  G1:1W", abilities={"lemur"}).play("jump a1 b1 W")
    assert phase(p) == (0, "moved") and p.legal_words() == ["lemur a1", "end"]
    p = draw("L0:4W  .  O  .  G1:1W", abilities={"lemur"}).play("slide a1 b1")
    assert phase(p) == (0, "hop") and said(p, "lemur") == []


def test_im_17_a_queen_has_to_be_in_supply(draw):
    p = draw("L0:4W  O0:3Q  .  .  G1:1W", abilities={"lemur"})
    assert said(p, "lemur") == []


def test_im_17_six_workers_on_a_lemur_leave_the_choice(draw):
    p = draw("L0:6W  O  .  .  G1:1W", abilities={"lemur"})
    assert said(p, "lemur", "queen") == ["lemur a1", "queen a1"]


def test_im_18_a_spider_monkey_passes_over_one_tile_and_goes_on(draw):
    p = draw("S0:1W  L  .  .  M1:1W", abilities={"spider_monkey"})
    assert said(p, "slide") == ["slide a1 c1", "slide a1 d1"]
    assert phase(p.copy().play("slide a1 c1")) == (1, "spawn")
    p.play("slide a1 d1")  # passing counts as moving: it bumps M
    assert phase(p) == (0, "hop") and p.legal_words() == ["hop none", "hop 1W"]
    p = draw("S0:1W  L  .  M1:1W", abilities={"spider_monkey"}).play("slide a1 c1")
    assert phase(p) == (0, "hop")
    text = "S0:1W  L  .  .  M1:1W"
    assert said(draw(text), "slide") == []


def test_im_18_it_may_slide_first_and_bump_or_pass(draw):
    p = draw("S0:1W  .  L1:1W  .  .", abilities={"spider_monkey"})
    assert said(p, "slide") == ["slide a1 b1", "slide a1 d1", "slide a1 e1"]
    assert phase(p.copy().play("slide a1 b1")) == (0, "hop")
    assert phase(p.play("slide a1 d1")) == (1, "spawn") and tile(p, "c1") == "L1:1W"


def test_im_18_once_only_and_over_one_tile_only(draw):
    p = draw("S0:1W  L  .  M  .  G1:1W", abilities={"spider_monkey"})
    assert said(p, "slide") == ["slide a1 c1"]
    p = draw("S0:1W  L  M  .  .  G1:1W", abilities={"spider_monkey"})
    assert said(p, "slide") == []
    p = draw("S0:1W  L\n.  G1:1W", abilities={"spider_monkey"})
    assert said(p, "slide") == ["slide a1 a2"]  # not off the board


def test_im_18_others_do_not_pass_and_a_pushed_one_does_not_either(draw):
    p = draw("O0:1W  L  .  S  G1:1W", abilities={"spider_monkey"})
    assert said(p, "slide") == []
    p = draw("G0:1W  S0:1W  L  .  M1:1W", abilities={"spider_monkey", "gorilla"})
    assert said(p, "push") == []


def test_im_18_the_only_slide_may_be_a_pass(draw):
    """A seat whose only move is such a slide is asked for it."""
    p = draw("M1:9W3Q  S0:1W  L1:9W  .", abilities={"spider_monkey"})
    assert said(p, "slide", "jump") == ["slide b1 d1"]
    p = draw("S0:1W  L1:4W  .", abilities={"spider_monkey"})
    assert p.legal_words() == ["slide a1 c1"]


def test_im_19_workers_alone_on_a_mandrill_spawn_two(draw):
    p = draw("M0:1W  M0:1W1Q  M0:2Q  O0:1W  .  L1:1W", abilities={"mandrill"}, phase="spawn")
    amounts = {"a1": "M0:3W", "b1": "M0:3W1Q", "c1": "M0:3W2Q", "d1": "O0:2W"}
    for cell, after in amounts.items():
        assert tile(p.copy().play(f"spawn {cell}"), cell) == after
    p = draw("M0:1W  .  L1:1W", phase="spawn").play("spawn a1")
    assert tile(p, "a1") == "M0:2W"
    p = draw("M0:9W  O0:10W3Q  .  L1:1W", abilities={"mandrill"}, phase="spawn").play("spawn a1")
    assert tile(p, "a1") == "M0:10W"  # cut to the supply


TAMARIN = {
    # what the Tamarin on a1 can do because of its neighbour on b1, with the words for it
    "gorilla": ("G", "push a1 b1 c1"),
    "orangutan": ("O", "jump a1 b1 WW"),
    "lemur": ("L", "lemur a1"),
    "spider_monkey": ("S", "slide a1 c1"),
}


@pytest.mark.parametrize("species", TAMARIN)
def test_im_20_a_tamarin_has_the_ability_of_the_tile_beside_it(draw, species):
    letter, words = TAMARIN[species]
    text = f"T0:3W  {letter}  .  M1:1W"
    both = {species, "emperor_tamarin"}
    assert words in draw(text, abilities=both).legal_words()
    # both have to lie face up
    for face_up in ({species}, {"emperor_tamarin"}, set()):
        position = draw(text, abilities=face_up)
        assert words not in position.legal_words()
    # no other tile has it, and the neighbour has to be one of that species, and beside
    assert words not in draw(text.replace("T0", "M0"), abilities=both).legal_words()
    diagonal = f"T0:3W  M  .  M1:1W\n.  {letter}  .  ."
    assert words not in draw(diagonal, abilities=both).legal_words()
    # not by way of a second Tamarin
    chain = f"T0:3W  T  .  M1:1W\n.  {letter}  .  ."
    assert words not in draw(chain, abilities=both).legal_words()


def test_im_20_a_tamarin_spawns_like_the_mandrill_beside_it(draw):
    both = {"mandrill", "emperor_tamarin"}
    p = draw("M  T0:1W  M  .  L1:1W", abilities=both, phase="spawn").play("spawn b1")
    assert tile(p, "b1") == "T0:3W"  # two Mandrills do not add up
    p = draw("M  T0:1W1Q  .  L1:1W", abilities=both, phase="spawn").play("spawn b1")
    assert tile(p, "b1") == "T0:3W1Q"
    p = draw("M  T0:1W  .  L1:1W", abilities={"mandrill"}, phase="spawn").play("spawn b1")
    assert tile(p, "b1") == "T0:2W"


def test_im_20_what_an_ability_says_of_its_own_tile_is_said_of_the_tamarin(draw):
    both = {"lemur", "emperor_tamarin"}
    assert said(draw("T0:3W  L1:1W1Q  .", abilities=both), "lemur") == ["lemur a1"]
    assert said(draw("T0:3W1Q  L  .  M1:1W", abilities=both), "lemur") == []
    assert said(draw("T  L0:3W1Q  .  M1:1W", abilities=both), "lemur") == []
    p = draw("T1:1W  G0:1W  .", abilities={"gorilla", "emperor_tamarin"})
    assert said(p, "push") == []  # own lice on the Tamarin, not next door


def test_im_20_an_ability_is_had_where_the_act_begins(draw):
    # the Spider Monkey is beside the Tamarin at the start only
    p = draw(
        """
        S      .  .  .  .
        T0:1W  .  L  .  M1:1W
        """,
        abilities={"spider_monkey", "emperor_tamarin"},
    )
    assert said(p, "slide") == ["slide a2 b2", "slide a2 d2"]
    p = draw(
        """
        .      S  .  .  .
        T0:1W  .  L  .  M1:1W
        """,
        abilities={"spider_monkey", "emperor_tamarin"},
    )
    assert "slide a2 d2" not in p.legal_words()


def test_im_20_several_abilities_in_one_turn(draw):
    p = draw("M  T0:1W  .  .  L1:1W\n.  L  .  .  .", abilities=ABILITIES, phase="spawn")
    p.play("spawn b1", "lemur b1")
    assert tile(p, "b1") == "T0:1Q"


# ------------------------------------------------------------------------------- Last Louse Left


LLL = {"last_louse_left": True}


def test_im_21_beaten_lice_leave_the_game(draw):
    p = draw("O0:1W1Q  G1:1W  .  L1:1W", **LLL).play("jump a1 b1 Q")
    assert supply(p) == [[19, 2], [18, 3]] and tile(p, "b1") == "G0:1Q"
    p = draw("O0:2W  G1:1W  .  L1:1W", **LLL).play("jump a1 b1 W")  # a tie: both sides
    assert supply(p) == [[18, 3], [18, 3]] and tile(p, "b1") == "G"
    p = draw("O0:2W  G1:5W1Q  .  L1:1W", **LLL).play("nitpick b1")
    assert supply(p) == [[18, 3], [14, 2]] and tile(p, "b1") == "G"
    p = draw("O0:6W  G  .  L1:1W", **LLL).play("queen a1")  # what is exchanged is not beaten
    assert supply(p)[0] == [20, 2]


def test_im_21_the_only_seat_with_lice_on_the_board_wins(draw):
    p = draw("O0:1W1Q  G1:1W", **LLL).play("jump a1 b1 Q")
    assert p.is_over and not p.is_truncated and p.returns().tolist() == [1, -1]
    assert (state(p)["ending"], state(p)["winner"]) == ("last louse", 0)


def test_im_21_a_seat_may_win_in_the_turn_of_another(draw):
    # seat 0 loses its last louse and beats that of seat 1: seat 2 is left
    p = draw("O0:1W  G1:1W  .  L2:1W", num_players=3, **LLL).play("jump a1 b1 W")
    assert state(p)["winner"] == 2 and p.returns().tolist() == [-0.5, -0.5, 1]


def test_im_21_with_nobody_left_it_is_a_draw_at_once(draw):
    p = draw("O0:1W  G1:1W", **LLL).play("jump a1 b1 W")
    assert p.is_over and not p.is_truncated and p.returns().tolist() == [0, 0]
    assert (state(p)["ending"], state(p)["winner"]) == ("no louse left", None)


def test_im_21_colonies_win_nothing(draw):
    p = draw("G0:3W  G0:3W  G0:2W  .  L1:1W", phase="spawn", **LLL).play("spawn c1")
    assert not p.is_over


def test_im_21_nobody_wins_while_the_starts_are_chosen():
    p = new(num_players=4, **LLL)
    for _ in range(4):
        assert not p.is_over
        p.play(said(p, "place")[0])
    assert not p.is_over and phase(p) == (0, "spawn")


def test_im_21_a_seat_without_lice_may_enter_while_two_others_remain(draw):
    p = draw(
        "O  G1:1W  .  L2:1W",
        num_players=3,
        supply=[[5, 0], [19, 3], [19, 3]],
        phase="spawn",
        **LLL,
    )
    assert p.legal_words() == ["enter a1", "decline"]
    p.play("enter a1")
    assert tile(p, "a1") == "O0:2W" and supply(p)[0] == [3, 0] and not p.is_over
    # without any supply its turns pass
    p = draw(
        "O  G1:1W  .  .  L2:1W",
        num_players=3,
        supply=[[0, 3], [19, 3], [19, 3]],
        seat=2,
        **LLL,
    ).play("slide e1 d1")
    assert phase(p) == (1, "spawn") and state(p)["turns"] == 2


def test_im_38_it_goes_together_with_abilities(draw):
    p = draw("L1:3W  O0:1W1Q  G1:1W", abilities=ABILITIES, **LLL)
    assert "jump b1 a1 WQ" in p.legal_words()
    p.play("jump b1 a1 WQ")  # both sides leave the game, and seat 1 is the last
    assert state(p)["winner"] == 1 and supply(p) == [[19, 2], [16, 3]]
    p = draw("M0:1W  .  L1:1W", abilities=ABILITIES, phase="spawn", **LLL).play("spawn a1")
    assert tile(p, "a1") == "M0:3W"


# --------------------------------------------------------------------------------------- Options


def test_im_39_a_board_file_takes_the_place_of_the_boards(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "[lice]\nworkers = 6\nqueens = 1\n"
        '[boards.two]\nseats = [2]\nrows = ["G . L"]\n'
        '[boards.more]\nseats = [3, 4]\nrows = ["G . L O", "S S . M"]\n'
    )
    p = new(board=path)
    assert state(p)["tiles"] == {"a1": ["G"], "c1": ["L"]} and supply(p) == [[6, 1]] * 2
    p = new(board=str(path), num_players=4)
    assert p.game.components.rows == ("G.LO", "SS.M") and supply(p) == [[6, 1]] * 4
    for _ in range(4):
        p.play(said(p, "place")[0])
    assert supply(p) == [[4, 0]] * 4
