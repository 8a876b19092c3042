"""Drawings of a cube of 2×2×2 corners: as seen from the front, and from the corner that lies opposite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

EDGE = 50
"""Of a corner, in pixels."""

VIEWS = (("the front", "UFR", 1), ("the back", "DBL", -1))
"""Of each view: its name, the faces that show, and whether the right face is on the right."""

CORNERS = ({"U": (-1, 0), "F": (-1, 1), "R": (1, 1)}, {"B": (-1, 0), "L": (1, 0), "D": (-1, 1)})
"""Of each view: the corner of the drawing, beside a face, where its name stands: how far to the right, and down."""

Point = tuple[float, float]


def draw_cube(stickers: Mapping[tuple[str, str], str], paints: Mapping[str, str]) -> str:
    """Return a cube as an SVG document.

    Args:
        stickers: the letter of the colour of each sticker, by the place of its corner and the face that it is on.
        paints: the colours by their letters.
    """
    from gamekit.drawing.colours import COLOURS
    from gamekit.drawing.svg import document, ink, text_at

    half_width = 2 * EDGE * 0.87
    width, height = 2 * half_width + 12, 4 * EDGE + 34
    parts = []
    for number, (name, faces, way) in enumerate(VIEWS):
        middle = number * width + width / 2
        for (place, side), colour in stickers.items():
            if side in faces:
                corners = [_seen(point, way, middle) for point in _sticker(place, side)]
                fill, edge = paints[colour], COLOURS["black"]
                points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
                look = f'fill="{fill}" stroke="{edge}" stroke-width="3" stroke-linejoin="round"'
                parts.append(f'<polygon points="{points}" {look}/>')
                x, y = (sum(values) / 4 for values in zip(*corners, strict=True))
                parts.append(text_at(x, y, colour, ink(fill), size=17, width=30, bold=True))
        parts.append(_label(middle, height - 14, name))
        for face, (right, down) in CORNERS[number].items():
            parts.append(_label(middle + right * (half_width - 10), 18 + down * (4 * EDGE - 20), face))
    return document(parts, 2 * width, height)


def _label(x: float, y: float, name: str) -> str:
    """Return the name of a view, in a colour that shows on light and dark pages."""
    return f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="14" fill="#7d8590">{name}</text>'


def _sticker(place: str, side: str) -> list[list[float]]:
    """Return the corners of a sticker: each how far to the right, up and towards the front, from -1 to 1."""
    axis = next(i for i, sides in enumerate(("LR", "DU", "BF")) if side in sides)
    centre = [0.5 if sign in place else -0.5 for sign in "RUF"]
    found = []
    for one, other in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
        point = list(centre)
        point[axis] *= 2
        point[(axis + 1) % 3] += one
        point[(axis + 2) % 3] += other
        found.append(point)
    return found


def _seen(point: Sequence[float], way: int, middle: float) -> Point:
    """Return where a point is on the drawing, as seen from a corner."""
    right, up, front = point
    return middle + way * (right - front) * 0.87 * EDGE, 2 * EDGE + 8 + ((right + front) / 2 - up) * EDGE
