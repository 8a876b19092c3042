"""Regions of Sprouts: which spots lie along their boundaries, and what a curve in one of them leaves.

A boundary is a text with a sign for each spot along it, in cyclic order: the number of its ends, or a letter for a spot
that occurs twice, which has two ends. A region is the tuple of its boundaries.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from string import ascii_letters
from typing import NamedTuple

from gamekit.errors import InputError

Region = tuple[str, ...]
Regions = tuple[Region, ...]

Place = tuple[int, int]
"""The place of a spot in a region: the number of its boundary, and the number of the spot along this."""

LIVES = {"0": 3, "1": 2, "2": 1}
"""The ends that a spot may still get, by its sign; 1 for a letter."""

OVER = "no curve can be drawn any more"

NEW, LEFT_ONE, RIGHT_ONE = "<*>"
"""The signs of the new spot, and of the spots that a curve joins if they get a second end, until letters are chosen."""

MOST_ROUNDS = 9


class Curve(NamedTuple):
    """A curve in a region: the spots that it joins, those on one side of it, and the regions that it leaves."""

    ends: tuple[Place, Place]
    side: list[Place]
    after: Regions


def parsed(text: str) -> Regions:
    """Return the regions that a string lists.

    Raises:
        InputError: the string lists no regions.
    """
    if not re.fullmatch(r"([0-2a-zA-Z]+(\.[0-2a-zA-Z]+)*(\|[0-2a-zA-Z]+(\.[0-2a-zA-Z]+)*)*)?", text):
        raise InputError(f"regions are written as in 0.ab|ab, with spots 0, 1, 2 or letters; not {text!r}")
    regions = tuple(tuple(region.split(".")) for region in text.split("|")) if text else ()
    if many := [sign for sign, count in Counter(text).items() if sign in ascii_letters and count != 2]:
        raise InputError(f"a letter must occur twice; {many[0]} does not in {text!r}")
    if any("0" in boundary and boundary != "0" for region in regions for boundary in region):
        raise InputError(f"a spot without ends, 0, is a boundary of its own; not in {text!r}")
    return regions


def written(regions: Regions) -> str:
    """Return the text of regions."""
    return "|".join(map(".".join, regions))


def moves_in(regions: Regions, i: int) -> Iterator[Curve]:
    """Yield each curve in the region of number i; letters of new spots are signs."""
    others = (*regions[:i], *regions[i + 1 :])
    region = regions[i]
    for one, two in combinations(range(len(region)), 2):
        rest = tuple(boundary for k, boundary in enumerate(region) if k not in (one, two))
        for a in range(len(region[one])):
            for b in range(len(region[two])):
                left, right = _turned(region[one], a), _turned(region[two], b)
                joined = _opened(left, LEFT_ONE) + NEW + _opened(right, RIGHT_ONE) + NEW
                after = _without(left[0] + right[0], ((*rest, joined), *others))
                yield Curve(((one, a), (two, b)), [], after)
    for k, boundary in enumerate(region):
        for (a, b), spots, (inner, outer) in _loops(boundary):
            for side, within, outside in sides_of(region, k, a, b):
                after = _without(spots, ((*within, inner), (*outside, outer), *others))
                yield Curve(((k, a), (k, b)), side, after)


def sides_of(region: Region, k: int, a: int, b: int) -> Iterator[tuple[list[Place], Region, Region]]:
    """Yield the ways to part a region by a curve between two spots of its boundary of number k.

    Each is the spots on one side, the other boundaries that lie there, and those on the other side.
    """
    numbers = [n for n in range(len(region)) if n != k]
    for size in range(len(numbers) + 1):
        for inside in combinations(numbers, size):
            side = [(k, n) for n in range(a + 1, b)]
            side += [(n, j) for n in inside for j in range(len(region[n]))]
            outside = (n for n in numbers if n not in inside)
            yield side, tuple(region[n] for n in inside), tuple(region[n] for n in outside)


def _turned(boundary: str, first: int) -> str:
    return boundary[first:] + boundary[:first]


def _opened(boundary: str, letter: str) -> str:
    """Return the way around a boundary from its first spot, where a curve ends, back to it."""
    if boundary == "0":
        return "1"
    end = letter if boundary[0] == "1" else ""  # any other spot has three ends now
    return end + boundary[1:] + end


def _loops(boundary: str) -> Iterator[tuple[tuple[int, int], str, tuple[str, str]]]:
    """Yield the ends of each curve along a boundary, their signs, and the boundaries of the regions on its two sides.

    The signs are left out where both ends are the same spot.
    """
    if boundary == "0":
        yield (0, 0), "", (LEFT_ONE + NEW, LEFT_ONE + NEW)
    for i, sign in enumerate(boundary):
        if sign == "1":
            yield (i, i), "", (NEW, boundary[:i] + NEW + boundary[i + 1 :])
    for i, j in combinations(range(len(boundary)), 2):
        if boundary[i] != boundary[j] or boundary[i] in LIVES:
            a, b = LEFT_ONE * (boundary[i] == "1"), RIGHT_ONE * (boundary[j] == "1")
            first, second = boundary[i + 1 : j], boundary[j + 1 :] + boundary[:i]
            yield (i, j), boundary[i] + boundary[j], (a + first + b + NEW, b + second + a + NEW)


def _without(spots: str, regions: Regions) -> Regions:
    """Return regions without the letters among some spots, which have three ends now."""
    dead = str.maketrans("", "", "".join({*spots} - LIVES.keys()))
    return tuple(tuple(boundary.translate(dead) for boundary in region) for region in regions)


def simplest(regions: Regions) -> Regions:
    """Return regions without those in which nothing can be drawn, with letters and boundaries in a usual order."""
    kept = [region for region in regions if _lives(region) > 1]
    counts = Counter(sign for region in kept for boundary in region for sign in boundary)
    alone = {ord(sign): "2" for sign, count in counts.items() if sign not in LIVES and count == 1}
    found = [tuple(boundary.translate(alone) for boundary in region if boundary) for region in kept]
    for _ in range(MOST_ROUNDS):  # after which most regions that are alike are written alike
        before = found
        found = sorted((_sorted(region) for region in found), key=lambda region: (_shape(region), region))
        signs = dict.fromkeys(sign for region in found for boundary in region for sign in boundary)
        letters = dict(zip((ord(sign) for sign in signs if sign not in LIVES), ascii_letters, strict=False))
        found = [tuple(boundary.translate(letters) for boundary in region) for region in found]
        if found == before:
            break
    return tuple(found)


def _lives(region: Region) -> int:
    signs = "".join(region)
    return sum(LIVES.get(sign, 0) for sign in signs) + len({*signs} - LIVES.keys())


def _shape(region: Region) -> list[str]:
    return [re.sub("[^0-2]", "x", boundary) for boundary in region]


def _sorted(region: Region) -> Region:
    """Return a region whose boundaries begin at their least spots, in ascending order; seen from either side."""
    sides = []
    for step in (1, -1):
        least = (min(_turned(boundary[::step], i) for i in range(len(boundary))) for boundary in region)
        sides.append(sorted(least, key=lambda boundary: (_shape((boundary,)), boundary)))
    return tuple(min(sides))


def separated(regions: Regions) -> list[Regions]:
    """Return groups of regions that share no spots."""
    groups: list[Regions] = []
    for region in regions:
        spots = {*"".join(region)} - LIVES.keys()
        joined = [group for group in groups if spots & {*"".join(map("".join, group))}]
        groups = [group for group in groups if group not in joined]
        groups.append((*(one for group in joined for one in group), region))
    return groups
