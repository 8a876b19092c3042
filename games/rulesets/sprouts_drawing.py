"""Sprouts as a picture: a box for each region, in which each boundary stands by itself."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from string import ascii_letters
from typing import Final

from gamekit.drawing.colours import COLOURS, FAINT, INK, LIGHT, RULE
from gamekit.drawing.graph_layout import layout
from gamekit.drawing.surfaces import FLOW, data_place, line
from gamekit.drawing.svg import PALE, document, ink, rectangle, text_at

from .sprouts_moves import lettered
from .sprouts_regions import LIVES, OVER

RADIUS: Final = 14
STUB: Final = 23
MARGIN: Final = 27 + 27j
"""The radius of a spot, how far stubs reach from its middle, and the room around spots, in pixels."""

WIDTH: Final = 300
HEIGHT: Final = 160
"""The least size of the picture, in pixels; rows are broken at this width."""

BOX: Final = f'rx="22" fill="{LIGHT}" stroke="{RULE}" stroke-width="2" data-note=""'
CURVE: Final = f'fill="none" stroke="{INK}" stroke-width="2.5" data-note=""'

SHARED: Final = [COLOURS[name] for name in ("sky", "yellow", "pink", "green", "red", "blue", "brown")]
"""The colours of spots that lie on two sides, by their letters."""


def draw_regions(position: str) -> str:
    """Return regions as an SVG document; `data-place` calls spots by the number of their region and their letter."""
    regions, signs = lettered(position)
    placed = [[_placed(boundary) for boundary in region] for region in regions]
    packed = [_packed([_farthest(places) + MARGIN for places in region]) for region in placed]
    corners, whole = _packed([size + 8 + 8j for _, size in packed])
    width, height = max(whole.real, WIDTH), max(whole.imag, HEIGHT)
    parts = [FLOW]
    if not regions:
        parts.append(rectangle(1, height / 2 - 32, width - 2, 64, BOX))
        parts.append(text_at(width / 2, height / 2, OVER, FAINT, size=17, width=width, is_note=True))
    for number, (within, size) in enumerate(packed):
        corner = corners[number] + 4 + 4j + _rounded(complex(width - whole.real, height - whole.imag) / 2)
        parts.append(rectangle(corner.real, corner.imag, size.real, size.imag, BOX))
        for boundary, places, at in zip(regions[number], placed[number], within, strict=True):
            moved = {spot: place + corner + at for spot, place in places.items()}
            parts += [*_curves(boundary, moved, signs), *_spots(moved, signs, f"{number} ")]
    return document(parts, width, height)


def _placed(boundary: str) -> dict[str, complex]:
    """Return the places of the spots along a boundary, by their letters."""
    spots = list(dict.fromkeys(boundary))
    steps = {pair for a, b in _steps(boundary) for pair in ((a, b), (b, a))}
    graph = tuple(tuple(i for i, b in enumerate(spots) if (a, b) in steps and a != b) for a in spots)
    places = [0.9 * place for place in layout(graph)]
    corner = complex(min(place.real for place in places), min(place.imag for place in places))
    return {spot: _rounded(place - corner + MARGIN) for spot, place in zip(spots, places, strict=True)}


def _rounded(at: complex) -> complex:
    return complex(round(at.real), round(at.imag))


def _steps(boundary: str) -> list[tuple[str, str]]:
    """Return each spot along a boundary with the next one."""
    return list(zip(boundary, boundary[1:] + boundary[0], strict=True))


def _farthest(places: dict[str, complex]) -> complex:
    return complex(max(at.real for at in places.values()), max(at.imag for at in places.values()))


def _packed(sizes: Sequence[complex]) -> tuple[list[complex], complex]:
    """Return the corners of rectangles in rows, and the size of all."""
    corners, whole, at, high = list[complex](), 0j, 0j, 0.0
    for size in sizes:
        if at.real and at.real + size.real > WIDTH:
            at, high = complex(0, at.imag + high), 0.0
        corners.append(at)
        at, high = at + size.real, max(high, size.imag)
        whole = complex(max(whole.real, at.real), max(whole.imag, at.imag + high))
    return corners, whole


def _curves(boundary: str, places: dict[str, complex], signs: dict[str, str]) -> Iterator[str]:
    steps, middle = _steps(boundary), sum(places.values()) / len(places)
    for a, b in steps:
        here, there = places[a], places[b]
        halfway, bend = (here + there) / 2, 0j
        is_back = (b, a) in steps
        if is_back and "1" not in (signs.get(a), signs.get(b)) and 1 in map(boundary.count, (a, b)):
            bend = (there - here) * (0.6j if len(places) == 2 else 0.4j)  # one of two curves
        elif not is_back and len(boundary) == len(places):  # of one ring
            bend = (halfway - middle) * 0.6
        pull = halfway + bend
        way = f"{here.real:g} {here.imag:g}Q{pull.real:.0f} {pull.imag:.0f} {there.real:g} {there.imag:g}"
        if a == b and signs.get(a) != "0":  # a curve from the spot to itself
            yield f'<circle cx="{here.real:g}" cy="{here.imag + RADIUS - 2:g}" r="{RADIUS - 4}" {CURVE}/>'
        elif bend or a < b or not is_back:  # others were drawn already: they are seen from both sides
            yield f'<path d="M{way}" {CURVE}/>'


def _spots(places: dict[str, complex], signs: dict[str, str], prefix: str) -> Iterator[str]:
    """Yield spots, with a stub for each end that they may still get."""
    middle = sum(places.values()) / len(places)
    for spot, at in places.items():
        out = cmath.phase(at - middle if len(places) > 1 else -1j)
        others = LIVES.get(signs.get(spot, ""), 1) - 1
        for stub in range(others + 1):
            tip = _rounded(at + cmath.rect(STUB, out + (stub - others / 2) * others))
            yield line(at.real, at.imag, tip.real, tip.imag, INK, 3, ' data-note=""')
        fill = PALE if spot in signs else SHARED[ascii_letters.index(spot) % len(SHARED)]
        look = f'r="{RADIUS}" fill="{fill}" stroke="{INK}" stroke-width="2"{data_place(prefix, spot)}'
        yield f'<circle cx="{at.real:g}" cy="{at.imag:g}" {look}/>'
        if signs.get(spot) != "0":
            yield text_at(at.real, at.imag, spot, ink(fill), size=16, width=24, bold=True, is_note=True)
