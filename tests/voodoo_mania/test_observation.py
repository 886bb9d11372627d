"""The observation, section by section, against what the position says in words."""

import json
import random

import numpy as np
import pytest

import jivezoo
from jivezoo.envs.position import Position

GAMES = [
    {"max_ticks": 110, "rounds": 1},
    {"num_players": 3, "max_ticks": 20, "rounds": 2, "deck": "random"},
    {"num_players": 4, "max_ticks": 20, "search": True, "reaction": (1, 2, 3, 4.5)},
    {"num_players": 5, "max_ticks": 15, "rounds": 2, "deck": "random", "search": True},
    {"num_players": 6, "max_ticks": 15, "rounds": 2, "reaction": 1.5},
    {"num_players": 2, "max_ticks": 40, "rounds": 2, "search": True},
]


def new(**options):
    return jivezoo.game("voodoo_mania", **options)


def state_of(position):
    return json.loads(position.to_json())["state"]


class Table:
    """What a seat can read off the words of a position, in plain Python."""

    def __init__(self, position, seat):
        self.game, self.seat, self.state = position.game, seat, state_of(position)
        self.colours = "".join(colour[0] for colour in self.game.components.colours)
        if self.game.options.deck == "random":
            self.deck = [card.split("/") for card in self.state["deck"]]
        else:
            letters = self.game.components.letters
            self.deck = [list(map(letters, card)) for card in self.game.components.cards]
        self.seen = {*self.state["seen"][seat], *self.state["seen_by_all"]}
        self.unknown = [card for card in range(len(self.deck)) if not self.knows(card)]
        top = self.deck[self.state["voodoo_pile"][0]]["FB".index(self.state["top_side"])]
        self.target = self.lacks(top)

    def knows(self, card):
        return f"{card}F" in self.seen or f"{card}B" in self.seen

    def lacks(self, face):
        """Return ingredient and colour that a face lacks, as one number."""
        (colour,) = set(self.colours) - set(face)
        return 5 * face.index(".") + self.colours.index(colour)

    def shows(self, face):
        return {5 * i + self.colours.index(c) for i, c in enumerate(face) if c != "."}

    def row(self, face):
        """Return 25 times whether a face shows each combination, and whether it lacks it."""
        shown, lacking = self.shows(face), {self.lacks(face)}
        return [[int(k in those) for k in range(25)] for those in (shown, lacking)]

    def unseen(self):
        rows = [self.row(face) for card in self.unknown for face in self.deck[card]]
        return np.array(rows, int).reshape(-1, 2, 25).sum(axis=0)

    def hand(self):
        """Return what is told of each side of the hand: row, answers, repeats, leaves."""
        unseen, cards = self.unseen(), self.state["hands"][self.seat]
        for at in range(3):
            for side in range(2):
                if at >= len(cards) or f"{cards[at]}{'FB'[side]}" not in self.seen:
                    yield [[0] * 25] * 2, 0, 0, [0, 0]
                    continue
                face = self.deck[cards[at]][side]
                lacking = self.lacks(face)
                fits = int(self.target in self.shows(face)), int(lacking == self.target)
                yield self.row(face), *fits, unseen[:, lacking].tolist()

    def sides(self, chairs):
        """Return for each chair, card in hand and side whether it is known to show."""
        for chair in chairs:
            shown = zip(self.state["side"][chair], self.state["side_told"][chair], strict=True)
            known = [side if chair == self.seat or told == "yes" else "" for side, told in shown]
            known += [""] * (3 - len(known))
            yield [[int(side == word) for word in "FB"] for side in known]

    def open_cards(self):
        """Return for each card 1 if it is the own seat's and all have seen a side of it."""
        own = self.state["hands"][self.seat] + self.state["piles"][self.seat]
        by_all = {int(face[:-1]) for face in self.state["seen_by_all"]}
        return [int(card in own and card in by_all) for card in range(len(self.deck))]

    def known_in(self, cards):
        """Return the place of each card of a list that is known, None standing for no card."""
        places = [0] * len(self.deck)
        for place, card in enumerate(cards, start=1):
            if card is not None and self.knows(card):
                places[card] = place
        return places


