"""The observation, section by section, against what the position says in words."""

import itertools
from collections import Counter

import numpy as np
import pytest

import jivezoo
from jivezoo.envs.jivecat_lounge.box import PHASES, STATE, TRENDS
from jivezoo.envs.position import Position

GAMES = [
    {},
    {"staff": False, "max_rounds": 200, "target": 100},
    {"num_players": 3, "moves_score": False},
    {"num_players": 4, "staff": True},
    {"num_players": 4, "max_rounds": 9},
    {"num_players": 5},
]
CARDS = [f"{suit}{value}" for suit in "JCVZR" for value in range(1, 10)]
VALUES = range(1, 10)
BOTH = pytest.mark.parametrize("is_rich", [False, True])


def new(**options):
    return jivezoo.game("jivecat_lounge", **options)


def state_of(position):
    return position.game.state_to_dict(position.game, position.states)


# ------------------------------------------------------------------------ What is on the table


class Board:
    """The contacts of a game by their names."""

    def __init__(self, game):
        box = game.components
        self.contacts = {c.name: c for c in box.contacts(game.seats)}
        self.names = list(self.contacts)
        self.links = {n: {o for o in box.neighbours[n] if o in self.contacts} for n in self.names}
        self.portals = [set(touching) for touching in box.portals]
        self.starters = set(box.starters)

    def number(self, name):
        return self.contacts[name].number

    def linked_groups(self, chips):
        """Yield chips that are linked with one another."""
        left = set(chips)
        while left:
            group, fresh = set(), {left.pop()}
            while fresh:
                group |= fresh
                fresh = {n for name in fresh for n in self.links[name] & set(chips)} - group
            left -= group
            yield group

    def met(self, chips):
        """Return the Trends whose requirements some chips meet: Appendix IV of the rulebook."""
        numbers = Counter(map(self.number, chips))
        lounges = Counter(name[0] for name in chips)
        parties = {name[0] for name in chips if self.contacts[name].in_party}
        drinks = Counter(self.contacts[name].drink for name in chips)
        groups = [{name[0] for name in group} for group in self.linked_groups(chips)]
        return {
            "connected": any(len(group) >= 3 for group in groups),
            "sheep": any(numbers[n] >= 3 for n in range(2, 11)),
            "aztec": lounges["C"] >= 5,
            "pele": lounges["L"] >= 5,
            "dawg": lounges["N"] >= 5,
            "kahuna": lounges["T"] >= 5,
            "crowd": len(parties) == 4,
            "mobile": numbers[10] >= 2,
            "priest": all(portal & set(chips) for portal in self.portals),
            "wallflower": len(self.starters & set(chips)) >= 5,
            "friends": all(lounges[letter] >= 2 for letter in "CLTN"),
            "bayou": drinks["B"] >= 2,
            "mellow": drinks["Y"] >= 2,
            "pink": drinks["P"] >= 2,
            "odd": all(numbers[n] for n in (3, 5, 7, 9)),
            "even": all(numbers[n] for n in (2, 4, 6, 8)),
        }


