"""Rankings: bijections between words and numbers without gaps, the simplest of them, and several side by side."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import ClassVar

from gamekit.layout.ranking.words import item

Table = int | Sequence[int]
"""A constant or a table."""

Argument = Table | tuple[Table, ...]
"""An argument of a function of a ranking besides the word or the number: a constant, a table, or several of these.

Several are a named tuple, which the function takes apart: code that is compiled has no names for their parts."""

Function = Callable[..., int]


class Ranking(ABC):
    """A bijection between some words and the numbers from 0 to below `size`.

    It consists of two functions and their arguments, so that the compiler can write the same functions into a generated
    module, with the arguments as constants.

    Attributes:
        size: the number of words that have a number.
        bits: the number of bits of a word.
    """

    size: int
    bits: int

    starts: Sequence[int] = ()
    """The first number of each class of words, then `size`; empty if the words are not in classes."""

    ranked: ClassVar[Function]
    """`ranked(word, *arguments)`: the number of a word; negative if it has none and the function can detect that."""

    unranked: ClassVar[Function]
    """`unranked(number, *arguments)`: the word with a number."""

    helpers: ClassVar[tuple[Function, ...]] = ()
    """The functions that `ranked` and `unranked` call, each after the helpers that it calls itself."""

    @property
    @abstractmethod
    def arguments(self) -> dict[str, Argument]:
        """The further arguments of `ranked` and `unranked`, by the names of their parameters."""

    def given(self, function: Function) -> list[Argument]:
        """Return the arguments of a function, in order, after the word or the number."""
        return [self.arguments[name] for name in list(inspect.signature(function).parameters)[1:]]

    @cached_property
    def _given(self) -> tuple[list[Argument], list[Argument]]:
        """The arguments of `ranked` and those of `unranked`, after the word or the number."""
        return self.given(type(self).ranked), self.given(type(self).unranked)

    def rank(self, word: int) -> int:
        """Return the number of a word.

        Raises:
            ValueError: the word has none.
        """
        number = type(self).ranked(word, *self._given[0])
        if number < 0 or self.unrank(number) != word:
            raise ValueError(f"{word:#b} is not among the words that are numbered")
        return number

    def unrank(self, number: int) -> int:
        """Return the word with a number from 0 to below `size`: the inverse of `rank`."""
        return type(self).unranked(number, *self._given[1])

    def all_words(self) -> Iterator[int]:
        """Yield all words in the order of their numbers."""
        unranked, (_, data) = type(self).unranked, self._given
        return (unranked(number, *data) for number in range(self.size))

    def contents(self) -> Iterator[tuple[int, ...]] | None:
        """Return the cells of all words, in order, if that is faster than to make the words; else None."""
        return None


def rank_listed(word: int, numbers: Sequence[int]) -> int:
    """Return the number of a word, -1 if it is not listed."""
    return item(numbers, word)


def nth_listed(number: int, words: Sequence[int]) -> int:
    """Return the word with this number: the inverse of `rank_listed`."""
    return item(words, number)


class Listed(Ranking):
    """Some words, numbered by a table, such as the contents of the first fields up to symmetry.

    Args:
        words: the words in the order of their numbers.
        bits: the number of bits of a word; the table has 2 to the power of `bits` entries.

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
        size: the number of words, which are the numbers below it.

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


class Product:
    """Words that consist of the words of several rankings, the first in the highest bits, and their numbers.

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
        """The number of bits of a word that come after each part."""

    def rank(self, word: int) -> int:
        """Return the number of a word.

        Raises:
            ValueError: a part of the word has none.
        """
        number = 0
        for ranked, data, size, shift, mask in self._ranked:
            number = number * size + ranked(word >> shift & mask, *data)
        # a number that is wrong in some part is that of another word
        if number < 0 or self.unrank(number) != word:
            raise ValueError(f"{word:#b} is not among the words that are numbered")
        return number

    @cached_property
    def _ranked(self) -> list[tuple[Function, list[Argument], int, int, int]]:
        """The function `ranked` of each part and its arguments, the size of the part, its shift and its mask."""
        return [
            (type(part).ranked, part.given(type(part).ranked), part.size, shift, (1 << part.bits) - 1)
            for part, shift in zip(self.parts, self.shifts, strict=True)
        ]

    def unrank(self, number: int) -> int:
        """Return the word with a number from 0 to below `size`: the inverse of `rank`."""
        word = 0
        for part, shift in zip(reversed(self.parts), reversed(self.shifts), strict=True):
            number, below = divmod(number, part.size)
            word |= part.unrank(below) << shift
        return word
