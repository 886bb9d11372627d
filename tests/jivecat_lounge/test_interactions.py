"""Where rules of Swinging Jivecat Voodoo Lounge meet: positions in which two or more decide.

Positions are laid as in test_rules.py; seat 0 is to act.
"""

import pytest

RIVAL = "N7 N9"
FRIENDS = "C3 C4 L4 L8 T5 T4 N5 N6"  # two in every lounge
CONNECTED = "C8 L10 L6 L7 T10"  # one linked group over three lounges
HELD = "J9 V9 J1 R3"  # a full hand for who comes next


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


# ------------------------------------------------------------------------------ Radas and Zombies


def test_rada_on_a_borrowed_zombie(lay):
    table = dict(trends=["mellow"], zombies=["", "Z8"], radas=[0, 0, 8], hands=["V9"])
    p = lay("C3 C6 CY LY", RIVAL, "T5 T4", **table).play("use mellow", "borrow Z8 from p1")
    assert skulls(p) == [1, 4, 3, 17]  # owner and bank
    p.play("to C8", "+zombie Z8")
    assert skulls(p) == [0, 4, 4, 17]  # and the Rada, but nothing for the use
    poor = lay("C3 C6 CY LY", RIVAL, "T5 T4", **table, skulls=[2])
    assert said(poor, "use") == []


def test_two_radas_on_one_value(lay):
    table = dict(radas=[0, 5, 5], extra="R5", hands=["J5 V9"])
    p = lay("C3 C6", RIVAL, "T5 T4", **table).play("to C5", "+J5")
    assert skulls(p) == [1, 4, 4, 16]
    assert goals(lay("C3 C6", RIVAL, "T5 T4", **table, skulls=[1])) == ""
    # an own Rada of the value changes nothing
    table["radas"] = [5, 5, 0]
    assert skulls(lay("C3 C6", RIVAL, "T5 T4", **table).play("to C5", "+J5")) == [2, 4, 3, 16]


def test_rada_when_skulls_are_short_inside_a_sum(lay):
    # 8 = 8, 5 + 3 or 9 - 1; the 9 and the 3 are taxed, and there is one Skull
    table = dict(radas=[0, 9, 3], hands=["J9 V3 C1 J5"], skulls=[1])
    p = lay("C3 C6", RIVAL, "T5 T4", **table).play("to C8")
    assert sorted(p.legal_words()) == ["+J5", "+J9", "+V3", "-C1"]
    p.play("+J9")
    assert said(p, "+", "-") == ["-C1"]  # V3 can no longer be paid


def test_zombie_and_its_rada_are_paid_together(lay):
    table = dict(zombies=["Z8"], radas=[0, 8])
    assert goals(lay("C3 C6", RIVAL, **table, skulls=[2])) == "C8"
    assert goals(lay("C3 C6", RIVAL, **table, skulls=[1])) == ""


def test_hex_on_a_borrowed_zombie(lay):
    table = dict(trends=["mellow"], zombies=["", "Z8"], hands=["V1 R9"], skulls=[4])
    p = lay("C3 C6 CY LY", RIVAL, **table).play("use mellow", "borrow Z8 from p1")
    assert "C8" in goals(p).split()
    p.play("voodoo V1", "hex zombie p1 Z8")
    assert state(p)["zombies"] == [[], []] and "C8" not in goals(p).split()
    assert skulls(p)[0] == 1  # paid in vain


def test_a_lent_zombie_is_back_when_its_owner_acts(lay):
    table = dict(trends=["mellow"], zombies=["", "Z8"], hands=["V9 J1 R2 C4", HELD])
    p = lay("C3 C6 CY LY", "N7 N5", **table).play("use mellow", "borrow Z8 from p1")
    p.play("end", "done")
    assert p.seat == 1 and state(p)["zombies"][1] == [["Z8", False]]
    assert "N8" in goals(p).split()


# -------------------------------------------------------------------------------- Chips that leave


def test_jivecat_spell_with_exactly_three_chips(lay):
    p = lay("C8 T5 T4", RIVAL, hands=["J5"]).play("to CB", "+J5", "remove T5", "remove T4")
    assert state(p)["chips"][0] == ["C8", "CB"] and points(p) == [2, 0]


