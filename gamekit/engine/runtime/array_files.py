"""Arrays in files with checksums. Files are written aside and renamed, so that each exists as a whole or not at all."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.arrays import ArrayRef
from gamekit.errors import NO_ROOM, GamekitError, InputError, LimitError
from gamekit.game.whole_files import whole_file

_checked: dict[str, set[str]] = {}
"""The names of the arrays that this process has checked as a whole, for the latest session id."""


@attrs.frozen
class FileArray(ArrayRef):
    """An array in a file that holds only the bytes of the array.

    Attributes:
        ends: the end of each part of the array.
        sums: the CRC-32 of each part's bytes.
        session_id: the identifier of the run that opened the folder; every run checks files anew.
    """

    folder: str
    name: str
    dtype: str
    ends: tuple[int, ...]
    sums: tuple[int, ...]
    session_id: str

    def read(self, begin: int = 0, end: int | None = None) -> NDArray[Any]:
        """Return the entries from `begin` to `end`; all by default.

        A single part of several is read and checked by itself; otherwise, the file is mapped, and checked once as a
        whole.

        Raises:
            InputError: the file is damaged.
        """
        end = len(self) if end is None else end
        if begin == end:
            return np.empty(0, dtype=self.dtype)
        part = bisect_left(self.ends, end)
        is_part = len(self.ends) > 1 and (begin, end) == ((0, *self.ends)[part], self.ends[part])
        try:
            if is_part:
                offset = begin * np.dtype(self.dtype).itemsize
                entries = np.fromfile(self._path, dtype=self.dtype, count=end - begin, offset=offset)
            else:
                entries = np.asarray(np.memmap(self._path, dtype=self.dtype, mode="r", shape=(len(self),)))
        except OSError as error:
            raise self._damaged(error.strerror or str(error)) from error
        except ValueError as error:
            raise self._damaged("it is too short") from error
        if is_part:
            self._check(part, entries)
            return entries
        if self.name not in _checked.get(self.session_id, ()):
            for i, (first, last) in enumerate(pairwise([0, *self.ends])):
                self._check(i, entries[first:last])
            if self.session_id not in _checked:
                _checked.clear()
            _checked.setdefault(self.session_id, set()).add(self.name)
        return entries[begin:end]

    @property
    def _path(self) -> Path:
        return Path(self.folder, self.name)

    def _check(self, part: int, entries: NDArray[Any]) -> None:
        if len(entries) != self.ends[part] - (0, *self.ends)[part]:
            raise self._damaged("it is too short")
        if zlib.crc32(entries.data.cast("B")) != self.sums[part]:
            raise self._damaged("its checksum is wrong")

    def _damaged(self, why: str) -> InputError:
        return InputError(f"{self._path} is damaged: {why}; delete the work folder to start anew")


@attrs.define(eq=False)
class FileSink:
    """Stores the arrays of one task in files, whose names begin with `prefix`."""

    folder: str
    prefix: str
    session_id: str
    count: int = 0

    def __call__(
        self, array: NDArray[Any], ends: Sequence[int] | None = None, *, separate: bool = False
    ) -> FileArray:
        """Store an array, as `keep_in_memory` does."""
        array = np.ascontiguousarray(array)
        ends = (len(array),) if ends is None else tuple(ends)
        parts = (array[begin:end] for begin, end in pairwise([0, *ends]))
        sums = tuple(zlib.crc32(part.data.cast("B")) if len(part) else 0 for part in parts)
        name = f"{self.prefix}-{self.count}"
        self.count += 1
        write_whole(Path(self.folder, name), array.data.cast("B") if len(array) else b"")
        return FileArray(self.folder, name, array.dtype.str, ends, sums, self.session_id)


def write_whole(path: Path, content: Any) -> None:
    """Write a file so that it exists as a whole or not at all."""
    with explained(path, "cannot write"), whole_file(path, replace=True, flush=False) as file:
        file.write(content)


@contextmanager
def explained(path: Path, what: str) -> Iterator[None]:
    """Turn errors of the operating system into errors of gamekit, with a sentence."""
    try:
        yield
    except OSError as error:
        raise write_error(error, path, what) from error


def write_error(error: OSError, path: Path, what: str = "cannot write") -> GamekitError:
    """Return the error of gamekit for an error of the operating system about a file or folder."""
    if error.errno in NO_ROOM:
        return LimitError(f"no space is left for {path}; make room, and run the same solve again to resume")
    return InputError(f"{what} {path}: {error.strerror}")
