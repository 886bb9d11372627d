"""Every rule of seeds/voodoo_mania.md, by its id.

Cards are written by what they show and lack: `Ab/Cd` shows A and lacks B in front, shows C and
lacks D behind.  `x` is a face for which A to E are all one, `J` one that fits each of them; piles
are told from the top.  See `Layouts` in conftest.py.
"""

import collections
import itertools

import pytest

import jivezoo
from jivezoo.envs.errors import BadOption, IllegalAction

SEATS = (2, 3, 4, 5, 6)
DEALT = {2: 45, 3: 30, 4: 22, 5: 18, 6: 15}
COLOURS = "rygbp"
REST = "x7 x8 x9 | J"  # a seat that has time
NO_HELP = ["d1/e", "d2/e", "d3/e", "d4/e", "d5/e", "e1/d", "e2/d", "e3/d", "e4/d"]  # from below
OPTIONS = {
    "plain": {"rounds": 1, "max_ticks": 40},
    "search": {"rounds": 1, "max_ticks": 40, "search": True},
    "random deck": {"rounds": 1, "max_ticks": 20, "deck": "random"},
    "slow": {"rounds": 2, "max_ticks": 15, "reaction": 2},
}


def new(seed=1, **options):
    return jivezoo.game("voodoo_mania", **options).new(seed=seed)


def state(position):
    return position.game.state_to_dict(position.game, position.states)


def deck_of(position):
    """Return the faces of each card, (front, back), as a components file tells them."""
    box = position.game.components
    if position.game.options.deck == "random":
        return [card.split("/") for card in state(position)["deck"]]
    return [[box.letters(face) for face in card] for card in box.cards]


def missing(face):
    """Return the combination that a face lacks, as place of the ingredient and colour."""
    [colour] = {*COLOURS} - {*face}
    return face.index("."), colour


def top(position):
    """Return the colours of the face on top of the Voodoo pile."""
    now = state(position)
    return deck_of(position)[now["voodoo_pile"][0]]["FB".index(now["top_side"])]


def outcomes(position):
    return [told and told[1] for told in state(position)["last"]]


def left(position):
    """Return how many cards each seat has."""
    now = state(position)
    return [len(hand) + len(own) for hand, own in zip(now["hands"], now["piles"], strict=True)]


def end(position):
    """Return how the game has ended and who has won, or None if it goes on."""
    now = state(position)
    if not position.is_over:
        assert (now["ending"], now["winners"]) == ("not ended", [])
        return None
    assert position.legal_words() == [] and now["asked"] == []
    return now["ending"], now["winners"]


def said(position, verb):
    """Return the legal words that begin with a verb."""
    return [word for word in position.legal_words() if word.split()[0] == verb]


def tick(position, words=()):
    """Let those seats choose what `words` say, the others wait, and return the position itself."""
    return position.play(*[dict(words).get(seat, "wait") for seat in state(position)["asked"]])


def known(position, seat, chair=0):
    """Return the places of the cards that a seat knows to be with a chair, 0 its own."""
    places = position.features(seat)["cards"][chair]
    return {card: int(places[card]) for card in places.nonzero()[0].tolist()}


def sees(position, seat, place):
    """Tell of each side of a hand card whether its holder has seen it."""
    return position.features(seat)["hand"][place - 1].any(axis=(1, 2)).tolist()


def shares(things, expected, spread=0.3):
    """Tell whether counts come near to those expected."""
    counts = collections.Counter(things)
    assert counts.keys() <= expected.keys(), counts
    return all(abs(counts[key] - count) <= spread * count for key, count in expected.items())


# ------------------------------------------------------------------------------------------- Box


@pytest.mark.parametrize("deck", ["structured", "random"])
def test_vm_14_a_face_has_four_ingredients_in_four_colours(deck):
    for face in sum(deck_of(new(deck=deck)), []):
        assert face.count(".") == 1 and len({*face} & {*COLOURS}) == 4 and len(face) == 5


@pytest.mark.parametrize("options", OPTIONS)
def test_vm_14_what_the_top_lacks_is_looked_for(options, walks):
    for p in walks.game(jivezoo.game("voodoo_mania", num_players=3, **OPTIONS[options]), 1):
        place, colour = missing(top(p))
        for seat in range(3):
            [target] = p.features(seat)["target"].nonzero()[0]
            assert target == 5 * place + COLOURS.index(colour)


def test_vm_14_the_examples_of_the_rulebook(lay):
    # Ole shows what is looked for, the purple potion, and lacks the green mask; Lea lacks the same
    ole, lea, nils = range(3)
    table = "r.pyb x1 x2 | x3", "yb.rg x4 x5 | x6", "y.prb bg.yr x8 | x9"
    p = lay(*table, voodoo="rg.by x20 x21 x22")
    assert missing(top(p)) == (2, "p") and missing(top(tick(p, {ole: "play 1F"}))) == (1, "g")
    p = tick(lay(*table, voodoo="rg.by x20 x21 x22"), {lea: "play 1F"})
    assert outcomes(p) == [None, "voodoo", None] and missing(top(p)) == (2, "p")
    # here Nils draws first: seats go up to the left
    assert lay.seats(p)[nils][-3:] == "x22" and lay.seats(p)[ole][-3:] == "x21"


def test_vm_22_the_structured_deck_is_as_told():
    def face(i, c, m):
        return "".join("." if x == i else COLOURS[(c + m * (x - i)) % 5] for x in range(5))

    numbers = [k for k in range(100) if k not in (14, 24, 25, 45, 52, 67, 69, 84, 87)]
    told = []
    for k in numbers:
        m, i, c = k // 25 + 1, k % 25 // 5, k % 5
        told.append([face(i, c, m), face((i + 1) % 5, c + m + (2 if m == 4 else 1), m)])
    assert deck_of(new()) == told and len(told) == 91


def test_vm_22_a_random_deck_is_drawn_from_all_faces():
    game, drawn, fronts = new(deck="random").game, collections.Counter(), collections.Counter()
    for seed in range(150):
        faces = sum(deck_of(game.new(seed=seed)), [])
        assert len(faces) == len({*faces}) == 182
        drawn.update(faces)
        fronts.update(faces[::2])
    assert len(drawn) == len(fronts) == 600
    assert all(16 < count < 80 for count in drawn.values())  # 45.5, with a deviation of 5.6
    assert all(4 < count < 50 for count in fronts.values())  # half of them, 4.6


def test_vm_22_a_random_deck_lasts_for_the_game(walks):
    game = jivezoo.game("voodoo_mania", deck="random", rounds=3, max_ticks=3)
    decks = [state(p)["deck"] for p in walks.game(game, 1)]
    assert len(decks) > 9 and all(deck == decks[0] for deck in decks)


