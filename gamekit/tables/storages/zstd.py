"""The storage "zstd": blocks of rows as zstd frames, keys as differences; a file says where the frames begin."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import zstandard
from numpy.typing import NDArray

from gamekit.errors import TableError
from gamekit.solution.store import ranges
from gamekit.tables.blocks import Column
from gamekit.tables.column_files import ColumnFile, Create
from gamekit.tables.files import (
    BLOCK,
    FENCES,
    File,
    Folder,
    blocks_of,
    differences,
    keys_from,
    rows_of,
    width_of,
)
from gamekit.tables.storages.storage import Storage

SUFFIX: Final = ".zst"
OFFSETS: Final = ".offsets.npy"
"""The ends of the names of a column's file, and of that with the offsets of its frames, and of its end."""

LEVEL: Final = 1
"""The level of compression: below 1, remotenesses take up to 1.7 times as much."""

LEVEL_OF_KEYS: Final = -1
"""That of keys, of which levels from 1 on save another fifth, but take three times as long to read."""

CACHED: Final = 4096
"""The number of decompressed blocks of a column that are kept."""

AT_A_TIME: Final = 4096
"""The number of blocks that are decompressed at a time where all are read."""

DESCRIPTOR: Final = 4
"""The offset of the descriptor in a frame (RFC 8878, section 3.1.1.1)."""

SIZE_IN_TWO_BYTES: Final = 0x60
"""The descriptor of a frame without a window, checksum or dictionary, followed by its size minus 256 in two bytes."""

WIDTHS: Final = range(1, 9)
"""The numbers of bytes that a difference of keys may take."""


class CompressedFile(ColumnFile):
    """A column that is being written, with a file of the offsets at which its frames begin."""

    def __init__(
        self, create: Create, name: str, dtype: str, rows: int, sums: ColumnFile | None = None
    ) -> None:
        super().__init__(create, name, dtype, rows, sums)
        column = name.removesuffix(SUFFIX)
        level = LEVEL_OF_KEYS if column == "keys" else LEVEL
        self.compress = zstandard.ZstdCompressor(level=level, write_content_size=True).compress
        self.content = differences if column == "keys" else np.ndarray.tobytes
        self.offsets = ColumnFile(create, column + OFFSETS, "<i8", blocks_of(rows) + 1)
        self.offsets.add(np.zeros(1))
        self.others = [self.offsets, *self.others]

    def _encoded(self, rows: NDArray[Any]) -> Sequence[Any]:
        frames = [self.compress(self.content(rows[i : i + BLOCK])) for i in range(0, len(rows), BLOCK)]
        self.offsets.add(self.size + np.cumsum([len(frame) for frame in frames]))
        return frames


class _Thread(threading.local):
    """What belongs to one thread."""

    def __init__(self) -> None:
        self.decompressor = zstandard.ZstdDecompressor()  # making one takes longer than decompressing a block


_THIS_THREAD: Final = _Thread()


