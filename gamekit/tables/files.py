"""The files of a table on disk: `.npy` headers, keys as differences, and opening only plain files inside the folder."""

from __future__ import annotations

import errno
import os
import resource
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import LimitError, TableError, explained

Given = ParamSpec("Given")
Found = TypeVar("Found")

BLOCK: Final = 256
"""The usual number of rows of a block, which is read to look up one row; the last block of a column may have fewer."""

HEADER_BYTES: Final = 128

INDICES: Final = ("keys", "states")
"""The names of the columns in which states are looked up."""

VALUES: Final = ("|i1", "<i2", "<i4", "<i8")
REMOTENESSES: Final = ("|u1", "<u2", "<u4")
"""The types that the column of remotenesses may have, narrowest first."""

FENCES: Final = "fences.npy"
SUMS: Final = ".crc32.npy"
"""The end of the name of the file with the checksums of a column, one row per block."""

OPEN_FILE_LIMITS: Final = (65_536, 10_240)
"""The limits of open files to try if the system refuses its own limit, as macOS does."""


@attrs.frozen
class File:
    """A file of a table.

    Attributes:
        dtype: the type of a row, in NumPy's notation; for a compressed file, the type of its content.
        rows: the number of rows.
        bytes: the size of the file in bytes.
        crc32: the checksums of the blocks, eight hexadecimal digits each; None if another file has them.
        rows_in_a_block: the number of rows of each block but the last, which may have fewer.
    """

    dtype: str
    rows: int
    bytes: int
    crc32: str | None
    rows_in_a_block: int = BLOCK

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return blocks_of(self.rows, self.rows_in_a_block)

    def rows_of(self, block: int) -> int:
        """Return the number of rows of one block."""
        return min(self.rows_in_a_block, self.rows - block * self.rows_in_a_block)


def width_of(dtype: str) -> int:
    """Return the number of bytes of a row of this type."""
    return int(dtype[2:])


def npy_header(dtype: str, rows: int) -> bytes:
    """Return the header of a one-dimensional `.npy` file, which always takes 128 bytes.

    >>> npy_header("<i8", 3)[:16]
    b"\\x93NUMPY\\x01\\x00v\\x00{'desc"
    """
    fields = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({rows},), }}"
    start = b"\x93NUMPY\x01\x00" + (HEADER_BYTES - 10).to_bytes(2, "little")
    return start + fields.encode("ascii").ljust(HEADER_BYTES - 11) + b"\n"


def blocks_of(rows: int, rows_in_a_block: int = BLOCK) -> int:
    """Return the number of blocks of a column with `rows` rows."""
    return -(-rows // rows_in_a_block)


def differences(keys: NDArray[np.int64], rows: int) -> list[bytes]:
    """Return the differences between the sorted keys of each block, in as few bytes as its largest one takes.

    >>> [block.hex(" ", 2) for block in differences(np.array([7, 8, 700, 900]), 3)]
    ['0000 0100 b402', '00']
    """
    starts = np.arange(0, len(keys), rows)
    steps = np.diff(keys, prepend=keys[:1]).astype("<i8", copy=False)
    steps[starts] = 0
    digits = steps.view(np.uint8).reshape(-1, 8)
    widths = [max(1, -(-most.bit_length() // 8)) for most in np.maximum.reduceat(steps, starts).tolist()]
    return [digits[i : i + rows, :width].tobytes() for i, width in zip(starts.tolist(), widths, strict=True)]


def keys_from(firsts: NDArray[np.int64], content: bytes, rows: int) -> NDArray[np.int64]:
    """Return the keys of several blocks of equal length, one block per row, from the first keys and all differences.

    >>> keys_from(np.array([7, 20]), bytes([0, 1, 0, 5]), 2)
    array([[ 7,  8],
           [20, 25]])
    """
    steps = np.frombuffer(content, dtype=np.uint8).reshape(len(firsts), rows, -1)
    keys = np.zeros((len(firsts), rows), dtype="<i8")
    digits = keys.view(np.uint8).reshape(len(firsts), rows, 8)
    for i in range(steps.shape[2]):  # a copy of all bytes at once would loop over a few bytes at a time
        digits[:, :, i] = steps[:, :, i]
    keys[:, 0] += firsts
    return np.cumsum(keys, axis=1, out=keys)


def with_more_files(function: Callable[Given, Found], *given: Given.args, **more: Given.kwargs) -> Found:
    """Call a function that opens a file; if too many files are open, raise the limit, and call it again.

    Raises:
        LimitError: the system allows no more open files.
        OSError: the file cannot be opened for another reason.
    """
    try:
        return function(*given, **more)
    except OSError as error:
        if error.errno != errno.EMFILE:
            raise
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (hard, *(many for many in OPEN_FILE_LIMITS if many > soft)):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return function(*given, **more)
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno != errno.EMFILE:
                raise
    raise LimitError(f"more than {soft:,} files would be open, the limit; raise it (ulimit -n)")


class Folder:
    """A table's folder, kept open, so that all files come from the same folder whatever is renamed meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with explained(f"cannot open {path}"):
            self._descriptor = with_more_files(os.open, path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def exists(self, name: str) -> bool:
        """Return whether the folder has a file, or anything else, of this name."""
        return self._mode(name) is not None

    def _mode(self, name: str) -> int | None:
        try:
            return os.stat(name, dir_fd=self._descriptor, follow_symlinks=False).st_mode
        except OSError:
            return None

    def read(self, name: str, most: int) -> bytes:
        """Return the content of a file of at most `most` bytes.

        Raises:
            TableError: the file is missing, not a plain file, or larger.
        """
        descriptor, size = self._open(name)
        with os.fdopen(descriptor, "rb") as file:
            if size > most:
                raise TableError(f"{self.path / name} may have at most {most:,} bytes; it has {size:,}")
            with explained(f"cannot read {self.path / name}", TableError):
                return file.read(size)

    def open(self, name: str, size: int) -> int:
        """Return a descriptor of a file of `size` bytes; the caller closes it.

        Raises:
            TableError: the file is missing, not a plain file, or of another size.
        """
        descriptor, actual = self._open(name)
        if actual != size:
            os.close(descriptor)
            raise TableError(f"{self.path / name} must have {size:,} bytes; it has {actual:,}")
        return descriptor

    def _open(self, name: str) -> tuple[int, int]:
        """Return a descriptor of a plain file in this folder, and its size, without following links."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # does not wait for a pipe
        try:
            descriptor = with_more_files(os.open, name, flags, dir_fd=self._descriptor)
        except FileNotFoundError:
            raise TableError(f"{self.path / name} is missing") from None
        except OSError as error:
            if stat.S_ISLNK(self._mode(name) or 0):
                raise TableError(f"{self.path / name} is a symbolic link; a table must have none") from None
            raise TableError(f"cannot open {self.path / name}: {error.strerror}") from error
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            os.close(descriptor)
            raise TableError(f"{self.path / name} is not a plain file")
        return descriptor, about.st_size
