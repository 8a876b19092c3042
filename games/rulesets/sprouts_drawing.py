"""Sprouts as a picture: a box for each region, in which each boundary stands by itself."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from itertools import chain
from string import ascii_letters
from typing import Final

from gamekit.drawing.colours import COLOURS, FAINT, INK, LIGHT, RULE
from gamekit.drawing.graph_layout import layout
from gamekit.drawing.surfaces import FLOW, data_place, line
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

WIDTH: Final = 300
HEIGHT: Final = 210
"""The least size of the picture, in pixels."""

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
    placed = [[*map(_placed, *pair)] for pair in zip(curves, regions, strict=True)]
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
    places = [0.9 * place for place in layout(graph)]
    corner = complex(min(place.real for place in places), min(place.imag for place in places))
    return {spot: _rounded(place - corner + MARGIN) for spot, place in zip(spots, places, strict=True)}


def _rounded(at: complex) -> complex:
    return complex(round(at.real), round(at.imag))


def _steps(ring: Sequence[str]) -> list[tuple[str, str]]:
    """Return each spot along a ring with the next one."""
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def _farthest(places: dict[str, complex]) -> complex:
    return complex(max(at.real for at in places.values()), max(at.imag for at in places.values()))


def _packed(sizes: Sequence[complex]) -> tuple[list[complex], complex]:
    """Return the corners of rectangles in rows, and the size of all, so that all is as large as it can be shown."""
    all_packed = (_in_rows(sizes, wide) for wide in range(WIDTH, 3 * WIDTH, WIDTH // 10))
    return min(all_packed, key=lambda packed: max(packed[1].real / WIDTH, packed[1].imag / HEIGHT))


def _in_rows(sizes: Sequence[complex], wide: float) -> tuple[list[complex], complex]:
    corners, whole, at, high = list[complex](), 0j, 0j, 0.0
    for size in sizes:
        if at.real and at.real + size.real > wide:
            at, high = complex(0, at.imag + high), 0.0
        corners.append(at)
        at, high = at + size.real, max(high, size.imag)
        whole = complex(max(whole.real, at.real), max(whole.imag, at.imag + high))
    return corners, whole


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
    if signs.get(spot) != "0":
        yield text_at(at.real, at.imag, spot, ink(fill), size=16, width=24, bold=True, is_note=True)