def told(position, seat):
    """Return what the observation of a seat should say, section by section."""
    table, game = Table(position, seat), position.game
    state, options = table.state, game.options
    chairs = [(seat + chair) % game.seats for chair in range(game.seats)]
    rows, answers, repeats, leaves = zip(*table.hand(), strict=True)
    actions = [words for words in game.actions if words != "wait"]
    last = [state["last"][chair] or ["nothing", ""] for chair in chairs]
    held = [
        [*state["hands"][c], *[None] * (3 - len(state["hands"][c])), *state["piles"][c]]
        for c in chairs
    ]
    acts = 100 / np.broadcast_to(options.reaction, game.seats)
    expected = {
        "target": [int(k == table.target) for k in range(25)],
        "hand": np.reshape(rows, (3, 2, 2, 25)),
        "answers": np.reshape(answers, (3, 2)),
        "repeats": np.reshape(repeats, (3, 2)),
        "leaves": np.reshape(leaves, (3, 2, 2)),
        "unseen": table.unseen(),
        "in_hand": [len(state["hands"][c]) for c in chairs],
        "in_pile": [len(state["piles"][c]) for c in chairs],
        "in_voodoo_pile": [len(state["voodoo_pile"])],
        "points": [divmod(state["points"][c], 100) for c in chairs],
        "rounds_left": [options.rounds - state["round"]],
        "ticks_left": divmod(options.max_ticks - state["ticks"], 100),
        "acts": [int(acts[c] + 0.5) for c in chairs],
        "last": [[int(words == done[0]) for words in actions] for done in last],
        "fizzled": [int(done[1] == "fizzled") for done in last],
        "called": [int(done[1] == "voodoo") for done in last],
        "cards": [table.known_in([*cards[:3], *cards[3:]]) for cards in held],
        "voodoo_pile": table.known_in(state["voodoo_pile"][::-1]),
        "open_cards": table.open_cards(),
    }
    if options.search:
        expected["side"] = list(table.sides(chairs))
        own = [int(word == "yes") for word in state["side_told"][seat]]
        expected["side_told"] = own + [0] * (3 - len(own))
    if options.deck == "random":
        colour = ("." + table.colours).index
        expected["deck"] = [[list(map(colour, face)) for face in card] for card in table.deck]
    return expected


@pytest.mark.parametrize("options", GAMES)
def test_what_is_told_is_what_the_position_says(options, eager):
    game = new(**options)
    for moves, position in enumerate(eager(game, seed=1)):
        for seat in range(game.seats):
            observation = position.observation(seat)
            assert (game.features.low <= observation).all()
            assert (observation <= game.features.high).all()
            if seat != position.seat and moves % 5 and not position.is_over:
                continue
            expected = told(position, seat)
            assert expected.keys() == {feature.name for feature in game.features}
            for name, section in position.features(seat).items():
                assert section.tolist() == np.asarray(expected[name]).tolist(), (name, seat)


@pytest.fixture(scope="session")
def eager(walks):
    """How to walk through a random game in which cards are laid whenever they can be."""

    def eager(game, seed):
        rng = random.Random(seed)
        position = game.new(seed=seed)
        while True:
            yield position
            if position.is_over:
                return
            words = position.legal_words()
            plays = [each for each in words if each.startswith("play")]
            position.play(rng.choice(plays) if plays else walks.word(rng, words))

    return eager


# ---------------------------------------------------------------------------------------- The table


@pytest.mark.parametrize("deck", ["structured", "random"])
@pytest.mark.parametrize("search", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_sections_fill_the_observation(seats, search, deck):
    features = new(num_players=seats, search=search, deck=deck).features
    size = 25 + 300 + 6 + 6 + 12 + 50  # the cards
    size += 2 * seats + 1 + 2 * seats + 1 + 2 + seats  # the counts
    size += seats * (9 + 3 * search) + 2 * seats + 91 * (seats + 2) + 910 * (deck == "random")
    size += (6 * seats + 3) * search  # the sides
    assert features.size == size == sum(feature.size for feature in features)
    ends = [features.slices[feature.name] for feature in features]
    assert ends[0].start == 0 and ends[-1].stop == size
    assert all(one.stop == other.start for one, other in zip(ends, ends[1:], strict=False))


def constant(name, options, dealt):
    """Tell which numbers of a section may stay as they are under these options, as an index."""
    if name == "acts":  # all seats act alike
        return np.s_[:] if isinstance(options.reaction, float) else None
    if name == "rounds_left":
        return np.s_[:] if options.rounds == 1 else None
    if name == "ticks_left":  # hundreds
        return np.s_[0] if options.max_ticks < 100 else None
    if name == "points" and options.rounds == 1:  # points are given at the end of a round
        return np.s_[:]
    if name == "points" and (options.rounds - 1) * dealt < 150:  # seldom are so many cards left
        return np.s_[:, 0]
    return None


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 4, "max_ticks": 110, "search": True},
        {"rounds": 4, "max_ticks": 90, "num_players": 3, "reaction": (1, 2, 3)},
        {"rounds": 2, "max_ticks": 130, "num_players": 2, "deck": "random", "reaction": (1, 1.5)},
        {"rounds": 1, "max_ticks": 250, "num_players": 6},
    ],
)
def test_no_number_is_always_the_same(options):
    game, rng = new(**options), np.random.default_rng(1)
    batch = game.batch(64, seed=1)
    low, high = (np.array(batch.observation[0], np.int8) for _ in range(2))
    weights = [30 if word.startswith("play") else 1 for word in game.actions]
    for _ in range(1000):
        chances = batch.action_mask * np.array(weights) * rng.random(batch.action_mask.shape)
        batch.step(chances.argmax(axis=1))
        for bound, best in ((low, np.minimum), (high, np.maximum)):
            best(bound, best.reduce(batch.observation), out=bound)
    assert (low >= game.features.low).all() and (high <= game.features.high).all()
    for name, section in game.features.split(low == high).items():
        always = constant(name, game.options, game.rules["dealt"][0])
        if always is not None:
            section[always] = False
        assert not section.any(), (name, np.argwhere(section)[:5].tolist())


