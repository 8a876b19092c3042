"""Sprouts as a picture: a box for each region, in which each boundary stands by itself."""

from __future__ import annotations

import cmath
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import chain, combinations
from string import ascii_letters
from typing import Final

import attrs

from gamekit.drawing.colours import COLOURS, FAINT, INK, LIGHT, RULE
from gamekit.drawing.graph_layout import layout
from gamekit.drawing.surfaces import FLOW, data_place, line
from gamekit.drawing.svg import PALE, document, ink, rectangle, text_at

from .sprouts_boundaries import BEND, DEAD, Curves, curves_along
from .sprouts_moves import lettered
from .sprouts_names import MOST_ENDS, are_named, curves_on, ends_in, named_curves_in, newest_in, read_named
from .sprouts_regions import LIVES, OVER, Regions

RADIUS: Final = 14
STUB: Final = 23
MARGIN: Final = 27 + 27j
"""The radius of a spot, how far stubs reach from its middle, and the room around spots, in pixels."""

DOT: Final = 4
SMALL: Final = 9
LOOP: Final = 12
"""The radius of a spot with three ends, without a letter and with one, and of a loop at one spot, in pixels."""

WIDTH: Final = 240
HEIGHT: Final = 168
"""The least size of the picture, in pixels."""

WIDTHS: Final = range(3 * WIDTH, WIDTH // 5, -WIDTH // 10)
"""The widths of rows that are tried, so that all is shown as large as it can be."""

CLEAR: Final = 18
"""The least distance of a curve from spots that it passes, in pixels, unless another bend passes them farther away."""

SHARES: Final = (1, 0.5, 0, -0.25)
"""The shares of a bend that are tried: 0 is a straight line."""

APART: Final = 52
"""The distance between the middles of two spots along a boundary, so that their stubs are apart, in pixels."""

Placed = list[list[dict[str, complex]]]
"""For each boundary of each region, where its spots are, by their letters."""

Packed = tuple[list[complex], complex]
"""The corners of rectangles that are packed, and the size of all."""

BOX: Final = f'rx="14" fill="{LIGHT}" stroke="{RULE}" stroke-width="2" data-note=""'
FINISHED: Final = BOX.replace(LIGHT, COLOURS["grey"])
CURVE: Final = f'fill="none" stroke="{INK}" stroke-width="2.5" data-note=""'
LAST: Final = (
    f'fill="none" stroke="{COLOURS["yellow"]}" stroke-width="10" stroke-linecap="round" data-note=""'
)
"""How regions are drawn, those in which nothing can be drawn, curves, and a stroke below the last one."""

SHARED: Final = [COLOURS[name] for name in ("sky", "yellow", "pink", "green", "red", "blue", "brown")]
"""The colours of spots that lie on two sides, by their letters."""


@attrs.frozen
class Look:
    """How a spot is drawn: its colour, its letter, if it has one, and how many ends it may still get."""

    fill: str
    letter: str
    stubs: int


def draw_regions(position: str) -> str:
    """Return regions as an SVG document; `data-place` calls spots by the number of their region and their letter."""
    if are_named(position):
        regions = read_named(position)
        ends, newest = ends_in(regions), newest_in(regions)
        curves = [[curves_on(walk, ends) for walk in region] for region in regions]
        looks = {
            spot: Look(COLOURS[_colour(number, spot == newest)], spot, MOST_ENDS - number)
            for spot, number in ends.items()
        }
        finished = {i for i in range(len(regions)) if not any(named_curves_in(regions, i))}
        return _drawn_regions(regions, curves, looks, newest, finished)
    found, signs = lettered(position)
    loose = {spot for spot, sign in signs.items() if sign == "1"}
    curves = [
        [curves_along(b, loose) if signs.get(b) != "0" else Curves() for b in region] for region in found
    ]
    looks = {spot: Look(PALE, "", LIVES[sign]) for spot, sign in signs.items()}
    for letter in {*position} & {*ascii_letters}:
        looks[letter] = Look(SHARED[ascii_letters.index(letter) % len(SHARED)], letter, 1)
    return _drawn_regions(tuple(map(tuple, found)), curves, looks)


def _colour(ends: int, is_newest: bool) -> str:
    """Return the name of the colour of a spot that has a name."""
    return "yellow" if is_newest else "pale" if ends < MOST_ENDS else "grey"


def _drawn_regions(
    regions: Regions,
    curves: Sequence[Sequence[Curves]],
    looks: Mapping[str, Look],
    newest: str = "",
    finished: Container[int] = (),
) -> str:
    """Return regions as an SVG document, with the curves along each boundary."""
    lying = [[*map(_placed, *pair)] for pair in zip(curves, regions, strict=True)]
    standing = [[*map(_stood, region)] for region in lying]
    choices = [(placed, wide) for placed in (lying, standing) for wide in WIDTHS]
    placed, packed, corners, whole = min(
        (_arranged(*choice) for choice in choices), key=lambda arranged: _enlarged(arranged[-1])
    )
    width, height = max(whole.real, WIDTH), max(whole.imag, HEIGHT)
    parts = [FLOW]
    if not regions:
        parts.append(rectangle(1, height / 2 - 32, width - 2, 64, BOX))
        parts.append(text_at(width / 2, height / 2, OVER, FAINT, size=17, width=width, is_note=True))
    for number, (within, size) in enumerate(packed):
        corner = corners[number] + 4 + 4j + _rounded(complex(width - whole.real, height - whole.imag) / 2)
        parts.append(
            rectangle(corner.real, corner.imag, size.real, size.imag, FINISHED if number in finished else BOX)
        )
        if len(regions) > 1:  # names of moves may count them
            at = corner + 11 + 11j
            parts.append(text_at(at.real, at.imag, str(number + 1), FAINT, size=12, width=24, is_note=True))
        for along, places, at in zip(curves[number], placed[number], within, strict=True):
            moved = {spot: place + corner + at for spot, place in places.items()}
            parts += _drawn(along, moved, looks, f"{number} ", newest)
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


def _drawn(
    curves: Curves, places: dict[str, complex], looks: Mapping[str, Look], prefix: str, newest: str
) -> Iterator[str]:
    """Yield curves and spots, with a stub for each end that a spot may still get; the newest curve is marked."""
    ends: dict[str, list[complex]] = {spot: [] for spot in places}  # the ways in which curves leave each spot
    ways: list[tuple[bool, str]] = []  # whether each curve is a part of the newest one, and its way
    for a, b in curves.lines:
        ends[a].append(places[b] - places[a])
        ends[b].append(places[a] - places[b])
        ways.append((newest in (a, b), f"{_at(places[a])}L{_at(places[b])}"))
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
            if BEND + a in ring:
                bend = 2 * places[BEND + a] - (here + there)
            others = [
                at for spot, at in places.items() if spot not in (a, b) and not spot.startswith((DEAD, BEND))
            ]
            pull = (here + there) / 2 + _flattened(bend, here, there, others)
            ways.append((newest in (a, b), f"{_at(here)}Q{_at(_rounded(pull))} {_at(there)}"))
    for look, marked in ((LAST, {True}), (CURVE, {True, False})):
        yield from (f'<path d="M{way}" {look}/>' for is_newest, way in ways if is_newest in marked)
    for spot, at in places.items():
        if spot.startswith(DEAD):
            yield f'<circle cx="{at.real:g}" cy="{at.imag:g}" r="{DOT}" fill="{INK}" data-note=""/>'
        elif not spot.startswith(BEND):
            yield from _spot(spot, at, looks[spot], ends[spot], prefix)


def _flattened(bend: complex, here: complex, there: complex, others: Sequence[complex]) -> complex:
    """Return the bend of a curve between two places, or the share of it that passes the others at the farthest."""

    def room(share: float) -> float:
        pull = (here + there) / 2 + share * bend
        along = [
            here * (1 - t) ** 2 + 2 * pull * t * (1 - t) + there * t**2 for t in (i / 16 for i in range(17))
        ]
        return min((abs(at - place) for place in others for at in along), default=CLEAR)

    return bend if room(1) >= CLEAR else bend * max(SHARES, key=room)


def _at(at: complex) -> str:
    return f"{at.real:g} {at.imag:g}"


def _spot(spot: str, at: complex, look: Look, ends: list[complex], prefix: str) -> Iterator[str]:
    pull = sum(end / abs(end) for end in ends)
    out = cmath.phase(-pull if abs(pull) > 0.1 else ends[0] * 1j if ends else -1j)
    others = look.stubs - 1
    for stub in range(look.stubs):
        tip = _rounded(at + cmath.rect(STUB, out + (stub - others / 2) * others))
        yield line(at.real, at.imag, tip.real, tip.imag, INK, 3, ' data-note=""')
    name = data_place(prefix, spot) if look.stubs else ' data-note=""'
    radius = RADIUS if look.stubs else SMALL
    drawn = f'r="{radius}" fill="{look.fill}" stroke="{INK}" stroke-width="2"{name}'
    yield f'<circle cx="{at.real:g}" cy="{at.imag:g}" {drawn}/>'
    if look.letter:
        size = 16 if look.stubs else 12
        yield text_at(
            at.real, at.imag, look.letter, ink(look.fill), size=size, width=24, bold=True, is_note=True
        )
