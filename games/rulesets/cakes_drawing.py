"""Cakes as a picture: the lines that Left may cut, or the columns to eat, are blue; those of Right are red."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

UNIT: Final = 40
"""The side of a square of cake, in pixels."""

MARGIN: Final = 28
"""Pixels between the cakes and the rim of the table."""

PLATE: Final = 8
"""How far a plate reaches beyond a whole cake, in pixels."""

INSET: Final = 2
"""Pixels between a piece and its units of the table, so that cuts are seen."""

TAB: Final = 7
"""How far the tab of a line, or of a strip, reaches beyond a cake, in pixels."""

SPOT: Final = 26
"""The width of the strip in which a line is touched."""

WITHIN: Final = 8
"""Half the width of the marks on a strip, in pixels: clear of the tabs of what lies beside it once it is eaten."""

EDGE: Final = 5
"""Pixels between the edge of a piece and the marks on it."""

Cake = tuple[int, int, int, int]


def line_name(cake: int, way: str, line: int) -> str:
    """Return the name of a line in `data-place`: the number of its cake, "down" or "across", its own number."""
    return f"{cake + 1} {way} {line}"


def draw_cakes(cakes: Sequence[Cake], begins: Sequence[Cake], done: Sequence[Cake], strip: int) -> str:
    """Return cakes on a table as an SVG document.

    A line is numbered by the units before its end, from the left or from the top.

    Args:
        cakes: the cakes: rows, columns, and the units above and at the left.
        begins: the cakes with which play began, each on a plate; the table has room for them.
        done: the cakes in which nobody can move, which are pale.
        strip: 0 for lines between rows and between columns, which may be cut, 1 for the rows and columns themselves.
    """
    from gamekit.drawing.colours import COLOURS, LIGHT, RULE, SHADE
    from gamekit.drawing.side_by_side import DIMMED
    from gamekit.drawing.svg import PALE, document, rectangle

    room, wide = (*cakes, *begins), UNIT - 14 if strip else 12
    width = 2 * MARGIN + UNIT * max([7, *(left + columns for _, columns, _, left in room)])
    height = 2 * MARGIN + UNIT * max([1, *(top + rows for rows, _, top, _ in room)])
    table = f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""'
    parts = [rectangle(1, 1, width - 2, height - 2, table)]
    for cake in begins:
        look = f'rx="12" fill="{PALE}" stroke="{RULE}" data-note=""'
        parts.append(rectangle(*_area(cake, -PLATE), look))
    for number, cake in enumerate(cakes):
        look = f'rx="4" fill="{SHADE}" stroke="{RULE}" stroke-width="2"'
        look += f' opacity="{DIMMED}"' if cake in done else ""
        parts.append(rectangle(*_area(cake, INSET), look))
        x, y, across, down = _area(cake, 0)
        parts += _scored(cake, strip)
        for line in range(1, cake[1] + strip):
            at, name = x + (line - strip / 2) * UNIT, line_name(number, "down", line)
            parts.append(_tab(at - wide / 2, y - TAB, wide, TAB, COLOURS["blue"]))
            parts.append(_spot(at - SPOT / 2, y - TAB, SPOT, down + TAB, name))
            parts.append(_shape(complex(at, y + EDGE), complex(at, y + down - EDGE), strip, name))
        for line in range(1, cake[0] + strip):
            at, name = y + (line - strip / 2) * UNIT, line_name(number, "across", line)
            parts.append(_tab(x - TAB, at - wide / 2, TAB, wide, COLOURS["red"]))
            parts.append(_spot(x - TAB, at - SPOT / 2, across + TAB, SPOT, name))
            parts.append(_shape(complex(x + EDGE, at), complex(x + across - EDGE, at), strip, name))
    return document(parts, width, height)


def _area(cake: Cake, inset: float) -> tuple[float, float, float, float]:
    """Return the left, the top, the width and the height of a cake, less `inset` on each side, in pixels."""
    rows, columns, top, left = cake
    x, y = MARGIN + left * UNIT + inset, MARGIN + top * UNIT + inset
    return x, y, columns * UNIT - 2 * inset, rows * UNIT - 2 * inset


def _spot(x: float, y: float, width: float, height: float, name: str) -> str:
    from gamekit.drawing.surfaces import data_place
    from gamekit.drawing.svg import rectangle

    return rectangle(x, y, width, height, f'fill="none"{data_place("", name)}')


def _shape(start: complex, end: complex, strip: int, name: str) -> str:
    """Return what marks lie along: a line, or the edge of a strip, which does not reach beyond the cake."""
    from gamekit.drawing.surfaces import data_shape

    look = f'fill="none"{data_shape("", name)}'
    if not strip:
        return f'<line x1="{start.real:g}" y1="{start.imag:g}" x2="{end.real:g}" y2="{end.imag:g}" {look}/>'
    aside = 1j * (end - start) / abs(end - start) * WITHIN
    corners = (start - aside, end - aside, end + aside, start + aside)
    path = " L".join(f"{corner.real:g} {corner.imag:g}" for corner in corners)
    return f'<path d="M{path} Z" {look}/>'


def _tab(x: float, y: float, width: float, height: float, colour: str) -> str:
    """Return a tab at the end of a line or a strip, in the colour of its player."""
    from gamekit.drawing.colours import COLOURS
    from gamekit.drawing.svg import rectangle

    edge = f'stroke="{COLOURS["black"]}" stroke-opacity="0.6"'
    return rectangle(x, y, width, height, f'rx="3" fill="{colour}" {edge} data-note=""')


def _scored(cake: Cake, strip: int) -> list[str]:
    """Return the lines between the squares of a cake: where it may be cut, in the colours of those who cut there."""
    from gamekit.drawing.colours import COLOURS, RULE

    x, y, across, down = _area(cake, 0)
    right, low = x + across - INSET, y + down - INSET
    lines = [(x + i * UNIT, y + INSET, x + i * UNIT, low, "blue") for i in range(1, cake[1])]
    lines += [(x + INSET, y + i * UNIT, right, y + i * UNIT, "red") for i in range(1, cake[0])]
    parts = []
    for x1, y1, x2, y2, colour in lines:
        dashes = f'stroke="{COLOURS[colour]}" stroke-width="2.5" stroke-dasharray="5 4"'
        look = f'stroke="{RULE}" stroke-width="1.5"' if strip else dashes
        parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {look}/>')
    return parts
