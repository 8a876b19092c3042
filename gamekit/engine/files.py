"""Arrays in files: written beside, then renamed, so that a file is there whole or not at all; with checksums."""

from __future__ import annotations

import errno
import uuid
import zlib
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import GamekitError, InputError, LimitError

UNFINISHED: Final = ".part"

_checked: dict[str, set[str]] = {}
"""The arrays that this process has checked as a whole: their names, for the last opening of a work folder."""


@attrs.frozen
class Filed:
    """An array in a file, which is nothing but its bytes.

    Attributes:
        folder: where the file is.
        name: of the file.
        dtype: of the entries.
        ends: where each part of the array ends.
        sums: the CRC-32 of each part's bytes.
        opening: names the opening of the folder that this is for: at the next one, all is checked anew.
    """

    folder: str
    name: str
    dtype: str
    ends: tuple[int, ...]
    sums: tuple[int, ...]
    opening: str

    def read(self, begin: int, end: int) -> NDArray[Any]:
        """Return entries: a part among others is read, and checked; all else is mapped, and checked once a process.

        Raises:
            InputError: the file is not what it was.
        """
        if begin == end:
            return np.empty(0, dtype=self.dtype)
        part = bisect_left(self.ends, end)
        if len(self.ends) > 1 and (begin, end) == ((0, *self.ends)[part], self.ends[part]):
            return self._read_part(part, begin, end)
        mapped = self._mapped()
        if self.name not in _checked.get(self.opening, ()):
            for i, (first, last) in enumerate(zip((0, *self.ends), self.ends, strict=False)):
                self._check(i, mapped[first:last])
            if self.opening not in _checked:
                _checked.clear()
            _checked.setdefault(self.opening, set()).add(self.name)
        return mapped[begin:end]

    @property
    def _path(self) -> Path:
        return Path(self.folder, self.name)

    def _read_part(self, part: int, begin: int, end: int) -> NDArray[Any]:
        offset = begin * np.dtype(self.dtype).itemsize
        try:
            entries = np.fromfile(self._path, dtype=self.dtype, count=end - begin, offset=offset)
        except OSError as error:
            raise self._damaged(error.strerror or str(error)) from error
        if len(entries) != end - begin:
            raise self._damaged("it is too short")
        self._check(part, entries)
        return entries

    def _mapped(self) -> NDArray[Any]:
        try:
            return np.asarray(np.memmap(self._path, dtype=self.dtype, mode="r", shape=(self.ends[-1],)))
        except OSError as error:
            raise self._damaged(error.strerror or str(error)) from error
        except ValueError as error:
            raise self._damaged("it is too short") from error

    def _check(self, part: int, entries: NDArray[Any]) -> None:
        if zlib.crc32(entries.data.cast("B")) != self.sums[part]:
            raise self._damaged("its checksum is wrong")

    def _damaged(self, why: str) -> InputError:
        return InputError(f"{self._path} is damaged: {why}; delete the work folder to start anew")


@attrs.define(eq=False)
class FileKeeper:
    """Keeps the arrays of one task as files of a folder, under names that start alike."""

    folder: str
    prefix: str
    opening: str
    kept: int = 0

    def __call__(self, array: NDArray[Any], ends: Sequence[int] | None = None) -> Filed:
        """Keep an array.

        Raises:
            LimitError: the disk is full.
        """
        array = np.ascontiguousarray(array)
        ends = (len(array),) if ends is None else tuple(ends)
        pieces = (array[begin:end] for begin, end in zip((0, *ends), ends, strict=False))
        sums = tuple(zlib.crc32(piece.data.cast("B")) if len(piece) else 0 for piece in pieces)
        name = f"{self.prefix}-{self.kept}"
        self.kept += 1
        write_whole(Path(self.folder, name), array.data.cast("B") if len(array) else b"")
        return Filed(self.folder, name, array.dtype.str, ends, sums, self.opening)


def write_whole(path: Path, content: Any) -> None:
    """Write a file that is there whole or not at all.

    Raises:
        LimitError: the disk is full.
    """
    unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}{UNFINISHED}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise told(error, path) from error


def told(error: OSError, path: Path) -> GamekitError:
    """Return what to tell people who cannot write a file."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return LimitError(f"no space is left for {path}; make room, and start the same again to go on")
    return InputError(f"cannot write {path}: {error.strerror}")
