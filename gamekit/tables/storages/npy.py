"""The storage "npy": the rows of a column as they are in an `.npy` file, which is mapped into memory."""

from __future__ import annotations

from typing import Final

from gamekit.tables.blocks import PlainColumn
from gamekit.tables.column_files import ColumnFile
from gamekit.tables.files import HEADER_BYTES, width_of
from gamekit.tables.storages.storage import Storage


def _bytes_of(dtype: str, rows: int) -> int:
    return HEADER_BYTES + rows * width_of(dtype)


STORAGE: Final = Storage(".npy", ColumnFile, PlainColumn, _bytes_of)