def test_vm_22_a_deck_can_come_from_a_file(lay):
    p = lay("Ab x1 x2 | x3", REST, box="Cd x10").game.new(seed=1)
    [face, _] = deck_of(p)[lay.number(p, "Ab")]
    assert face[0] == "r" and missing(face) == (1, "y") and len(deck_of(p)) == 11
    assert left(p) == [4, 4] and {*" ".join(lay.seats(p)).split()} <= {*lay.cards[p.game], "|"}


# ------------------------------------------------------------------------------------ Setting up


@pytest.mark.parametrize("seats", SEATS)
def test_vm_13_cards_are_dealt_evenly(seats):
    game, out = new(num_players=seats).game, set()
    for seed in range(40):
        now = state(game.new(seed=seed))
        assert [len(hand) for hand in now["hands"]] == [3] * seats
        assert [len(own) for own in now["piles"]] == [DEALT[seats] - 3] * seats
        assert len(now["voodoo_pile"]) == 1
        cards = [*sum(now["hands"] + now["piles"], []), *now["voodoo_pile"]]
        out.add(frozenset(range(91)) - {*cards})
    # two of four seats' cards stay in the box, and not always the same
    assert {len(cards) for cards in out} == {2 if seats == 4 else 0}
    assert len(out) > 35 or seats != 4


@pytest.mark.parametrize("options", [{"reaction": 100, "max_ticks": 1}, {"reaction": 3}])
def test_vm_13_a_game_begins_with_somebody_asked(options):
    game = jivezoo.game("voodoo_mania", **{"rounds": 1, "max_ticks": 2} | options)
    for seed in range(100):
        position = game.new(seed)
        assert not position.is_over and position.legal_words()
        assert state(position)["points"] == [0, 0] and state(position)["round"] == 1


def test_vm_13_a_stalemate_at_the_deal_is_dealt_again(lay):
    game = lay.game(["a/b", *(f"C{n}" for n in range(6))], 3, num_players=2, rounds=1)
    tops = {lay.voodoo(game.new(seed=seed))[0] for seed in range(200)}
    assert tops == {"C"}  # on either side of the other card nobody could ever play


def test_vm_13_cards_are_shuffled(lay):
    box = new().game.components
    cards = ["/".join(map(box.letters, card)) for card in box.cards[:10]]
    game = lay.game(cards, 4, num_players=2)
    where = collections.defaultdict(collections.Counter)
    for seed in range(1000):
        now = state(game.new(seed=seed))
        spots = [*sum(now["hands"] + now["piles"], []), *now["voodoo_pile"]]
        for spot, card in enumerate(spots):
            where[spot][card] += 1
    for cards in where.values():
        assert shares(cards.elements(), dict.fromkeys(range(10), 100), 0.45)


def test_vm_3a_the_first_card_lies_with_a_random_side_up():
    game = new().game
    firsts = [state(game.new(seed=seed)) for seed in range(400)]
    sides = [now["top_side"] for now in firsts if now["stalemates"] == 0]
    assert len(sides) > 390 and shares(sides, {"F": 200, "B": 200}, 0.25)


@pytest.mark.parametrize("seats", SEATS)
def test_vm_3a_left_of_a_seat_is_the_next_higher(seats, lay):
    for seat in range(seats):
        hands = [f"x{3 * n} x{3 * n + 1} x{3 * n + 2} | x{50 + n}" for n in range(seats)]
        hands[seat] = "b1 x20 x21 | J"
        p = tick(lay(*hands, voodoo="b"), {seat: "play 1F"})
        assert ["b" in told.split() for told in lay.seats(p)].index(True) == (seat + 1) % seats
        assert lay.voodoo(p) == "b1 (F)"


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_vm_15_a_hand_has_three_cards_while_there_is_a_pile(seats, options, walks):
    for p in walks.game(jivezoo.game("voodoo_mania", num_players=seats, **OPTIONS[options]), 3):
        now = state(p)
        for hand, own in zip(now["hands"], now["piles"], strict=True):
            assert len(hand) == 3 or (len(hand) < 3 and not own)


# ------------------------------------------------------------------------- What a seat can do


@pytest.mark.parametrize(
    ("card", "side", "lacks"),
    [("Ab/Ac", "F", (1, "y")), ("Ab/Ac", "B", (2, "g")), ("x/Ad", "B", (3, "b"))],
)
def test_vm_1_an_answer_lies_with_the_side_up_that_shows_the_target(card, side, lacks, lay):
    p = lay(f"x1 {card} x2 | x3", REST).play(f"play 2{side}", "wait")
    assert lay.voodoo(p) == f"{card} a ({side})" and missing(top(p)) == lacks
    assert outcomes(p) == ["laid", None] and lay.seats(p) == ["x1 x3 x2", REST]


def test_vm_1_play_goes_on_from_the_new_top(lay):
    p = lay("Ab Bc Cd | x1 x2 x3", REST)
    for words in ("play 1F", "play 2F", "play 3F"):
        assert said(p, "play") == [words]
        p.play(words, "wait")
    assert lay.voodoo(p) == "Cd Bc Ab a (F)" and lay.seats(p)[0] == "x1 x2 x3"


@pytest.mark.parametrize("seats", SEATS)
def test_vm_2_a_voodoo_makes_all_others_draw_from_the_bottom(seats, lay):
    for seat, size in itertools.product(range(seats), range(1, seats + 2)):
        hands = [f"x{3 * n} x{3 * n + 1} x{3 * n + 2} | x{50 + n}" for n in range(seats)]
        hands[seat] = "a1 x20 x21 | J"
        under = [f"x{60 + n}" for n in range(size - 1)]
        p = lay(*hands, voodoo=" ".join(["a", *under]))
        before = lay.seats(p)
        tick(p, {seat: "play 1F"})
        assert outcomes(p)[seat] == "voodoo" and p.seat == 0
        pile, expected = ["a1", "a", *under], before
        own = before[seat].split("| J")[1]  # of the last seat: what makes numbers equal
        expected[seat] = "J x20 x21" + (own and f" |{own}")
        for steps in range(1, seats):
            if len(pile) > 1:
                expected[(seat + steps) % seats] += f" {pile.pop()}"
        assert lay.voodoo(p) == " ".join(pile) + " (F)"
        assert [told.replace(" | ", " ").split() for told in lay.seats(p)] == [
            told.replace(" | ", " ").split() for told in expected
        ]


@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize("place", [1, 2, 3])
@pytest.mark.parametrize("others", ["x1", "x1 x2", "x1 Ac", "x1 x2 | x3 x4", "x1 Ac | x3"])
def test_vm_3_the_top_of_the_pile_comes_or_the_later_cards_move_down(others, place, search, lay):
    hand, own = [part.split() for part in f"{others} |".split("|")[:2]]
    place = min(place, len(hand) + 1)
    hand.insert(place - 1, "Ab")
    showing = {"Ab": "F", "Ac": "F", "x1": "B", "x2": "F"}
    sides = [showing[card] for card in hand], [*"FFF"]
    told = [["no", "yes"][card == "x1"] for card in hand], ["no"] * 3
    more = {"side": sides, "side_told": told, "turned": told, "known": "x1"} if search else {}
    p = lay(f"{' '.join(hand)} | {' '.join(own)}", REST, search=search, **more)
    p.play(f"play {place}F", "wait")
    hand[place - 1 : place] = own[:1]
    assert lay.seats(p)[0] == " | ".join([" ".join(hand), *own[1:]])
    assert [known(p, 0)[lay.number(p, card)] for card in hand] == [1, 2, 3][: len(hand)]
    if search:
        sides = zip(state(p)["side"][0], map(showing.get, hand), strict=True)
        assert all(one == other for one, other in sides if other)
        told = [["no", "yes"][card == "x1"] for card in hand]
        assert state(p)["side_told"][0] == state(p)["turned"][0] == told


