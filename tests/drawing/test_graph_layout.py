"""Where the nodes of graphs go: apart from each other, and near their neighbours."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.marks import cases

from gamekit.drawing.graph_layout import LARGEST_STRESS, RADIUS, Graph, edges, layout


def random_graph(nodes: int, seed: int, parts: int = 1) -> Graph:
    """Return a random graph of degree 4 or so, of at least as many parts as wanted."""
    rng = random.Random(seed)
    neighbours: list[set[int]] = [set() for _ in range(nodes)]
    for node in range(parts, nodes):
        for _ in range(2):
            other = rng.randrange(node % parts, node, parts)
            neighbours[node].add(other)
            neighbours[other].add(node)
    return tuple(tuple(sorted(row)) for row in neighbours)


def path(nodes: int) -> Graph:
    return tuple(
        tuple(other for other in (node - 1, node + 1) if 0 <= other < nodes) for node in range(nodes)
    )


@pytest.mark.slow
@settings(deadline=None)
@given(nodes=st.integers(1, 40), seed=st.integers(0, 99), parts=st.integers(1, 3))
def test_no_two_nodes_touch(nodes: int, seed: int, parts: int) -> None:
    places = layout(random_graph(nodes, seed, parts))
    assert len(places) == nodes
    assert all(abs(a - b) > 2 * RADIUS for a, b in combinations(places, 2))


@pytest.mark.parametrize("nodes", cases(quick=[61], slow=[200, LARGEST_STRESS + 1]))
def test_nor_do_the_nodes_of_a_large_graph(nodes: int) -> None:
    places = layout(random_graph(nodes, seed=1))
    assert min(abs(a - b) for a, b in combinations(places, 2)) > 2 * RADIUS


@pytest.mark.release
def test_neighbours_in_a_large_graph_are_near_each_other() -> None:
    graph = random_graph(387, seed=1)
    places = layout(graph)
    apart = sorted(abs(a - b) for a, b in combinations(places, 2))
    ways = sorted(abs(places[a] - places[b]) for a, b in edges(graph))
    assert ways[len(ways) // 2] < apart[len(apart) // 5]


def test_a_long_path_is_as_long_on_the_drawing_and_lies() -> None:
    places = layout(path(70))
    steps = [abs(a - b) for a, b in pairwise(places)]
    assert abs(places[0] - places[-1]) > 0.9 * sum(steps)
    assert max(place.imag for place in places) < 0.2 * max(place.real for place in places)


def test_a_grid_is_drawn_in_straight_rows_and_columns() -> None:
    grid = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))
    places = layout(grid)
    assert len({place.real for place in places}) == len({place.imag for place in places}) == 3
    ring = layout(((1, 5), (0, 2), (1, 3), (2, 4), (3, 5), (4, 0)))
    assert len({round(place.real) for place in ring}) > 2
