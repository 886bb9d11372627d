"""Every rule of seeds/gelini_nightlife.md, by its id.

Positions are written as a line from its tail towards the Band, and the floors of the seats: `.` is
a gap, `[p0]` a gap with the token of seat 0, and what stands before a `|` is behind the line.
Where nothing else is said, floors have 25 squares, a VIP has 4 squares, a Star 5 and the Band 6,
three Stars lie aside, and the seat farthest back is asked.
"""

import collections
import itertools
import re
from importlib import resources

import pytest

import jivezoo

ROOT = resources.files("jivezoo")
DIGEST = (ROOT / "seeds" / "gelini_nightlife.md").read_text(encoding="utf-8")
SEATS = (2, 3, 4, 5)
ACTING = ("flyer", "call", "people")
FILLED = "vip vip vip vip vip"  # 20 of 25 squares


def new(seed=1, **options):
    return jivezoo.game("gelini_nightlife", **options).new(seed=seed)


def state(position):
    return position.game.state_to_dict(position.game, position.states)


def go(position, roll):
    """Let the seat to act move by a roll, and return the position itself."""
    return position.force_die(roll).play("go")


def said(position, verb):
    """Return the legal words that begin with a verb, sorted."""
    return sorted(word for word in position.legal_words() if word.split()[0] == verb)


def asked(position):
    return position.seat, state(position)["phase"]


def line(position):
    """Return the line as it is written, without the gaps at its front."""
    now = state(position)
    tokens = {place: f"[p{seat}]" for seat, place in enumerate(now["tokens"])}
    behind = [tokens[place] for place in sorted(tokens) if place < 1]
    ahead = []
    for place, word in enumerate(now["line"], start=1):
        assert word is None or place not in tokens, "a token stands where a counter lies"
        ahead.append(tokens.get(place) or word or ".")
    while ahead and ahead[-1] == ".":
        ahead.pop()
    return " ".join(behind + ["|"] * bool(behind) + ahead)


def floor(position, seat):
    """Return what a seat has, in one order: guests and VIPs by name, then Stars, then Coins."""
    now = state(position)
    words = [word for word in sorted(now["floors"][seat]) for _ in range(now["floors"][seat][word])]
    words += ["star"] * now["stars"][seat] + ["coin"] * now["coins"][seat]
    return " ".join(words)


def floors(position):
    return [floor(position, seat) for seat in range(position.game.seats)]


def free(position):
    """Return the free squares of each seat."""
    return position.features(0)["free"].tolist()


def end(position):
    """Return how the game has ended and who has won, or None if it goes on."""
    now = state(position)
    if not position.is_over:
        assert (now["ending"], now["winners"]) == ("not ended", [])
        return None
    assert position.legal_words() == []
    return now["ending"], now["winners"]


# ------------------------------------------------------------------------------------------- Box


def test_gn_17_what_is_in_the_box():
    counters = collections.Counter(state(new(action_counters=True))["line"])
    assert {word: counters.pop(word) for word in ("vip", "coin", *ACTING)} == {
        "vip": 4,
        "coin": 6,
        "flyer": 2,
        "call": 2,
        "people": 2,
    }
    cliques = {}
    for row in re.findall(r"^\| (four|three|a 1)\b[^|]*\| ([a-z, ]+) \|$", DIGEST, re.MULTILINE):
        clique = {"four": "1111", "three": "222", "a 1": "123"}[row[0]]
        cliques |= {colour: clique for colour in row[1].split(", ")}
    guests = [colour + squares for colour, clique in cliques.items() for squares in clique]
    assert counters == collections.Counter(guests) and len(guests) == 36
    assert [sum(guest.endswith(n) for guest in guests) for n in "123"] == [16, 16, 4]
    box = new().game.components
    sizes = [box[f"{block}.squares"] for block in ("vips", "stars", "band")]
    assert sizes == [4, 5, 6] and box["stars.number"] == 3
    assert sum(int(guest[-1]) for guest in guests) + 4 * 4 + 3 * 5 + 6 == box.squares() == 97


@pytest.mark.parametrize(("guest", "squares"), [("lime1", 1), ("pink2", 2), ("red3", 3)])
def test_gn_17_the_number_of_a_guest_is_the_squares_that_it_covers(lay, guest, squares):
    p = go(lay(f"[p1] [p0] | {guest} coin"), 1)
    assert free(p) == [25, 25 - squares] and floors(p) == ["", guest]


def test_gn_17_a_vip_covers_four_squares(lay):
    assert free(go(lay("[p1] [p0] | vip coin"), 1)) == [25, 21]


@pytest.mark.parametrize("seats", SEATS)
def test_gn_17_what_lies_on_a_floor_covers_what_it_says(seats, walks):
    game = new(num_players=seats, action_counters=True).game
    size = 37 if seats == 2 else 25
    for seed in range(4):
        for p in walks.game(game, seed):
            now = state(p)
            for seat, words in enumerate(now["floors"]):
                covered = 5 * now["stars"][seat] + 6 * (now["band"] == seat)
                for word, count in words.items():
                    covered += count * (4 if word == "vip" else int(word[-1]))
                assert p.features(seat)["free"][0] == max(0, size - covered)


# ------------------------------------------------------------------------------------ Setting up


def test_gn_18_floors_have_25_squares_and_37_with_two_seats():
    for seats in SEATS:
        assert free(new(num_players=seats)) == [37 if seats == 2 else 25] * seats


def test_gn_18_only_the_sum_of_squares_counts(lay):
    # however these would have to lie: 24 squares and 1 are 25
    p = lay("[p1] [p0] | . . lime1 coin", "", "vip vip vip red3 blue3 grey3 orange3", used="call")
    assert free(p) == [25, 1]
    assert end(go(p, 1)) == ("full floor", [1])


def test_gn_18_free_squares_are_never_less_than_none(lay):
    p = go(lay("[p1] [p0] | vip coin", "", "vip vip vip vip vip vip"), 1)
    assert free(p) == [25, 0]


