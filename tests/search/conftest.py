"""A game of one choice, written on the contract: two seats choose together, a matrix pays.

What the best mixtures are is known, so that a search can be held to them.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from jivezoo.envs.contract import COMMON, RUNNING, TERMINATED, implement
from jivezoo.envs.game import ActionTable, Feature, FeatureTable, Game
from jivezoo.envs.kernel import as_states, kernel, new_states
from jivezoo.envs.randomness import draw_below

CHOICES = 3
NO_CHOICE = -1
RULES = np.dtype([("seats", np.int8), ("pays", np.float64, (CHOICES, CHOICES))])
STATE = np.dtype(
    [
        *COMMON,
        ("asked", np.int8, 2),
        ("revealed", np.int32),
        ("choice", np.int8, 2),
        ("matrix_game", np.int8),  # no other game has a field of this name
    ]
)


@kernel
def deal(r: Any, s: Any) -> None:
    s.status, s.seat = RUNNING, 0
    for seat in range(2):
        s.asked[seat], s.choice[seat] = 1, NO_CHOICE


@kernel
def legal(r: Any, s: Any, mask: np.ndarray) -> None:
    for choice in range(CHOICES):
        mask[choice] = s.status == RUNNING
    mask[CHOICES] = 0


@kernel
def apply(r: Any, s: Any, action: int) -> None:
    s.choice[s.seat] = action
    if s.seat == 1:
        s.status, s.revealed = TERMINATED, 1
        s.asked[0], s.asked[1] = 0, 0
    s.seat = 1


@kernel
def observe(r: Any, s: Any, seat: int, out: np.ndarray) -> None:
    for chair in range(2):
        other = seat if chair == 0 else 1 - seat
        out[chair] = s.choice[other] if s.revealed else NO_CHOICE


@kernel
def returns(r: Any, s: Any, out: np.ndarray) -> None:
    out[0] = r.pays[s.choice[0], s.choice[1]]
    out[1] = -out[0]


@kernel
def conceal(r: Any, s: Any, seat: int) -> None:
    if seat == 1 and not s.revealed:
        s.choice[0] = draw_below(s, CHOICES)


implement(
    STATE,
    deal=deal,
    legal=legal,
    apply=apply,
    observe=observe,
    returns=returns,
    conceal=conceal,
)


def make(pays):
    """Return the game in which seat 0 gets `pays[its choice][choice of seat 1]` from seat 1."""
    rules = new_states(RULES, 1)
    rules["seats"], rules["pays"] = 2, pays
    return Game(
        name="matrix_game",
        title="Matrix Game",
        version=0,
        options=SimpleNamespace(),
        seats=2,
        rules=as_states(rules),
        state_dtype=STATE,
        components=None,
        actions=ActionTable(["first", "second", "third", "idle"], {}),
        features=FeatureTable([Feature("choices", (2,), NO_CHOICE, CHOICES - 1, "once revealed")]),
        board_text=lambda game, states, seat: "",
        state_to_dict=lambda game, states: {},
        state_from_dict=lambda game, data: new_states(STATE, 1),
        idle_action=CHOICES,
    )


@pytest.fixture(scope="session")
def matrix_game():
    return make
