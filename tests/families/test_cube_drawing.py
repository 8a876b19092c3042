"""Drawings of cubes of any size."""

from __future__ import annotations

import re

import pytest

from gamekit.families.cube_drawing import cube_net, draw_cube

FACES = "URFDLB"


def centres(drawing: str) -> list[tuple[float, float]]:
    """Return the middle of each sticker."""
    found = []
    for points in re.findall(r'<polygon points="([^"]*)"', drawing):
        corners = [tuple(map(float, point.split(","))) for point in points.split()]
        x, y = (sum(values) / 4 for values in zip(*corners, strict=True))
        found.append((x, y))
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_sticker_has_a_place_of_its_own(size: int) -> None:
    drawing = draw_cube({face: face * size**2 for face in FACES})
    places = centres(drawing)
    assert len(places) == 6 * size**2
    assert min(abs(complex(*a) - complex(*b)) for i, a in enumerate(places) for b in places[:i]) > 40
    size_of_drawing = re.search(r'viewBox="0 0 (\S+) (\S+)"', drawing)
    assert size_of_drawing is not None
    width, height = map(float, size_of_drawing.groups())
    assert all(0 < x < width and 0 < y < height for x, y in places)


def test_stickers_stand_where_their_faces_meet() -> None:
    """On a cube of 3×3×3, the corner at the upper right of F is beside the upper left of R and the lower right of U."""
    faces = {face: [f"{face}{place}" for place in range(9)] for face in FACES}
    paints = {name: "#ffffff" for names in faces.values() for name in names}
    drawing = draw_cube(faces, paints)
    at = dict(zip(re.findall(r'bold"[^>]*>(..)</text>', drawing), centres(drawing), strict=True))
    for corner in (("U8", "R0", "F2"), ("D6", "B8", "L6")):
        ends = [complex(*at[name]) for name in corner]
        assert max(abs(a - b) for a in ends for b in ends) < 60


def test_the_net_is_as_wide_as_four_faces() -> None:
    faces = {face: [f"{face}{place}" for place in range(4)] for face in FACES}
    assert cube_net(faces).split("\n") == [
        "U0 U1",
        "U2 U3",
        "F0 F1 R0 R1 B0 B1 L0 L1",
        "F2 F3 R2 R3 B2 B3 L2 L3",
        "D0 D1",
        "D2 D3",
    ]
