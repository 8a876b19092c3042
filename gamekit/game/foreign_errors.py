"""Describe errors and values of other people's code, whose `str` and `repr` may fail, on one line."""

from __future__ import annotations

import linecache
import os
import sysconfig
import traceback
from pathlib import Path
from typing import Final

_LONGEST_EXPRESSION: Final = 80
_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
_NOT_THE_AUTHORS: Final = (Path(__file__).resolve().parents[1], Path(sysconfig.get_path("stdlib")).resolve())


_shown: Final = set[tuple[str, int | None]]()
"""The file and line of every error whose traceback was printed."""


def show_traceback(error: BaseException) -> None:
    """Print the traceback of an error if GAMEKIT_DEBUG asks for it; of errors that one line raises, only the first."""
    if os.environ.get("GAMEKIT_DEBUG", "") in ("", "0") or error.__traceback__ is None:
        return
    last = traceback.extract_tb(error.__traceback__)[-1]
    if (last.filename, last.lineno) not in _shown:
        _shown.add((last.filename, last.lineno))
        traceback.print_exception(error)


def safe_str(error: BaseException) -> str:
    """Return `str(error)`, or an empty string if that raises, as a game's own errors may."""
    try:
        return str(error)
    except BaseException:
        return ""


def safe_repr(value: object, longest: int = 300) -> str:
    """Return `repr(value)` on one line of at most `longest` characters, or the type where `repr` raises."""
    try:
        return on_one_line(repr(value), longest)
    except Exception:
        return f"<{type(value).__name__}>"


def on_one_line(text: str, longest: int = 300) -> str:
    """Return `text` with its lines joined by spaces, cut to `longest` characters.

    >>> on_one_line("two\\n  lines", longest=8)
    'two l...'
    """
    line = " ".join(part.strip() for part in text.splitlines())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def describe_error(error: BaseException, longest: int = 300) -> str:
    """Return an error on one line of text: its kind, its message, and where in the author's file it was raised.

    The message is cut to a line of `longest` characters. An `IndexError` does not say which of a line's indices is
    meant, so the expression is shown, too.

    >>> describe_error(ValueError("two\\nlines"))
    'ValueError: two lines'
    """
    show_traceback(error)
    place = _place(error)
    message = on_one_line(f"{type(error).__name__}: {safe_str(error)}", longest - len(place))
    return message.rstrip(": ") + place


def _place(error: BaseException) -> str:
    """Return the innermost frame in a file of the author's as ` (my_game.py, line 57)`, or an empty string."""
    if isinstance(error, SyntaxError):  # it says so itself
        return ""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _is_the_authors(frame.filename):
            indexed = _expression(frame) if isinstance(error, IndexError) else ""
            shown = f": {indexed}" if indexed and not indexed.startswith("raise ") else ""
            return f" ({Path(frame.filename).name}, line {frame.lineno}{shown})"
    return ""


def _expression(frame: traceback.FrameSummary) -> str:
    """Return the expression that a frame was computing, as the author wrote it; an empty string if it is unknown."""
    if frame.lineno is None or frame.end_lineno != frame.lineno:
        return ""
    line = linecache.getline(frame.filename, frame.lineno).encode()
    return on_one_line(line[frame.colno : frame.end_colno].decode(errors="replace"), _LONGEST_EXPRESSION)


def _is_the_authors(file: str) -> bool:
    """Return whether a file is neither gamekit's, nor the standard library's, nor an installed package's."""
    if file.startswith("<"):  # code that came from no file
        return False
    path = Path(file).resolve()
    return _INSTALLED.isdisjoint(path.parts) and not any(map(path.is_relative_to, _NOT_THE_AUTHORS))