@pytest.mark.parametrize("place", [1, 2, 3])
def test_vm_4_a_swap_puts_a_card_under_the_pile_and_takes_its_top(place, lay):
    hand = ["x1", "x2", "x3"]
    p = lay("x1 x2 x3 | x4 x5", REST).play(f"swap {place}", "wait")
    under, hand[place - 1] = hand[place - 1], "x4"
    assert lay.seats(p)[0] == f"{' '.join(hand)} | x5 {under}"
    assert outcomes(p) == ["swapped", None] and lay.voodoo(p) == "a (F)" and state(p)["ticks"] == 1


def test_vm_4_as_often_as_one_likes_also_when_a_play_is_possible(lay):
    p = lay("Ab a1 x3 | x4", REST)
    for told in ("x4 a1 x3 | Ab", "Ab a1 x3 | x4", "x4 a1 x3 | Ab"):
        assert said(p, "swap") == ["swap 1", "swap 2", "swap 3"]
        assert lay.seats(p.play("swap 1", "wait"))[0] == told


@pytest.mark.parametrize("hand", ["Ab", "Ab x1", "Ab x1 x2"])
@pytest.mark.parametrize("search", [False, True])
def test_vm_4_with_an_empty_pile_there_is_no_swap(hand, search, lay):
    p = lay(hand, REST, search=search)
    assert said(p, "swap") == []
    with pytest.raises(IllegalAction):
        p.play("swap 1")


@pytest.mark.parametrize(
    ("before", "after"),
    [("x1", "x1 x20"), ("x1 x2", "x1 x2 x20"), ("x1 x2 x3", "x1 x2 x3 | x20")],
)
def test_vm_5_a_short_hand_is_filled_at_once(before, after, lay):
    p = tick(lay("a1 x10 x11 | J", before, voodoo="a x20"), {0: "play 1F"})
    assert outcomes(p) == ["voodoo", None] and lay.seats(p)[1] == after


def test_vm_5_what_comes_stands_behind_the_others_and_can_be_played(lay):
    p = lay("a1 x10 x11 | J", "x1", voodoo="a Ab").play("play 1F")
    assert lay.seats(p)[1] == "x1 Ab" and state(p)["asked"] == [0, 1]
    p.play("wait")
    assert p.seat == 1 and p.legal_words() == ["play 2F", "wait"]


def test_vm_5_every_short_hand_is_filled(lay):
    p = lay("x1 x2", "x3", "a1 x4 x5 | x6", "x7 x8 x9", voodoo="a x20 J x21")
    tick(p, {2: "play 1F"})
    assert lay.seats(p)[:2] == ["x1 x2 J", "x3 x20"]
    assert lay.seats(p)[3].startswith("x7 x8 x9 | x") and lay.seats(p)[3].endswith("x21")


@pytest.mark.parametrize("options", OPTIONS)
def test_vm_6_what_fits_can_be_played_and_nothing_else(options, walks):
    played, deck = collections.Counter(), None
    for p in walks.game(jivezoo.game("voodoo_mania", **OPTIONS[options]), 0):
        if p.is_over:
            continue
        now, (place, colour) = state(p), missing(top(p))
        fitting, deck = [], deck or deck_of(p)
        for at, card in enumerate(now["hands"][p.seat]):
            for side, face in zip("FB", deck[card], strict=True):
                shows = "side" not in now or now["side"][p.seat][at] == side
                if shows and (face[place] == colour or missing(face) == (place, colour)):
                    fitting.append(f"play {at + 1}{side}")
                    played[face[place] == colour] += 1
        assert said(p, "play") == fitting
    assert min(played[True], played[False]) > 0


def test_vm_6_a_wrong_card_is_refused(lay):
    p = lay("Ab/Cb Bc x1 | x3", REST)
    before = p.to_json()
    for words in ("play 1B", "play 2F", "play 2B", "play 3F", "play 3B"):
        with pytest.raises(IllegalAction):
            p.play(words)
    assert p.to_json() == before


def test_vm_7_after_a_last_card_nobody_draws(lay):
    p = lay("a1", "x1 x2 x3 | x4 J", "x5 x6 x7", voodoo="a x20 x21 x22")
    tick(p, {0: "play 1F"})
    assert end(p) == ("out of cards", [0]) and outcomes(p)[0] == "voodoo"
    assert lay.voodoo(p) == "a1 a x20 x21 x22 (F)"
    # with a card more, they do
    p = lay("a1 x10", "x1 x2 x3 | x4 J", "x5 x6 x7", voodoo="a x20 x21 x22")
    before = left(tick(p))
    tick(p, {0: "play 1F"})
    assert end(p) is None and left(p) == [before[0] - 1, before[1] + 1, before[2] + 1]


# ---------------------------------------------------------------------------------------- The tick


def test_vm_8_a_voodoo_stops_play(lay):
    def told(p):
        first, second, third = outcomes(p)
        assert third == "voodoo" and (first == "swapped") == ("| x1" in lay.seats(p)[0])
        assert {first, second} <= {"swapped", "fizzled"}
        assert (second == "swapped") == (lay.seats(p)[1][:8] == "x5 x8 x7")
        return first, second

    # what comes before it counts; the orders of three are equally likely
    table = "x1 x2 x3 | x4", "x5 x6 x7 | x8", "a1 x9 x10 | J"
    pairs = lay.often(table, ("swap 1", "swap 2", "play 1F"), told, 600)
    yes, no = "swapped", "fizzled"
    assert shares(pairs, {(yes, yes): 200, (no, no): 200, (yes, no): 100, (no, yes): 100})


