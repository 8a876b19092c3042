"""Sets of places as bits, for rules that work on them at once instead of place by place."""

from __future__ import annotations

from collections.abc import Iterator


def members(places: int) -> Iterator[int]:
    """Yield the places of a set that is given in bits, as `s.field.bits` returns it, ascending.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while places:
        yield (places & -places).bit_length() - 1
        places &= places - 1


def count_bits(places: int) -> int:
    """Return how many places there are in a set that is given in bits.

    >>> count_bits(0b1011)
    3
    """
    return (places & (1 << 64) - 1).bit_count()  # of 64 bits, as in compiled rules: a complement is negative
