"""Place the nodes of a graph on a drawing: on a circle, or by their distances."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

Node = int
Graph = Sequence[Sequence[Node]]
Place = complex
"""x + y·i"""

RADIUS: Final = 18
"""Of a node, in pixels."""

LARGEST_STRESS: Final = 1000
"""Nodes; of more than that the distances take too long, and a circle has to do."""

_CLEAR: Final = 60  # nodes; with more, some are in the way of edges anyhow
_SWEEPS: Final = 60
_PUSHES: Final = 30
_LARGEST_SCALE: Final = 12 * RADIUS  # pixels for the length of an edge
_CROWDED_SCALE: Final = 4 * RADIUS  # where nodes or edges meet at any reasonable scale
_APART: Final = 2.8 * RADIUS  # pixels between the centres of nodes that do not touch


@lru_cache(maxsize=64)
def layout(graph: Graph) -> tuple[Place, ...]:
    """Return places in pixels, on a circle or by graph distance, whichever gives the smaller clear drawing.

    If neither is clear, nodes are placed by their distances, and far enough apart not to overlap.

    Args:
        graph: the neighbours of each node, as tuples.

    >>> [round(abs(place - layout(((1,), (0, 2), (1,)))[1])) for place in layout(((1,), (0, 2), (1,)))]
    [63, 0, 63]
    """
    candidates = [_on_circle(len(graph))]
    if 3 < len(graph) <= LARGEST_STRESS:
        candidates.append(_by_distance(graph))
    drawings = [
        [place * scale for place in places]
        for places in (candidates if len(graph) <= _CLEAR else ())
        if (scale := _clear_scale(graph, places)) <= _LARGEST_SCALE
    ]
    if not drawings:
        drawings = [_pushed_apart([place * _CROWDED_SCALE for place in candidates[-1]])]
    return tuple(_moved_to_corner(min(drawings, key=lambda places: max(map(abs, places)))))


def edges(graph: Graph) -> Iterator[tuple[Node, Node]]:
    """Return the edges of a graph, each once.

    >>> list(edges(((1,), (0, 2), (1,))))
    [(0, 1), (1, 2)]
    """
    return ((a, b) for a, neighbours in enumerate(graph) for b in neighbours if a < b)


def _on_circle(nodes: int) -> list[Place]:
    if nodes == 1:
        return [0j]
    radius = 0.5 / math.sin(math.pi / nodes)  # neighbours are 1 apart
    return [cmath.rect(radius, 2 * math.pi * node / nodes - math.pi / 2) for node in range(nodes)]


def _by_distance(graph: Graph) -> list[Place]:
    """Return places whose distances are like the numbers of edges between the nodes.

    Stress majorisation from classical scaling: Gansner, Koren and North, "Graph drawing by stress majorization", 2004,
    section 2.2, with weights of one over the square of the distance.
    """
    import numpy as np

    wanted = np.array([_distances_from(node, graph) for node in range(len(graph))], dtype=float)
    places = _scaled(wanted)
    itself = np.eye(len(graph))  # nobody divides by the distance from a node to itself
    weights = (wanted + itself) ** -2 - itself
    pulls = weights * wanted
    inverse = np.linalg.pinv(np.diag(weights.sum(axis=1)) - weights, hermitian=True)
    for _ in range(_SWEEPS):
        x, y = places.T
        pull = pulls / (np.hypot(x[:, None] - x, y[:, None] - y) + itself + 1e-9)
        places = inverse @ (pull.sum(axis=1)[:, None] * places - pull @ places)
    return [complex(*place) for place in places.tolist()]


def _scaled(wanted: NDArray[Any]) -> NDArray[Any]:
    """Return places, a row each, as classical scaling has them: sideways what distances vary most in."""
    import numpy as np

    centred = wanted**2 - (wanted**2).mean(axis=0)
    centred = -0.5 * (centred.T - centred.mean(axis=1)).T
    values, vectors = np.linalg.eigh((centred + centred.T) / 2)
    circle = np.array([(place.real, place.imag) for place in _on_circle(len(wanted))])
    found: NDArray[Any] = vectors[:, :-3:-1] * np.sqrt(np.maximum(values[:-3:-1], 1e-3))
    return found + 0.01 * circle  # so that no two nodes are at the same place


def _distances_from(start: Node, graph: Graph) -> list[int]:
    """Return the number of edges from `start` to each node; those out of reach go one beyond the farthest."""
    distances = {start: 0}
    queue = [start]
    for node in queue:  # grows while it is walked
        for neighbour in graph[node]:
            if neighbour not in distances:
                distances[neighbour] = distances[node] + 1
                queue.append(neighbour)
    beyond = distances[queue[-1]] + 1
    return [distances.get(node, beyond) for node in range(len(graph))]


def _clear_scale(graph: Graph, places: list[Place]) -> float:
    """Return the pixels per unit at which nodes do not touch, and edges do not run over other nodes.

    Any result above the largest scale means that there is no such scale below it.
    """
    scale = 3.5 * RADIUS
    for node, place in enumerate(places):
        for other in places[:node]:
            scale = max(scale, _APART / max(abs(place - other), 0.01))
    for a, b in edges(graph):
        if scale > _LARGEST_SCALE:
            break
        start, way = places[a], places[b] - places[a]
        for node, place in enumerate(places):
            if node not in (a, b):
                along = ((place - start) * way.conjugate()).real / max(abs(way) ** 2, 1e-9)
                nearest = start + min(max(along, 0.0), 1.0) * way
                scale = max(scale, 1.4 * RADIUS / max(abs(place - nearest), 0.01))
    return scale


def _pushed_apart(places: list[Place]) -> list[Place]:
    """Return places such that hardly any nodes touch: enlarge the whole first, then push single nodes apart."""
    import numpy as np

    found = np.array(places)
    for push in range(_PUSHES):
        gaps = found[:, None] - found
        lengths = np.abs(gaps) + np.eye(len(found)) * 1e9
        nearest = lengths.min(axis=1)
        if push == 0:
            found *= max(1.0, _APART / max(float(np.median(nearest)), 1.0))
        elif nearest.min() >= _APART:
            break
        else:
            short = np.maximum(_APART - lengths, 0) / lengths
            found = found + 0.5 * (short * gaps).sum(axis=1)
    return [complex(place) for place in found]


def _moved_to_corner(places: list[Place]) -> list[Place]:
    margin = RADIUS + 4
    corner = complex(min(place.real for place in places), min(place.imag for place in places))
    return [place - corner + complex(margin, margin) for place in places]
