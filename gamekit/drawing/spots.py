"""Spots: rectangles on a drawing, where its elements are."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from html import unescape
from typing import Final, NamedTuple

Box = tuple[float, float, float, float]
"""The left, top, width and height of a drawing."""

NEAR: Final = 30.0
"""The side of a spot that no shape surrounds, in the units of the drawing."""

USUAL_WIDTH: Final = 300.0
"""The width of a drawing that gives none, in pixels."""

_ROOT = re.compile(r"<svg\b[^>]*>")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_MOVED = re.compile(r"<[^>]*\btransform\b|\btransform\s*:")
_TAG = re.compile(r"<[^>]*>[^<]*")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*["']\s*([^"']*?)\s*["']""")
_BETWEEN = re.compile(r"[\s,]+")

_PLACE: Final = "data-place"
"""The attribute in which an element names its spot."""

_SHAPE: Final = "data-shape"
"""The attribute in which an element names the spot whose shape it has."""


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


def box_of(drawing: str) -> Box | None:
    """Return the rectangle that a drawing gives for itself; None if it gives none in numbers with an area."""
    attributes = _root(drawing)
    try:
        size = attributes.get("viewBox")
        sides = _BETWEEN.split(size) if size else ("0", "0", attributes["width"], attributes["height"])
        left, top, width, height = map(_pixels, sides)
    except (KeyError, ValueError):
        return None
    return (left, top, width, height) if width > 0 and height > 0 else None


def width_of(drawing: str) -> float:
    """Return the width that a drawing gives, in pixels; `USUAL_WIDTH` if it gives none."""
    try:
        width = _pixels(_root(drawing)["width"])
    except (KeyError, ValueError):
        return USUAL_WIDTH
    return width if width > 0 else USUAL_WIDTH


def _root(drawing: str) -> dict[str, str]:
    match = _ROOT.search(_COMMENT.sub("", drawing))
    return dict(_ATTRIBUTE.findall(match[0])) if match else {}


def has_relative_places(drawing: str) -> bool:
    """Return whether the coordinates of elements are relative: moved by a transform, or in a nested drawing."""
    return drawing.count("<svg") > 1 or ("transform" in drawing and bool(_MOVED.search(drawing)))


@lru_cache(maxsize=64)
def named_spots(drawing: str) -> dict[str, Spot]:
    """Return the spots that elements of a drawing name in the attribute `data-place`; do not change the result.

    >>> named_spots('<svg viewBox="0 0 9 9"><rect x="0" y="0" width="4" height="4" data-place="a1"/></svg>')["a1"].x
    2.0
    """
    spots = {}
    for text in drawing.split("<"):
        if _PLACE in text and (named := _named_spot(f"<{text.partition('>')[0]}>")):
            spots[named[0]] = named[1]
    return spots


def named_shapes(drawing: str) -> dict[str, str]:
    """Return the elements of a drawing that have the shape of a spot, by the name of the spot.

    >>> named_shapes('<svg><path d="M0 0 L9 9" data-shape="a1"/></svg>')
    {'a1': '<path d="M0 0 L9 9" data-shape="a1"/>'}
    """
    tags = [f"<{text.partition('>')[0]}>" for text in drawing.split("<") if _SHAPE in text]
    return {unescape(dict(_ATTRIBUTE.findall(tag))[_SHAPE]): tag for tag in tags}


@lru_cache(maxsize=4096)  # the drawings of a game's states share most elements
def _named_spot(tag: str) -> tuple[str, Spot] | None:
    name, spot = dict(_ATTRIBUTE.findall(tag)).get(_PLACE), place_of(tag)
    return None if name is None or spot is None else (unescape(name), spot)


@lru_cache(maxsize=1024)  # what a move leads to is drawn for every state before it, and as a state of its own
def tags_of(drawing: str) -> Counter[str]:
    """Count the elements of a drawing, each with the text after it; do not change the result."""
    return Counter(_TAG.findall(drawing))


def area_of(spot: Spot) -> float:
    """Return a quarter of the area of a spot."""
    return spot.half_width * spot.half_height


@lru_cache(maxsize=4096)
def place_of(tag: str) -> Spot | None:
    """Return the spot of an element; None if it gives none in numbers, or is a note about the board."""
    attributes = dict(_ATTRIBUTE.findall(tag))
    if "data-note" in attributes:
        return None
    try:
        if "cx" in attributes:
            x, y, radius = (
                _finite(attributes["cx"]),
                _finite(attributes["cy"]),
                _finite(attributes.get("r") or attributes["rx"]),
            )
            return Spot(x, y, radius, _finite(attributes.get("ry") or radius))
        if "width" in attributes and "x" in attributes:
            half_width, half_height = _finite(attributes["width"]) / 2, _finite(attributes["height"]) / 2
            x, y = _finite(attributes["x"]) + half_width, _finite(attributes["y"]) + half_height
            return Spot(_finite(x), _finite(y), half_width, half_height)
        return Spot(_finite(attributes["x"]), _finite(attributes["y"]), NEAR / 2, NEAR / 2)
    except (KeyError, ValueError):
        return None


def _pixels(length: str) -> float:
    return _finite(length.removesuffix("px"))


def _finite(number: str | float) -> float:
    """Return a number, or raise ValueError if it is not finite, because JSON has finite numbers only."""
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"{number} is not a finite number")
    return value