@pytest.mark.parametrize("action_counters", [False, True])
def test_gn_19_all_but_stars_and_band_are_in_the_line(action_counters):
    now = state(new(action_counters=action_counters))
    assert len(now["line"]) == (52 if action_counters else 46) and None not in now["line"]
    words = collections.Counter(now["line"])
    assert sum(words[word] for word in ACTING) == (6 if action_counters else 0)
    assert "star" not in words and "band" not in words
    assert now["stars"] == [0, 0] and now["band"] is None and now["floors"] == [{}, {}]
    assert new().game.options.action_counters is False


def test_gn_19_the_line_is_in_random_order():
    lines = [state(new(seed=seed))["line"] for seed in range(400)]
    assert len({tuple(words) for words in lines}) == 400
    for place in range(46):
        here = collections.Counter(words[place] for words in lines)
        assert 25 <= here["coin"] <= 85, place  # 6 of 46 would be 52, with a deviation of 7
        assert 14 <= here["vip"] <= 62, place


def test_gn_19_the_band_stands_at_the_front_end(lay):
    # right ahead of the last counter, and nowhere before
    p = go(lay("[p1] [p0] | coin vip coin", max_rolls=9), 2)
    assert floors(p) == ["", "vip"] and end(p) is None
    p = go(go(p, 2), 1)
    assert state(p)["tokens"] == [3, 4] and state(p)["band"] == 1


def test_gn_1_tokens_start_behind_the_line_in_random_order():
    for seats in SEATS:
        tokens = state(new(num_players=seats))["tokens"]
        assert sorted(tokens) == list(range(1 - seats, 1))
    orders = collections.Counter(
        tuple(state(new(seed=seed, num_players=3))["tokens"]) for seed in range(600)
    )
    assert set(orders) == set(itertools.permutations((0, -1, -2)))
    assert min(orders.values()) > 60 and max(orders.values()) < 140


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_gn_1_all_waiting_tokens_have_the_same_steps_ahead(lay, roll):
    for seat in range(3):
        p = lay("[p2] [p1] [p0] | coin vip red1", seat=seat)
        assert state(go(p, roll))["tokens"][seat] == roll


# ---------------------------------------------------------------------------------------- A roll


def test_gn_22_each_face_of_the_die_is_equally_likely():
    assert new().game.components.faces == (1, 2, 3, 3, 4, 5)
    rolls = collections.Counter(state(new(seed=seed))["roll"] for seed in range(900))
    p = new(max_rolls=1000)
    while not p.is_over:
        p.play("stay", "stay")
        rolls[state(p)["roll"]] += not p.is_over
    for roll in (1, 2, 3, 4, 5):
        expected = 1900 / 6 * (2 if roll == 3 else 1)  # deviations 16 and 20
        assert abs(rolls.pop(roll) - expected) < 85
    assert not rolls


def test_gn_2_a_roll_is_offered_from_the_rearmost_token_to_the_foremost(lay):
    p = lay("[p3] [p0] | . coin [p2] red1 [p4] . [p1] vip vip vip").force_die(4)
    for seat in (3, 0, 2, 4, 1):
        now = state(p)
        assert (asked(p), now["roll"], now["rolls"]) == ((seat, "step"), 4, 1)
        assert p.legal_words() == ["go", "stay"]
        p.play("stay")
    # nobody wanted it: the rearmost casts anew, and is asked first
    assert asked(p) == (3, "step") and state(p)["rolls"] == 2
    assert line(p) == "[p3] [p0] | . coin [p2] red1 [p4] . [p1] vip vip vip"


def test_gn_2_a_roll_is_used_by_one_seat_only(lay):
    p = lay("[p2] [p1] [p0] | red1 vip coin vip coin vip").force_die(4).play("stay", "go")
    assert line(p) == "[p2] [p0] | red1 vip coin [p1] coin vip"
    assert asked(p) == (2, "step") and state(p)["rolls"] == 2


def test_gn_2_the_seat_that_casts_is_the_rearmost_at_the_start():
    for seed, seats in itertools.product(range(20), SEATS):
        p = new(seed=seed, num_players=seats)
        assert state(p)["tokens"][p.seat] == 1 - seats and state(p)["rolls"] == 1


def test_gn_2_the_example_of_the_rulebook(lay):
    red, blue, green = range(3)
    p = lay("[p0] [p1] [p2] | lime1 green2 vip blue3 coin")
    assert asked(p) == (red, "step")
    p.force_die(2).play("stay", "go")  # red stays, blue moves
    assert floor(p, blue) == "green2" and asked(p) == (red, "step")
    p = go(p, 3)
    assert floor(p, red) == "blue3" and asked(p) == (green, "step")


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5])
def test_gn_20_a_token_moves_as_many_counters_as_the_die_shows(lay, roll):
    words = ["red1", "pink2", "vip", "blue3", "lime1", "coin"]
    p = lay(f"[p1] [p0] | {' '.join(words)}").force_die(roll)
    assert p.legal_words() == ["go", "stay"]  # all of it or nothing
    p.play("go")
    assert state(p)["tokens"] == [0, roll] and floors(p) == ["", words[roll - 1]]


@pytest.mark.parametrize("action_counters", [False, True])
def test_gn_20_no_token_moves_backwards_but_for_a_call(action_counters, walks):
    game = new(num_players=3, action_counters=action_counters).game
    back = 0
    for seed in range(20):
        before = None
        for p in walks.game(game, seed):
            tokens = state(p)["tokens"]
            if before is not None:
                moved = [seat for seat in range(3) if tokens[seat] != before[seat]]
                assert len(moved) <= 1
                back += any(tokens[seat] < before[seat] for seat in moved)
            before = tokens
    assert (back > 0) == action_counters


def test_gn_3_tokens_and_gaps_are_no_steps(lay):
    for roll, place in enumerate((4, 7, 8), start=1):
        p = lay("red1 [p1] [p0] vip . [p2] coin blue3", "lime1", "pink2", seat=1)
        assert state(go(p, roll))["tokens"][1] == place


def test_gn_3_counters_behind_the_token_are_no_steps(lay):
    # two lie ahead, so a roll of 3 reaches the Band
    assert end(go(lay("vip vip [p1] . [p0] vip vip", seat=0), 2)) is None
    assert state(go(lay("vip vip [p1] . [p0] vip vip", seat=0), 3))["band"] == 0
    p = lay("vip vip [p1] . red1 [p0] vip vip")
    assert p.features(0)["ahead"].tolist() == [2, 3]
    assert re.findall(r"ahead (\d+)", str(p)) == ["2", "3"]


