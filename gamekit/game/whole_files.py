"""Files and folders that are there whole or not at all: written aside, and renamed once they are done."""

from __future__ import annotations

import errno
import fcntl
import glob
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from gamekit.errors import explained

UNFINISHED: Final = ".part"

RANDOM_BYTES: Final = 4
"""The number of random bytes in the name of an unfinished file or folder."""

LONGEST_NAME: Final = 240
"""The largest number of bytes of a name that the name of its unfinished file contains."""

STREAMS: Final = ("/dev/fd/", "/dev/std", "/proc/")
"""The beginnings of paths to files that are open already, such as those that the shell has opened."""

EXISTS: Final = "the file exists already"

TAKEN: Final = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR)


def aside(path: Path) -> Path:
    """Return an unused path in the same folder, to which something is written before it is renamed to `path`."""
    name = os.fsencode(path.name)[:LONGEST_NAME].decode(errors="ignore")
    return path.with_name(f"{name}.{os.urandom(RANDOM_BYTES).hex()}{UNFINISHED}")


def left_aside(folder: Path, names: str) -> Iterator[Path]:
    """Yield the unfinished files and folders in a folder whose final names match a pattern."""
    return folder.glob(f"{names}.{'[0-9a-f]' * 2 * RANDOM_BYTES}{UNFINISHED}")


def remove_abandoned(parent: Path, names: str) -> None:
    """Remove what killed processes left unfinished under such names in a folder; it is still in use if it is locked."""
    for part in left_aside(parent, names):
        with suppress(OSError), _opened(part) as descriptor:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(part) if part.is_dir() else part.unlink()


# --- files ----------------------------------------------------------------------------------------------------


def check_file(path: str | os.PathLike[str], *, replace: bool) -> None:
    """Raise the errors of `whole_file`, before any work is done for the file.

    Unfinished versions of the file that killed processes have left are removed.

    Args:
        path: the file.
        replace: whether the file may exist already.

    Raises:
        OSError: the file exists although it must not, or cannot be written.
    """
    if (place := _place(Path(path), replace=replace)) is not None:
        remove_abandoned(place.parent, glob.escape(place.name))
        part = aside(place)
        try:
            part.touch(exist_ok=False)
        finally:  # an interrupt may come between the two
            part.unlink(missing_ok=True)


def write_file(path: str | os.PathLike[str], content: bytes, *, replace: bool) -> None:
    """Write a file, which appears as a whole, as by `whole_file`.

    Raises:
        InputError: the file exists although it must not, or cannot be written.
        LimitError: the disk is full.
    """
    with explained(f"cannot write {path}"), whole_file(path, replace=replace) as file:
        file.write(content)


@contextmanager
def whole_file(path: str | os.PathLike[str], *, replace: bool, flush: bool = True) -> Iterator[BinaryIO]:
    """Open a file to write, which appears as a whole when the `with` statement ends; if that fails, nothing changes.

    A symbolic link stays one, a file that is replaced passes its mode and owner on, and devices and pipes are written
    to as they are.

    Args:
        path: the file.
        replace: whether the file may exist already.
        flush: whether the file must be on the disk when it appears, so that a power cut cannot damage it.

    Raises:
        OSError: the file exists although it must not, or cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(f"{folder}/new", replace=False) as file:
    ...         print(file.write(b"text"), Path(folder, "new").exists())
    ...     print(Path(folder, "new").read_text())
    4 False
    text
    """
    place = _place(Path(path), replace=replace)
    if place is None:
        with Path(path).open("wb") as file:
            yield file
        return
    part = aside(place)
    try:
        with part.open("xb") as file:
            if flush:
                _lock(file.fileno())
            yield file
            _take_over(place, file)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        _rename_file(part, place, replace=replace)
        if flush:
            _flush_folder(place.parent)
    finally:
        with suppress(OSError):
            part.unlink()


def _place(path: Path, *, replace: bool) -> Path | None:
    """Return the path of a file after symbolic links; None for a device, a pipe, or a stream that is open already."""
    if os.path.abspath(path).startswith(STREAMS):  # noqa: PTH100
        return None
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return path.resolve()
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        return None
    if not replace:
        raise FileExistsError(errno.EEXIST, EXISTS)
    path.open("ab").close()  # a rename would not mind that the file is read-only
    return path.resolve()


def _take_over(place: Path, file: BinaryIO) -> None:
    """Give a file the owner and the mode of the one that it is to replace, as far as the system allows that."""
    with suppress(OSError):
        replaced = place.stat()
        with suppress(OSError):
            os.fchown(file.fileno(), replaced.st_uid, replaced.st_gid)
        os.fchmod(file.fileno(), replaced.st_mode & 0o777)


def _rename_file(part: Path, place: Path, *, replace: bool) -> None:
    """Rename a finished file, unless another one that must not be replaced has taken its name meanwhile."""
    if not replace:
        try:
            return place.hardlink_to(part)  # unlike a rename, this never replaces anything
        except OSError as error:  # some file systems have no such links
            if error.errno == errno.EEXIST or os.path.lexists(place):
                raise FileExistsError(errno.EEXIST, EXISTS) from error
    part.replace(place)


# --- folders --------------------------------------------------------------------------------------------------


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Make a folder to fill, which gets its name when the `with` statement ends; if that fails, nothing is left.

    Raises:
        OSError: the folder exists and is not empty, or cannot be written.
    """
    folder = folder.absolute()
    with made_beside(folder) as part:
        try:
            yield part
            _flush_folder(part)
            _rename_folder(part, folder)
            _flush_folder(folder.parent)
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise


@contextmanager
def made_beside(folder: Path) -> Iterator[Path]:
    """Make a folder next to `folder` with an unused name, locked until the `with` statement ends."""
    part = aside(folder)
    part.mkdir()
    with _opened(part) as descriptor:
        _lock(descriptor)
        yield part


def kind_of(path: Path) -> str:
    """Return whether a path is a folder or a file, in a word."""
    return "folder" if path.is_dir() else "file"


def _rename_folder(part: Path, folder: Path) -> None:
    """Rename a finished folder, unless something else has taken its name meanwhile."""
    try:
        part.rename(folder)
    except OSError as error:
        if error.errno not in TAKEN:
            raise
        what = f"another process has just written the same {kind_of(folder)}"
        raise FileExistsError(errno.EEXIST, what) from error


# --- both -----------------------------------------------------------------------------------------------------


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    """Open a file or folder, and give its descriptor; a pipe is not waited for."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Show other processes that this one is at work, as far as the file system has locks."""
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _flush_folder(path: Path) -> None:
    with _opened(path) as descriptor:
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems cannot flush folders
                raise
