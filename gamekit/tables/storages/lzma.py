"""The storage "lzma": large blocks of rows compressed by LZMA, the smallest of all and the slowest to look up."""

from __future__ import annotations

import lzma
from typing import Any, Final

from numpy.typing import NDArray

from gamekit.tables.packed_blocks import BESIDE, PackedColumn, PackedFile
from gamekit.tables.storages.storage import Storage

IN_A_BLOCK: Final = 1 << 16
"""The number of results in a block: a quarter as many make tables up to a third larger."""

DICTIONARY: Final = 1 << 19
"""The bytes that LZMA looks back: a block of results of 8 bytes, which is the largest."""

LZMA: Final = {"id": lzma.FILTER_LZMA1, "preset": 6, "lc": 3, "lp": 0, "pb": 0, "dict_size": DICTIONARY}
"""The settings, the same in every file, since raw blocks do not name them. `pb` is 0, as results are bytes."""

KEY_BYTES: Final = 8


def filters_of(column: str) -> list[dict[str, Any]]:
    """Return the filters for the blocks of a column: keys are sorted, so their differences are compressed."""
    before = [{"id": lzma.FILTER_DELTA, "dist": KEY_BYTES}] if column == "keys" else []
    return [*before, LZMA]


class SmallestFile(PackedFile):
    """A column of blocks of raw LZMA that is being written."""

    def packed(self, rows: NDArray[Any]) -> list[Any]:
        """Return the rows of each block, compressed."""
        filters = filters_of(self.column)
        return [lzma.compress(block, lzma.FORMAT_RAW, filters=filters) for block in self.blocks(rows)]


class SmallestColumn(PackedColumn):
    """A column of blocks of raw LZMA."""

    def unpacked(self, number: int, data: bytes, size: int) -> bytes:
        """Return the bytes of the rows in a block, or one more if it holds more."""
        reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters_of(self.column))
        return reader.decompress(data, size + 1)


STORAGE: Final = Storage(
    ".lzma", SmallestFile, SmallestColumn, beside=BESIDE, is_compressed=True, rows_in_a_block=IN_A_BLOCK
)
