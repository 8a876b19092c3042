"""`LeastSets`: the sets of places that are the least of their images under a symmetry."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate, islice
from math import comb
from typing import TYPE_CHECKING, Final

import attrs

from gamekit.layout.ranking.sets import BITS_OF_AN_ENTRY, MOST_IN_MODULE, MOST_SETS, sets_by_size, table_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK: Final = 8
"""The number of places whose images one table gives; the image of a set is put together from several tables."""


MOST_IMAGES: Final = 62
"""The largest number of images of a set for which the bits of an int64 say which images are the least."""


@attrs.frozen
class LeastSets:
    """The least image of each set, for sets of some sizes.

    Attributes:
        leads: for each set of these sizes, by size and rank, the number of its least image among the least ones of its
            size, and in the lowest bits the index in `minimal` of the members of the group that lead there.
        slot_bits: the number of bits that this index takes.
        minimal: the members of the group that map a set to its least image, as bits; empty if the group is too large.
        lead_firsts: the index in `leads` of the first set of each size.
        least: the least sets, by size and number.
        least_firsts: the index in `least` of the first set of each size.
        sizes: the number of least sets of each size; 0 for a size that is not listed.
    """

    leads: Sequence[int] = ()
    slot_bits: int = 0
    minimal: Sequence[int] = ()
    lead_firsts: Sequence[int] = ()
    least: Sequence[int] = ()
    least_firsts: Sequence[int] = ()
    sizes: Sequence[int] = ()

    @classmethod
    def of(cls, places: int, sizes: Collection[int], symmetry: Sequence[Sequence[int]]) -> LeastSets | None:
        """Return the least sets of these sizes under a group; None if there are no sizes, or too many sets for a table.

        >>> ends = LeastSets.of(3, [1, 2], [(0, 1, 2), (2, 1, 0)])
        >>> ends.least, ends.sizes, ends.minimal
        ([1, 2, 3, 5], [0, 2, 2], [1, 2, 3])
        >>> [(lead >> ends.slot_bits, lead & 3) for lead in ends.leads]  # of 1, 2, 4, 3, 5, 6
        [(0, 0), (1, 2), (0, 1), (0, 0), (1, 2), (0, 1)]
        """
        import numpy as np

        total = sum(comb(places, size) for size in sizes)
        if not sizes or total > MOST_SETS or (total > MOST_IN_MODULE and places > BITS_OF_AN_ENTRY):
            return None
        images = [_image_tables(permutation) for permutation in symmetry]
        numbers: list[NDArray[np.int64]] = []
        ways: list[NDArray[np.int64]] = []
        least: list[NDArray[np.int64]] = []
        for size, sets in enumerate(islice(sets_by_size(places), max(sizes) + 1)):
            if size not in sizes:
                sets = sets[:0]
            lowest, minimal = _least_images(sets, images)
            least.append(sets[lowest == sets])
            numbers.append(np.searchsorted(least[-1], lowest))
            ways.append(minimal)
        lead_firsts, least_firsts = _firsts(numbers), _firsts(least)
        distinct: list[NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
        slot_bits = 0
        if len(symmetry) <= MOST_IMAGES:
            distinct = [np.unique(np.concatenate([np.unique(minimal) for minimal in ways]))]
            slot_bits = max(len(distinct[0]) - 1, 0).bit_length()
        if max(map(len, least)) << slot_bits > 1 << BITS_OF_AN_ENTRY:
            distinct, slot_bits = [distinct[0][:0]], 0
        if slot_bits:
            for i, minimal in enumerate(ways):
                numbers[i] = numbers[i] << slot_bits | np.searchsorted(distinct[0], minimal)
        sizes_of_least = [len(sets) for sets in least]
        return cls(
            table_of(numbers),
            slot_bits,
            distinct[0].tolist(),
            lead_firsts,
            table_of(least),
            least_firsts,
            sizes_of_least,
        )


def _firsts(parts: Sequence[NDArray[np.int64]]) -> list[int]:
    return list(accumulate(map(len, parts[:-1]), initial=0))


def _image_tables(permutation: Sequence[int]) -> list[NDArray[np.int64]]:
    """Return, for each chunk of places, the images of all sets of places in it."""
    import numpy as np

    bits = [1 << place for place in permutation]
    tables = []
    for first in range(0, len(bits), CHUNK):
        table = np.zeros(1, dtype=np.int64)
        for bit in bits[first : first + CHUNK]:
            table = np.concatenate([table, table | bit])
        tables.append(table)
    return tables


def _least_images(
    sets: NDArray[np.int64], images: Sequence[Sequence[NDArray[np.int64]]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the least image of each set, and the indices of the images that equal it, as bits; both int64."""
    import numpy as np

    least, minimal = np.full_like(sets, np.iinfo(np.int64).max), np.zeros_like(sets)
    for number, tables in enumerate(images):
        image = tables[0][sets & len(tables[0]) - 1]
        for i, table in enumerate(tables[1:], 1):
            image |= table[sets >> CHUNK * i & len(table) - 1]
        bit = 1 << number if number < MOST_IMAGES else 0
        minimal = np.where(image < least, bit, np.where(image == least, minimal | bit, minimal))
        least = np.minimum(least, image)
    return least, minimal
