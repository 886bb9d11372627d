"""JL-45: positions half-way that look right but leave no answer, or waste Skulls, are refused."""

import json

import pytest

from jivezoo.envs.errors import BadPosition

COCOA = "C3 C10 C4 C8 C6 C2 C7 C9 C5 CB CY"  # what is left of 15 chips when four have gone


def changed(position, turn=(), **chain):
    """Return a position as JSON, with other things half-way."""
    data = json.loads(position.to_json())
    data["state"]["turn"] |= dict(turn)
    data["state"]["chain"] |= chain
    return json.dumps(data)


@pytest.mark.parametrize(("outside", "is_read"), [("", False), ("L4", False), ("L4 L5", True)])
def test_five_chips_of_a_spell_leave_two_for_it(lay, outside, is_read):
    """JL-34: two chips in other lounges must be left when the fifth chip leaves."""
    chips = " ".join([*COCOA.split()[: 11 - len(outside.split())], outside])
    position = lay(chips, "T5 T9", hands=["Z3"])
    half_way = {"phase": "five", "removals": 1, "spell": True, "aim": "CP"}
    if is_read:
        read = position.game.from_json(changed(position, **half_way))
        words = read.legal_words()
        assert not {f"remove {name}" for name in outside.split()} & {*words}
        assert read.play(words[0]).legal_words() == [f"remove {name}" for name in outside.split()]
    else:
        with pytest.raises(BadPosition, match="not enough chips in other lounges"):
            position.game.from_json(changed(position, **half_way))


@pytest.mark.parametrize(
    ("theirs", "chips", "skulls", "is_read"),
    [
        ("crowd", "CB LB TB NB", 2, True),
        ("crowd", "CB LB TB NB", 1, False),
        ("crowd", "CB LB TB N3", 2, False),
        ("kahuna", "CB LB TB NB", 2, False),
    ],
)
def test_pretty_in_pink_can_only_call_a_crowd_that_is_there(lay, theirs, chips, skulls, is_read):
    """JL-22: after the turn there is nothing else to borrow."""
    position = lay("CP LP C3", chips, hands=["J3"], trends=["pink", theirs], skulls=[skulls])
    text = changed(position, {"ended": True}, phase="pink use", power="pink")
    if is_read:
        read = position.game.from_json(text).play("use crowd")
        assert read.states["skulls"][0, :2].tolist() == [0, 4]
    else:
        with pytest.raises(BadPosition, match="seat 0"):
            position.game.from_json(text)


@pytest.mark.parametrize(
    ("hand", "rada", "skulls", "is_read"),
    [("J3 V4", 0, 0, True), ("J3 J4", 0, 0, False), ("J3 V4", 4, 0, False), ("J3 V4", 4, 1, True)],
)
def test_upwardly_mobile_is_half_way_only_with_a_card_for_it(lay, hand, rada, skulls, is_read):
    """JL-35: a card of another suit, whose Rada can be paid, will be asked for."""
    position = lay(
        *("C10 L10 T10 T5", "N7 N2"),
        **{"hands": [hand], "radas": [0, rada], "trends": ["mobile"], "skulls": [skulls]},
    )
    text = changed(position, {"used": ["mobile"]}, phase="place", power="mobile", lender=0)
    if is_read:
        assert position.game.from_json(text).play("to CB").legal_words() == ["+V4"]
    else:
        with pytest.raises(BadPosition, match="seat 0 has nothing to decide there"):
            position.game.from_json(text)


@pytest.mark.parametrize(("points", "is_read"), [(12_700, True), (12_701, False), (32_767, False)])
def test_points_are_no_more_than_can_be_shown(lay, points, is_read):
    position = lay("C3 C4", "T5 T9", hands=["Z3"])
    data = json.loads(position.to_json())
    data["state"]["points"][0] = points
    if is_read:
        read = position.game.from_json(json.dumps(data))
        assert read.features(0)["points"][0].tolist() == [127, 0]
    else:
        with pytest.raises(BadPosition, match="the points of seat 0"):
            position.game.from_json(json.dumps(data))
