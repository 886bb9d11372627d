"""Every rule of seeds/jivecat_lounge.md, by its id, in the digest's order.

Positions are laid by what lies on the table: see `Layouts` in conftest.py.  Seat 0 is to act.
Nobody is asked where `end` is all there is to say (JL-43); where a position has nothing else to
do, seat 0 has a Zombie that it could drop: `SPARE`.
"""

import collections
import itertools
import re
from importlib import resources

import pytest

import jivezoo
from jivezoo.envs.errors import BadOption

ROOT = resources.files("jivezoo")
DIGEST = (ROOT / "seeds" / "jivecat_lounge.md").read_text(encoding="utf-8")
SEATS = (2, 3, 4, 5)
RING = "CLTN"
SPARE = ("Z1",)
RIVAL = "N7 N9"  # touches no portal, and next to no contact that the tests look at
FOURTEEN = "C3 C10 C4 C8 C6 C2 C7 L4 L5 L8 L7 L6 L10 L9"
# One linked group over Cocoa, Lava and Tiki:
CONNECTED = "C8 L10 L6 L7 T10"


def new(seed=1, **options):
    return jivezoo.game("jivecat_lounge", **options).new(seed=seed)


def state(position):
    return position.game.state_to_dict(position.game, position.states)


def said(position, *verbs):
    """Return the legal words that begin with a verb, or a sign, sorted."""
    words = position.legal_words()
    return sorted(word for word in words if word.split()[0] in verbs or word[0] in verbs)


def goals(position):
    """Return the contacts that `to` can name."""
    return " ".join(word.removeprefix("to ") for word in said(position, "to"))


def chips(position, seat):
    return " ".join(state(position)["chips"][seat])


def points(position):
    return state(position)["points"]


def skulls(position):
    """Return the Skulls of each seat, and then those of the bank."""
    now = state(position)
    return [*now["skulls"], now["bank"]]


def hand(position, seat=0):
    return " ".join(state(position)["hands"][seat])


def phase(position):
    return state(position)["chain"]["phase"]


def finish_turn(position):
    """Say what ends the turn of the seat to act, keeping its hand, and return the position."""
    position.play("end")
    return position.play("done") if phase(position) == "discard" else position


def start(position):
    """Place all starting chips, each on the first free starter."""
    while phase(position) == "start":
        position.play(position.legal_words()[0])
    return position


def board():
    """Return the numbers of each lounge's ring, and its white ones, as the digest tells them."""
    rows = re.findall(r"^\| (Cocoa|Lava|Tiki|Neptune) \| ([\d ]+) \| ([\d ]+) \|$", DIGEST, re.M)
    return {row[0][0]: (row[1].split(), row[2].split()) for row in rows}


# ------------------------------------------------------------------------------------------- Box


@pytest.mark.parametrize("seats", SEATS)
def test_jl_44_skulls_and_chips_of_each_seat(seats):
    p = new(num_players=seats)
    assert skulls(p) == [3] * seats + [25 - 3 * seats]
    assert p.features(0)["chips_left"].tolist() == [15] * seats


def test_jl_45_the_board_is_as_told():
    box, rings = new().game.components, {}
    for letter, (ring, white) in board().items():
        rings[letter] = [letter + number for number in ring]
        inside = [c.name for c in box.all_contacts if c.name[0] == letter]
        party = [f"{letter}{drink}" for drink in "BYP"]
        assert inside == rings[letter] + party + [f"{letter}{n}w" for n in white]
        assert sorted(ring, key=int) == [str(n) for n in range(2, 11)]
    assert list(rings) == list(RING) and len(box.all_contacts) == 56
    links = {frozenset(pair) for pair in itertools.chain(*map(ring_links, rings.values()))}
    for here, there in zip(RING, RING[1:] + RING[0], strict=True):
        links.add(frozenset((rings[here][2], rings[there][6])))
        links.add(frozenset((rings[here][3], rings[there][5])))
    outside = {frozenset(pair) for pair in box.links if not any(map(in_party, pair))}
    assert outside == links and len(box.links) == 164
    assert set(box.starters) == {ring[place] for ring in rings.values() for place in (0, 2, 4, 6)}
    assert [set(icon) for icon in box.portals] == [{r[7], r[8]} for r in rings.values()]
    assert [set(icon) for icon in box.staff_icons] == [{r[8], r[0], r[1]} for r in rings.values()]


def ring_links(ring):
    return zip(ring, ring[1:] + ring[:1], strict=True)


def in_party(name):
    return name[-1] in "BYPw"


def test_jl_14_a_private_party_is_like_one_contact():
    box = new().game.components
    for letter, (ring, white) in board().items():
        party = {f"{letter}{drink}" for drink in "BYP"} | {f"{letter}{n}w" for n in white}
        around = {letter + ring[place] for place in (1, 3, 5, 7)}
        for name in party:
            assert set(box.neighbours[name]) == (party | around) - {name}


def test_jl_14_all_at_the_party_are_reached_from_beside_it(lay):
    rivals = RIVAL, "L4 L8", "L6 L9"
    hands = ["J4 V7"]
    assert goals(lay("C8 T5 T8", *rivals, hands=hands)) == "C4 C4w C7w CB CP CY"
    assert goals(lay("C6 T5 T3", *rivals, hands=hands)) == "T7"  # not beside it


def test_jl_30_white_numbers_count_as_their_numbers(lay):
    rivals = RIVAL, "L4 L8", "L6 T5"
    p = lay("T9 C3 C4", *rivals, hands=["J2 V2"], zombies=SPARE, skull_line="2TN - -")
    p.play("to T2w", "+J2")
    assert points(p)[0] == 1 and skulls(p)[0] == 4  # a Hipster, and Mambo
    assert state(p)["skull_line"] == ["-"] * 3


def test_jl_30_white_numbers_serve_trends(lay):
    rivals = RIVAL, "L4 L8", "L9 T5"
    assert claims(lay, "sheep", "C7 C7w N4", *rivals) is False
    assert claims(lay, "sheep", "C4 C4w N4", *rivals)
    assert claims(lay, "crowd", "C4w LB T2w N5w", *rivals)
    p = lay("C4w C9 L3 T7 N4", *rivals, trends=["priest"])
    assert "from C4w" in said(p.play("use priest"), "from")  # a Low-Brow


def test_jl_46_clique_cards():
    box = new().game.components.clique
    extra = {"J": "147", "C": "258", "V": "369"}
    for suit, value in itertools.product("JCVZR", "123456789"):
        assert box[suit + value] == 1 + (value in extra.get(suit, ""))
    now = state(new())
    cards = collections.Counter(now["deck"] + sum(now["hands"], []))
    assert cards == collections.Counter(box) and cards.total() == 54


def test_jl_47_skull_cards():
    now, wanted = state(new()), []
    for numbers, pairs in (("269", "CL TN"), ("358", "CN LT"), ("47", "CT LN")):
        wanted += [number + pair for number in numbers for pair in pairs.split()]
    assert sorted(now["skull_deck"]) == sorted(wanted) and len(wanted) == 16


def test_jl_47_a_skull_card_names_its_number_in_two_lounges(lay):
    for contact, beside in (("C3", "C5"), ("N3", "N6"), ("L3", "L4"), ("T3", "T7")):
        p = lay(f"{beside} C4", RIVAL, hands=["J3"], zombies=SPARE, skull_line="3CN - -")
        p.play(f"to {contact}", "+J3")
        assert skulls(p)[0] == (4 if contact[0] in "CN" else 3)


def test_jl_48_trend_cards():
    names = "connected sheep aztec pele dawg crowd mobile priest wallflower friends bayou mellow"
    assert sorted(state(new())["trend_deck"]) == sorted(f"{names} pink odd even kahuna".split())


# ------------------------------------------------------------------------------------ Setting up


@pytest.mark.parametrize("seats", SEATS)
def test_jl_49_decks_are_shuffled_and_four_cards_dealt(seats):
    a, b = (state(new(seed, num_players=seats)) for seed in (1, 2))
    assert [len(cards) for cards in a["hands"]] == [4] * seats and a["seat"] == 0
    assert len(a["deck"]) == 54 - 4 * seats
    for key in ("deck", "hands", "skull_deck", "trend_deck"):
        assert a[key] != b[key]


@pytest.mark.parametrize("seats", SEATS)
def test_jl_1_chips_go_on_starters_in_turn_and_then_in_reverse(seats):
    p, asked = new(num_players=seats), []
    starters = set(p.game.components.starters)
    assert {word.removeprefix("start ") for word in p.legal_words()} == starters
    while phase(p) == "start":
        now = state(p)
        assert now["skull_line"] == now["trend_line"] == ["-"] * 3
        asked.append(p.seat)
        word = p.legal_words()[-1]
        p.play(word)
        assert word not in p.legal_words()
    assert asked == [*range(seats), *reversed(range(seats))]
    now = state(p)
    assert [len(names) for names in now["chips"]] == [2] * seats
    assert "-" not in now["skull_line"] + now["trend_line"]
    assert now["points"] == [0] * seats and now["skulls"] == [3] * seats and now["active"] == 0


