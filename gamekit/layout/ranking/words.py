"""Words: integers whose bits are a set or several small numbers; what plain Python and compiled rules call alike.

The functions of this package stand for two backends. Plain Python calls them as they are; the compiler copies their
source into a generated module, where `item`, `lowest` and `population` are single instructions. So they take integers
and tables of integers, return an integer, and use nothing else but the sizes of chunks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

CHUNK: Final = 6
"""The number of places of a set that are looked up at once: the tables fit in the processor's first-level cache."""

CHUNK_MASK: Final = (1 << CHUNK) - 1

RANK_CHUNK: Final = 8
"""The number of places in a chunk for the rank of a set, whose tables have one row per chunk."""

RANK_CHUNK_MASK: Final = (1 << RANK_CHUNK) - 1


def item(table: Sequence[int], i: int) -> int:
    """Return entry i of a table; a negative index has no meaning.

    >>> item((5, 7), 1)
    7
    """
    return table[i]


def class_at(starts: Sequence[int], rank: int) -> int:
    """Return the class of a rank: the last one that starts at it or below. Where the last class ends, `starts` ends.

    >>> class_at((0, 3, 7, 9), 6)
    1
    """
    number = 0
    high = len(starts) - 1
    while high - number > 1:
        middle = (number + high) // 2
        if item(starts, middle) <= rank:
            number = middle
        else:
            high = middle
    return number


def lowest(bits: int) -> int:
    """Return the place of the lowest bit of a set that is not empty.

    >>> lowest(0b1100)
    2
    """
    return (bits & -bits).bit_length() - 1


def population(bits: int) -> int:
    """Return the number of bits of a set.

    >>> population(0b1101)
    3
    """
    return bits.bit_count()