def test_gn_4_a_token_takes_the_counter_it_comes_to_and_fills_the_gap(lay):
    p = go(lay("[p1] [p0] | red1 vip coin"), 2)
    assert line(p) == "[p0] | red1 [p1] coin" and floors(p) == ["", "vip"]
    p = go(p, 2)  # over the gap with the other token
    assert line(p) == "red1 [p1] [p0]" and floors(p) == ["coin", "vip"]


@pytest.mark.parametrize("action_counters", [False, True])
def test_gn_4_no_two_tokens_share_a_place(action_counters, walks):
    game = new(num_players=5, action_counters=action_counters).game
    for seed in range(6):
        for p in walks.game(game, seed):
            now = state(p)
            assert len(set(now["tokens"])) == 5
            standing = [place for place in now["tokens"] if 1 <= place <= len(now["line"])]
            assert all(now["line"][place - 1] is None for place in standing)


def test_gn_21_after_a_move_the_rearmost_token_casts(lay):
    # seat 2 was third in turn; its move brings the roll to the rearmost, not to the next in line
    p = lay("[p1] . [p0] coin [p2] vip vip [p3] vip vip").force_die(1)
    p.play("stay", "stay", "go")
    assert asked(p) == (1, "step") and state(p)["rolls"] == 2
    # seat 1 comes before all the others, so the one that was next to last casts
    p = go(p, 4)
    assert line(p) == ". . [p0] coin . [p2] vip [p3] vip [p1]" and asked(p) == (0, "step")


def test_gn_21_the_same_token_may_cast_again(lay):
    p = go(lay("[p1] | vip vip [p0] vip vip"), 1)
    assert asked(p) == (1, "step") and state(p)["rolls"] == 2 and line(p) == "[p1] vip [p0] vip vip"
    p = lay("vip [p1] vip [p0] vip vip", seat=0)
    assert asked(go(p, 1)) == (1, "step")


# --------------------------------------------------------------------------------------- Cliques


def test_gn_5_a_guest_alone_is_one_guest(lay):
    p = go(lay("[p1] [p0] | pink2 vip pink2", "pink2"), 1)
    assert line(p) == "[p0] | [p1] vip pink2" and floors(p) == ["pink2", "pink2"]


def test_gn_5_a_second_guest_brings_the_clique_from_everywhere(lay):
    # from the line behind and ahead, and from two floors, a clique of seven in all
    p = lay(
        "pink2 [p1] . lime1 pink2 [p2] pink2 . [p0] red1 pink2",
        "pink2 vip",
        "lime1 pink2",
        "red1 pink2",
    )
    p = go(p, 2)
    assert line(p) == ". . . lime1 [p1] [p2] . . [p0] red1"
    assert floors(p) == ["vip", "lime1 pink2 pink2 pink2 pink2 pink2 pink2 pink2", "red1"]
    assert free(p) == [21, 10, 24]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pink2 vip [p1] pink2 vip [p0]", ". vip . [p1] vip [p0]"),
        ("vip [p1] pink2 [p0] . vip pink2", "vip . [p1] [p0] . vip"),
    ],
)
def test_gn_5_the_clique_comes_from_either_end_of_the_line(lay, before, after):
    p = lay(before, "", "pink2")
    assert len(state(p)["line"]) == len(before.split())  # there are no more gaps at the front
    p = go(p, 1)
    assert floors(p) == ["", "pink2 pink2 pink2"] and line(p) == after


def test_gn_5_the_numbers_of_a_clique_may_differ(lay):
    # the example of the rulebook: a blue one at home, a blue two reached, the third from yellow
    p = go(lay("[p0] | vip [p1] vip . vip blue2 vip", "blue1", "coin blue3"), 4)
    assert floors(p) == ["blue1 blue2 blue3", "coin"] and free(p) == [19, 25]


def test_gn_5_other_colours_stay(lay):
    p = go(lay("[p1] [p0] | pink2 teal2 lime1 red2", "green2 lime1", "pink2 teal2 red1"), 1)
    assert floors(p) == ["green2 lime1", "pink2 pink2 red1 teal2"]
    assert line(p) == "[p0] | [p1] teal2 lime1 red2"


def test_gn_5_vips_are_no_clique(lay):
    p = go(lay("[p1] [p0] | vip vip coin", "vip", "vip"), 1)
    assert floors(p) == ["vip", "vip vip"] and line(p) == "[p0] | [p1] vip coin"


def test_gn_5_coins_are_no_clique(lay):
    p = go(lay("[p1] [p0] | coin coin vip", "coin", "coin", aside=0), 1)
    assert floors(p) == ["coin", "coin coin"] and line(p) == "[p0] | [p1] coin vip"


def test_gn_5_the_clique_is_complete_only_by_what_is_gained(lay):
    # the clique is there to be had, but a guest of another colour does not bring it
    p = go(lay("[p1] [p0] | teal2 pink2 pink2", "", "pink2"), 1)
    assert floors(p) == ["", "pink2 teal2"]


def test_gn_5_a_clique_that_a_flyer_breaks_up_stays_so(lay):
    p = lay("[p1] [p0] | flyer vip lime1 vip", "", "pink2 pink2 pink2", seat=0)
    p = go(p, 1).play("take pink2 from p1")
    assert floors(p) == ["pink2", "pink2 pink2"]
    p = go(p, 2)  # seat 1 gains something else
    assert floors(p) == ["pink2", "lime1 pink2 pink2"]


@pytest.mark.parametrize("seat", [0, 1])
def test_gn_5_a_broken_clique_comes_together_on_gaining_a_part(lay, seat):
    # whichever of the two has a Flyer now gets all four
    broken = ("amber1", "amber1 amber1 amber1")
    p = lay("[p1] [p0] | flyer vip", *broken, used="flyer", seat=seat)
    p = go(p, 1).play(f"take amber1 from p{1 - seat}")
    assert floors(p)[seat] == "amber1 amber1 amber1 amber1" and floors(p)[1 - seat] == ""
    assert free(p)[seat] == 21 and free(p)[1 - seat] == 25


