"""`Storage`: the way in which the rows of a column lie in its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from gamekit.tables.blocks import Column
from gamekit.tables.column_files import ColumnFile
from gamekit.tables.files import BLOCK, INDICES, File, Folder


@attrs.frozen
class Storage:
    """The way in which the rows of a column lie in its file: a class that writes them, and a function that opens them.

    Attributes:
        suffix: the end of the name of a column's file.
        writer: the class that writes a file, with the constructor of `ColumnFile`.
        reader: a function that returns the `Column` that reads a file, given the folder, the name of the file, its
            entry in the manifest, its checksums, the columns with a row per block by the names of their files, and the
            bound below which the numbers of pairs lie, or None.
        bytes_of: a function that returns the size of a file, given the type and the number of its rows; None if the
            size depends on their content.
        beside: the files with a row per block that a reader needs, by the ends of their names: the number of additional
            rows, and the type of a row, in NumPy's notation.
        rows_in_a_block: the number of rows in a block of a column of numbers to be looked up by place, such as
            results. Keys and texts are in smaller blocks, because to find one takes reading a block of them.
        is_compressed: whether rows are read into memory, and not used where they lie; a table then numbers the pairs of
            its values and remotenesses.
    """

    suffix: str
    writer: type[ColumnFile]
    reader: Callable[[Folder, str, File, Column, Mapping[str, Column], int | None], Column]
    bytes_of: Callable[[str, int], int | None] = lambda *_: None
    beside: Mapping[str, tuple[int, str]] = attrs.field(factory=dict)
    rows_in_a_block: int = BLOCK
    is_compressed: bool = False

    def rows_in_a_block_of(self, column: str) -> int:
        """Return the number of rows in a block of a column."""
        return BLOCK if column in INDICES else self.rows_in_a_block
