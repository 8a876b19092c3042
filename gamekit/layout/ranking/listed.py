"""Words that are listed, such as the least of all that are alike, and words that are their own numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from gamekit.layout.ranking.base import Argument, Ranking
from gamekit.layout.ranking.words import item


def rank_listed(word: int, numbers: Sequence[int]) -> int:
    """Return the number of a word, -1 if it is not listed."""
    return item(numbers, word)


def nth_listed(number: int, words: Sequence[int]) -> int:
    """Return the word with this number: the inverse of `rank_listed`."""
    return item(words, number)


class Listed(Ranking):
    """Some words, by a table of all: for the first pieces of a board, up to symmetry.

    Args:
        words: the words in the order of their numbers.
        bits: words are below 2 to the power of this, which the table has as entries.

    >>> ends = Listed([0b00, 0b11], bits=2)
    >>> ends.size, ends.rank(0b11), ends.unrank(1)
    (2, 1, 3)
    """

    ranked = rank_listed
    unranked = nth_listed

    def __init__(self, words: Sequence[int], bits: int) -> None:
        self.words = list(words)
        self.bits = bits
        self.size = len(self.words)

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        numbers = [-1] * (1 << self.bits)
        for number, word in enumerate(self.words):
            numbers[word] = number
        return {"numbers": numbers, "words": self.words}


def same(word: int) -> int:
    """Return a number as it is.

    >>> same(3)
    3
    """
    return word


class Whole(Ranking):
    """Words that are their own numbers.

    Args:
        size: every word is below it.

    >>> Whole(5).rank(3)
    3
    """

    ranked = same
    unranked = same

    def __init__(self, size: int) -> None:
        self.size = size
        self.bits = (size - 1).bit_length()

    @property
    def arguments(self) -> dict[str, Argument]:
        return {}