@pytest.mark.parametrize(
    ("table", "words", "ways"),
    [
        (  # an answer that comes first changes what is looked for, and a Voodoo is none any more
            ("a1 x2 x3 | x4", "a2 x6 x7 | J", "Ab x9 x10 | x11"),
            ("play 1F", "play 1F", "play 1F"),
            {
                ("voodoo", "fizzled", "fizzled", 3, 5, 4),
                ("fizzled", "voodoo", "fizzled", 4, 3, 5),
                ("fizzled", "fizzled", "laid", 4, 4, 3),
            },
        ),
        (  # if seat 1 lays first, seat 0 does not show what is looked for then
            ("Ab", "ABc x2 x3 | x4 J"),
            ("play 1F", "play 1F"),
            {("laid", "fizzled", 0, 5), ("fizzled", "laid", 1, 4)},
        ),
        (
            ("Ab", "x1 x2 x3 | x4 J"),
            ("play 1F", "flip 1"),
            {("laid", "flipped", 0, 5), ("laid", "fizzled", 0, 5)},
        ),
    ],
)
def test_vm_8_after_a_voodoo_or_the_end_of_a_round_all_fizzles(table, words, ways, lay):
    def told(p):
        assert p.is_over == (0 in left(p))
        if "flip 1" in words:
            assert (state(p)["side"][1][0] == "B") == (outcomes(p)[1] == "flipped")
        return (*outcomes(p), *left(p))

    assert {*lay.often(table, words, told, search=True)} == ways


def test_vm_18_nobody_learns_of_a_choice_before_all_have_chosen(lay):
    seen = set()
    for words in ("play 1F", "play 2F", "swap 1", "swap 3", "wait"):
        p = lay("Ab a1 x1 | x2", "Ac x6 x7 | J", "x8 x9 x10 | x11", voodoo="a x20").play(words)
        assert p.seat == 1 and state(p)["ticks"] == 0 and lay.seats(p)[0] == "Ab a1 x1 | x2"
        seen.add((p.observation(1).tobytes(), p.observation(2).tobytes(), *p.legal_words()))
        p.play("play 1F")
        assert p.seat == 2 and lay.voodoo(p) == "a x20 (F)" and state(p)["ticks"] == 0
        assert state(p.play("wait"))["ticks"] == 1
        told = p.features(2)["last"][1].nonzero()[0].tolist()
        assert told == ([] if words == "wait" else [p.game.actions.number(words)])
    assert len(seen) == 1


def test_vm_18_any_of_those_who_act_may_be_first(lay):
    def told(p):
        assert sorted(filter(None, outcomes(p)))[-2:] == ["fizzled", "laid"]
        return outcomes(p).index("laid")

    table, play = ("Ab x1 x2 | x3", "Ac x4 x5 | x6", "Ad x7 x8 | J"), "play 1F"
    assert shares(lay.often(table, (play, play, play), told, 450), {0: 150, 1: 150, 2: 150})
    assert shares(lay.often(table, (play, "wait", play), told, 400), {0: 200, 2: 200})


@pytest.mark.parametrize(
    ("second", "ways"),
    [
        # it no longer fits, stays in hand, and the tick is lost
        ("Ac", {("laid", "fizzled", "Ab a (F)", 3, 4), ("fizzled", "laid", "Ac a (F)", 4, 3)}),
        # it fits the new top as well
        ("ABc", {("laid", "laid", "ABc Ab a (F)", 3, 3), ("fizzled", "laid", "ABc a (F)", 4, 3)}),
        # an answer becomes a Voodoo, since both lack the same: the other draws from the bottom
        ("Ab2", {("laid", "voodoo", "Ab2 Ab (F)", 4, 3), ("voodoo", "laid", "Ab Ab2 (F)", 3, 4)}),
        # a Voodoo becomes an answer; if it comes first, it stops play
        ("Ba", {("laid", "laid", "Ba Ab a (F)", 3, 3), ("fizzled", "voodoo", "Ba (F)", 5, 3)}),
    ],
)
def test_vm_18_a_play_is_checked_again(second, ways, lay):
    def told(p):
        assert state(p)["ticks"] == state(p)["revealed"] == 1
        kept = {"Ab", second} & {*" ".join(lay.seats(p)).split()}
        assert len(kept) == outcomes(p).count("fizzled")
        return (*outcomes(p), lay.voodoo(p), *left(p))

    table = "Ab x1 x2 | x3", f"{second} x4 x5 | J"
    assert {*lay.often(table, ("play 1F", "play 1F"), told)} == ways


def test_vm_19_who_could_only_wait_is_not_asked(lay):
    p = lay("x1 x2 x3", "x4 x5 x6 | J", "Ab x7", "Bc x8 x9")
    for _ in range(3):
        assert state(p)["asked"] == [1, 2] and p.seat == 1
        p.play("wait", "wait")
    p.play("wait", "play 1F")  # now B is looked for
    assert state(p)["asked"] == [1, 3] and p.seat == 1


def test_vm_19_who_has_a_pile_or_a_card_that_fits_is_asked(lay):
    p = lay("x1 x2 x/Ab", "x4 x5 x6 | J x10", "x/a x7 x8", "x11").play("wait", "wait", "wait")
    assert state(p)["asked"] == [0, 1, 2]
    # with search there is always a card to flip
    p = lay("x1", "x4 x5 x6 | J", search=True).play("wait", "wait")
    assert state(p)["asked"] == [0, 1]


def test_vm_19_to_wait_changes_nothing_but_the_time(lay):
    p = lay("Ab x1 x2 | x3", REST, voodoo="a x10 x11")
    before = state(p)
    after = state(tick(p))
    assert {key for key in before if before[key] != after[key]} == {"ticks", "revealed"}
    assert (after["ticks"], after["revealed"]) == (1, 1) and after["last"] == [None, None]


def test_vm_19_a_tick_in_which_nobody_is_asked_passes_and_counts(lay):
    p = lay("Ab x1 x2 | x3", REST, reaction=5, asked=[0, 1], max_ticks=400)
    gaps, before, last = [], 0, None
    while not p.is_over:
        now = state(p)
        gaps.append(now["ticks"] - before)
        assert now["last"] == [last, None]  # it stays in view
        before, swaps = now["ticks"] + 1, now["asked"][0] == 0
        last = ["swap 1", "swapped"] if swaps else last
        tick(p, {0: "swap 1"})
    # nobody is asked in 16 of 25 ticks: 256 of 400, with a deviation of 9.6
    assert state(p)["ticks"] == state(p)["revealed"] == 400
    assert 110 < len(gaps) < 190 and p.is_truncated


def asked_in(position):
    """Yield who is asked, tick by tick, where all wait to the end."""
    while not position.is_over:
        asked = state(position)["asked"]
        position.play(*["wait"] * len(asked))
        yield tuple(asked)


def test_vm_12_who_waits_looks_like_one_who_was_not_asked(lay):
    table = ("Ab x1 x2 | x3", "x4 x5 x6 | x10")
    more = {"reaction": 2, "ticks": 3, "last": [["swap 2", "swapped"], ["swap 1", "swapped"]]}
    for asked in ([0], [1], [0, 1]):
        p = lay(*table, asked=asked, **more)
        p.play(*["wait"] * len(asked))
        assert state(p)["last"] == more["last"]
        assert state(p)["revealed"] == state(p)["ticks"]


def test_vm_20_a_seat_acts_in_one_tick_of_as_many_as_its_mean(lay):
    p = lay("Ab x1 x2 | x3", "x4 x5 x6 | x10", REST, reaction=(1, 4, 2), max_ticks=1200)
    # each by itself; deviations 17 and 11
    expected = {(0,): 450, (0, 1): 150, (0, 2): 450, (0, 1, 2): 150}
    assert shares(asked_in(p), expected, 0.25)