# ---------------------------------------------------------------------------------------- The turn


def test_jl_2_lines_slide_down_and_are_filled_as_a_turn_begins(lay):
    p = lay(
        *("C3 T8", RIVAL),
        zombies=SPARE,
        hands=["", "J5 J6 V9 R3"],
        skull_line="2CL - 3CN",
        skull_deck="9CL ...",
        trend_line="odd - even",
        trend_deck="pink ...",
    )
    assert state(finish_turn(p))["skull_line"] == ["9CL", "2CL", "3CN"]
    assert state(p)["trend_line"] == ["pink", "odd", "even"] and p.seat == 1


def test_jl_2_skull_discards_are_shuffled_and_the_trend_deck_is_not_renewed(lay):
    all_trends = " ".join(sorted(state(new())["trend_deck"]))
    p = lay("C3 T8", RIVAL, zombies=SPARE, skull_deck="", trends=["", all_trends], trend_deck="")
    now = state(finish_turn(p))
    assert "-" not in now["skull_line"] and len(now["skull_deck"]) == 13
    assert now["skull_discards"] == [] and now["trend_line"] == ["-"] * 3


def test_jl_32_the_first_drawn_lies_lowest(lay):
    p = lay(
        *("C3 T8", RIVAL),
        zombies=SPARE,
        skull_line="- - 3CN",
        skull_deck="9CL 8CN ...",
        trend_line="- even -",
        trend_deck="pink odd ...",
    )
    now = state(finish_turn(p))
    assert now["skull_line"] == ["8CN", "9CL", "3CN"]
    assert now["trend_line"] == ["odd", "pink", "even"]


def test_jl_32_at_the_start_of_the_game_too():
    p = new()
    before = state(p)
    after = state(start(p))
    for key in ("skull", "trend"):
        assert after[f"{key}_line"] == before[f"{key}_deck"][-3:]


def test_jl_41_claims_and_powers_come_between_whole_actions_and_before_the_end(lay):
    table = dict(trends=["sheep"], trend_line="odd wallflower -")
    p = lay("C3 L3 T3 N5 C6 T8", RIVAL, hands=["J8 R2 C5"], **table)
    assert said(p, "use", "claim") == ["claim passe", "use sheep"]
    p.play("to C8")
    assert said(p, "use", "claim", "end") == []
    p.play("+J8")
    assert said(p, "use", "claim", "end") == ["claim passe", "end", "use sheep"]
    p.play("end")
    assert p.legal_words() == ["done", "discard C5", "discard R2"]


def test_jl_43_nobody_is_asked_where_there_is_nothing_to_do(lay):
    p = lay("C3 T8", RIVAL, hands=["J5", "J9 V9 J8 R3"])
    assert p.play("to C5", "+J5").seat == 1  # nothing to do, nothing to discard
    p = lay("C3 T8", RIVAL, hands=["J5 V1", "J9 V9 J8 R3"], skulls=[0])
    assert p.play("to C5", "+J5").legal_words() == ["done", "discard V1"] and p.seat == 0
    p = lay("C3 T8", RIVAL, hands=["J5"], zombies=["Z9"], skulls=[0])
    assert p.play("to C5", "+J5").legal_words() == ["end", "drop Z9"]


@pytest.mark.parametrize("seats", SEATS)
def test_jl_43_one_is_never_asked_only_to_be_done(seats, walks):
    game = jivezoo.game("jivecat_lounge", num_players=seats, max_rounds=6)
    for p in walks.game(game, 1):
        assert p.is_over or p.legal_words() not in (["end"], ["done"])


def test_jl_66_nothing_is_begun_that_cannot_be_carried_through(lay):
    # no 1, 7, 8 or 9 next to a chip, no chip of a rival to spare, no free 3 in reach
    p = lay("C3 T3 N3", "T7 L8", hands=["V8"], zombies=SPARE, trends=["sheep"])
    assert p.legal_words() == ["end", "drop Z1"]
    # Upwardly Mobile and no card that is not a Jivecat
    p = lay("C10 T10 T5 T9", RIVAL, hands=["J9"], trends=["mobile"], zombies=SPARE)
    assert said(p, "use") == [] and goals(p) != ""
    p = lay("C10 T10 T5 T9", RIVAL, hands=["V9"], trends=["mobile"], zombies=SPARE)
    assert said(p, "use") == ["use mobile"]


def test_jl_66_a_chain_must_be_paid_to_its_end(lay):
    table = dict(hands=["V9"], trends=["mobile"], zombies=SPARE, radas=[0, 9])
    chips = "C10 T10 T5 T9", RIVAL
    assert said(lay(*chips, **table, skulls=[1]), "use") == []  # the power, but not the Rada
    assert said(lay(*chips, **table, skulls=[2]), "use") == ["use mobile"]


def test_jl_65_cards_and_zombies_are_paid_as_they_are_named(lay):
    p = lay("C3 C6", RIVAL, hands=["J5"], zombies=["Z3"], radas=[0, 5])
    assert skulls(p.play("to C8")) == [3, 3, 19]
    assert skulls(p.play("+J5")) == [2, 4, 19]
    assert skulls(p.play("+zombie Z3"))[:1] == [1] and "C8" in chips(p, 0)


def test_jl_65_powers_are_paid_as_they_are_used(lay):
    p = lay("C10 T10 T5 T9", RIVAL, hands=["V9"], trends=["mobile"])
    assert skulls(p.play("use mobile")) == [2, 3, 20]
    p = lay("C3 C4 CP LP T8", "N7 N10 T10", hands=["V9"], trends=["pink", "mobile"])
    assert skulls(p.play("use pink")) == [3, 3, 19]
    assert skulls(p.play("use mobile")) == [1, 4, 20]


def test_jl_65_a_loan_is_paid_when_it_is_told_whose_and_a_voodoo_when_it_hits(lay):
    p = lay("C3 C6 CY LY", RIVAL, trends=["mellow"], zombies=["", "Z8"])
    assert skulls(p.play("use mellow")) == [3, 3, 19]
    assert skulls(p.play("borrow Z8 from p1")) == [1, 4, 20]
    p = lay("C3 C6", RIVAL, hands=["V2"], zombies=["", "Z8"])
    assert skulls(p.play("voodoo V2")) == [3, 3, 19]
    p.play("hex zombie p1 Z8")
    assert skulls(p)[:2] == [2, 4]


# ---------------------------------------------------------------------------------------- Contacts


def test_jl_50_a_new_chip_is_linked_with_an_own_one(lay):
    assert goals(lay("C3 T8", RIVAL, hands=["J5"])) == "C5"
    assert goals(lay("C3 T8", "L4 L8", hands=["J5"])) == "C5"  # not the rival's L5


def test_jl_50_one_chip_on_a_contact(lay):
    for taken in ("C5 N9", "C5 L4"):
        assert goals(lay("C3 T8", taken, hands=["J5"], zombies=SPARE, skulls=[0])) == ""
    assert goals(lay("C3 T8", RIVAL, hands=["J5"], staff="C5", zombies=SPARE, skulls=[0])) == ""
    assert goals(lay("C3 C5", RIVAL, hands=["J3"], zombies=SPARE, skulls=[0])) == ""


def test_jl_8_nobody_is_left_with_fewer_than_two_chips(lay):
    p = lay("C3 C6", "N7 N9", "T5 T4 T8", hands=["V1"], zombies=SPARE)
    assert said(p.play("voodoo V1"), "remove") == ["remove T4", "remove T5", "remove T8"]
    # a Jivecat anywhere, by borrowed Friends: but two chips and one are three, of which two leave
    table = dict(trends=["pink", "friends"], hands=["J5 V9"])
    p = lay("CP LP", FRIENDS, **table).play("use pink", "use friends")
    assert "C9" in goals(p).split() and not {"TB", "NB"} & {*goals(p).split()}
    p = lay("CP LP N7", FRIENDS, **table).play("use pink", "use friends")
    assert {"TB", "NB"} < {*goals(p).split()}
    dawg = dict(trends=["dawg"], zombies=SPARE)
    assert said(lay("N7 N9 N6 N5 N4", "C3 C4", **dawg), "use") == ["use dawg"]


def test_jl_8_holds_all_through_random_games(walks):
    game = jivezoo.game("jivecat_lounge", num_players=3, max_rounds=25)
    for p in itertools.chain(walks.game(game, 1), walks.game(game, 2)):
        if phase(p) not in ("start", "spell chip"):
            assert min(len(names) for names in state(p)["chips"]) >= 2


def test_jl_7_the_fifteenth_chip_takes_five_away(lay):
    p = lay(FOURTEEN, RIVAL, hands=["J2 V2"], points=[4])
    p.play("to L2", "+J2")
    assert points(p) == [5, 0]
    assert said(p, "remove") == sorted(f"remove {name}" for name in [*FOURTEEN.split(), "L2"])
    p.play("remove L2", "remove C3", "remove C10", "remove C4")
    assert len(chips(p, 0).split()) == 11 and "end" not in p.legal_words()
    p.play("remove C8")
    assert chips(p, 0) == "C6 C2 C7 L4 L5 L8 L7 L6 L10 L9" and points(p) == [5, 0]
    assert phase(p) == "act" and hand(p) == "V2"


