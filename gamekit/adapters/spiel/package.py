"""`pyspiel`, imported when it is first needed, with its errors in one sentence and nothing printed beside them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.game.foreign_errors import on_one_line, safe_str
from gamekit.game.optional import importing

_SOURCE: Final = re.compile(r"^\S+\.(cc|h):\d+ ")
"""The line of OpenSpiel's source with which some of its messages begin."""


def pyspiel() -> Any:
    """Return OpenSpiel's module `pyspiel`.

    Raises:
        UnsupportedError: OpenSpiel is not installed.
    """
    with importing("pyspiel", "games of OpenSpiel need", "open_spiel"):
        import pyspiel as module
    return module


@contextmanager
def refused_by_spiel(what: str) -> Iterator[None]:
    """Turn an error of OpenSpiel's into an `InputError` that begins with `what`.

    OpenSpiel also writes its errors to the standard error output; they are kept from it.
    """
    try:
        with _silent_stderr():
            yield
    except (RuntimeError, ValueError, TypeError) as error:
        raise InputError(f"{what}: {on_one_line(_SOURCE.sub('', safe_str(error)))}") from error


@contextmanager
def _silent_stderr() -> Iterator[None]:
    """Discard what is written to the file of the standard error output, because a library in C++ writes there."""
    with suppress(Exception):
        sys.stderr.flush()
    try:
        saved = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123 (its number is wanted)
        os.dup2(nothing.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