def test_gn_5_who_has_lost_a_clique_has_none_of_its_colour(lay):
    # seat 0 lost its lime1 to a clique of seat 1; a Flyer brings it one, which is one again
    p = go(lay("[p1] [p0] | lime1 flyer vip vip", "lime1", "lime1"), 1)
    assert floors(p) == ["", "lime1 lime1 lime1"]
    p = go(p, 1).play("take lime1 from p1")
    assert floors(p) == ["lime1", "lime1 lime1"]


def test_gn_5_a_guest_taken_by_a_flyer_leaves_none_of_its_colour(lay):
    # seat 0 gave its only teal2 away, so the next one it gains is alone
    p = go(lay("[p1] [p0] | flyer teal2 vip vip", "teal2"), 1).play("take teal2 from p0")
    assert floors(go(p, 1)) == ["teal2", "teal2"]


def test_gn_16_guests_called_away_leave_free_squares(lay):
    # one more square and seat 0 would have won
    p = lay("[p1] [p0] | blue2 vip", f"{FILLED} blue3 lime1", "blue1")
    assert free(p) == [1, 24]
    p = go(p, 1)
    assert free(p) == [4, 19] and end(p) is None
    # the VIP fills its floor, for there is room for it again
    assert end(go(p, 1)) == ("full floor", [0]) and free(p) == [0, 19]
    # with a free square more there, it does not
    p = lay("[p1] [p0] | blue2 vip", f"{FILLED} blue3", "blue1")
    assert end(go(go(p, 1), 1)) is None and free(p) == [1, 19]


def test_gn_16_a_game_never_goes_on_with_a_full_floor(walks):
    for seed, seats in itertools.product(range(4), SEATS):
        for p in walks.game(new(num_players=seats, action_counters=True).game, seed):
            assert p.is_over or min(free(p)) > 0


# ------------------------------------------------------------------------------- Coins and Stars


def test_gn_6_a_coin_lies_beside_the_floor(lay):
    p = go(lay("[p1] [p0] | coin vip"), 1)
    assert floors(p) == ["", "coin"] and free(p) == [25, 25]


def test_gn_6_two_coins_become_a_star_at_once(lay):
    p = go(lay("[p1] [p0] | coin vip", "coin", "coin"), 1)
    assert floors(p) == ["coin", "star"] and free(p) == [25, 20]
    assert asked(p) == (0, "step")  # nobody was asked about it


def test_gn_6_the_coins_leave_the_game(lay):
    # a third Coin is a first one again
    p = go(lay("[p1] [p0] | coin vip vip", "", "star"), 1)
    assert floors(p) == ["", "star coin"]
    p = lay("[p1] [p0] | coin coin vip vip", "coin", "coin")
    coins = sum(state(p)["coins"]) + state(p)["line"].count("coin")
    now = state(go(p, 1))
    assert (coins, sum(now["coins"]) + now["line"].count("coin")) == (4, 2)


def test_gn_6_without_a_star_left_coins_stay(lay):
    p = go(lay("[p1] [p0] | coin vip", "coin", "coin", aside=0), 1)
    assert floors(p) == ["coin", "coin coin"] and free(p) == [25, 25]
    p = go(lay("[p1] [p0] | coin vip", "", "coin coin", aside=0), 1)
    assert floors(p) == ["", "coin coin coin"]


def test_gn_6_stars_of_all_seats_come_from_the_same_ones(lay):
    p = lay("[p1] [p0] [p2] | coin coin vip", "coin star", "coin", "star", aside=1)
    p = go(p, 1)
    assert floors(p) == ["star coin", "star", "star"]
    p = go(p, 1)  # seat 0 has its second Coin, and the last Star is gone
    assert floors(p) == ["star coin coin", "star", "star"]
    # two on one floor are two that do not lie aside
    p = go(lay("[p1] [p0] | coin vip", "star star", "coin", aside=0), 1)
    assert floors(p) == ["star star", "coin coin"]


def test_gn_6_three_stars_lie_aside(lay):
    p = go(lay("[p1] [p0] | coin vip", "star star", "coin", aside=1), 1)
    assert floors(p) == ["star star", "star"]
    p = go(lay("[p1] [p0] | coin vip", "star star star", "coin", aside=0), 1)
    assert floors(p) == ["star star star", "coin coin"]
    assert new().game.components["stars.number"] == 3


# --------------------------------------------------------------------------------------- The end


@pytest.mark.parametrize(
    ("counter", "had", "ends"),
    [
        ("lime1", "vip", True),  # exactly full
        ("lime1", "red3", False),  # one short
        ("vip", "red3", True),  # more than fits
        ("coin", "coin", True),  # a Star fills it
        ("pink2", "pink2", False),  # 24
        ("pink2", "pink2 lime1", True),  # 25
    ],
)
def test_gn_7_a_full_floor_wins_at_once(lay, counter, had, ends):
    p = lay(f"[p1] [p0] | {counter} vip teal2 teal2", FILLED, f"{FILLED} {had}")
    p = go(p, 1)
    assert end(p) == (("full floor", [1]) if ends else None)
    assert (free(p)[1] == 0) == ends and not p.is_truncated
    assert state(p)["rolls"] == (1 if ends else 2)  # nobody casts any more


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[p1] . [p0] flyer vip", "take red3 from p0"),
        ("[p1] red3 [p0] people vip", "people 2"),
        ("[p0] lime1 red3 . [p1] call vip", "call 3"),
    ],
)
def test_gn_7_a_full_floor_wins_however_it_was_filled(lay, text, words):
    held = "red3" if "take" in words else "teal2"
    p = lay(text, held, f"{FILLED} pink2", seat=1)
    p = go(p, 2 if "people" in text else 1)
    assert end(p) is None
    assert end(p.play(words)) == ("full floor", [1]) and state(p)["rolls"] == 1


