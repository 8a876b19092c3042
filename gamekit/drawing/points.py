"""Surfaces of points: graphs, boards of points and lines or of hexagons, and boards whose places are the lines."""

from __future__ import annotations

import re
from cmath import phase, pi, rect
from collections.abc import Container, Sequence
from functools import lru_cache
from math import ceil, cos, inf
from string import ascii_lowercase
from typing import Final

from gamekit.drawing.colours import FAINT, FRAME_COLOUR, INK, LIGHT, ON_FRAME, RULE, SHADE
from gamekit.drawing.graph_layout import Graph, Place
from gamekit.drawing.graph_layout import layout as layout_of_graph
from gamekit.drawing.pieces import Look
from gamekit.drawing.surfaces import (
    FRAME,
    THIN_FRAME,
    Surface,
    data_place,
    data_shape,
    edge_name,
    line,
)
from gamekit.drawing.svg import GREY, PALE, rectangle, text_at

POINT_DISTANCE: Final = 52
"""The distance between neighbouring points, in pixels."""

DOT_RADIUS: Final = 5
"""The radius of a point, in pixels."""

NODE: Final = 21
"""The radius of a node, in pixels: marks at its top are above the face of a figure on it."""

BESIDE: Final = 34
"""How far the number of a node with a piece is from the middle of the node, in pixels."""

PLATE_RADIUS: Final = 9
"""The radius of the plate of such a number, in pixels."""

WAYS: Final = [rect(1, (1 + 2 * i) * pi / 4) for i in range(4)] + [rect(1, i * pi / 2) for i in range(4)]
"""The ways from a node to its number, from the lower right on, as steps of one pixel."""

MARGIN_OF_NODES: Final = ceil(BESIDE * cos(pi / 4)) + PLATE_RADIUS
"""The room between the middle of a node and the edge of the drawing, where its number has room at the corners."""

NAME_AT: Final = 31
"""The distance from a point to its name, in pixels: neither a piece nor a ring around it hides the name."""

ROOM_FOR_NAMES: Final = 1.15
"""The share by which points are farther from one another where their names stand among them."""

CLEAR: Final = 7
"""The distance from a line to the middle of a name that does not touch it, in pixels."""

FADED: Final = 0.3
"""The opacity of what is out of play."""

SLOT: Final = 40
"""The side of a place beside a graph where a piece waits, in pixels."""

SLOT_GAP: Final = 6
"""The room between a graph and the places below it, in pixels."""

LOWERED: Final = {"cop": 4j, "robber": 4j}
"""The distance in pixels by which figures stand below the middle of a node, where a mark would hide their faces."""

_DOTS: Final = re.compile("([a-z])([0-9]+)-([a-z])([0-9]+)")
"""The dots at the ends of a line, such as a1-b1."""

CORNER: Final = POINT_DISTANCE / 3**0.5
"""The distance from the middle of a hexagon to a corner, in pixels."""

SIDE: Final = 6
"""The width of the lines that mark the sides of a board of hexagons, in pixels."""

POINT_STYLES: Final = ("plain", "segments", "hexagons")
"""The styles of a board of points."""


