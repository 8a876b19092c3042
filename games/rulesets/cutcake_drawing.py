"""Cakes of Cutcake as a picture: the lines that Left may cut are blue and go down, those of Right are red."""

from __future__ import annotations

from typing import Final

UNIT: Final = 40
"""The side of a square of cake, in pixels."""

GAP: Final = 28
"""Pixels round cakes."""

SPOT: Final = 24
"""How wide the strip is in which a line is touched."""


def size_of(cake: tuple[int, int]) -> str:
    """Return how a cake is written: its rows and columns."""
    rows, columns = cake
    return f"{rows}x{columns}"


def line_name(cake: int, way: str, line: int) -> str:
    """Return what `data-place` calls a line: the number of its cake, "down" or "across", its own number."""
    return f"{cake} {way} {line}"


def draw_cakes(cakes: tuple[tuple[int, int], ...]) -> str:
    """Return cakes, each as its rows and columns, side by side as an SVG document."""
    from gamekit.drawing.colours import COLOURS, FAINT, LIGHT, RULE, SHADE
    from gamekit.drawing.surfaces import data_place, edge_name
    from gamekit.drawing.svg import document, rectangle

    bottom = GAP + UNIT * max((rows for rows, _ in cakes), default=1)
    width = GAP + sum(GAP + UNIT * columns for _, columns in cakes) + (0 if cakes else UNIT + GAP)
    parts = [
        rectangle(1, 1, width - 2, bottom + GAP - 2, f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""')
    ]
    x = GAP
    for cake, (rows, columns) in enumerate(cakes, 1):
        wide, high = UNIT * columns, UNIT * rows
        top = bottom - high
        parts.append(rectangle(x, top, wide, high, f'rx="4" fill="{SHADE}" stroke="{RULE}" stroke-width="2"'))
        for line in range(1, columns):
            at, place = x + line * UNIT, line_name(cake, "down", line)
            parts += [
                _scored(at, top, at, bottom, COLOURS["blue"]),
                rectangle(at - SPOT / 2, top, SPOT, high, f'fill="none"{data_place("", place)}'),
            ]
        for line in range(1, rows):
            at, place = top + line * UNIT, line_name(cake, "across", line)
            parts += [
                _scored(x, at, x + wide, at, COLOURS["red"]),
                rectangle(x, at - SPOT / 2, wide, SPOT, f'fill="none"{data_place("", place)}'),
            ]
        parts.append(edge_name(x + wide / 2, bottom + GAP / 2, size_of((rows, columns)), FAINT))
        x += wide + GAP
    return document(parts, width, bottom + GAP)


def _scored(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="2.5" stroke-dasharray="5 4"/>'
