"""Write a table to a temporary folder, flush it and rename it, so that it exists completely or not at all.

The rows come as a stream of chunks, so no column has to fit in memory. Their number is known in advance.
"""

from __future__ import annotations

import errno
import fcntl
import glob
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from numpy.typing import NDArray

from gamekit.engine.runtime.array_files import aside, left_aside
from gamekit.engine.runtime.memory_budget import format_bytes
from gamekit.errors import InputError, LimitError
from gamekit.tables.column_writer import ColumnFile, CompressedFile, flush
from gamekit.tables.files import blocks_of
from gamekit.tables.manifest import FENCES, NAME, SUMS, File, as_bytes, width_of

Chunk = Mapping[str, NDArray[Any]]
"""Some rows of every column, by column name."""

TAKEN: Final = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR)
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def check_target(folder: Path) -> None:
    """Refuse a folder that cannot become a table, before any work is done for it.

    What killed processes have left of the same folder is removed.

    Raises:
        InputError: the folder exists already and is not empty, or cannot be created.
    """
    if folder.is_symlink() or (folder.exists() and not _is_empty_folder(folder)):
        raise InputError(f"cannot write {folder}: there is such a {_kind(folder)} already")
    if folder.is_mount():
        raise InputError(f"cannot write {folder}: a disk begins there; name a folder on it")
    remove_abandoned(folder.absolute().parent, glob.escape(folder.name))
    with _naming_errors(folder), _made_beside(folder.absolute()) as trial:
        trial.rmdir()


def _is_empty_folder(path: Path) -> bool:
    with suppress(OSError):
        return path.is_dir() and not any(path.iterdir())
    return False


def _kind(path: Path) -> str:
    return "folder" if path.is_dir() else "file"


@contextmanager
def _made_beside(folder: Path) -> Iterator[Path]:
    """Make a folder next to `folder` with a name that nothing else uses, locked as long as this process works on it."""
    part = aside(folder)
    part.mkdir()
    with _opened(part) as descriptor:
        with suppress(OSError):  # some file systems have no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield part


def remove_abandoned(parent: Path, names: str) -> None:
    """Remove what killed processes have left of folders in another one, which is not locked any more.

    Args:
        parent: the other folder.
        names: a pattern of the names that they would have had.
    """
    for part in left_aside(parent, names):
        with suppress(OSError), _opened(part) as descriptor:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(part)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Open a folder, and give its descriptor."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _naming_errors(folder: Path) -> Iterator[None]:
    """Turn errors of the system into gamekit's own, which name the table."""
    try:
        yield
    except OSError as error:
        what = f"cannot write {folder}: {error.strerror}"
        if error.errno in NO_ROOM:
            raise LimitError(f"{what}; nothing is left of it") from error
        raise InputError(what) from error


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
        folder: of the table; it may exist if it is empty.
        chunks: all rows in order, in portions of any size.
        dtypes: the type of each column by name; the sorted column comes first, unless the table is dense.
        places: the number of rows.
        manifest: returns the manifest for these files.
        compress: whether to compress the columns.

    Raises:
        InputError: the folder exists already, or cannot be written.
        LimitError: the disk is too small. Nothing is left behind.
    """
    with _naming_errors(folder), _made_beside(folder.absolute()) as part:
        try:
            needed, free = places * sum(map(width_of, dtypes.values())), shutil.disk_usage(part).free
            if needed > free and not compress:  # the size after compression is unknown
                size = f"{format_bytes(needed)}, and {format_bytes(free)} are free there"
                raise LimitError(f"cannot write {folder}: it takes {size}")
            files = _write_columns(part, chunks, dtypes, places, compress=compress)
            with (part / NAME).open("xb") as file:
                file.write(as_bytes(manifest(files)))
                flush(file)
            _flush_folder(part)
            _rename(part, folder)
            _flush_folder(part.parent)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise


def _rename(part: Path, folder: Path) -> None:
    """Rename the finished table, unless another one has taken its name meanwhile."""
    try:
        part.rename(folder.absolute())
    except OSError as error:
        if error.errno not in TAKEN:
            raise
        raise InputError(
            f"cannot write {folder}: somebody else has just written such a {_kind(folder)}"
        ) from error


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


def _flush_folder(path: Path) -> None:
    with _opened(path) as descriptor:
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems cannot flush folders
                raise