def test_vm_20_one_mean_is_for_all_and_all_act_if_it_is_not_told(lay):
    p = lay("Ab x1 x2 | x3", REST, reaction=2, asked=[0], max_ticks=800)
    assert shares(asked_in(p), {(0,): 200, (1,): 200, (0, 1): 200})
    p = lay("Ab x1 x2 | x3", REST, max_ticks=20)
    assert shares(asked_in(p), {(0, 1): 20}, 0)


@pytest.mark.parametrize("reaction", [0, 0.99, 101, -1, float("nan"), (1, 2, 3), (1, 0.5), "fast"])
def test_vm_20_a_mean_is_from_1_to_100(reaction):
    with pytest.raises(BadOption):
        new(reaction=reaction)
    assert new(reaction=(1, 100)).game.options.reaction == (1, 100)


# ------------------------------------------------------------------------------------- One side


def test_vm_21_only_the_side_that_shows_can_be_played(lay):
    p = lay("x1/Ab Ab/Ac x2/a | x3", REST, search=True)
    assert said(p, "play") == ["play 2F"]
    p = lay("x1/Ab Ab/Ac x2/a | x3", REST, search=True, side=[[*"BBB"], [*"FFF"]])
    assert said(p, "play") == ["play 1B", "play 2B", "play 3B"]
    assert said(p, "flip") == ["flip 1", "flip 2", "flip 3"]
    assert lay.voodoo(p.play("play 2B", "wait")) == "Ab/Ac a (B)"


@pytest.mark.parametrize("place", [1, 2, 3])
def test_vm_21_a_flip_turns_a_card_and_takes_a_tick(place, lay):
    p = lay("x1/Ab x2/Ac x3/Ad", REST, search=True)
    assert said(p, "play") == []
    p.play(f"flip {place}", "wait")
    assert state(p)["ticks"] == 1 and outcomes(p) == ["flipped", None]
    assert "".join(state(p)["side"][0]) == "".join("FB"[at == place] for at in (1, 2, 3))
    assert said(p, "play") == [f"play {place}B"] and lay.seats(p)[0] == "x1/Ab x2/Ac x3/Ad"
    p.play(f"flip {place}", "wait")
    assert state(p)["side"][0] == ["F"] * 3 and said(p, "play") == []


def test_vm_21_without_the_option_both_sides_count_and_nothing_is_flipped(lay):
    p = lay("Ab/Ac x1/a x2 | x3", REST)
    assert said(p, "play") == ["play 1F", "play 1B", "play 2B"] and said(p, "flip") == []
    assert sees(p, 0, 1) == sees(p.play("swap 3", "wait"), 0, 3) == [True, True]
    assert new().game.options.search is False


@pytest.mark.parametrize("words", ["play 2F", "swap 2"])
def test_vm_21_a_card_that_comes_to_hand_shows_a_random_side(words, lay):
    def told(p):
        [side] = p.features(0)["side"][0, 1].nonzero()[0]
        assert state(p)["side"][0][1] == "FB"[side] and "x1 x3 x2" in lay.seats(p)[0]
        assert sees(p, 0, 2) == [side == 0, side == 1]
        return int(side)

    table = "x1 Ab x2 | x3", REST
    sides = lay.often(table, (words, "wait"), told, 200, search=True)
    assert shares(sides, {0: 100, 1: 100})
    # so does what a Voodoo brings, and what is dealt
    table, words = ("a1 x4 x5 | J", "x1"), ("play 1F", "wait")
    sides = lay.often(table, words, lambda p: state(p)["side"][1][1], 200, search=True)
    assert shares(sides, {"F": 100, "B": 100})
    sides = [state(lay(*table, search=True).game.new(seed=n))["side"][0][0] for n in range(200)]
    assert shares(sides, {"F": 100, "B": 100})


def test_vm_21_what_was_seen_is_remembered(lay):
    def told(p):
        assert lay.seats(p)[0] == "x4 x1 x3 | x2" and sees(p, 0, 2) == [True, True]
        p.play("swap 3", "wait")  # of x2 the front was seen, and now the side that shows
        assert state(p)["turned"][0] == ["no"] * 3
        assert sees(p, 0, 3) == [True, state(p)["side"][0][2] == "B"]
        return state(p)["side"][0][2]

    p = lay("x1 x2 x3 | x4", REST, search=True)
    assert sees(p, 0, 1) == [True, False]
    assert sees(p.play("flip 1", "wait"), 0, 1) == [True, True]
    words = "flip 1", "wait", "flip 1", "wait", "swap 1", "wait", "swap 2", "wait"
    assert {*lay.often(("x1 x2 x3 | x4", REST), words, told, 20, search=True)} == {"F", "B"}


def test_vm_21_it_is_remembered_until_the_next_deal(walks):
    game = jivezoo.game("voodoo_mania", search=True, rounds=3, max_ticks=6)
    for seed in range(3):
        starts = [p.copy() for p in walks.game(game, seed) if state(p)["ticks"] == 0]
        assert {state(p)["round"] for p in starts} == {1, 2, 3}
        for p in starts:
            now = state(p)
            for hand, side, seen in zip(now["hands"], now["side"], now["seen"], strict=True):
                assert sorted(seen) == sorted(map("{}{}".format, hand, side))
            assert now["seen_by_all"] == [f"{now['voodoo_pile'][0]}{now['top_side']}"]


def test_vm_21_others_know_which_side_shows_only_if_it_was_told(lay):
    table, told = ("x1 x2 x3 | x4 x5", "Ac x6 x7 | J x9"), [["no"] * 3, ["yes", "no", "no"]]
    p = lay(*table, search=True, known="Ac", side_told=told)
    for words, side in (("wait", "F"), ("flip 1", "B"), ("flip 2", "B")):
        p.play("wait", words)
        sides = [state(world)["side"] for world in worlds(p, 0)]
        assert all(mine == state(p)["side"][0] for mine, _ in sides)
        assert {theirs[0] for _, theirs in sides} == {side}
        assert {theirs[2] for _, theirs in sides} == {"F", "B"}
    # of a card that was turned its holder has seen both sides, of another one
    for world in worlds(p, 0):
        assert sees(world, 1, 1) == sees(world, 1, 2) == [True, True]
        assert sees(world, 1, 3) == [state(world)["side"][1][2] == side for side in "FB"]
    # nothing is told of the card that comes in its place
    p.play("wait", "swap 1")
    assert {state(world)["side"][1][0] for world in worlds(p, 0)} == {"F", "B"}


def test_vm_21_of_a_card_swapped_away_its_holder_has_seen_a_side(lay):
    p = lay("x1 x2 x3 | x4 x5", "Ac x6 x7 | J x9", search=True).play("wait", "swap 2")
    seen = []
    for world in worlds(p, 0):
        [card] = [card for card, place in known(world, 1).items() if place == 5]
        seen += [face[-1] for face in state(world)["seen"][1] if face[:-1] == str(card)]
    assert len(seen) == 40 and {*seen} == {"F", "B"}


