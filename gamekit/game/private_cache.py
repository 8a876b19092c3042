"""Private folders for data that later runs load and execute; damaged data are made anew."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from gamekit.game.whole_files import whole_file

UNKEPT: Final = "unkept"
"""The topic of warnings that there is no folder to keep compiled code in."""

_said: Final[set[str]] = set()


def distrust(folder: Path) -> str | None:
    """Return the reason why other users may have put code into a folder; None if only this user and root can have.

    Whoever can write to a parent folder can replace the folders in it, unless the parent is sticky. A missing folder is
    as safe as its parents.

    >>> distrust(Path("/proc/self/missing"))
    """
    user, place = os.geteuid(), Path(os.path.realpath(folder))
    for part in (*reversed(place.parents), place):
        try:
            about = part.stat()
        except OSError:  # so nothing can be taken from there
            break
        if not stat.S_ISDIR(about.st_mode):
            break
        if about.st_uid != user and (part == place or about.st_uid != 0):
            return f"{part} belongs to another user ({about.st_uid})"
        if _is_open(about) and (part == place or not about.st_mode & stat.S_ISVTX):
            return f"other users can write to {part}"
    return None


def private_folder(folder: Path) -> Path:
    """Return the real path of a folder in which no other user can have put code, after making it if it is missing.

    Raises:
        OSError: other users may have put code there, which is logged once; or the folder cannot be made.
    """
    place = Path(os.path.realpath(folder))
    if not place.exists():
        _check(place)
        for part in (*reversed(place.parents), place):
            if not part.exists():
                part.mkdir(mode=0o700, exist_ok=True)
    _check(place)
    return place


def keep(path: Path, content: bytes) -> None:
    """Write a file as a whole, and let no other user write to it, whatever the umask is."""
    with whole_file(path, replace=True, flush=False) as file:
        os.fchmod(file.fileno(), os.fstat(file.fileno()).st_mode & 0o644)
        file.write(content)


def is_intact(path: Path, is_whole: Callable[[bytes], bool]) -> bool:
    """Return whether a stored file exists and is whole, and no other user can have changed it.

    A file that is damaged or may have been changed is removed, which is logged once.
    """
    if not os.path.lexists(path):
        return False
    with suppress(OSError):
        owners, about = (os.geteuid(), 0, path.parent.stat().st_uid), path.stat()
        is_safe = stat.S_ISREG(about.st_mode) and about.st_uid in owners and not _is_open(about)
        if is_safe and is_whole(path.read_bytes()):
            return True
    say_once("damaged", f"gamekit: {path} is damaged, or another user's; it is made anew")
    import shutil

    with suppress(OSError):
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    return False


def say_once(topic: str, text: str) -> None:
    """Log a warning, unless one on the same topic has been logged already."""
    if topic not in _said:
        import logging

        _said.add(topic)
        logging.getLogger(__name__).warning(text)


def _check(place: Path) -> None:
    if why := distrust(place):
        say_once(why, f"gamekit: {why}, so no compiled code is kept there or taken from there")
        raise PermissionError(errno.EPERM, why)


def _is_open(about: Any) -> bool:
    """Return whether others than the owner can write to a file or folder."""
    return bool(about.st_mode & 0o002 or (about.st_mode & 0o020 and not _is_own_group(about)))


def _is_own_group(about: Any) -> bool:
    """Return whether a folder's group is that of its owner alone, which many systems make for each user."""
    import grp
    import pwd

    try:
        group, owner = grp.getgrgid(about.st_gid), pwd.getpwuid(about.st_uid).pw_name
    except KeyError:
        return False
    return group.gr_name == owner and {*group.gr_mem} <= {owner}
