"""`State`: what the rules of a board game see of a state, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit.layout.layout import Layout


class Places(list[int]):
    """The numbers of a field."""

    __slots__ = ()

    def where(self, low: int, high: int | None = None) -> list[int]:
        """Return the places whose value is `low`, or from `low` to `high`.

        >>> Places([0, 2, 1, 2]).where(2), Places([0, 2, 1, 2]).where(1, 2)
        ([1, 3], [1, 2, 3])
        """
        if high is None:
            return [place for place, value in enumerate(self) if value == low]
        return [place for place, value in enumerate(self) if low <= value <= high]

    def bits(self, low: int, high: int | None = None) -> int:
        """Return these places as the bits of a number.

        >>> bin(Places([0, 2, 1, 2]).bits(2))
        '0b1010'
        """
        return sum([1 << place for place in self.where(low, high)])


class State:
    """A state as the rules see it: `turn`, and each field under its name.

    A field of several numbers is a list of them, in which `where`, `bits`, `index`, `count` and `in` search; a field of
    one number is that number. Only `play` may change it.
    """

    turn: int

    def __init__(self, layout: Layout, cells: Sequence[int]) -> None:
        self.turn = cells[-1]
        for name, first, end in layout.slices:
            setattr(self, name, cells[first] if end is None else Places(cells[first:end]))

    def cells(self, layout: Layout) -> list[int]:
        """Return the numbers of all fields, one after the other."""
        found: list[int] = []
        for name, _, end in layout.slices:
            value: Any = getattr(self, name)
            if end is None:
                found.append(value)
            else:
                found += value
        return found
