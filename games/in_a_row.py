"""What games have in common in which a row of equal signs decides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property

from gamekit.errors import InputError
from gamekit.layout import BoardGame

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

    def deciding_places(self, state: tuple[int, ...]) -> list[int]:
        return completed(self.rows_that_count, state)

    def ending(self, state: tuple[int, ...]) -> str | None:
        if not self.deciding_places(state):
            return super().ending(state)
        length = len(self.rows_that_count[0])
        return f"{NUMBERS[length] if length < len(NUMBERS) else length} in a row"


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
