"""What games have in common in which a row of equal signs decides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property

from gamekit.errors import InputError
from gamekit.layout import BoardGame
from gamekit.layout.geometry import doublings, steps_of_lines

NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


class InARow(BoardGame):
    """A game that a row of equal signs ends; subclasses say which rows count, and state the rules."""

    @property
    @abstractmethod
    def rows_that_count(self) -> Sequence[Sequence[int]]:
        """The rows, all of one length, each as the places that are in it."""

    @cached_property
    def lines(self) -> list[int]:
        """The rows that count, as sets of bits."""
        return [sum(1 << place for place in row) for row in self.rows_that_count]

    @cached_property
    def steps_of_rows(self) -> list[tuple[int, int]]:
        """For each distance between the places of a row: the distance, and where rows begin, as bits."""
        return steps_of_lines(self.rows_that_count)

    @cached_property
    def doublings(self) -> list[int]:
        return doublings(len(self.rows_that_count[0]))

    def has_row(self, men: int) -> bool:
        """Return whether a set of places holds a row that counts, if the places of each are at equal distances."""
        for step, firsts in self.steps_of_rows:
            found = men
            for more in self.doublings:
                found &= found >> more * step
            if found & firsts:
                return True
        return False

    def deciding_places(self, state: tuple[int, ...]) -> list[int]:
        return completed(self.rows_that_count, state)

    def ending(self, state: tuple[int, ...]) -> str | None:
        if self.deciding_places(state):
            return f"{in_words(len(self.rows_that_count[0]))} in a row"
        return super().ending(state) or (None if 0 in state[:-1] else "the board is full")


def in_words(number: int) -> str:
    """Return a number as people write it in sentences: small ones in words.

    >>> in_words(3), in_words(30)
    ('three', '30')
    """
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def first_completed(shapes: Iterable[Sequence[int]], cells: Sequence[int], sign: int) -> Sequence[int] | None:
    """Return the first of the shapes whose squares all bear a sign; None if there is none.

    >>> first_completed([[0, 1], [1, 2], [2, 3]], cells=(1, 2, 2, 2), sign=2)
    [1, 2]
    """
    return next((shape for shape in shapes if all(cells[square] == sign for square in shape)), None)


def completed(shapes: Iterable[Iterable[int]], cells: Sequence[int]) -> list[int]:
    """Return the squares of those shapes whose squares all bear the same sign, each once.

    >>> completed([[0, 1], [1, 2], [2, 3]], cells=(1, 1, 0, 0))
    [0, 1]
    """
    found: dict[int, None] = {}
    for shape in map(list, shapes):
        if len({cells[square] for square in shape}) == 1 and cells[shape[0]] != 0:
            found |= dict.fromkeys(shape)
    return list(found)


def check_length(length: int, most: int, board: str) -> None:
    """Refuse a length of rows that do not fit on the board."""
    if length > most:
        raise InputError(f"a line must fit on the board: length is {length}, but {board}")