class View:
    """What a seat can read off the words of a position, in plain Python."""

    def __init__(self, position, seat, board):
        self.game, self.seat, self.board = position.game, seat, board
        self.state = state_of(position)
        seats = self.game.seats
        self.chairs = [(seat + chair) % seats for chair in range(seats)]
        self.turn, self.chain = self.state["turn"], self.state["chain"]

    def by_chair(self, key):
        return [self.state[key][chair] for chair in self.chairs]

    def one(self, listed, found):
        """Return 1 for the words of a list that are found."""
        return [int(word in found) for word in listed]

    def chips(self):
        groups = self.by_chair("chips") + [self.state["staff"]] * self.game.options.staff
        return [self.one(self.board.names, group) for group in groups]

    def reach(self):
        """Return for each contact how a chip comes there: JL-13, JL-19; 0 where one is."""
        own, board = set(self.state["chips"][self.seat]), self.board
        taken = set(self.state["staff"]).union(*self.state["chips"])
        touching = set().union(*board.portals)
        for name in board.names:
            by_portal = bool(own & touching) and name in touching
            plain = bool(board.links[name] & own)
            yield 0 if name in taken else 1 if plain else 2 if by_portal else 3

    def pays(self):
        found = Counter()
        for skulls, card in zip((1, 2, 3), self.state["skull_line"], strict=True):
            if card != "-":
                number, lounges = int(card.rstrip("CLTN")), card.lstrip("0123456789")
                found.update(
                    {
                        n: skulls
                        for n, contact in self.board.contacts.items()
                        if contact.number == number and n[0] in lounges
                    }
                )
        return [found[name] for name in self.board.names]

    def sources(self):
        """Yield the value and the cost of each card and Zombie that a sum can take: JL-9, JL-10."""
        rivals = [r for s, r in enumerate(self.state["radas"]) if s != self.seat]
        for card in self.state["hands"][self.seat]:
            yield int(card[1]), rivals.count(int(card[1]))
        for zombie, used in self.state["zombies"][self.seat]:
            if not used:
                yield int(zombie[1]), 1 + rivals.count(int(zombie[1]))
        for zombie, _ in self.turn["borrowed"]:
            yield int(zombie[1]), rivals.count(int(zombie[1]))

    def makes(self):
        if self.state["over"] or self.seat != self.state["active"]:
            return [0] * 9
        totals = {(0, 0)}
        for value, cost in self.sources():
            totals |= {(t + sign * value, c + cost) for t, c in totals for sign in (1, -1)}
        skulls = self.state["skulls"][self.seat]
        made = {total for total, cost in totals if cost <= skulls}
        return self.one(range(2, 11), made)

    def zombies(self, chair, wanted=(True, False)):
        found = [word for word, used in self.state["zombies"][chair] if used in wanted]
        return [found.count(f"Z{value}") for value in VALUES]

    def unseen(self):
        hidden = Counter(self.state["deck"])
        for chair in self.chairs[1:]:
            hidden.update(self.state["hands"][chair])
        return [hidden[card] for card in CARDS]

    def sections(self):
        return (
            self.board_sections()
            | self.card_sections()
            | self.trend_sections()
            | self.standing_sections()
            | self.chain_sections()
        )

    def board_sections(self):
        return {"chips": self.chips(), "reach": list(self.reach()), "pays": self.pays()}

    def card_sections(self):
        state = self.state
        borrowed = [[*map(str, loan)] for loan in self.turn["borrowed"]]
        return {
            "hand": [state["hands"][self.seat].count(card) for card in CARDS],
            "makes": self.makes(),
            "discards": [state["discards"].count(card) for card in CARDS],
            "unseen": self.unseen(),
            "in_deck": [len(state["deck"])],
            "in_hand": [*map(len, self.by_chair("hands"))],
            "zombies": [self.zombies(chair) for chair in self.chairs],
            "zombies_used": [self.zombies(chair, (True,)) for chair in self.chairs],
            "borrowed": [
                [borrowed.count([f"Z{value}", f"{chair}"]) for value in VALUES]
                for chair in self.chairs
            ],
            "rada": [self.one(VALUES, {rada}) for rada in self.by_chair("radas")],
        }

    def trend_sections(self):
        state, kinds = self.state, list(self.game.components.skulls)
        met = [self.board.met(chips) for chips in self.by_chair("chips")]
        return {
            "owns": [self.one(TRENDS, trends) for trends in self.by_chair("trends")],
            "meets": [[int(each[trend]) for trend in TRENDS] for each in met],
            "used": self.one(TRENDS, self.turn["used"]),
            "trend_line": [self.one(TRENDS, {card}) for card in state["trend_line"]],
            "trends_left": self.one(TRENDS, state["trend_deck"]),
            "skull_line": [self.one(kinds, {card}) for card in state["skull_line"]],
            "skulls_left": [state["skull_deck"].count(kind) for kind in kinds],
        }

    def standing_sections(self):
        state, options = self.state, self.game.options
        points = self.by_chair("points")
        chips = self.game.components.supply["chips"]
        return {
            "skulls": self.by_chair("skulls"),
            "bank": [state["bank"]],
            "points": [divmod(each, 100) for each in points],
            "points_left": [max(0, options.target - each) for each in points],
            "chips_left": [chips - len(each) for each in self.by_chair("chips")],
            "rounds_left": divmod(options.max_rounds - state["round"], 100),
            "turns_left": [self.game.seats - 1 - state["active"]],
            "turn": self.one(self.chairs, {state["active"]}),
            "seat": self.one(range(self.game.seats), {self.seat}),
        }

    def chain_sections(self):
        chain, turn = self.chain, self.turn
        flags = [turn[key] for key in ("portal", "friends", "crowd", "ended")]
        is_sum = chain["phase"] == "add"
        flipped = int(chain["flipped"][1]) if chain["flipped"] else 0
        return {
            "phase": self.one(PHASES, {chain["phase"]}),
            "aim": self.one(self.board.names, {chain["aim"]}),
            "missing": [self.board.number(chain["aim"]) - chain["total"] if is_sum else 0],
            "power": self.one(TRENDS, {chain["power"]}),
            "lender": self.one(self.chairs, {chain["lender"]}),
            "removals": [chain["removals"]],
            "cats_removed": [chain["jivecats_removed"]],
            "flags": [int(flag) for flag in (*flags, chain["spell"])],
            "staff_number": [10 if flipped == 1 else flipped],
        }