class Nodes(Surface):
    """The nodes of a graph with their numbers, joined by lines.

    Args:
        graph: the neighbours of each node.
        gone: nodes that are out of play: they are faded, and the lines at them are broken.
        slots: the number of places below the graph, where pieces wait that are not on it yet; they follow the nodes.

    >>> Nodes([[1], [0]]).width > Nodes([[1], [0]]).height
    False
    """

    radius = 15

    def __init__(self, graph: Graph, gone: Container[int] = (), slots: int = 0) -> None:
        self.graph, self.gone = tuple(map(tuple, graph)), gone
        places = layout_of_graph(self.graph)
        margin = MARGIN_OF_NODES  # the number of a node with a piece stands beside it
        left, top = min(place.real for place in places), min(place.imag for place in places)
        places = tuple(place + (NODE + 6) * (1 + 1j) - complex(left, top) for place in places)
        self.width = round(max(place.real for place in places) + margin)
        self.height = round(max(place.imag for place in places) + margin)
        self.far = complex(self.width, self.height)
        middle, below = (self.width - 6) / 2, self.height + SLOT_GAP + SLOT / 2
        waiting = (complex(middle + SLOT * (i - (slots - 1) / 2), below) for i in range(slots))
        self.at = (*places, *waiting)
        self.height += slots and SLOT_GAP + SLOT

    def ground(self, at: Place, prefix: str = "") -> list[str]:
        lines = zip(_edges(self.graph), _lines(self, at, GREY, 2), strict=True)
        parts = [
            _broken(at + self.at[a], at + self.at[b]) if a in self.gone or b in self.gone else part
            for (a, b), part in lines
        ]
        for node in range(len(self.graph)):
            middle = at + self.centre(node)
            place = f'cx="{middle.real:g}" cy="{middle.imag:g}" r="{NODE}"{data_place(prefix, node)}'
            fill, colour = ("none", GREY) if node in self.gone else (PALE, INK)
            circle = f'<circle {place} fill="{fill}" stroke="{GREY}" stroke-width="2"/>'
            number = text_at(middle.real, middle.imag, str(node), colour, size=17, width=30, is_note=True)
            parts += (_faded(circle), number) if node in self.gone else (circle, number)
        return parts

    def pieces(self, looks: Sequence[Look], place: int, at: Place) -> list[str]:
        if place >= len(self.graph):  # a slot, which is not there once the piece has left it
            corner, look = at + self.centre(place) - SLOT / 2 * (1 + 1j), f'fill="{PALE}" stroke="{GREY}"'
            slot = rectangle(corner.real, corner.imag, SLOT, SLOT, f'{look} data-note="" data-waits=""')
            return [slot, *super().pieces(looks, place, at)]
        lowered = LOWERED.get(looks[0].shape, 0)
        parts = [
            *super().pieces(looks, place, at + lowered),
            *badge(at + self.centre(place), place, self._aside(place)),
        ]
        if len(looks) > 1:  # between which the number on the node would show
            middle = at + self.centre(place)
            hidden = f'cx="{middle.real:g}" cy="{middle.imag:g}" r="{self.radius}" fill="{PALE}" data-note=""'
            parts.insert(0, f"<circle {hidden}/>")
        return parts

    def _aside(self, node: int) -> Place:
        """Return the way to the number of a node with a piece: the first one that is clear of lines and other nodes."""
        lines = [(self.at[a], self.at[b]) for a, b in _edges(self.graph) if a != b]
        others = [place for i, place in enumerate(self.at[: len(self.graph)]) if i != node]

        def room(way: Place) -> float:
            plate = self.at[node] + BESIDE * way
            from_lines = min((_distance(plate, *line) for line in lines), default=NODE)
            from_edges = min(plate.real, plate.imag, self.far.real - plate.real, self.far.imag - plate.imag)
            if from_edges < PLATE_RADIUS - 1:
                return -inf
            return min([from_lines, *(abs(plate - other) - NODE for other in others)]) - PLATE_RADIUS

        return next((way for way in WAYS if room(way) >= CLEAR), max(WAYS, key=room))