def test_gn_7_a_full_floor_wins_by_a_clique(lay):
    # seat 1 reaches 22 squares itself; what lies elsewhere makes 26
    p = lay("[p1] [p0] | pink2 vip pink2", "pink2", f"{FILLED} pink2", floor=26)
    p = go(p, 1)
    assert end(p) == ("full floor", [1]) and p.returns().tolist() == [-1, 1]


def test_gn_7_only_the_seat_that_is_full_wins_however_little_others_lack(lay):
    p = go(lay("[p1] [p2] [p0] | lime1 vip", "vip " * 6, f"{FILLED} vip", "vip " * 6), 1)
    assert free(p) == [1, 0, 1] and end(p) == ("full floor", [1])
    assert p.returns().tolist() == [-0.5, 1, -0.5]


@pytest.mark.parametrize("ahead", [0, 1, 2, 4])
def test_gn_8_the_band_is_reached_one_step_after_the_last_counter(lay, ahead):
    line_ahead = " ".join(["vip"] * ahead)
    for roll in (1, 2, 3, 4, 5):
        p = lay(f"coin [p1] . [p0] {line_ahead}", "lime1", seat=0)
        p = go(p, roll)
        if roll <= ahead:
            assert end(p) is None and floors(p) == ["lime1 vip", ""]
        else:  # reached or passed
            assert end(p) == ("band", [0]) and not p.is_truncated
            assert floors(p) == ["lime1", ""] and state(p)["band"] == 0
            assert state(p)["tokens"][0] == len(state(p)["line"]) + 1
            assert free(p) == [18, 25] and state(p)["rolls"] == 1  # nobody casts any more


def test_gn_8_the_band_is_taken_without_a_question(lay):
    p = lay("[p1] vip vip vip [p0] .", "vip", "vip", seat=0).force_die(1)
    assert p.legal_words() == ["go", "stay"]
    assert end(p.play("go")) == ("band", [0])


@pytest.mark.parametrize(
    ("own", "rivals", "winners"),
    [
        ("vip", "vip vip lime1", [0]),  # 10 against 9
        ("vip", "vip vip pink2", [0, 1]),
        ("vip", "vip vip red3", [1]),  # the Band does not win by itself
        ("", "", [0]),
    ],
)
def test_gn_8_the_fewest_free_squares_win_at_the_band(lay, own, rivals, winners):
    p = go(lay("vip [p1] vip [p0] .", own, rivals, seat=0), 1)
    assert end(p) == ("band", winners)


def test_gn_8_a_band_that_fills_the_floor_wins(lay):
    p = go(lay("[p1] vip [p0] .", FILLED, "vip " * 6, seat=0), 1)
    assert end(p) == ("band", [0]) and free(p) == [0, 1]
    p = go(lay("[p1] vip [p0] .", f"{FILLED} red3", "vip " * 6, seat=0, ties="rearmost"), 1)
    assert end(p) == ("band", [0]) and free(p) == [0, 1]


def test_gn_8_counters_left_in_the_line_are_nobodys(lay):
    p = go(lay("lime1 [p1] . coin [p0] .", "coin lime1", "red3", seat=0), 3)
    assert floors(p) == ["lime1 coin", "red3"] and state(p)["line"].count("coin") == 1


TIED = ("[p3] [p1] | vip [p2] [p0]", "lime1", "teal2 red2 pink2 lime1", "red3 blue3 lime1", "red3")


def test_gn_9_a_tie_is_shared(lay):
    # seat 0 takes the Band, which makes 7 squares for 0, 1 and 2
    p = go(lay(*TIED, seat=0), 1)
    assert free(p) == [18, 18, 18, 22] and end(p) == ("band", [0, 1, 2])
    assert p.game.options.ties == "shared"


def test_gn_9_or_the_rearmost_of_the_tied_wins(lay):
    # seat 3 is farther back than they, but not tied
    p = go(lay(*TIED, seat=0, ties="rearmost"), 1)
    assert free(p) == [18, 18, 18, 22] and end(p) == ("band", [1])
    assert p.returns().tolist() == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3])


@pytest.mark.parametrize("order", [*itertools.permutations(range(3))])
def test_gn_9_the_rearmost_in_any_order_of_tokens(lay, order):
    behind, middle, front = (f"[p{seat}]" for seat in order)
    text, held = f"vip {behind} vip {middle} {front}", ["vip lime1"] * 3
    held[order[2]] = ""  # and the Band
    wide = lay(text, *held, seat=order[2], ties="rearmost")
    assert end(go(wide, 1)) == ("band", [order[2]])  # 6 against 5
    held[order[0]] = held[order[1]] = "vip pink2"
    tied = lay(text, *held, seat=order[2], ties="rearmost", used="flyer flyer")
    assert end(go(tied, 1)) == ("band", [order[0]])


@pytest.mark.parametrize("ties", ["shared", "rearmost"])
def test_gn_9_a_clear_win_is_no_tie(lay, ties):
    p = go(lay("[p1] vip [p0] .", "vip", "vip", seat=0, ties=ties), 1)
    assert end(p) == ("band", [0])


def test_gn_10_after_max_rolls_the_floors_decide(lay):
    p = lay("[p2] vip [p1] vip vip [p0] vip", "vip", "vip lime1", "red3", rolls=8, max_rolls=9)
    p.play("stay", "stay", "stay")
    assert end(p) is None and state(p)["rolls"] == 9 and asked(p) == (2, "step")
    p.play("stay", "stay")
    assert end(p) is None and asked(p) == (0, "step")  # the last roll is asked about in full
    p.play("stay")
    assert p.is_truncated and end(p) == ("roll cap", [1]) and state(p)["rolls"] == 9
    assert p.returns().tolist() == [-0.5, 1, -0.5]


def test_gn_10_the_last_roll_is_played(lay):
    p = go(lay("[p1] vip [p0] vip", "vip lime1", "red3", rolls=9, max_rolls=9), 1)
    assert floors(p) == ["lime1 vip", "red3 vip"]
    assert p.is_truncated and end(p) == ("roll cap", [1])


