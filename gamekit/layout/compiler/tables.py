"""Tables: lists of numbers, nested to any depth, as arrays that compiled rules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

LISTS: Final = list | tuple | range | np.ndarray

MOST_ENTRIES: Final = 1 << 17
"""The largest number of entries of a constant table: Numba keeps no constant above a megabyte on disk."""


NARROW: Final = "results of {} wrap in plain Python; use an array of int64, or a list"


def narrow_of(kinds: Iterable[type]) -> str | None:
    """Return the name of a kind of number whose results wrap at fewer than 64 bits, or at 0; None if there is none.

    >>> narrow_of([int, np.int64]), narrow_of([np.int8])
    (None, 'int8')
    """
    return next(
        (kind.__name__ for kind in kinds if issubclass(kind, np.integer) and kind is not np.int64), None
    )


def depth_of(value: Any) -> int | None:
    """Return the depth of nested lists of integers, which must be the same everywhere; else None.

    >>> depth_of([[[1]], []]), depth_of([1, [2]]), depth_of(["a"]), depth_of(5)
    (3, None, None, None)
    """
    rows, depth = [value], 0
    while rows and all(issubclass(kind, LISTS) for kind in set(map(type, rows))):
        rows, depth = list(chain.from_iterable(rows)), depth + 1
    are_numbers = all(issubclass(kind, int | np.integer) for kind in set(map(type, rows)))
    return depth if depth and are_numbers else None


class Table:
    """A nested list as one flat array and, for each level at which the lists differ in length, where each begins.

    >>> table = Table("T_x", [[1, 2], [3]])
    >>> list(table.definitions())
    ['T_x = k_table("1 2 3", np.int8)', 'T_x_1 = k_table("0 2 3", np.int8)']
    >>> table.start(1, "i"), table.end(1, "i"), Table("T_y", [[1, 2], [3, 4]]).start(1, "i")
    ('k_item(T_x_1, i)', 'k_item(T_x_1, (i) + 1)', '(i) * 2')
    """

    def __init__(self, name: str, value: Sequence[Any]) -> None:
        self.name = name
        self.depth = depth_of(value) or 1
        self.length = len(value)
        self.widths: list[int | None] = [self.length]
        self.starts: list[list[int]] = [[]]
        rows: list[Any] = list(value)
        for _ in range(1, self.depth):
            lengths = [len(row) for row in rows]
            self.widths.append(lengths[0] if len(set(lengths)) == 1 else None)
            self.starts.append(list(accumulate(lengths, initial=0)))
            rows = list(chain.from_iterable(rows))
        self.entries = [int(entry) for entry in rows]
        self.lowest, self.highest = min(self.entries, default=0), max(self.entries, default=0)
        self.narrow = narrow_of(set(map(type, rows)))

    def definitions(self) -> Iterator[str]:
        """Yield the lines that define the arrays."""
        yield f"{self.name} = {array_of(self.entries)}"
        for level in range(1, self.depth):
            if self.widths[level] is None:
                yield f"{self.name}_{level} = {array_of(self.starts[level])}"

    def width(self, level: int) -> int | None:
        """Return the number of entries of every list at `level`; None if the lists differ."""
        return self.widths[level]

    def item(self, place: str) -> str:
        """Return the number at a place, as an expression."""
        return f"k_item({self.name}, {place})"

    def holds(self, start: str, end: str, value: str) -> str:
        """Return an expression for whether a value stands from place `start` to before `end`."""
        return f"k_holds({self.name}, {start}, {end}, {value})"

    def start(self, level: int, place: str) -> str:
        """Return an expression for the index of the first entry at `level` of the list at `place`."""
        if level == 0:
            return "0"
        width = self.widths[level]
        return f"k_item({self.name}_{level}, {place})" if width is None else f"({place}) * {width}"

    def end(self, level: int, place: str) -> str:
        """Return an expression for the index after the last entry at `level` of the list at `place`."""
        if level == 0:
            return str(self.length)
        width = self.widths[level]
        return (
            f"k_item({self.name}_{level}, ({place}) + 1)"
            if width is None
            else f"({place}) * {width} + {width}"
        )


def array_of(numbers: Sequence[int]) -> str:
    """Return the source of an array of numbers, in the smallest type that holds them.

    >>> array_of([1, -300])
    'k_table("1 -300", np.int16)'
    """
    least, most = min(numbers, default=0), max(numbers, default=0)
    kind = next(
        kind
        for kind in (np.int8, np.int16, np.int32, np.int64)
        if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max
    )
    return f'k_table("{" ".join(map(str, numbers))}", np.{kind.__name__})'


def table(text: str, kind: type[np.signedinteger[Any]]) -> NDArray[np.signedinteger[Any]]:
    """Return the array of the numbers in a string, which Python reads faster than a long list.

    >>> table("1 -300", np.int16)
    array([   1, -300], dtype=int16)
    """
    return np.fromiter(map(int, text.split()), dtype=kind)


@attrs.frozen
class NestedRow:
    """A list within a nested table; `place` is the source of an expression for its index among those of its level."""

    table: Table
    level: int
    place: str

    @property
    def start(self) -> str:
        """The source of an expression for the index of the list's first entry."""
        return self.table.start(self.level + 1, self.place)

    @property
    def end(self) -> str:
        """The source of an expression for the index behind the list's last entry."""
        return self.table.end(self.level + 1, self.place)

    @property
    def length(self) -> str:
        """The source of an expression for the number of entries of the list."""
        return f"({self.end} - ({self.start}))" if self.start != "0" else self.end

    @property
    def holds_numbers(self) -> bool:
        """Whether its entries are numbers, and no lists."""
        return self.level == self.table.depth - 2
