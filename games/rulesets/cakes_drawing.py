"""Cakes as a picture: the lines that Left may cut, or the columns to eat, are blue; those of Right are red."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

Cake = tuple[int, int]
"""A piece of cake: the number of its rows and that of its columns."""

UNIT: Final = 40
"""The side of a square of cake, in pixels."""

GAP: Final = 28
"""Pixels below a cake, where its size stands, and round all of them."""

BESIDE: Final = 18
"""Pixels between cakes on a shelf."""

SPOT: Final = 26
"""The width of the strip in which a line is touched."""

WIDEST: Final = 340
"""Pixels of a row of cakes, if none of them is wider: the width that a phone shows at full size."""


def size_of(cake: Cake) -> str:
    """Return the size of a cake as text: its rows and columns."""
    rows, columns = cake
    return f"{rows}x{columns}"


def line_name(cake: int, way: str, line: int) -> str:
    """Return the name of a line in `data-place`: the number of its cake, "down" or "across", its own number."""
    return f"{cake} {way} {line}"


def draw_cakes(cakes: tuple[Cake, ...], strip: int, begins: tuple[Cake, ...] = ()) -> str:
    """Return cakes, each as its rows and columns, side by side on shelves as an SVG document.

    A line is numbered by the units before its end, from the left or from the top.

    Args:
        cakes: the cakes.
        strip: 0 for lines between rows and between columns, 1 for a line through the middle of each of them.
        begins: the cakes with which play began; the drawing has room for them and for all that may be cut of them, so
            that a page shows all pieces to one scale.
    """
    from gamekit.drawing.colours import COLOURS, FAINT, LIGHT, RULE, SHADE
    from gamekit.drawing.surfaces import FLOW, data_place, edge_name
    from gamekit.drawing.svg import document, rectangle

    shelves = _shelves(cakes)
    wide, high = zip(
        *(_size(_shelves(each)) for each in (cakes, begins, *([] if strip else _crumbs(begins)))), strict=True
    )
    width, height = max(WIDEST, *wide), max(high)
    look = f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""'
    parts = [FLOW, rectangle(1, 1, width - 2, height - 2, look)]
    bottom = (height - _size(shelves)[1]) / 2
    for shelf in shelves:
        x, bottom = (
            GAP + (width - _size([shelf])[0]) / 2,
            bottom + GAP + UNIT * max(cake[0] for _, cake in shelf),
        )
        for number, (rows, columns) in shelf:
            across, down = UNIT * columns, UNIT * rows
            top = bottom - down
            crust = f'rx="4" fill="{SHADE}" stroke="{RULE}" stroke-width="2"'
            parts.append(rectangle(x, top, across, down, crust))
            over = strip * GAP / 4  # lines that cross in the middle of squares are touched at their ends
            for line in range(1, columns + strip):
                at, place = x + (line - strip / 2) * UNIT, line_name(number, "down", line)
                spot = f'fill="none"{data_place("", place)}'
                parts += [
                    _scored(at, top - over, at, bottom, COLOURS["blue"]),
                    rectangle(at - SPOT / 2, top - over, SPOT, down + over, spot),
                ]
            for line in range(1, rows + strip):
                at, place = top + (line - strip / 2) * UNIT, line_name(number, "across", line)
                spot = f'fill="none"{data_place("", place)}'
                parts += [
                    _scored(x - over, at, x + across, at, COLOURS["red"]),
                    rectangle(x - over, at - SPOT / 2, across + over, SPOT, spot),
                ]
            parts.append(edge_name(x + across / 2, bottom + GAP / 2, size_of((rows, columns)), FAINT))
            x += across + BESIDE
    return document(parts, width, height)


def _crumbs(begins: tuple[Cake, ...]) -> Iterator[tuple[Cake, ...]]:
    """Yield what may be left of cakes, as far as it may need more room: at most one cake, and pairs of squares."""
    for whole in ((), *((cake,) for cake in begins)):
        pairs = sum(rows * columns for rows, columns in begins) - sum(
            rows * columns for rows, columns in whole
        )
        yield from ((*whole, *[pair] * (pairs // 2)) for pair in ((1, 2), (2, 1)))


def _size(shelves: list[list[tuple[int, Cake]]]) -> tuple[int, int]:
    """Return the width and the height of shelves with cakes."""
    wide = [2 * GAP - BESIDE + sum(BESIDE + UNIT * cake[1] for _, cake in shelf) for shelf in shelves]
    high = [GAP + UNIT * max(cake[0] for _, cake in shelf) for shelf in shelves]
    return max(wide, default=2 * GAP + UNIT), sum(high) + GAP


def _shelves(cakes: tuple[Cake, ...]) -> list[list[tuple[int, Cake]]]:
    """Return numbered cakes, the highest first, in rows that are as wide as a phone, or as the widest cake."""
    most = max([WIDEST, *(2 * GAP + UNIT * columns for _, columns in cakes)])
    shelves: list[list[tuple[int, Cake]]] = []
    right = most
    for number, cake in sorted(enumerate(cakes, 1), key=lambda numbered: -numbered[1][0]):
        wide = BESIDE + UNIT * cake[1]
        if right + wide + GAP > most:
            shelves.append([])
            right = GAP - BESIDE
        shelves[-1].append((number, cake))
        right += wide
    return shelves


def _scored(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="2.5" stroke-dasharray="5 4"/>'
