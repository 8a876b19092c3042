"""Surfaces: boards without pieces, and where on them each place is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import Final, Literal

from gamekit.drawing.graph_layout import RADIUS, Graph, Place
from gamekit.drawing.graph_layout import layout as layout_of_graph
from gamekit.drawing.svg import GREY, PALE, rectangle, text_at

CELL: Final = 48
"""The side of a square, in pixels."""

FRAME: Final = 18
"""The width of the frame round a board, which bears the names of rows and columns, in pixels."""

THIN_FRAME: Final = 4

FRAME_COLOUR: Final = "#59636e"
ON_FRAME: Final = "#e8ecf1"
LIGHT: Final = "#dfe5ea"
SHADE: Final = "#b4c0ca"
RULE: Final = "#8b97a3"
FAINT: Final = "#4a5664"

STYLES: Final = ("plain", "chequered", "crossings")
"""The looks of a board of squares."""


class Surface(ABC):
    """A board without pieces.

    Attributes:
        width: in pixels.
        height: in pixels.
        radius: half of the width of a piece on it, in pixels.
    """

    width: float
    height: float
    radius: float

    @abstractmethod
    def centre(self, place: int) -> Place:
        """Return the middle of a place, in pixels from the upper left corner, as x + y·i."""

    def name_on_piece(self, place: int) -> str:
        """Return the name of a place, if a piece there would hide it."""
        return ""

    @abstractmethod
    def ground(self, at: Place) -> list[str]:
        """Return the SVG elements of the board with its upper left corner at `at`."""


class Squares(Surface):
    """A framed board of squares.

    Args:
        rows: from top to bottom.
        columns: from left to right.
        style: "plain", "chequered", or "crossings": men stand on the crossings of lines.
        names: "edge" for letters of columns and numbers of rows in the frame, "numbers" for the number of each square
            in it, or "none".
        places: the number of squares; the last row may be shorter than the others.

    >>> board = Squares(3, 4)
    >>> board.centre(0), board.width > board.height
    ((42+42j), True)
    """

    radius = 18

    def __init__(
        self,
        rows: int,
        columns: int,
        style: str = "plain",
        *,
        names: Literal["edge", "numbers", "none"] = "edge",
        places: int | None = None,
    ) -> None:
        self.rows, self.columns, self.style, self.names = rows, columns, style, names
        self.places = rows * columns if places is None else places
        self.frame = FRAME if names == "edge" else THIN_FRAME
        self.width = columns * CELL + 2 * self.frame
        self.height = rows * CELL + 2 * self.frame

    def centre(self, place: int) -> Place:
        row, column = divmod(place, self.columns)
        return complex(column * CELL + CELL / 2 + self.frame, row * CELL + CELL / 2 + self.frame)

    def ground(self, at: Place) -> list[str]:
        parts = [rectangle(at.real, at.imag, self.width, self.height, f'rx="6" fill="{FRAME_COLOUR}"')]
        for place in range(self.places):
            row, column = divmod(place, self.columns)
            is_light = self.style != "chequered" or (row + column + self.rows) % 2 == 1
            corner = at + self.centre(place) - complex(CELL / 2, CELL / 2)
            look = f'fill="{LIGHT if is_light else SHADE}"' + (
                f' stroke="{RULE}"' if self.style == "plain" else ""
            )
            parts.append(rectangle(corner.real, corner.imag, CELL, CELL, look))
        if self.style == "crossings":
            parts += self._lines(at)
        return parts + self._texts(at)

    def _lines(self, at: Place) -> list[str]:
        first, last = at + self.centre(0), at + self.centre(self.rows * self.columns - 1)
        across = [(first.real, y, last.real, y) for y in (first.imag + i * CELL for i in range(self.rows))]
        down = [(x, first.imag, x, last.imag) for x in (first.real + i * CELL for i in range(self.columns))]
        return [_line(*ends, RULE) for ends in (*across, *down)]

    def _texts(self, at: Place) -> list[str]:
        if self.names == "numbers":
            corners = ((place, at + self.centre(place) - CELL / 2 * (1 + 1j)) for place in range(self.places))
            return [_name(corner.real + 9, corner.imag + 8, str(place), FAINT) for place, corner in corners]
        if self.names == "none":
            return []
        half, bottom = self.frame / 2, at.imag + self.height
        rows = (
            (at.imag + self.centre(row * self.columns).imag, str(self.rows - row)) for row in range(self.rows)
        )
        columns = (
            (at.real + self.centre(column).real, ascii_lowercase[column]) for column in range(self.columns)
        )
        return [
            *(_name(at.real + half, y, name, ON_FRAME) for y, name in rows),
            *(_name(x, bottom - half, name, ON_FRAME) for x, name in columns),
        ]


class Nodes(Surface):
    """The nodes of a graph with their numbers, joined by lines.

    Args:
        graph: the neighbours of each node.
        places: where each node is, in any unit; by default, where it makes the drawing clear.

    >>> Nodes([[1], [0]]).width > Nodes([[1], [0]]).height
    False
    """

    radius = 15

    def __init__(self, graph: Graph, places: Sequence[tuple[float, float]] | None = None) -> None:
        self.graph = tuple(map(tuple, graph))
        self.places = layout_of_graph(self.graph) if places is None else _scaled(places)
        margin = RADIUS + 4
        self.width = round(max(place.real for place in self.places) + margin)
        self.height = round(max(place.imag for place in self.places) + margin)

    def centre(self, place: int) -> Place:
        return complex(round(self.places[place].real), round(self.places[place].imag))

    def name_on_piece(self, place: int) -> str:
        return str(place)

    @cached_property
    def _edges(self) -> list[tuple[int, int]]:
        return sorted({(min(a, b), max(a, b)) for a, near in enumerate(self.graph) for b in near})

    def ground(self, at: Place) -> list[str]:
        parts = []
        for a, b in self._edges:
            start, end = at + self.centre(a), at + self.centre(b)
            parts.append(_line(start.real, start.imag, end.real, end.imag, GREY))
        for node in range(len(self.graph)):
            middle = at + self.centre(node)
            place = f'cx="{middle.real:g}" cy="{middle.imag:g}" r="{RADIUS}"'
            parts.append(f'<circle {place} fill="{PALE}" stroke="{GREY}" stroke-width="2"/>')
            parts.append(text_at(middle.real, middle.imag, str(node), FAINT, size=13, width=24, is_note=True))
        return parts


def _scaled(places: Sequence[tuple[float, float]]) -> tuple[Place, ...]:
    """Return given places in pixels, the nearest two as far apart as nodes need."""
    found = [complex(*place) for place in places]
    gaps = [abs(a - b) for i, a in enumerate(found) for b in found[:i]]
    scale = 3.5 * RADIUS / (min(gaps, default=1.0) or 1.0)
    corner = complex(min(place.real for place in found), min(place.imag for place in found))
    margin = complex(RADIUS + 4, RADIUS + 4)
    return tuple((place - corner) * scale + margin for place in found)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="2"/>'


def _name(x: float, y: float, name: str, colour: str) -> str:
    return text_at(x, y, name, colour, size=11, width=2 * FRAME, is_note=True)
