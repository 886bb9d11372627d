"""What the tests of Swinging Jivecat Voodoo Lounge share.

Twins that are fed with the luck of the compiled game, and positions laid by hand.
"""

import json
import random
from types import SimpleNamespace

import pytest

import jivezoo
from jivezoo.envs.jivecat_lounge.box import ACT, LINE, NO_TREND, STAFF, START, SUITS, TRENDS
from jivezoo.envs.jivecat_lounge.chips import set_chips
from jivezoo.envs.jivecat_lounge.notation import trend_words


def hand_out(position, rng):
    """Give all Trends, and some Skulls, to seats, so that powers are used that games seldom see."""
    state, seats = position.states[0], position.game.seats
    state["trend_count"], state["trend_deck"], state["trend_line"] = 0, 0, -1
    for trend in range(len(TRENDS)):
        state["owner"][trend] = rng.randrange(seats)
    for seat in range(seats):
        state["skulls"][seat] = rng.randrange(6)
    state["bank"] = int(position.game.rules["skull_tokens"][0]) - state["skulls"].sum()


def walk_richly(game, seed, word):
    """Yield the positions of a random game in which all Trends are claimed in the second round."""
    rng = random.Random(seed)
    position, is_rich = game.new(seed=seed), False
    while True:
        state = position.states[0]
        if not is_rich and state["rounds"] == 2 and state["phase"] == ACT and not state["used"]:
            other = position.copy()
            hand_out(other, rng)
            if len(other.legal_words()) > 1:  # JL-43
                position, is_rich = other, True
        yield position
        if position.is_over:
            return
        position.play(word(rng, position.legal_words()))


@pytest.fixture(scope="session")
def rich(walks):
    """How to walk through a random game: `walk(game, seed, rich)`, rich ones with many powers."""
    return SimpleNamespace(
        walk=lambda game, seed, rich=True: (
            walk_richly(game, seed, walks.word) if rich else walks.game(game, seed)
        )
    )


# What lies on crowded tables:
ZOMBIE_KINDS = range(9 * SUITS.index("Z"), 9 * SUITS.index("Z") + 9)


def take_from_deck(rng, state, kinds):
    """Take a card of one of some kinds out of the deck, and return its kind, or None."""
    places = [at for at in range(state["deck_count"]) if state["deck"][at] in kinds]
    if not places:
        return None
    at, last = rng.choice(places), state["deck_count"] - 1
    kind = int(state["deck"][at])
    state["deck"][at:last] = state["deck"][at + 1 : last + 1]
    state["deck"][last] = 0
    state["deck_count"] = last
    return kind


def lay_zombies(rng, state, seats, kinds_laid):
    for seat in rng.sample(range(seats), seats):
        kinds = [take_from_deck(rng, state, kinds_laid) for _ in range(rng.randrange(3))]
        values = sorted(kind % 9 + 1 for kind in kinds if kind is not None)
        state["zombie"][seat, : len(values)] = values


def scatter_chips(rng, position):
    """Put many chips of each seat, and few or many of the Staff, anywhere on the board."""
    game, state = position.game, position.states[0]
    most, staff = 13 if game.seats == 2 else 10, rng.choice((4, 14))
    free = list(range(game.rules["contacts"][0]))
    rng.shuffle(free)
    for owner in [*range(game.seats), *[STAFF] * int(game.rules["has_staff"][0])]:
        chips = [free.pop() for _ in range(rng.randint(6, most) if owner != STAFF else staff)]
        set_chips(game.rules[0], state, owner, sum(1 << contact for contact in chips))


def crowded_position(game, seed, zombies=ZOMBIE_KINDS, lent=TRENDS):
    """Return a position in the second round, with many chips, Zombies and most Trends handed out.

    Whoever meets what a Trend requires is likely to have it, so that powers are used.  Only the
    Trends `lent` are likely to be active for rivals of seat 0, whose turn it is.
    """
    rng, position = random.Random(seed), game.new(seed=seed)
    while position.states["phase"][0] == START:
        position.apply(position.legal_actions()[0])
    state = position.states[0]
    state["rounds"] = 2
    scatter_chips(rng, position)
    lay_zombies(rng, state, game.seats, zombies)
    state["skulls"][: game.seats] = [rng.randint(2, 5) for _ in range(game.seats)]
    state["bank"] = game.rules["skull_tokens"][0] - state["skulls"].sum()
    state["trend_count"], state["trend_line"], state["trend_deck"] = 0, NO_TREND, 0
    free = rng.sample(range(len(TRENDS)), rng.randrange(LINE + 1))
    state["trend_line"][: len(free)] = free
    for trend in {*range(len(TRENDS))} - {*free}:
        seats = range(game.seats if TRENDS[trend] in lent else 1)
        fit = [seat for seat in seats if state["meets"][seat] >> trend & 1]
        state["owner"][trend] = rng.choice(fit or seats)
    return position