class CompressedColumn(Column):
    """A column of compressed blocks; those that were last read one by one are kept decompressed.

    Keys need their fences. Numbers of pairs are below the number of `pairs`.
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
        column = name.removesuffix(SUFFIX)
        self._offsets = offsets = short[column + OFFSETS]
        self._fences = short[FENCES] if column == "keys" else None
        self._pairs = pairs
        self._widths = WIDTHS if self._fences is not None else range(width := width_of(file.dtype), width + 1)
        self._cached = lru_cache(CACHED)(self._read)
        if offsets.item(0) != 0 or offsets.item(file.blocks) != file.bytes:
            raise TableError(f"{self.path} is damaged: its blocks are not where the offsets say")

    def block(self, number: int) -> NDArray[Any]:
        """Return the rows of a block."""
        return self._cached(number)

    def many(self, numbers: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Return the rows of some blocks, and the index at which each of them begins."""
        starts = np.arange(len(numbers)) * BLOCK
        full = numbers[numbers < len(self) // BLOCK]
        if len(full) == len(numbers):
            return self._full(full), starts
        return np.concatenate([self._full(full), self.block(self.file.blocks - 1)]), starts

    def all_rows(self) -> NDArray[Any]:
        """Return all rows, decompressed in portions."""
        rows = np.empty(len(self), dtype=self.file.dtype)
        for part in ranges(len(self), AT_A_TIME * BLOCK):
            rows[part] = self.part(part)
        return rows

    def _read(self, number: int) -> NDArray[Any]:
        start, end = self._offsets.item(number), self._offsets.item(number + 1)
        if not 0 <= start < end <= self.file.bytes:
            self.damaged(number, "it is not where the offsets say")
        data = self.read(number, start, end)
        rows = rows_of(number, len(self))
        try:
            size = zstandard.frame_content_size(data)
            if size % rows or size // rows not in self._widths:
                self.damaged(number, f"it says that it holds {size:,} bytes")
            content = _THIS_THREAD.decompressor.decompress(data, max_output_size=size)
        except zstandard.ZstdError as error:
            self.damaged(number, f"it cannot be decompressed: {error}")
        if self._fences is None:
            return self._checked(np.frombuffer(content, dtype=self.file.dtype), np.array([number]))
        return keys_from(np.array([self._fences.item(number)]), content, rows).reshape(-1)

    def _full(self, numbers: NDArray[np.int64]) -> NDArray[Any]:
        """Return the rows of blocks that all have `BLOCK` rows."""
        if not numbers.size:
            return np.empty(0, dtype=self.file.dtype)
        starts, ends = self._offsets.take(numbers), self._offsets.take(numbers + 1)
        self.check(numbers, starts, ends)
        try:
            if self._fences is None:
                content = self._contents(starts, ends, self._widths[0])
                return self._checked(np.frombuffer(content, dtype=self.file.dtype), numbers)
            widths = self._widths_of(starts, ends)
            rows = np.empty((len(numbers), BLOCK), dtype=np.int64)
            for width in np.flatnonzero(np.bincount(widths)).tolist():
                alike = slice(None) if (widths == width).all() else np.flatnonzero(widths == width)
                content = self._contents(starts[alike], ends[alike], width)
                rows[alike] = keys_from(self._fences.take(numbers[alike]), content, BLOCK)
            return rows.reshape(-1)
        except zstandard.ZstdError:
            for number in numbers.tolist():
                self._read(number)  # raises a `TableError` that names the first damaged block
            raise

    def _widths_of(self, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of bytes per difference in each frame."""
        data = np.frombuffer(self._data, dtype=np.uint8)
        places = np.clip(starts, 0, max(len(data) - DESCRIPTOR - 3, 0)) + DESCRIPTOR
        if (data[places] == SIZE_IN_TWO_BYTES).all():  # as in all frames that gamekit writes
            found = 256 + data[places + 1].astype(np.int64) + (data[places + 2].astype(np.int64) << 8)
        else:
            size = zstandard.frame_content_size
            pairs = zip(starts.tolist(), ends.tolist(), strict=True)
            found = np.array([size(self._data[start:end]) for start, end in pairs])
        widths, rest = np.divmod(found, BLOCK)
        if rest.any() or not np.isin(widths, self._widths).all():
            raise zstandard.ZstdError("a frame of another size")
        return widths

    def _contents(self, starts: NDArray[np.int64], ends: NDArray[np.int64], width: int) -> bytes:
        """Return the contents of frames, concatenated; a frame must hold `BLOCK` rows of `width` bytes, no more."""
        segments = np.stack([starts, ends - starts], axis=1).astype("<u8").tobytes()
        sizes = np.full(len(starts), BLOCK * width, dtype="<u8").tobytes()
        frames = zstandard.BufferWithSegments(self._data, segments)
        found: Any = _THIS_THREAD.decompressor.multi_decompress_to_buffer(
            frames, decompressed_sizes=sizes, threads=1
        )
        return b"".join(found)

    def _checked(self, rows: NDArray[Any], numbers: NDArray[np.int64]) -> NDArray[Any]:
        """Return the rows of some blocks unless one of them has the number of no pair."""
        if self._pairs is not None and rows.max(initial=0) >= self._pairs:
            block = int(np.argmax(rows >= self._pairs)) // BLOCK
            self.damaged(int(numbers[block]), f"it has another number than those of its {self._pairs} pairs")
        return rows


STORAGE: Final = Storage(
    SUFFIX, CompressedFile, CompressedColumn, beside={OFFSETS: (1, "<i8")}, is_compressed=True
)
