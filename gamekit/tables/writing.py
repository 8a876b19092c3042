"""Write a table to a temporary folder, flush it and rename it, so that it exists completely or not at all.

The rows come as a stream of chunks, so no column has to fit in memory. Their number is known in advance.
"""

from __future__ import annotations

import glob
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, BinaryIO

from numpy.typing import NDArray

from gamekit.engine.runtime.memory_budget import format_bytes
from gamekit.errors import InputError, LimitError, explained
from gamekit.game.whole_files import kind_of, made_beside, remove_abandoned, whole_folder
from gamekit.tables.column_files import ColumnFile, flush
from gamekit.tables.files import FENCES, INDICES, SUMS, File, blocks_of
from gamekit.tables.manifest import Description, as_bytes
from gamekit.tables.path_kinds import NAME
from gamekit.tables.storages import storage_called
from gamekit.tables.storages.storage import Storage

Chunk = Mapping[str, NDArray[Any]]
"""Some rows of every column, by column name."""


def check_target(folder: Path) -> None:
    """Refuse a folder that cannot become a table, before any work is done for it.

    Temporary folders that killed processes left while they wrote the same folder are removed.

    Raises:
        InputError: the folder exists already and is not empty, or cannot be created.
    """
    if folder.is_symlink() or (folder.exists() and not _is_empty_folder(folder)):
        raise InputError(f"cannot write {folder}: this {kind_of(folder)} exists already; name another folder")
    if folder.is_mount():
        raise InputError(f"cannot write {folder}: it is the root of a disk; name a folder inside it")
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
    manifest: Callable[[dict[str, File]], Description],
    storage: str,
) -> None:
    """Write a table, or a certificate.

    Args:
        folder: the folder of the table; it may exist if it is empty.
        chunks: all rows in order, in portions of any size.
        dtypes: the type of each column by name; the sorted column comes first, unless the table is dense.
        places: the number of rows.
        manifest: a function that returns the manifest, given the entries of the files.
        storage: the name of the storage of the columns.

    Raises:
        InputError: the folder exists already, or cannot be written.
        LimitError: the disk is too small. Nothing is left behind.
    """
    how = storage_called(storage)
    with explained(f"cannot write {folder}"), whole_folder(folder) as part:
        needed = sum(how.bytes_of(dtype, places) or 0 for dtype in dtypes.values())
        free = shutil.disk_usage(part).free
        if needed > free:
            size = f"{format_bytes(needed)}, but only {format_bytes(free)} are free there"
            raise LimitError(f"cannot write {folder}: it needs {size}")
        files = _write_columns(part, chunks, dtypes, places, how)
        described = manifest(files)
        if (broken := next((rule for holds, rule in described.checks() if not holds), None)) is not None:
            raise InputError(f"cannot write {folder}: its files break a rule of the format: {broken}")
        with (part / NAME).open("xb") as file:
            file.write(as_bytes(described))
            flush(file)


def _write_columns(
    part: Path, chunks: Iterable[Chunk], dtypes: Mapping[str, str], places: int, storage: Storage
) -> dict[str, File]:
    columns: dict[str, ColumnFile] = {}
    entries: dict[str, File] = {}
    with ExitStack() as stack:

        def create(name: str) -> BinaryIO:
            return stack.enter_context((part / name).open("xb", buffering=1 << 20))

        for name, dtype in dtypes.items():
            size = storage.rows_in_a_block_of(name)
            sums = ColumnFile(create, name + SUMS, "<u4", blocks_of(places, size))
            columns[name] = storage.writer(create, name + storage.suffix, dtype, places, sums, size)
        if (first := next(iter(dtypes))) in INDICES:
            fences = ColumnFile(create, FENCES, dtypes[first], blocks_of(places))
            columns[first].fences = columns[FENCES] = fences
        for rows in chunks:
            for name in dtypes:
                columns[name].add(rows[name])
        for column in columns.values():
            entries |= column.finish()
    return entries
