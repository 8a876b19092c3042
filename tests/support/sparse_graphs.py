"""Large graphs that are always the same."""

from __future__ import annotations

import random


def sparse_graph(nodes: int) -> list[list[int]]:
    """Return a connected random graph of degree 4 or so, always the same, on which 387 nodes give a draw."""
    rng = random.Random(4)
    labels = rng.sample(range(nodes), nodes)
    edges = [(rng.randrange(node), node) for node in range(1, nodes)]
    edges += [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(nodes)]
    neighbours: list[set[int]] = [set() for _ in range(nodes)]
    for a, b in edges:
        if a != b:
            neighbours[labels[a]].add(labels[b])
            neighbours[labels[b]].add(labels[a])
    return [sorted(row) for row in neighbours]
