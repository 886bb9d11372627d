"""VM-12: of all worlds that a seat may be in, each is imagined as often as it is likely.

The worlds are found by trying all, in words, with small decks.
"""

import itertools
import json
import random
from math import prod

import numpy as np
import pytest
from scipy.special import chdtrc

from jivezoo.envs.batch import imagine_games
from jivezoo.envs.position import Position

DRAWS = 20_000
VIEWS = 6  # positions of each game, and a seat each
FEW, MOST_WORLDS = 5, 1_000
MOST_HIDDEN = 6  # cards
IMPOSSIBLE = 1e-5  # of a chi-square; the seeds are fixed

# options, and how many random cards of the box there are, of which each seat gets so many
GAMES = {
    "two": (9, 4, {}),
    "two, slow": (9, 4, {"reaction": (2, 3)}),
    "two, cards in the box": (10, 4, {}),
    "three, one card": (7, 1, {"num_players": 3}),
    "four, cards in the box": (11, 2, {"num_players": 4}),
    "search": (8, 3, {"search": True}),
    "three, search": (7, 1, {"num_players": 3, "search": True}),
}


@pytest.fixture(scope="module")
def make(few):
    """Return the game of a name in GAMES."""

    def make(name):
        cards, dealt, options = GAMES[name]
        return few(cards, dealt, rounds=3, max_ticks=20, **options)

    return make


def told_by(position):
    return position.game.state_to_dict(position.game, position.states)


def world(told):
    """Return what is hidden of a table, as a key."""
    return json.dumps([told.get(key) for key in ("hands", "piles", "side", "asked", "choices")])


class Worlds:
    """All worlds that agree with what a seat knows, found by trying all."""

    def __init__(self, position, seat):
        game, self.seat, self.told = position.game, seat, told_by(position)
        self.seats, self.search = range(game.seats), game.options.search
        self.acts = [1 / mean for mean in np.broadcast_to(game.options.reaction, game.seats)]
        self.faces = [[*map(game.components.letters, card)] for card in game.components.cards]
        top = self.faces[self.told["voodoo_pile"][0]]["FB".index(self.told["top_side"])]
        self.ingredient, self.colour = top.index("."), ({*"rygbp"} - {*top}).pop()
        seen = self.told["seen"][seat] + self.told["seen_by_all"]
        self.hidden = sorted({*range(len(self.faces))} - {int(face[:-1]) for face in seen})
        self.places = [
            (key, holder, at)
            for key in ("hands", "piles")
            for holder in self.seats
            for at, card in enumerate(self.told[key][holder])
            if card in self.hidden
        ]

    def fits(self, card, side):
        face = self.faces[card][side]
        lacks_the_same = face[self.ingredient] == "." and self.colour not in face
        return face[self.ingredient] == self.colour or lacks_the_same

    def fits_any(self, cards):
        return any(self.fits(card, side) for card in cards for side in range(2))

    def can_act(self, table, seat):
        fits = self.fits_any(table["hands"][seat])
        return bool(self.search or table["piles"][seat] or fits)

    def deals(self):
        """Yield the tables, each once or more, that dealing the hidden cards can bring."""
        for cards in itertools.permutations(self.hidden, len(self.places)):
            table = self.told | {
                key: [list(cards) for cards in self.told[key]] for key in ("hands", "piles")
            }
            for (key, holder, at), card in zip(self.places, cards, strict=True):
                table[key][holder][at] = card
            yield table

    def is_stalemate(self, table):
        return not self.fits_any(sum(table["hands"] + table["piles"], []))

    def can_be(self, table):
        return not self.is_stalemate(table) and self.can_act(table, self.told["seat"])

    def sides(self, table):
        """Yield a table with all sides that may show to the others, and how likely that is."""
        if not self.search:
            yield table, 1
            return
        free = [
            (rival, at)
            for rival in self.seats
            for at in range(len(table["hands"][rival]))
            if rival != self.seat and table["side_told"][rival][at] == "no"
        ]
        for sides in itertools.product("FB", repeat=len(free)):
            side = [list(shown) for shown in table["side"]]
            for (rival, at), shown in zip(free, sides, strict=True):
                side[rival][at] = shown
            yield table | {"side": side}, 2 ** -len(free)

    def choices(self, table, seat):
        words = ["wait"]
        for at, card in enumerate(table["hands"][seat]):
            for side, name in enumerate("FB"):
                shows = not self.search or table["side"][seat][at] == name
                words += [f"play {at + 1}{name}"] * (shows and self.fits(card, side))
            words += [f"swap {at + 1}"] * bool(table["piles"][seat])
            words += [f"flip {at + 1}"] * self.search
        return words

    def ticks(self, table):
        """Yield who may be asked and what they may have chosen, and how likely that is."""
        to_act, options = self.told["seat"], []
        for rival in self.seats:
            if rival in (self.seat, to_act):
                options.append([(rival in table["asked"], self.told["choices"][rival], 1)])
                continue
            asked = self.acts[rival] * self.can_act(table, rival)
            words = self.choices(table, rival) if rival < to_act else [None]
            options.append([(True, word, asked / len(words)) for word in words])
            options[-1].append((False, None, 1 - asked))
        for chosen in itertools.product(*options):
            asked = [seat for seat in self.seats if chosen[seat][0]]
            choices = [words for _, words, _ in chosen]
            yield table | {"asked": asked, "choices": choices}, prod(p for _, _, p in chosen)

    def likelihoods(self):
        """Return how likely each world is, by its key."""
        found, possible = {}, [table for table in self.deals() if self.can_be(table)]
        for table in possible:
            for sided, p in self.sides(table):
                for whole, q in self.ticks(sided):
                    if p * q:
                        key = world(whole)
                        found[key] = found.get(key, 0) + p * q / len(possible)
        return found