@pytest.mark.parametrize(("ties", "winners"), [("shared", [0, 2]), ("rearmost", [2])])
def test_gn_10_the_rule_of_ties_holds(lay, ties, winners):
    floors_told = ("vip", "red3", "vip")
    p = lay("[p2] vip [p1] [p0] vip", *floors_told, rolls=9, max_rolls=9, ties=ties)
    p.play("stay", "stay", "stay")
    assert p.is_truncated and end(p) == ("roll cap", winners)


@pytest.mark.parametrize(
    ("text", "words", "after"),
    [
        ("[p1] [p0] | flyer vip", "take lime1 from p0", ["", "blue3 lime1"]),
        ("[p1] lime1 [p0] people vip", "people 2", ["lime1", "blue3 lime1"]),
        ("[p1] lime1 [p0] people vip", "decline", ["lime1", "blue3"]),
        ("[p0] . teal2 lime1 [p1] call", "call 3", ["lime1", "blue3 teal2"]),
    ],
)
def test_gn_10_a_question_of_the_last_roll_is_answered_first(lay, text, words, after):
    p = lay(text, "lime1", "blue3", rolls=9, max_rolls=9, seat=1)
    p = go(p, 2 if "people" in text else 1)
    assert end(p) is None and asked(p)[0] == 1
    p.play(words)
    assert p.is_truncated and end(p) == ("roll cap", [1]) and floors(p) == after
    assert state(p)["rolls"] == 9


def test_gn_10_what_is_won_by_the_last_roll_is_won(lay):
    p = go(lay("[p1] [p0] | lime1 vip", "", f"{FILLED} vip", rolls=9, max_rolls=9), 1)
    assert end(p) == ("full floor", [1]) and not p.is_truncated
    p = go(lay("[p1] vip [p0] .", "vip", "vip vip vip", rolls=9, max_rolls=9, seat=0), 1)
    assert end(p) == ("band", [1]) and not p.is_truncated


def test_gn_10_rolls_are_those_of_the_whole_game():
    assert new().game.options.max_rolls == 300
    p = new(max_rolls=4, num_players=3)
    for roll in range(1, 5):
        assert state(p)["rolls"] == roll
        p.play("stay", "stay", "stay")
    # all tied with empty floors
    assert p.is_truncated and end(p) == ("roll cap", [0, 1, 2]) and p.returns().tolist() == [0] * 3
    p = new(max_rolls=3)  # rolls that are used count too
    for roll in range(1, 4):
        assert state(p)["rolls"] == roll
        p.play("go")
    assert p.is_truncated


PAYOFFS = {  # seats, winners: payoff of a winner and of the others
    (2, 1): (1, -1),
    (2, 2): (0, None),
    (3, 1): (1, -1 / 2),
    (3, 2): (1 / 4, -1 / 2),
    (4, 2): (1 / 3, -1 / 3),
    (4, 3): (1 / 9, -1 / 3),
    (5, 1): (1, -1 / 4),
    (5, 3): (1 / 6, -1 / 4),
    (5, 5): (0, None),
}


@pytest.mark.parametrize(("seats", "winners"), PAYOFFS)
def test_gn_23_payoffs_add_up_to_zero(lay, seats, winners):
    tokens = " ".join(f"[p{seat}]" for seat in range(seats))
    held = ["vip"] * winners + ["red3"] * (seats - winners)
    p = lay(f"{tokens} | lime1", *held, rolls=9, max_rolls=9, used="flyer flyer flyer flyer")
    assert p.returns().tolist() == [0] * seats
    p.play(*["stay"] * seats)
    won, lost = PAYOFFS[seats, winners]
    assert state(p)["winners"] == list(range(winners))
    assert p.returns().tolist() == pytest.approx([won] * winners + [lost] * (seats - winners))
    assert sum(p.returns()) == pytest.approx(0)


# ------------------------------------------------------------------------------- Action counters


def test_gn_11_an_action_counter_is_used_and_leaves_the_game(lay):
    for word in ACTING:  # none has anything to act on here
        p = go(lay(f"[p1] [p0] | {word} lime1 vip"), 1)
        assert line(p) == "[p0] | [p1] lime1 vip" and floors(p) == ["", ""]
        assert asked(p) == (0, "step") and state(p)["rolls"] == 2 and free(p) == [25, 25]


def test_gn_11_the_token_stays_in_the_gap(lay):
    p = go(lay("[p1] [p0] | flyer lime1 vip", "red3"), 1)
    assert asked(p) == (1, "flyer") and line(p) == "[p0] | [p1] lime1 vip"
    p.play("take red3 from p0")
    assert line(p) == "[p0] | [p1] lime1 vip" and asked(p) == (0, "step")
    p = go(lay("[p1] vip [p0] people vip", "red3"), 2)
    assert asked(p) == (1, "people") and line(p) == ". vip [p0] [p1] vip"
    invited = p.copy().play("people 2")
    assert line(invited) == ". . [p0] [p1] vip" and asked(invited) == (0, "step")
    p.play("decline")
    assert line(p) == ". vip [p0] [p1] vip" and asked(p) == (0, "step")


def test_gn_11_it_acts_only_for_the_token_that_lands_on_it(lay):
    # passed by, it lies still
    p = go(lay("[p1] [p0] | flyer call people lime1 vip", "vip lime1", "lime1"), 4)
    assert line(p) == "[p0] | flyer call people [p1] vip" and asked(p) == (0, "step")
    p = go(p, 4)
    assert line(p) == "flyer call people [p1] [p0]" and asked(p) == (1, "step")


def test_gn_11_nobody_can_gain_an_action_counter(lay):
    p = go(lay("flyer call people vip [p1] people lime1 [p0]", "red3"), 1)
    assert p.legal_words() == ["decline", "people 4"]
    words = new(action_counters=True).game.actions
    taken = {word.split()[1] for word in words if word.startswith("take")}
    assert "vip" in taken and not taken & {*ACTING, "star", "band"}


