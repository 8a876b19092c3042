"""Writing a table: beside its folder, flushed, and renamed at last, so that it exists whole or not at all.

What is written comes as a stream of chunks, so that no column need be in memory. How many rows there will be is known
before.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.engine.memory import in_words
from gamekit.errors import InputError, LimitError
from gamekit.tables.files import BLOCK, HEADER_BYTES, blocks_of, npy_header
from gamekit.tables.manifest import NAME, File, Manifest, as_bytes, width_of

Chunk = Mapping[str, NDArray[Any]]
"""Some rows of every column, by its name."""

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

LEVEL: Final = 3
"""How hard zstd tries; more takes many times as long, and keys, being mixed, hardly shrink any further."""


def check_target(folder: Path) -> None:
    """Refuse a folder that cannot become a table, before any work is done for it.

    Raises:
        InputError: it is there already, or cannot be made.
    """
    if folder.is_symlink() or (folder.exists() and not _is_empty_folder(folder)):
        raise InputError(f"cannot write the table {folder}: there is such a {_kind(folder)} already")
    if folder.is_mount():
        raise InputError(f"cannot write the table {folder}: a disk begins there; name a folder on it")
    with _told(folder):
        trial = _beside(folder)
        trial.mkdir()
        trial.rmdir()


def _is_empty_folder(path: Path) -> bool:
    try:
        return path.is_dir() and not any(path.iterdir())
    except OSError:
        return False


def _kind(path: Path) -> str:
    return "folder" if path.is_dir() else "file"


def _beside(folder: Path) -> Path:
    """Return a folder next to the one to be made, of a name that nobody else uses."""
    folder = folder.absolute()
    return folder.with_name(f"{folder.name}.{secrets.token_hex(4)}.part")


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Let the system's errors be a sentence."""
    try:
        yield
    except OSError as error:
        what = f"cannot write the table {folder}: {error.strerror}"
        if error.errno in NO_ROOM:
            raise LimitError(f"{what}; nothing is left of it") from error
        raise InputError(what) from error


def write_table(
    folder: Path,
    chunks: Iterable[Chunk],
    dtypes: Mapping[str, str],
    places: int,
    manifest: Callable[[dict[str, File]], Manifest],
    *,
    compress: bool,
) -> None:
    """Write a table.

    Args:
        folder: the table's; it may be there if it is empty.
        chunks: all rows in order, as many at a time as you like.
        dtypes: the type of each column, by its name; the column that is sorted comes first, unless the table is dense.
        places: how many rows there are.
        manifest: returns the manifest for these files.
        compress: whether to compress the columns.

    Raises:
        InputError: the folder is there already, or cannot be written.
        LimitError: the disk is too small. Nothing is left behind.
    """
    check_target(folder)
    part = _beside(folder)
    with _told(folder):
        try:
            part.mkdir()
            _check_room(folder, part, dtypes, places, compress=compress)
            files = _write_columns(part, chunks, dtypes, places, compress=compress)
            _write(part / NAME, as_bytes(manifest(files)))
            _flush_folder(part)
            part.rename(folder.absolute())
            _flush_folder(part.parent)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise


def _check_room(folder: Path, part: Path, dtypes: Mapping[str, str], places: int, *, compress: bool) -> None:
    needed = places * sum(map(width_of, dtypes.values()))
    free = shutil.disk_usage(part).free
    if needed > free and not compress:  # how well it can be compressed is not known
        raise LimitError(
            f"cannot write the table {folder}: it takes {in_words(needed)}, and {in_words(free)} are free there"
        )


def _write_columns(
    part: Path, chunks: Iterable[Chunk], dtypes: Mapping[str, str], places: int, *, compress: bool
) -> dict[str, File]:
    first = next(iter(dtypes))
    is_sorted = first in ("keys", "states")
    kind = _CompressedFile if compress else _PlainFile
    fences: list[NDArray[Any]] = []
    entries: dict[str, File] = {}
    with ExitStack() as stack:
        files = {
            name: stack.enter_context(closing(kind(part, name, dtype, places)))
            for name, dtype in dtypes.items()
        }
        for rows in in_blocks(chunks, dtypes):
            if is_sorted:
                fences.append(rows[first][:1].copy())
            for name, file in files.items():
                file.add(rows[name], is_keys=name == "keys")
        for file in files.values():
            entries |= file.finish()
    if is_sorted:
        entries |= write_column(part, "fences", dtypes[first], np.concatenate(fences))
    return entries