def test_fifteenth_chip_during_a_power(lay):
    mine = "C3 L3 T3 N6 L4 L5 L8 L7 L6 C10 C4 C8 C6 C2"
    p = lay(mine, RIVAL, trends=["sheep"], hands=["V9"]).play("use sheep", "to N3")
    assert skulls(p) == [2, 3, 20] and len(said(p, "remove")) == 15
    p.play("remove N3", "remove C3", "remove L3", "remove L4", "remove C2")
    assert len(state(p)["chips"][0]) == 10 and p.seat == 0
    assert state(p)["turn"]["used"] == ["sheep"] and said(p, "use") == []


def test_fifteenth_chip_earns_before_five_leave(lay):
    mine = "C3 C10 C4 C8 C6 C7 L4 L5 L8 L7 L6 L10 L9 N6"
    line = dict(skull_line="- - 2CL", hands=["J2 V9"])
    p = lay(mine, RIVAL, **line).play("to C2", "+J2", "remove C2")
    assert points(p) == [1, 0] and skulls(p)[0] == 6


def test_fifteenth_chip_by_a_spell_leaves_two_for_it(lay):
    mine = "C3 C10 C4 C8 C6 C2 C7 C9 C5 CB CY T5 T9"
    p = lay(f"{mine} N6", RIVAL, hands=["J5 V9"]).play("to CP", "+J5", "remove T9")
    assert not {"remove T5", "remove N6"} & {*p.legal_words()}
    p.play("remove C3", "remove CB", "remove CY", "remove C4")
    p.play("remove T5", "remove N6")
    assert points(p) == [2, 0]  # Jivecats among the five do not count


def test_voodoo_on_a_seat_with_two_chips(lay):
    table = dict(hands=["V2 V9"], zombies=["Z1", "Z4"])
    p = lay("C3 C6", RIVAL, "T5 T4 T8", **table).play("voodoo V2")
    assert said(p, "hex", "remove") == ["hex zombie p1 Z4", "remove T4", "remove T5", "remove T8"]


def test_voodoo_ends_a_rivals_trend_and_what_could_be_borrowed(lay):
    p = lay("C10 CP LP C5", "N3 L3 T3", trends=["pink", "sheep"], hands=["V2 V9"])
    assert said(p, "use") == ["use pink"]
    p.play("voodoo V2", "remove T3")
    assert said(p, "use") == []


def test_pele_moves_a_rivals_chip_out_of_its_trend(lay):
    mine, table = "L4 L5 L8 L2 L3", dict(trends=["pele", "connected"], hands=["V9"])
    p = lay(mine, CONNECTED, **table)
    assert p.features(1)["meets"][0, 0]
    p.play("use pele", "from L6", "to N6")
    assert not p.features(1)["meets"][0, 0] and "N6" in chips(p, 1)
    assert points(p) == [0, 0] and skulls(p) == [2, 3, 20]


def test_pele_moves_staff_chips_which_earn_nothing(lay):
    table = dict(trends=["pele"], staff="L2", hands=["V9"], skull_line="2TN - -")
    p = lay("L4 L5 L8 L7 L6", RIVAL, **table).play("use pele", "from L2", "to T2")
    assert state(p)["staff"] == ["T2"] and points(p) == [0, 0]
    assert state(p)["skull_line"] == ["2TN", "-", "-"] and skulls(p) == [2, 3, 20]


# ---------------------------------------------------------------------------- Portals and Friends


def test_portal_with_cheval(lay):
    # C7 touches no portal; over C9, which does, a chip comes to any lounge
    p = lay("C7 C5", RIVAL, hands=["C8 V9"]).play("portal", "cheval C8", "from C7")
    assert {"L2", "L3", "T7", "T6", "N4", "N8"} < {*goals(p).split()}
    p.play("to T7")
    assert "T7" in chips(p, 0) and not state(p)["turn"]["portal"]


def test_portal_with_a_cheval_that_goes_another_way(lay):
    p = lay("C7 C5", RIVAL, hands=["C8 V3"]).play("portal", "cheval C8", "from C7", "to C6")
    assert state(p)["turn"]["portal"] and "L3" in goals(p).split()


def test_portal_for_the_placement_of_a_power(lay):
    mine = "C3 T3 N3 C5"
    p = lay(mine, RIVAL, trends=["sheep"], hands=["V9"], skulls=[2])
    assert said(p, "use") == []  # L3 is out of reach
    p.play("portal")
    assert goals(p.play("use sheep")) == "L3"
    p.play("to L3")
    assert skulls(p) == [0, 3, 22] and not state(p)["turn"]["portal"]