@pytest.mark.parametrize("number", range(3, 10))
def test_jl_52_low_brows_score_nothing(number, lay):
    contact, near = {
        3: ("C3", "C5"),
        4: ("L4", "L5"),
        5: ("C5", "C3"),
        6: ("C6", "C8"),
        7: ("C7", "C2"),
        8: ("C8", "C6"),
        9: ("C9", "C5"),
    }[number]
    p = lay(f"{near} T8", RIVAL, hands=[f"R{number}"]).play(f"to {contact}", f"+R{number}")
    assert contact in chips(p, 0) and points(p) == [0, 0]


def test_jl_4_hipsters_score_one(lay):
    p = lay("C3 C6", RIVAL, hands=["J2 R6 V4"])
    assert points(p.play("to C2", "+J2")) == [1, 0]
    assert points(p.play("to C10", "+R6", "+V4")) == [2, 0]


def test_jl_4_a_chip_that_moves_to_a_hipster_scores_by_the_option(lay):
    for option, score in ((True, 1), (False, 0)):
        p = lay("C6 T5", RIVAL, hands=["C5"], moves_score=option)
        assert points(p.play("cheval C5", "from C6", "to L10")) == [score, 0]


def test_jl_31_upwardly_mobile_takes_tens_only(lay):
    assert claims(lay, "mobile", "C10 T10")
    assert not claims(lay, "mobile", "C2 T2") and not claims(lay, "mobile", "C10 T2 L2")


# ----------------------------------------------------------------------------------------- The end


def test_jl_23_discards_refill_and_five_skulls(lay):
    p = lay("C3 C6", RIVAL, hands=["J8 V9 R9 C9", "J9 V9 J1 R3"], skulls=[7], deck="R1 R2 R4 ...")
    p.play("end", "discard V9", "discard C9")
    assert p.legal_words() == ["done", "discard J8", "discard R9"]
    p.play("done")
    assert hand(p) == "J8 R1 R2 R9" and p.seat == 1
    assert skulls(p) == [5, 3, 17] and state(p)["discards"] == ["C9", "V9"]


def test_jl_23_a_hand_can_be_kept_and_a_short_one_is_filled(lay):
    p = lay("C3 C6", RIVAL, hands=["J8 V9", "J9 V9 J1 R3"], deck="R1 R2 ...")
    assert hand(p.play("end", "done")) == "J8 V9 R1 R2"


def test_jl_42_an_empty_hand_is_not_asked(lay):
    p = lay("C3 C6", RIVAL, hands=["", "J9 V9 J1 R3"], zombies=SPARE, deck="R1 R2 R4 R5 ...")
    assert p.play("end").seat == 1 and hand(p) == "R1 R2 R4 R5"


def test_jl_33_discards_are_shuffled_when_a_card_is_needed(lay):
    for top in ("R1 R2", "R1 R3", "R2 R3"):  # two are drawn, then one of the discards
        p = lay("C3 C6", RIVAL, hands=["R8 J8", "J9 V9 J1 C3"], deck=top)
        p.play("to C8", "+J8", "end", "done")
        now, held = state(p), hand(p).split()
        assert {"R8", *top.split()} < {*held} and len(held) == 4
        assert now["discards"] == [] and len(now["deck"]) == 54 - 4 - 4
        assert "J8" in now["deck"] + held  # played in this turn
        assert now["deck"] != sorted(now["deck"], key=lambda word: ("JCVZR".index(word[0]), word))


def test_jl_33_not_before_a_card_is_needed(lay):
    p = lay("C3 C6", RIVAL, hands=["R8 J9", "J8 V9 J1 R3"], deck="R1 R2").play("end", "done")
    assert hand(p) == "J9 R1 R2 R8"
    assert state(p)["deck"] == [] and len(state(p)["discards"]) == 46


def test_jl_33_for_the_staff_too(lay):
    p = lay("C3 C6", RIVAL, hands=["R8 J9 R6 V7", "J8 V9 J1 R3"], deck="", staff="")
    p.play("end", "done")
    assert len(state(p)["deck"]) == 45 and len(state(p)["discards"]) == 1


def end(position):
    """Return who has won, or None if the game goes on."""
    now = state(position)
    assert bool(now["winners"]) == position.is_over == now["over"]
    assert position.is_over or not position.returns().any()
    return now["winners"] or None


def last_turn(lay, *chips, **table):
    """Return the position after a last turn in which nothing was done."""
    seats = len(chips)
    hands = [""] * (seats - 1) + ["C1 V2 J3 R4"]
    return finish_turn(lay(*chips, hands=hands, active=seats - 1, **table))


def test_jl_26_the_round_is_played_to_its_end(lay):
    table = dict(points=[14, 3], hands=["J2", "C1 V2 J3 R4"], active=0)
    p = lay("C6 T8", "N7 N9", **table).play("to C2", "+J2")
    assert points(p) == [15, 3] and p.seat == 1 and end(p) is None
    assert end(finish_turn(p)) == [0] and not p.is_truncated and p.legal_words() == []
    assert end(last_turn(lay, "C6 T8", "N7 N9", points=[14, 14])) is None


def test_jl_26_the_target_is_an_option(lay):
    assert end(last_turn(lay, "C6 T8", "N7 N9", points=[8, 3], target=8)) == [0]


def test_jl_26_most_points_win(lay):
    assert end(last_turn(lay, "C6 T8", "N7 N9", points=[15, 16])) == [1]


def test_jl_26_then_most_active_trends(lay):
    chips, table = ("C6 T8", "N2 C2 T2"), dict(points=[15, 15], skulls=[5, 0])
    assert end(last_turn(lay, *chips, **table, trends=["", "sheep"])) == [1]
    table["skulls"] = [0, 5]
    assert end(last_turn(lay, *chips, **table, trends=["sheep"])) == [1]  # it is not active


def test_jl_26_then_skulls_and_unused_chips(lay):
    table = dict(points=[15, 15, 15])
    assert end(last_turn(lay, "C6 T8", "N7 N9", "L4 L8", **table, skulls=[3, 4, 3])) == [1]
    # a chip more on the board makes up for a Skull more
    three = "C6 T8", "N7 N9 N6", "L4 L8"
    assert end(last_turn(lay, *three, **table, skulls=[3, 4, 3])) == [0, 1, 2]
    assert end(last_turn(lay, *three, **table, skulls=[3, 3, 3])) == [0, 2]


def test_jl_27_after_the_last_round_the_game_is_cut_off(lay):
    p = last_turn(lay, "C6 T8", "N7 N9", points=[3, 5], round=7, max_rounds=7)
    assert end(p) == [1] and p.is_truncated
    p = last_turn(lay, "C6 T8", "N7 N9", points=[3, 15], round=7, max_rounds=7)
    assert end(p) == [1] and not p.is_truncated
    assert end(last_turn(lay, "C6 T8", "N7 N9", points=[3, 5], round=6, max_rounds=7)) is None


def test_jl_69_what_is_paid(lay):
    chips = "C6 T8", "N7 N9", "L4 L8"
    one = last_turn(lay, *chips, points=[15, 3, 3])
    two = last_turn(lay, *chips, points=[15, 3, 15])
    every = last_turn(lay, *chips, points=[15, 15, 15])
    assert one.returns().tolist() == pytest.approx([1, -0.5, -0.5])
    assert two.returns().tolist() == pytest.approx([0.25, -0.5, 0.25])
    assert every.returns().tolist() == [0, 0, 0]


# -------------------------------------------------------------------------- 2 or 3 seats: the Staff


@pytest.mark.parametrize("seats", SEATS)
def test_jl_51_white_numbers_are_closed_with_two_or_three(seats):
    for staff in (True, False) if seats < 5 else (False,):
        game = new(num_players=seats, staff=staff).game
        names = [c.name for c in game.components.contacts(seats)]
        links = [pair for pair in game.components.links if {*pair} <= {*names}]
        assert (len(names), len(links)) == ((48, 104) if seats < 4 else (56, 164))
        places = {word.split()[1] for word in game.actions if word.startswith("to ")}
        assert places == {*names}


def test_jl_51_cards_bring_chips_to_white_numbers_only_with_four(lay):
    table = dict(hands=["J4"], zombies=SPARE, skulls=[0])
    assert "C4w" in goals(lay("C8 T5", RIVAL, "L4 L8", "L6 T4", **table)).split()
    assert goals(lay("C8 T5", RIVAL, "L4 L8", **table)) == "C4"


HELD = ["J5 V9 R9 C9", "J9 V9 J1 R3"]  # full hands


def flip(lay, card, *, staff="", mine="C3 C6", rival=RIVAL, **table):
    """Return the position after a turn, when the Staff have flipped a card."""
    p = lay(mine, rival, hands=HELD, staff=staff, deck=f"{card} ...", **table)
    return finish_turn(p)