# --------------------------------------------------------------------------------- What is hidden


def worlds(position, seat, count=40):
    """Return positions that may be, for all that a seat knows."""
    return [position.imagine(seat, seed) for seed in range(count)]


@pytest.mark.parametrize("seats", SEATS)
def test_vm_12_a_seat_knows_its_hand_and_the_top_alone_at_first(seats):
    p = new(num_players=seats)
    for seat, hand in enumerate(state(p)["hands"]):
        assert known(p, seat) == {card: at for at, card in enumerate(hand, start=1)}
        assert not any(known(p, seat, chair) for chair in range(1, seats))
        [card] = p.features(seat)["voodoo_pile"].nonzero()[0]
        assert [card] == state(p)["voodoo_pile"]
        assert p.features(seat)["unseen"][0].sum() == 8 * (91 - 4)


def test_vm_12_a_card_put_under_the_own_pile_is_followed(lay):
    p = lay("x1 x2 x3 | x4 x5", REST)
    x1, x2, x4, x5 = (lay.number(p, card) for card in ("x1", "x2", "x4", "x5"))
    p.play("swap 1", "wait")
    assert known(p, 0)[x1] == 5 and known(p, 0)[x4] == 1 and x5 not in known(p, 0)
    p.play("swap 2", "wait")
    assert (known(p, 0)[x1], known(p, 0)[x2], known(p, 0)[x5]) == (4, 5, 2)
    # the others see the cards move, not what they are
    assert known(p, 1, 1) == {}


def test_vm_12_all_know_a_card_that_was_drawn_from_the_voodoo_pile(lay):
    p = lay("a1 x2 x3 | J", "x4 x5 x6 | x7", "x8 x9 x10 | x11", voodoo="a x20 x21 x22")
    a, x20, x21, x22 = (lay.number(p, card) for card in ("a", "x20", "x21", "x22"))
    assert [p.features(2)["voodoo_pile"][card] for card in (a, x20, x21, x22)] == [4, 3, 2, 1]
    tick(p, {0: "play 1F"})
    assert [p.features(1)["voodoo_pile"][card] for card in (a, x20, x21, x22)] == [2, 1, 0, 0]
    assert known(p, 2, 2)[x22] == known(p, 1)[x22] == known(p, 0, 1)[x22] == 5
    assert known(p, 2)[x21] == known(p, 0, 2)[x21] == known(p, 1, 1)[x21] == 5
    # in the pile of a rival it comes nearer to its top, and to its hand
    tick(tick(p, {1: "swap 2"}), {1: "swap 1"})
    assert known(p, 0, 1)[x22] == known(p, 2, 2)[x22] == 1


@pytest.mark.parametrize("search", [False, True])
def test_vm_12_a_play_that_fizzles_shows_its_face(search, lay):
    def told(p):
        if outcomes(p)[1] == "fizzled":
            ac = lay.number(p, "Ac")
            assert known(p, 0, 1) == {ac: 2} and known(p, 2, 2) == {ac: 2}
            assert {f"{ac}F", f"{ac}B"} & {*state(p)["seen_by_all"]} == {f"{ac}F"}
            for world in worlds(p, 2, 10):
                assert lay.seats(world)[1].split()[1] == "Ac"
                assert not search or state(world)["side"][1][1] == "F"
        return outcomes(p)[1]

    table = "Ab x1 x2 | x3", "x6 Ac x7 | J", "x8 x9 x10 | x11"
    words = "play 1F", "play 2F", "wait"
    assert {*lay.often(table, words, told, 20, search=search)} == {"laid", "fizzled"}


def test_vm_12_who_does_nothing_may_have_waited_or_not_been_asked(lay):
    for asked in ([0, 1], [0]):
        p = tick(lay("Ab x1 x2 | x3", REST, reaction=2, asked=asked, luck=5), {0: "swap 1"})
        assert state(p)["last"] == [["swap 1", "swapped"], None]
        assert p.features(0)["last"].sum() == p.features(0)["last"][0].sum() == 1
    p = lay("Ab x1 x2 | x3", REST, reaction=2, asked=[0])
    assert {len(state(world)["asked"]) for world in worlds(p, 0)} == {1, 2}


@pytest.mark.parametrize("search", [False, True])
def test_vm_12_what_a_seat_does_not_know_may_be_any_way(search, lay):
    p = lay("x1 x2 x3 | x4 J", "Ab x5 x6 | x7 x8", box="x10", search=search)
    unknown = ["x4", "J", "Ab", "x5", "x6", "x7", "x8", "x10"]
    tables, again = [], p.imagine(0, 77)
    for world in worlds(p, 0, 800):
        assert world.imagine(0, 77) == again  # it depends on nothing but what is known
        cards = " ".join(lay.seats(world)).replace("| ", "").split()
        assert cards[:3] == ["x1", "x2", "x3"] and lay.voodoo(world) == "a (F)"
        tables.append(cards[3:])
    assert len(tables[0]) == 7
    for cards in zip(*tables, strict=True):
        assert shares(cards, dict.fromkeys(unknown, 100), 0.45)


def test_vm_12_the_places_of_known_cards_are_kept(lay):
    p = lay("a1 x2 x3 | J x1", "x4 x5 x6 | x7 Ab", voodoo="a x20 x21", box="x22")
    tick(p, {0: "play 1F", 1: "wait"})
    tick(p, {0: "swap 2"})
    mine, theirs = lay.seats(p)
    assert (mine, theirs) == ("J x1 x3 | x2", "x4 x5 x6 | x7 Ab x21")
    for world in worlds(p, 0):
        assert lay.seats(world)[0] == mine and lay.seats(world)[1].endswith(" x21")
    assert len({lay.seats(world)[1] for world in worlds(p, 0)}) > 20
    for world in worlds(p, 1):
        assert lay.seats(world)[1].startswith("x4 x5 x6 | ")
        assert lay.seats(world)[1].endswith(" x21")
    assert {lay.seats(world)[0][-2:] for world in worlds(p, 1)} > {"x2", "x1", "x3"}


def test_vm_12_the_memory_of_rivals_belongs_to_the_places(lay):
    p = lay("x1 x2 x3 | x4 J", "Ab x5 x6 | x7 x8", "x9 x11", box="x10")
    tick(p, {1: "swap 1"})
    for world in worlds(p, 0):
        assert sorted(known(world, 1).values()) == [1, 2, 3, 5]  # its hand, and what it put away
        assert p.game.from_json(world.to_json()) == world  # such a position is possible
    assert {len(state(world)["asked"]) for world in worlds(p, 0)} == {2, 3}


