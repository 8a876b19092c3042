"""Where on a drawing each move takes place, found by comparing the drawings before and after it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NamedTuple

import attrs

Box = tuple[float, float, float, float]
"""The left, top, width and height of a drawing."""

NEAR: Final = 30.0
"""The side of a spot that no shape surrounds, in the units of the drawing."""

USUAL: Final = 300.0
"""The width of a drawing that gives none, in pixels."""

_ROOT = re.compile(r"<svg\b[^>]*>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_MOVED = re.compile(r"<[^>]*\btransform\b|\btransform\s*:")
_TAG = re.compile(r"<[^>]*>[^<]*")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*["']\s*([^"']*?)\s*["']""")
_BETWEEN = re.compile(r"[\s,]+")


class Spot(NamedTuple):
    """A rectangle on a drawing, in the drawing's units: its centre, and half of its width and height."""

    x: float
    y: float
    half_width: float
    half_height: float

    def surrounds(self, other: Spot) -> bool:
        """Return whether the centre of another spot lies in this one."""
        return abs(other.x - self.x) <= self.half_width and abs(other.y - self.y) <= self.half_height

    def within(self, box: Box) -> Spot | None:
        """Return the part of this spot that lies in a box; None if there is none."""
        left, top, width, height = box
        x0, x1 = max(self.x - self.half_width, left), min(self.x + self.half_width, left + width)
        y0, y1 = max(self.y - self.half_height, top), min(self.y + self.half_height, top + height)
        if x0 >= x1 or y0 >= y1:
            return None
        return Spot((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2)


@attrs.frozen
class Spots:
    """Where on a drawing moves take place.

    Attributes:
        box: the drawing's own rectangle: left, top, width, height; None, with no spots, if it gives none.
        places: the spots, each once.
        of_moves: for each move the indices of the spots that it changes.
        marks: for each move the spot that best distinguishes it from the other moves: where a piece goes to rather
            than where it comes from. None if there are no spots.
    """

    box: Box | None
    places: tuple[Spot, ...]
    of_moves: tuple[tuple[int, ...], ...]
    marks: tuple[int | None, ...]


def spots_of(before: str, afters: Sequence[str]) -> Spots:
    """Return where the moves from one drawing to each of some others take place.

    A move takes place where an element was added, removed or changed; spots are the innermost rectangles and circles
    there, as far as they lie in the drawing before the move. Elements with the attribute `data-note` do not count; one
    with `data-start`, if it is added, is where the move starts, and so its mark. A
    move that changes nothing takes place where all others do, such as at the piece that stays. If the place of a move
    cannot be found, its spot is the whole drawing; this holds for all moves if elements are moved by `transform`, or
    lie in a nested drawing.

    Args:
        before: an SVG document.
        afters: the SVG documents after each move.

    >>> from gamekit.drawing.svg import draw_grid
    >>> spots = spots_of(draw_grid(["  "]), [draw_grid(["X "]), draw_grid([" X"])])
    >>> spots.of_moves, spots.places[1].x
    (((0,), (1,)), 74.0)
    """
    box = _box(before)
    if box is None:
        return Spots(None, (), ((),) * len(afters), (None,) * len(afters))
    left, top, width, height = box
    everywhere = Spot(left + width / 2, top + height / 2, width / 2, height / 2)
    if any(map(_has_relative_places, (before, *afters))):
        return Spots(box, (everywhere,), ((0,),) * len(afters), (0,) * len(afters))
    tags = _tags(before)
    shapes = [shape for tag in tags if tag.startswith(("<rect", "<circle")) and (shape := _place(tag))]

    @cache
    def innermost(place: Spot) -> Spot | None:
        """Return the smallest shape around a place, or else the place, as far as it lies in the drawing."""
        around = [shape for shape in shapes if shape.surrounds(place)]
        return min(around, key=_area, default=place).within(box)

    numbers: dict[Spot, int] = {}
    arrivals: list[dict[int, int]] = []
    for drawing in afters:
        drawn = _tags(drawing)
        changed = dict(drawn.items() ^ tags.items())
        added = [tag for tag in drawn if tag in changed and drawn[tag] > tags[tag]]
        removed = [tag for tag in tags if tag in changed and tags[tag] > drawn[tag]]
        spots: dict[int, int] = {}  # 2 if the move starts there, 1 if something was written there, or else 0
        for tag in (*added, *removed):
            place = _place(tag)
            spot = innermost(place) if place else None
            if spot is None:  # the element has no place, or the drawing after the move is larger
                continue
            number = numbers.setdefault(spot, len(numbers))
            arrives = tag in added and tag.startswith("<text") and not tag.endswith(">")
            starts = tag in added and "data-start" in tag
            spots[number] = max(spots.get(number, 0), 2 * starts, arrives)
        arrivals.append(spots)
    moving = [set(spots) for spots in arrivals if spots]
    if len(moving) > 1:
        # a move that changes nothing leaves a piece where it is: at the spot that every other move has, if there is one
        here = dict.fromkeys(sorted(set.intersection(*moving)), 0)
        arrivals = [spots or here for spots in arrivals]
    if not all(arrivals):
        number = numbers.setdefault(everywhere, len(numbers))
        arrivals = [spots or {number: 0} for spots in arrivals]
    crowd = Counter(chain.from_iterable(arrivals))
    marks = [min(spots, key=lambda spot: (spots[spot] < 2, crowd[spot], -spots[spot])) for spots in arrivals]
    return Spots(box, tuple(numbers), tuple(tuple(sorted(spots)) for spots in arrivals), tuple(marks))


def _box(drawing: str) -> Box | None:
    """Return a drawing's own rectangle; None if it does not give one in numbers, or one without an area."""
    given = _root(drawing)
    try:
        size = given.get("viewBox")
        sides = _BETWEEN.split(size) if size else ("0", "0", given["width"], given["height"])
        left, top, width, height = map(_pixels, sides)
    except (KeyError, ValueError):
        return None
    return (left, top, width, height) if width > 0 and height > 0 else None


def width_of(drawing: str) -> float:
    """Return the width that a drawing gives, in pixels; `USUAL` if it gives none."""
    try:
        width = _pixels(_root(drawing)["width"])
    except (KeyError, ValueError):
        return USUAL
    return width if width > 0 else USUAL


def _root(drawing: str) -> dict[str, str]:
    """Return the attributes of the tag that a drawing begins with."""
    found = _ROOT.search(_COMMENT.sub("", drawing))
    return dict(_ATTRIBUTE.findall(found[0])) if found else {}


def _has_relative_places(drawing: str) -> bool:
    """Return whether the coordinates of elements are relative: moved by a transform, or in a nested drawing."""
    return drawing.count("<svg") > 1 or ("transform" in drawing and bool(_MOVED.search(drawing)))


@lru_cache(maxsize=1024)  # what a move leads to is drawn for every state before it, and as a state of its own
def _tags(drawing: str) -> Counter[str]:
    """Return the elements of a drawing with the text after each; it is not to be changed."""
    return Counter(_TAG.findall(drawing))


def _area(spot: Spot) -> float:
    return spot.half_width * spot.half_height


@lru_cache(maxsize=4096)
def _place(tag: str) -> Spot | None:
    """Return the rectangle of an element; None if it gives none in numbers, or is a note about the board."""
    given = dict(_ATTRIBUTE.findall(tag))
    if "data-note" in given:
        return None
    try:
        if "cx" in given:
            x, y, radius = _finite(given["cx"]), _finite(given["cy"]), _finite(given.get("r") or given["rx"])
            return Spot(x, y, radius, _finite(given.get("ry") or radius))
        if "width" in given and "x" in given:
            half_width, half_height = _finite(given["width"]) / 2, _finite(given["height"]) / 2
            x, y = _finite(given["x"]) + half_width, _finite(given["y"]) + half_height
            return Spot(_finite(x), _finite(y), half_width, half_height)
        return Spot(_finite(given["x"]), _finite(given["y"]), NEAR / 2, NEAR / 2)
    except (KeyError, ValueError):
        return None


def _pixels(length: str) -> float:
    return _finite(length.removesuffix("px"))


def _finite(number: str | float) -> float:
    """Return a finite number, because JSON has no others."""
    found = float(number)
    if not math.isfinite(found):
        raise ValueError(f"no finite number: {number}")
    return found