def test_jl_24_the_staff_place_a_chip_at_an_icon(lay):
    p = flip(lay, "R1")  # a 10: only C10 touches an icon
    assert state(p)["staff"] == ["C10"] and state(p)["discards"] == ["R1"] and p.seat == 1
    assert state(flip(lay, "R2"))["staff"] == ["N2"]
    assert state(flip(lay, "R2", rival="N2 N9"))["staff"] == []


def test_jl_24_or_beside_a_staff_chip(lay):
    assert state(flip(lay, "R2", staff="N2", rival="T5 N9"))["staff"] == ["N2"]
    assert state(flip(lay, "R2", staff="N2 T4"))["staff"] == ["T4", "T2", "N2"]
    # a portal is no link of theirs
    assert state(flip(lay, "R2", staff="N2 N8"))["staff"] == ["N2", "N8"]


def test_jl_24_staff_chips_score_and_earn_nothing(lay):
    p = flip(lay, "R2", skull_line="2TN 9CL 8CN")
    assert state(p)["staff"] == ["N2"] and state(p)["skull_line"] == ["2TN", "9CL", "8CN"]
    assert points(p) == [0, 0] and skulls(p) == [3, 3, 19]


def test_jl_40_the_active_seat_chooses_among_several(lay):
    p = flip(lay, "R4", staff="N2 C10")  # L4 at an icon, C4 beside C10
    assert p.legal_words() == ["staff C4", "staff L4"] and p.seat == 0
    assert state(p)["discards"] == ["R4"]
    p.play("staff C4")
    assert state(p)["staff"] == ["C10", "C4", "N2"] and p.seat == 1


def test_jl_40_with_four_seats_only_if_wished_and_never_with_five():
    for seats in SEATS:
        assert new(num_players=seats).game.options.staff == (seats < 4)
    assert new(num_players=4, staff=True).game.options.staff
    with pytest.raises(BadOption, match="no colour"):
        jivezoo.game("jivecat_lounge", num_players=5, staff=True)


def test_jl_40_the_staff_act_after_the_last_turn_too(lay):
    p = lay("C6 T8", "N7 N9", points=[15, 3], hands=HELD, active=1, staff="", deck="R1 ...")
    assert end(finish_turn(p)) == [0] and state(p)["staff"] == ["C10"]


STAFF = "L3 L4 L5 L8 T6 T5 T9 T4 T2 N2 N8 N3 N10 N4"  # all but one


def test_jl_25_the_lowest_score_sends_five_staff_chips_away(lay):
    p = flip(lay, "R1", staff=STAFF, points=[5, 4])
    assert p.seat == 1 and state(p)["active"] == 0
    assert said(p, "remove") == sorted(f"remove {c}" for c in [*STAFF.split(), "C10"])
    assert p.play("remove C10", *said(p, "remove")[1:5]).seat == 1
    assert len(state(p)["staff"]) == 10 and phase(p) == "act"


# ----------------------------------------------------------------------------------------- Portals


def test_jl_13_a_portal_links_what_touches_portals(lay):
    p = lay("C5 C6", RIVAL, hands=["J3 V7"], skulls=[1])
    assert goals(p) == "C3" and skulls(p.play("portal")) == [0, 3, 22]
    assert goals(p) == "C3 L3 N4 T7"
    assert "portal" not in lay("C3 C6", RIVAL, hands=["J3 V7 C1"]).legal_words()
    poor = lay("C5 C6", RIVAL, hands=["J3 V7"], skulls=[0])
    assert "portal" not in poor.legal_words()


def test_jl_13_it_is_gone_after_the_first_action_that_needs_it(lay):
    p = lay("C5 C6", RIVAL, hands=["J3 V7 R6"]).play("portal", "to C3", "+J3")
    assert goals(p) == "T6 T7" and state(p)["turn"]["portal"]
    p.play("to T7")
    assert not state(p)["turn"]["portal"] and phase(p) == "add"
    assert "T7" in chips(p.play("+V7"), 0) and goals(p) == "T6"  # linked with T7


def test_jl_13_a_cheval_may_cross_it(lay):
    p = lay("C5 C4", RIVAL, hands=["C8 V9"], zombies=SPARE, skulls=[1])
    p.play("portal", "cheval C8", "from C5")
    # over C3 and C9, and over all that touches a portal: its neighbours, and one another
    assert goals(p) == "C10 C7 C9 L2 L3 L4 L9 N4 N5 N8 T3 T5 T6 T7"
    p.play("to N5")  # over N4
    assert "N5" in chips(p, 0) and not state(p)["turn"]["portal"]


def test_jl_13_a_cheval_that_does_not_need_it_leaves_it_open(lay):
    p = lay("C5 L4", RIVAL, hands=["C8 V6"]).play("portal", "cheval C8", "from L4", "to L8")
    assert state(p)["turn"]["portal"] and goals(p) == "T6"


def test_jl_13_well_connected_opens_it_for_nothing(lay):
    p = lay(f"{CONNECTED} C5", RIVAL, hands=["V3"], trends=["connected"], skulls=[0])
    assert skulls(p.play("portal")) == [0, 3, 22] and state(p)["turn"]["used"] == ["connected"]
    p.play("to L3", "+V3")
    assert "L3" in chips(p, 0)
    used = dict(trends=["connected"], used="connected", zombies=SPARE, hands=["V3"])
    assert "portal" not in lay(f"{CONNECTED} C5", RIVAL, **used, skulls=[0]).legal_words()
    assert skulls(lay(f"{CONNECTED} C5", RIVAL, **used).play("portal")) == [2, 3, 20]


def test_jl_29_a_portal_must_lead_somewhere(lay):
    def opens(*chips, skulls=3, **table):
        return "portal" in lay(*chips, skulls=[skulls], **table).legal_words()

    assert opens("C5 C6", RIVAL, hands=["J3"])
    assert not opens("C5 C6", "N7 L3", hands=["J3"])  # C3 needs none
    assert not opens("C5 C6", RIVAL, hands=["J9"])
    assert not opens("C5 C6", RIVAL, hands=["J3 V9"], radas=[0, 3], skulls=1)
    assert opens("C5 C6", RIVAL, hands=["J3 V9"], radas=[0, 3], skulls=2)
    assert opens("C5 C6", RIVAL, hands=["C1"])  # a Cheval crosses it
    connected = dict(trends=["connected"], skulls=0)
    assert opens(f"{CONNECTED} C5", RIVAL, hands=["V3"], **connected)
    assert not opens(f"{CONNECTED} C5", RIVAL, hands=["V9"], **connected)


def test_jl_29_no_second_portal_while_one_is_open(lay):
    p = lay("C5 C6", RIVAL, hands=["J3 V7"]).play("portal")
    assert "portal" not in p.legal_words()


FRIENDS = "C3 C4 L4 L8 T5 T4 N5 N6"  # two in every lounge


def test_jl_29_friends_must_lead_somewhere(lay):
    table = dict(trends=["friends"])
    p = lay(FRIENDS, RIVAL, hands=["V9"], **table)
    assert said(p, "use") == ["use friends"]
    assert said(lay(FRIENDS, "N9 C9", hands=["V9"], **table, staff="L9"), "use") == []  # T9 is near
    taxed = dict(hands=["V9 V8"], radas=[0, 9], **table)
    assert said(lay(FRIENDS, RIVAL, **taxed, skulls=[1]), "use") == ["use friends"]  # for an 8
    taxed["hands"] = ["V9"]
    assert said(lay(FRIENDS, RIVAL, **taxed, skulls=[1]), "use") == []
    assert said(lay(FRIENDS, RIVAL, **taxed, skulls=[2]), "use") == ["use friends"]
    p.play("use friends")
    assert said(p, "use") == [] and state(p)["turn"]["friends"]


def test_jl_29_a_borrowed_zombie_must_serve_at_a_contact_in_reach(lay):
    def borrows(zombie, skulls=3, **table):
        table |= dict(hands=["R5"], trends=["mellow"], zombies=["", zombie], skulls=[skulls])
        return "use mellow" in lay("C3 C6 CY LY", RIVAL, **table).legal_words()

    # in reach are a 2, 5, 7, 8, 9 and 10
    assert borrows("Z8") and borrows("Z4") and not borrows("Z1") and not borrows("Z6")
    assert not borrows("Z8", skulls=1) and borrows("Z8", skulls=2)
    assert not borrows("Z8", skulls=2, radas=[0, 8]) and borrows("Z8", radas=[0, 8])


# ------------------------------------------------------------------------------------ Clique cards


def test_jl_3_one_card_or_a_signed_sum(lay):
    p = lay("C3 C6", RIVAL, hands=["J5 C3 V1"])
    assert goals(p) == "C2 C5 C8"
    p.play("to C2", "-C3", "+J5")
    assert chips(p, 0) == "C3 C6 C2" and hand(p) == "V1"


def test_jl_3_each_card_once(lay):
    assert goals(lay("C3 C6", RIVAL, hands=["J4 C1"])) == "C5"  # not 4 + 4
    p = lay("C3 C6", RIVAL, hands=["J4 V4"])
    assert goals(p) == "C8"
    p.play("to C8", "+J4", "+V4")
    assert sorted(state(p)["discards"]) == ["J4", "V4"]


