"""Graphs of Hackenbush as a picture: nodes stand above the ground as many levels as they are edges away from it."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gamekit.drawing.colours import COLOURS, FAINT, LIGHT, RULE
from gamekit.drawing.surfaces import data_place, data_shape
from gamekit.drawing.svg import document, rectangle, text_at

from .hackenbush_drawing import COLOUR_OF, SPOT
from .hackenbush_edges import COLOUR_NAMES, GONE, GROUND, Edge, Edges, present
from .node_places import places_of

Curve = tuple[complex, complex, complex, complex]
"""The control points of a cubic Bézier curve, as x + y·i in pixels, y down from the ground."""

ACROSS: Final = 50
"""Half of the pixels from a node to its neighbour on the same level: boards are wider than high, and so are pages."""

UP: Final = 32
"""Half of the pixels from a level to the next."""

NUMBERS: Final = 18
"""The size of the numbers of nodes, in pixels."""

LETTERS: Final = 12
"""The size of the letters beside edges, in pixels: small, because colours say the same."""

BESIDE: Final = 20
"""From where an edge is touched to its letter, in pixels: outside of the marks around the edge."""

TOUCHED: Final = 0.65
"""The fraction of an edge at which it is touched, where edges that cross in the middle are apart."""

_NODE: Final = COLOURS["black"]


def draw_edges(edges: Edges, whole: Edges) -> str:
    """Return edges as an SVG document; `data-place` calls them by their numbers, from 0 on.

    Args:
        edges: the edges, also those that are gone, which are not drawn.
        whole: the edges at the beginning of play: as long as they contain the others, nodes keep their places and the
            drawing its size.
    """
    whole = whole if {*present(edges)} <= {*whole} else present(edges)
    if not {edge[:2] for edge in edges} <= {edge[:2] for edge in whole}:
        edges = present(edges)
    places_of_nodes = places_of(whole, GROUND)
    places = {
        node: complex((2 * at.real + 1) * ACROSS, -2 * UP * at.imag) for node, at in places_of_nodes.items()
    }
    right = max((place.real + ACROSS for place in places.values()), default=0.0)
    curves = [_curve(number, edges, places, right) for number in range(len(edges))]
    all_curves = [_curve(number, whole, places, right) for number in range(len(whole))]
    wide = max([right, *(_point(curve, 0.5).real + ACROSS for curve in all_curves)]) or 2 * ACROSS
    high = UP - min([0.0, *(_point(curve, share).imag for curve in all_curves for share in (0.5, 1))])
    down = complex(0, high)
    drawn = [
        part
        for number, (edge, curve) in enumerate(zip(edges, curves, strict=True))
        if edge[2] != GONE
        for part in _drawn(number, edge, [point + down for point in curve])
    ]
    nodes = sorted({node for edge in present(edges) for node in edge[:2]} - {GROUND})
    discs = [part for node in nodes for part in _disc(node, places[node] + down)]
    sky = rectangle(1, 1, wide - 2, high + UP / 2, f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""')
    earth = rectangle(8, high - 3, wide - 16, 15, f'rx="2" fill="{COLOURS["brown"]}"')
    ground = text_at(wide / 2, high + 4.5, "ground", COLOURS["white"], size=12, width=wide, is_note=True)
    return document([sky, *drawn, earth, ground, *discs], wide, high + UP / 2 + 2)


def _curve(number: int, edges: Edges, places: Mapping[int, complex], right: float) -> Curve:
    """Return the points of an edge's curve; loops on the ground stand to the right of all else."""
    a, b, _ = edges[number]
    alike = [i for i, edge in enumerate(edges) if edge[:2] == (a, b)]
    turn = alike.index(number)
    if b == GROUND:
        start = complex(right + (2 * turn + 0.5) * UP, 0)
        return start, start - 2j * UP, start + UP - 2j * UP, start + UP
    if a == b:
        start, way = places[a], cmath.rect(2.2 * UP, math.radians(-125 + 44 * turn))
        return start, start + way * cmath.rect(1, -0.5), start + way * cmath.rect(1, 0.5), start
    end = places[b]
    start = places[a] if a != GROUND else complex(end.real, 0)
    if start.real > end.real:
        start, end = end, start
    way = end - start
    passed = abs(way) / (2 * ACROSS) - 1 if way.imag == 0 else 0  # nodes of the same level
    bend = 1.4 * SPOT * (turn - (len(alike) - 1) / 2 + passed)
    aside = -1j * way / abs(way) * bend
    return start, start + way / 3 + aside, start + 2 * way / 3 + aside, end


def _drawn(number: int, edge: Edge, curve: list[complex]) -> Iterator[str]:
    """Yield the elements of an edge: a curve, where it is touched, and the letter of its colour."""
    start, *others = curve
    end = others[-1]
    look = f'fill="none" stroke="{COLOUR_OF[edge[2]]}" stroke-width="8"{data_shape("", number)}'
    if abs(_point(curve, 0.5) - (start + end) / 2) < 1:
        yield f'<line x1="{start.real:g}" y1="{start.imag:g}" x2="{end.real:g}" y2="{end.imag:g}" {look}/>'
    else:
        controls = " ".join(f"{point.real:g},{point.imag:g}" for point in others)
        yield f'<path d="M{start.real:g},{start.imag:g} C{controls}" {look}/>'
    rise = start.imag - end.imag
    middle = _point(curve, 0.5 if not rise else TOUCHED if rise > 0 else 1 - TOUCHED)
    spot = f'fill="none"{data_place("", number)}'
    yield rectangle(middle.real - SPOT / 2, middle.imag - SPOT / 2, SPOT, SPOT, spot)
    way = end - start
    out = middle - start - way / 2 if edge[0] == edge[1] else way * 1j
    if edge[0] != edge[1] and out.real < 0:  # names stand to the right of edges
        out = -out
    yield _note(middle + BESIDE * out / abs(out), COLOUR_NAMES[edge[2]][0], FAINT, LETTERS)


def _point(curve: Sequence[complex], share: float) -> complex:
    """Return a point of a cubic Bézier curve."""
    a, b, c, d = curve
    rest = 1 - share
    return rest**3 * a + 3 * rest**2 * share * b + 3 * rest * share**2 * c + share**3 * d


def _disc(node: int, place: complex) -> list[str]:
    circle = f'<circle cx="{place.real:g}" cy="{place.imag:g}" r="14" fill="{_NODE}"/>'
    return [circle, _note(place, str(node), "#ffffff", NUMBERS)]


def _note(at: complex, text: str, colour: str, size: int) -> str:
    return text_at(at.real, at.imag, text, colour, size=size, width=26, is_note=True)
