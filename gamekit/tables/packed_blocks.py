"""Columns whose blocks are packed one by one, to any length; a file beside each says where its blocks begin."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import TableError
from gamekit.solution.store import ranges
from gamekit.tables.blocks import Column
from gamekit.tables.column_files import ColumnFile, Create
from gamekit.tables.files import File, Folder, blocks_of, width_of

OFFSETS: Final = ".offsets.npy"
"""The end of the name of the file with the places where the blocks of a column begin, and where the last one ends."""

BESIDE: Final = {OFFSETS: (1, "<i8")}
"""The file with the places where blocks begin, as `Storage.beside` describes it."""

CACHED: Final = 1 << 20
"""The number of rows in the unpacked blocks of a column that are kept in memory."""

ROWS_UNPACKED_AT_ONCE: Final = 1 << 20
"""The number of rows that are unpacked at a time when all are read."""


class PackedFile(ColumnFile, ABC):
    """A column of packed blocks that is being written."""

    def __init__(self, create: Create, name: str, dtype: str, rows: int, *more: Any) -> None:
        super().__init__(create, name, dtype, rows, *more)
        self.column = name.rpartition(".")[0]
        blocks = blocks_of(rows, self.rows_in_a_block)
        self.offsets = ColumnFile(create, self.column + OFFSETS, "<i8", blocks + 1)
        self.offsets.add(np.zeros(1))
        self.others = [self.offsets, *self.others]

    @abstractmethod
    def packed(self, rows: NDArray[Any]) -> list[Any]:
        """Return the packed bytes of each block of some rows."""

    def blocks(self, rows: NDArray[Any]) -> list[bytes]:
        """Return the bytes of the rows of each block."""
        size = self.rows_in_a_block
        return [rows[i : i + size].tobytes() for i in range(0, len(rows), size)]

    def _encoded(self, rows: NDArray[Any]) -> Sequence[Any]:
        blocks = self.packed(rows) if len(rows) else []
        self.offsets.add(self.size + np.cumsum([len(block) for block in blocks]))
        return blocks


class PackedColumn(Column):
    """A column of packed blocks; the blocks that were last read one by one are kept unpacked in memory.

    A number beyond those of the `pairs` is refused, and so is a block whose length differs from the manifest.
    """

    def __init__(
        self,
        folder: Folder,
        name: str,
        file: File,
        sums: Column,
        short: Mapping[str, Column],
        pairs: int | None,
    ) -> None:
        super().__init__(folder, name, file, sums)
        self.column = name.rpartition(".")[0]
        self._offsets = offsets = short[self.column + OFFSETS]
        self._pairs = pairs
        self._cached = lru_cache(CACHED // self.rows_in_a_block)(self._read)
        if offsets.item(0) != 0 or offsets.item(file.blocks) != file.bytes:
            raise TableError(f"{self.path} is damaged: its blocks are not where the offsets say")

    @abstractmethod
    def unpacked(self, number: int, data: bytes, size: int) -> bytes | NDArray[Any]:
        """Return the rows of a block, or their bytes, `size` of them, from the bytes that `packed` returned."""

    def block(self, number: int) -> NDArray[Any]:
        return self._cached(number)

    def many(self, numbers: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        rows = [np.empty(0, dtype=self.file.dtype), *map(self._read, numbers.tolist())]
        return np.concatenate(rows), np.arange(len(numbers)) * self.rows_in_a_block

    def all_rows(self) -> NDArray[Any]:
        rows = np.empty(len(self), dtype=self.file.dtype)
        for part in ranges(len(self), ROWS_UNPACKED_AT_ONCE):
            rows[part] = self.part(part)
        return rows

    def _read(self, number: int) -> NDArray[Any]:
        start, end = self._offsets.item(number), self._offsets.item(number + 1)
        if not 0 <= start < end <= self.file.bytes:
            self.damaged(number, "it is not where the offsets say")
        data, size = self.read(number, start, end), self.file.rows_of(number) * width_of(self.file.dtype)
        try:
            content = self.unpacked(number, data, size)
        except TableError:
            raise
        except Exception as error:  # of any kind, as whoever packs has errors of its own
            self.damaged(number, f"it cannot be decompressed: {error}")
        if isinstance(content, np.ndarray):
            return content
        if len(content) != size:
            self.damaged(number, f"it holds {len(content):,} bytes, not {size:,}")
        return self.checked(np.frombuffer(content, dtype=self.file.dtype), np.array([number]))

    def checked(self, rows: NDArray[Any], numbers: NDArray[np.int64]) -> NDArray[Any]:
        """Return the rows of some blocks after checking that each number in them stands for a pair."""
        if self._pairs is not None and rows.max(initial=0) >= self._pairs:
            block = int(np.argmax(rows >= self._pairs)) // self.rows_in_a_block
            self.damaged(int(numbers[block]), f"it has another number than those of its {self._pairs} pairs")
        return rows