def test_jl_3_zombies_on_the_table_count(lay):
    p = lay("C3 C6", RIVAL, hands=["V5"], zombies=["Z3"])
    assert goals(p) == "C2 C5 C8"
    p.play("to C8", "+zombie Z3", "+V5")
    assert "C8" in chips(p, 0)


def test_jl_39_offered_is_what_can_still_fit(lay):
    p = lay("C3 C6", RIVAL, hands=["J5 C3 V1"]).play("to C8")
    assert p.legal_words() == ["+J5", "+C3"]
    p.play("+C3")
    assert p.legal_words() == ["+J5"] and state(p)["discards"] == ["C3"] and hand(p) == "J5 V1"


def test_jl_39_and_what_can_be_paid(lay):
    table = dict(hands=["J5 C3 V8"], radas=[0, 3])
    p = lay("C3 C6", RIVAL, **table, skulls=[0]).play("to C8")
    assert p.legal_words() == ["+V8"]
    p = lay("C3 C6", RIVAL, **table, skulls=[1]).play("to C8")
    assert sorted(p.legal_words()) == ["+C3", "+J5", "+V8"]


def test_jl_39_a_sum_that_fits_may_go_on(lay):
    table = dict(hands=["J8 C4 V4 R1"])
    p = lay("C3 C6", RIVAL, **table).play("to C8", "+J8")
    assert sorted(p.legal_words()) == ["+C4", "+V4", "-C4", "-V4", "done"]
    assert hand(p.copy().play("done")) == "C4 V4 R1"
    p.play("-C4", "+V4")
    assert "C8" in chips(p, 0) and hand(p) == "R1"


# ------------------------------------------------------------------------------------------ Spells


def test_jl_6_a_jivecat_takes_two_chips_of_other_lounges(lay):
    p = lay("C8 C4 T5 T9 L4", RIVAL, hands=["J1 J9 V9"], zombies=SPARE, skulls=[0])
    assert [name for name in goals(p).split() if name[-1] in "BYP"] == "CB CP CY TB TP TY".split()
    p.play("to CB")
    assert p.legal_words() == ["+J1", "+J9"]
    p.play("+J9")
    assert said(p, "remove") == ["remove L4", "remove T5", "remove T9"] == sorted(p.legal_words())
    p.play("remove T9", "remove L4")
    assert chips(p, 0) == "C4 C8 CB T5" and points(p) == [2, 0] and hand(p) == "J1 V9"


def test_jl_6_two_jivecats_make_three_points(lay):
    for pair, score in ((("TB", "NY"), 3), (("TB", "T5"), 2), (("T5", "NY"), 2)):
        p = lay("C8 T5 TB NY", "L4 L8", hands=["J5"]).play("to CP", "+J5")
        p.play(*(f"remove {name}" for name in pair))
        assert points(p) == [score, 0]


def test_jl_6_what_a_jivecat_needs(lay):
    def cats(*chips, hands=("J5",), **table):
        p = lay(*chips, hands=hands, zombies=SPARE, skulls=[0], **table)
        return [name for name in goals(p).split() if name[-1] in "BYP"]

    assert cats("C8 T5 T4", RIVAL) == ["CB", "CP", "CY"]
    assert cats("C8 T5 T4", "CB N9", staff="CY") == ["CP"]
    assert cats("C8 T5 T4", RIVAL, hands=["V5"]) == []
    assert cats("C8 C4 T5", RIVAL) == []  # one chip in other lounges
    assert cats("C4 T5 T4", RIVAL) == []  # not linked


def test_jl_34_five_leave_first_then_two(lay):
    mine = "C3 C10 C4 C8 C6 C2 C7 C9 C5 CB CY L4 T5 N6"
    p = lay(mine, RIVAL, hands=["J5"]).play("to CP", "+J5")
    assert len(said(p, "remove")) == 15
    p.play("remove L4")
    assert {"remove T5", "remove N6"} & {*p.legal_words()} == set()
    p.play("remove CP", "remove C3", "remove C10", "remove C4")
    assert said(p, "remove") == ["remove N6", "remove T5"] and points(p) == [0, 0]
    p.play("remove N6", "remove T5")
    assert points(p) == [2, 0] and len(chips(p, 0).split()) == 8


def test_jl_9_zombies_cost_a_skull_to_lay_and_one_to_use(lay):
    p = lay("C3 C6", RIVAL, hands=["Z5 Z8 Z2"], skulls=[5])
    assert skulls(p.play("zombie Z5")) == [4, 3, 18]
    p.play("zombie Z8")
    assert said(p, "zombie") == []  # two at most
    p.play("to C8", "+zombie Z8")  # in the turn in which it is laid
    assert skulls(p) == [2, 3, 20] and state(p)["zombies"][0] == [["Z5", False], ["Z8", True]]
    assert said(p, "drop") == ["drop Z5"]
    p.play("drop Z5")
    assert skulls(p) == [2, 3, 20] and state(p)["discards"] == ["Z5"]
    assert said(p, "zombie") == ["zombie Z2"]


def test_jl_9_a_zombie_serves_once_a_turn_and_must_be_paid(lay):
    assert goals(lay("C3 C6", RIVAL, hands=["V1"], zombies=["Z5! Z8"])) == "C8"
    p = lay("C3 C6", RIVAL, zombies=["Z8"], skulls=[0])
    assert p.legal_words() == ["end", "drop Z8"]
    p = lay("C3 C6", RIVAL, hands=["Z5 V9"], skulls=[0])
    assert said(p, "zombie") == []


def test_jl_9_zombies_are_turned_back_after_the_turn(lay):
    p = lay("C3 C6", RIVAL, hands=["C1"], zombies=["Z5! Z8"])
    assert state(finish_turn(p))["zombies"][0] == [["Z5", False], ["Z8", False]]


def test_jl_11_a_cheval_jumps_over_a_neighbour(lay):
    jumps = dict(hands=["C5"])
    p = lay("C6 T5", RIVAL, **jumps).play("cheval C5")
    assert p.legal_words() == ["from C6", "from T5"]
    assert goals(p.play("from C6")) == "C4 C7 L10 N10"
    p.play("to C4")
    assert chips(p, 0) == "C4 T5" and state(p)["discards"] == ["C5"]
    p = lay("C6 T5", "C8 C4", **jumps).play("cheval C5", "from C6")
    assert goals(p) == "C7 L10 N10"  # over the rival's C8, not onto C4
    p = lay("C6 C8", RIVAL, **jumps).play("cheval C5", "from C6")
    assert "C6" not in goals(p).split() and "C4" in goals(p).split()  # over an own chip


def test_jl_11_closed_contacts_are_neither_crossed_nor_entered(lay):
    four = lay("C6 T5", RIVAL, "L4 L8", "L6 T4", hands=["C5"]).play("cheval C5", "from C6")
    assert goals(four) == "C4 C4w C7 C7w L10 N10"
    two = lay("C6 T5", RIVAL, hands=["C5"]).play("cheval C5", "from C6")
    assert goals(two) == "C4 C7 L10 N10"


def test_jl_37_beside_its_start_and_over_a_jivecat(lay):
    p = lay("CB T5", RIVAL, hands=["C5"]).play("cheval C5", "from CB")
    # C10, C8, C2 and C9 are linked with CB: over CY or CP
    assert goals(p) == "C10 C2 C3 C4 C5 C6 C7 C8 C9 L10 N10"


def test_jl_10_a_rada_is_laid_and_replaced(lay):
    p = lay("C3 C6", RIVAL, hands=["R4 R7 V1"])
    assert skulls(p.play("rada R4")) == [2, 3, 20] and state(p)["radas"] == [4, 0]
    p.play("rada R7")
    assert state(p)["radas"] == [7, 0] and state(p)["discards"] == ["R4"]
    assert skulls(p) == [1, 3, 21]


def test_jl_10_rivals_pay_for_cards_of_its_value(lay):
    p = lay("C3 C6", RIVAL, hands=["J4 V4"], radas=[0, 4], skulls=[4])
    assert skulls(p.play("to C8", "+J4", "+V4"))[1] == 5  # a Skull for each card
    assert goals(lay("C3 C6", RIVAL, hands=["J8 C5"], radas=[0, 8], skulls=[0])) == "C5"
    own = lay("C3 C6", RIVAL, hands=["J8"], radas=[8], skulls=[0])
    assert goals(own) == "C8"


def test_jl_10_two_owners_are_both_paid(lay):
    table = dict(hands=["J5"], radas=[0, 5, 5], extra="R5")
    p = lay("C3 C6", RIVAL, "T5 T4", **table, skulls=[2], zombies=SPARE).play("to C5", "+J5")
    assert skulls(p) == [0, 4, 4, 17]
    poor = lay("C3 C6", RIVAL, "T5 T4", **table, skulls=[1], zombies=SPARE)
    assert goals(poor) == ""


