"""Files of a table that grow block by block, each with the checksums of its blocks."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import InputError
from gamekit.tables.differences import differences
from gamekit.tables.files import BLOCK, HEADER_BYTES, blocks_of, npy_header
from gamekit.tables.manifest import OFFSETS, SUMS, File, width_of

LEVEL: Final = -1
"""How hard zstd tries. From 1 on it codes single bytes, too: a fifth smaller, but thrice as long to read."""


Create = Callable[[str], BinaryIO]
"""Returns a new file of this name, to be written, which whoever made the function closes."""


class GrowingFile(Protocol):
    """A column that is being written."""

    def add(self, rows: NDArray[Any]) -> None:
        """Write more rows: whole blocks, but for the last one of the column."""

    def finish(self) -> dict[str, File]:
        """Flush it to the disk; return the manifest's entries of its files."""


class PlainFile:
    """A column as an `.npy` file; the manifest has its checksums, or a file of their own."""

    def __init__(
        self, create: Create, name: str, dtype: str, rows: int, sums: ShortFile | None = None
    ) -> None:
        self.name = name
        self.dtype, self.rows = dtype, rows
        self.sums = sums
        self.listed: list[str] = []
        self.written = 0
        self.file = create(name)
        self.file.write(npy_header(dtype, rows))

    def add(self, rows: NDArray[Any]) -> None:
        data = np.ascontiguousarray(rows).view(np.uint8).data
        step = BLOCK * width_of(self.dtype)
        sums = [zlib.crc32(data[start : start + step]) for start in range(0, len(data), step)]
        if self.sums is None:
            self.listed += [f"{crc32:08x}" for crc32 in sums]
        else:
            self.sums.add(np.array(sums))
        self.file.write(data)
        self.written += len(rows)

    def finish(self) -> dict[str, File]:
        _check(self.written, self.rows)
        size = HEADER_BYTES + self.rows * width_of(self.dtype)
        flush(self.file)
        if self.sums is None:
            return {self.name: File(self.dtype, self.rows, size, "".join(self.listed))}
        return {self.name: File(self.dtype, self.rows, size, None), **self.sums.finish()}


class ShortFile:
    """A column with a row for each block of another, as an `.npy` file; it takes any number of rows at a time."""

    def __init__(self, create: Create, name: str, dtype: str, rows: int) -> None:
        self.file = PlainFile(create, name, dtype, rows)
        self.rest = np.empty(0, dtype=dtype)

    def add(self, rows: NDArray[Any]) -> None:
        held = np.concatenate([self.rest, rows.astype(self.rest.dtype)])
        full = len(held) - len(held) % BLOCK
        self.file.add(held[:full])
        self.rest = held[full:]

    def finish(self) -> dict[str, File]:
        self.file.add(self.rest)
        return self.file.finish()


class CompressedFile:
    """A column whose blocks are frames of zstd, with a column of where they begin."""

    def __init__(self, create: Create, name: str, dtype: str, rows: int) -> None:
        import zstandard

        self.name = f"{name}.zst"
        self.dtype, self.rows = dtype, rows
        self.content = differences if name == "keys" else NDArray.tobytes
        self.sums = sums_file(create, name, rows)
        self.offsets = ShortFile(create, name + OFFSETS, "<i8", blocks_of(rows) + 1)
        self.offsets.add(np.zeros(1))
        self.written = self.size = 0
        self.file = create(self.name)
        self.compress = zstandard.ZstdCompressor(level=LEVEL, write_content_size=True).compress

    def add(self, rows: NDArray[Any]) -> None:
        frames = [self.compress(self.content(rows[i : i + BLOCK])) for i in range(0, len(rows), BLOCK)]
        self.sums.add(np.array([zlib.crc32(frame) for frame in frames]))
        ends = self.size + np.cumsum([len(frame) for frame in frames])
        self.offsets.add(ends)
        self.file.writelines(frames)
        self.size = int(ends[-1])
        self.written += len(rows)

    def finish(self) -> dict[str, File]:
        _check(self.written, self.rows)
        flush(self.file)
        entry = File(self.dtype, self.rows, self.size, None)
        return {self.name: entry, **self.offsets.finish(), **self.sums.finish()}


def sums_file(create: Create, name: str, rows: int) -> ShortFile:
    """Return the file for the checksums of a column of so many rows."""
    return ShortFile(create, name + SUMS, "<u4", blocks_of(rows))


def _check(written: int, announced: int) -> None:
    if written != announced:
        raise InputError(f"a table of {announced:,} rows was announced, but {written:,} came")


def flush(file: BinaryIO) -> None:
    """Flush a file to the disk."""
    file.flush()
    os.fsync(file.fileno())
