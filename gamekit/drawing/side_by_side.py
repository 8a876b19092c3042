"""Drawings side by side as one, such as those of the summands of a sum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from gamekit.drawing.colours import INK, RULE
from gamekit.drawing.palettes import STYLE
from gamekit.drawing.spots import Box, box_of, named_shapes, named_spots, width_of
from gamekit.drawing.surfaces import data_place, data_shape
from gamekit.drawing.svg import PALE, document, rectangle, text_at

TITLE: Final = 28
"""The height of a title, in pixels."""

GAP: Final = 10
"""Pixels around a drawing, within its frame, and between frames."""

WIDEST: Final = 560
"""The largest width of a row of drawings, in pixels, unless one of them is wider."""

DIMMED: Final = 0.4
"""The opacity of what is over."""

_ROOT: Final = re.compile(r"<svg\b([^>]*)>")
_OWN: Final = re.compile(r'\s(?:xmlns|class|x|y|width|height|viewBox|role)="[^"]*"')
_PROLOG: Final = re.compile(r"\A(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)+", re.DOTALL)
_PLACE: Final = re.compile(r'\sdata-(?:place|shape)="[^"]*"')
_LOOK: Final = re.compile(r'\s(?:fill|stroke|data-shape)="[^"]*"')
_ROUND: Final = re.compile(r'<(?:circle|ellipse)\b[^>]*(\sdata-place="[^"]*")')


@attrs.frozen
class Titled:
    """A drawing with a title.

    Attributes:
        title: the title.
        drawing: an SVG document.
        is_over: whether nothing more happens in it, so that it is pale.
        width: the width for which there must be room, in pixels.
        height: the height for which there must be room.
    """

    title: str
    drawing: str
    is_over: bool = False
    width: float = 0
    height: float = 0


def size_of(drawing: str) -> tuple[float, float]:
    """Return the width and height for which a drawing is meant, in pixels.

    >>> size_of('<svg viewBox="0 0 9 18" width="90" height="180"></svg>')
    (90.0, 180.0)
    """
    _, _, wide, high = _box(drawing)
    width = width_of(drawing)
    return width, width * high / wide


def side_by_side(drawings: Sequence[Titled]) -> str:
    """Return drawings as one SVG document, in rows, each in a frame with its title.

    The names of places begin with the number of their drawing, from 1 on, and a colon.

    >>> one = '<svg viewBox="0 0 9 9" width="9"><rect x="0" y="0" width="9" height="9" data-place="a1"/></svg>'
    >>> list(named_spots(side_by_side([Titled("one", one), Titled("two", one)])))
    ['1:a1', '2:a1']
    """
    sizes = [_frame(titled) for titled in drawings]
    parts: list[str] = []
    width = height = 0.0
    for row in _rows(sizes):
        x, high = GAP / 2, max(sizes[i][1] for i in row)
        for i in row:
            parts += _framed(i + 1, drawings[i], x, height + GAP / 2, (sizes[i][0], high))
            x += sizes[i][0] + GAP
        width, height = max(width, x - GAP / 2), height + high + GAP
    return document(parts, width, height)


def _box(drawing: str) -> Box:
    return box_of(drawing) or (0.0, 0.0, width_of(drawing), width_of(drawing))


def _frame(titled: Titled) -> tuple[float, float]:
    wide, high = size_of(titled.drawing)
    letters = 8.5 * len(titled.title)
    return max(wide, titled.width, letters) + 2 * GAP, max(high, titled.height) + TITLE + GAP


def _rows(sizes: Sequence[tuple[float, float]]) -> Iterator[list[int]]:
    """Yield the numbers of the drawings in each row."""
    row: list[int] = []
    right = 0.0
    for i, (width, _) in enumerate(sizes):
        if row and right + width > WIDEST:
            yield row
            row, right = [], 0.0
        row.append(i)
        right += width + GAP
    if row:
        yield row


def _framed(number: int, titled: Titled, x: float, y: float, size: tuple[float, float]) -> Iterator[str]:
    """Yield the elements of a drawing in its frame, whose upper left corner is (x, y), and its places."""
    wide, high = size_of(titled.drawing)
    box = _box(titled.drawing)
    scale = wide / box[2]
    left, top = x + (size[0] - wide) / 2, y + TITLE + (size[1] - TITLE - GAP - high) / 2
    look = f'rx="8" fill="{PALE}" stroke="{RULE}" data-note=""'
    yield rectangle(x, y, *size, look)
    title = f"{number}. {titled.title}" + (" – over" if titled.is_over else "")
    yield text_at(x + size[0] / 2, y + TITLE / 2, title, INK, size=14, width=size[0], bold=True, is_note=True)
    sides = " ".join(f"{side:g}" for side in box)
    place = f'x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" viewBox="{sides}"'
    pale = f' opacity="{DIMMED}"' if titled.is_over else ""
    inner = _PLACE.sub("", _PROLOG.sub("", titled.drawing.replace(STYLE, "")))
    yield _ROOT.sub(lambda root: f"<svg {place}{pale}{_OWN.sub('', root[1])}>", inner, count=1).strip()
    moved = f'transform="translate({left - box[0]:g} {top - box[1]:g})"'
    for name, shape in named_shapes(titled.drawing).items() if scale == 1 else ():
        yield _LOOK.sub("", shape).replace("/>", f' fill="none" {moved}{data_shape(f"{number}:", name)}/>')
    round_places = set(_ROUND.findall(titled.drawing))
    for name, spot in named_spots(titled.drawing).items():
        across, down = left + (spot.x - box[0]) * scale, top + (spot.y - box[1]) * scale
        half_width, half_height = spot.half_width * scale, spot.half_height * scale
        area = f'fill="none"{data_place(f"{number}:", name)}'
        if data_place("", name) in round_places:
            radii = f'rx="{half_width:g}" ry="{half_height:g}"'
            yield f'<ellipse cx="{across:g}" cy="{down:g}" {radii} {area}/>'
        else:
            yield rectangle(across - half_width, down - half_height, 2 * half_width, 2 * half_height, area)