def test_vm_12_in_no_world_could_nobody_ever_play(lay):
    # the one card that fits is not in the box, or VM-9 would have acted
    p = lay("x1 x2 x3 | x4", "x5 Ab x6 | x7", box="x8 x9 x10 x11")
    for world in worlds(p, 0, 100):
        assert "Ab" in " ".join(lay.seats(world)).split() and "x1 x2 x3" in lay.seats(world)[0]
    p = tick(lay("Ab", "x1 x2 x3 | J", box="x8 x9 x10"), {0: "play 1F"})  # nobody looks here
    assert any("J" not in lay.seats(world)[1] for world in worlds(p, 0))


def test_vm_12_in_every_world_the_seat_to_act_can_do_something(lay):
    p = lay("Ab x1 x2", "x5 x6 x7 | x8 J x9 Ac", asked=[0, 1])
    for world in worlds(p, 1, 60):
        hand = lay.seats(world)[0]
        assert "A" in hand or "J" in hand
        assert world.seat == 0 and len(world.legal_words()) > 1
    assert len({lay.seats(world)[0] for world in worlds(p, 1, 60)}) > 10


def test_vm_12_the_choices_of_others_are_drawn_anew(lay):
    p = lay("Ab x1 x2 | x3", "x5 x6 x7 | J").play("play 1F")
    chosen = collections.Counter()
    for world in worlds(p, 1, 300):
        [words, other] = state(world)["choices"]
        assert other is None and words is not None and world.seat == 1
        if words.startswith("play"):  # a card that fits, in the hand that is imagined
            assert {"A", "J"} & {*lay.seats(world)[0].split()[int(words[5]) - 1]}
        chosen[words[:4]] += 1
    assert chosen["play"] and chosen["swap"] and chosen["wait"]


@pytest.mark.parametrize(
    ("pile", "out", "tops"),
    [("c/c", "B1 x/b", 1), ("d/d " + " ".join(f"e{n}/e" for n in range(9)), "D1 x/d", 10)],
)
def test_vm_12_a_stalemate_tells_what_is_in_the_box(pile, out, tops, lay):
    table = "Ab x1 x2 | x3", f"x5 x6 {'C' if tops == 1 else 'x4'} | x7"
    p = tick(lay(*table, voodoo=f"a {pile}", box=f"{out} x10 C1"), {0: "play 1F"})
    unseen = p.features(0)["unseen"][0].sum()  # four combinations on either side
    assert (state(p)["stalemates"], unseen) == (tops, 8 * (left(p)[1] + 2))
    held = [{*" ".join(lay.seats(world)).split()} for seat in (0, 1) for world in worlds(p, seat)]
    assert not {*out.split()} & set.union(*held) and {"x10", "C1"} <= set.union(*held)


# -------------------------------------------------------------------------------------- Stalemates


@pytest.mark.parametrize(
    ("first", "others", "ways"),
    [  # nobody could ever play on the side that lacks A
        ("a/b", "B", {("a/b (B)", 0): 45, ("a/b (B)", 1): 45}),
        ("b/a", "B", {("b/a (F)", 0): 45, ("b/a (F)", 1): 45}),
    ],
)
def test_vm_9_at_the_deal_a_lone_card_is_turned_over(first, others, ways, lay):
    cards, told = [first, *(f"{others}{n}" for n in range(6))], []
    for seed in range(630):
        p = lay.game(cards, 3, num_players=2, rounds=1).new(seed=seed)
        if lay.voodoo(p)[:3] == first:
            told.append((lay.voodoo(p), state(p)["stalemates"]))
            assert state(p)["ticks"] == 0 and not p.is_over
    assert shares(told, ways, 0.5)


@pytest.mark.parametrize(
    ("voodoo", "after"), [("a x7 c/d", "c/d Ab a x7"), ("a/c", "a/c Ab"), ("a d/c", "d/c Ab a")]
)
def test_vm_9_after_a_tick_the_bottom_card_comes_on_top(voodoo, after, lay):
    def told(p):
        now = state(p)
        assert (now["stalemates"], now["ticks"], now["revealed"]) == (1, 1, 1)
        return lay.voodoo(p)

    table = "Ab x1 x2 | x3 x8", "Ce Ae De | x5"
    tops = lay.often(table, ("play 1F", "wait"), told, 200, voodoo=voodoo)
    assert shares(tops, {f"{after} (F)": 100, f"{after} (B)": 100})


@pytest.mark.parametrize("where", ["hand", "pile"])
@pytest.mark.parametrize("card", ["Bc", "x/Bc", "b", "x/b"])
@pytest.mark.parametrize("search", [False, True])
def test_vm_9_a_card_that_fits_anywhere_is_enough(where, card, search, lay):
    hand = f"x4 {card} x5 | x6" if where == "hand" else f"x4 x5 x6 | x7 {card}"
    p = lay("Ab x1 x2 | x3", hand, "x20 x21 x22 | x23", voodoo="a c/d", search=search)
    tick(p, {0: "play 1F"})
    assert state(p)["stalemates"] == 0 and lay.voodoo(p) == "Ab a c/d (F)"


def test_vm_9_a_card_in_the_box_or_in_the_voodoo_pile_does_not_count(lay):
    p = lay("Ab x1 x2 | x3", "x4 x5 C | D", voodoo="a x/b c/d", box="Bc")
    p.play("play 1F", "wait")
    assert state(p)["stalemates"] == 1 and lay.voodoo(p)[:-4] == "c/d Ab a x/b"


@pytest.mark.parametrize("which", [1, 2, 9, 10])
def test_vm_9_it_is_repeated_until_somebody_could_play(which, lay):
    pile = [*NO_HELP[: which - 1], "c/c", *NO_HELP[which - 1 :]]
    table = "Ab x1 x2 | x3", "x4 x5 C | x6"  # nine of an earlier tick do not count
    p = lay(*table, voodoo=" ".join(["a", *pile[::-1]]), ticks=7, stalemates=9)
    p.play("play 1F", "wait")
    assert state(p)["stalemates"] == 9 + which and state(p)["ticks"] == 8 and not p.is_over
    told = lay.voodoo(p).split()[:-1]
    assert told == [*pile[:which][::-1], "Ab", "a", *pile[which:][::-1]]


def test_vm_9_after_ten_in_a_row_the_round_ends_and_is_no_truncation(lay):
    pile = [*NO_HELP, "e5/d"]
    p = lay("Ab x1 x2 | x3", "x4 x5 C | x6 x7", voodoo=" ".join(["a", "c/c", *pile[::-1]]))
    before = left(p)
    p.play("play 1F", "wait")  # the eleventh would have helped
    assert end(p) == ("stalemate", [0]) and not p.is_truncated
    assert state(p)["stalemates"] == 10 and state(p)["ticks"] == 1
    assert state(p)["points"] == [before[0] - 1, before[1]] == left(p)
    assert lay.voodoo(p).split()[:-1] == [*pile[::-1], "Ab", "a", "c/c"]


# ---------------------------------------------------------------------------------- End of a round


