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

from ..envs.contract import RUNNING, apply, conceal, legal, observe, overloaded
from ..envs.kernel import kernel, wide
from ..envs.randomness import combine, seed_generator
from .planning import digest
from .rollouts import decide, roll_out
from .selection import Mind, choose, draw_by_regret, learn_regrets, see
from .tree import LONGEST, NONE, SIMULATIONS, add_node, find_node

SHARED = np.uint64(0x5A4ED)  # marks keys of nodes that outcomes share; any number would do
IN_TURN = -1

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


@kernel
def look_at(m: Mind, world: Any, seat: int) -> Any:
    """Return a digest (uint64) of what a seat sees."""
    observe(m.rules[0], world, seat, m.pad.sight)
    return digest(m.pad.words)


@kernel
def key_of(sight: Any, seat: Any) -> Any:
    """Return the key (uint64) of the decision of a seat, in what is seen by the digest `sight`."""
    return combine(sight, np.uint64(seat))


@kernel
def key_of_shared(at: int, seat: Any) -> Any:
    """Return the key of the node to which an edge leads with all outcomes that have none."""
    return key_of(combine(SHARED, np.uint64(at)), seat)


@kernel
def find_or_add(tree: Any, key: Any) -> int:
    """Return the node of a key, made if need be; NONE if the tree is full."""
    node = find_node(tree, key)
    return node if node != NONE else add_node(tree, key)


@kernel
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


@kernel
def play(m: Mind, action: int) -> None:
    """Play an action in the world of the simulation."""
    apply(m.rules[0], m.pad.world[0], action)
    m.pad.steps[0] += 1


@kernel
def let_rivals_play(m: Mind, seat: int) -> None:
    """Let all others play on, as in a rollout, until a seat is to act or the game is over."""
    world = m.pad.world[0]
    while world.status == RUNNING and world.seat != seat:
        play(m, decide(m.rules[0], world, m.weights[0], m.style, m.pad))


@kernel
def take_edge(m: Mind, node: int, depth: int) -> int:
    """Choose at a node, play it and note it on the path; return the edge, NONE if there is none."""
    tree, world = m.tree, m.pad.world[0]
    total = see(m, node)
    if total == 0.0:
        return wide(NONE)
    at = draw_by_regret(m, node) if m.method.is_mixed else choose(m, node, total, world.random)
    step = tree.path[depth]
    step.node, step.edge, step.seat = node, at, world.seat
    play(m, wide(tree.edges[at].action))
    return at


@kernel
def go_down(m: Mind, seat: int, sight: Any) -> int:
    """Play `pad.world` from the root to a new node or the end; return the length of the path.

    `sight` is the digest of what `seat`, which searches, sees at the root.
    """
    tree, world, depth = m.tree, m.pad.world[0], 0
    moment, node = moment_of(world), find_or_add(tree, key_of(sight, world.seat))
    while node != NONE and depth < LONGEST:
        tree.nodes[node].visits += 1
        if depth > 0 and tree.nodes[node].visits == 1:
            break
        at = take_edge(m, node, depth)
        if at == NONE:
            break
        depth += 1
        if m.method.rivals_roll:
            let_rivals_play(m, seat)
        if world.status != RUNNING:
            break
        if moment == moment_of(world) and moment != IN_TURN:
            node = find_or_add(tree, key_of(sight, world.seat))  # nothing has been revealed yet
        else:
            moment, sight = moment_of(world), look_at(m, world, seat)
            node = follow(m, at, sight, world.seat)
    return depth


@kernel
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


@kernel
def search(m: Mind, worlds: np.ndarray, simulations: int, key: Any) -> int:
    """Search for the seat to act in `worlds` (1,), an imagined game; return the root's node.

    `key` (uint64) decides all that is left to luck.  The tree may have been grown before.
    """
    seat, world = wide(worlds[0].seat), m.pad.world[0]
    sight = look_at(m, worlds[0], seat)
    for _ in range(simulations):
        m.tree.counts[SIMULATIONS] += 1
        imagine(m, worlds, seat, combine(key, np.uint64(m.tree.counts[SIMULATIONS])))
        ask_anew(m.rules[0], world)
        if m.method.rivals_roll:
            let_rivals_play(m, seat)
        depth = go_down(m, seat, sight)
        roll_out(m.rules[0], m.weights[0], m.style, m.pad)
        go_up(m, depth)
    return find_node(m.tree, key_of(sight, seat))


@kernel
def imagine(m: Mind, worlds: np.ndarray, seat: int, seed: Any) -> None:
    """Set up a world of the seed that agrees with what a seat knows in `worlds` (1,)."""
    m.pad.world[0] = worlds[0]
    seed_generator(m.pad.world[0], seed)
    conceal(m.rules[0], m.pad.world[0], seat)


# ------------------------------------------------------------------------------ The principal line


@kernel
def most_visited(m: Mind, node: int) -> int:
    """Return the most visited edge of what may be done in `pad.world`, or NONE."""
    best, most = wide(NONE), 0
    legal(m.rules[0], m.pad.world[0], m.pad.mask)
    at = wide(m.tree.nodes[node].first)
    while at != NONE:
        edge = m.tree.edges[at]
        if m.pad.mask[edge.action] and edge.visits > most:
            best, most = at, wide(edge.visits)
        at = wide(edge.next)
    return best


@kernel
def trace(m: Mind, worlds: np.ndarray, key: Any, line: np.ndarray) -> int:
    """Write the most visited actions one after another into `line`, (L, 2): seat and action.

    With the luck, and the hidden things, of one imagined world.  Return how many there are.  Where
    seats choose together it is only the first: what the others choose is a mixture.
    """
    seat, world = wide(worlds[0].seat), m.pad.world[0]
    imagine(m, worlds, seat, key)
    node = find_node(m.tree, key_of(look_at(m, world, seat), seat))
    for i in range(len(line)):
        at = most_visited(m, node) if node != NONE else wide(NONE)
        if at == NONE:
            return i
        line[i, 0], line[i, 1] = world.seat, m.tree.edges[at].action
        play(m, wide(m.tree.edges[at].action))
        if world.status != RUNNING or moment_of(world) != IN_TURN:
            return i + 1
        node = find_node(m.tree, key_of(look_at(m, world, seat), world.seat))
        if node == NONE:
            node = find_node(m.tree, key_of_shared(at, world.seat))
    return len(line)
