"""`Files`: the opened files of a table, independent of its game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.errors import TableError
from gamekit.tables.blocks import Column, PlainColumn
from gamekit.tables.files import SUMS, Folder
from gamekit.tables.manifest import NUMBERS, RESULTS, Description, Manifest, read_manifest

Read = Callable[[Column], NDArray[Any]]
"""A function that reads some rows of a column."""


@attrs.frozen(eq=False)
class Files:
    """The opened files of a table, independent of the game.

    Attributes:
        path: the folder of the table.
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
            manifest = read_manifest(folder, Manifest)
            return cls(path, manifest, *open_columns(folder, manifest))

    def arrays(self, read: Read) -> ResultArrays:
        """Return the results in the rows that a function reads."""
        if self.manifest.pairs is None:
            return ResultArrays(self.values(read), self.remoteness(read))
        value, remoteness = self._of_pairs
        return ResultArrays(value, remoteness, read(self.columns[NUMBERS]))

    def item(self, place: int) -> tuple[int, int]:
        """Return the value and the remoteness at a place, reading one block of each column."""
        if self.manifest.pairs is None:
            value, remoteness = (self.columns[name].item(place) for name in RESULTS)
            return value, remoteness
        return self.manifest.pairs[self.columns[NUMBERS].item(place)]

    def values(self, read: Read) -> NDArray[Any]:
        """Return the values in the rows that a function reads."""
        return self._one_of_both(0, read)

    def remoteness(self, read: Read) -> NDArray[Any]:
        """Return the remotenesses in the rows that a function reads."""
        return self._one_of_both(1, read)

    def _one_of_both(self, which: int, read: Read) -> NDArray[Any]:
        if self.manifest.pairs is None:
            return read(self.columns[RESULTS[which]])
        column: NDArray[Any] = self._of_pairs[which][read(self.columns[NUMBERS])]
        return column

    @cached_property
    def _of_pairs(self) -> list[NDArray[Any]]:
        both, dtypes = zip(*self.manifest.pairs or (), strict=True), self.manifest.result_dtypes
        return [np.array(numbers, dtype=dtype) for numbers, dtype in zip(both, dtypes, strict=True)]

    def wrong(self, what: str) -> TableError:
        """Return an error about a table that contradicts itself or the rules."""
        return TableError(f"{self.path} is wrong: {what}")


def open_columns(folder: Folder, manifest: Description) -> tuple[dict[str, Column], dict[str, Column]]:
    """Open the columns of a table or certificate: those with a row per place by name, the others by file name."""
    short: dict[str, Column] = {
        name: PlainColumn(folder, name, file, np.frombuffer(bytes.fromhex(file.crc32), dtype=">u4"))
        for name, file in manifest.files.items()
        if file.crc32 is not None
    }
    return {name: _column(folder, manifest, name, short) for name in manifest.columns}, short


def _column(folder: Folder, manifest: Description, name: str, short: dict[str, Column]) -> Column:
    storage, pairs = manifest.kept, len(manifest.pairs or ()) if name == NUMBERS else None
    return storage.reader(
        folder, name + storage.suffix, manifest.column(name), short[name + SUMS], short, pairs
    )