@pytest.mark.parametrize("words", ["zombie Z5", "rada R5", "cheval C5", "voodoo V5", "to CB,+J5"])
def test_jl_10_whatever_the_card_is_used_for(words, lay):
    card = re.search(r"[A-Z]5", words)[0]
    table = dict(hands=[f"{card} J9"], radas=[0, 5], extra="R5")
    p = lay("C8 T5 T9", "N7 N9 N6", **table).play(*words.split(","))
    assert skulls(p)[1] == 4


def test_jl_10_used_zombies_are_taxed_and_discards_are_not(lay):
    p = lay("C3 C6", RIVAL, zombies=["Z8 Z1"], radas=[0, 8]).play("to C8", "+zombie Z8")
    assert skulls(p) == [1, 4, 20]
    p = lay("C3 C6", RIVAL, hands=["J8"], zombies=["Z8"], radas=[0, 8]).play("drop Z8", "end")
    p.play("discard J8")
    assert skulls(p)[:2] == [3, 3]


def test_jl_12_a_voodoo_hits_a_rivals_zombie_rada_or_chip(lay):
    p = lay("C3 C6", "N7 N9 N6", "T5 T4", hands=["V2 V9"], zombies=["Z1", "", "Z4"], radas=[0, 3])
    p.play("voodoo V2")
    hexes = ["hex rada p1", "hex zombie p2 Z4", "remove N6", "remove N7", "remove N9"]
    assert sorted(p.legal_words()) == hexes
    after = p.copy().play("hex zombie p2 Z4")
    assert skulls(after) == [2, 3, 4, 16] and state(after)["zombies"][2] == []
    after = p.copy().play("hex rada p1")
    assert skulls(after) == [2, 4, 3, 16] and state(after)["radas"] == [0, 0, 0]
    after = p.copy().play("remove N9")
    assert skulls(after) == [2, 4, 3, 16] and chips(after, 1) == "N7 N6"
    assert "N9" not in chips(after, 1)


def test_jl_12_the_staff_need_no_chips_and_the_bank_is_paid(lay):
    p = lay("C3 C6", RIVAL, hands=["V2 V9"], staff="T5", zombies=SPARE).play("voodoo V2")
    assert p.legal_words() == ["remove T5"]
    p.play("remove T5")
    assert state(p)["staff"] == [] and skulls(p) == [2, 3, 20]


def test_jl_12_it_must_be_paid_and_hit_something(lay):
    hit = dict(hands=["V2"], zombies=["Z1", "Z4"])
    assert said(lay("C3 C6", RIVAL, **hit, skulls=[0]), "voodoo") == []
    none = lay("C3 C6 C4", RIVAL, hands=["V2"], zombies=SPARE, radas=[5])
    assert said(none, "voodoo") == []


def test_jl_38_the_rada_that_is_hit_taxes_first(lay):
    p = lay("C3 C6", RIVAL, hands=["V3 V9"], radas=[0, 3], skulls=[2], zombies=SPARE)
    p.play("voodoo V3", "hex rada p1")
    assert skulls(p) == [0, 5, 20]
    p = lay("C3 C6", RIVAL, hands=["V3"], radas=[0, 3], skulls=[1], zombies=SPARE)
    assert said(p, "voodoo") == []


# ------------------------------------------------------------------------------------------ Trends


def claims(lay, trend, mine, *rivals):
    """Tell whether chips meet a Trend's requirement."""
    p = lay(mine, *(rivals or [RIVAL]), zombies=SPARE, trend_line=f"{trend} - -")
    return "claim vogue" in p.legal_words()


def test_jl_15_a_claimed_trend_is_used_at_once_and_once_a_turn(lay):
    p = lay("C2 C4 C6 C8", RIVAL, zombies=SPARE, trend_line="even - -")
    assert said(p, "use") == []
    p.play("claim vogue")
    assert said(p, "use") == ["use even"] and state(p)["trend_line"] == ["-"] * 3
    p.play("use even", "to C7")  # and L9 would be next
    assert said(p, "use") == [] and state(p)["trends"] == [["even"], []]
    assert "even" in state(p)["turn"]["used"]


def test_jl_15_a_place_stays_empty_until_the_next_turn(lay):
    p = lay("C3 L3 T3 N6", RIVAL, zombies=SPARE, trend_line="sheep odd even", trend_deck="pink ...")
    assert state(p.play("claim vogue"))["trend_line"] == ["-", "odd", "even"]
    assert state(finish_turn(p))["trend_line"] == ["pink", "odd", "even"]


def test_jl_15_a_trend_is_active_by_the_chips_of_the_moment(lay):
    table = dict(hands=["C1 C4 C7"], trends=["aztec"], points=[6], skull_line="2CL 3CN 8CN")
    p = lay("C3 C4 C6 C7 C5", RIVAL, **table)
    assert said(p, "use") == ["use aztec"]
    p.play("cheval C1", "from C4", "to L2")
    assert said(p, "use") == []
    p.play("cheval C4", "from L2", "to C4")
    assert said(p, "use") == ["use aztec"]
    assert points(p) == [7, 0]  # one for the Hipster L2, none for a Trend that is active again


def test_jl_15_only_an_own_active_trend_can_be_used(lay):
    chips = "C3 L3 T3 N6"
    assert said(lay(chips, RIVAL, zombies=SPARE, trends=["", "sheep"]), "use") == []
    assert said(lay(chips, RIVAL, zombies=SPARE), "use") == []


@pytest.mark.parametrize(("line", "place", "score"), [
    ("sheep - -", "vogue", 2), ("- sheep -", "passe", 1), ("- - sheep", "retro", 2),
])  # fmt: skip
def test_jl_53_a_claim_scores_by_its_place(line, place, score, lay):
    p = lay("C3 L3 T3 N6", RIVAL, zombies=SPARE, trend_line=line)
    assert said(p, "claim") == [f"claim {place}"]
    assert points(p.play(f"claim {place}")) == [score, 0]


PAID = {  # chips with which a power can be used, and what it costs
    "sheep": ("C3 L3 T3 N6", 1),
    "aztec": ("C3 C4 C6 C7 C5", 0),
    "pele": ("L4 L5 L8 L7 L6", 1),
    "dawg": ("N2 N10 N6 N3 N5", 0),
    "mobile": ("C10 T10 T5 T9", 1),
    "priest": ("C9 L3 T7 N4", 1),
    "friends": (FRIENDS, 1),
    "bayou": ("CB LB T5", 1),
    "odd": ("C3 C5 C7 C9", 1),
    "even": ("C2 C4 C6 C8", 1),
    "kahuna": ("T5 T9 T4 T2 T8", 1),
}


@pytest.mark.parametrize("trend", PAID)
def test_jl_64_what_a_power_costs(trend, lay):
    mine, cost = PAID[trend]
    lines = dict(skull_line="2CL 3CN 4CT", trend_line="pink crowd mellow")
    table = dict(hands=["V8"], trends=[trend], zombies=SPARE, **lines)
    p = lay(mine, RIVAL, **table, skulls=[1]).play(f"use {trend}")
    assert skulls(p) == [1 - cost, 3, 21 + cost]
    if cost:
        poor = lay(mine, RIVAL, **table, skulls=[0])
        assert f"use {trend}" not in poor.legal_words()


def test_jl_67_what_is_open_ends_with_the_turn(lay):
    p = lay("C5 C6", RIVAL, hands=["J3 V7"]).play("portal", "end")
    assert not state(p)["turn"]["portal"]
    p = lay(FRIENDS, RIVAL, hands=["J8"], trends=["friends"]).play("use friends", "end")
    assert not state(p)["turn"]["friends"]
    p = lay("C3 C6 CY LY", RIVAL, hands=["J1"], trends=["mellow"], zombies=["", "Z8"])
    p.play("use mellow", "borrow Z8 from p1")
    assert state(p)["turn"]["borrowed"] == [["Z8", 1]]
    assert state(p.play("end"))["turn"]["borrowed"] == []


def test_jl_68_a_zombie_that_is_not_lent_is_hit_first(lay):
    table = dict(hands=["V1 V6"], trends=["mellow"], zombies=["", "Z8 Z8"], extra="Z8")
    p = lay("C3 C6 CY LY", RIVAL, **table, skulls=[6])
    p.play("use mellow", "borrow Z8 from p1", "voodoo V1", "hex zombie p1 Z8")
    assert state(p)["turn"]["borrowed"] == [["Z8", 1]] and "C8" in goals(p).split()
    assert state(p)["zombies"][1] == [["Z8", True]]
    p.play("voodoo V6", "hex zombie p1 Z8")
    assert state(p)["turn"]["borrowed"] == [] and state(p)["zombies"][1] == []


def test_jl_16_well_connected_takes_one_group_over_three_lounges(lay):
    assert claims(lay, "connected", CONNECTED)
    assert claims(lay, "connected", f"C3 {CONNECTED}", RIVAL)  # C3 is by itself
    for gap in CONNECTED.split():
        assert not claims(lay, "connected", CONNECTED.replace(gap, "N3"))
    # C5, L3 and T6 are linked by portals only
    assert not claims(lay, "connected", "C5 L3 T6 N8 C9 L2 T7", RIVAL)


