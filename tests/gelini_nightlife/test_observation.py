"""The observation, section by section, against what the position says in words."""

import json
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jivezoo
from jivezoo.envs.gelini_nightlife.floors import update_gains

GAMES = [
    {},
    {"action_counters": True},
    {"num_players": 3, "max_rolls": 120},
    {"num_players": 3, "action_counters": True, "ties": "rearmost"},
    {"num_players": 5, "ties": "rearmost"},
    {"num_players": 5, "action_counters": True},
]
SEVERAL = settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))
PHASES = ("step", "flyer", "call", "people")
STEPS = ("coin", "vip", "guest", "band", "flyer", "call", "people")


def new(**options):
    return jivezoo.game("gelini_nightlife", **options)


class Table:
    """What can be read off the words of a position, in plain Python."""

    def __init__(self, position):
        self.box, self.options = position.game.components, position.game.options
        self.state = json.loads(position.to_json())["state"]
        self.seats = range(len(self.state["tokens"]))
        self.line, self.tokens = self.state["line"], self.state["tokens"]
        guests = [
            f"{colour}{squares}"
            for colour, clique in self.box.cliques.items()
            for squares in sorted(set(clique))
        ]
        self.words = ["coin", "vip", *guests]
        self.everything = ["gap", "flyer", "call", "people", *self.words]

    def held(self, seat, word):
        return (
            self.state["coins"][seat] if word == "coin" else self.state["floors"][seat].get(word, 0)
        )

    def squares(self, word):
        if word == "vip":
            return self.box["vips.squares"]
        return int(word[-1]) if word in self.words and word != "coin" else 0

    def clique_squares(self, seat, word):
        """Return the squares that the clique of a guest has on a floor."""
        floor = self.state["floors"][seat]
        return sum(n * self.squares(other) for other, n in floor.items() if other[:-1] == word[:-1])

    def free(self, seat):
        covered = sum(n * self.squares(word) for word, n in self.state["floors"][seat].items())
        covered += self.state["stars"][seat] * self.box["stars.squares"]
        covered += self.box["band.squares"] * (self.state["band"] == seat)
        return max(0, self.box.floor(len(self.seats)) - covered)

    def worth(self, seat, word):
        """Return the squares that a seat would cover by gaining a counter."""
        if word == "band":
            return self.box["band.squares"]
        if word == "coin":
            aside = self.box["stars.number"] - sum(self.state["stars"])
            return self.box["stars.squares"] if aside and self.held(seat, "coin") else 0
        if word in self.words[2:] and self.clique_squares(seat, word):
            return sum(self.box.cliques[word[:-1]]) - self.clique_squares(seat, word)
        return self.squares(word)

    def ahead(self, seat):
        """Return the places of the counters ahead of a token."""
        places = enumerate(self.line, start=1)
        return [place for place, word in places if word and place > self.tokens[seat]]

    def reached(self, seat, steps):
        """Return what some steps of a token lead to."""
        ahead = self.ahead(seat)
        return self.line[ahead[steps - 1] - 1] if steps <= len(ahead) else "band"

    def completes(self, seat, word):
        """Tell whether a counter would complete a seat's clique."""
        return int(word in self.words[2:] and self.clique_squares(seat, word) > 0)

    def robbed(self, stepper, word, seat):
        """Return the squares that a seat would lose to the clique of one that gains a counter."""
        is_guest = word in self.words[2:]
        if stepper == seat or not is_guest or not self.clique_squares(stepper, word):
            return 0
        return self.clique_squares(seat, word)


def told(position, seat):
    """Return what the observation of a seat should say, section by section."""
    table, state = Table(position), json.loads(position.to_json())["state"]
    chairs = [(seat + chair) % len(table.seats) for chair in table.seats]
    rolls = range(1, max(table.box.faces) + 1)
    reached = {(other, n): table.reached(other, n) for other in chairs for n in rolls}
    acting = table.options.action_counters
    expected = {
        "die": [int(n == state["roll"]) for n in rolls],
        "turn": [int(other == state["seat"]) for other in chairs],
        "rolls_left": list(divmod(table.options.max_rolls - state["rolls"], 100)),
        "free": [table.free(other) for other in chairs],
        "stars": [state["stars"][other] for other in chairs],
        "place": [state["tokens"][other] for other in chairs],
        "rank": [sorted(state["tokens"]).index(state["tokens"][other]) for other in chairs],
        "holds": [[table.held(other, word) for word in table.words] for other in chairs],
        "gain_of": [[table.worth(other, word) for word in table.words] for other in chairs],
        "step_kind": [[step_kind(reached[o, n], acting) for n in rolls] for o in chairs],
        "step_clique": [
            [[table.completes(other, reached[stepper, n]) for other in chairs] for n in rolls]
            for stepper in chairs
        ],
        "step_gain": [
            [[table.worth(other, reached[stepper, n]) for other in chairs] for n in rolls]
            for stepper in chairs
        ],
        "step_robs": [
            [[table.robbed(stepper, reached[stepper, n], other) for other in chairs] for n in rolls]
            for stepper in chairs
        ],
        "line": [table.everything.index(word or "gap") for word in table.line],
        "line_gain": [
            [table.worth(other, word) if word else 0 for word in table.line] for other in chairs
        ],
        "line_steps": [
            [
                ahead.index(place) + 1 if place in ahead else 0
                for place in range(1, len(table.line) + 1)
            ]
            for ahead in map(table.ahead, chairs)
        ],
        "ahead": [len(table.ahead(other)) for other in chairs],
    }
    if acting:
        expected["question"] = [int(phase == state["phase"]) for phase in PHASES]
        expected["chair"] = [int(number == seat) for number in table.seats]
        places = range(1, len(table.line) + 1)
        expected["line_passed"] = [sum(t >= place for t in table.tokens) for place in places]
    return expected


