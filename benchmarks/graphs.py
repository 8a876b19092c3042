"""Inputs for the benchmarks: the same random graphs on every machine."""

from __future__ import annotations

import random
from functools import cache

from games.cat_mouse import CatMouse


@cache
def cat_mouse(nodes: int, degree: int = 4) -> CatMouse:
    """Return cat and mouse on a random connected graph: a ring, and chords up to the average degree."""
    rng = random.Random(nodes)
    neighbours: list[set[int]] = [set() for _ in range(nodes)]
    edges = [(node, (node + 1) % nodes) for node in range(nodes)]
    while len(edges) < nodes * degree // 2:
        edges.append(tuple(rng.sample(range(nodes), 2)))
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return CatMouse(graph=[sorted(found) for found in neighbours])
