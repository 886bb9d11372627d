"""How far `greedy` is from perfect play, by an exact solver for two seats and few counters.

A cast of the die is a chance node, whoever is asked chooses what is best for it, and since a table
at which all have stayed comes again with one roll less, its value is worked out for every number
of rolls left.  The figures are told in README.md.
"""

from pathlib import Path

import numpy as np
import pytest

from jivezoo.agents import make_agent
from jivezoo.agents.player import Views
from jivezoo.envs.position import Position

README = Path(__file__).parents[2] / "README.md"
MOST_COUNTERS = 8
ROLLS = 60  # left at most: longer games would change no value that is compared here


class Solver:
    """Values for seat 0 in a game of two seats; arrays are over the rolls left, (ROLLS + 1,)."""

    def __init__(self, game):
        self.game = game
        faces = game.components.faces
        self.chances = {face: faces.count(face) / len(faces) for face in sorted(set(faces))}
        self.known = {}

    def table(self, position):
        """Return what is the same whenever the die is about to be cast at this table."""
        states = position.states.copy()
        for field in ("random", "seat", "roll", "rolls"):
            states[field] = 0
        return states.tobytes()

    def standing(self, position):
        """Return the value of a game that is cut off here."""
        rules, state = self.game.rules[0], position.states[0]
        free = np.maximum(rules["floor"] - state["squares"][:2], 0)
        if free[0] == free[1] and rules["rearmost_wins"]:
            return 1.0 if state["token"][0] < state["token"][1] else -1.0
        return float(np.sign(free[1] - free[0]))

    def before_cast(self, position):
        """Return the values of a table at which a cast is due."""
        key = self.table(position)
        if key not in self.known:
            self.known[key] = self.solve(position)
        return self.known[key]

    def solve(self, position):
        offers = []
        for face, chance in self.chances.items():
            first = position.copy().force_die(face)
            second = first.copy().play("stay")
            taken = [self.after(each.copy().play("go")) for each in (first, second)]
            offers.append((chance, position.seat, *taken))
        values = np.empty(ROLLS + 1)
        values[0] = self.standing(position)
        for left in range(ROLLS):
            values[left + 1] = sum(
                chance * best(seat, first[left], best(1 - seat, second[left], values[left]))
                for chance, seat, first, second in offers
            )
        return values

    def after(self, position):
        """Return the values of what follows an action: the end, a question, or another cast."""
        if position.is_over:
            return np.full(ROLLS + 1, float(position.returns()[0]))
        if "go" in position.legal_words():
            return self.before_cast(position)
        return self.of_choices(position)[1]

    def of_choices(self, position):
        """Return the values of each action of an action counter's question, and of the best."""
        values = [self.after(position.copy().apply(each)) for each in position.legal_actions()]
        return values, (np.max if position.seat == 0 else np.min)(values, axis=0)

    def choices(self, position, left):
        """Return the value of each legal action for the seat to act, with some rolls left."""
        if "go" not in position.legal_words():
            values = self.of_choices(position)[0]
        else:
            values = [self.after(position.copy().play("go"))]
            stays = position.copy().play("stay")
            if stays.states["rolls"] > position.states["rolls"]:
                values.append(self.before_cast(stays))
            else:  # the other seat is asked about the same roll
                taken, again = self.after(stays.copy().play("go")), stays.copy().play("stay")
                better = np.minimum if position.seat == 0 else np.maximum
                values.append(better(taken, self.before_cast(again)))
        sign = 1 if position.seat == 0 else -1
        return np.array([sign * value[left] for value in values])


def best(seat, one, other):
    return max(one, other) if seat == 0 else min(one, other)


def counters_ahead(position):
    """Count the counters that may still be landed on."""
    state = position.game.state_to_dict(position.game, position.states)
    return sum(word is not None for word in state["line"][max(min(state["tokens"]), 0) :])


# --------------------------------------------------------------------------- Is the solver right?

TINY = {
    "die": {"faces": [1]},
    "floors": {"squares": 10, "extra": 0},
    "guests": {"number": 0},
    "cliques": {},
    "vips": {"number": 1, "squares": 4},
    "stars": {"number": 0, "squares": 5},
    "band": {"squares": 6},
    "coins": {"number": 0},
}
SMALL = TINY | {
    "die": {"faces": [1, 2, 2]},
    "guests": {"number": 3},
    "cliques": {"amber": [1, 1], "blue": [2]},
    "stars": {"number": 1, "squares": 3},
    "coins": {"number": 2},
}
ACTING = SMALL | {"action_counters": {"flyer": 1, "call": 1, "people": 1}}
LONG = {"max_rolls": 12_700}  # the solver counts the rolls itself


