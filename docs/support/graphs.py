"""Small helpers for the pages on cat and mouse: every small graph, and the graphs with known answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

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


def known() -> list[dict[str, Any]]:
    """Return the graphs with known answers, as they stand in the project's test data."""
    return [json.loads(line) for line in KNOWN.read_text().splitlines()]


def longest(nodes: int) -> dict[str, Any]:
    """Return the known graph with so many nodes whose forced end is farthest away."""
    return max(
        (case for case in known() if len(case["graph"]) == nodes), key=lambda case: case["remoteness"] or 0
    )