def step_kind(word, acting):
    kinds = STEPS if acting else STEPS[:4]
    return [int(kind == (word if word in STEPS else "guest")) for kind in kinds]


def check_told(position):
    features = position.game.features
    for seat in range(position.game.seats):
        observation, expected = position.observation(seat), told(position, seat)
        assert (features.low <= observation).all() and (observation <= features.high).all()
        assert expected.keys() == {feature.name for feature in features}
        for name, section in position.features(seat).items():
            assert section.tolist() == expected[name], (name, seat)


def check_kept(position):
    """Work out afresh what the state keeps up to date, and compare."""
    afresh = position.copy().states
    afresh["gain_of"], afresh["clique_squares"] = 0, 0
    update_gains(position.game.rules[0], afresh[0])
    assert afresh["clique_squares"].tolist() == position.states["clique_squares"].tolist()
    assert afresh["gain_of"].tolist() == position.states["gain_of"].tolist()
    covered = (position.states["holds"][0] * position.game.rules["squares_of"][0]).sum(axis=1)
    covered += position.states["stars"][0] * position.game.rules["star_squares"][0]
    if position.states["band"][0] >= 0:
        covered[position.states["band"][0]] += position.game.rules["band_squares"][0]
    assert position.states["squares"][0].tolist() == covered.tolist()


@pytest.mark.parametrize(("check", "seeds"), [(check_told, (1, 2)), (check_kept, range(6))])
@pytest.mark.parametrize("options", GAMES)
def test_what_is_told_and_kept_is_what_the_position_says(options, check, seeds, walks):
    for seed in seeds:
        for position in walks.game(new(**options), seed):
            check(position)


@SEVERAL
@given(num_players=st.integers(2, 5), seed=st.integers(0, 2**63))
def test_what_is_told_and_kept_with_any_box(num_players, seed, boxes, walks):
    for position in walks.game(boxes.random(random.Random(seed), num_players=num_players), seed):
        check_told(position)
        check_kept(position)


def test_the_sections_fill_the_observation():
    for seats in (2, 3, 5):
        for acting, places, kinds in ((False, 46, 4), (True, 52, 7)):
            game = new(num_players=seats, action_counters=acting)
            by_step = 5 * seats * (kinds + 3 * seats)
            size = 5 + seats + 2 + 4 * seats + 2 * seats * 21 + by_step + seats
            size += places * (1 + 2 * seats) + (4 + seats + places) * acting
            assert game.features.size == size
            assert [f.name for f in game.features] == list(game.features.slices)
            assert game.new(seed=1).observation().shape == (size,)


# By which axes a section turns when it is looked at from the next chair.
TURNS = dict.fromkeys(
    ("turn", "free", "stars", "place", "rank", "holds", "gain_of", "step_kind", "ahead"), (0,)
)
TURNS |= {"line_gain": (0,), "line_steps": (0,), "step_gain": (0, 2), "step_robs": (0, 2)}
TURNS["step_clique"] = (0, 2)
TURNS |= dict.fromkeys(("die", "question", "rolls_left", "line", "line_passed"), ())


@pytest.mark.parametrize("options", GAMES)
def test_the_view_turns_with_the_seat(options, walks):
    for position in walks.game(new(**options), seed=3):
        first = position.features(0)
        for seat in range(1, position.game.seats):
            for name, section in position.features(seat).items():
                if name == "chair":
                    assert section.tolist() == np.roll(first[name], seat).tolist()
                    continue
                axes = TURNS[name]
                assert (section == np.roll(first[name], [-seat] * len(axes), axes)).all(), name


