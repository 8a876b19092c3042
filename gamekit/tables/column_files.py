"""`ColumnFile`: the file of a column that is being written."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import InputError
from gamekit.tables.files import BLOCK, File, npy_header

Create = Callable[[str], BinaryIO]
"""A function that opens a new file with a name for writing; whoever supplies the function closes the file."""


class ColumnFile:
    """A column that is being written as an `.npy` file; rows may be added in any portions.

    Args:
        create: a function that opens the file for writing.
        name: the name of the file.
        dtype: the type of a row, in NumPy's notation.
        rows: the number of rows that will be added.
        sums: the file for the checksums of the blocks; None if they go into the manifest.
        rows_in_a_block: the number of rows in a block.
    """

    def __init__(
        self,
        create: Create,
        name: str,
        dtype: str,
        rows: int,
        sums: ColumnFile | None = None,
        rows_in_a_block: int = BLOCK,
    ) -> None:
        self.name, self.dtype, self.rows, self.sums = name, dtype, rows, sums
        self.rows_in_a_block = rows_in_a_block
        self.others = [sums] if sums else []
        self.fences: ColumnFile | None = None
        self.waiting = np.empty(0, dtype=dtype)
        self.written = 0
        self.listed: list[str] = []
        self.file = create(name)
        self.size = self.file.write(npy_header(dtype, rows)) if name.endswith(".npy") else 0

    def add(self, rows: NDArray[Any]) -> None:
        """Write the blocks that are complete with these rows; the rest waits for more."""
        held = np.concatenate([self.waiting, rows.astype(self.dtype, copy=False)])
        full = len(held) - len(held) % self.rows_in_a_block
        self._write(held[:full])
        self.waiting = held[full:]

    def finish(self) -> dict[str, File]:
        """Write the last block and flush to disk; return the manifest entries of the files.

        Raises:
            InputError: the number of rows that were added is not `rows`.
        """
        self._write(self.waiting)
        if self.written != self.rows:
            raise InputError(
                f"a table must have the rows that were announced, {self.rows:,}; it has {self.written:,}"
            )
        flush(self.file)
        listed = None if self.sums else "".join(self.listed)
        entries = {self.name: File(self.dtype, self.rows, self.size, listed, self.rows_in_a_block)}
        for other in self.others:
            entries |= other.finish()
        return entries

    def _write(self, rows: NDArray[Any]) -> None:
        blocks = self._encoded(rows)
        sums = [zlib.crc32(block) for block in blocks]
        if self.sums:
            self.sums.add(np.array(sums))
        else:
            self.listed += [f"{crc32:08x}" for crc32 in sums]
        if self.fences:
            self.fences.add(rows[:: self.rows_in_a_block])
        self.file.writelines(blocks)
        self.written += len(rows)
        self.size += sum(map(len, blocks))

    def _encoded(self, rows: NDArray[Any]) -> Sequence[Any]:
        data = np.ascontiguousarray(rows).view(np.uint8).data
        step = self.rows_in_a_block * rows.itemsize
        return [data[start : start + step] for start in range(0, len(data), step)]


def flush(file: BinaryIO) -> None:
    """Flush a file to the disk."""
    file.flush()
    os.fsync(file.fileno())
