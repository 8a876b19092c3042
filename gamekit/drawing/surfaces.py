"""Surfaces: boards without pieces, and the middles of their places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, Literal

from gamekit.drawing.colours import FAINT, FRAME_COLOUR, INK, LIGHT, ON_FRAME, RACK, RULE, SHADE
from gamekit.drawing.column_names import column_name
from gamekit.drawing.graph_layout import Place
from gamekit.drawing.pieces import Look, draw_pieces, look_of
from gamekit.drawing.svg import CELL as CELL
from gamekit.drawing.svg import PALE, document, rectangle, text_at

FRAME: Final = 20
"""The width of the frame round a board, which bears the names of rows and columns, in pixels."""

THIN_FRAME: Final = 5

BOARD_MARGIN: Final = 2 + 2j
"""The margin at the left and the top of a board that is drawn alone, in pixels, as x + y·i."""

STYLES: Final = ("plain", "chequered", "crossings", "diagonals", "tray", "rack")
"""The styles of a board of squares."""


class Surface(ABC):
    """A board without pieces.

    Attributes:
        width: the width in pixels.
        height: the height in pixels.
        radius: half of the width of a piece on it, in pixels.
        at: the middle of each place, in pixels from the upper left corner as x + y·i, before rounding.
    """

    width: float
    height: float
    radius: float
    at: Sequence[Place]

    def centre(self, place: int) -> Place:
        """Return the middle of a place, in pixels from the upper left corner, as x + y·i."""
        return complex(round(self.at[place].real), round(self.at[place].imag))

    @abstractmethod
    def ground(self, at: Place, prefix: str = "") -> list[str]:
        """Return the SVG elements of the board, whose upper left corner is `at`.

        The numbers of places in the attributes `data-place` begin with `prefix`.
        """

    def pieces(self, looks: Sequence[Look], place: int, at: Place) -> list[str]:
        """Return the SVG elements of the pieces on a place; `at` is the upper left corner of the board."""
        middle = at + self.centre(place)
        return draw_pieces(looks, middle.real, middle.imag, self.radius)

    def drawn(self, looks: Iterable[tuple[int, Sequence[str]]]) -> str:
        """Return an SVG document of the board with pieces, whose looks are in words; later pieces hide earlier ones."""
        parts = self.ground(BOARD_MARGIN)
        for place, words in looks:
            parts += self.pieces([look_of(look) for look in words], place, BOARD_MARGIN)
        return document(parts, self.width + 4, self.height + 4)


class Squares(Surface):
    """A framed board of squares.

    Args:
        rows: the rows from top to bottom.
        columns: the columns from left to right.
        style: "plain", "chequered", "crossings", where men stand on the crossings of lines, "diagonals", the same with
            lines between opposite corners, "tray", whose floor is dark and has no lines, as tiles cover it, or "rack",
            which has holes to be filled from above.
        names: "edge" for letters of columns, and numbers of rows if there are several, in the frame, "numbers" for the
            number of each square in it, or "none".
        places: the number of squares; the last row may be shorter than the others.
        from_top: whether the numbers of rows begin at the top.
        inset: how far places, and so their marks, are from the edges of squares, where there may be walls.

    >>> board = Squares(3, 4)
    >>> board.centre(0), board.width > board.height
    ((44+44j), True)
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
        from_top: bool = False,
        inset: float = 0,
    ) -> None:
        self.rows, self.columns, self.style, self.names = rows, columns, style, names
        self.inset = inset
        self.row_names = () if rows == 1 else range(1, rows + 1) if from_top else range(rows, 0, -1)
        number = "1" * (rows == 1)  # which no name of a row tells
        self.column_names = [column_name(column) + number for column in range(columns)]
        self.places = rows * columns if places is None else places
        frame = FRAME if names == "edge" else THIN_FRAME
        self.corner = complex(frame if self.row_names else THIN_FRAME, frame)
        self.width = columns * CELL + 2 * self.corner.real
        self.height = rows * CELL + 2 * frame

    def centre(self, place: int) -> Place:
        row, column = divmod(place, self.columns)
        return complex(column * CELL + CELL / 2, row * CELL + CELL / 2) + self.corner

    def ground(self, at: Place, prefix: str = "") -> list[str]:
        is_rack = self.style == "rack"
        frame = RACK if is_rack else FRAME_COLOUR
        parts = [rectangle(at.real, at.imag, self.width, self.height, f'rx="6" fill="{frame}"')]
        has_crossings = self.style in ("crossings", "diagonals")
        if has_crossings:  # lest the frame shows between squares without edges
            size, corner = (self.columns * CELL, self.rows * CELL), at + self.corner
            parts.append(rectangle(corner.real, corner.imag, *size, f'fill="{LIGHT}" data-note=""'))
        for place in range(self.places):
            row, column = divmod(place, self.columns)
            is_light = self.style != "chequered" or (row + column + self.rows) % 2 == 0  # a1 is dark
            corner = at + self.centre(place) - complex(CELL / 2, CELL / 2)
            floor = {"tray": RULE, "rack": RACK}.get(self.style, LIGHT if is_light else SHADE)
            look = f'fill="{floor}"' + (f' stroke="{RULE}"' if self.style == "plain" else "")
            name = data_place(prefix, place)
            look += "" if is_rack or self.inset else name
            parts.append(rectangle(corner.real, corner.imag, CELL, CELL, look))
            if self.inset:
                inner, side = corner + self.inset * (1 + 1j), CELL - 2 * self.inset
                parts.append(rectangle(inner.real, inner.imag, side, side, f'rx="6" fill="none"{name}'))
            if is_rack:
                parts += _hole(at + self.centre(place), self.radius + 1, name)
        if has_crossings:
            parts += self._lines(at, prefix)
        return parts + self._texts(at)

    def _lines(self, at: Place, prefix: str) -> list[str]:
        first, last = at + self.centre(0), at + self.centre(self.rows * self.columns - 1)
        across = [(first.real, y, last.real, y) for y in (first.imag + i * CELL for i in range(self.rows))]
        down = [(x, first.imag, x, last.imag) for x in (first.real + i * CELL for i in range(self.columns))]
        if self.style == "diagonals":
            across += [
                (first.real, y, last.real, first.imag + last.imag - y) for y in (first.imag, last.imag)
            ]
        dots = ((place, at + self.centre(place)) for place in range(self.places))
        look = f'r="4" fill="{INK}" data-note=""'
        return [
            *(line(*ends, RULE) for ends in (*across, *down)),
            *(
                f'<circle cx="{dot.real:g}" cy="{dot.imag:g}" {look}{data_shape(prefix, place)}/>'
                for place, dot in dots
            ),
        ]

    @property
    def _letters(self) -> int:
        """The size of the names of columns, which are read on a phone, too."""
        return max(13, min(17, round(self.width / 28)))

    def _texts(self, at: Place) -> list[str]:
        if self.names == "numbers":
            corners = ((place, at + self.centre(place) - CELL / 2 * (1 + 1j)) for place in range(self.places))
            return [
                edge_name(corner.real + 9, corner.imag + 8, str(place), FAINT) for place, corner in corners
            ]
        if self.names == "none":
            return []
        half, bottom = FRAME / 2, at.imag + self.height
        rows = (
            (at.imag + self.centre(row * self.columns).imag, str(name))
            for row, name in enumerate(self.row_names)
        )
        columns = (
            (at.real + self.centre(column).real, name) for column, name in enumerate(self.column_names)
        )
        return [
            *(edge_name(at.real + half, y, name, ON_FRAME) for y, name in rows),
            *(edge_name(x, bottom - half, name, ON_FRAME, self._letters) for x, name in columns),
        ]


