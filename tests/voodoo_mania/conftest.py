"""What the tests of Voodoo Mania share: twins that are fed with the luck of the compiled game."""

from types import SimpleNamespace

import numpy as np
import pytest

from jivezoo.envs.kernel import new_states
from jivezoo.envs.randomness import draw_below, seed_generator, shuffle
from jivezoo.envs.voodoo_mania.box import BOX


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
    return load_twin("voodoo_mania").Twin(
        Chance(game, seed),
        seats=game.seats,
        rounds=options.rounds,
        deck=options.deck,
        reaction=np.broadcast_to(options.reaction, game.seats).tolist(),
        search=options.search,
        max_ticks=options.max_ticks,
    )


def faces_seen(state, seat):
    """Return (card, side) of the faces that a seat has seen, but for those of cards in the box."""
    seen = ((state["seen"] >> seat) & 1) * (state["holder"] != BOX)
    return [tuple(face) for face in np.argwhere(seen.T).tolist()]


def told_by(game, position):
    """Return what a position holds as the twin tells it."""
    told = game.state_to_dict(game, position.states)
    seats, state = range(game.seats), position.states[0]
    sides = told.get("side", [[None] * len(hand) for hand in told["hands"]])
    return {
        **{key: told[key] for key in ("round", "ticks", "seat", "asked", "piles", "points")},
        "stalemates": told["stalemates"],
        "choices": {s: told["choices"][s] for s in seats if told["choices"][s] is not None},
        "hands": [
            [
                [card, None if side is None else "FB".index(side)]
                for card, side in zip(*both, strict=True)
            ]
            for both in zip(told["hands"], sides, strict=True)
        ],
        "voodoo": told["voodoo_pile"],
        "top_side": "FB".index(told["top_side"]),
        "seen": [faces_seen(state, s) for s in seats],
        "last": {
            s: [told["last"][s][0], told["last"][s][1] != "fizzled"]
            for s in seats
            if told["last"][s] is not None
        },
        "ending": {"not ended": None, "out of cards": "out", "tick cap": "cap"}.get(
            told["ending"], told["ending"]
        ),
        "winners": told["winners"],
    }


@pytest.fixture(scope="session")
def twins(load_twin):
    return SimpleNamespace(of=lambda game, seed: twin_of(load_twin, game, seed), told_by=told_by)
