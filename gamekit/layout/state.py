"""`State`: a state as the rules of a board game see it, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit.layout.layout import Layout


class Places(list[int]):
    """The numbers of a field: a list with two more ways to search it."""

    __slots__ = ()

    def where(self, low: int, high: int | None = None) -> list[int]:
        """Return the places whose value is `low`, or from `low` to `high` if that is given, in ascending order.

        >>> Places([0, 2, 1, 2]).where(2), Places([0, 2, 1, 2]).where(1, 2)
        ([1, 3], [1, 2, 3])
        """
        if high is None:
            return [place for place, value in enumerate(self) if value == low]
        return [place for place, value in enumerate(self) if low <= value <= high]

    def bits(self, low: int, high: int | None = None) -> int:
        """Return the places that `where` finds as a number in which their bits are set.

        >>> bin(Places([0, 2, 1, 2]).bits(2))
        '0b1010'
        """
        return sum([1 << place for place in self.where(low, high)])


class State:
    """A state as the rules see it: each field under its name, and `turn`.

    A field of several numbers is a list (`Places`), which `where`, `bits`, `index`, `count` and `in` search. A field of
    one number is that number. Only `play` may change fields, and nothing changes `turn`.

    Attributes:
        turn: the index of the player to move.

    >>> from gamekit.layout import Counter, Grid
    >>> s = State(Layout(board=Grid(1, 3), left=Counter(5)), (0, 2, 1, 4, 1))
    >>> s.board.index(2), s.left, s.turn
    (1, 4, 1)
    """

    turn: int

    def __init__(self, layout: Layout, cells: Sequence[int]) -> None:
        self.turn = cells[-1]
        for name, first, end in layout.slices:
            setattr(self, name, cells[first] if end is None else Places(cells[first:end]))

    def cells(self, layout: Layout) -> list[int]:
        """Return the numbers of all fields in order."""
        found: list[int] = []
        for name, _, end in layout.slices:
            value: Any = getattr(self, name)
            if end is None:
                found.append(value)
            else:
                found += value
        return found
