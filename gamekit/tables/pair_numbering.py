"""`Numbering`: numbers for the pairs of a value and a remoteness that occur, so that a byte a state holds both.

The remoteness of a state nearly tells its value, so few pairs occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.result_arrays import MOST_PAIRS
from gamekit.solution.store import Pairs
from gamekit.tables.manifest import NUMBERS, RESULTS, width_of
from gamekit.tables.writing import Chunk

WIDEST: Final = 3
"""Pairs of more bytes are not numbered: a table with an entry for each that could occur tells which do."""


@attrs.frozen(eq=False)
class Numbering:
    """Numbers the pairs of a value and a remoteness in a table that is written.

    Attributes:
        pairs: all that occur, ascending.
        numbers: uint8: by key, the number of a pair.
    """

    pairs: Pairs
    numbers: NDArray[np.uint8]

    dtype: ClassVar[str] = "|u1"

    @classmethod
    def of(cls, results: Iterable[Chunk], dtypes: Mapping[str, str]) -> Self | None:
        """Return the numbering of all pairs in some rows; None if there are more than a byte can number.

        Args:
            results: the rows of both columns, in portions.
            dtypes: their types, by column name.
        """
        widths = [width_of(dtypes[name]) for name in RESULTS]
        if sum(widths) > WIDEST:
            return None
        occurs = np.zeros(1 << 8 * sum(widths), dtype=np.bool_)
        for rows in results:
            occurs[_keys(rows)] = True
        keys = np.flatnonzero(occurs)
        if len(keys) > MOST_PAIRS:
            return None
        values = (keys >> 8 * widths[1]).astype(dtypes["value"])
        remoteness = keys.astype(dtypes["remoteness"])
        order = np.lexsort((remoteness, values))
        numbers = np.zeros(len(occurs), dtype=np.uint8)
        numbers[keys[order]] = np.arange(len(keys))
        return cls(tuple(zip(values[order].tolist(), remoteness[order].tolist(), strict=True)), numbers)

    def numbered(self, rows: Chunk) -> Chunk:
        """Return rows with a column of numbers in place of both."""
        others = {name: column for name, column in rows.items() if name not in RESULTS}
        return others | {NUMBERS: self.numbers[_keys(rows)]}


def _keys(rows: Chunk) -> NDArray[Any]:
    """Return a number for each row that has the bits of both columns."""
    value, remoteness = (rows[name] for name in RESULTS)
    keys: NDArray[Any] = value.view(f"u{value.itemsize}")
    keys = keys.astype(np.uint16 if value.itemsize + remoteness.itemsize == 2 else np.uint32)
    return (keys << 8 * remoteness.itemsize) | remoteness
