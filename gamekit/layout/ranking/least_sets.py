"""`LeastSets`: the sets of places that are the least of their images under a symmetry."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate, islice
from math import comb
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.layout.ranking.sets import BITS_OF_AN_ENTRY, MOST_IN_MODULE, MOST_SETS, sets_by_size, table_of

CHUNK: Final = 8
"""The image of a set is put together from the images of so many places at a time, by tables."""


@attrs.frozen
class LeastSets:
    """The least of the images of each set, for sets of some sizes.

    Attributes:
        numbers: for each set of these sizes, by size and rank, its number among the least ones of its size; -1 if it is
            not the least of its images.
        number_firsts: where those of each size begin.
        least: the least sets, by size and number.
        least_firsts: where those of each size begin.
        sizes: how many there are of each size; 0 of a size that is not listed.
    """

    numbers: Sequence[int] = ()
    number_firsts: Sequence[int] = ()
    least: Sequence[int] = ()
    least_firsts: Sequence[int] = ()
    sizes: Sequence[int] = ()

    @classmethod
    def of(cls, places: int, sizes: Collection[int], symmetry: Sequence[Sequence[int]]) -> LeastSets | None:
        """Return the least sets of these sizes; None if there are no sizes, or too many sets for a table.

        Args:
            places: the number of places.
            sizes: how many places the sets have.
            symmetry: permutations of the places, a group.

        >>> ends = LeastSets.of(3, [1, 2], [(0, 1, 2), (2, 1, 0)])
        >>> ends.least, ends.sizes, ends.numbers
        ([1, 2, 3, 5], [0, 2, 2], [0, 1, -1, 0, 1, -1])
        """
        total = sum(comb(places, size) for size in sizes)
        if not sizes or total > MOST_SETS or (total > MOST_IN_MODULE and places > BITS_OF_AN_ENTRY):
            return None
        images = [_image_tables(permutation) for permutation in symmetry]
        numbers: list[NDArray[np.int64]] = []
        least: list[NDArray[np.int64]] = []
        for size, sets in enumerate(islice(sets_by_size(places), max(sizes) + 1)):
            if size not in sizes:
                sets = sets[:0]
            is_least = _are_least(sets, images)
            numbers.append(np.where(is_least, np.cumsum(is_least) - 1, -1))
            least.append(sets[is_least])
        return cls(
            table_of(numbers),
            _firsts(numbers),
            table_of(least),
            _firsts(least),
            [len(sets) for sets in least],
        )


def _firsts(parts: Sequence[NDArray[np.int64]]) -> list[int]:
    return list(accumulate(map(len, parts[:-1]), initial=0))


def _image_tables(permutation: Sequence[int]) -> list[NDArray[np.int64]]:
    """Return for each chunk of places the images of all sets of its places."""
    bits = [1 << place for place in permutation]
    tables = []
    for first in range(0, len(bits), CHUNK):
        table = np.zeros(1, dtype=np.int64)
        for bit in bits[first : first + CHUNK]:
            table = np.concatenate([table, table | bit])
        tables.append(table)
    return tables


def _are_least(sets: NDArray[np.int64], images: Sequence[Sequence[NDArray[np.int64]]]) -> NDArray[np.bool_]:
    """Return which sets are not above any of their images."""
    found = np.ones(len(sets), dtype=np.bool_)
    for tables in images:
        image = tables[0][sets & len(tables[0]) - 1]
        for i, table in enumerate(tables[1:], 1):
            image |= table[sets >> CHUNK * i & len(table) - 1]
        found &= image >= sets
    return found
