"""What the tests of Swinging Jivecat Voodoo Lounge share.

Twins that are fed with the luck of the compiled game, and positions laid by hand.
"""

import random
from types import SimpleNamespace

import numpy as np
import pytest

from jivezoo.envs.jivecat_lounge.box import ACT, TRENDS
from jivezoo.envs.jivecat_lounge.notation import trend_words
from jivezoo.envs.kernel import new_states
from jivezoo.envs.randomness import draw_below, seed_generator, shuffle


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


class Chance:
    """The luck of a compiled game, from a seed on: it draws what that game draws."""

    def __init__(self, game, seed):
        self.states = new_states(game.state_dtype, 1)
        seed_generator(self.states[0], np.uint64(seed))

    def below(self, n):
        return int(draw_below(self.states[0], n))

    def shuffle(self, items):
        order = np.arange(len(items))
        shuffle(self.states[0], order)
        items[:] = [items[i] for i in order]


def twin_of(load_twin, game, seed):
    """Return the twin of the game of a seed."""
    options = game.options
    return load_twin("jivecat_lounge").Twin(
        Chance(game, seed),
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


@pytest.fixture(scope="session")
def twins(load_twin):
    return SimpleNamespace(of=lambda game, seed: twin_of(load_twin, game, seed), told_by=told_by)
