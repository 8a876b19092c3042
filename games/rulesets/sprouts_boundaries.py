"""Boundaries of Sprouts as curves: which spots are joined, and where spots with three ends lie that are not named."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, count

import attrs

DEAD = "*"
"""The first sign of the name of a spot with three ends."""

BEND = "~"
"""The first sign of the name of a point on a ring that would be too narrow without it, where something hangs on it."""


@attrs.define
class Curves:
    """Curves that have a boundary.

    Attributes:
        lines: the ends of each curve between two spots that no ring has.
        rings: the spots along each closed curve, in order.
    """

    lines: list[tuple[str, str]] = attrs.field(factory=list)
    rings: list[list[str]] = attrs.field(factory=list)


def curves_along(boundary: str, loose: Collection[str]) -> Curves:
    """Return curves with a boundary, on which every spot has as many ends as it has in the game.

    A spot that occurs twice along the boundary joins two parts, and one of the `loose`, which have one end, hangs on a
    curve. All others lie on a ring, on whose other side the region is another one.

    >>> curves_along("bcada", "bcd").lines
    [('a', 'd'), ('*0', 'b'), ('*0', 'c'), ('*0', 'a')]
    >>> curves_along("ab", "b")
    Curves(lines=[('*0', 'b')], rings=[['a', '~a', '*0', '~*0']])
    """
    curves, numbers = Curves(), count()

    def dead() -> str:
        return f"{DEAD}{next(numbers)}"

    def add(way: str, spots: str = "") -> None:
        """Add the curves of a part of the boundary, which begins at one of the `spots` if there are any."""
        hanging = set(spots)
        while way:
            spot, way = way[0], way[1:]
            spots += spot
            if spot in loose:
                hanging.add(spot)
            elif spot in way:
                inner, _, way = way.partition(spot)
                hanging.add(spot)
                add(inner, spot)
        if len(hanging) < len(spots) or len(spots) not in (2, 3):
            dots = [dead() if spot in hanging else spot for spot in spots]
            is_narrow = len(dots) == 2 and hanging
            curves.rings.append([*chain(*((dot, BEND + dot) for dot in dots))] if is_narrow else dots)
            curves.lines.extend(pair for pair in zip(dots, spots, strict=True) if pair[0] != pair[1])
        elif len(spots) == 2:
            curves.lines.append((spots[0], spots[1]))
        else:
            middle = dead()
            curves.lines.extend((middle, spot) for spot in spots)

    add(boundary)
    return curves