class PointsAndLines(Surface):
    """A board of points joined by lines, such as that of morris.

    Args:
        graph: the neighbours of each point.
        at: the place of each point, to the right and down, in any unit.
        names: the names of the points: in the frame if they are those of rows and columns, or else beside the points.

    >>> board = PointsAndLines([[1], [0]], at=[(0, 0), (2, 0)], names=["a1", "c1"])
    >>> board.columns, board.rows
    ([(46, 'a'), (98, 'c')], [(46, '1')])
    """

    radius = 17

    def __init__(self, graph: Graph, at: Sequence[tuple[float, float]], names: Sequence[str]) -> None:
        self.graph, self.names = tuple(map(tuple, graph)), names
        places, unit = _scaled(at)
        axes = (
            _axis([(place.real, name[:1]) for place, name in zip(places, names, strict=True)]),
            _axis([(place.imag, name[1:]) for place, name in zip(places, names, strict=True)]),
        )
        named = all(name[:1] in ascii_lowercase and name[1:].isdecimal() for name in names)
        self.has_edge_names = named and all(axes) and unit > 0
        self.frame = FRAME if self.has_edge_names else THIN_FRAME
        margin = self.frame + (26 if self.has_edge_names else 38)  # the names of points are round them
        places = tuple(place * (1 if self.has_edge_names else ROOM_FOR_NAMES) for place in places)
        self.columns, self.rows = ([(at + margin, name) for at, name in axis] for axis in axes)
        self.at = tuple(place + complex(margin, margin) for place in places)
        self.width = round(max(place.real for place in self.at)) + margin
        self.height = round(max(place.imag for place in self.at)) + margin

    def ground(self, at: Place, prefix: str = "") -> list[str]:
        frame, inner = self.frame, complex(self.width - 2 * self.frame, self.height - 2 * self.frame)
        parts = [
            rectangle(at.real, at.imag, self.width, self.height, f'rx="6" fill="{FRAME_COLOUR}"'),
            rectangle(at.real + frame, at.imag + frame, inner.real, inner.imag, f'rx="3" fill="{LIGHT}"'),
        ]
        parts += _lines(self, at, RULE, 2.5)
        for point in range(len(self.graph)):
            middle = at + self.centre(point)
            parts.append(_dot(middle, DOT_RADIUS))
            place = f'cx="{middle.real:g}" cy="{middle.imag:g}" r="21"{data_place(prefix, point)}'
            parts.append(f'<circle {place} fill="none"/>')
            if not self.has_edge_names:
                beside = middle + NAME_AT * self._away(point)
                name = text_at(
                    beside.real, beside.imag, self.names[point], FAINT, size=11, width=FRAME, is_note=True
                )
                parts.append(_with_halo(name, LIGHT))
        if self.has_edge_names:
            bottom = at.imag + self.height - FRAME / 2
            parts += [edge_name(at.real + x, bottom, name, ON_FRAME) for x, name in self.columns]
            parts += [edge_name(at.real + FRAME / 2, at.imag + y, name, ON_FRAME) for y, name in self.rows]
        return parts

    def _away(self, point: int) -> Place:
        """Return the direction of a name: farthest from the lines at a point, clear of all others, and outwards."""
        lines = [
            self.at[b if a == point else a] - self.at[point] for a, b in _edges(self.graph) if point in (a, b)
        ]
        out = self.at[point] - complex(self.width, self.height) / 2

        def liking(way: Place) -> tuple[float, bool, float]:
            turn = min((abs(phase(step / way)) for step in lines), default=pi)
            name = self.at[point] + NAME_AT * way
            is_clear = all(_distance(name, self.at[a], self.at[b]) > CLEAR for a, b in _edges(self.graph))
            return round(turn, 2), is_clear, round((way * out.conjugate()).real)

        return max((rect(1, pi / 4 + i * pi / 8) for i in range(16)), key=liking)


class Segments(Surface):
    """A lattice of dots, as in dots and boxes: its places are the lines between neighbouring dots.

    Args:
        middles: the middle of each line, as (right, down), in halves of the length of a line.
        names: the names of the lines. If they are the dots at their ends, such as a1-b1, columns and rows of dots bear
            their names; other names stand beside the lines.
        are_owned: whether a page may colour lines by who drew them, which states do not say.

    >>> Segments([(1, 0), (1, 2)], ["a2-b2", "a1-b1"]).rows
    [(0, '2'), (2, '1')]
    """

    radius = 12
    margin = 26

    def __init__(
        self,
        middles: Sequence[tuple[float, float]],
        names: Sequence[str] | None = None,
        *,
        are_owned: bool = False,
    ) -> None:
        self.middles, self.are_owned = middles, are_owned
        self.names = list(map(str, range(len(middles)))) if names is None else names
        self.columns, self.rows = self._axes()
        self.far = complex(max(x for x, _ in middles), max(y for _, y in middles))
        self.width = round(self.far.real) * POINT_DISTANCE // 2 + 2 * self.margin
        self.height = round(self.far.imag) * POINT_DISTANCE // 2 + 2 * self.margin

    def _axes(self) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
        """Return where columns and rows of dots are, with their names; nothing if names of lines do not tell."""
        across, down = [], []
        for (x, y), name in zip(self.middles, self.names, strict=True):
            ends = _DOTS.fullmatch(name)
            if ends is None:
                return [], []
            if round(x) % 2:
                across += [(x - 1, ends[1]), (x + 1, ends[3])]
                down += [(y, ends[2]), (y, ends[4])]
        columns, rows = _axis(across), _axis(down)
        return (columns, rows) if columns and rows else ([], [])

    def _at(self, x: float, y: float) -> Place:
        return complex(x, y) * POINT_DISTANCE / 2 + complex(self.margin, self.margin)

    def centre(self, place: int) -> Place:
        return self._at(*self.middles[place])

    def _half(self, place: int) -> Place:
        """Return half of the line at a place as a step: to the right, or down."""
        return (
            complex(POINT_DISTANCE / 2)
            if round(self.middles[place][0]) % 2
            else complex(0, POINT_DISTANCE / 2)
        )

    def ground(self, at: Place, prefix: str = "") -> list[str]:
        parts = [
            rectangle(at.real, at.imag, self.width, self.height, f'rx="6" fill="{LIGHT}" stroke="{RULE}"')
        ]
        for place in range(len(self.middles)):
            middle, half = at + self.centre(place), self._half(place)
            wide, high = (1.5 * half.real or 22), (1.5 * half.imag or 22)
            corner = middle - complex(wide, high) / 2
            start, end = middle - half, middle + half
            shape = data_shape(prefix, place)
            parts.append(line(start.real, start.imag, end.real, end.imag, SHADE, 1.5, shape))
            parts.append(
                rectangle(corner.real, corner.imag, wide, high, f'fill="none"{data_place(prefix, place)}')
            )
            if not self.columns:
                beside = middle + (11j if half.real else 9 + 0j)
                name = self.names[place]
                parts.append(
                    text_at(beside.real, beside.imag, name, FAINT, size=10, width=FRAME, is_note=True)
                )
        edge = complex(FRAME / 2 - 1, self.height - FRAME / 2 + 1) + at
        parts += [edge_name(at.real + self._at(x, 0).real, edge.imag, name, INK) for x, name in self.columns]
        parts += [edge_name(edge.real, at.imag + self._at(0, y).imag, name, INK) for y, name in self.rows]
        dots = {
            self._at(x + dx, y + dy)
            for x, y in self.middles
            for dx, dy in (((-1, 0), (1, 0)) if round(x) % 2 else ((0, -1), (0, 1)))
        }
        return parts + [_dot(at + dot, 5) for dot in sorted(dots, key=lambda dot: (dot.imag, dot.real))]

    def pieces(self, looks: Sequence[Look], place: int, at: Place) -> list[str]:
        middle, half = at + self.centre(place), self._half(place)
        start, end = middle - 0.75 * half, middle + 0.75 * half
        drawn = line(start.real, start.imag, end.real, end.imag, looks[0].colour, 7)
        return [drawn.replace("<line ", f'<line data-owned="line {place}" ', 1) if self.are_owned else drawn]


