"""The storage "zstd": blocks of rows as zstd frames, keys as differences; one more file says where frames begin."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np
import zstandard
from numpy.typing import NDArray

from gamekit.tables.blocks import Column
from gamekit.tables.files import FENCES, INDICES, File, Folder, differences, keys_from, width_of
from gamekit.tables.packed_blocks import BESIDE, PackedColumn, PackedFile
from gamekit.tables.storages.storage import Storage

LEVEL: Final = 1
"""The level of compression; with lower levels than this, remotenesses take up to 1.7 times as much space."""

SHORTEST_MATCH: Final = 7
"""The length of the shortest repetition of results that is looked for; shorter ones cost more time and save nothing."""

IN_A_FRAME: Final = 4096
"""The number of results in a frame: more are smaller and compressed sooner, but take longer to probe."""

LEVEL_OF_KEYS: Final = -1
"""The level for keys; levels from 1 on would save another fifth, but take three times as long to read."""

DESCRIPTOR: Final = 4
"""The offset of the descriptor in a frame (RFC 8878, section 3.1.1.1)."""

SIZE_IN_TWO_BYTES: Final = 0x60
"""The descriptor of a frame without a window, checksum or dictionary, followed by its size minus 256 in two bytes."""

WIDTHS: Final = range(1, 9)
"""The numbers of bytes that a difference of keys may take."""


class CompressedFile(PackedFile):
    """A column of zstd frames that is being written."""

    def packed(self, rows: NDArray[Any]) -> list[Any]:
        """Return the rows of each block as a frame; all cores compress them."""
        contents = differences(rows, self.rows_in_a_block) if self.column == "keys" else self.blocks(rows)
        frames: Any = self._compressor.multi_compress_to_buffer([*contents], threads=-1)
        return [*frames]

    @cached_property
    def _compressor(self) -> zstandard.ZstdCompressor:
        if self.column in INDICES:
            return zstandard.ZstdCompressor(level=LEVEL_OF_KEYS if self.column == "keys" else LEVEL)
        parameters = zstandard.ZstdCompressionParameters.from_level(LEVEL, min_match=SHORTEST_MATCH)
        return zstandard.ZstdCompressor(compression_params=parameters)


class _Thread(threading.local):
    def __init__(self) -> None:
        self.decompressor = zstandard.ZstdDecompressor()  # making one takes longer than decompressing a block


_THIS_THREAD: Final = _Thread()


class CompressedColumn(PackedColumn):
    """A column of zstd frames; a column of keys also reads the fences, from which its differences start."""

    def __init__(
        self,
        folder: Folder,
        name: str,
        file: File,
        sums: Column,
        short: Mapping[str, Column],
        pairs: int | None,
    ) -> None:
        super().__init__(folder, name, file, sums, short, pairs)
        self._fences = short[FENCES] if self.column == "keys" else None
        self._widths = WIDTHS if self._fences is not None else range(width := width_of(file.dtype), width + 1)

    def unpacked(self, number: int, data: bytes, size: int) -> bytes | NDArray[Any]:
        """Return the rows in a frame."""
        rows, bytes_claimed = self.file.rows_of(number), zstandard.frame_content_size(data)
        if bytes_claimed % rows or bytes_claimed // rows not in self._widths:
            self.damaged(number, f"it says that it holds {bytes_claimed:,} bytes")
        content = _THIS_THREAD.decompressor.decompress(data, max_output_size=bytes_claimed)
        if self._fences is None:
            return content
        return keys_from(np.array([self._fences.item(number)]), content, rows).reshape(-1)

    def many(self, numbers: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        starts = np.arange(len(numbers)) * self.rows_in_a_block
        full = numbers[numbers < len(self) // self.rows_in_a_block]
        if len(full) == len(numbers):
            return self._full(full), starts
        return np.concatenate([self._full(full), self.block(self.file.blocks - 1)]), starts

    def _full(self, numbers: NDArray[np.int64]) -> NDArray[Any]:
        """Return the rows of blocks that are all full."""
        if not numbers.size:
            return np.empty(0, dtype=self.file.dtype)
        starts, ends = self._offsets.take(numbers), self._offsets.take(numbers + 1)
        self.check(numbers, starts, ends)
        try:
            if self._fences is None:
                content = self._contents(starts, ends, self._widths[0])
                return self.checked(np.frombuffer(content, dtype=self.file.dtype), numbers)
            widths = self._widths_of(starts, ends)
            rows = np.empty((len(numbers), self.rows_in_a_block), dtype=np.int64)
            for width in np.flatnonzero(np.bincount(widths)).tolist():
                alike = slice(None) if (widths == width).all() else np.flatnonzero(widths == width)
                content = self._contents(starts[alike], ends[alike], width)
                rows[alike] = keys_from(self._fences.take(numbers[alike]), content, self.rows_in_a_block)
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
            sizes = 256 + data[places + 1].astype(np.int64) + (data[places + 2].astype(np.int64) << 8)
        else:
            size = zstandard.frame_content_size
            pairs = zip(starts.tolist(), ends.tolist(), strict=True)
            sizes = np.array([size(self._data[start:end]) for start, end in pairs])
        widths, rest = np.divmod(sizes, self.rows_in_a_block)
        if rest.any() or not np.isin(widths, self._widths).all():
            raise zstandard.ZstdError("a frame has a wrong size")
        return widths

    def _contents(self, starts: NDArray[np.int64], ends: NDArray[np.int64], width: int) -> bytes:
        """Return the contents of frames, concatenated; each must hold a full block of rows of `width` bytes."""
        segments = np.stack([starts, ends - starts], axis=1).astype("<u8").tobytes()
        sizes = np.full(len(starts), self.rows_in_a_block * width, dtype="<u8").tobytes()
        frames = zstandard.BufferWithSegments(self._data, segments)
        contents: Any = _THIS_THREAD.decompressor.multi_decompress_to_buffer(
            frames, decompressed_sizes=sizes, threads=1
        )
        return b"".join(contents)


STORAGE: Final = Storage(
    ".zst", CompressedFile, CompressedColumn, beside=BESIDE, is_compressed=True, rows_in_a_block=IN_A_FRAME
)
