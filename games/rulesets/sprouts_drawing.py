"""Sprouts as a picture: a box for each region, in which each boundary stands by itself."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from string import ascii_letters
from typing import Final

from gamekit.drawing.colours import COLOURS, FAINT, INK, LIGHT, RULE
from gamekit.drawing.graph_layout import layout
from gamekit.drawing.surfaces import BEFORE, FLOW, data_place, line
from gamekit.drawing.svg import PALE, document, ink, rectangle, text_at

from .sprouts_boundaries import BEND, DEAD, Curves, curves_along
from .sprouts_moves import lettered
from .sprouts_regions import LIVES, OVER

RADIUS: Final = 14
STUB: Final = 23
MARGIN: Final = 27 + 27j
"""The radius of a spot, how far stubs reach from its middle, and the room around spots, in pixels."""

DOT: Final = 4
LOOP: Final = 12
"""The radius of a spot with three ends, and of a curve from a spot to itself, in pixels."""

WIDTH: Final = 240
HEIGHT: Final = 168
"""The least size of the picture, in pixels."""

WIDTHS: Final = range(3 * WIDTH, WIDTH // 5, -WIDTH // 10)
"""The widths of rows that are tried, so that all is shown as large as it can be."""

APART: Final = 52
"""The distance between the middles of two spots along a boundary, so that their stubs are apart, in pixels."""

Placed = list[list[dict[str, complex]]]
"""For each boundary of each region, where its spots are, by their letters."""

Packed = tuple[list[complex], complex]
"""The corners of rectangles that are packed, and the size of all."""

BOX: Final = f'rx="22" fill="{LIGHT}" stroke="{RULE}" stroke-width="2" data-note=""'
CURVE: Final = f'fill="none" stroke="{INK}" stroke-width="2.5" data-note=""'

SHARED: Final = [COLOURS[name] for name in ("sky", "yellow", "pink", "green", "red", "blue", "brown")]
"""The colours of spots that lie on two sides, by their letters."""


def draw_regions(position: str) -> str:
    """Return regions as an SVG document; `data-place` calls spots by the number of their region and their letter."""
    regions, signs = lettered(position)
    loose = {spot for spot, sign in signs.items() if sign == "1"}
    curves = [
        [curves_along(b, loose) if signs.get(b) != "0" else Curves() for b in region] for region in regions
    ]
    lying = [[*map(_placed, *pair)] for pair in zip(curves, regions, strict=True)]
    standing = [[*map(_stood, region)] for region in lying]
    choices = [(placed, wide) for placed in (lying, standing) for wide in WIDTHS]
    placed, packed, corners, whole = min(
        (_arranged(*choice) for choice in choices), key=lambda arranged: _enlarged(arranged[-1])
    )
    width, height = max(whole.real, WIDTH), max(whole.imag, HEIGHT)
    parts = [FLOW]
    if not regions:
        parts.append(BEFORE)
        parts.append(rectangle(1, height / 2 - 32, width - 2, 64, BOX))
        parts.append(text_at(width / 2, height / 2, OVER, FAINT, size=17, width=width, is_note=True))
    for number, (within, size) in enumerate(packed):
        corner = corners[number] + 4 + 4j + _rounded(complex(width - whole.real, height - whole.imag) / 2)
        parts.append(rectangle(corner.real, corner.imag, size.real, size.imag, BOX))
        if len(regions) > 1:  # names of moves may count them
            called = str(number + 1)
            parts.append(
                text_at(corner.real + 10, corner.imag + 12, called, FAINT, size=12, width=24, is_note=True)
            )
        for along, places, at in zip(curves[number], placed[number], within, strict=True):
            moved = {spot: place + corner + at for spot, place in places.items()}
            parts += _drawn(along, moved, signs, f"{number} ")
    return document(parts, width, height)


def _placed(curves: Curves, boundary: str) -> dict[str, complex]:
    """Return the places of the spots along a boundary, by their letters, and of those with three ends."""
    pairs = [*curves.lines, *(pair for ring in curves.rings for pair in _steps(ring))]
    spots = list(dict.fromkeys([*boundary, *chain.from_iterable(pairs)]))
    joined = {*pairs, *((b, a) for a, b in pairs)}
    graph = tuple(tuple(i for i, b in enumerate(spots) if (a, b) in joined and a != b) for a in spots)
    places = list(layout(graph))
    pairs_apart = combinations(zip(map(_size, spots), places, strict=True), 2)
    closest = max(((a + b) * APART / abs(one - other) for (a, one), (b, other) in pairs_apart), default=1.0)
    places = [min(closest, 0.9) * place for place in places]
    corner = complex(min(place.real for place in places), min(place.imag for place in places))
    return {spot: _rounded(place - corner + MARGIN) for spot, place in zip(spots, places, strict=True)}


def _size(spot: str) -> float:
    """Return the share that a spot has in the distance to another one."""
    return 0.2 if spot.startswith((DEAD, BEND)) else 0.5


def _rounded(at: complex) -> complex:
    return complex(round(at.real), round(at.imag))


def _steps(ring: Sequence[str]) -> list[tuple[str, str]]:
    """Return each spot along a ring with the next one."""
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def _farthest(places: dict[str, complex]) -> complex:
    return complex(max(at.real for at in places.values()), max(at.imag for at in places.values()))


def _stood(places: dict[str, complex]) -> dict[str, complex]:
    """Return places turned by a right angle if they are wider than high."""
    far = _farthest(places)
    if far.real <= far.imag:
        return places
    return {spot: complex(place.imag, far.real + MARGIN.real - place.real) for spot, place in places.items()}


def _arranged(placed: Placed, wide: int) -> tuple[Placed, list[Packed], list[complex], complex]:
    """Return boundaries, where they are in their boxes, the corners of these, and the size of all.

    The rows of a box are so wide at the most, if that is enough for each of its boundaries.
    """
    packed = [_in_rows([_farthest(places) + MARGIN for places in region], wide) for region in placed]
    boxes = [size + 8 + 8j for _, size in packed]
    corners, whole = min((_in_rows(boxes, row) for row in WIDTHS), key=lambda rows: _enlarged(rows[-1]))
    return placed, packed, corners, whole


def _enlarged(whole: complex) -> float:
    """Return how many times as large as the least one a picture is."""
    return max(whole.real / WIDTH, whole.imag / HEIGHT, 1.0)


def _in_rows(sizes: Sequence[complex], wide: float) -> Packed:
    """Return the corners of rectangles in rows so wide, all of them centred, and the size of all."""
    rows, right = list[list[complex]](), 0.0
    for size in sizes:
        if not rows or right + size.real > wide:
            rows.append([])
            right = 0.0
        rows[-1].append(size)
        right += size.real
    widths = [sum(size.real for size in row) for row in rows]
    whole, corners, top = complex(max(widths, default=0.0)), list[complex](), 0.0
    for row, width in zip(rows, widths, strict=True):
        left, high = (whole.real - width) // 2, max(size.imag for size in row)
        for size in row:
            corners.append(complex(left, top + (high - size.imag) // 2))
            left += size.real
        top += high
    return corners, whole + top * 1j


def _drawn(curves: Curves, places: dict[str, complex], signs: dict[str, str], prefix: str) -> Iterator[str]:
    """Yield curves and spots, with a stub for each end that a spot may still get."""
    ends: dict[str, list[complex]] = {spot: [] for spot in places}  # the ways in which curves leave each spot
    for a, b in curves.lines:
        ends[a].append(places[b] - places[a])
        ends[b].append(places[a] - places[b])
        yield line(places[a].real, places[a].imag, places[b].real, places[b].imag, INK, 2.5, ' data-note=""')
    for ring in curves.rings:
        middle = sum(places[spot] for spot in ring) / len(ring)
        if len(ring) == 1:
            way = -sum(ends[ring[0]]) or 1j  # away from what hangs on it
            middle += way / abs(way) * LOOP
            ends[ring[0]].append(middle - places[ring[0]])
            yield f'<circle cx="{middle.real:.0f}" cy="{middle.imag:.0f}" r="{LOOP}" {CURVE}/>'
        spots = [spot for spot in ring if not spot.startswith(BEND)]
        for a, b in _steps(spots) if len(spots) > 1 else ():
            here, there = places[a], places[b]
            ends[a].append(middle - here)
            bend = (there - here) * 0.6j if len(ring) == 2 else ((here + there) / 2 - middle) * 0.6
            pull = (
                2 * places[BEND + a] - (here + there) / 2 if BEND + a in ring else (here + there) / 2 + bend
            )
            way_there = (
                f"{here.real:g} {here.imag:g}Q{pull.real:.0f} {pull.imag:.0f} {there.real:g} {there.imag:g}"
            )
            yield f'<path d="M{way_there}" {CURVE}/>'
    for spot, at in places.items():
        if spot.startswith(DEAD):
            yield f'<circle cx="{at.real:g}" cy="{at.imag:g}" r="{DOT}" fill="{INK}" data-note=""/>'
        elif not spot.startswith(BEND):
            yield from _spot(spot, at, signs, ends[spot], prefix)


def _spot(spot: str, at: complex, signs: dict[str, str], ends: list[complex], prefix: str) -> Iterator[str]:
    pull = sum(end / abs(end) for end in ends)
    out = cmath.phase(-pull if abs(pull) > 0.1 else ends[0] * 1j if ends else -1j)
    others = LIVES.get(signs.get(spot, ""), 1) - 1
    for stub in range(others + 1):
        tip = _rounded(at + cmath.rect(STUB, out + (stub - others / 2) * others))
        yield line(at.real, at.imag, tip.real, tip.imag, INK, 3, ' data-note=""')
    fill = PALE if spot in signs else SHARED[ascii_letters.index(spot) % len(SHARED)]
    look = f'r="{RADIUS}" fill="{fill}" stroke="{INK}" stroke-width="2"{data_place(prefix, spot)}'
    yield f'<circle cx="{at.real:g}" cy="{at.imag:g}" {look}/>'
    if spot not in signs:
        yield text_at(at.real, at.imag, spot, ink(fill), size=16, width=24, bold=True, is_note=True)