@BOTH
@pytest.mark.parametrize("options", GAMES)
def test_what_is_told_is_what_the_position_says(options, is_rich, rich):
    game, phases = new(**options), set()
    board = Board(game)
    for moves, position in enumerate(rich.walk(game, seed=3, rich=is_rich)):
        phases.add(PHASES[position.states["phase"][0]])
        for seat in range(game.seats):
            observation = position.observation(seat)
            assert (game.features.low <= observation).all()
            assert (observation <= game.features.high).all()
            if moves % game.seats not in (0, seat) and not position.is_over:
                continue
            expected = View(position, seat, board).sections()
            assert [*expected] == [feature.name for feature in game.features]
            for name, section in position.features(seat).items():
                assert section.tolist() == np.asarray(expected[name]).tolist(), (name, seat)
    assert {"start", "act", "add", "discard", "from", "onto", "spell chip"} <= phases


@pytest.mark.slow
@pytest.mark.parametrize("options", GAMES)
def test_what_is_told_is_so_in_many_games(options, rich, soak):
    game, phases = new(**options), set()
    board = Board(game)
    for seed in range(10 if soak == "small" else 200):
        for position in rich.walk(game, seed, rich=seed % 3 > 0):
            phases.add(PHASES[position.states["phase"][0]])
            expected = View(position, position.seat, board).sections()
            for name, section in position.features().items():
                assert section.tolist() == np.asarray(expected[name]).tolist(), (name, seed)
    assert soak == "small" or phases >= set(PHASES) - {"staff place", "staff five"}


# ---------------------------------------------------------------------------------------- The table

CHOICES = [
    {"num_players": seats, "staff": staff}
    for seats in (2, 3, 4, 5)
    for staff in (False, True)
    if seats < 5 or not staff
]


@pytest.mark.parametrize("options", CHOICES)
def test_the_sections_fill_the_observation(options):
    features = new(**options).features
    seats, staff = options["num_players"], int(options["staff"])
    contacts = 48 if seats < 4 else 56
    size = (seats + staff + 2) * contacts  # the board
    size += 3 * 45 + 9 + 1 + seats + 9 * 4 * seats  # the cards
    size += 16 * (2 * seats + 5) + 16 * 4  # the Trends and Skull cards
    size += 5 * seats + 1 + 2 + 1 + 2 * seats  # the standing
    size += 18 + contacts + 1 + 16 + seats + 2 + 5 + 1  # the chain
    assert features.size == size == sum(feature.size for feature in features) < 1_500
    ends = [features.slices[feature.name] for feature in features]
    assert ends[0].start == 0 and ends[-1].stop == size
    assert all(one.stop == other.start for one, other in itertools.pairwise(ends))


def test_the_largest_numbers_fit(tmp_path):
    path = tmp_path / "rich.toml"
    path.write_text("[supply]\nchips = 30\nskulls = 120\nstart = 0\n")
    game = new(target=100, max_rounds=12_700, components=path)
    position = game.new(seed=1)
    position.states["scores"][0, :2] = 127, 0
    position.states["skulls"][0, 1], position.states["bank"] = 120, 0
    told = position.features(0)
    assert told["rounds_left"].tolist() == [127, 0] and told["chips_left"].tolist() == [30, 30]
    assert told["points"].tolist() == [[1, 27], [0, 0]] and told["points_left"].tolist() == [0, 100]
    assert told["skulls"].tolist() == [0, 120] and told["bank"].tolist() == [0]
    position.states["bank"] = 120
    assert position.features(1)["bank"].tolist() == [120]
    assert (position.observation() <= game.features.high).all()


# ---------------------------------------------------------------------------------------- The chair

BY_SEAT = ("meets", "hand", "hand_count", "zombie", "zombie_used", "rada", "skulls", "scores")
SEATS_TOLD = ("seat", "active", "lender", "owner", "borrowed_from")


def turned(position, steps):
    """Return the position with every seat some chairs further on."""
    states, seats = position.states.copy(), position.game.seats
    state = states[0]
    for name in (*BY_SEAT, "won", "chips"):
        state[name][:seats] = np.roll(state[name][:seats], steps, axis=0)
    for name in SEATS_TOLD:
        told = np.asarray(state[name])
        state[name] = np.where(told < 0, told, (told + steps) % seats)
    return Position(position.game, states)


@BOTH
@pytest.mark.parametrize("options", [GAMES[0], GAMES[2], GAMES[3], GAMES[5]])
def test_every_seat_sees_from_its_own_chair(options, is_rich, rich):
    game = new(**options)
    fixed = [game.features.slices[name] for name in ("turns_left", "seat")]  # for seat 0 is first
    for position in rich.walk(game, seed=2, rich=is_rich):
        for steps in range(1, game.seats):
            other = turned(position, steps)
            for seat in range(game.seats):
                here = position.observation(seat)
                there = other.observation((seat + steps) % game.seats)
                for section in fixed:
                    here[section] = there[section]
                assert (there == here).all(), (seat, steps)


