"""How a search chooses at a node of its tree, and what it learns from what came of it.

Where seats act in turn: UCB1 (Auer, Cesa-Bianchi, Fischer 2002), as UCT uses it (Kocsis,
Szepesvari 2006); or with priors PUCT (Rosin 2011, in the form of Silver et al. 2017), in which an
action that has not been tried is worth what it promised.  In both, the times that an action could
be chosen stand for the visits of the node (Cowling, Powley, Whitehouse 2012): what a seat may do
can depend on what is hidden, or on luck.

Where a turn has many steps, one step promises little: at nodes that are visited often the rest of
the turn is planned (planning.py), and its actions promise what the turn can come to.

Where seats choose together, each by itself: regret matching (Hart, Mas-Colell 2000; for trees
Lisy et al. 2013), whose mean strategy finds mixed ones that no rival can exploit.  Regrets stay at
least 0 (Tammelin 2014), and what was not tried counts with its mean (Schmid et al. 2019).
"""

from typing import Any, NamedTuple

import numpy as np

from ..envs.contract import legal
from ..envs.kernel import inlined, lean_kernel, wide
from ..envs.randomness import combine, count_allowed, draw_below
from .rollouts import FINEST, Pad, Style, appraise, expect, foresee
from .tree import NONE, SIMULATIONS, Tree, add_edge, has_room, insert_edge

UNTRIED = 1e9  # the score of an action that comes before all that were tried
_LOT = np.uint64(11)  # leaves 53 bits


class Method(NamedTuple):
    """How a tree is grown."""

    exploration: float  # the constant of UCB1 or PUCT; or the share of choices made only to try
    has_priors: int  # 1: PUCT, by what actions promise; 0: UCB1
    trust: float  # as many visits count as what an action promised
    temperature: float  # of the priors: a payoff that is so much higher weighs e times as much
    widening: float  # 1 + so much * sqrt(visits) actions are looked at, the best ones; 0: all
    plan: int  # visits of a node before its turn is planned; 0: never
    outcomes: int  # of an action that get nodes of their own; all others share one
    rivals_roll: int  # 1: rivals play as in rollouts; 0: they are searched for
    is_mixed: int  # 1: regret matching


class Mind(NamedTuple):
    """All that a search thinks with."""

    rules: np.ndarray  # (1,) of the game
    weights: np.ndarray  # (1,) of its heuristics
    method: Method
    style: Style
    tree: Tree
    pad: Pad


@inlined
def see(m: Mind, node: int) -> float:
    """Note what may be done at a node, in `pad.world`; return the weights of it, added up.

    What has not been seen there before gets an edge, if there is room.  Zero if there is no edge.
    """
    tree, mask = m.tree, m.pad.mask
    legal(m.rules[0], m.pad.world[0], mask)
    unseen, total = count_allowed(mask), 0.0
    while True:
        at = wide(tree.nodes[node].first)
        while at != NONE:
            edge = tree.edges[at]
            if mask[edge.action]:
                mask[edge.action] = 0
                edge.seen = tree.counts[SIMULATIONS]
                edge.available += 1
                total += edge.weight
                unseen -= 1
            at = wide(edge.next)
        if unseen == 0 or not has_room(tree, unseen):
            return total
        add_edges(m, node)


@lean_kernel
def weight_of(guess: float, method: Method) -> float:
    """Return the prior of an action that promises such a payoff, not yet in relation to others."""
    return np.exp(guess / method.temperature)


@inlined
def look_ahead(m: Mind, node: int) -> None:
    """Plan the turn of a node, in `pad.world`, and put right what its actions promise."""
    tree, pad, w = m.tree, m.pad, m.weights[0]
    foresee(m.rules[0], pad.world[0], w, pad)
    at = wide(tree.nodes[node].first)
    tree.nodes[node].first = NONE
    while at != NONE:
        edge, after = tree.edges[at], wide(tree.edges[at].next)
        action = wide(edge.action)
        if pad.mask[action]:
            edge.guess = expect(pad.values[action], w)
            edge.weight = weight_of(edge.guess, m.method)
        insert_edge(tree, node, at)
        at = after


@inlined
def add_edges(m: Mind, node: int) -> None:
    """Give a node the edges of all actions of `pad.mask`, with what they promise."""
    pad, w = m.pad, m.weights[0]
    if m.method.has_priors:
        appraise(m.rules[0], pad.world[0], w, pad.mask, pad)
    for action in range(len(pad.mask)):
        if pad.mask[action]:
            guess, weight = 0.0, 1.0
            if m.method.has_priors:
                guess = expect(pad.values[action], w)
                weight = weight_of(guess, m.method)
            add_edge(m.tree, node, action, guess, weight)