def test_gn_12_a_flyer_takes_a_guest_a_vip_or_a_coin_of_another(lay):
    p = lay(
        "[p1] [p0] [p2] | flyer lime1",
        "red3 vip vip star",
        "teal2 coin",
        "coin star blue1 teal2",
    )
    p = go(p, 1)
    takes = ["take blue1 from p2", "take coin from p2", "take red3 from p0"]
    takes += ["take teal2 from p2", "take vip from p0"]  # one action for both VIPs, no Stars
    assert asked(p) == (1, "flyer")
    assert sorted(p.legal_words()) == sorted([*takes, "decline"])
    p.play("take vip from p0")
    assert floors(p) == ["red3 vip star", "teal2 vip coin", "blue1 teal2 star coin"]
    assert free(p) == [13, 19, 17] and asked(p) == (0, "step")


@pytest.mark.parametrize("word", ["coin", "vip", "red3"])
@pytest.mark.parametrize("rival", [0, 2])
def test_gn_12_the_word_says_from_whom_it_is_taken(lay, word, rival):
    p = go(lay("[p1] [p0] [p2] | flyer lime1", word, "", word, seat=1), 1)
    p.play(f"take {word} from p{rival}")
    assert floors(p) == ["" if seat == rival else word for seat in range(3)]


def test_gn_12_a_flyer_may_complete_a_clique(lay):
    p = go(lay("teal2 [p1] [p2] flyer lime1 teal2 [p0]", "teal2", "teal2", "teal2 vip"), 1)
    assert floors(p) == ["teal2", "teal2", "teal2 vip"]
    p.play("take teal2 from p2")
    assert floors(p) == ["", "teal2 teal2 teal2 teal2 teal2", "vip"]
    assert line(p) == ". . [p2] [p1] lime1 . [p0]"
    assert free(p) == [25, 15, 21]


def test_gn_12_a_coin_by_flyer_may_become_a_star(lay):
    p = go(lay("[p1] [p0] | flyer lime1 vip", "coin", "coin"), 1).play("take coin from p0")
    assert floors(p) == ["", "star"] and free(p) == [25, 20]
    # without one left it is a Coin
    p = go(lay("[p1] [p0] | flyer lime1", "coin coin", "coin", aside=0), 1)
    p.play("take coin from p0")
    assert floors(p) == ["coin", "coin coin"]
    # and its old owner has one Coin less
    p = go(lay("[p1] [p0] | flyer coin vip", "coin"), 1).play("take coin from p0")
    assert floors(go(p, 1)) == ["coin", "coin"]


def test_gn_12_a_flyer_may_fill_the_floor(lay):
    p = go(lay("[p1] [p0] | flyer lime1", "vip vip", f"{FILLED} red2"), 1)
    assert end(p) is None
    p.play("take vip from p0")
    assert end(p) == ("full floor", [1]) and free(p) == [21, 0]


def test_gn_12_with_nothing_to_take_there_is_no_question(lay):
    # own counters and the Stars of others are nothing to take
    p = go(lay("[p1] [p0] | flyer lime1 vip", "star", "red3 vip coin"), 1)
    assert asked(p) == (0, "step") and floors(p) == ["star", "red3 vip coin"]


def test_gn_13_a_call_leads_back_to_a_counter_with_a_token_still_behind_it(lay):
    # lime1 is behind all others; red1 is ahead of the Call, and teal2 beyond the landing
    p = lay("lime1 [p1] vip coin [p2] flyer . blue3 [p0] . call red1 teal2", "vip", "vip", seat=0)
    p = go(p, 1)
    assert asked(p) == (0, "call") and state(p)["tokens"][0] == 11
    assert p.legal_words() == ["call 3", "call 4", "call 6", "call 8"]  # a must: no decline
    p.play("call 8")
    assert line(p) == "lime1 [p1] vip coin [p2] flyer . [p0] . . . red1 teal2"
    assert floors(p) == ["blue3 vip", "vip", ""] and asked(p) == (1, "step")


def test_gn_13_a_call_takes_the_counter_with_all_that_follows(lay):
    p = lay("[p1] pink2 vip coin [p0] call lime1", "pink2 coin", "pink2", seat=0)
    p = go(p, 1)
    assert p.legal_words() == ["call 2", "call 3", "call 4"]
    assert floors(p.copy().play("call 2")) == ["pink2 pink2 pink2 coin", ""]
    assert floors(p.copy().play("call 3")) == ["pink2 vip coin", "pink2"]
    assert floors(p.copy().play("call 4")) == ["pink2 star", "pink2"]


def test_gn_13_a_call_may_fill_the_floor_in_the_middle_of_a_chain(lay):
    # from one Call to the other, and from there to the VIP that is too much
    p = lay("[p1] lime1 vip call coin [p0] call red3", f"{FILLED} red2", "vip", seat=0)
    p = go(p, 1)
    assert p.legal_words() == ["call 2", "call 3", "call 4", "call 5"]
    p.play("call 4")
    assert asked(p) == (0, "call") and p.legal_words() == ["call 2", "call 3"]
    assert line(p) == "[p1] lime1 vip [p0] coin . . red3"
    p.play("call 3")
    assert end(p) == ("full floor", [0]) and state(p)["tokens"] == [3, 1]
    assert state(p)["rolls"] == 1


def test_gn_13_the_rearmost_of_the_others_is_what_a_call_must_not_come_behind(lay):
    # the caller was the last; nothing behind it has a token behind that
    p = go(lay("[p0] lime1 call . [p1] vip", "vip", "vip"), 2)
    assert line(p) == ". lime1 [p0] . [p1] vip" and asked(p) == (0, "step")
    assert floors(p) == ["vip", "vip"]
    # a token behind the line has everything ahead of it
    p = go(lay("[p1] | lime1 vip [p0] call red3", "vip", seat=0), 1)
    assert p.legal_words() == ["call 1", "call 2"]


def test_gn_13_a_call_onto_a_flyer_or_people_lets_them_act(lay):
    p = go(lay("[p1] flyer [p0] call lime1", "vip", "red3", seat=0), 1)
    assert asked(p) == (0, "flyer") and line(p) == "[p1] [p0] . . lime1"
    assert p.legal_words() == ["decline", "take red3 from p1"]
    p.play("take red3 from p1")
    assert floors(p) == ["red3 vip", ""] and asked(p) == (1, "step")
    p = go(lay("vip vip [p1] people [p0] call lime1", "vip", "red3", seat=0), 1)
    assert asked(p) == (0, "people") and line(p) == "vip vip [p1] [p0] . . lime1"
    assert p.legal_words() == ["decline", "people 1", "people 2"]
    assert floors(p.play("people 2")) == ["vip vip", "red3"]


