"""Errors as responses: an HTTP status and one sentence, without traceback and without paths of the disk."""

from __future__ import annotations

import contextlib
import re
import sys
import traceback
from typing import Any, Final

import attrs

from gamekit import errors
from gamekit.game.foreign_errors import safe_str
from gamekit.solvers.solve_from_text import NoStateError

OUT_OF_MEMORY: Final = (
    "the memory for one game ran out; --memory allows more, and a lower --max-states stops sooner"
)
UNEXPECTED: Final = "gamekit is at fault; the terminal that it was started from shows what happened"
TABLE_DAMAGED: Final = "the table is damaged; the terminal that gamekit was started from shows what is wrong"
START: Final = "start"
"""The field of a request that names the state to begin in."""

_PATH = re.compile(r"(?<![\w/.])(?:/[^\s/'\"():,;]+){2,}/?|\b[A-Za-z]:\\[^\s'\"]+")
_LIKE_A_PATH = re.compile(r"[/\\~]")


@attrs.frozen
class Fault:
    """An error as a page and the terminal show it.

    Attributes:
        status: the HTTP status.
        error: the error, as a sentence for the page.
        field: the parameter to blame; None if there is none, or the error does not say it.
        details: a text for the terminal only, because it may name folders; it may have several lines.
    """

    status: int
    error: str
    field: str | None = None
    details: str | None = None

    @property
    def content(self) -> dict[str, str]:
        """The body of the response, for JSON."""
        return {"error": self.error, **({} if self.field is None else {"field": self.field})}


class RequestError(Exception):
    """The error that a request cannot be answered, for a reason that is not a fault of a game."""

    def __init__(self, status: int, error: str, field: str | None = None) -> None:
        super().__init__(error)
        self.fault = Fault(status, error, field)


def report_error(error: BaseException, game: type[Any] | None = None) -> Fault:
    """Return the fault that describes an error, and print its details in the terminal."""
    fault = fault_of(error, game)
    if fault.details is not None:
        with contextlib.suppress(OSError):  # there may be no terminal any more
            print(fault.details, file=sys.stderr, flush=True)
    return fault


def fault_of(error: BaseException, game: type[Any] | None = None) -> Fault:
    """Return the fault that describes an error; gamekit is to blame unless `game` or another cause is known to be."""
    if isinstance(error, RequestError):
        return error.fault
    if isinstance(error, MemoryError):
        return Fault(422, OUT_OF_MEMORY)
    if isinstance(error, errors.TableError):
        return Fault(422, TABLE_DAMAGED, details=_traceback(error))
    kind = type(error).__name__
    text = safe_str(error) or kind
    if isinstance(error, NoStateError):
        return _of_start(error, text)
    if isinstance(error, errors.UnknownNameError):
        return Fault(404, in_a_line(text))
    if isinstance(error, errors.LimitError | errors.PluginError | errors.RulesError):
        return Fault(422, in_a_line(text))
    if isinstance(error, errors.GamekitError):
        field = error.field if isinstance(error, errors.InputError) and game is not None else None
        return Fault(400, in_a_line(text), field)
    if game is not None and _is_of_rules(error, game):
        sentence, details = f"the rules of {game.__name__} fail with {kind}", None
        if _LIKE_A_PATH.search(text):
            details = f"gamekit: {sentence}: {text}"
        elif text != kind:
            sentence = f"{sentence}: {in_a_line(text)}"
        return Fault(422, sentence, details=details)
    return Fault(500, UNEXPECTED, details=_traceback(error))


def _of_start(error: NoStateError, text: str) -> Fault:
    cause = error.__cause__
    if cause is None or isinstance(cause, errors.GamekitError) or not _LIKE_A_PATH.search(safe_str(cause)):
        return Fault(400, in_a_line(text), START)
    sentence = f"the rules cannot read the state: they fail with {type(cause).__name__}"
    return Fault(400, sentence, START, details=f"gamekit: {text}")


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)).rstrip()


def in_a_line(message: str, longest: int = 600) -> str:
    """Return a message on one line, without paths of the disk.

    >>> in_a_line("cannot import it\\nfrom /usr/lib/games/nim.py, 8/8/8 w")
    'cannot import it from …, 8/8/8 w'
    """
    text = " ".join(_PATH.sub("…", message).split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _is_of_rules(error: BaseException, game: type[Any]) -> bool:
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(isinstance(frame.f_locals.get("self"), game) for frame in frames)
