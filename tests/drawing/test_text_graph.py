"""Graphs drawn with letters: each label once, none in touch with another, and nothing where there is no room."""

from __future__ import annotations

import random
import re

import pytest

from gamekit.drawing.graph_layout import edges, layout
from gamekit.drawing.text_graph import MOST_NODES, graph_in_text


def random_graph(nodes: int, seed: int) -> tuple[tuple[int, ...], ...]:
    rng = random.Random(seed)
    near: list[set[int]] = [set() for _ in range(nodes)]
    for node in range(1, nodes):
        other = rng.randrange(node)
        near[node].add(other)
        near[other].add(node)
    return tuple(map(tuple, map(sorted, near)))


@pytest.mark.parametrize("nodes", [1, 2, 5, 12, 20])
def test_each_label_stands_once_and_alone(nodes: int) -> None:
    graph = random_graph(nodes, seed=nodes)
    labels = [f"n{node:02}" for node in range(nodes)]
    drawn = graph_in_text(edges(graph), layout(graph), labels, columns=200)
    assert drawn is not None
    assert [drawn.count(label) for label in labels] == [1] * nodes
    assert set(drawn) <= set("n0123456789 \n-|/\\+")
    assert max(map(len, drawn.splitlines())) <= 200
    if nodes > 1:
        assert set(drawn) & set("-|/\\")


def test_a_path_is_drawn_as_it_lies() -> None:
    places = [0j, 10 + 0j, 20 + 0j]
    drawn = graph_in_text([(0, 1), (1, 2)], places, ["a", "b", "c"], columns=40)
    assert drawn is not None
    assert re.fullmatch("a-{4,6}b-{4,6}c", drawn)


def test_there_is_no_drawing_without_room_or_of_many_nodes() -> None:
    graph = random_graph(12, seed=1)
    assert graph_in_text(edges(graph), layout(graph), ["label"] * 12, columns=12) is None
    many = [complex(i, 0) for i in range(MOST_NODES + 1)]
    assert graph_in_text([], many, ["x"] * len(many), columns=10_000) is None