def views(game, walks, is_wanted):
    """Return some wanted positions, with the worlds that a seat may be in."""
    found = []
    for seed in range(20):
        for number, position in enumerate(walks.game(game, seed)):
            seat = (number + seed) % game.seats
            if not position.is_over:
                worlds = Worlds(position, seat)
                if 1 < len(worlds.hidden) <= MOST_HIDDEN and is_wanted(worlds):
                    found.append((position.copy(), worlds))
    return random.Random(1).sample(found, min(len(found), 4 * VIEWS))


def imagined_worlds(position, seat, seed):
    """Return how often each world is imagined, by its key."""
    states = np.repeat(position.states, DRAWS)
    seeds = np.random.PCG64(seed).random_raw(DRAWS)
    imagine_games(position.game.rules, states, np.full(DRAWS, seat), seeds)
    cards = int(position.game.rules["cards"][0])
    hidden = [states["holder"][:, :cards], states["place"][:, :cards]]
    hidden += [states[name].reshape(DRAWS, -1) for name in ("side", "asked", "choice")]
    keys = [row.tobytes() for row in np.concatenate(hidden, axis=1)]
    counts = dict.fromkeys(keys, 0)
    for key in keys:
        counts[key] += 1
    first = {key: i for i, key in reversed([*enumerate(keys)])}
    return {
        world(told_by(Position(position.game, states[first[key] : first[key] + 1]))): count
        for key, count in counts.items()
    }


def compare(position, worlds, seed):
    """Compare by chi-square; return whether there were few enough worlds to do so."""
    expected = worlds.likelihoods()
    assert world(told_by(position)) in expected
    if not FEW < len(expected) < MOST_WORLDS or DRAWS * min(expected.values()) < 5:
        return False
    found = imagined_worlds(position, worlds.seat, seed)
    assert found.keys() <= expected.keys()
    misses = ((found.get(key, 0) - DRAWS * p) ** 2 / (DRAWS * p) for key, p in expected.items())
    assert chdtrc(len(expected) - 1, sum(misses)) > IMPOSSIBLE
    return True


def compare_some(game, walks, is_wanted=lambda worlds: True):
    compared = 0
    for seed, (position, worlds) in enumerate(views(game, walks, is_wanted)):
        compared += compare(position, worlds, seed)
        if compared == VIEWS:
            return
    raise AssertionError(f"only {compared} positions have as few worlds as wanted")


@pytest.mark.parametrize("name", GAMES)
def test_each_world_is_imagined_as_often_as_it_is_likely(name, make, walks):
    compare_some(make(name), walks)


@pytest.mark.parametrize("name", ["two, cards in the box", "three, search"])
def test_no_stalemate_is_imagined(name, make, walks):
    """VM-9: positions in which the seat to act has something to do even in a stalemate."""

    def has_stalemates(worlds):
        return any(
            worlds.is_stalemate(table) and worlds.can_act(table, worlds.told["seat"])
            for table in worlds.deals()
        )

    compare_some(make(name), walks, has_stalemates)


@pytest.mark.parametrize("name", ["three, one card", "four, cards in the box"])
def test_the_seat_to_act_is_imagined_with_something_to_do(name, make, walks):
    """VM-19: positions in which it might have nothing to do but for being asked."""

    def has_nothing_to_do(worlds):
        return not all(worlds.can_act(table, worlds.told["seat"]) for table in worlds.deals())

    compare_some(make(name), walks, has_nothing_to_do)


def test_what_was_told_and_chosen_with_search_stays(make, walks):
    """VM-21: positions in which a fizzled play has told which side shows to a rival."""

    def has_told(worlds):
        told = worlds.told["side_told"]
        return any("yes" in told[rival] for rival in worlds.seats if rival != worlds.seat)

    compare_some(make("search"), walks, has_told)