class Hexagons(Surface):
    """A board of hexagons that stand on a corner, such as that of Hex.

    Args:
        at: the middle of each hexagon, to the right and down, in any unit.
        names: the names of the hexagons, a letter and a number; they stand along the upper and the left side.
        colours: the colours of the upper and lower side, and of the left and right one.

    >>> board = Hexagons([(0, 0), (1, 0)], ["a1", "b1"], ("red", "blue"))
    >>> board.centre(1) - board.centre(0)
    (52+0j)
    """

    radius = 17

    def __init__(
        self, at: Sequence[tuple[float, float]], names: Sequence[str], colours: tuple[str, str]
    ) -> None:
        self.names, self.colours = names, colours
        places, _ = _scaled(at)
        margin = complex(POINT_DISTANCE / 2, CORNER) + complex(FRAME, FRAME)
        self.at = tuple(place + margin for place in places)
        self.width = round(max(place.real for place in self.at) + margin.real)
        self.height = round(max(place.imag for place in self.at) + margin.imag)

    def ground(self, at: Place, prefix: str = "") -> list[str]:
        parts = [
            rectangle(at.real, at.imag, self.width, self.height, f'rx="6" fill="{LIGHT}" stroke="{RULE}"')
        ]
        sides = []
        for place, middle in enumerate(at + middle for middle in self.at):
            corners = [middle + rect(CORNER, (i - 0.5) * pi / 3) for i in range(6)]
            outline = " ".join(f"{corner.real:.1f},{corner.imag:.1f}" for corner in corners)
            look = f'fill="none" stroke="{RULE}" stroke-width="1.5"{data_shape(prefix, place)}'
            parts.append(f'<polygon points="{outline}" {look}/>')
            dot = f'cx="{middle.real:.1f}" cy="{middle.imag:.1f}" r="21"{data_place(prefix, place)}'
            parts.append(f'<circle {dot} fill="none"/>')
            for i, colour in self._sides(place):
                a, b = corners[i], corners[(i + 1) % 6]
                sides.append(line(a.real, a.imag, b.real, b.imag, colour, SIDE))
            parts += self._names(place, middle)
        return parts + sides

    def _sides(self, place: int) -> list[tuple[int, str]]:
        """Return the sides of a hexagon on the edge of the board, clockwise from the right one, with their colours."""
        sides = []
        for i in range(6):
            step = rect(POINT_DISTANCE, i * pi / 3)
            if self._has(self.at[place] + step):
                continue
            beyond = self.at[place].imag + step.imag
            is_level = abs(step.imag) > 1 and not self._is_row(beyond)
            sides.append((i, self.colours[0 if is_level else 1]))
        return sides

    def _names(self, place: int, middle: Place) -> list[str]:
        here, parts = self.at[place], []
        if not self._is_row(here.imag - POINT_DISTANCE * 0.75**0.5):
            above = middle + rect(CORNER + 11, -pi / 2)
            parts.append(edge_name(above.real, above.imag, self.names[place][:1], FAINT))
        if not self._has(here - POINT_DISTANCE):
            left = middle - POINT_DISTANCE / 2 - 13
            parts.append(edge_name(left.real, left.imag, self.names[place][1:], FAINT))
        return parts

    def _has(self, middle: Place) -> bool:
        return any(abs(other - middle) < 1 for other in self.at)

    def _is_row(self, y: float) -> bool:
        return any(abs(other.imag - y) < 1 for other in self.at)