def test_the_longest_game_fits():
    game = new(rounds=100, max_ticks=12_700)
    position = game.new(seed=1)
    assert position.features()["ticks_left"].tolist() == [127, 0]
    assert position.features()["rounds_left"].tolist() == [99]
    position.states["points"] = 99 * 90
    assert position.features()["points"].tolist() == [[89, 10]] * 2
    assert (position.observation() <= game.features.high).all()


# ---------------------------------------------------------------------------------------- The chair


def turned(position, steps):
    """Return the position with every seat some chairs further on."""
    states, seats = position.states.copy(), position.game.seats
    state = states[0]
    by_seat = ("hand", "hand_count", "pile_count", "side", "side_told", "unseen", "last_choice")
    for name in (*by_seat, "outcome"):
        state[name][:seats] = np.roll(state[name][:seats], steps, axis=0)
    state["points"][:seats] = np.roll(state["points"][:seats], steps)
    held = state["holder"] < seats
    state["holder"][held] = (state["holder"][held] + steps) % seats
    bits = [(1 << seat, 1 << (seat + steps) % seats) for seat in range(seats)]
    seen = state["seen"].astype(int)
    moved = sum(((seen & old) > 0) * new for old, new in bits)
    state["seen"] = np.where(seen == 255, 255, moved)
    return Position(position.game, states)


@pytest.mark.parametrize("options", [GAMES[0], GAMES[1], GAMES[3], GAMES[4]])
def test_every_seat_sees_from_its_own_chair(options, eager):
    game = new(**options)
    for position in eager(game, seed=2):
        for steps in range(1, game.seats):
            other = turned(position, steps)
            for seat in range(game.seats):
                there = other.observation((seat + steps) % game.seats)
                assert (there == position.observation(seat)).all()


# -------------------------------------------------------------------------------------- With search


def sides_told(position, seat=0):
    """Return for each place of the hand which sides are told."""
    return position.features(seat)["hand"].any(axis=(2, 3)).tolist()


@pytest.fixture(scope="module")
def searching():
    """A game in which seat 0 has one card in its pile, and seat 1 waits."""
    game = new(search=True, rounds=2, max_ticks=30)
    data = json.loads(game.new(seed=5).to_json())
    state = data["state"]
    kept, moved = state["piles"][0][:1], state["piles"][0][1:]
    state["piles"] = [kept, moved + state["piles"][1]]
    position = game.from_json(json.dumps(data))
    assert [words.split()[0] for words in position.legal_words()].count("flip") == 3
    return position


def test_a_side_that_was_not_seen_is_not_told(searching):
    position = searching.copy()
    shown = position.features()["side"][0].astype(bool).tolist()
    assert sides_told(position) == shown and np.sum(shown) == 3
    assert position.features()["answers"][~np.array(shown)].sum() == 0
    assert not position.features()["leaves"][~np.array(shown)].any()


def test_what_was_seen_is_told_until_the_next_deal(searching):
    position = searching.copy()
    before = position.features()
    first = int(position.states["hand"][0, 0, 0])
    position.play("flip 1", "wait")
    flipped = position.features()
    assert sides_told(position)[0] == [True, True]
    assert flipped["side"][0, 0].tolist() == before["side"][0, 0][::-1].tolist()
    assert flipped["unseen"].tolist() == before["unseen"].tolist()
    position.play("swap 1", "wait")
    assert position.features()["cards"][0, first] == 4  # under the pile, so its top and only card
    assert np.sum(sides_told(position)[0]) == 1  # of the card that has come
    position.play("swap 1", "wait")
    assert position.states["hand"][0, 0, 0] == first and sides_told(position)[0] == [True, True]
    again = position.features()
    assert again["hand"][0].tolist() == flipped["hand"][0].tolist()
    assert again["side"][0, 0].sum() == 1
    position.play("flip 1", "wait")
    assert position.features()["hand"][0].tolist() == flipped["hand"][0].tolist()
    while position.states["rounds"] == 1:
        position.play("wait")
    for seat in range(2):
        dealt = position.features(seat)
        assert sides_told(position, seat) == dealt["side"][0].astype(bool).tolist()
        assert (dealt["cards"][0] > 0).sum() == 3 and not dealt["cards"][1].any()


def test_a_face_that_lay_open_is_told_when_it_comes_to_hand(eager):
    game, seen = new(search=True, num_players=4), 0
    for seed in range(4):
        for position in eager(game, seed):
            state = position.states[0]
            for at, card in enumerate(state["hand"][0, : state["hand_count"][0]]):
                by_all = state["seen"][:, card] == 255
                if by_all.any():
                    seen += 1
                    assert np.array(sides_told(position)[at])[by_all].all()
    assert seen > 20
