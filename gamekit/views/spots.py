"""Where on a drawing each move takes place, found by holding the drawing before it against the one after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import attrs

NEAR: Final = 30.0
"""The side of a spot, in the units of the drawing, that no shape surrounds."""

_TAG = re.compile(r"<[^>]*>[^<]*")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*["']\s*([^"']*?)\s*["']""")
_SIZE = re.compile(r"""viewBox\s*=\s*["']\s*([-\d.e]+)[\s,]+([-\d.e]+)[\s,]+([-\d.e]+)[\s,]+([-\d.e]+)""")


@attrs.frozen
class Spot:
    """A rectangle on a drawing, in the drawing's units: its centre, and half of its width and height."""

    x: float
    y: float
    half_width: float
    half_height: float

    def surrounds(self, other: Spot) -> bool:
        """Tell whether the centre of another spot lies in this one."""
        return abs(other.x - self.x) <= self.half_width and abs(other.y - self.y) <= self.half_height


@attrs.frozen
class Spots:
    """Where on a drawing moves take place.

    Attributes:
        box: the drawing's own rectangle: left, top, width, height; None, and no spots, if it does not say.
        places: the spots, each once.
        of_moves: for each move the indices of the spots that it changes.
        marks: for each move the spot that tells it best from the other moves: where a piece goes to rather than where
            it comes from. None if it changes none.
    """

    box: tuple[float, float, float, float] | None
    places: tuple[Spot, ...]
    of_moves: tuple[tuple[int, ...], ...]
    marks: tuple[int | None, ...]


def spots_of(before: str, afters: Sequence[str]) -> Spots:
    """Return where the moves from one drawing to each of some others take place.

    A move takes place where an element was added, removed or changed; spots are the innermost rectangles and circles
    there. Drawings that move elements about by `transform` have no spots.

    Args:
        before: an SVG document.
        afters: the SVG documents after each move.

    >>> from gamekit.drawing import draw_grid
    >>> spots = spots_of(draw_grid(["  "]), [draw_grid(["X "]), draw_grid([" X"])])
    >>> spots.of_moves, spots.places[1].x
    (((0,), (1,)), 74.0)
    """
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(afters)
    size = _SIZE.search(before)
    if size is None or any("transform" in drawing for drawing in (before, *afters)):
        return Spots(None, (), nothing, (None,) * len(afters))
    left, top, width, height = (float(number) for number in size.groups())
    tags = Counter(_TAG.findall(before))
    shapes = [shape for tag in tags if (shape := _shape(tag)) is not None]
    numbers: dict[Spot, int] = {}
    innermost: dict[Spot, Spot] = {}
    of_moves, arrivals = [], []
    for drawing in afters:
        drawn = Counter(_TAG.findall(drawing))
        changed = dict(drawn.items() ^ tags.items())
        added = [tag for tag in drawn if tag in changed and drawn[tag] > tags[tag]]
        removed = [tag for tag in tags if tag in changed and tags[tag] > drawn[tag]]
        spots: dict[int, bool] = {}  # whether something was written there
        for tag in (*added, *removed):
            place = _place(tag)
            if place is None:
                continue
            if place not in innermost:
                around = [shape for shape in shapes if shape.surrounds(place)]
                innermost[place] = min(around, key=_area, default=place)
            number = numbers.setdefault(innermost[place], len(numbers))
            arrives = tag in added and tag.startswith("<text") and not tag.endswith(">")
            spots[number] = spots.get(number, False) or arrives
        of_moves.append(tuple(sorted(spots)))
        arrivals.append(spots)
    crowd = Counter(spot for spots in of_moves for spot in spots)
    marks = [min(spots, key=lambda spot: (crowd[spot], not spots[spot]), default=None) for spots in arrivals]
    return Spots((left, top, width, height), tuple(numbers), tuple(of_moves), tuple(marks))


def _area(spot: Spot) -> float:
    return spot.half_width * spot.half_height


@lru_cache(maxsize=4096)
def _shape(tag: str) -> Spot | None:
    """Return the rectangle round a `<rect>` or `<circle>`; None for other elements."""
    if tag.startswith(("<rect", "<circle")):
        return _place(tag)
    return None


@lru_cache(maxsize=4096)
def _place(tag: str) -> Spot | None:
    """Return where an element is; None if it does not say so in numbers."""
    given = dict(_ATTRIBUTE.findall(tag))
    try:
        if "cx" in given:
            radius = float(given.get("r") or given["rx"])
            return Spot(float(given["cx"]), float(given["cy"]), radius, float(given.get("ry") or radius))
        if "width" in given and "x" in given:
            half_width, half_height = float(given["width"]) / 2, float(given["height"]) / 2
            return Spot(
                float(given["x"]) + half_width, float(given["y"]) + half_height, half_width, half_height
            )
        return Spot(float(given["x"]), float(given["y"]), NEAR / 2, NEAR / 2)
    except (KeyError, ValueError):
        return None
