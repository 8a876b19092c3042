"""`Files`: the opened files of a table, independent of its game."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
import numpy as np

from gamekit.errors import TableError
from gamekit.tables.blocks import Column, PlainColumn
from gamekit.tables.files import Folder
from gamekit.tables.manifest import FENCES, NUMBERS, OFFSETS, SUMS, Manifest
from gamekit.tables.manifest_reading import read_manifest
from gamekit.tables.result_columns import ResultColumns


@attrs.frozen(eq=False)
class Files:
    """The opened files of a table, independent of the game.

    Attributes:
        path: the folder.
        manifest: the description of the table.
        columns: the columns with a row per place, by name.
        short: the columns with a row per block, which the others need, by file name.
    """

    path: Path
    manifest: Manifest
    columns: dict[str, Column]
    short: dict[str, Column]

    @classmethod
    def open(cls, path: Path) -> Files:
        """Open the files of a table.

        Raises:
            InputError: the folder is not a table, or its format is newer than this version of gamekit.
            TableError: the table is damaged, as far as this can be seen without reading all of it.
        """
        with Folder(path) as folder:
            manifest = read_manifest(folder)
            return cls(path, manifest, *open_columns(folder, manifest))

    @cached_property
    def results(self) -> ResultColumns:
        """The columns of results."""
        return ResultColumns(self.columns, self.manifest.pairs, self.manifest.result_dtypes)

    def wrong(self, what: str) -> TableError:
        """Return an error about a table that contradicts itself or the rules."""
        return TableError(f"{self.path} is wrong: {what}")


def open_columns(folder: Folder, manifest: Any) -> tuple[dict[str, Column], dict[str, Column]]:
    """Return the columns with a row per place, and those with a row per block, of a table or a certificate."""
    short: dict[str, Column] = {
        name: PlainColumn(folder, name, file, np.frombuffer(bytes.fromhex(file.crc32), dtype=">u4"))
        for name, file in manifest.files.items()
        if file.crc32 is not None
    }
    return {name: _column(folder, manifest, name, short) for name in manifest.columns}, short


def _column(folder: Folder, manifest: Any, name: str, short: dict[str, Column]) -> Column:
    file, sums = manifest.column(name), short[name + SUMS]
    if not manifest.compressed:
        return PlainColumn(folder, f"{name}.npy", file, sums)
    from gamekit.tables.zstd_column import CompressedColumn, NumberColumn

    about = folder, f"{name}.zst", file, sums, short[name + OFFSETS]
    if name == NUMBERS:
        return NumberColumn(*about, len(manifest.pairs))
    return CompressedColumn(*about, short[FENCES] if name == "keys" else None)