def badge(middle: Place, text: object, way: Place = WAYS[0]) -> list[str]:
    """Return a small text, such as the number of a node with a piece, on a plate beside the node."""
    plate_at = middle + BESIDE * way
    x, y = round(plate_at.real), round(plate_at.imag)
    plate = f'cx="{x:g}" cy="{y:g}" r="{PLATE_RADIUS}" fill="{PALE}" stroke="{GREY}" stroke-width="1.5" data-note=""'
    return [f"<circle {plate}/>", text_at(x, y, str(text), INK, size=14, width=17, is_note=True)]


@lru_cache(maxsize=8)
def _edges(graph: Graph) -> list[tuple[int, int]]:
    return sorted({(min(a, b), max(a, b)) for a, near in enumerate(graph) for b in near})


def _distance(place: Place, start: Place, end: Place) -> float:
    """Return how far a place is from a line between two others."""
    way = end - start
    share = ((place - start) * way.conjugate()).real / abs(way) ** 2
    return abs(place - start - min(max(share, 0), 1) * way)


def _lines(board: Nodes | PointsAndLines, at: Place, colour: str, width: float) -> tuple[str, ...]:
    return _drawn_lines(
        board.graph, tuple(at + board.centre(place) for place in range(len(board.graph))), colour, width
    )


@lru_cache(maxsize=8)
def _drawn_lines(graph: Graph, at: tuple[Place, ...], colour: str, width: float) -> tuple[str, ...]:
    """Return the lines between nodes; all states of a game share them, and a graph may have thousands."""
    ends = ((at[a], at[b]) for a, b in _edges(graph))
    return tuple(line(start.real, start.imag, end.real, end.imag, colour, width) for start, end in ends)


def _faded(part: str) -> str:
    return part.replace(" ", f' opacity="{FADED}" ', 1)


def _broken(start: Place, end: Place) -> str:
    """Return a broken line between the rims of two nodes, so that it crosses no number."""
    rim = NODE * (end - start) / abs(end - start)
    start, end = start + rim, end - rim
    return line(
        start.real, start.imag, end.real, end.imag, GREY, 2, f' opacity="{FADED}" stroke-dasharray="2 6"'
    )


def _with_halo(text: str, colour: str) -> str:
    """Return a text element with a halo, so that it can be read where it lies on lines."""
    return text.replace("<text ", f'<text stroke="{colour}" stroke-width="4" paint-order="stroke" ', 1)


def _dot(middle: Place, radius: float) -> str:
    place = f'cx="{middle.real:g}" cy="{middle.imag:g}" rx="{radius:g}" ry="{radius:g}"'
    return f'<ellipse {place} fill="{INK}" data-note=""/>'


def _scaled(places: Sequence[tuple[float, float]]) -> tuple[tuple[Place, ...], float]:
    """Return places in pixels from the upper left corner, the nearest two `POINT_DISTANCE` apart, and the scale."""
    points = [complex(*place) for place in places]
    gaps = [abs(a - b) for i, a in enumerate(points) for b in points[:i]]
    scale = POINT_DISTANCE / (min(gaps, default=1.0) or 1.0)
    corner = complex(min(place.real for place in points), min(place.imag for place in points))
    return tuple((place - corner) * scale for place in points), scale


def _axis(pairs: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Return each coordinate with its name, in order; an empty list if coordinates and names are not one to one."""
    names = {round(at): name for at, name in pairs}
    is_one_to_one = len(set(names.values())) == len(names) and all(
        names[round(at)] == name for at, name in pairs
    )
    return sorted(names.items()) if is_one_to_one else []
