"""Drawings of cubes whose faces turn, like Rubik's: as seen from two opposite corners, and unfolded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Final

from gamekit.drawing.colours import COLOURS, OUTLINE
from gamekit.drawing.svg import document, ink, text_at

EDGE: Final = 50
"""The edge of a sticker, in pixels."""

PAINTS: Final = {
    "U": COLOURS["white"],
    "R": COLOURS["red"],
    "F": "#8bc34a",
    "D": "#f0e442",
    "L": "#f5a742",
    "B": "#1c5fb0",
}
"""The usual colours of the upper, right, front, lower, left and back face, by letter."""

Point = tuple[int, int, int]  # how far to the right, up and to the front

SHAPES: Final[Mapping[str, tuple[Point, Point, Point]]] = {
    "U": ((-1, 1, -1), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 1, 1), (0, 0, -1), (0, -1, 0)),
    "F": ((-1, 1, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((-1, -1, 1), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 1, -1), (0, 0, 1), (0, -1, 0)),
    "B": ((1, 1, -1), (-1, 0, 0), (0, -1, 0)),
}
"""The upper left corner of each face as seen from outside, and the directions along a row and down a column."""

VIEWS: Final = (
    ("the front", 1, {"U": (-1, 0), "F": (-1, 1), "R": (1, 1)}),
    ("the back", -1, {"B": (-1, 0), "L": (1, 0), "D": (-1, 1)}),
)
"""The name of each view; 1 if the right face is on the right, else -1; and for each visible face where its name
stands: -1 for the left or 1 for the right side, and 1 for the bottom or 0 for the top."""

FLAT: Final = 0.87
"""The width of a sticker's edge as seen from a corner, as a fraction of its length."""

Faces = Mapping[str, Sequence[str]]
"""The letters of the stickers' colours, row by row as seen from outside, by face: U, R, F, D, L and B."""


def draw_cube(faces: Faces, paints: Mapping[str, str] = PAINTS) -> str:
    """Return an SVG document that shows a cube from two opposite corners.

    Args:
        faces: the colours. Rows of F, R, B and L run from U down, rows of U from B to F, and rows of D from F to B.
        paints: the colours, `#rrggbb`, by their letters.

    >>> draw_cube({face: face * 9 for face in "URFDLB"}).count("<polygon")
    54
    """
    size = isqrt(len(faces["U"]))
    half_width = size * EDGE * FLAT
    width, height = 2 * half_width + 12, 2 * size * EDGE + 34
    parts = []
    for number, (name, side, corners) in enumerate(VIEWS):
        middle = number * width + width / 2
        for face, (right, down) in corners.items():
            for place, colour in enumerate(faces[face]):
                points = [_seen(point, side, size, middle) for point in _sticker(face, place, size)]
                parts += _drawn(points, colour, paints[colour])
            parts.append(_name(middle + right * (half_width - 10), 18 + down * (2 * size * EDGE - 20), face))
        parts.append(_name(middle, height - 14, name))
    return document(parts, 2 * width, height)


def cube_net(faces: Faces) -> str:
    """Return the net of a cube as text: the upper face; the front, right, back and left faces; and the lower face.

    >>> print(cube_net({face: face for face in "URFDLB"}))
    U
    F R B L
    D
    """
    size = isqrt(len(faces["U"]))
    strips = ("U", "FRBL", "D")
    rows = (
        [colour for face in strip for colour in faces[face][row * size :][:size]]
        for strip in strips
        for row in range(size)
    )
    return "\n".join(map(" ".join, rows))


def _sticker(face: str, place: int, size: int) -> list[list[float]]:
    """Return the corners of a sticker as (right, up, front), in edges of stickers from the middle of the cube."""
    corner, along, down = SHAPES[face]
    row, column = divmod(place, size)
    return [
        [
            size / 2 * start + (column + i) * a + (row + j) * d
            for start, a, d in zip(corner, along, down, strict=True)
        ]
        for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]


def _seen(point: Sequence[float], side: int, size: int, middle: float) -> tuple[float, float]:
    right, up, front = point
    x = middle + side * (right - front) * FLAT * EDGE
    return x, size * EDGE + 8 + ((right + front) / 2 - up) * EDGE


def _drawn(corners: Sequence[tuple[float, float]], colour: str, paint: str) -> list[str]:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    look = f'fill="{paint}" stroke="{COLOURS["black"]}" stroke-width="3" stroke-linejoin="round"'
    x, y = (sum(values) / 4 for values in zip(*corners, strict=True))
    letter = text_at(x, y, colour, ink(paint), size=17, width=30, bold=True)
    return [f'<polygon points="{points}" {look}/>', letter]


def _name(x: float, y: float, name: str) -> str:
    """Return the name of a view or a face, in a colour that shows on light and dark pages."""
    return f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="14" fill="{OUTLINE}">{name}</text>'
