"""The tree that a search grows: what is counted of decisions, and of the actions taken there.

A node is a decision as the searching seat can tell it from others: by all that it sees, and by
whose turn it is.  So it does not matter in which order a chain of small actions has led there.  An
edge is one action of a node.  All is kept in arrays made beforehand; a tree that is full stops
growing, and the search goes on in what there is.
"""

from typing import Any, NamedTuple

import numpy as np

from ..envs.kernel import lean_kernel, new_states, wide

NONE = -1  # no node, or no edge
NODES, EDGES, SIMULATIONS = range(3)  # what is counted of a tree
MOST_NODES = 1 << 21
MOST_EDGES = 1 << 23  # some 650 MB, of which only what is used is taken
EDGES_A_NODE = 40  # on the mean; most nodes are seen once and have none
LONGEST = 256  # decisions of one simulation within the tree

NODE = np.dtype(
    [
        ("key", np.uint64),  # what tells it apart
        ("visits", np.int32),
        ("first", np.int32),  # of its edges, a list; NONE if there are none yet
    ]
)
EDGE = np.dtype(
    [
        ("action", np.int32),
        ("next", np.int32),  # of the node's list; NONE after the last
        ("outcomes", np.int32),  # nodes of its own that it has led to
        ("visits", np.int32),
        ("available", np.int32),  # simulations in which it could be chosen
        ("seen", np.int32),  # the number of the last one of those
        ("total", np.float64),  # payoffs of the seat that chooses here, added up
        ("guess", np.float64),  # the payoff that it promises at first sight
        ("weight", np.float64),  # above 0: its prior is its share of those that are available
        # and where seats choose together:
        ("regret", np.float64),  # at least 0
        ("chance", np.float64),  # to be chosen in the last simulation
        ("strategy", np.float64),  # the same without what is only tried, added up
    ]
)
STEP = np.dtype([("node", np.int32), ("edge", np.int32), ("seat", np.int32)])


class Tree(NamedTuple):
    """The arrays of one tree."""

    nodes: np.ndarray  # (M,) of NODE
    edges: np.ndarray  # (E,) of EDGE
    places: np.ndarray  # (H,) int32, where nodes are by their keys; NONE where none is
    counts: np.ndarray  # (3,) int64: NODES, EDGES, and SIMULATIONS so far
    path: np.ndarray  # (LONGEST,) of STEP: the simulation that is under way


def make_tree(simulations: int, actions: int) -> Tree:
    """Return an empty tree with room for so many simulations, in a game of A actions."""
    nodes = min(simulations + 2, MOST_NODES)
    edges = min(max(EDGES_A_NODE * nodes, 4 * actions), MOST_EDGES)
    return Tree(
        new_states(NODE, nodes),
        new_states(EDGE, edges),
        np.full(1 << (2 * nodes).bit_length(), NONE, np.int32),
        np.zeros(3, np.int64),
        new_states(STEP, LONGEST),
    )


@lean_kernel
def clear(tree: Any) -> None:
    """Empty a tree."""
    tree.places[:] = NONE
    tree.counts[:] = 0


@lean_kernel
def _place_of(tree: Any, key: Any) -> int:
    """Return the place of a key (uint64), or the free one where it belongs."""
    last = len(tree.places) - 1
    place = wide(key & np.uint64(last))
    while tree.places[place] != NONE and tree.nodes[tree.places[place]].key != key:
        place = (place + 1) & last
    return place


@lean_kernel
def find_node(tree: Any, key: Any) -> int:
    """Return the node of a key (uint64), or NONE."""
    return wide(tree.places[_place_of(tree, key)])


@lean_kernel
def add_node(tree: Any, key: Any) -> int:
    """Return a new node of a key that has none yet, or NONE if the tree is full."""
    number = wide(tree.counts[NODES])
    if number == len(tree.nodes):
        return wide(NONE)
    tree.places[_place_of(tree, key)] = number
    node = tree.nodes[number]
    node.key, node.visits, node.first = key, 0, NONE
    tree.counts[NODES] += 1
    return number


@lean_kernel
def has_room(tree: Any, edges: int) -> bool:
    """Tell whether so many edges fit in."""
    return tree.counts[EDGES] + edges <= len(tree.edges)


@lean_kernel
def add_edge(tree: Any, node: int, action: int, guess: float, weight: float) -> None:
    """Give a node an edge, for which there is room; the heaviest come first in its list."""
    number = wide(tree.counts[EDGES])
    tree.counts[EDGES] += 1
    edge = tree.edges[number]
    edge.action, edge.guess, edge.weight = action, guess, weight
    edge.outcomes, edge.visits, edge.available, edge.seen = 0, 0, 0, NONE
    edge.total, edge.regret, edge.chance, edge.strategy = 0.0, 0.0, 0.0, 0.0
    insert_edge(tree, node, number)


@lean_kernel
def insert_edge(tree: Any, node: int, number: int) -> None:
    """Put an edge into the list of a node, before those that are not heavier."""
    edge, before, after = tree.edges[number], wide(NONE), wide(tree.nodes[node].first)
    while after != NONE and tree.edges[after].weight > edge.weight:
        before, after = after, wide(tree.edges[after].next)
    edge.next = after
    if before == NONE:
        tree.nodes[node].first = number
    else:
        tree.edges[before].next = number


def edges_of(tree: Tree, node: int) -> list[int]:
    """Return the numbers of a node's edges, in their order; none if there is no node."""
    found, at = [], NONE if node == NONE else int(tree.nodes["first"][node])
    while at != NONE:
        found.append(at)
        at = int(tree.edges["next"][at])
    return found