def test_portal_only_for_a_power_needs_skulls_for_both(lay):
    mine = "C3 T3 N3 C5"
    table = dict(trends=["sheep"], hands=["R9"])
    assert "portal" not in lay(mine, RIVAL, **table, skulls=[1]).legal_words()
    assert "portal" in lay(mine, RIVAL, **table, skulls=[2]).legal_words()
    # R9 serves C9, which is linked with C5, so sheep alone needs the portal


def test_well_connected_portal_of_ones_own_is_free_once(lay):
    table = dict(trends=["connected"], hands=["V3 J7"])
    p = lay(f"{CONNECTED} C5", RIVAL, **table).play("portal", "to L3", "+V3")
    assert skulls(p) == [3, 3, 19]
    assert skulls(p.play("portal")) == [2, 3, 20] and state(p)["turn"]["used"] == ["connected"]


def test_well_connected_portal_through_pretty_in_pink(lay):
    mine, rival = "C5 CP LP", CONNECTED
    table = dict(trends=["pink", "connected"], hands=["V3 R4"])
    p = lay(mine, rival, **table).play("use pink")
    assert p.legal_words() == ["use connected"]
    p.play("use connected")
    assert skulls(p) == [2, 4, 19] and state(p)["turn"]["portal"]  # the owner only
    assert "portal" not in p.legal_words() and said(p, "use") == []
    p.play("to N4", "+R4")
    assert not state(p)["turn"]["portal"]


def test_pink_cannot_both_open_the_portal_and_be_what_needs_it(lay):
    # only the borrowed Odd Man Out could use the portal that Pretty in Pink would open
    rival = f"{CONNECTED} C3 C9 L5"
    table = dict(trends=["pink", "connected odd"], hands=["R1"])
    p = lay("C5 CP LP", rival, **table)
    assert "portal" in p.legal_words()  # paid, Pink being left for Odd Man Out
    assert p.play("use pink").legal_words() == ["use odd"]  # it places on C2 without


def test_friends_everywhere_onto_a_jivecat(lay):
    p = lay(FRIENDS, RIVAL, hands=["J5 V2"], trends=["friends"])
    assert "TB" not in goals(p).split()
    p.play("use friends", "to TB", "+J5", "remove C3", "remove N5")
    assert "TB" in chips(p, 0) and points(p) == [2, 0] and not state(p)["turn"]["friends"]


def test_friends_everywhere_for_the_placement_of_a_power(lay):
    mine = "C3 C4 L4 L3 T5 T9 N3 N6"
    table = dict(trends=["friends sheep"], hands=["V8"], skulls=[2])
    p = lay(mine, RIVAL, **table).play("use friends", "use sheep")
    assert goals(p) == "T3"
    p.play("to T3")
    assert "T3" in chips(p, 0) and skulls(p)[0] == 0 and not state(p)["turn"]["friends"]


def test_friends_stay_when_plain_links_or_the_portal_do(lay):
    mine = FRIENDS.replace("C4", "C5")
    p = lay(mine, "C7 C2", hands=["R9 V3 V7"], trends=["friends"], skulls=[2])
    p.play("use friends", "portal", "to C9", "+R9")
    assert state(p)["turn"]["portal"] and state(p)["turn"]["friends"]
    p.play("to T7", "+V7")
    assert not state(p)["turn"]["portal"] and state(p)["turn"]["friends"]


# --------------------------------------------------------------------------------- Borrowed Trends


def test_pretty_in_pink_on_a_power_that_costs(lay):
    mine, rival = "C3 CP LP", "T5 T9 T4 T2 T8"
    table = dict(trends=["pink", "kahuna"], trend_line="odd even -", hands=["V9"])
    p = lay(mine, rival, **table, skulls=[2]).play("use pink", "use kahuna")
    assert skulls(p) == [0, 4, 21]  # its owner, and the bank
    p.play("order 213")
    assert state(p)["trend_line"] == ["even", "odd", "-"]
    assert said(lay(mine, rival, **table, skulls=[1]), "use") == []


