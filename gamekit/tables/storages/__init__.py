"""Storages by name: the ways in which the rows of a column lie in the files of a table or a certificate."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from gamekit.errors import InputError
from gamekit.game.foreign_errors import safe_repr

if TYPE_CHECKING:
    from gamekit.tables.storages.storage import Storage

STORAGES: Final = {
    "npy": "the rows as NumPy keeps them, which are used where they lie",
    "zstd": "blocks of rows compressed by zstd, and keys as differences",
    "lzma": "large blocks of rows compressed by LZMA: the smallest, and the slowest to look up",
}
"""The description of each storage, by the name of its module; a table names its own storage."""

USUAL_STORAGE: Final = "npy"
COMPRESSED: Final = "zstd"
"""The storages that are used if none is named: the usual one, and the one for tables to be compressed."""


def storage_called(name: str) -> Storage:
    """Return the storage of this name."""
    storage: Storage = import_module(f"{__name__}.{name}").STORAGE
    return storage


def storage_name(compress: bool | str) -> str:
    """Return the name of the storage that `compress` asks for.

    Raises:
        InputError: there is no storage of this name.

    >>> storage_name(True), storage_name("npy")
    ('zstd', 'npy')
    """
    if isinstance(compress, bool):
        return COMPRESSED if compress else USUAL_STORAGE
    if not (isinstance(compress, str) and compress in STORAGES):
        raise InputError(
            f"compress must be True, False or the name of a storage ({', '.join(STORAGES)}); "
            f"it is {safe_repr(compress, longest=60)}"
        )
    return compress
