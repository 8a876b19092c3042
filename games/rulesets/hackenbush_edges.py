"""Graphs of Hackenbush: their notation, and the part of one that is joined to the ground."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import Final

from gamekit.errors import InputError

Edge = tuple[int, int, str]
"""Two nodes, the smaller one first, and the colour: l, r or e, or `GONE`."""

Edges = tuple[Edge, ...]
"""In ascending order of their nodes; an edge that is there twice is two edges."""

GONE: Final = "."
"""The colour of an edge that is gone: its place is kept, so that others stay where they are drawn."""

GROUND: Final = 0

MOST_EDGES: Final = 200

COLOUR_NAMES: Final = {"l": "blue", "r": "red", "e": "green"}

_EDGE: Final = re.compile(r"([0-9]{1,4})([lre.])([0-9]{1,4})")


def read_edges(text: str) -> Edges:
    """Return the edges that a string lists.

    Raises:
        InputError: `text` lists no edges, or one that is not joined to the ground.

    >>> read_edges("1r2 0l1 1.0")
    ((0, 1, 'l'), (0, 1, '.'), (1, 2, 'r'))
    """
    matches = [_EDGE.fullmatch(part) for part in text.split() if part != "none"]
    if not all(matches) or not text.strip():
        rule = "edges are written as two nodes with the colour between them, l, r or e, such as 0l1 1e2"
        raise InputError(f"{rule}, where 0 is the ground; not {text[:40]!r}")
    if len(matches) > MOST_EDGES:
        raise InputError(f"a graph has at most {MOST_EDGES} edges; this one has {len(matches)}")
    ends = [(int(edge[1]), int(edge[3]), edge[2]) for edge in matches if edge]
    edges = tuple(sorted(((min(a, b), max(a, b), colour) for a, b, colour in ends), key=itemgetter(0, 1)))
    if standing(edges) != edges:
        raise InputError("every edge must be joined to the ground, node 0; there is one that is not")
    return edges


def standing(edges: Edges) -> Edges:
    """Return edges of which those that are not joined to the ground are gone."""
    reached, left, grows = {GROUND}, present(edges), True
    while grows:
        size = len(reached)
        for a, b, _ in left:
            if a in reached or b in reached:
                reached |= {a, b}
        grows = len(reached) > size
    return tuple((a, b, colour if a in reached else GONE) for a, b, colour in edges)


def present(edges: Edges) -> Edges:
    """Return the edges that are not gone."""
    return tuple(edge for edge in edges if edge[2] != GONE)


def written(edge: Edge) -> str:
    """Return an edge as `read_edges` reads it."""
    return "{0}{2}{1}".format(*edge)


def named(edge: Edge) -> str:
    """Return the name of an edge for people.

    >>> named((0, 2, "l")), named((1, 2, "r"))
    ('blue ground-2', 'red 1-2')
    """
    first, second = ("ground" if node == GROUND else node for node in edge[:2])
    return f"{COLOUR_NAMES[edge[2]]} {first}-{second}"