def test_pretty_in_pink_on_a_power_that_is_free(lay):
    mine, rival = "C10 CP LP", "C3 C4 C6 C7 C5"
    table = dict(trends=["pink", "aztec"], skull_line="2CL 3CN -", hands=["V9"])
    p = lay(mine, rival, **table, skulls=[1]).play("use pink", "use aztec", "order 213")
    assert skulls(p) == [0, 4, 21] and state(p)["skull_line"] == ["3CN", "2CL", "-"]


def test_pretty_in_pink_on_mellow_yellow(lay):
    mine, rival = "C3 C6 CP LP", "CY LY N9"
    table = dict(trends=["pink", "mellow"], zombies=["", "Z8"], hands=["V9"])
    p = lay(mine, rival, **table).play("use pink", "use mellow", "borrow Z8 from p1")
    assert skulls(p) == [0, 5, 20]  # for the Trend, and for the Zombie
    p.play("to C8", "+zombie Z8")
    assert "C8" in chips(p, 0)
    assert said(lay(mine, rival, **table, skulls=[2]), "use") == []


def test_the_owners_own_use_bars_nobody(lay):
    mine = "C3 C4 C6 C7 C5"
    table = dict(trends=["aztec", "pink"], skull_line="2CL 3CN 4CT", hands=["V9 R2 J1 C4", HELD])
    p = lay(mine, "CP LP N9", **table, skull_deck="9CL 9TN ...")
    p.play("use aztec", "order 213", "end", "done")
    assert p.seat == 1 and "use aztec" in p.play("use pink").legal_words()


def test_in_crowd_borrowed_with_an_empty_hand(lay):
    table = dict(trends=["pink", "crowd"], hands=["", HELD], zombies=["Z1"])
    p = lay("CP LP C3", "CB LY TP NB", **table, deck="R1 R2 R4 R5 R6 ...").play("end")
    assert p.legal_words() == ["done", "use pink"]
    p.play("use pink")
    assert p.legal_words() == ["use crowd"]
    p.play("use crowd")  # and then nothing is left to say
    assert p.seat == 1 and hand(p) == "R1 R2 R4 R5 R6" and skulls(p) == [1, 4, 20]


def test_in_crowd_only_once_own_or_borrowed(lay):
    # pink and crowd are both own; another Trend of a rival cannot be borrowed after the end
    table = dict(trends=["pink crowd", "kahuna"], hands=["V9", HELD], trend_line="odd even -")
    p = lay("CP LP TB NB C3", "T5 T9 T4 T2 T8", **table).play("end")
    assert said(p, "use") == ["use crowd"]
    assert said(p.play("use crowd"), "use") == []


# ------------------------------------------------------------------------------- Skulls and points


def test_the_skull_line_earns_on_a_move(lay):
    line = dict(skull_line="9CL - 4CT", hands=["V9 C1"])
    p = lay("C9 L3 T7 N4", RIVAL, **line, trends=["priest"]).play("use priest")
    p.play("from C9", "to L9")
    assert skulls(p) == [3, 3, 19] and state(p)["skull_line"] == ["-", "-", "4CT"]
    still = lay("C9 L3 T7 N4", RIVAL, **line, trends=["priest"], moves_score=False)
    still.play("use priest", "from C9", "to L9")
    assert skulls(still) == [2, 3, 20] and state(still)["skull_line"] == ["9CL", "-", "4CT"]


def test_skulls_earned_pay_for_what_follows(lay):
    table = dict(hands=["J8 R2"], skulls=[0], skull_line="8CN - -")
    p = lay("C3 C6", RIVAL, **table)
    assert said(p, "rada") == []
    assert said(p.play("to C8", "+J8"), "rada") == ["rada R2"]


def test_a_jivecat_earns_no_skulls_and_a_removed_chip_costs_no_points(lay):
    table = dict(hands=["J8 R2"], points=[5], skull_line="8CN 2CL 3LT")
    p = lay("C8 T2 T10", RIVAL, **table).play("to CB", "+J8", "remove T2", "remove T10")
    assert points(p) == [7, 0] and skulls(p) == [3, 3, 19]


