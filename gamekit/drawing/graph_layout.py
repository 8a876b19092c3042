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
"""The place of a node: x + y·i, with y downwards."""

RADIUS: Final = 18
"""The radius of a node, in pixels."""

LARGEST_STRESS: Final = 1000
"""The largest number of nodes placed by distance, which takes long; more are placed on a circle."""

_CLEAR: Final = 60  # nodes; with more, some are in the way of edges anyhow
_SWEEPS: Final = 60
_PUSHES: Final = 30
_LARGEST_SCALE: Final = 12 * RADIUS  # pixels for the length of an edge
_NEAR_SCALE: Final = 3.4 * RADIUS  # where they are cleared
_CROWDED_SCALE: Final = 4 * RADIUS  # where nodes or edges meet at any reasonable scale
_APART: Final = 2.8 * RADIUS  # pixels between the centres of nodes that do not touch
_OFF: Final = 1.5 * RADIUS  # pixels between a node and an edge that passes it
_CLEARINGS: Final = 150


@lru_cache(maxsize=64)
def layout(graph: Graph) -> tuple[Place, ...]:
    """Return the place of each node in pixels: on a circle or by graph distance, whichever has fewer crossings.

    A grid has straight rows and columns. If both have equally many, the smaller drawing is taken. Nodes placed by
    distance are pushed apart, and off edges of others. More than 60 nodes are placed by distance if time allows, else
    on a circle, and are only pushed apart.

    >>> [round(abs(place - layout(((1,), (0, 2), (1,)))[1])) for place in layout(((1,), (0, 2), (1,)))]
    [63, 0, 63]
    """
    nodes = len(graph)
    if grid := _on_grid(graph):
        return tuple(_moved_to_corner([place * _CROWDED_SCALE for place in grid]))
    if nodes > _CLEAR:
        far = _by_distance(graph) if nodes <= LARGEST_STRESS else _on_circle(nodes)
        return tuple(_moved_to_corner(_pushed_apart([place * _CROWDED_SCALE for place in far])))
    circle = _on_circle(nodes)
    drawings = []
    if (scale := _clear_scale(graph, circle)) <= _LARGEST_SCALE:
        drawings.append([place * scale for place in circle])
    if nodes > 3:
        drawings.append(_cleared(graph, [place * _NEAR_SCALE for place in _by_distance(graph)]))
    best = min(drawings, key=lambda places: (_crossings(graph, places), max(map(abs, places))))
    return tuple(_moved_to_corner(best))


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


def _on_grid(graph: Graph) -> list[Place]:
    """Return whole numbers of steps right and down, if the nodes are a grid of two rows or more; else an empty list.

    The distances from two corners at the ends of a row give the place of each node; edges must then be steps.
    """
    nodes = len(graph)
    corners = [node for node, near in enumerate(graph) if len(set(near)) == 2]
    if not 6 <= nodes <= LARGEST_STRESS or len(corners) != 4:
        return []
    first, *others = corners
    left = _distances_from(first, graph)
    for other in others:
        right, wide = _distances_from(other, graph), left[other]
        places = [complex((a - b + wide) / 2, (a + b - wide) / 2) for a, b in zip(left, right, strict=True)]
        size = (wide + 1) * round(max(place.imag for place in places) + 1)
        if size == nodes == len({*places}) and all(abs(places[a] - places[b]) == 1 for a, b in edges(graph)):
            return places
    return []


