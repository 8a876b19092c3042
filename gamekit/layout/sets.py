"""Sets of places as bits, for rules that work on them at once instead of place by place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

ALL: Final = (1 << 64) - 1
"""The set of all 64 places; a negative number is the complement of a set in it, as in compiled rules."""


def members(places: int) -> Iterator[int]:
    """Yield the places of a set that is given in bits, as `s.field.bits` returns it, ascending.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    places = places if places >= 0 else places & ALL
    while places:
        yield (places & -places).bit_length() - 1
        places &= places - 1


def count_bits(places: int) -> int:
    """Return the number of places in a set that is given in bits.

    >>> count_bits(0b1011)
    3
    """
    return (places if places >= 0 else places & ALL).bit_count()