def test_deck_exhaustion_in_the_middle_of_a_refill(lay):
    # two cards are left, and a Zombie was laid: it is not among the discards
    p = lay("C3 C6", RIVAL, hands=["J8 Z4", HELD], deck="R1 R2")
    p.play("zombie Z4", "to C8", "+J8")
    now = state(p.play("end"))
    assert p.seat == 1 and len(now["hands"][0]) == 4 and {"R1", "R2"} < {*now["hands"][0]}
    everywhere = now["deck"] + now["hands"][0] + now["hands"][1]
    assert now["discards"] == [] and len(now["deck"]) == 54 - 1 - 8
    assert "Z4" not in everywhere and "J8" in everywhere


def test_deck_exhaustion_goes_on_for_the_staff(lay):
    # the refill takes the last card; the Staff's card comes from the discards, where it goes back
    hands = ["J8 R6 V7", HELD]
    p = lay("C3 C6", RIVAL, hands=hands, deck="R1", staff="").play("end", "done")
    if state(p)["chain"]["phase"] == "staff place":
        p.play(said(p, "staff")[0])
    now = state(p)
    assert p.seat == 1 and len(now["discards"]) == 1 and len(now["deck"]) == 54 - 8 - 1


# ------------------------------------------------------------------------------ The Staff, the end

STAFF = "L3 L4 L5 L8 T6 T5 T9 T4 T2 N2 N8 N3 N10 N4"  # all but one


@pytest.mark.parametrize(
    ("active", "scores", "asked"),
    [
        (0, [4, 4, 4], 1),
        (1, [4, 4, 4], 2),
        (2, [4, 4, 4], 0),
        (1, [4, 3, 4], 1),
        (1, [3, 3, 4], 0),  # the active seat comes last
        (0, [3, 4, 3], 2),
    ],
)
def test_last_staff_chip_with_tied_scores(active, scores, asked, lay):
    hands = [HELD, "J8 V9 R6 C9", "J7 V7 R7 C7"]
    mine = "C3 C6", RIVAL, "L6 L9"
    table = dict(hands=hands, points=scores, staff=STAFF, active=active, deck="R1 ...")
    p = lay(*mine, **table).play("end", "done")
    assert (p.seat, state(p)["active"]) == (asked, active) and "C10" in state(p)["staff"]
    for _ in range(5):
        assert p.seat == asked
        p.play(said(p, "remove")[0])
    assert p.seat == (active + 1) % 3 and len(state(p)["staff"]) == 10


def test_staff_send_five_away_after_the_last_turn(lay):
    hands = [HELD, "J8 V9 R6 C9"]
    table = dict(hands=hands, points=[3, 15], staff=STAFF, active=1, deck="R1 ...")
    p = lay("C3 C6", RIVAL, **table).play("end", "done")
    assert p.seat == 0 and not p.is_over
    for _ in range(5):
        p.play(said(p, "remove")[0])
    assert p.is_over and state(p)["winners"] == [1]


SHEEP = "N2 C2 T2"  # meets Counting Sheep


@pytest.mark.parametrize(
    ("scores", "trends", "held", "winners"),
    [
        ([16, 17, 3], ["sheep", "", ""], [5, 0, 0], [1]),  # points first
        ([16, 16, 3], ["", "sheep", ""], [5, 0, 0], [1]),  # then active Trends
        ([16, 16, 3], ["pele", "sheep", ""], [5, 0, 0], [1]),  # not those that are idle
        ([16, 16, 3], ["", "", ""], [5, 3, 0], [0]),  # then Skulls and chips
        ([16, 16, 3], ["", "", ""], [4, 5, 0], [0, 1]),  # seat 1 has a chip more on the board
        ([16, 16, 3], ["", "", ""], [4, 5, 5], [0, 1]),  # who is behind breaks no tie
    ],
)
def test_two_seats_over_the_target_and_one_tie_break_after_the_other(
    scores, trends, held, winners, lay
):
    p = lay(
        *("L4 L8", SHEEP, "T5 T4"),
        points=scores,
        trends=trends,
        skulls=held,
        hands=["", "", HELD],
        active=2,
    )
    p.play("end", "done")
    assert p.is_over and state(p)["winners"] == winners


def test_both_pass_the_target_in_one_round(lay):
    hands = ["J2", "V2 R8"]
    p = lay("C6 C3", "N7 N9", points=[14, 14], hands=hands).play("to C2", "+J2")
    assert points(p) == [15, 14] and p.seat == 1
    p.play("to N2", "+V2")
    assert points(p) == [15, 15] and not p.is_over