@lean_kernel
def is_seen(tree: Tree, at: int) -> bool:
    """Tell whether an edge may be chosen in this simulation."""
    return tree.edges[at].seen == tree.counts[SIMULATIONS]


@lean_kernel
def score_by_ucb(edge: Any, method: Method, key: Any) -> float:
    """Return the upper bound of an action; those that were never tried come first, by lot."""
    if edge.visits == 0:
        return UNTRIED + float(combine(key, np.uint64(edge.action)) >> _LOT)
    spread = np.sqrt(np.log(float(edge.available)) / edge.visits)
    return edge.total / edge.visits + method.exploration * spread


@lean_kernel
def score_by_prior(edge: Any, method: Method, prior: float) -> float:
    """Return the upper bound of an action by PUCT."""
    mean = (edge.total + method.trust * edge.guess) / (edge.visits + method.trust)
    spread = prior * np.sqrt(float(edge.available)) / (1.0 + edge.visits)
    return mean + method.exploration * spread


@lean_kernel
def choose(tree: Tree, method: Method, node: int, total: float, key: Any) -> int:
    """Return the edge with the highest bound of those that may be chosen in this simulation.

    `total` is the sum of their weights; `key` (uint64) decides by lot.
    """
    best, best_score, left = wide(NONE), -UNTRIED, wide(len(tree.edges))
    if method.widening > 0.0:
        left = 1 + wide(method.widening * np.sqrt(float(tree.nodes[node].visits)))
    at = wide(tree.nodes[node].first)
    while at != NONE and left > 0:
        edge = tree.edges[at]
        if is_seen(tree, at):
            left -= 1
            if method.has_priors:
                score = score_by_prior(edge, method, edge.weight / total)
            else:
                score = score_by_ucb(edge, method, key)
            if score > best_score:
                best, best_score = at, score
        at = wide(edge.next)
    return best


# ------------------------------------------------------------------------------- Choosing together


@lean_kernel
def add_regrets(tree: Tree, node: int) -> tuple[float, int]:
    """Return the regrets of what may be chosen in this simulation, added up, and its number."""
    regrets, count, at = 0.0, 0, wide(tree.nodes[node].first)
    while at != NONE:
        if is_seen(tree, at):
            regrets += tree.edges[at].regret
            count += 1
        at = wide(tree.edges[at].next)
    return regrets, count


@lean_kernel
def draw_by_regret(m: Mind, node: int) -> int:
    """Return an edge drawn by regret matching from those that may be chosen in this simulation."""
    tree, tried = m.tree, m.method.exploration
    regrets, count = add_regrets(tree, node)
    lot = float(draw_below(m.pad.world[0], wide(FINEST))) / FINEST
    chosen, at = wide(NONE), wide(tree.nodes[node].first)
    while at != NONE:
        edge = tree.edges[at]
        if is_seen(tree, at):
            share = edge.regret / regrets if regrets > 0.0 else 1.0 / count
            edge.strategy += share * tree.nodes[node].visits  # later ones count for more
            edge.chance = (1.0 - tried) * share + tried / count
            if lot >= 0.0:
                chosen = at
            lot -= edge.chance
        at = wide(edge.next)
    return chosen


@lean_kernel
def seems_worth(edge: Any, is_chosen: bool, payoff: float) -> float:
    """Return what an action seems worth after a simulation that paid `payoff`: unbiased."""
    mean = edge.total / edge.visits if edge.visits > 0 else 0.0
    return mean + (payoff - mean) / edge.chance if is_chosen else mean


@lean_kernel
def learn_regrets(tree: Tree, node: int, chosen: int, payoff: float) -> None:
    """Add to the regrets of a node what each action seems better than the mixture that was used."""
    mean, first = 0.0, wide(tree.nodes[node].first)
    at = first
    while at != NONE:
        edge = tree.edges[at]
        if is_seen(tree, at):
            mean += edge.chance * seems_worth(edge, at == chosen, payoff)
        at = wide(edge.next)
    at = first
    while at != NONE:
        edge = tree.edges[at]
        if is_seen(tree, at):
            gain = seems_worth(edge, at == chosen, payoff) - mean
            edge.regret = max(0.0, edge.regret + gain)
        at = wide(edge.next)