def test_the_solver_waits_where_the_first_to_move_loses(boxes):
    # who takes the only counter too early leaves the Band, and with it the game, to the other;
    # with the last roll it is right: then the counter decides
    game = boxes(TINY, **LONG)
    position, solver = game.new(seed=1), Solver(game)
    wins = 1.0 if position.seat == 0 else -1.0
    assert solver.before_cast(position).tolist() == [0.0] + [wins] * ROLLS
    assert solver.choices(position, 5).tolist() == [-1.0, 1.0]  # go, stay
    assert solver.choices(position, 0).tolist() == [1.0, -1.0]
    assert solver.choices(position.play("go"), 5).tolist() == [1.0, -1.0]


def exhaustively_before_cast(position):
    """Return the value for seat 0 by trying everything, whatever the die shows now."""
    faces = position.game.components.faces
    values = {face: exhaustively(position.copy().force_die(face)) for face in set(faces)}
    return sum(values[face] for face in faces) / len(faces)


def exhaustively(position):
    """Return the value for seat 0 by trying everything, with the roll that lies on the table."""
    if position.is_over:
        return float(position.returns()[0])
    values = []
    for action in position.legal_actions():
        after = position.copy().apply(action)
        is_cast = not after.is_over and after.states["rolls"] > position.states["rolls"]
        values.append(exhaustively_before_cast(after) if is_cast else exhaustively(after))
    return max(values) if position.seat == 0 else min(values)


@pytest.mark.parametrize("contents", [SMALL, ACTING], ids=["small", "acting"])
@pytest.mark.parametrize("ties", ["shared", "rearmost"])
def test_the_solver_finds_what_trying_everything_finds(contents, ties, boxes):
    acting = {"action_counters": contents is ACTING}
    solver = Solver(boxes(contents, ties=ties, **acting, **LONG))
    cut = boxes(contents, ties=ties, max_rolls=3, **acting)
    for seed in (1, 2, 3):
        expected = exhaustively_before_cast(cut.new(seed=seed))
        found = solver.before_cast(solver.game.new(seed=seed))[cut.options.max_rolls]
        assert found == pytest.approx(expected, abs=1e-12)


# ------------------------------------------------------------------------ What greedy gives away


def regrets_of(game, solver, seed):
    """Return the regret of each choice of `greedy` in a game, once few counters are left."""
    greedy, found = make_agent("greedy", game), []
    position, rng = game.new(seed=seed), np.random.default_rng(seed)
    while not position.is_over:
        action = int(greedy.act(Views.of_position(position, int(rng.integers(2**63))))[0])
        if counters_ahead(position) <= MOST_COUNTERS:
            left = min(ROLLS, game.options.max_rolls - int(position.states["rolls"][0]))
            values = solver.choices(Position(solver.game, position.states.copy()), left)
            found.append(values.max() - values[position.legal_actions().index(action)])
        position.apply(action)
    return found


def assert_told(name, contents, games, boxes):
    """Check the row of the README's table that tells the regret of `greedy`."""
    options = {"action_counters": contents is ACTING}
    solver = Solver(boxes(contents, **options, **LONG))
    game = boxes(contents, **options, max_rolls=ROLLS)
    regrets = [regret for seed in range(games) for regret in regrets_of(game, solver, seed)]
    assert min(regrets) > -1e-9
    best = np.mean(np.array(regrets) < 1e-9)
    row = f"| {name} | {games} | {len(regrets)} | {100 * best:.1f} % | {np.mean(regrets):.3f} |"
    assert row in README.read_text(encoding="utf-8"), row
    assert best > 0.6 and np.mean(regrets) < 0.15


@pytest.mark.parametrize(
    ("name", "contents"), [("six counters", SMALL), ("nine counters, three that act", ACTING)]
)
def test_the_regret_of_greedy_with_few_counters_is_as_told(name, contents, boxes):
    assert_told(name, contents, 10, boxes)


@pytest.mark.slow
def test_the_regret_of_greedy_at_the_end_of_games_is_as_told(soak, boxes):
    assert_told("the box, its last eight counters", {}, 100, boxes)
