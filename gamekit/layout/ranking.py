"""Ranking: numbers without gaps for combinations and placements, and back.

Combinadics: D. E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from math import comb

from gamekit.errors import InputError


def rank_subset(subset: int) -> int:
    """Return the rank of a set, given in bits, among all sets of its size, ordered as numbers.

    >>> [rank_subset(subset) for subset in (0b011, 0b101, 0b110, 0b1001)]
    [0, 1, 2, 3]
    """
    rank = count = 0
    while subset:
        count += 1
        rank += comb((subset & -subset).bit_length() - 1, count)
        subset &= subset - 1
    return rank


def subset_of(rank: int, count: int) -> int:
    """Return the set of `count` places with this rank, in bits: the inverse of `rank_subset`.

    >>> bin(subset_of(3, count=2))
    '0b1001'
    """
    subset = 0
    for size in range(count, 0, -1):
        place = size - 1
        while comb(place + 1, size) <= rank:
            place += 1
        rank -= comb(place, size)
        subset |= 1 << place
    return subset


def closed(subset: int, without: int) -> int:
    """Return a set with the places of another removed, those above them moving down.

    >>> bin(closed(0b1010, without=0b0100))
    '0b110'
    """
    while without:
        low = without & -without
        subset = subset & low - 1 | subset >> 1 & -low
        without = (without ^ low) >> 1
    return subset


def opened(subset: int, without: int) -> int:
    """Return a set with the places of another inserted again: the inverse of `closed`.

    >>> bin(opened(0b110, without=0b0100))
    '0b1010'
    """
    while without:
        low = without & -without
        subset = subset & low - 1 | (subset & -low) << 1
        without ^= low
    return subset


class Placements:
    """The placements of given numbers of pieces of several kinds, numbered without gaps.

    A placement is given as planes: for each kind the set of its places in bits, the first kind in the lowest bits.

    Args:
        places: the number of places.
        classes: one tuple for each class of placements: the numbers of pieces of each kind. Each class is numbered
            after the one before.

    Raises:
        InputError: a class is listed twice.

    >>> placements = Placements(4, [(1, 0), (1, 1)])
    >>> placements.size, placements.rank(0b0100_0001), bin(placements.unrank(6))
    (16, 5, '0b10000001')
    """

    def __init__(self, places: int, classes: Iterable[Sequence[int]]) -> None:
        self.places = places
        self.classes = [tuple(counts) for counts in classes]
        self.kinds = len(self.classes[0]) if self.classes else 0
        if len(set(self.classes)) < len(self.classes):
            raise InputError("a class of placements is listed twice")
        self.starts = list(accumulate(map(self._ways, self.classes), initial=0))

    @property
    def size(self) -> int:
        """The number of placements."""
        return self.starts[-1]

    def _ways(self, counts: Sequence[int]) -> int:
        ways, left = 1, self.places
        for count in counts:
            ways *= comb(left, count)
            left -= count
        return ways

    @cached_property
    def _number(self) -> dict[tuple[int, ...], int]:
        return {counts: i for i, counts in enumerate(self.classes)}

    def rank(self, planes: int) -> int:
        """Return the number of a placement.

        Raises:
            ValueError: its numbers of pieces are not those of any class.
        """
        full = (1 << self.places) - 1
        sets = [planes >> self.places * kind & full for kind in range(self.kinds)]
        counts = tuple(subset.bit_count() for subset in sets)
        if counts not in self._number:
            raise ValueError(f"no class of placements has {counts} pieces")
        rank, taken, left = 0, 0, self.places
        for subset, count in zip(sets, counts, strict=True):
            rank = rank * comb(left, count) + rank_subset(closed(subset, taken))
            taken |= subset
            left -= count
        return self.starts[self._number[counts]] + rank

    def unrank(self, number: int) -> int:
        """Return the placement with this number: the inverse of `rank`."""
        at = bisect_right(self.starts, number) - 1
        counts, rank = self.classes[at], number - self.starts[at]
        left, ranks = self.places - sum(counts), []
        for count in reversed(counts):
            left += count
            rank, found = divmod(rank, comb(left, count))
            ranks.append(found)
        planes = taken = 0
        for kind, (count, found) in enumerate(zip(counts, reversed(ranks), strict=True)):
            subset = opened(subset_of(found, count), taken)
            taken |= subset
            planes |= subset << self.places * kind
        return planes
