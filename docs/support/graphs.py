"""Small helpers for the pages on cat and mouse: every small graph, and the graphs with known answers."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import networkx
import numpy as np

import gamekit
from games.cat_mouse import CatMouse

Graph = list[list[int]]

KNOWN = Path("tests/data/cat_mouse_913.jsonl")


def every_graph(nodes: int) -> Iterator[Graph]:
    """Yield every graph with so many numbered nodes that 913 allows.

    No node is without neighbours, and the cat, in node 2, has one that is not the hole, node 0.
    """
    pairs = list(combinations(range(nodes), 2))
    for size in range(len(pairs) + 1):
        for edges in combinations(pairs, size):
            graph: Graph = [[] for _ in range(nodes)]
            for a, b in edges:
                graph[a].append(b)
                graph[b].append(a)
            if all(graph) and set(graph[2]) != {0}:
                yield graph


def lattice(rows: int, columns: int) -> Graph:
    """Return the lattice of so many rows and columns, whose nodes are numbered column by column; edges are listed once.

    >>> lattice(2, 2)
    [[1, 2], [3], [3], []]
    """
    size = rows * columns
    return [[v + 1] * ((v + 1) % rows > 0) + [v + rows] * (v + rows < size) for v in range(size)]


def starts(text: str, hole: int) -> Iterator[Graph]:
    """Yield a graph in graph6 with the hole renamed 0, and mouse and cat 1 and 2, for all places where these start."""
    graph = networkx.from_graph6_bytes(text.encode())
    for mouse, cat in permutations(set(graph) - {hole}, 2):
        order = [hole, mouse, cat, *sorted(set(graph) - {hole, mouse, cat})]
        if set(graph[cat]) != {hole}:
            yield [sorted(map(order.index, graph[v])) for v in order]


def tally(nodes: int) -> tuple[Counter[int], set[int]]:
    """Return how many of those graphs have which answer, and the remotenesses that occur; for six and seven nodes.

    Nodes from 3 on may be renamed without changing anything, so only one of the graphs that are then alike is solved.
    """
    pairs = list(combinations(range(nodes), 2))
    place = {pair: i for i, pair in enumerate(pairs)}
    masks = np.arange(1 << len(pairs), dtype=np.int64)  # a graph as the set of its edges, one bit each
    least = masks.copy()
    for others in permutations(range(3, nodes)):
        names = (0, 1, 2, *others)
        renamed = np.zeros_like(masks)
        for i, (a, b) in enumerate(pairs):
            renamed |= (masks >> i & 1) << place[min(names[a], names[b]), max(names[a], names[b])]
        np.minimum(least, renamed, out=least)

    answers: Counter[int] = Counter()
    remotenesses = set()
    for mask, copies in zip(
        *(column.tolist() for column in np.unique(least, return_counts=True)), strict=True
    ):
        edges = [pair for i, pair in enumerate(pairs) if mask >> i & 1]
        graph = [[a + b - node for a, b in edges if node in (a, b)] for node in range(nodes)]
        if all(graph) and graph[2] != [0]:
            solution = gamekit.solve(CatMouse(graph))
            answers[solution.answer] += copies
            remotenesses.add(solution.root.remoteness or 0)
    return answers, remotenesses


def known() -> list[dict[str, Any]]:
    """Return the graphs with known answers, as they stand in the project's test data."""
    return [json.loads(line) for line in KNOWN.read_text().splitlines()]


def longest(nodes: int) -> dict[str, Any]:
    """Return the known graph with so many nodes whose forced end is farthest away."""
    return max(
        (case for case in known() if len(case["graph"]) == nodes), key=lambda case: case["remoteness"] or 0
    )


if __name__ == "__main__":
    answers, remotenesses = tally(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    print(f"{sum(answers.values()):,} graphs: {dict(answers)}; longest forced end {max(remotenesses)} plies")
