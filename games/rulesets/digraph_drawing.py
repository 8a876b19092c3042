"""Digraphs as pictures: nodes in circles, edges as arrows in the colours of those who may take them, and tokens."""

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from gamekit.drawing.colours import COLOURS, INK, LIGHT, RULE
from gamekit.drawing.graph_layout import layout
from gamekit.drawing.pieces import as_piece
from gamekit.drawing.points import badge
from gamekit.drawing.surfaces import data_place
from gamekit.drawing.svg import GREY, PALE, document, rectangle, text_at

RADIUS: Final = 22
"""The radius of a node, in pixels."""

ROOM: Final = 26
"""Pixels around the nodes, where a loop may stand."""

SCALE: Final = 1.5
"""The number of times that nodes are farther apart than those of a graph without arrows."""

MOST_NODES: Final = 60
"""The largest number of nodes that is drawn."""

BEND: Final = 0.22
"""The angle, in radians, by which an edge turns aside where there is one in the other direction."""

Edge = tuple[int, int, str]
"""Where an edge begins and ends, and the name of its colour."""


def draw_digraph(nodes: int, edges: Sequence[Edge], tokens: Iterable[int]) -> str | None:
    """Return a digraph as an SVG document; the name of a node in `data-place` is its number.

    None if it is large, or has no nodes.

    Args:
        nodes: the number of nodes.
        edges: the edges.
        tokens: the nodes on which tokens stand.
    """
    if not 0 < nodes <= MOST_NODES:
        return None
    near: list[set[int]] = [set() for _ in range(nodes)]
    for start, end, _ in edges:
        if start != end:
            near[start].add(end)
            near[end].add(start)
    places = [place * SCALE for place in layout(tuple(tuple(sorted(neighbours)) for neighbours in near))]
    corner = complex(min(place.real for place in places), min(place.imag for place in places))
    middles = [place - corner + (RADIUS + ROOM) * (1 + 1j) for place in places]
    centre = sum(middles) / nodes
    pairs = {(start, end) for start, end, _ in edges}
    drawn = [part for edge in dict.fromkeys(edges) for part in _arrow(edge, middles, pairs, centre)]
    standing = Counter(tokens)
    discs = [part for node, middle in enumerate(middles) for part in _node(node, middle, standing[node])]
    width = max(middle.real for middle in middles) + RADIUS + ROOM
    height = max(middle.imag for middle in middles) + RADIUS + ROOM
    look = f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""'
    ground = rectangle(1, 1, round(width) - 2, round(height) - 2, look)
    return document([ground, *drawn, *discs], round(width), round(height))


def _node(node: int, middle: complex, tokens: int) -> list[str]:
    """Return a node with its number; if tokens stand there, a dark disc, which is nobody's, with how many they are."""
    x, y = round(middle.real), round(middle.imag)
    where = f'cx="{x}" cy="{y}" r="{RADIUS}"{data_place("", node)}'
    circle = f'<circle {where} fill="{PALE}" stroke="{GREY}" stroke-width="2"/>'
    if not tokens:
        return [circle, text_at(x, y, str(node), INK, size=17, width=30, is_note=True)]
    white = COLOURS["white"]
    disc = f'<circle cx="{x}" cy="{y}" r="{RADIUS - 5}" fill="{COLOURS["black"]}"/>'
    number = text_at(x, y, f"\u00d7{tokens}", white, size=16, width=30, bold=True, is_note=True)
    return [circle, *as_piece("token", [disc]), *[number] * (tokens > 1), *badge(middle, node)]


def _arrow(edge: Edge, middles: Sequence[complex], pairs: set[tuple[int, int]], centre: complex) -> list[str]:
    start, end, name = edge
    colour = COLOURS[name]
    here, there = middles[start], middles[end]
    if start == end:  # a loop, on the side away from the others
        out = here - centre if abs(here - centre) > 1 else -1j
        begin, finish = (here + cmath.rect(RADIUS + 1, cmath.phase(out) + turn) for turn in (-0.5, 0.5))
        pull = [here + cmath.rect(RADIUS + 34, cmath.phase(out) + turn) for turn in (-0.5, 0.5)]
        curve = f"C{pull[0].real:.1f} {pull[0].imag:.1f} {pull[1].real:.1f} {pull[1].imag:.1f}"
        way = finish - pull[1]
    else:
        bend = BEND if (end, start) in pairs else 0.0
        way = cmath.phase(there - here)
        begin = here + cmath.rect(RADIUS + 1, way - bend)
        finish = there - cmath.rect(RADIUS + 2, way + bend)
        pull_at = (begin + finish) / 2 + cmath.rect(
            abs(finish - begin) * math.tan(bend) / 2, way - math.pi / 2
        )
        curve = f"Q{pull_at.real:.1f} {pull_at.imag:.1f}"
        way = finish - pull_at
    unit = way / abs(way)
    neck = finish - 9 * unit
    line = f'd="M{begin.real:.1f} {begin.imag:.1f} {curve} {neck.real:.1f} {neck.imag:.1f}"'
    corners = (finish, finish + unit * (-11 + 5.5j), finish + unit * (-11 - 5.5j))
    points = " ".join(f"{corner.real:.1f},{corner.imag:.1f}" for corner in corners)
    return [
        f'<path {line} fill="none" stroke="{colour}" stroke-width="2.5" data-note=""/>',
        f'<polygon points="{points}" fill="{colour}" data-note=""/>',
    ]