def test_jl_55_counting_sheep(lay):
    assert claims(lay, "sheep", "C3 L3 T3") and not claims(lay, "sheep", "C3 L3 T4 N4")
    assert not claims(lay, "sheep", "CB CY TB LB")  # Jivecats have no number
    p = lay("C3 L3 T3 N6 C9", RIVAL, hands=["V9"], trends=["sheep"]).play("use sheep")
    assert goals(p) == "N3"
    p.play("to N3")
    assert "N3" in chips(p, 0) and hand(p) == "V9"
    p = lay("C3 L3 T3 N6 C6 T6 L6 C10 T2", "N7 L9", trends=["sheep"]).play("use sheep")
    assert goals(p) == "N3"
    p = lay("C3 L3 T3 N6 L4 T4 N4 C10", "N7 L9", trends=["sheep"]).play("use sheep")
    assert goals(p) == "C4 N3"  # a 3 or a 4


@pytest.mark.parametrize("trend", ["aztec", "pele", "kahuna", "dawg"])
def test_jl_54_five_chips_in_a_lounge(trend, lay):
    letter = {"aztec": "C", "pele": "L", "dawg": "N", "kahuna": "T"}[trend]
    for lounge, (ring, _) in board().items():
        five = [lounge + number for number in ring[1:4]] + [f"{lounge}B", f"{lounge}Y"]
        rival = {"C": "T5 L4", "L": "T5 C3", "T": "L4 C3", "N": "L4 C3"}[lounge]
        assert claims(lay, trend, " ".join(five), rival) == (lounge == letter)
        assert not claims(lay, trend, " ".join(five[:4]), rival)


def test_jl_21_aztec_and_kahuna_rearrange_a_line(lay):
    chips, lines = "C3 C4 C6 C7 C5", dict(skull_line="2CL 3CN 4CT", zombies=SPARE)
    p = lay(chips, RIVAL, trends=["aztec"], **lines).play("use aztec")
    assert p.legal_words() == ["order 132", "order 213", "order 231", "order 312", "order 321"]
    assert state(p.play("order 231"))["skull_line"] == ["3CN", "4CT", "2CL"]
    chips, lines = "T5 T9 T4 T2 T8", dict(trend_line="odd - even", zombies=SPARE)
    p = lay(chips, RIVAL, trends=["kahuna"], **lines).play("use kahuna")
    assert state(p.play("order 312"))["trend_line"] == ["even", "odd", "-"]


def test_jl_21_only_orders_that_change_something(lay):
    chips, table = "C3 C4 C6 C7 C5", dict(trends=["aztec"], zombies=SPARE)
    p = lay(chips, RIVAL, **table, skull_line="2CL - -").play("use aztec")
    assert p.legal_words() == ["order 213", "order 231"]
    assert said(lay(chips, RIVAL, **table, skull_line="- - -"), "use") == []


def test_jl_18_peles_plaything(lay):
    p = lay("L4 L5 L8 L7 L6", "N7 L9", "C3 LB", trends=["pele"], staff="L2")
    p.play("use pele")
    froms = [f"from L{n}" for n in (2, 4, 5, 6, 7, 8, 9)]
    assert said(p, "from") == froms  # any chip's, but no Jivecat
    assert goals(p.copy().play("from L4")) == "C4 N4 T4"  # linked or not
    assert goals(p.play("from L9")) == "C9 N9 T9"
    p = lay("L4 L5 L8 L7 L6", "N7 L9", "C3 LB", "T5 T4", trends=["pele"])
    assert goals(p.play("use pele", "from L6")) == "C6 N6 T6"  # not L6w: another lounge


def test_jl_18_an_own_chip_scores_and_earns_and_a_rivals_does_not(lay):
    line = dict(skull_line="2TN - -", trends=["pele"], zombies=SPARE)
    p = lay("L4 L5 L8 L7 L2", RIVAL, **line).play("use pele", "from L2", "to T2")
    assert points(p) == [1, 0] and skulls(p) == [3, 3, 19]
    p = lay("L4 L5 L8 L7 L6", "L2 N7", **line).play("use pele", "from L2", "to T2")
    assert points(p) == [0, 0] and skulls(p) == [2, 3, 20]
    assert state(p)["skull_line"] == ["2TN", "-", "-"] and "T2" in chips(p, 1)


def test_jl_36_salty_dawg(lay):
    table = dict(trends=["dawg"], zombies=SPARE)
    p = lay("N2 N10 N6 N3 NB T5", "C3 C4", **table).play("use dawg")
    assert p.legal_words() == ["remove N6", "remove N3"]
    p.play("remove N6")
    assert skulls(p) == [5, 3, 17] and chips(p, 0) == "T5 N2 N10 N3 NB"
    p = lay("N2 N10 N6 N3 NB", "C3 C4", **table, bank=1).play("use dawg", "remove N3")
    assert skulls(p) == [4, 21, 0]
    assert said(lay("N2 N10 N6 N3 NB", "C3 C4", **table, bank=0), "use") == []


def test_jl_59_the_in_crowd_takes_every_party(lay):
    assert claims(lay, "crowd", "CB LY TP NB")
    assert not claims(lay, "crowd", "CB LY TP TB N2")


CROWD = "CB LY TP NB"


def test_jl_22_the_in_crowd_fills_the_hand_to_five(lay):
    hands = ["J8 V9", "J9 V9 J1 R3"]
    p = lay(CROWD, RIVAL, hands=hands, trends=["crowd"], deck="R1 R2 R4 ...")
    assert said(p, "use") == []
    p.play("end")
    assert p.legal_words() == ["done", "use crowd", "discard J8", "discard V9"]
    p.play("use crowd")
    assert skulls(p) == [2, 3, 20] and said(p, "use") == []
    assert hand(p.play("done")) == "J8 V9 R1 R2 R4"


def test_jl_22_with_at_most_four_cards_in_hand(lay):
    hands = ["J8 V9 R1 R2 R4", "J9 V9 J1 R3"]
    p = lay(CROWD, RIVAL, hands=hands, trends=["crowd"], deck="R5 ...").play("end")
    assert said(p, "use") == []
    assert said(p.play("discard R1"), "use") == ["use crowd"]


def test_jl_60_upwardly_mobile_casts_a_jivecat_with_any_card(lay):
    assert claims(lay, "mobile", "C10 L10")
    p = lay("C10 T10 T5 T9", RIVAL, hands=["V9 J1"], trends=["mobile"]).play("use mobile")
    assert goals(p) == "CB CP CY"
    p.play("to CY", "+V9", "remove T5", "remove T9")
    assert points(p) == [2, 0] and chips(p, 0) == "C10 CY T10"


def test_jl_35_other_suits_from_the_hand_only(lay):
    table = dict(hands=["V9 J1 Z3 C5"], zombies=["Z7"])
    p = lay("C10 T10 T5 T9", RIVAL, trends=["mobile"], **table).play("use mobile", "to CB")
    assert sorted(p.legal_words()) == ["+C5", "+V9", "+Z3"]
    p = lay("CB LB T5 T9", RIVAL, trends=["bayou"], **table).play("use bayou")
    assert sorted(p.legal_words()) == ["cheval J1", "cheval V9", "cheval Z3"]


def test_jl_61_voodoo_priest(lay):
    assert claims(lay, "priest", "C9 L3 T7 N4") and claims(lay, "priest", "C5 L2 T6 N8")
    assert not claims(lay, "priest", "C9 C5 L3 T7 T6")
    p = lay("C9 L2 T7 N4 LB", "T9 N7", staff="L5", trends=["priest"]).play("use priest")
    assert said(p, "from") == ["from C9", "from N4", "from T7"]  # Low-Brows of one's own
    assert goals(p.play("from C9")) == "L9 N9"
    assert "L9" in chips(p.play("to L9"), 0)


def test_jl_62_wallflower_takes_five_starters(lay):
    assert claims(lay, "wallflower", "C3 C4 L4 T5 N5")
    assert not claims(lay, "wallflower", "C3 C4 L4 T5 N4")


@pytest.mark.parametrize(("had", "has"), [(0, 2), (1, 3), (2, 2)])
def test_jl_17_wallflower_brings_two_skulls_to_the_poor(had, has, lay):
    chips = "C6 T8", "C3 C4 L4 T5 N5"
    table = dict(hands=["C1", "C8 V9 J1 R3"], skulls=[3, had])
    p = finish_turn(lay(*chips, **table, trends=["", "wallflower"]))
    assert p.seat == 1 and skulls(p)[1] == has
    p = finish_turn(lay(*chips, **table))
    assert skulls(p)[1] == had  # not claimed


def test_jl_17_only_while_active_and_as_far_as_the_bank_goes(lay):
    table = dict(hands=["C1", "C8 V9 J1 R3"], trends=["", "wallflower"])
    assert skulls(finish_turn(lay("C6 T8", "C3 C4 L4 T5", **table, skulls=[3, 0])))[1] == 0
    p = lay("C6 T8", "C3 C4 L4 T5 N5", "N8 N2", **table, skulls=[5, 0, 19])
    assert skulls(finish_turn(p))[1] == 1