def test_the_longest_game_fits():
    p = new(max_rolls=12_700).new(seed=1)
    assert p.features()["rolls_left"].tolist() == [126, 99]
    assert (p.observation() <= p.game.features.high).all()
    p = new(max_rolls=1).new(seed=1)
    assert p.features()["rolls_left"].tolist() == [0, 0]


# ----------------------------------------------------------------------------------- Steps, by hand

BOX = {
    "floors": {"squares": 30, "extra": 0},
    "guests": {"number": 7},
    "cliques": {"amber": [1, 1, 1, 1], "blue": [1, 2, 3]},
    "vips": {"number": 1, "squares": 4},
    "coins": {"number": 4},
    "stars": {"number": 1, "squares": 5},
    "action_counters": {"flyer": 1, "call": 1, "people": 1},
}
# p0 has taken amber1 at 3, p1 blue1 at 9, p2 a Coin at 2 and then blue2 at 6.
LINE = ["coin", None, None, "call", "blue3", None, "vip", "coin", None, "amber1", "flyer"]
LINE += ["amber1", "people", "coin", "amber1"]
STATE = {
    "seat": 0,
    "phase": "step",
    "roll": 2,
    "rolls": 8,
    "ending": "not ended",
    "winners": [],
    "line": LINE,
    "tokens": [3, 9, 6],
    "floors": [{"amber1": 1}, {"blue1": 1}, {"blue2": 1}],
    "coins": [0, 0, 1],
    "stars": [0, 0, 0],
    "band": None,
}
COIN, VIP, GUEST, BAND, FLYER, CALL, PEOPLE = range(7)


@pytest.fixture
def lay(boxes):
    def lay(**entries):
        game = boxes(BOX, num_players=3, action_counters=True)
        data = json.loads(game.new(seed=1).to_json())
        return game.from_json(json.dumps(data | {"state": STATE | entries}))

    return lay


def test_what_steps_lead_to(lay):
    view = lay().features(0)
    # p0 at 3 comes to the Call, blue3, the VIP, the Coin at 8, amber1 at 10
    assert view["step_kind"][0].argmax(axis=1).tolist() == [CALL, GUEST, VIP, COIN, GUEST]
    # p1 at 9 to amber1, the Flyer, amber1, People, the Coin at 14
    assert view["step_kind"][1].argmax(axis=1).tolist() == [GUEST, FLYER, GUEST, PEOPLE, COIN]
    assert view["step_kind"][2].argmax(axis=1).tolist() == [VIP, COIN, GUEST, FLYER, GUEST]
    assert (view["step_kind"].sum(axis=2) == 1).all()
    turned = lay().features(1)
    assert (turned["step_kind"] == np.roll(view["step_kind"], -1, axis=0)).all()


def test_whose_clique_steps_complete(lay):
    view = lay().features(0)
    # p0 comes to the Call, blue3 of p1 and p2, the VIP, the Coin, amber1 of its own clique
    blue, amber, nobody = [0, 1, 1], [1, 0, 0], [0, 0, 0]
    assert view["step_clique"][0].tolist() == [nobody, blue, nobody, nobody, amber]
    assert view["step_clique"][1].tolist() == [amber, nobody, amber, nobody, nobody]


def test_what_steps_gain(lay):
    view = lay().features(0)
    # a Call is worth nothing; blue3 is the clique for p1 (2 + 3) and p2 (1 + 3); amber for p0
    assert view["step_gain"][0].tolist() == [[0, 0, 0], [3, 5, 4], [4, 4, 4], [0, 0, 5], [3, 1, 1]]
    assert view["step_gain"][1].tolist() == [[3, 1, 1], [0, 0, 0], [3, 1, 1], [0, 0, 0], [0, 0, 5]]
    assert lay().features(2)["step_gain"][0].tolist() == [
        [4, 4, 4],
        [5, 0, 0],
        [1, 3, 1],
        [0, 0, 0],
        [1, 3, 1],
    ]


def test_what_steps_take_from_others(lay):
    assert not lay().features(0)["step_robs"].any()  # p0 has nothing blue, p1 and p2 are past it
    behind = lay(tokens=[6, 9, 3], seat=2).features(2)
    assert behind["step_kind"][0].argmax(axis=1)[1] == GUEST  # blue3, and p2 has blue2
    assert behind["step_gain"][0, 1].tolist() == [4, 3, 5]
    assert behind["step_robs"][0].tolist() == [
        [0, 0, 0],
        [0, 0, 1],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
    ]
    assert not behind["step_robs"][1:].any()
    assert lay(tokens=[6, 9, 3], seat=2).features(1)["step_robs"][1, 1].tolist() == [1, 0, 0]


