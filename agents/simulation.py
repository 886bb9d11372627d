"""The simulations of a search: worlds that agree with what a seat knows, played through its tree.

Every simulation deals anew all that the seat cannot know, luck to come included; so nothing hidden
counts.  It goes down the tree, adds one node, plays the game on from there, and is counted on the
way that it has come.  Each seat goes for its own payoff.

Of the outcomes of an action (a roll, a card drawn, what a rival did in secret) the first ones get
nodes of their own, as far as the searching seat sees a difference; all others share one.  With
none of their own the search is open-loop; with all it is a search of information sets, from the
view of one observer (Cowling, Powley, Whitehouse 2012).

Where seats choose together, no node depends on what the others are about to choose: their nodes
are told apart by what was seen before any of them chose.
"""

from typing import Any

import numpy as np

from ..envs.contract import RUNNING, apply, conceal, observe, overloaded, returns
from ..envs.game import Game
from ..envs.kernel import inlined, lean_kernel, wide
from ..envs.position import Position
from ..envs.randomness import combine, seed_generator
from .evaluation import evaluate
from .planning import digest
from .rollouts import TO_THE_END, decide, expect
from .selection import Mind, choose, draw_by_regret, learn_regrets, look_ahead, see
from .tree import LONGEST, NONE, SIMULATIONS, add_node, edges_of, find_node

SHARED = np.uint64(0x5A4ED)  # marks keys of nodes that outcomes share; any number would do
IN_TURN = -1
NOBODY = -1

# ------------------------------------------------------------------------------- Choosing together


def moment_of(state: Any) -> int:
    """Return a number that changes when what was chosen together is revealed; or IN_TURN."""
    return _count_revealed(state) if "revealed" in state.dtype.names else _act_in_turn(state)


def ask_anew(rules: Any, state: Any) -> None:
    """Let all who choose together choose once more, in place; where seats act in turn, nothing."""
    (_ask_first if "asked" in state.dtype.names else _ask_nobody)(rules, state)


def _count_revealed(s: Any) -> int:
    return wide(s.revealed)


def _act_in_turn(s: Any) -> int:
    return wide(IN_TURN)


def _ask_first(r: Any, s: Any) -> None:
    for seat in range(wide(r.seats) - 1, -1, -1):
        if s.asked[seat]:
            s.seat = seat


def _ask_nobody(r: Any, s: Any) -> None:
    pass


@overloaded(moment_of)
def _moment_of(s: Any):
    return _count_revealed if "revealed" in s.fields else _act_in_turn


@overloaded(ask_anew)
def _ask_anew(r: Any, s: Any):
    return _ask_first if "asked" in s.fields else _ask_nobody


# -------------------------------------------------------------------------------------------- Keys


@lean_kernel
def look_at(m: Mind, world: Any, seat: int) -> Any:
    """Return a digest (uint64) of what a seat sees."""
    observe(m.rules[0], world, seat, m.pad.sight)
    return digest(m.pad.words)


@lean_kernel
def key_of(sight: Any, seat: Any) -> Any:
    """Return the key (uint64) of the decision of a seat, in what is seen by the digest `sight`."""
    return combine(sight, np.uint64(seat))


@lean_kernel
def key_of_shared(at: int, seat: Any) -> Any:
    """Return the key of the node to which an edge leads with all outcomes that have none."""
    return key_of(combine(SHARED, np.uint64(at)), seat)


@lean_kernel
def find_or_add(tree: Any, key: Any) -> int:
    """Return the node of a key, made if need be; NONE if the tree is full."""
    node = find_node(tree, key)
    return node if node != NONE else add_node(tree, key)


@lean_kernel
def follow(m: Mind, at: int, sight: Any, seat: Any) -> int:
    """Return the node to which an edge leads with this outcome; NONE if the tree is full."""
    node = find_node(m.tree, key_of(sight, seat))
    if node != NONE:
        return node
    if m.tree.edges[at].outcomes < m.method.outcomes:
        m.tree.edges[at].outcomes += 1
        return add_node(m.tree, key_of(sight, seat))
    return find_or_add(m.tree, key_of_shared(at, seat))


# ------------------------------------------------------------------------------------ A simulation


@lean_kernel
def play_on(m: Mind, seat: int, most: int) -> None:
    """Play `pad.world` on, as in a rollout, until it is a seat's turn, the end, or `most` actions.

    NOBODY waits for no seat; TO_THE_END sets no number.
    """
    world = m.pad.world[0]
    while world.status == RUNNING and world.seat != seat and most != 0:
        apply(m.rules[0], world, decide(m.rules[0], world, m.weights[0], m.style, m.pad))
        m.pad.steps[0] += 1
        most -= 1


@inlined
def take_edge(m: Mind, node: int, depth: int) -> int:
    """Choose at a node, play it and note it on the path; return the edge, NONE if there is none."""
    tree, world = m.tree, m.pad.world[0]
    total = see(m, node)
    if total == 0.0:
        return wide(NONE)
    at = (
        draw_by_regret(m, node)
        if m.method.is_mixed
        else choose(tree, m.method, node, total, world.random)
    )
    step = tree.path[depth]
    step.node, step.edge, step.seat = node, at, world.seat
    apply(m.rules[0], world, wide(tree.edges[at].action))
    m.pad.steps[0] += 1
    return at