@pytest.fixture(scope="session")
def crowded():
    """How to lay a table at which much can be done at once."""
    return crowded_position


def twin_of(load_twin, chance, game, seed):
    """Return the twin of the game of a seed."""
    options = game.options
    return load_twin("jivecat_lounge").Twin(
        chance(game, seed),
        seats=game.seats,
        staff=options.staff,
        target=options.target,
        max_rounds=options.max_rounds,
        moves_score=options.moves_score,
    )


def line(cards):
    """Return a line as the twin tells it: None where it is empty."""
    return [None if card == "-" else card for card in cards]


def used_by(told):
    """Return the Trends used; the twin counts Pretty in Pink from its first `use` on."""
    pink = {"pink"} if told["chain"]["phase"] == "pink use" else set()
    return sorted({*told["turn"]["used"], *pink})


def told_by(game, position):
    """Return what a position holds as the twin tells it."""
    told, state = game.state_to_dict(game, position.states), position.states[0]
    turn = told["turn"]
    return {
        **{key: told[key] for key in ("seat", "radas", "skulls", "bank", "deck")},
        **{key: told[key] for key in ("skull_deck", "trend_deck", "winners")},
        "round": max(1, told["round"]),  # the twin counts from the start
        "chips": [sorted(names) for names in told["chips"]],
        "staff_chips": sorted(told["staff"]),
        "hands": [sorted(hand) for hand in told["hands"]],
        "zombies": [[[int(word[1]), used] for word, used in each] for each in told["zombies"]],
        "scores": told["points"],
        "discards": sorted(told["discards"]),
        "skull_line": line(told["skull_line"]),
        "skull_discards": sorted(told["skull_discards"]),
        "trend_line": line(told["trend_line"]),
        "owner": {trend: seat for seat in range(game.seats) for trend in told["trends"][seat]},
        "used": used_by(told),
        "meets": [sorted(trend_words(state["meets"][seat])) for seat in range(game.seats)],
        "portal_open": turn["portal"],
        "friends_open": turn["friends"],
        "borrowed": [[int(word[1]), seat] for word, seat in turn["borrowed"]],
    }


def follow(twin, position):
    """Bring a twin, between whole actions, into a position that was laid by hand."""
    told = told_by(position.game, position)
    for name in ("hands", "zombies", "radas", "skulls", "bank", "scores", "deck", "discards"):
        setattr(twin, name, told[name])
    for name in ("skull_line", "skull_deck", "skull_discards", "trend_line", "trend_deck", "owner"):
        setattr(twin, name, told[name])
    twin.round = told["round"]
    twin.chips, twin.staff_chips = [set(each) for each in told["chips"]], set(told["staff_chips"])
    twin.chance.states["random"] = position.states["random"]


@pytest.fixture(scope="session")
def twins(load_twin, chance):
    return SimpleNamespace(
        of=lambda game, seed: twin_of(load_twin, chance, game, seed), follow=follow, told_by=told_by
    )


# --------------------------------------------------------------------------------------- Positions


def without(words, gone, what):
    """Return words without some of them, each as often as it is told."""
    left = list(words)
    for word in gone:
        assert word in left, f"there is no {word} left for {what}"
        left.remove(word)
    return left


def per_seat(told, seats, blank):
    """Return what is told of the first seats, and a blank for the others."""
    return [*told, *[blank] * (seats - len(told))]


def pile(told, rest):
    """Return a deck, its top last, from words of which the first is drawn first, and what is left.

    `...` stands for all the rest; without it the rest is left.
    """
    words = told.split()
    if "..." not in words:
        return words[::-1], without(rest, words, "a deck")
    words.remove("...")
    return without(rest, words, "a deck") + words[::-1], []


def zombies_of(told):
    """Return Zombies as positions tell them; `Z4!` has been used."""
    return sorted([word[:2], word.endswith("!")] for word in told.split())