def test_gn_13_after_a_call_the_rearmost_token_casts(lay):
    p = go(lay("[p1] . coin [p2] vip [p0] call lime1", "vip", "", "red3 teal2", seat=0), 1)
    p.play("call 3")
    assert line(p) == "[p1] . [p0] [p2] vip . . lime1" and asked(p) == (1, "step")
    for seat in (0, 2):  # and the caller is asked in its new place
        assert asked(p.play("stay")) == (seat, "step")


def test_gn_14_people_bring_in_what_all_tokens_have_passed(lay):
    # not red1, which seat 2 has yet to pass, and no action counter
    p = lay("lime1 vip flyer coin vip . [p2] red1 [p1] . people [p0] teal2", "", "vip", seat=1)
    p = go(p, 1)
    assert asked(p) == (1, "people") and line(p).endswith("[p2] red1 . . [p1] [p0] teal2")
    # two actions for two VIPs: what is left in the line is not the same
    assert p.legal_words() == ["decline", "people 1", "people 2", "people 4", "people 5"]
    p.play("people 5")
    assert floors(p) == ["", "vip vip", ""] and asked(p) == (2, "step")
    assert line(p) == "lime1 vip flyer coin . . [p2] red1 . . [p1] [p0] teal2"


def test_gn_14_the_mover_has_passed_what_it_passes_by_landing(lay):
    # it was the last: what it jumps over is behind all tokens now
    p = go(lay("[p1] | lime1 vip people red1 . [p0]", "vip"), 3)
    assert asked(p) == (1, "people") and p.legal_words() == ["decline", "people 1", "people 2"]
    p.play("people 1")
    assert line(p) == ". vip [p1] red1 . [p0]" and floors(p) == ["vip", "lime1"]
    assert asked(p) == (1, "step")
    # still the last: nothing ahead of it is behind all
    p = go(lay("[p1] coin [p0] people lime1 vip", "vip", "vip", seat=0), 1)
    assert asked(p) == (1, "step") and state(p)["rolls"] == 2


def test_gn_14_people_need_a_guest_a_vip_or_a_coin_that_is_passed(lay):
    p = go(lay("[p1] | vip people lime1 [p0] vip", "", "", seat=0), 1)
    assert asked(p) == (1, "step")  # a token behind the line has passed nothing
    p = go(lay("flyer call . people [p1] people [p0] lime1", "vip", "vip"), 1)
    assert asked(p) == (1, "step") and state(p)["rolls"] == 2
    assert line(p) == "flyer call . people . [p1] [p0] lime1"


@pytest.mark.parametrize(
    ("words", "after"),
    [("people 1", "teal2 teal2 coin"), ("people 2", "teal2 star"), ("people 3", "red3 teal2 coin")],
)
def test_gn_14_what_people_bring_in_is_gained(lay, words, after):
    p = go(lay("teal2 coin red3 [p1] people vip [p0]", "lime1", "teal2 coin"), 1)
    p.play(words)
    assert floors(p) == ["lime1", after]


def test_gn_14_people_may_fill_the_floor(lay):
    p = go(lay("vip [p1] people lime1 [p0]", "", f"{FILLED} lime1"), 1)
    assert end(p.copy().play("decline")) is None
    assert end(p.play("people 1")) == ("full floor", [1])


@pytest.mark.parametrize("word", ["flyer", "people"])
def test_gn_15_a_flyer_and_people_may_be_declined(lay, word):
    p = go(lay(f"vip coin [p1] {word} lime1 [p0]", "red3", "teal2"), 1)
    told, shown = floors(p), line(p)
    assert asked(p) == (1, word) and "decline" in p.legal_words()
    p.play("decline")
    assert (floors(p), line(p)) == (told, shown)
    assert asked(p) == (1, "step") and state(p)["rolls"] == 2


def test_gn_24_a_lone_counter_is_called_unasked(lay):
    p = go(lay("[p1] vip [p0] call lime1", "", "red3", seat=0), 1)
    assert line(p) == "[p1] [p0] . . lime1" and floors(p) == ["vip", "red3"]
    assert asked(p) == (1, "step") and state(p)["rolls"] == 2


def test_gn_24_what_is_called_unasked_has_its_effects(lay):
    # it is another Call, behind which there is nothing more to call
    p = lay("[p1] . [p2] call [p0] call lime1", "vip", "red3", "teal2", seat=0)
    assert line(go(p, 1)) == "[p1] . [p2] [p0] . . lime1" and asked(p) == (1, "step")
    # it wins
    p = go(lay("[p1] vip [p0] call lime1", "vip " * 6, "red3", seat=0), 1)
    assert end(p) == ("full floor", [0])
    # it asks
    p = go(lay("[p1] flyer [p0] call lime1", "vip", "red3", seat=0), 1)
    assert asked(p) == (0, "flyer")


@pytest.mark.parametrize("word", ACTING)
def test_gn_24_with_nothing_to_decide_there_is_no_question(lay, word):
    p = go(lay(f"[p1] [p0] | {word} lime1 vip", "", "red3 vip coin"), 1)
    assert asked(p) == (0, "step") and state(p)["rolls"] == 2
    assert floors(p) == ["", "red3 vip coin"]


def test_gn_24_one_thing_to_take_is_asked_because_declining_is_a_choice(lay):
    p = go(lay("[p1] [p0] | flyer lime1", "coin"), 1)
    assert p.legal_words() == ["decline", "take coin from p0"]
    p = go(lay("vip [p1] people lime1 [p0]"), 1)
    assert p.legal_words() == ["decline", "people 1"]


@pytest.mark.parametrize("seats", SEATS)
def test_gn_24_nobody_is_asked_without_a_choice(seats, walks):
    game = new(num_players=seats, action_counters=True).game
    phases = set()
    for seed in range(8):
        for p in walks.game(game, seed):
            assert p.is_over or len(p.legal_words()) >= 2
            phases.add(state(p)["phase"])
    assert phases == {"step", "flyer", "call", "people"}
