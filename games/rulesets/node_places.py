"""Places for nodes that hang together above a ground: a level for each distance, and neighbours near each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SWEEPS: Final = 20


def places_of(edges: Iterable[tuple[int, int, str]], ground: int) -> dict[int, complex]:
    """Return the places of nodes as x + y·i: x from the left, from 0 on, and y above the ground, from 1 on.

    Nodes of a level are at least 1 apart.

    >>> places_of([(0, 1, "l"), (1, 2, "r"), (1, 3, "l")], 0)
    {1: (0.5+1j), 2: 2j, 3: (1+2j)}
    """
    near: dict[int, list[int]] = {}
    for a, b, _ in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    levels, known = [[ground]], {ground}
    while levels[-1]:
        above = dict.fromkeys(other for node in levels[-1] for other in near.get(node, ()))
        levels.append([node for node in above if node not in known])
        known.update(above)
    x = {node: float(i) for level in levels for i, node in enumerate(level)}
    for _ in range(SWEEPS):
        for level in levels[1:-1]:
            beside = {node: [x[other] for other in near[node] if other != ground] for node in level}
            wish = {
                node: sum(heights) / len(heights) if heights else x[node] for node, heights in beside.items()
            }
            level.sort(key=wish.__getitem__)
            _spread(level, wish, x)
    left = min((x[node] for level in levels[1:] for node in level), default=0.0)
    return {
        node: complex(x[node] - left, height)
        for height, level in enumerate(levels)
        for node in level
        if height
    }


def _spread(level: list[int], wish: dict[int, float], x: dict[int, float]) -> None:
    """Put the nodes of a level where they wish to be, at least 1 apart, in their order."""
    at = float("-inf")
    for node in level:
        at = x[node] = max(wish[node], at + 1)
    shift = sum(wish[node] - x[node] for node in level) / len(level)
    for node in level:
        x[node] += shift
