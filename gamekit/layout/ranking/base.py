"""`Ranking`: a bijection between words and numbers without gaps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

Argument = int | Sequence[int]
"""What a function of a ranking takes besides the word or the number: a constant or a table."""

Function = Callable[..., int]


class Ranking(ABC):
    """A bijection between some words and the numbers from 0 to below `size`.

    It consists of two functions and their arguments, so that the compiler can write the same functions into a generated
    module, with the arguments as constants.

    Attributes:
        size: how many words have a number.
        bits: words are below 2 to the power of this.
    """

    size: int
    bits: int

    ranked: ClassVar[Function]
    """`ranked(word, *arguments)`: the number of a word; negative if it has none, where that is found out at all."""

    unranked: ClassVar[Function]
    """`unranked(number, *arguments)`: the word with a number."""

    helpers: ClassVar[tuple[Function, ...]] = ()
    """The functions that these call, each after those that it calls itself."""

    @property
    @abstractmethod
    def arguments(self) -> dict[str, Argument]:
        """The arguments of both functions, by name and in order."""

    def rank(self, word: int) -> int:
        """Return the number of a word.

        Raises:
            ValueError: the word has none.
        """
        number = type(self).ranked(word, *self.arguments.values())
        if number < 0 or self.unrank(number) != word:
            raise ValueError(f"{word:#b} is not among the words that are numbered")
        return number

    def unrank(self, number: int) -> int:
        """Return the word with a number from 0 to below `size`: the inverse of `rank`."""
        return type(self).unranked(number, *self.arguments.values())

    def all_words(self) -> Iterator[int]:
        """Yield all words in the order of their numbers."""
        unranked, arguments = type(self).unranked, tuple(self.arguments.values())
        return (unranked(number, *arguments) for number in range(self.size))

    def contents(self) -> Iterator[tuple[int, ...]] | None:
        """Yield what the words stand for, in their order, if that is quicker than to make words; else return None."""
        return None
