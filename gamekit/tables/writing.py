"""Writing a table: beside its folder, flushed, and renamed at last, so that it exists whole or not at all.

What is written comes as a stream of chunks, so that no column need be in memory. How many rows there will be is known
before.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.engine.memory import in_words
from gamekit.errors import InputError, LimitError
from gamekit.tables.files import BLOCK, blocks_of
from gamekit.tables.growing import (
    CompressedFile,
    GrowingFile,
    PlainFile,
    ShortFile,
    flush,
    sums_file,
)
from gamekit.tables.manifest import FENCES, NAME, File, Manifest, as_bytes, width_of

Chunk = Mapping[str, NDArray[Any]]
"""Some rows of every column, by its name."""

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


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
            with _create(part / NAME) as file:
                file.write(as_bytes(manifest(files)))
                flush(file)
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
    with ExitStack() as stack:

        def create(name: str) -> BinaryIO:
            return stack.enter_context(_create(part / name))

        files: dict[str, GrowingFile] = {}
        for name, dtype in dtypes.items():
            if compress:
                files[name] = CompressedFile(create, name, dtype, places)
            else:
                files[name] = PlainFile(create, f"{name}.npy", dtype, places, sums_file(create, name, places))
        fences = None
        if first in ("keys", "states"):
            fences = ShortFile(create, FENCES, dtypes[first], blocks_of(places))
        for rows in in_blocks(chunks, dtypes):
            for name, file in files.items():
                file.add(rows[name])
            if fences is not None:
                fences.add(rows[first][::BLOCK])
        entries: dict[str, File] = {}
        for file in (*files.values(), *filter(None, [fences])):
            entries |= file.finish()
    return entries


def in_blocks(chunks: Iterable[Chunk], dtypes: Mapping[str, str]) -> Iterator[Chunk]:
    """Cut chunks where blocks end; the last one may end within a block."""
    rest: Chunk = {name: np.empty(0, dtype=dtype) for name, dtype in dtypes.items()}
    held = 0
    for chunk in chunks:
        joined = {
            name: np.concatenate([rest[name], chunk[name].astype(dtypes[name], copy=False)])
            for name in dtypes
        }
        held = len(next(iter(joined.values())))
        full = held - held % BLOCK
        if full:
            yield {name: rows[:full] for name, rows in joined.items()}
        rest = {name: rows[full:] for name, rows in joined.items()}
        held -= full
    if held:
        yield rest


def _create(path: Path) -> BinaryIO:
    return path.open("xb", buffering=1 << 20)


def _flush_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems flush no folders
            raise
    finally:
        os.close(descriptor)
