"""`InARow`: the rules that are common to games in which a row, or another shape, of equal signs decides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from gamekit.errors import InputError
from gamekit.game.number_words import in_words
from gamekit.layout.board_game import BoardGame
from gamekit.layout.geometry import doublings, steps_of_lines
from gamekit.layout.layout import Cells
from gamekit.layout.return_values import LOSS, WIN


class InARow(BoardGame):
    """A board game that a row of equal signs ends; subclasses say which rows count, and state the rules.

    The board is the first field of the layout; sign 1 is the first player's, sign 2 the second's. Drawings mark the row
    that decided, and `ending` names it.

    By default, play ends when a player has a row, and only then. Define `has_won` if other shapes win, too, and `over`
    if the board may be full.

    >>> from gamekit.layout import TIE, Grid, Layout
    >>> from gamekit.layout.geometry import lines
    >>> class Small(InARow):
    ...     players = ("X", "O")
    ...     rows_that_count = lines(2, 3, 2)
    ...     def layout(self): return Layout(board=Grid(2, 3, ".XO"), placed=True)
    ...     def options(self, s): yield from s.board.where(0)
    ...     def play(self, s, square): s.board[square] = 1 + s.turn
    ...     def over(self, s):
    ...         if self.has_row(s.board.bits(2 - s.turn)): return -1
    ...         return None if 0 in s.board else TIE
    >>> Small().ending((1, 1, 0, 2, 0, 0, 1))
    'two in a row'
    """

    @property
    @abstractmethod
    def rows_that_count(self) -> Sequence[Sequence[int]]:
        """The rows, all of one length, each as the places that are in it."""

    @property
    def shapes(self) -> Mapping[str, Sequence[Sequence[int]]]:
        """All shapes that decide, by their names for people: the rows that count, unless a subclass has more."""
        rows = self.rows_that_count
        return {f"{in_words(len(rows[0]))} in a row": rows} if rows else {}

    @cached_property
    def lines(self) -> list[int]:
        """The rows that count, as sets of bits."""
        return [sum(1 << place for place in row) for row in self.rows_that_count]

    @cached_property
    def steps_of_rows(self) -> list[tuple[int, int]]:
        """The distances between neighbouring places of rows, each with the first places of its rows, as bits."""
        return steps_of_lines(self.rows_that_count)

    @cached_property
    def doublings(self) -> list[int]:
        return doublings(len(self.rows_that_count[0]))

    def has_row(self, men: int) -> bool:
        """Return whether a set of places, as bits, holds a row that counts; in a row, places must be equally spaced."""
        doublings = self.doublings
        for step, firsts in self.steps_of_rows:
            row_starts = men
            for more in doublings:
                row_starts &= row_starts >> more * step
            if row_starts & firsts:
                return True
        return False

    def has_won(self, s: Any, sign: int) -> bool:
        """Return whether the places with a sign hold a row that counts; override it if other shapes win, too."""
        return self.has_row(s.board.bits(sign))

    def over(self, s: Any) -> int | None:
        if self.has_won(s, 2 - s.turn):  # who has just moved comes first
            return LOSS
        return WIN if self.has_won(s, 1 + s.turn) else None

    def deciding_places(self, state: Cells) -> list[int]:
        return list(dict.fromkeys(place for _, shape in self._decisive(state) for place in shape))

    def ending(self, state: Cells) -> str | None:
        if ends := self._decisive(state):
            return ends[0][0]
        return super().ending(state) or (None if 0 in state[:-1] else "the board is full")

    def _decisive(self, state: Cells) -> list[tuple[str, Sequence[int]]]:
        """Return the names and places of the winner's shapes, or those of the other sign if the winner has none."""
        winner = 2 if (self.outcome(state) or 0) < 0 else 1
        for sign in (winner, 3 - winner):
            ends = [
                (name, shape)
                for name, shapes in self.shapes.items()
                for shape in shapes
                if all(state[place] == sign for place in shape)
            ]
            if ends:
                return ends
        return []


def check_length(length: int, most: int, board: str) -> None:
    """Refuse a length of rows above `most`; `board` gives the size of the board in the error.

    >>> check_length(4, 3, "side is 3")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: a line must fit on the board: length is 4, but side is 3
    """
    if length > most:
        raise InputError(f"a line must fit on the board: length is {length}, but {board}", field="length")
