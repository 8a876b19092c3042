"""Combinations and multisets.

Combinadics: D. E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, Final

from gamekit.layout.ranking.base import Argument, Ranking
from gamekit.layout.ranking.words import CHUNK, CHUNK_MASK, RANK_CHUNK, RANK_CHUNK_MASK, item, population

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_SETS: Final = 1 << 24
"""Sets are found in a table if there are at most this many, which takes 64 MiB and seconds to make."""

MOST_IN_MODULE: Final = 1 << 16
"""The largest number of entries of a table that is a constant of compiled rules; larger ones are parameters."""

BITS_OF_AN_ENTRY: Final = 31
"""The number of bits of an entry of a large table: sets of more places do not fit."""


def rank_set(subset: int, places: int, largest: int, ranks: Sequence[int]) -> int:
    """Return the rank of a set, given in bits, among all sets of its size, ordered as numbers.

    The rank is a sum over the places of the set, of which a table has the partial sums for some places at a time.

    Args:
        subset: the set.
        places: the number of places.
        largest: the largest number of places in a set.
        ranks: the table that `chunk_ranks` makes.

    >>> ranks = chunk_ranks(8, 2)
    >>> [rank_set(subset, 8, 2, ranks) for subset in (0b0011, 0b0101, 0b0110, 0b1100_0000)]
    [0, 1, 2, 27]
    """
    rank = 0
    row = 0
    for first in range(0, places, RANK_CHUNK):
        part = subset >> first & RANK_CHUNK_MASK
        rank += item(ranks, (row << RANK_CHUNK) + part)
        row += population(part) + largest + 1
    return rank


def nth_set(rank: int, count: int, stride: int, binomials: Sequence[int]) -> int:
    """Return the set of `count` places with this rank, in bits: the inverse of `rank_set`.

    Args:
        rank: the rank.
        count: the number of places in the set.
        stride: the distance between the entries of `binomials` for neighbouring places.
        binomials: the table that `binomials_of` makes.

    >>> bin(nth_set(3, 2, 5, binomials_of(4, 2)))
    '0b1001'
    """
    subset = 0
    place = stride - 1
    while count > 0:
        place -= 1
        ways = item(binomials, count * stride + place)
        if ways <= rank:
            rank -= ways
            subset |= 1 << place
            count -= 1
    return subset


def closed(subset: int, taken: int, places: int, closings: Sequence[int]) -> int:
    """Return a set after places that are not in it are removed, and those above move down: the inverse of `opened`.

    Args:
        subset: the set.
        taken: the places to remove, as a set.
        places: the number of places.
        closings: the table that `chunk_closings` makes.

    >>> bin(closed(0b1010, 0b0100, 4, chunk_closings()))
    '0b110'
    """
    closed_set = 0
    width = 0
    for first in range(0, places, CHUNK):
        free = ~taken >> first & CHUNK_MASK
        closed_set |= item(closings, (free << CHUNK) + (subset >> first & CHUNK_MASK)) << width
        width += population(free)
    return closed_set


def opened(subset: int, taken: int) -> int:
    """Return a set after the places of `taken` are inserted as empty ones, and those above move up.

    >>> bin(opened(0b110, 0b0100))
    '0b1010'
    """
    while taken != 0:
        low = taken & -taken
        subset = subset & (low - 1) | (subset & -low) << 1
        taken ^= low
    return subset


def binomials_of(places: int, largest: int) -> list[int]:
    """Return C(n, k) at `k * (places + 1) + n`, for k up to `largest` and n up to `places`.

    >>> binomials_of(2, 1)
    [1, 1, 1, 0, 1, 2]
    """
    return [comb(n, k) for k in range(largest + 1) for n in range(places + 1)]


def chunk_ranks(places: int, largest: int) -> list[int]:
    """Return the numbers that the places of a set in each chunk add to its rank.

    Such a number is at `((i * (largest + 1) + below) << RANK_CHUNK) + part`, for the places `part` of chunk i, as bits,
    and `below`, the number of places in lower chunks.

    >>> chunk_ranks(6, 1)[:5]
    [0, 0, 1, 0, 2]
    """
    ranks = []
    for first in range(0, places, RANK_CHUNK):
        for below in range(largest + 1):
            sums = [0]  # of all sets of the places that were gone through
            for place in range(first, first + RANK_CHUNK):
                sums += [total + comb(place, below + part.bit_count() + 1) for part, total in enumerate(sums)]
            ranks += sums
    return ranks


@cache
def chunk_closings() -> list[int]:
    """Return a table that has at `(free << CHUNK) + part` the set `part` renumbered among the places in `free`.

    >>> bin(chunk_closings()[(0b1011 << 6) + 0b1010])
    '0b110'
    """
    closings = []
    for free in range(1 << CHUNK):
        bits = [0] * CHUNK  # by place: its bit among those that are free
        for place in range(CHUNK):
            bits[place] = (free >> place & 1) << (free & (1 << place) - 1).bit_count()
        sums = [0]
        for bit in bits:
            sums += [total | bit for total in sums]
        closings += sums
    return closings


def chunk_images(symmetry: Sequence[Sequence[int]]) -> list[int]:
    """Return, for each permutation and each chunk of places, the images of all sets of places in the chunk.

    >>> chunk_images([(0, 1), (1, 0)])[64:68]
    [0, 2, 1, 3]
    """
    table = []
    for permutation in symmetry:
        for first in range(0, len(permutation), CHUNK):
            images = [0]
            for place in permutation[first : first + CHUNK]:
                images += [image | 1 << place for image in images]
            table += images + [0] * ((1 << CHUNK) - len(images))
    return table


def sets_by_size(places: int) -> Iterator[NDArray[np.int64]]:
    """Yield all sets of 0 places, of 1 place, of 2 places and so on, each given in bits, in ascending order.

    Sets without the last place come first, so each array begins with that of a smaller `places`.

    >>> [sets.tolist() for sets in sets_by_size(3)]
    [[0], [1, 2, 4], [3, 5, 6], [7]]
    """
    import numpy as np

    sets = np.zeros(1, dtype=np.int64)
    yield sets
    for size in range(1, places + 1):
        sets = np.concatenate([sets[: comb(last, size - 1)] | 1 << last for last in range(size - 1, places)])
        yield sets


def all_sets(places: int, numbers: Sequence[int]) -> tuple[Sequence[int], list[int]]:
    """Return the first sets of each size, by size and rank, and where each size begins; no sets if there are too many.

    Args:
        places: the number of places.
        numbers: the number of sets of each size that are needed.

    >>> all_sets(3, [1, 2])
    ([0, 1, 2], [0, 1])
    """
    if sum(numbers) > MOST_SETS or (sum(numbers) > MOST_IN_MODULE and places > BITS_OF_AN_ENTRY):
        return [], []
    sizes = islice(sets_by_size(places), len(numbers))
    listed = [sets[:number] for sets, number in zip(sizes, numbers, strict=True)]
    return table_of(listed), [sum(numbers[:size]) for size in range(len(numbers))]


def table_of(parts: Sequence[NDArray[np.int64]]) -> Sequence[int]:
    """Return numbers as a table for the functions of a ranking: in a `memoryview` of int32 if it is large.

    A list and a `memoryview` both return integers of Python, which may have any number of bits.

    >>> import numpy as np
    >>> table_of([np.array([1]), np.array([2])])
    [1, 2]
    """
    import numpy as np

    numbers = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
    return numbers.tolist() if len(numbers) <= MOST_IN_MODULE else numbers.astype(np.int32).data


def rank_multiset(
    word: int, count: int, width: int, shared: int, stride: int, binomials: Sequence[int]
) -> int:
    """Return the number of a multiset; the arguments are those of `Multisets`."""
    mask = (1 << width) - 1
    rank = 0
    for i in range(count):
        place = word >> width * (count - 1 - i) & mask
        rank += item(binomials, (i + 1) * stride + place + i * shared)
    return rank


def nth_multiset(
    rank: int, count: int, width: int, shared: int, stride: int, binomials: Sequence[int]
) -> int:
    """Return the multiset with this number: the inverse of `rank_multiset`."""
    word = 0
    place = stride - 1
    for i in range(count):
        row = (count - i) * stride
        place -= 1
        while item(binomials, row + place) > rank:
            place -= 1
        rank -= item(binomials, row + place)
        word |= place - (count - 1 - i) * shared << width * i
    return word


class Multisets(Ranking):
    """Like pieces, each on one of some places, whatever their order.

    The word holds the places in ascending order, the first in the highest bits.

    Args:
        places: the number of places.
        count: the number of pieces.
        shared: whether several pieces may be on one place.

    >>> pairs = Multisets(3, 2)
    >>> pairs.size, [pairs.rank(word) for word in (0b0000, 0b0001, 0b0101, 0b0010)]
    (6, [0, 1, 2, 3])
    >>> Multisets(3, 2, shared=False).size
    3
    """

    ranked = rank_multiset
    unranked = nth_multiset

    def __init__(self, places: int, count: int, *, shared: bool = True) -> None:
        self.count = count
        self.width = max((places - 1).bit_length(), 1)
        self.shared = shared
        self.reach = places + (count - 1) * shared
        self.bits = count * self.width
        self.size = comb(self.reach, count)

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        return {
            "count": self.count,
            "width": self.width,
            "shared": int(self.shared),
            "stride": self.reach + 1,
            "binomials": binomials_of(self.reach, self.count),
        }