@inlined
def go_down(m: Mind, seat: int, sight: Any) -> int:
    """Play `pad.world` from the root to a new node or the end; return the length of the path.

    `sight` is the digest of what `seat`, which searches, sees at the root.
    """
    tree, world, depth, at = m.tree, m.pad.world[0], 0, wide(NONE)
    moment = moment_of(world)
    while depth < LONGEST:
        if m.method.rivals_roll:
            play_on(m, seat, wide(TO_THE_END))
        if world.status != RUNNING:
            break
        if not (depth > 0 and moment == IN_TURN) and moment == moment_of(world):
            node = find_or_add(tree, key_of(sight, world.seat))  # nothing has been revealed yet
        elif m.method.outcomes > 0:
            moment, sight = moment_of(world), look_at(m, world, seat)
            node = follow(m, at, sight, world.seat)
        else:
            moment, sight = moment_of(world), combine(SHARED, np.uint64(at))
            node = find_or_add(tree, key_of_shared(at, world.seat))
        if node == NONE:
            break
        tree.nodes[node].visits += 1
        if depth > 0 and tree.nodes[node].visits == 1:
            break
        if tree.nodes[node].visits == m.method.plan:
            look_ahead(m, node)
        at = take_edge(m, node, depth)
        if at == NONE:
            break
        depth += 1
    return depth


@inlined
def go_up(m: Mind, depth: int) -> None:
    """Count the simulation on its path of so many steps: for each seat by its own payoff."""
    tree = m.tree
    for i in range(depth - 1, -1, -1):
        step = tree.path[i]
        at, payoff = wide(step.edge), float(m.pad.payoffs[wide(step.seat)])
        if m.method.is_mixed:
            learn_regrets(tree, wide(step.node), at, payoff)
        tree.edges[at].visits += 1
        tree.edges[at].total += payoff


@inlined
def imagine(m: Mind, worlds: np.ndarray, seat: int, seed: Any) -> None:
    """Set `pad.world` to one of the seed, which agrees with what a seat knows in `worlds` (1,)."""
    m.pad.world[0] = worlds[0]
    seed_generator(m.pad.world[0], seed)
    conceal(m.rules[0], m.pad.world[0], seat)
    ask_anew(m.rules[0], m.pad.world[0])


@inlined
def count_payoffs(m: Mind) -> None:
    """Write into `pad.payoffs` what each seat gets of `pad.world`, or may expect of it."""
    pad, w = m.pad, m.weights[0]
    if pad.world[0].status == RUNNING:
        for seat in range(len(pad.payoffs)):
            pad.payoffs[seat] = expect(evaluate(m.rules[0], pad.world[0], w, seat), w)
    else:
        returns(m.rules[0], pad.world[0], pad.paid)
        for seat in range(len(pad.payoffs)):
            pad.payoffs[seat] = pad.paid[seat]


@lean_kernel
def search(m: Mind, worlds: np.ndarray, simulations: int, key: Any) -> int:
    """Search for the seat to act in `worlds` (1,), an imagined game; return the root's node.

    `key` (uint64) decides all that is left to luck.  The tree may have been grown before.
    """
    seat, sight = wide(worlds[0].seat), look_at(m, worlds[0], wide(worlds[0].seat))
    for _ in range(simulations):
        m.tree.counts[SIMULATIONS] += 1
        imagine(m, worlds, seat, combine(key, np.uint64(m.tree.counts[SIMULATIONS])))
        depth = go_down(m, seat, sight)
        play_on(m, wide(NOBODY), m.style.cut)
        count_payoffs(m)
        go_up(m, depth)
    return find_node(m.tree, key_of(sight, seat))


def trace(m: Mind, game: Game, worlds: np.ndarray, length: int) -> list[tuple[int, int]]:
    """Return the most visited actions one after another, with seats, in the world of `worlds` (1,).

    Where seats choose together it is only the first: what the others choose is a mixture.
    """
    position, line, at = Position(game, worlds.copy()), [], NONE
    searcher = position.seat
    while not position.is_over and len(line) < length:
        m.pad.sight[:] = position.observation(searcher)
        node = find_node(m.tree, _key(key_of(_key(digest(m.pad.words)), position.seat)))
        if node == NONE and at != NONE:
            node = find_node(m.tree, _key(key_of_shared(at, position.seat)))
        mask = position.action_mask()
        edges = edges_of(m.tree, node)
        tried = [i for i in edges if mask[m.tree.edges["action"][i]] and m.tree.edges["visits"][i]]
        if not tried:
            break
        at = max(tried, key=lambda i: m.tree.edges["visits"][i])
        action = int(m.tree.edges["action"][at])
        line.append((position.seat, action))
        position.apply(action)
        if game.idle_action is not None:
            break
    return line


def _key(word: int) -> np.uint64:
    """Return a uint64 as a kernel takes it; it hands out plain numbers."""
    return np.uint64(word)
