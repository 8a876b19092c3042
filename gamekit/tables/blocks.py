"""Columns read from disk, block by block: each block is held against its checksum before anything is taken from it."""

from __future__ import annotations

import mmap
import os
import threading
import weakref
import zlib
from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from gamekit.tables.faults import TableError
from gamekit.tables.files import BLOCK, HEADER_BYTES, Folder, npy_header, rows_of
from gamekit.tables.manifest import File, width_of

CACHED: Final = 256
"""How many decompressed blocks of a column are kept."""

WIDTHS: Final = (1, 2, 4, 8)
"""How many bytes a difference of keys may take."""


class Column(ABC):
    """A column of a table; its rows are those of its file.

    Every method raises a `TableError` over a damaged block.
    """

    def __init__(self, folder: Folder, name: str, file: File) -> None:
        self.path = folder.path / name
        self.file = file
        self._descriptor = folder.open(name, file.bytes)
        weakref.finalize(self, os.close, self._descriptor)
        self._sums = bytes.fromhex(file.crc32)

    def __len__(self) -> int:
        return self.file.rows

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self.file.blocks

    @abstractmethod
    def block(self, number: int) -> NDArray[Any]:
        """Return the rows of a block."""

    @abstractmethod
    def whole(self) -> NDArray[Any]:
        """Return all rows, every block of which was checked."""

    def at(self, place: int) -> Any:
        """Return the row at a place."""
        number, row = divmod(place, BLOCK)
        return self.block(number)[row].item()

    def part(self, part: slice) -> NDArray[Any]:
        """Return the rows in a range of places."""
        first = part.start // BLOCK
        rows = [self.block(number) for number in range(first, -(-part.stop // BLOCK))]
        start = part.start - first * BLOCK
        return np.concatenate(rows)[start : start + part.stop - part.start]

    def read(self, number: int, start: int, size: int) -> bytes:
        """Return the bytes of a block, held against its checksum.

        They are copied from the file: to map its pages takes longer than to read a block once.
        """
        try:
            data = os.pread(self._descriptor, size, start)
        except OSError as error:
            raise TableError(f"cannot read {self.path}: {error.strerror}") from error
        if zlib.crc32(data).to_bytes(4, "big") != self._sums[4 * number : 4 * number + 4]:
            self.damaged(number, "its checksum does not match")
        return data

    def damaged(self, number: int, what: str) -> NoReturn:
        """Raise a `TableError` about a block."""
        raise TableError(f"{self.path} is damaged: block {number:,}, {what}")


class PlainColumn(Column):
    """A column as an `.npy` file, mapped into memory."""

    def __init__(self, folder: Folder, name: str, file: File) -> None:
        super().__init__(folder, name, file)
        try:
            data = mmap.mmap(self._descriptor, file.bytes, access=mmap.ACCESS_READ)
        except OSError as error:
            raise TableError(f"cannot map {self.path} into memory: {error.strerror}") from error
        if data[:HEADER_BYTES] != npy_header(file.dtype, file.rows):
            raise TableError(
                f"{self.path} is damaged: its header is not that of {file.rows:,} rows of {file.dtype}"
            )
        self._rows = np.frombuffer(data, dtype=file.dtype, offset=HEADER_BYTES)
        self._checked = bytearray(file.blocks)

    def block(self, number: int) -> NDArray[Any]:
        """Return the rows of a block."""
        if not self._checked[number]:
            width = width_of(self.file.dtype)
            start = HEADER_BYTES + number * BLOCK * width
            data = self.read(number, start, rows_of(number, len(self)) * width)
            self._checked[number] = 1
            return np.frombuffer(data, dtype=self.file.dtype)
        return self._rows[number * BLOCK : (number + 1) * BLOCK]

    def whole(self) -> NDArray[Any]:
        """Return all rows, every block of which was checked."""
        for number in range(self.blocks):
            self.block(number)
        return self._rows


class CompressedColumn(Column):
    """A column of compressed blocks, of which the last ones read are kept."""

    def __init__(
        self,
        folder: Folder,
        name: str,
        file: File,
        offsets: NDArray[np.int64],
        fences: NDArray[np.int64] | None,
    ) -> None:
        super().__init__(folder, name, file)
        self._offsets = offsets
        self._fences = fences
        self._cached = lru_cache(CACHED)(self._read)
        if offsets[0] != 0 or offsets[-1] != file.bytes or (np.diff(offsets) <= 0).any():
            raise TableError(f"{self.path} is damaged: its blocks are not where the offsets say")

    def block(self, number: int) -> NDArray[Any]:
        """Return the rows of a block."""
        return self._cached(number)

    def whole(self) -> NDArray[Any]:
        """Return all rows, every block of which was checked."""
        rows = np.empty(len(self), dtype=self.file.dtype)
        for number in range(self.blocks):
            rows[number * BLOCK : (number + 1) * BLOCK] = self._read(number)
        return rows

    def _read(self, number: int) -> NDArray[Any]:
        start, end = self._offsets[number : number + 2].tolist()
        data = self.read(number, start, end - start)
        rows = rows_of(number, len(self))
        if self._fences is not None:
            content = self._decompressed(number, data, rows - 1, WIDTHS)
            return keys_from(int(self._fences[number]), content, rows)
        content = self._decompressed(number, data, rows, (width_of(self.file.dtype),))
        return np.frombuffer(content, dtype=self.file.dtype)

    def _decompressed(self, number: int, data: bytes, rows: int, widths: tuple[int, ...]) -> bytes:
        """Return what a frame holds: rows of one of these widths, and no more is ever made of it."""
        import zstandard

        try:
            size = zstandard.frame_content_size(data)
            if size in {rows * width for width in widths}:
                return bytes(_decompressor().decompress(data, max_output_size=size))
        except zstandard.ZstdError as error:
            self.damaged(number, f"it cannot be decompressed: {error}")
        self.damaged(number, f"it says that it holds {size:,} bytes")


def _decompressor() -> Any:
    """Return this thread's decompressor: to make one takes longer than to decompress a block."""
    import zstandard

    if not hasattr(_OF_THIS_THREAD, "decompressor"):
        _OF_THIS_THREAD.decompressor = zstandard.ZstdDecompressor()
    return _OF_THIS_THREAD.decompressor


_OF_THIS_THREAD = threading.local()


def keys_from(first: int, content: bytes, rows: int) -> NDArray[np.int64]:
    """Return the keys of a block from its first one and their differences, which are as wide as they have to be."""
    keys = np.empty(rows, dtype=np.int64)
    keys[0] = first
    if rows > 1:
        keys[1:] = np.frombuffer(content, dtype=f"<u{len(content) // (rows - 1)}")
    return np.cumsum(keys, out=keys)