def _by_distance(graph: Graph) -> list[Place]:
    """Return places whose distances approximate the numbers of edges between the nodes.

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
    """Return places by classical scaling, a row (x, y) each; x is the direction in which distances vary most."""
    import numpy as np

    centred = wanted**2 - (wanted**2).mean(axis=0)
    centred = -0.5 * (centred.T - centred.mean(axis=1)).T
    values, vectors = np.linalg.eigh((centred + centred.T) / 2)
    circle = np.array([(place.real, place.imag) for place in _on_circle(len(wanted))])
    scaled: NDArray[Any] = vectors[:, :-3:-1] * np.sqrt(np.maximum(values[:-3:-1], 1e-3))
    return scaled + 0.01 * circle  # so that no two nodes are at the same place


def _distances_from(start: Node, graph: Graph) -> list[int]:
    """Return the number of edges from `start` to each node; one more than the largest for a node out of reach."""
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
    """Return a scale, in pixels per unit, at which nodes do not touch and edges do not run over other nodes.

    A result above `_LARGEST_SCALE` means that no scale up to `_LARGEST_SCALE` suffices.
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


def _cleared(graph: Graph, places: list[Place]) -> list[Place]:
    """Return places such that hardly any nodes touch, and hardly any edge runs over a node."""
    import numpy as np

    points = np.array(places)
    ends = np.array(list(edges(graph)), dtype=np.intp).reshape(-1, 2)
    starts, stops = ends[:, 0], ends[:, 1]
    nodes = np.arange(len(points))[:, None]
    is_end = (nodes == starts) | (nodes == stops)
    for _ in range(_CLEARINGS):
        gaps = points[:, None] - points
        lengths = np.abs(gaps) + np.eye(len(points)) * 1e9
        apart = np.maximum(_APART - lengths, 0) / np.maximum(lengths, 1e-6)
        begin, way = points[starts], points[stops] - points[starts]
        from_begin = points[:, None] - begin
        length = np.maximum(np.abs(way), 1e-6)
        along = np.clip((from_begin * way.conj()).real / length**2, 0, 1)
        off = from_begin - along * way + 1e-3j * way / length  # a node on an edge goes to one side
        distance = np.where(is_end, 1e9, np.abs(off))
        aside = 0.5 * np.maximum(_OFF - distance, 0) / np.maximum(distance, 1e-6) * off
        if not apart.any() and not aside.any():
            break
        push = 0.5 * (apart * gaps).sum(axis=1) + aside.sum(axis=1)
        np.subtract.at(push, starts, ((1 - along) * aside).sum(axis=0))
        np.subtract.at(push, stops, (along * aside).sum(axis=0))
        points = points + 0.6 * push
    return _pushed_apart([complex(place) for place in points])


def _crossings(graph: Graph, places: list[Place]) -> int:
    import numpy as np

    points = np.array(places)
    ends = np.array(list(edges(graph)), dtype=np.intp).reshape(-1, 2)
    begin, end = points[ends[:, 0]], points[ends[:, 1]]

    def sides(point: Any) -> Any:
        """Return, for each edge, the side on which each point lies: -1, 0 or 1."""
        turn: Any = ((end - begin)[:, None].conj() * (point - begin[:, None])).imag
        return np.sign(turn)

    parted = sides(begin) * sides(end) < 0
    share = (ends[:, None, :, None] == ends[None, :, None, :]).any(axis=(2, 3))
    return int((parted & parted.T & ~share).sum()) // 2


def _pushed_apart(places: list[Place]) -> list[Place]:
    """Return places such that hardly any nodes touch: enlarge the whole first, then push single nodes apart."""
    import numpy as np

    points = np.array(places)
    for push in range(_PUSHES):
        gaps = points[:, None] - points
        lengths = np.abs(gaps) + np.eye(len(points)) * 1e9
        nearest = lengths.min(axis=1)
        if push == 0:
            points *= max(1.0, _APART / max(float(np.median(nearest)), 1.0))
        elif nearest.min() >= _APART:
            break
        else:
            short = np.maximum(_APART - lengths, 0) / lengths
            points = points + 0.5 * (short * gaps).sum(axis=1)
    return [complex(place) for place in points]


def _moved_to_corner(places: list[Place]) -> list[Place]:
    margin = RADIUS + 4
    corner = complex(min(place.real for place in places), min(place.imag for place in places))
    return [place - corner + complex(margin, margin) for place in places]
