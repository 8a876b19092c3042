"""`Product`: several rankings side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod

from gamekit.layout.ranking.base import Ranking


class Product:
    """Words that consist of the words of several rankings, the first in the highest bits; likewise their numbers.

    Args:
        parts: the rankings.

    >>> from gamekit.layout.ranking import Orders, Whole
    >>> both = Product([Orders(3), Whole(5)])
    >>> both.size, both.rank(0b0010_100), bin(both.unrank(9))
    (30, 9, '0b10100')
    """

    def __init__(self, parts: Sequence[Ranking]) -> None:
        self.parts = list(parts)
        self.size = prod(part.size for part in parts)
        self.shifts = list(accumulate((part.bits for part in reversed(parts[1:])), initial=0))[::-1]
        """How many bits of a word come after each part."""

    def rank(self, word: int) -> int:
        """Return the number of a word.

        Raises:
            ValueError: a part of the word has none.
        """
        number = 0
        for part, shift in zip(self.parts, self.shifts, strict=True):
            number = number * part.size + part.rank(word >> shift & (1 << part.bits) - 1)
        return number

    def unrank(self, number: int) -> int:
        """Return the word with a number from 0 to below `size`: the inverse of `rank`."""
        word = 0
        for part, shift in zip(reversed(self.parts), reversed(self.shifts), strict=True):
            number, below = divmod(number, part.size)
            word |= part.unrank(below) << shift
        return word
