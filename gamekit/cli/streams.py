"""The standard streams: a failed write to stdout is distinguished from every other system error."""

from __future__ import annotations

import io
import os
import sys
from typing import Any


class StdoutLostError(BaseException):
    """Stdout cannot be written; `args` holds the `OSError`. No `Exception`, so that games do not catch it."""


class _Stdout(io.FileIO):
    """The file that every write to stdout ends in, from any library."""

    def write(self, data: Any) -> Any:
        try:
            return super().write(data)
        except OSError as error:
            raise StdoutLostError(error) from error


def prepare_streams() -> None:
    """Make stdout raise `StdoutLostError`, and discard output to a stderr that was closed from the start.

    Letters that the encoding of stdout lacks are written as \\u221e, as on stderr: an answer is not lost for them, and
    what differs stays different.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    given = sys.stdout
    if given is None or given is not sys.__stdout__ or not isinstance(given, io.TextIOWrapper):
        return  # it was closed from the start, or replaced by a caller
    raw = _Stdout(given.fileno(), "w", closefd=False)
    sys.stdout = io.TextIOWrapper(
        raw if given.write_through else io.BufferedWriter(raw),
        encoding=given.encoding,
        errors="backslashreplace" if given.errors == "strict" else given.errors,
        line_buffering=given.line_buffering,
        write_through=given.write_through,
    )


def drop_stdout() -> None:
    """Discard the rest of the output to stdout, which Python flushes once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