@pytest.mark.parametrize("hand", ["Ab x1", "Ab x1 x2", "Ab x1 x2 | x3"])
def test_vm_16_a_round_goes_on_while_all_have_cards(hand, lay):
    p = tick(lay(hand, "x4 x5 Bc | x6 x7"), {0: "play 1F"})
    assert end(p) is None and state(p)["round"] == 1 and state(p)["points"] == [0, 0]


@pytest.mark.parametrize("seats", SEATS)
def test_vm_16_any_seat_can_end_it(seats, lay):
    for seat in range(seats):
        hands = [f"x{3 * n} x{3 * n + 1} x{3 * n + 2} | x{40 + n} x{50 + n}" for n in range(seats)]
        hands[seat] = "AB"  # in case of all others the top stays A
        p = tick(lay(*hands), {seat: "play 1F"})
        assert end(p) == ("out of cards", [seat]) and state(p)["points"] == left(p)
        assert p.returns().tolist() == pytest.approx(
            [1 if each == seat else -1 / (seats - 1) for each in range(seats)]
        )


def test_vm_16_to_be_out_comes_before_a_stalemate(lay):
    p = lay("Ab", "x1 x2 x3 | x4 x5", max_ticks=8, ticks=7).play("play 1F", "wait")
    assert end(p) == ("out of cards", [0]) and not p.is_truncated
    assert state(p)["stalemates"] == 0 and lay.voodoo(p) == "Ab a (F)"


def test_vm_10_a_point_for_each_card_in_hand_and_pile(lay):
    table = "Ab", "x1 x2", "x3 x4 x5 | x6 x7", "x8 x9 x10 | x11 x12 x13"
    p = lay(*table, points=[14, 8, 0, 3], rounds=3, round=3)
    cards = left(p)
    tick(p, {0: "play 1F"})
    assert state(p)["points"] == [14, 8 + 2, 0 + 5, 3 + cards[3]]
    assert end(p) == ("out of cards", [2]) and cards[:3] == [1, 2, 5]


def test_vm_10_a_new_round_deals_all_cards_afresh(lay):
    tables = set()
    for luck in range(30):
        table = "Ab", "J Bc/a x3 | x4", "x5 Ba x6 | x7"
        p = lay(*table, voodoo="a x8 x9 x10", rounds=2, stalemates=5, luck=luck)
        points = left(p)[1:]
        tick(p, {0: "play 1F"})
        now = state(p)
        assert not p.is_over and (now["round"], now["ticks"]) == (2, 0) and now["stalemates"] < 2
        assert now["points"] == [0, *points] and now["last"] == now["choices"] == [None] * 3
        told = " ".join([*lay.seats(p), lay.voodoo(p)[:-4]]).replace("| ", "").split()
        assert sorted(told) == sorted(lay.cards[p.game]) and len({*left(p)}) == 1
        assert [len(faces) for faces in now["seen"]] == [6] * 3
        assert len(now["seen_by_all"]) == 1 + now["stalemates"]
        tables.add(tuple(lay.seats(p)))
    assert len(tables) == 30


@pytest.mark.parametrize(
    ("points", "winners"),
    [([0, 1, 1], [0]), ([6, 0, 2], [0, 1]), ([9, 2, 2], [1, 2]), ([4, 0, 0], [0]), ([5] * 3, [0])],
)
def test_vm_10_fewest_points_win_and_ties_share(points, winners, lay):
    table = "Ab", "x1 x2 x3 | x4 x5 J", "x6 x7 x8 | x9 x11 x12"
    p = lay(*table, voodoo="a x10 x13", rounds=2, round=2, points=points)
    tick(p, {0: "play 1F"})
    assert left(p) == [0, 6, 6] and end(p) == ("out of cards", winners)
    share = 1 if len(winners) == 1 else 0.25
    assert p.returns().tolist() == [share if seat in winners else -0.5 for seat in range(3)]


def test_vm_11_a_round_that_reaches_the_cap_is_scored_as_it_stands(lay):
    p = lay("Ab x1 | ", "x2 x3 x4 | x5 J", max_ticks=5, ticks=3)
    p.play("wait", "wait")
    assert end(p) is None and state(p)["ticks"] == 4
    p.play("play 1F", "wait")
    assert end(p) == ("tick cap", [0]) and p.is_truncated
    assert state(p)["points"] == left(p) and left(p)[0] == 1 and state(p)["ticks"] == 5
    assert p.returns().tolist() == [1, -1]


def test_vm_11_the_game_goes_on_with_the_next_round(lay):
    p = lay("Ab x1", "x2 x3 J | x5 Ba", max_ticks=2, rounds=3, ticks=1)
    cards = left(p)
    tick(p)
    assert (state(p)["round"], state(p)["ticks"]) == (2, 0) and state(p)["points"] == cards
    assert end(p) is None


def test_vm_11_it_is_a_truncation_only_if_the_last_round_ends_so(lay):
    for words, end_now in (("play 1F", "out of cards"), ("wait", "tick cap")):
        p = lay("Ab", "x2 x3 J | x5 Ba", max_ticks=2, ticks=1, rounds=2, round=2, points=[3, 3])
        tick(p, {0: words})
        assert end(p) == (end_now, [0]) and p.is_truncated == (words == "wait")


def test_vm_11_a_stalemate_comes_before_the_cap(lay):
    p = lay("Ab/d x1 x2 | x3", "x4 x5 x6 | x7", voodoo="a/c d/c", max_ticks=9, ticks=8)
    p.play("play 1F", "wait")
    assert end(p) == ("stalemate", [0]) and not p.is_truncated
    # if a new top helps, it is the cap that ends the round
    p = lay("Ab x1 x2 | x3", "x4 x5 C | x7", voodoo="a c/c", max_ticks=9, ticks=8)
    p.play("play 1F", "wait")
    assert end(p)[0] == "tick cap" and p.is_truncated and state(p)["stalemates"] == 1


def test_vm_11_the_cap_is_1000_ticks_if_not_told(lay):
    p = lay("Ab x1 x2 | x3", REST, ticks=998).play("wait", "wait")
    assert end(p) is None and p.play("wait", "wait").is_truncated


@pytest.mark.parametrize("options", [{}, {"rounds": 1}, {"rounds": 2}, {"rounds": 5}])
def test_vm_17_a_game_has_as_many_rounds_as_told_or_three(options):
    p, rounds = new(max_ticks=1, **options), options.get("rounds", 3)
    for number in range(1, rounds + 1):
        assert state(p)["round"] == number and not p.is_over
        tick(p)
    assert p.is_over and sum(state(p)["points"]) == 90 * rounds


def test_vm_17_the_points_of_all_rounds_decide(lay):
    # seat 0 wins the last round, and seat 1 the game
    p = lay("Ab", "x1 J", "x2 x3 x4 | x5", points=[6, 3, 7], rounds=3, round=3)
    tick(p, {0: "play 1F"})
    assert state(p)["points"][:2] == [6, 5] and end(p) == ("out of cards", [1])