def _hole(middle: Place, radius: float, name: str) -> list[str]:
    """Return the SVG elements of a hole, around which a place has the `name`."""
    place = f'cx="{middle.real:g}" cy="{middle.imag:g}"'
    hole = f'<circle {place} r="{radius:g}" fill="{PALE}" stroke="{INK}" stroke-opacity="0.5" data-note=""/>'
    return [hole, f'<circle {place} r="{CELL / 2 - 1:g}" fill="none"{name}/>']


FLOW: Final = '<g data-flow=""/>'
"""The element that says that what is left may stand elsewhere after a move: pages mark what the last one left free."""


SOWN: Final = '<g data-sown=""/>'
"""The element that says that moves change all their places, where seeds fall or coins are turned: pages mark them."""


LAID: Final = "data-laid"
"""The attribute of the tile that a page lays over the places of each move, inset by so many pixels."""

STAYS: Final = '<g data-stays=""/>'
"""The element that says that a piece which no move takes stays, pale, when the rules take it off the board."""


def data_place(prefix: str, place: object) -> str:
    """Return the SVG attribute that names the place of an element."""
    return f' data-place="{escape(f"{prefix}{place}")}"'


def data_shape(prefix: str, place: object) -> str:
    """Return the SVG attribute of an element that has the shape of a place which is touched elsewhere, too."""
    return f' data-shape="{escape(f"{prefix}{place}")}"'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 2, more: str = "") -> str:
    """Return an SVG line from (x1, y1) to (x2, y2), in pixels; `more` has its other attributes."""
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"{more}/>'


def edge_name(x: float, y: float, name: str, colour: str, size: int = 13) -> str:
    """Return the SVG text of the name of a row, a column or a place, centred on (x, y)."""
    return text_at(x, y, name, colour, size=size, width=2 * FRAME, is_note=True)
