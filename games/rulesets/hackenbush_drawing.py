"""Trees of Hackenbush as a picture: edges in their colours, from the ground up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from typing import Final

from gamekit.drawing.colours import COLOURS, FAINT, LIGHT, RULE
from gamekit.drawing.surfaces import data_place, data_shape, edge_name
from gamekit.drawing.svg import document, rectangle

from .hackenbush_trees import GONE, Forest, Tree

STEP: Final = 40
"""Pixels from one stalk to the next, and from an edge to the one above it."""

SPOT: Final = 30
"""The side of the square in which an edge is touched."""

TOUCHED: Final = 0.7
"""The fraction of an edge at which it is touched, where edges that begin at one node are apart."""

BESIDE: Final = 13
"""From there to the number of the edge."""

_NODE: Final = COLOURS["black"]

COLOUR_OF: Final = {"l": COLOURS["blue"], "r": COLOURS["red"], "e": COLOURS["green"]}


def draw_forest(forest: Forest) -> str:
    """Return trees as an SVG document, their edges numbered as `data-place` names them.

    There is room for what is gone, so that what is left stays where it was.
    """
    ground = (max(map(_height, forest), default=1) + 0.5) * STEP
    parts: list[str] = []
    right, numbers = 0.5, count(1)
    for tree in forest:
        width = _width(tree)
        parts += _drawn(tree, right + (width - 1) / 2, right, ground, numbers)
        right += width
    wide = (max(right - 0.5, 1) + 1) * STEP
    high = ground + STEP / 2
    sky = rectangle(1, 1, wide - 2, high - 2, f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""')
    earth = _line(8, ground, wide - 8, ground, COLOURS["brown"])
    return document([sky, *parts, earth], wide, high)


def _height(tree: Tree) -> int:
    return 1 + max(map(_height, tree[1]), default=0)


def _width(tree: Tree) -> int:
    return sum(map(_width, tree[1])) or 1


def _drawn(tree: Tree, foot: float, left: float, level: float, numbers: Iterator[int]) -> list[str]:
    """Return the elements of a tree that stands at `foot`, `level` pixels down, and takes the stalks from `left` on."""
    colour, above = tree
    top = left + (_width(tree) - 1) / 2
    x, y = (top + 0.5) * STEP, level - STEP
    below, number = (foot + 0.5) * STEP, next(numbers)
    if colour == GONE:
        return [*chain.from_iterable(_drawn(branch, top, left, y, numbers) for branch in above)]
    middle = complex(below + TOUCHED * (x - below), level - TOUCHED * STEP)
    look = f'fill="none"{data_place("", number)}'
    parts = [
        _line(below, level, x, y, COLOUR_OF[colour], data_shape("", number)),
        rectangle(middle.real - SPOT / 2, middle.imag - SPOT / 2, SPOT, SPOT, look),
        edge_name(middle.real + BESIDE, middle.imag, str(number), FAINT),
    ]
    for branch in above:
        parts += _drawn(branch, top, left, y, numbers)
        left += _width(branch)
    return [*parts, f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{_NODE}"/>']


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="6"{more}/>'
