"""The cache files of Numba: in private folders only, and with checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numba

from gamekit.game.private_cache import distrust, is_intact, keep, private_folder, say_once
from gamekit.game.version import __version__

caching: Any = import_module("numba.core.caching")  # versions differ in what they say of their types

_save, _ensure_folder = caching.Cache.save_overload, caching._CacheLocator.ensure_cache_path


def keep_safely() -> None:
    """Make Numba store all functions that this process compiles in private folders, with checksums."""
    caching.IndexDataCacheFile = SealedFiles
    caching.Cache.save_overload = _save_if_possible
    caching._CacheLocator.ensure_cache_path = _ensure_private_folder


class SealedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Numba's cache files of a function, each with a checksum at its end, which unpickling ignores.

    Numba trusts its index. But a process may have been killed before it wrote data that the index names, or another
    process may have written data of another signature. So data contain their key.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: Any) -> None:
        """Name the files differently from those that Numba writes without gamekit."""
        super().__init__(cache_path, f"{filename_base}.sealed", source_stamp)
        self._version: str = f"{numba.__version__}, llvmlite {llvmlite.__version__}, gamekit {__version__}"

    def load(self, key: Any) -> Any:
        """Return the data stored under a key; None if there are none, or they are damaged or of another version."""
        with suppress(Exception):  # there may be nothing, or something of classes that are no more
            of, data = super().load(key)
            return data if of == (self._version, self._source_stamp, key) else None

    def save(self, key: Any, data: Any) -> None:
        """Store data under a key."""
        super().save(key, ((self._version, self._source_stamp, key), data))

    def _load_index(self) -> Any:
        if is_intact(Path(self._index_path), _is_sealed):
            with suppress(Exception):  # signatures may be of classes that are no more
                return super()._load_index()
        return {}

    def _load_data(self, name: str) -> Any:
        return super()._load_data(name) if is_intact(Path(self._data_path(name)), _is_sealed) else None

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[Any]:
        content = BytesIO()
        yield content
        is_intact(Path(filepath), _is_sealed)  # what cannot be replaced is removed
        keep(Path(filepath), content.getvalue() + _seal(content.getvalue()))


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def _is_sealed(content: bytes) -> bool:
    return content[-32:] == _seal(content[:-32])


def _save_if_possible(cache: Any, signature: Any, data: Any) -> None:
    try:
        _save(cache, signature, data)
    except OSError as error:
        say_once("full", f"gamekit: compiled code cannot be kept in {cache.cache_path}: {error.strerror}")


def _ensure_private_folder(locator: Any) -> None:
    """Refuse a folder into which others could have put code, so that Numba tries the next one.

    What lies beside the source of a function need not be safer than the source itself.
    """
    folder = Path(locator.get_cache_path())
    is_beside = "InTree" in type(locator).__name__  # it has had two names
    if not is_beside or (distrust(folder) and not distrust(folder.parent)):
        private_folder(folder)
    else:
        folder.mkdir(mode=0o755, exist_ok=True)
    _ensure_folder(locator)
    locator.is_ensured = True


def is_private(locator: Any) -> bool:
    """Return whether a locator's folder is private, after making it if the locator has not ensured that it exists."""
    with suppress(OSError):
        if not hasattr(locator, "is_ensured"):
            _ensure_private_folder(locator)
        return True
    return False
