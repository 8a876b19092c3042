"""Positions of Sprouts in play, in which every spot keeps its name, and finished spots and regions stay.

A boundary has the names of the spots on the way along it, once for each corner, so that a spot occurs as often as it
has ends, or once without any. Regions are those of `sprouts_regions` otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Final

from gamekit.errors import InputError

from .sprouts_boundaries import BEND, Curves
from .sprouts_regions import Curve, Region, Regions, sides_of, simplest

NAMES: Final = "".join(filter(str.isupper, map(chr, range(0x180))))
"""The names of spots, in the order in which they are drawn."""

MOST_ENDS: Final = 3


def are_named(text: str) -> bool:
    """Return whether the spots of a position have names.

    >>> are_named("ADBD.C"), are_named("1a1a.0"), are_named("")
    (True, False, False)
    """
    return text.isupper()


def read_named(text: str) -> Regions:
    """Return the regions that a string lists by the names of their spots.

    Raises:
        InputError: no such regions can be drawn.
    """
    regions = tuple(tuple(region.split(".")) for region in text.split("|"))
    if not all(boundary and {*boundary} <= {*NAMES} for region in regions for boundary in region):
        raise InputError(f"regions are written as in ADBD.C, with the names of spots; not {text!r}")
    if many := [spot for spot, count in Counter(text).items() if spot in NAMES and count > MOST_ENDS]:
        raise InputError(f"a spot has at most {MOST_ENDS} ends; {many[0]} has more in {text!r}")
    if any(
        a == b for region in regions for walk in region if len(walk) > 1 for a, b in pairwise(walk + walk[0])
    ):
        raise InputError(f"on a boundary, no spot is next to itself; not in {text!r}")
    return regions


def ends_in(regions: Regions) -> Counter[str]:
    """Return how many ends each spot has.

    >>> ends_in((("ADBD", "C"),))
    Counter({'D': 2, 'A': 1, 'B': 1, 'C': 0})
    """
    corners = Counter(spot for region in regions for walk in region for spot in walk)
    corners.subtract(walk for region in regions for walk in region if len(walk) == 1)
    return corners


def newest_in(regions: Regions) -> str:
    """Return the spot that the last move drew; an empty text if there was none."""
    ends = ends_in(regions)
    return max(ends) if any(ends.values()) else ""


def without_names(regions: Regions) -> Regions:
    """Return the regions in which a curve can be drawn, with the signs of spots in place of names.

    >>> without_names((("ADBD", "C"),))
    (('0', '1a1a'),)
    """
    ends = ends_in(regions)
    signs = str.maketrans({spot: ("0", "1", spot, "")[number] for spot, number in ends.items()})
    return simplest(tuple(tuple(walk.translate(signs) for walk in region) for region in regions))


def named_curves_in(regions: Regions, i: int) -> Iterator[Curve]:
    """Yield each curve in the region of number i; some may leave the same."""
    ends, region = ends_in(regions), regions[i]
    new = NAMES[NAMES.index(max(ends)) + 1]
    open_at = [[n for n, spot in enumerate(walk) if ends[spot] < MOST_ENDS] for walk in region]
    for one, two in combinations(range(len(region)), 2):
        rest = [walk for k, walk in enumerate(region) if k not in (one, two)]
        for a in open_at[one]:
            for b in open_at[two]:
                joined = _around(region[one], a) + new + _around(region[two], b) + new
                yield Curve(((one, a), (two, b)), [], _with(regions, i, [(*rest, joined)]))
    for k, walk in enumerate(region):
        for a in open_at[k]:
            for b in open_at[k]:
                if b < a or (walk[a] == walk[b] and (a != b or ends[walk[a]] > 1)):
                    continue
                inner, outer = walk[a : b + 1] + new, _around(walk, b)[: len(walk) - (b - a) + 1] + new
                for side, within, outside in sides_of(region, k, a, b):
                    after = _with(regions, i, [(*within, inner), (*outside, outer)])
                    yield Curve(((k, a), (k, b)), side, after)


def _around(walk: str, first: int) -> str:
    """Return the way around a boundary from a corner back to it."""
    return walk[first:] + walk[: first + (len(walk) > 1)]


def _with(regions: Regions, i: int, parts: list[Region]) -> Regions:
    """Return regions where the first part takes the place of one, and the other part is the last region."""
    first, *others = sorted(map(_usual, parts))
    return (*regions[:i], first, *regions[i + 1 :], *others)


def _usual(region: Region) -> Region:
    """Return a region whose boundaries begin at their first spots; seen from either side."""
    return min(
        tuple(sorted(min(walk[i:] + walk[:i] for i in range(len(walk))) for walk in side))
        for side in (region, tuple(walk[::-1] for walk in region))
    )


def curves_on(walk: str, ends: Counter[str]) -> Curves:
    """Return the curves along a boundary: those with the same region on both sides, and rings.

    >>> curves_on("ADBD", Counter(A=1, B=1, D=2)).lines
    [('D', 'B'), ('A', 'D')]
    >>> curves_on("AD", Counter(A=2, D=2)).rings
    [['A', 'D']]
    """
    curves, way, free = Curves(), list[str](), Counter(ends)

    def close(first: int) -> None:
        """Add the curves on the way back to a spot, which are a ring or one curve to and fro."""
        ring = way[first:]
        if len(ring) == 2 and free[ring[1]] == 1:
            curves.lines.append((ring[0], ring[1]))
            free[ring[0]] -= 1
        elif len(ring) > 1:
            is_narrow = len(ring) == 2 and any(free[spot] < ends[spot] for spot in ring)
            curves.rings.append(
                [point for spot in ring for point in (spot, BEND + spot)] if is_narrow else ring
            )
            free.subtract([ring[0]] * 2)
        del way[first + 1 :]

    for spot in walk:
        if spot in way:
            close(way.index(spot))
        else:
            way.append(spot)
    close(0)
    return curves
