"""`ResultNumbers`: numbers for results (a value and the plies until the end), so that a column of bytes holds them."""

from __future__ import annotations

from threading import Lock
from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import GOES_ON

NO_STATE: Final = -128
"""The value at a place without a state; dense codes may leave such places."""

UNRESOLVED: Final = GOES_ON
"""The value of a state that is not resolved yet."""

NEVER: Final = -1
"""The mark in place of plies for play without end."""

NO_NUMBER: Final = -1
"""The mark in place of the number of a result that has none."""

VALUES: Final = 256
"""The largest number of different values."""

NUMBERING: Final = Lock()
"""The lock for giving numbers; it is global, so that the numbers can be pickled and copied."""


@attrs.define(eq=False)
class ResultNumbers:
    """Numbers for results in the order in which they occur; the first is that of no state, the second `UNRESOLVED`.

    Several threads may ask for numbers at the same time.
    """

    _values: NDArray[np.int8] = attrs.field(factory=lambda: np.empty(2, dtype=np.int8), init=False)
    _plies: NDArray[np.int32] = attrs.field(factory=lambda: np.empty(2, dtype=np.int32), init=False)
    _remoteness: NDArray[Any] = attrs.field(factory=lambda: np.empty(0, dtype=np.uint8), init=False)
    _known: int = attrs.field(default=0, init=False)
    _tables: tuple[NDArray[np.int64], NDArray[np.int32]] = attrs.field(init=False)
    """The row of each value as an unsigned byte, and the numbers by row and by plies plus 1. Each entry changes from
    `NO_NUMBER` only once, and both are replaced together, so that readers need no lock."""

    def __attrs_post_init__(self) -> None:
        self._tables = np.full(VALUES, NO_NUMBER), np.full((0, 2), NO_NUMBER, dtype=np.int32)
        self.add(NO_STATE, 0)
        self.add(UNRESOLVED, 0)

    @classmethod
    def restored(cls, value: NDArray[np.int8], plies: NDArray[np.int32]) -> ResultNumbers:
        """Return numbers for results that were saved in the order of their numbers."""
        numbers = cls()
        for pair in zip(value.tolist(), plies.tolist(), strict=True):
            numbers.add(*pair)
        return numbers

    def __len__(self) -> int:
        return self._known

    @property
    def value(self) -> NDArray[np.int8]:
        """The values of the results, by number."""
        return self._values[: self._known]

    @property
    def plies(self) -> NDArray[np.int32]:
        """The plies of the results, by number; `NEVER` for play without end."""
        return self._plies[: self._known]

    @property
    def remoteness(self) -> NDArray[Any]:
        """The plies of the results, by number, in the narrowest unsigned type, whose largest number means `NEVER`."""
        if len(self._remoteness) != self._known:
            plies = self.plies
            dtype = remoteness_dtype(int(plies.max()))
            self._remoteness = np.where(plies == NEVER, np.iinfo(dtype).max, plies).astype(dtype)
        return self._remoteness

    def number(self, value: int, plies: int) -> int | None:
        """Return the number of a result; None if it has none."""
        rows, table = self._tables
        row = rows[value & 0xFF]
        number = table[row, plies + 1] if row != NO_NUMBER and plies + 1 < table.shape[1] else NO_NUMBER
        return None if number == NO_NUMBER else int(number)

    def add(self, value: int, plies: int) -> int:
        """Return the number of a result; a result without one is given one."""
        with NUMBERING:
            return self._add(value, plies)

    def of(self, value: NDArray[np.int8], plies: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the numbers of results; those without one are given one."""
        numbers = self._look_up(value, plies)
        if numbers is None:
            rows = value.astype(np.int64) << 32 | (plies + 1)
            with NUMBERING:
                for row in np.unique(rows).tolist():
                    self._add(row >> 32, (row & 0xFFFF_FFFF) - 1)
            numbers = self._look_up(value, plies)
            assert numbers is not None
        return numbers

    def _look_up(self, value: NDArray[np.int8], plies: NDArray[np.int32]) -> NDArray[np.int32] | None:
        """Return the numbers of results; None if some result has none."""
        numbers = np.empty(len(value), dtype=np.int32)
        return numbers if _look_up(*self._tables, value, plies, numbers) else None

    def _add(self, value: int, plies: int) -> int:
        known = self.number(value, plies)
        if known is not None:
            return known
        rows, table = self._tables
        if rows[value & 0xFF] == NO_NUMBER:
            rows = rows.copy()
            rows[value & 0xFF] = len(table)
            table = np.concatenate([table, np.full((1, table.shape[1]), NO_NUMBER, dtype=np.int32)])
        if plies + 1 >= table.shape[1]:
            more = np.full((len(table), plies + 2), NO_NUMBER, dtype=np.int32)  # at least doubles it
            table = np.concatenate([table, more], axis=1)
        if self._known == len(self._values):
            self._values, self._plies = (
                np.concatenate([array, np.empty_like(array)]) for array in (self._values, self._plies)
            )
        self._values[self._known], self._plies[self._known] = value, plies
        self._known += 1
        table[rows[value & 0xFF], plies + 1] = self._known - 1
        self._tables = rows, table
        return self._known - 1


@numba.njit(cache=True, nogil=True)
def _look_up(rows: Any, table: Any, value: Any, plies: Any, numbers: Any) -> bool:
    """Write the numbers of results; return whether all have one."""
    for i in range(len(value)):
        row = rows[np.int64(value[i]) & 0xFF]
        if row < 0 or plies[i] + 1 >= table.shape[1]:
            return False
        numbers[i] = table[row, plies[i] + 1]
        if numbers[i] < 0:
            return False
    return True


def remoteness_dtype(plies: int) -> type[np.unsignedinteger[Any]]:
    """Return the narrowest type that holds this many plies below the mark of infinite play."""
    return narrowest(plies + 1)


def narrowest(most: int) -> type[np.unsignedinteger[Any]]:
    """Return the narrowest unsigned type that holds a number."""
    return next(dtype for dtype in (np.uint8, np.uint16, np.uint32) if most <= np.iinfo(dtype).max)