def in_blocks(chunks: Iterable[Chunk], dtypes: Mapping[str, str]) -> Iterator[Chunk]:
    """Cut chunks into blocks."""
    rest: Chunk = {name: np.empty(0, dtype=dtype) for name, dtype in dtypes.items()}
    held = 0
    for chunk in chunks:
        joined = {
            name: np.concatenate([rest[name], chunk[name].astype(dtypes[name], copy=False)])
            for name in dtypes
        }
        held = len(next(iter(joined.values())))
        full = held - held % BLOCK
        for start in range(0, full, BLOCK):
            yield {name: rows[start : start + BLOCK] for name, rows in joined.items()}
        rest = {name: rows[full:] for name, rows in joined.items()}
        held -= full
    if held:
        yield rest


def write_column(part: Path, name: str, dtype: str, rows: NDArray[Any]) -> dict[str, File]:
    """Write a short column as a whole; return its entry in the manifest."""
    with closing(_PlainFile(part, name, dtype, len(rows))) as file:
        for start in range(0, len(rows), BLOCK):
            file.add(rows[start : start + BLOCK])
        return file.finish()


class _PlainFile:
    """A column that grows by blocks, as an `.npy` file."""

    def __init__(self, part: Path, name: str, dtype: str, rows: int) -> None:
        self.name = f"{name}.npy"
        self.dtype, self.rows = dtype, rows
        self.sums: list[str] = []
        self.written = 0
        self.file = _create(part / self.name)
        self.file.write(npy_header(dtype, rows))

    def add(self, rows: NDArray[Any], *, is_keys: bool = False) -> None:
        data = np.ascontiguousarray(rows).view(np.uint8).data
        self.sums.append(f"{zlib.crc32(data):08x}")
        self.file.write(data)
        self.written += len(rows)

    def finish(self) -> dict[str, File]:
        if self.written != self.rows:
            raise InputError(f"a table of {self.rows:,} rows was announced, but {self.written:,} came")
        size = HEADER_BYTES + self.rows * width_of(self.dtype)
        _flush(self.file)
        return {self.name: File(self.dtype, self.rows, size, "".join(self.sums))}

    def close(self) -> None:
        self.file.close()


class _CompressedFile:
    """A column that grows by blocks, each a frame of zstd, with a column of where the frames begin."""

    def __init__(self, part: Path, name: str, dtype: str, rows: int) -> None:
        import zstandard

        self.part, self.column = part, name
        self.dtype, self.rows = dtype, rows
        self.sums: list[str] = []
        self.offsets = [0]
        self.file = _create(part / f"{name}.zst")
        self.compress = zstandard.ZstdCompressor(level=LEVEL, write_content_size=True).compress

    def add(self, rows: NDArray[Any], *, is_keys: bool = False) -> None:
        frame = self.compress(differences(rows) if is_keys else rows.tobytes())
        self.sums.append(f"{zlib.crc32(frame):08x}")
        self.file.write(frame)
        self.offsets.append(self.offsets[-1] + len(frame))

    def finish(self) -> dict[str, File]:
        if len(self.sums) != blocks_of(self.rows):
            raise InputError(f"a table of {self.rows:,} rows was announced, but another number came")
        _flush(self.file)
        entry = File(self.dtype, self.rows, self.offsets[-1], "".join(self.sums))
        offsets = np.array(self.offsets, dtype="<i8")
        return {f"{self.column}.zst": entry} | write_column(
            self.part, f"{self.column}.offsets", "<i8", offsets
        )

    def close(self) -> None:
        self.file.close()


def differences(keys: NDArray[np.int64]) -> bytes:
    """Return by how much each key of a block is above the one before, in the narrowest type that holds that."""
    steps = np.diff(keys)
    width = next(width for width in (1, 2, 4, 8) if int(steps.max(initial=0)) < 1 << 8 * width)
    return steps.astype(f"<u{width}").tobytes()


def _create(path: Path) -> BinaryIO:
    return path.open("xb", buffering=1 << 20)


def _flush(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _write(path: Path, data: bytes) -> None:
    with _create(path) as file:
        file.write(data)
        _flush(file)


def _flush_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems flush no folders
            raise
    finally:
        os.close(descriptor)