def test_steps_over_the_end_of_the_line_lead_to_the_band(lay):
    moved = [*LINE[:9], None, *LINE[10:14], None]  # p1 has amber1 of 10 and 15, so all of them
    moved[11] = None
    p = lay(line=moved, tokens=[3, 15, 6], floors=[{}, {"blue1": 1, "amber1": 4}, {"blue2": 1}])
    view = p.features(1)
    assert view["step_kind"][0].argmax(axis=1).tolist() == [BAND] * 5
    assert (view["step_gain"][0] == 6).all() and not view["step_robs"][0].any()
    assert view["ahead"].tolist() == [0, 5, 7]
    assert view["line_passed"].tolist() == [3, 3, 3, 2, 2, 2, *[1] * 9]


def test_how_far_counters_lie(lay):
    view = lay().features(0)
    assert view["line_steps"][0].tolist() == [0, 0, 0, 1, 2, 0, 3, 4, 0, 5, 6, 7, 8, 9, 10]
    assert view["line_steps"][1].tolist() == [0] * 9 + [1, 2, 3, 4, 5, 6]
    assert view["line_steps"][2].tolist() == [0] * 6 + [1, 2, 0, 3, 4, 5, 6, 7, 8]
    assert view["ahead"].tolist() == [10, 6, 8]
    assert view["rank"].tolist() == [0, 2, 1] and view["place"].tolist() == [3, 9, 6]
    start = new(num_players=5).new(seed=1)
    for seat in range(5):
        view = start.features(seat)
        assert (view["line_steps"] == np.arange(1, 47)).all() and (view["ahead"] == 46).all()
        assert (-view["place"]).tolist() == (4 - view["rank"]).tolist()


def test_coins_are_worth_a_star_while_there_is_one(lay):
    aside = lay().features(2)
    assert aside["gain_of"][:, 0].tolist() == [5, 0, 0]
    assert aside["step_gain"][1].tolist()[3] == [5, 0, 0]  # p0 to the Coin at 8
    # the only Star has gone to p2 for its two Coins; a third Coin is p1's
    line = [None, *LINE[1:7], None, *LINE[8:]]
    gone = lay(line=line, coins=[0, 1, 0], stars=[0, 0, 1]).features(2)
    assert not gone["gain_of"][:, 0].any() and gone["stars"].tolist() == [1, 0, 0]
    assert gone["step_kind"][2, 4].argmax() == COIN and not gone["step_gain"][2, 4].any()


# ------------------------------------------------------------------------------------- Completeness


def from_the_chair(position):
    """Return all of a running position but which player's name sits on which chair."""
    state, seat = json.loads(position.to_json())["state"], position.seat
    for key in ("tokens", "floors", "coins", "stars"):
        state[key] = state[key][seat:] + state[key][:seat]
    del state["seat"]
    return json.dumps(state, sort_keys=True)


@pytest.mark.parametrize("options", GAMES)
def test_two_different_positions_never_look_the_same(options, walks):
    seen = {}
    for seed in range(6):
        for position in walks.game(new(**options), seed):
            if not position.is_over:
                look = position.observation().tobytes() + position.action_mask().tobytes()
                assert seen.setdefault(look, from_the_chair(position)) == from_the_chair(position)
    assert len(seen) > 250


def test_positions_that_differ_in_one_thing_look_different(lay):
    others = [
        {"roll": 3},
        {"rolls": 9},
        {"rolls": 108},
        {"seat": 1},
        {"tokens": [3, 6, 9]},
        {"tokens": [3, 9, 2]},
        {"coins": [1, 0, 0]},
        {"floors": [{"amber1": 1}, {"blue2": 1}, {"blue1": 1}]},
        {"line": [None, "coin", *LINE[2:]]},
        {"line": ["coin", None, None, "blue3", "call", *LINE[5:]]},
        {"line": [*LINE[:10], None, *LINE[11:]]},
        {"line": [*LINE[:10], None, *LINE[11:]], "phase": "flyer"},
    ]
    looks = {lay(**entries).observation(0).tobytes() for entries in ({}, *others)}
    assert len(looks) == 1 + len(others)


# ------------------------------------------------------------------------------ What is not known


def test_imagined_rolls_come_as_often_as_the_die_has_them():
    position, n = new().new(seed=4), 3_000
    faces = position.game.components.faces
    for seat in range(2):
        worlds = [position.imagine(seat, seed).play("stay", "stay") for seed in range(n)]
        rolls = [int(world.states["roll"][0]) for world in worlds]
        expected = {face: n * faces.count(face) / len(faces) for face in set(faces)}
        surprise = sum((rolls.count(face) - e) ** 2 / e for face, e in expected.items())
        assert surprise < 4 + 6 * np.sqrt(2 * 4)  # chi-square of 4 degrees of freedom
        true = position.copy().play("stay", "stay").states["roll"][0]
        assert 0 < rolls.count(true) < n