# ------------------------------------------------------------------------------ Nothing is left out

# What cannot differ alone: it follows from other entries, from what was hidden or from the phase.
FOLLOWS = {
    "seat",  # by the scores, if it is not whose turn it is
    "status",
    "won",
    "taken",
    "near",
    "tax",
    "meets",
    "hand_count",
    "deck_count",
    "skull_count",
    "trend_count",
    "skull_discards",  # what lies neither in the line nor in the deck
    "deck",
    "skull_deck",
    "trend_deck",
}
HIDDEN = {"random"}


def others(game, state):
    """Yield the name of a field and how it is changed: [(index, value)], alone or by exchange."""
    seats, contacts = game.seats, int(game.rules["contacts"][0])
    for seat in [*range(seats), 5][: seats + game.options.staff]:
        at = 5 if seat == seats else seat
        for contact in (0, contacts - 1):
            yield "chips", at, int(state["chips"][at]) ^ (1 << contact)
    for seat in range(seats):
        yield "skulls", seat, (state["skulls"][seat] + 1) % 20
        yield "scores", seat, (state["scores"][seat] + 1) % 100
        yield "scores", seat, state["scores"][seat] + 100
        yield "rada", seat, (state["rada"][seat] + 1) % 10
        yield "zombie", (seat, 0), 9 - state["zombie"][seat, 0]
        if state["zombie"][seat, 0]:
            yield "zombie_used", (seat, 0), 1 - state["zombie_used"][seat, 0]
    for trend in range(16):
        yield "owner", trend, (state["owner"][trend] + 2) % (seats + 1) - 1
        yield "used", (), int(state["used"]) ^ (1 << trend)
    for place in range(3):
        yield "skull_line", place, (state["skull_line"][place] + 2) % 17 - 1
        yield "trend_line", place, (state["trend_line"][place] + 2) % 17 - 1
    for kind in (0, 44):
        yield "discards", kind, state["discards"][kind] + 1
    for name in ("portal_open", "friends_open", "crowd", "ended", "spell"):
        yield name, (), 1 - state[name]
    yield "borrowed", (), (state["borrowed"] + 1) % 10
    yield "borrowed_from", (), (state["borrowed_from"] + 1) % seats
    yield "rounds", (), state["rounds"] + 1
    yield "active", (), (state["active"] + 1) % seats
    yield "phase", (), (state["phase"] + 1) % len(PHASES)
    yield "power", (), (state["power"] + 2) % 17 - 1
    yield "lender", (), (state["lender"] + 2) % (seats + 1) - 1
    yield "aim", (), (state["aim"] + 2) % (contacts + 1) - 1
    yield "removals", (), (state["removals"] + 1) % 6
    yield "cats_removed", (), (state["cats_removed"] + 1) % 3
    yield "bank", (), (state["bank"] + 1) % 26
    if PHASES[state["phase"]] == "add":
        yield "total", (), state["total"] + 1
    if game.options.staff:
        yield "flipped", (), (state["flipped"] + 2) % 46 - 1


@pytest.mark.parametrize("options", [GAMES[0], GAMES[3], GAMES[5]])
def test_whatever_lies_open_and_differs_is_seen(options, rich):
    game, changed = new(**options), set()
    for moves, walked in enumerate(rich.walk(game, seed=5)):
        if moves % 7:
            continue
        position = walked.copy()
        position.states["borrowed"], position.states["borrowed_from"] = 4, 1
        for name, index, value in others(game, position.states[0]):
            other = position.copy()
            other.states[name][(0, *np.atleast_1d(index).astype(int))] = value
            changed.add(name)
            for seat in range(game.seats):
                same = (other.observation(seat) == position.observation(seat)).all()
                assert not same, (name, index, value, seat)
    staff = set() if game.options.staff else {"flipped"}
    told = set(STATE.names) - FOLLOWS - HIDDEN - staff - {"hand"}
    assert changed == told


def test_a_seat_sees_its_own_cards_and_how_many_others_have(rich):
    game = new(num_players=3)
    for position in rich.walk(game, seed=6):
        for seat in range(3):
            cards = position.states["hand"][0, seat]
            for at in range(int(position.states["hand_count"][0, seat])):
                other = position.copy()
                other.states["hand"][0, seat, at] = (cards[at] + 1) % 45
                assert (other.observation(seat) != position.observation(seat)).any()
            other = position.copy()
            if other.states["hand_count"][0, seat]:
                other.states["hand_count"][0, seat] -= 1
                for chair in range(3):
                    assert (other.observation(chair) != position.observation(chair)).any()