class Layouts:
    """Makes positions, mostly between whole actions of seat 0, from what lies on the table.

    All that is not told is filled up, so that no card and no Skull is missing.
    """

    def __init__(self, folder):
        self.folder = folder
        self.games = {}

    def box(self, extra):
        """Return the path of a components file with some more Clique cards than the box has."""
        path = self.folder / f"{extra.replace(' ', '_')}.toml"
        cards = jivezoo.game("jivecat_lounge").components.clique
        more = extra.split()
        lines = ["[clique]"]
        for suit in "JCVZR":
            values = [n for n in range(1, 10) for _ in range(cards[f"{suit}{n}"])]
            values += [int(word[1]) for word in more if word[0] == suit]
            lines.append(f"{suit} = {values}")
        path.write_text("\n".join(lines) + "\n")
        return str(path)

    def game(self, seats, options):
        """Return the game under these options."""
        key = (seats, *sorted(options.items()))
        if key not in self.games:
            self.games[key] = jivezoo.game("jivecat_lounge", num_players=seats, **options)
        return self.games[key]

    def __call__(
        self,
        *chips,
        hands=(),
        zombies=(),
        radas=(),
        skulls=(),
        points=(),
        trends=(),
        bank=None,
        staff=None,
        deck="...",
        discards="",
        skull_line="- - -",
        skull_deck="...",
        trend_line="- - -",
        trend_deck="...",
        active=0,
        round=5,
        used="",
        extra="",
        **options,
    ):
        """Return the position where the seats have `chips`, each told as `"C3 C8"`.

        Told by seat, the first ones at least: `hands` ("J3 C5"), `zombies` ("Z4 Z5!", the second
        one used), `radas` (2, or 0 for none), `skulls` (3 if not told), `points`, `trends` that
        are claimed ("sheep pink").  `bank`: Skulls there, the last seat having the rest.  Decks
        are told from their tops, `...` being all the rest; what is then left over is discarded.
        Lines are told from their tops, `-` for an empty place.  `staff` are chips of the Staff,
        who play only if they are told.  `used` are own Trends used in this turn; `extra`
        are Clique cards beyond those of the box, in which there is one Rada and one Zombie of each
        value.
        """
        if extra:
            options["components"] = self.box(extra)
        game = self.game(len(chips), options | {"staff": staff is not None})
        seats = game.seats
        hands = [hand.split() for hand in per_seat(hands, seats, "")]
        zombies = [zombies_of(told) for told in per_seat(zombies, seats, "")]
        radas = per_seat(radas, seats, 0)
        trends = [each.split() for each in per_seat(trends, seats, "")]
        skulls = per_seat(skulls, seats, 3)
        if bank is not None:
            skulls[-1] = 25 - bank - sum(skulls[:-1])
        position = json.loads(game.new(seed=1).to_json())
        told = position["state"]
        cards = told["deck"] + sum(told["hands"], [])
        table = [word for each in zombies for word, _ in each] + [f"R{n}" for n in radas if n]
        rest = without(cards, sum(hands, table), "hands and table")
        rest = without(rest, discards.split(), "the discards")
        deck, left = pile(deck, sorted(rest))
        lines = {"skull": skull_line.split(), "trend": trend_line.split()}
        for name, told_deck, gone in (
            ("skull", skull_deck, []),
            ("trend", trend_deck, sum(trends, [])),
        ):
            on_line = [word for word in lines[name] if word != "-"]
            rest = without(told[f"{name}_deck"], on_line + gone, f"the {name} deck")
            told[f"{name}_deck"], lines[f"{name} left"] = pile(told_deck, sorted(rest))
            told[f"{name}_line"] = lines[name]
        assert not lines["trend left"], "Trends are never discarded"
        told["turn"]["used"] = used.split()
        told |= {
            "round": round,
            "seat": active,
            "active": active,
            "chips": [each.split() for each in chips],
            "staff": (staff or "").split(),
            "hands": hands,
            "zombies": zombies,
            "radas": radas,
            "skulls": skulls,
            "bank": 25 - sum(skulls),
            "points": per_seat(points, seats, 0),
            "deck": deck,
            "discards": discards.split() + left,
            "skull_discards": lines["skull left"],
            "trends": trends,
            "chain": told["chain"] | {"phase": "act"},
        }
        return game.from_json(json.dumps(position))


@pytest.fixture(scope="session")
def lay(tmp_path_factory):
    return Layouts(tmp_path_factory.mktemp("boxes"))
