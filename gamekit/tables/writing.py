"""Write a table to a temporary folder, flush it and rename it, so that it exists completely or not at all.

The rows come as a stream of chunks, so no column has to fit in memory. Their number is known in advance.
"""

from __future__ import annotations

import glob
import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.memory_budget import format_bytes
from gamekit.errors import InputError, LimitError, explained
from gamekit.game.whole_files import kind_of, made_beside, remove_abandoned, whole_folder
from gamekit.tables.files import BLOCK, blocks_of, differences, npy_header
from gamekit.tables.manifest import FENCES, OFFSETS, SUMS, File, as_bytes, width_of
from gamekit.tables.path_kinds import NAME

Chunk = Mapping[str, NDArray[Any]]
"""Some rows of every column, by column name."""

LEVEL: Final = 1
"""The compression level of zstd: below 1, remotenesses take up to 1.7 times as much."""

LEVEL_OF_KEYS: Final = -1
"""That of keys, of which levels from 1 on save another fifth, but take three times as long to read."""

Create = Callable[[str], BinaryIO]
"""Opens a new file of this name for writing; the owner of the function closes it."""


def check_target(folder: Path) -> None:
    """Refuse a folder that cannot become a table, before any work is done for it.

    What killed processes have left of the same folder is removed.

    Raises:
        InputError: the folder exists already and is not empty, or cannot be created.
    """
    if folder.is_symlink() or (folder.exists() and not _is_empty_folder(folder)):
        raise InputError(f"cannot write {folder}: there is such a {kind_of(folder)} already")
    if folder.is_mount():
        raise InputError(f"cannot write {folder}: a disk begins there; name a folder on it")
    remove_abandoned(folder.absolute().parent, glob.escape(folder.name))
    with explained(f"cannot write {folder}"), made_beside(folder.absolute()) as trial:
        trial.rmdir()


def _is_empty_folder(path: Path) -> bool:
    with suppress(OSError):
        return path.is_dir() and not any(path.iterdir())
    return False


def write_table(
    folder: Path,
    chunks: Iterable[Chunk],
    dtypes: Mapping[str, str],
    places: int,
    manifest: Callable[[dict[str, File]], Any],
    *,
    compress: bool,
) -> None:
    """Write a table, or a certificate.

    Args:
        folder: the folder of the table; it may exist if it is empty.
        chunks: all rows in order, in portions of any size.
        dtypes: the type of each column by name; the sorted column comes first, unless the table is dense.
        places: the number of rows.
        manifest: returns the manifest for these files.
        compress: whether to compress the columns.

    Raises:
        InputError: the folder exists already, or cannot be written.
        LimitError: the disk is too small. Nothing is left behind.
    """
    with explained(f"cannot write {folder}"), whole_folder(folder) as part:
        needed, free = places * sum(map(width_of, dtypes.values())), shutil.disk_usage(part).free
        if needed > free and not compress:  # the size after compression is unknown
            size = f"{format_bytes(needed)}, and {format_bytes(free)} are free there"
            raise LimitError(f"cannot write {folder}: it takes {size}")
        files = _write_columns(part, chunks, dtypes, places, compress=compress)
        with (part / NAME).open("xb") as file:
            file.write(as_bytes(manifest(files)))
            flush(file)


def _write_columns(
    part: Path, chunks: Iterable[Chunk], dtypes: Mapping[str, str], places: int, *, compress: bool
) -> dict[str, File]:
    """Write the files of all columns; return their manifest entries."""
    kind, suffix = (CompressedFile, ".zst") if compress else (ColumnFile, ".npy")
    columns: dict[str, ColumnFile] = {}
    entries: dict[str, File] = {}
    with ExitStack() as stack:

        def create(name: str) -> BinaryIO:
            return stack.enter_context((part / name).open("xb", buffering=1 << 20))

        for name, dtype in dtypes.items():
            sums = ColumnFile(create, name + SUMS, "<u4", blocks_of(places))
            columns[name] = kind(create, name + suffix, dtype, places, sums)
        if (first := next(iter(dtypes))) in ("keys", "states"):
            fences = ColumnFile(create, FENCES, dtypes[first], blocks_of(places))
            columns[first].fences = columns[FENCES] = fences
        for rows in chunks:
            for name in dtypes:
                columns[name].add(rows[name])
        for column in columns.values():
            entries |= column.finish()
    return entries


class ColumnFile:
    """A column that is being written as an `.npy` file; rows may be added in any portions.

    Args:
        create: opens the file.
        name: the name of the file.
        dtype: the type of a row, in NumPy's notation.
        rows: the number of rows that will be added.
        sums: the file for the checksums of the blocks; without it, they go into the manifest.
    """

    def __init__(
        self, create: Create, name: str, dtype: str, rows: int, sums: ColumnFile | None = None
    ) -> None:
        self.name, self.dtype, self.rows, self.sums = name, dtype, rows, sums
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
        full = len(held) - len(held) % BLOCK
        self._write(held[:full])
        self.waiting = held[full:]

    def finish(self) -> dict[str, File]:
        """Write the last block and flush to disk; return the manifest entries of the files.

        Raises:
            InputError: the number of rows is not the one announced.
        """
        self._write(self.waiting)
        if self.written != self.rows:
            raise InputError(f"a table of {self.rows:,} rows was announced, but {self.written:,} came")
        flush(self.file)
        listed = None if self.sums else "".join(self.listed)
        entries = {self.name: File(self.dtype, self.rows, self.size, listed)}
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
            self.fences.add(rows[::BLOCK])
        self.file.writelines(blocks)
        self.written += len(rows)
        self.size += sum(map(len, blocks))

    def _encoded(self, rows: NDArray[Any]) -> Sequence[Any]:
        """Return the bytes of each block."""
        data = np.ascontiguousarray(rows).view(np.uint8).data
        step = BLOCK * rows.itemsize
        return [data[start : start + step] for start in range(0, len(data), step)]


class CompressedFile(ColumnFile):
    """A column whose blocks are zstd frames, with a file of the offsets at which they begin."""

    def __init__(self, create: Create, name: str, dtype: str, rows: int, sums: ColumnFile) -> None:
        import zstandard

        super().__init__(create, name, dtype, rows, sums)
        column = name.removesuffix(".zst")
        level = LEVEL_OF_KEYS if column == "keys" else LEVEL
        self.compress = zstandard.ZstdCompressor(level=level, write_content_size=True).compress
        self.content = differences if column == "keys" else np.ndarray.tobytes
        self.offsets = ColumnFile(create, column + OFFSETS, "<i8", blocks_of(rows) + 1)
        self.offsets.add(np.zeros(1))
        self.others = [self.offsets, sums]

    def _encoded(self, rows: NDArray[Any]) -> Sequence[Any]:
        frames = [self.compress(self.content(rows[i : i + BLOCK])) for i in range(0, len(rows), BLOCK)]
        self.offsets.add(self.size + np.cumsum([len(frame) for frame in frames]))
        return frames


def flush(file: BinaryIO) -> None:
    """Flush a file to the disk."""
    file.flush()
    os.fsync(file.fileno())
