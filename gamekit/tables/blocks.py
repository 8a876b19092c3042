"""Read columns from disk block by block, comparing each block with its checksum before any row of it is used."""

from __future__ import annotations

import mmap
import os
import weakref
import zlib
from abc import ABC, abstractmethod
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import TableError, explained
from gamekit.tables.files import (
    HEADER_BYTES,
    File,
    Folder,
    blocks_of,
    npy_header,
    width_of,
    with_more_files,
)

LARGEST_WHOLE_FILE: Final = 1 << 16
"""The most bytes of a file that is read whole and closed at once, because a folder of tiers has many such files."""


class Column(ABC):
    """A column of a table. Every method raises a `TableError` if it meets a damaged block.

    Attributes:
        file: the entry of the column in the manifest.
        rows_in_a_block: the number of rows in a block.
        sums: the checksums of the blocks: a column, or an array for a short column.
    """

    def __init__(self, folder: Folder, name: str, file: File, sums: Column | NDArray[Any]) -> None:
        self.path = folder.path / name
        self.file = file
        self.rows_in_a_block = file.rows_in_a_block
        self.sums = sums
        self._descriptor: int | None = None
        if file.bytes <= LARGEST_WHOLE_FILE:
            self._data = memoryview(folder.read(name, file.bytes))
            if len(self._data) != file.bytes:
                raise TableError(f"{self.path} must have {file.bytes:,} bytes; it has {len(self._data):,}")
            return
        self._descriptor = folder.open(name, file.bytes)
        weakref.finalize(self, os.close, self._descriptor)
        try:
            mapped = with_more_files(mmap.mmap, self._descriptor, file.bytes, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise TableError(f"cannot map {self.path} into memory: {error}") from error
        self._data = memoryview(mapped)

    def __len__(self) -> int:
        return self.file.rows

    @abstractmethod
    def block(self, number: int) -> NDArray[Any]:
        """Return the rows of a block."""

    @abstractmethod
    def many(self, numbers: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Return an array that contains the rows of some blocks, and the index at which each of them begins.

        Args:
            numbers: the blocks, ascending, without duplicates.
        """

    def all_rows(self) -> NDArray[Any]:
        """Return all rows, after checking all blocks."""
        return self.part(slice(0, len(self)))

    def item(self, place: int) -> Any:
        """Return the row at a place."""
        number, row = divmod(place, self.rows_in_a_block)
        return self.block(number).item(row)

    def part(self, part: slice) -> NDArray[Any]:
        """Return the rows in a range of places."""
        first = part.start // self.rows_in_a_block
        rows, starts = self.many(np.arange(first, blocks_of(part.stop, self.rows_in_a_block)))
        start = int(starts[0]) + part.start - first * self.rows_in_a_block
        return rows[start : start + part.stop - part.start]

    def take(self, places: NDArray[np.int64]) -> NDArray[Any]:
        """Return the rows at some places, which must ascend."""
        numbers, which = distinct(places // self.rows_in_a_block)
        rows, starts = self.many(numbers)
        taken: NDArray[Any] = rows[starts[which] + places % self.rows_in_a_block]
        return taken

    def read(self, number: int, start: int, end: int) -> bytes:
        """Return the bytes of a block, from `start` to `end` in the file, after comparing them with its checksum.

        They are copied from the file, because mapping its pages takes longer than reading a single block.
        """
        if self._descriptor is None:
            data = bytes(self._data[start:end])
        else:
            with explained(f"cannot read {self.path}", TableError):
                data = os.pread(self._descriptor, end - start, start)
        if zlib.crc32(data) != self.sums.item(number):
            self.damaged(number, "its checksum does not match")
        return data

    def check(self, numbers: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        """Compare many blocks, as they are mapped, with their checksums."""
        crc32 = zlib.crc32
        with memoryview(self._data) as data:
            sums = [crc32(data[start:end]) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        wrong = np.flatnonzero(np.array(sums, dtype=np.uint32) != self.sums.take(numbers))
        if wrong.size:
            self.damaged(int(numbers[wrong[0]]), "its checksum does not match")

    def damaged(self, number: int, what: str) -> NoReturn:
        """Raise a `TableError` about a block."""
        raise TableError(f"{self.path} is damaged in block {number:,}: {what}")


class PlainColumn(Column):
    """A column in an `.npy` file, which is mapped into memory."""

    def __init__(
        self, folder: Folder, name: str, file: File, sums: Column | NDArray[Any], *_: object
    ) -> None:
        super().__init__(folder, name, file, sums)
        if self._data[:HEADER_BYTES] != npy_header(file.dtype, file.rows):
            raise TableError(
                f"{self.path} is damaged: its header is not that of {file.rows:,} rows of {file.dtype}"
            )
        self._rows = np.frombuffer(self._data, dtype=file.dtype, offset=HEADER_BYTES)
        self._bytes_in_a_block = self.rows_in_a_block * width_of(file.dtype)
        self._checked = np.zeros(file.blocks, dtype=np.bool_)

    def block(self, number: int) -> NDArray[Any]:
        if not self._checked[number]:
            start = HEADER_BYTES + number * self._bytes_in_a_block
            data = self.read(number, start, start + self.file.rows_of(number) * width_of(self.file.dtype))
            self._checked[number] = True
            return np.frombuffer(data, dtype=self.file.dtype)
        return self._rows[number * self.rows_in_a_block : (number + 1) * self.rows_in_a_block]

    def many(self, numbers: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Return all rows, after checking only the blocks of `numbers`, and the index at which each of these begins."""
        unread = numbers[~self._checked[numbers]]
        if unread.size:
            starts = HEADER_BYTES + unread * self._bytes_in_a_block
            self.check(unread, starts, np.minimum(starts + self._bytes_in_a_block, self.file.bytes))
            self._checked[unread] = True
        return self._rows, numbers * self.rows_in_a_block


def distinct(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different ones of some ascending numbers, and the index of each number among these.

    >>> numbers, which = distinct(np.array([2, 2, 5]))
    >>> numbers.tolist(), which.tolist()
    ([2, 5], [0, 0, 1])
    """
    is_new = np.ones(len(numbers), dtype=np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=is_new[1:])
    return numbers[is_new], np.cumsum(is_new) - 1
