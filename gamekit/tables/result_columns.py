"""`ResultColumns`: read the results in a table from two columns, or from one of the numbers of their pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.solution.store import Pairs
from gamekit.tables.blocks import Column
from gamekit.tables.manifest import NUMBERS, RESULTS

Read = Callable[[Column], NDArray[Any]]
"""Reads some rows of a column."""


@attrs.frozen(eq=False)
class ResultColumns:
    """Reads the results in a table.

    Attributes:
        columns: by name: one of numbers if there are pairs, else one of values and one of remotenesses.
        pairs: the pairs; None if they are not numbered.
        dtypes: the types of values and of remotenesses.
    """

    columns: Mapping[str, Column]
    pairs: Pairs | None
    dtypes: tuple[str, str]

    def arrays(self, read: Read) -> ResultArrays:
        """Return the results in the rows that a function reads."""
        if self.pairs is None:
            return ResultArrays(self.values(read), self.remoteness(read))
        value, remoteness = self._of_pairs
        return ResultArrays(value, remoteness, read(self.columns[NUMBERS]))

    def item(self, place: int) -> tuple[int, int]:
        """Return the value and the remoteness at a place, reading one block of each column."""
        if self.pairs is None:
            value, remoteness = (self.columns[name].item(place) for name in RESULTS)
            return value, remoteness
        return self.pairs[self.columns[NUMBERS].item(place)]

    def values(self, read: Read) -> NDArray[Any]:
        """Return the values in the rows that a function reads."""
        return self._one_of_both(0, read)

    def remoteness(self, read: Read) -> NDArray[Any]:
        """Return the remotenesses in the rows that a function reads."""
        return self._one_of_both(1, read)

    def _one_of_both(self, which: int, read: Read) -> NDArray[Any]:
        if self.pairs is None:
            return read(self.columns[RESULTS[which]])
        found: NDArray[Any] = self._of_pairs[which][read(self.columns[NUMBERS])]
        return found

    @cached_property
    def _of_pairs(self) -> list[NDArray[Any]]:
        """The values and the remotenesses of the pairs."""
        both = zip(*self.pairs or (), strict=True)
        return [np.array(numbers, dtype=dtype) for numbers, dtype in zip(both, self.dtypes, strict=True)]
