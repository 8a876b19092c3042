"""The numbering of combinations (combinadics: Knuth, The Art of Computer Programming 4A, section 7.2.1.3)."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb


def rank(places: Iterable[int], before: int = 0) -> int:
    """Return the rank of a combination, given in ascending order, among those of its size.

    If only its upper places are given, and `before` others are below them, return what these add to the rank.

    >>> [rank(places) for places in ([0, 1], [0, 2], [1, 2], [0, 3])]
    [0, 1, 2, 3]
    """
    return sum(comb(place, i) for i, place in enumerate(places, start=before + 1))


def subset(number: int, count: int) -> list[int]:
    """Return the combination of `count` places whose rank is `number`: the inverse of `rank`.

    >>> subset(3, count=2)
    [0, 3]
    """
    places: list[int] = []
    for i in range(count, 0, -1):
        place = i - 1
        while comb(place + 1, i) <= number:
            place += 1
        number -= comb(place, i)
        places.insert(0, place)
    return places