def test_jl_63_friends_everywhere_takes_two_in_each_lounge(lay):
    assert claims(lay, "friends", FRIENDS)
    assert not claims(lay, "friends", FRIENDS.replace("N6", "T8"))


def test_jl_19_friends_place_a_chip_anywhere_once(lay):
    p = lay(FRIENDS, "N7 L9", hands=["R9 V9"], trends=["friends"], skulls=[1])
    assert goals(p) == "T9"
    p.play("use friends")
    assert goals(p) == "C9 N9 T9"
    p.play("to C9", "+R9")
    assert not state(p)["turn"]["friends"] and "C9" in chips(p, 0) and goals(p) == "T9"


def test_jl_19_a_placement_uses_the_least_that_it_needs(lay):
    mine = FRIENDS.replace("C4", "C5")  # C5 touches a portal
    table = dict(hands=["J9 V2 R2"], zombies=SPARE, trends=["friends"])
    p = lay(mine, "N7 L6", **table).play("use friends", "portal", "to C9")
    assert state(p)["turn"]["portal"] and state(p)["turn"]["friends"]  # plain links
    p = lay(mine, "N7 L6", **table).play("use friends", "portal", "to L2")
    assert not state(p)["turn"]["portal"] and state(p)["turn"]["friends"]
    p = lay(mine, "N7 L6", **table).play("use friends", "portal", "to N2")
    assert state(p)["turn"]["portal"] and not state(p)["turn"]["friends"]


def test_jl_19_moves_are_no_placements(lay):
    p = lay(FRIENDS, "N7 L6", hands=["C1 J9"], trends=["friends"]).play("use friends")
    p.play("cheval C1", "from C3")
    assert goals(p) == "C9" and state(p.play("to C9"))["turn"]["friends"]


@pytest.mark.parametrize(("trend", "drink"), [("bayou", "B"), ("mellow", "Y"), ("pink", "P")])
def test_jl_57_two_jivecats_of_a_drink(trend, drink, lay):
    for other in "BYP":
        assert claims(lay, trend, f"C{other} L{other}") == (other == drink)
        assert not claims(lay, trend, f"C{drink} T5 L{'BYPB'['BYP'.index(drink) + 1]}")


def test_jl_58_blue_bayou_makes_a_cheval_of_a_card(lay):
    p = lay("C6 CB LB", RIVAL, hands=["V8"], trends=["bayou"]).play("use bayou", "cheval V8")
    assert goals(p.play("from C6")) == "C4 C7 L10 N10"
    assert "C4" in chips(p.play("to C4"), 0)


def test_jl_20_mellow_yellow_borrows_a_zombie_for_one_placement(lay):
    p = lay("C3 C6 CY LY", RIVAL, hands=["V9"], trends=["mellow"], zombies=["", "Z8 Z5"])
    assert goals(p) == "C9"
    p.play("use mellow")
    assert p.legal_words() == ["borrow Z5 from p1", "borrow Z8 from p1"]
    p.play("borrow Z8 from p1")
    assert skulls(p) == [1, 4, 20] and goals(p) == "C8 C9"
    p.play("to C8", "+zombie Z8")
    assert skulls(p) == [1, 4, 20] and "C8" in chips(p, 0)
    assert state(p)["zombies"][1] == [["Z5", False], ["Z8", True]]
    assert state(p)["turn"]["borrowed"] == [] and said(p, "use") == []


def test_jl_20_pretty_in_pink_borrows_an_active_trend(lay):
    mine, rival = "C10 CP LP C3", "N3 L3 T3 N7"
    p = lay(mine, rival, trends=["pink", "sheep"], zombies=SPARE)
    assert said(p, "use") == []  # no 3 is in reach
    p = lay("C10 CP LP C5", rival, trends=["pink", "sheep"], zombies=SPARE).play("use pink")
    assert p.legal_words() == ["use sheep"]
    p.play("use sheep")
    assert skulls(p) == [1, 4, 20] and goals(p) == "C3"  # the owner's number, the own links
    p.play("to C3")
    assert "C3" in chips(p, 0) and said(p, "use") == []
    line = dict(trends=["pink", "aztec"], zombies=SPARE, skull_line="2CL 3CN 8CN")
    idle = lay("T10 CP LP", "C3 C4 C6 C7", **line)
    assert said(idle, "use") == []
    p = lay("T10 CP LP", "C3 C4 C6 C7 C5", **line).play("use pink", "use aztec", "order 213")
    assert said(p, "use") == []  # once a turn


def test_jl_20_what_cannot_be_borrowed(lay):
    rival = "C3 C4 L4 T5 N5"
    p = lay("C10 CP LP C5", rival, trends=["pink", "wallflower"], zombies=SPARE, skulls=[1])
    assert said(p, "use") == []
    poor = lay("C10 CP LP C5", "N3 L3 T3 N7", trends=["pink", "sheep"], zombies=SPARE, skulls=[1])
    assert said(poor, "use") == []  # the owner, and the bank


def test_jl_56_odd_man_out_and_even_steven(lay):
    assert claims(lay, "odd", "C3 L5 T7 C9") and not claims(lay, "odd", "C3 L5 T7 C10")
    assert claims(lay, "even", "C2 L4 T6 C8") and not claims(lay, "even", "C2 L4 T6 C10")
    p = lay("C3 C5 C7 C9", RIVAL, trends=["odd"], hands=["V9"]).play("use odd")
    assert goals(p) == "C2"  # neither the 10 nor the Jivecats
    assert hand(p.play("to C2")) == "V9" and points(p) == [1, 0]
    p = lay("C2 C4 C6 C8", "N7 N5", trends=["even"], hands=["V9"]).play("use even")
    assert goals(p) == "C7 L9"


# ------------------------------------------------------------------------------------- Skull cards


@pytest.mark.parametrize(("line", "earned"), [("8CN - -", 1), ("- 8CN -", 2), ("- - 8CN", 3)])
def test_jl_5_a_chip_earns_by_the_place_of_the_card(line, earned, lay):
    p = lay("C3 C6", RIVAL, hands=["J8 V9"], zombies=SPARE, skull_line=line).play("to C8", "+J8")
    assert skulls(p) == [3 + earned, 3, 19 - earned]
    assert state(p)["skull_line"] == ["-"] * 3 and state(p)["skull_discards"] == ["8CN"]


def test_jl_5_the_bank_pays_what_it_has(lay):
    for bank, earned in ((2, 2), (0, 0)):
        p = lay("C3 C6", RIVAL, hands=["J8"], zombies=SPARE, skull_line="- - 8CN", bank=bank)
        p.play("to C8", "+J8")
        assert skulls(p) == [3 + earned, 22 - bank, bank - earned]
        assert state(p)["skull_line"] == ["-"] * 3


def test_jl_5_moves_earn_by_the_option(lay):
    for option, earned in ((True, 2), (False, 0)):
        p = lay(
            "C6 T5", RIVAL, hands=["C5"], moves_score=option, skull_line="- 4CT -", zombies=SPARE
        )
        p.play("cheval C5", "from C6", "to C4")
        assert skulls(p)[0] == 3 + earned
        assert state(p)["skull_line"] == ["-", "-" if option else "4CT", "-"]


# ------------------------------------------------------------------------------------------ Hidden


def test_jl_28_only_other_hands_and_the_decks_are_hidden(lay):
    p = lay("C3 C6", RIVAL, hands=["J8 V9", "C1 C4 V2 R9"], discards="R1 R2", zombies=["Z1", "Z5"])
    seen, before = p.observation(0), state(p)
    deals = [p.imagine(0, seed) for seed in range(60)]
    hands = {hand(deal, 1) for deal in deals}
    for deal in deals:
        now = state(deal)
        assert (deal.observation(0) == seen).all() and hand(deal) == "J8 V9"
        assert {key for key in now if now[key] != before[key]} <= {
            "hands",
            "deck",
            "skull_deck",
            "trend_deck",
        }
        assert sorted(now["deck"] + now["hands"][1]) == sorted(before["deck"] + before["hands"][1])
        assert len(now["hands"][1]) == 4
    assert len(hands) > 50 and len({tuple(state(deal)["trend_deck"]) for deal in deals}) > 50
    assert len({tuple(state(deal)["skull_deck"]) for deal in deals}) > 50


def test_jl_28_nothing_is_concluded_from_what_a_rival_did(lay):
    # seat 0 ended its turn, though an 8 would have brought it to C8; it may hold one all the same
    p = lay("C3 C6", RIVAL, hands=["J8 V9 R6 R4", "C1 C4 V2 R9"], skulls=[0]).play("end", "done")
    assert p.seat == 1
    held = {word for seed in range(200) for word in state(p.imagine(1, seed))["hands"][0]}
    assert held == {*state(p)["deck"], *state(p)["hands"][0]}


def test_jl_28_the_seat_that_is_asked_could_have_been(lay):
    p = lay("C3 C6", RIVAL, hands=["J8 V9", "C1 C4 V2 R9"], skulls=[0]).play("to C8")
    for seed in range(60):
        deal = p.imagine(1, seed)
        assert deal.legal_words() and len(hand(deal).split()) == 2
