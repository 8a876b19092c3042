"""An error that somebody else's code raised, in words: what it is, and where in the author's file it came from."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path
from typing import Final

_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
_NOT_THE_AUTHORS: Final = (Path(__file__).resolve().parents[1], Path(sysconfig.get_path("stdlib")).resolve())


def text_of(error: BaseException) -> str:
    """Return what an error says; nothing if saying that fails, as a game's own errors may."""
    try:
        return str(error)
    except BaseException:
        return ""


def in_words(error: BaseException, longest: int = 300) -> str:
    """Return an error on one line: its kind, what it says, and where in the author's file it was raised.

    Args:
        error: what was raised.
        longest: what the error says is cut so that there are no more characters than this.

    >>> in_words(ValueError("two\\nlines"))
    'ValueError: two lines'
    """
    said = " ".join(part.strip() for part in f"{type(error).__name__}: {text_of(error)}".splitlines()).rstrip(
        ": "
    )
    place = _place(error)
    most = longest - len(place)
    return (said if len(said) <= most else f"{said[: most - 3]}...") + place


def _place(error: BaseException) -> str:
    """Return the innermost frame in a file of the author's as ` (my_game.py, line 57)`; nothing if there is none."""
    if isinstance(error, SyntaxError):  # it says so itself
        return ""
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    return next(
        (f" ({Path(file).name}, line {line})" for file, line in reversed(frames) if _is_the_authors(file)), ""
    )


def _is_the_authors(file: str) -> bool:
    """Tell whether a file is neither gamekit's, nor the standard library's, nor an installed package's."""
    if file.startswith("<"):  # code that came from no file
        return False
    path = Path(file).resolve()
    return _INSTALLED.isdisjoint(path.parts) and not any(map(path.is_relative_to, _NOT_THE_AUTHORS))
