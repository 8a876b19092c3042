"""What is said of what went wrong: one sentence, with no traceback and no path of the disk."""

from __future__ import annotations

import contextlib
import re
import sys
import traceback
from collections.abc import Iterable
from typing import Any, Final

import attrs

from gamekit.arena.raised import text_of
from gamekit.errors import GamekitError, InputError, LimitError, PluginError, RulesError, UnknownNameError
from gamekit.named_states import NoStateError
from gamekit.parameters import parameter_names
from gamekit.tables.faults import TableError

BAD_REQUEST: Final = 400
NOT_FOUND: Final = 404
TOO_SLOW: Final = 408
NOT_READY: Final = 409
TOO_LARGE: Final = 413
NOT_JSON: Final = 415
NOT_DONE: Final = 422
TOO_MANY: Final = 429
SERVER_ERROR: Final = 500
BUSY: Final = 503
OUT_OF_MEMORY: Final = "the machine's memory ran out; a lower --max-states stops sooner"
UNEXPECTED: Final = "gamekit is at fault: what happened is said in the terminal that it was started from"
DAMAGED: Final = "the table is damaged; what is wrong is said in the terminal that gamekit was started from"
START: Final = "start"
"""The field of a request that names the state to begin in."""

_PATH = re.compile(r"(?<![\w/.])(?:/[^\s/'\"():,;]+){2,}/?|\b[A-Za-z]:\\[^\s'\"]+")
_LIKE_A_PATH = re.compile(r"[/\\~]")


@attrs.frozen
class Fault:
    """What is said of an error.

    Attributes:
        status: of HTTP.
        error: a sentence.
        field: the parameter that is to blame; None if none is, or it cannot be told.
        aside: what only the terminal is told, which may name folders and has as many lines as it takes.
    """

    status: int
    error: str
    field: str | None = None
    aside: str | None = None

    @property
    def content(self) -> dict[str, str]:
        """What is answered, as JSON."""
        return {"error": self.error, **({} if self.field is None else {"field": self.field})}


class RequestError(Exception):
    """A request cannot be answered, for a reason that is no game's."""

    def __init__(self, status: int, error: str, field: str | None = None) -> None:
        super().__init__(error)
        self.fault = Fault(status, error, field)


def told(error: BaseException, game: type[Any] | None = None) -> Fault:
    """Return what is to be said of an error, having told the terminal what pages are not told.

    Args:
        error: what was raised.
        game: the class of the game that was asked.
    """
    fault = fault_of(error, game)
    if fault.aside is not None:
        with contextlib.suppress(OSError):  # there may be no terminal any more
            print(fault.aside, file=sys.stderr, flush=True)
    return fault


def fault_of(error: BaseException, game: type[Any] | None = None) -> Fault:
    """Return what is to be said of an error, which is taken for gamekit's own if nothing else is known of it.

    Args:
        error: what was raised.
        game: the class of the game that was asked.
    """
    if isinstance(error, RequestError):
        return error.fault
    if isinstance(error, MemoryError):
        return Fault(NOT_DONE, OUT_OF_MEMORY)
    if isinstance(error, TableError):
        return Fault(NOT_DONE, DAMAGED, aside=_traceback(error))
    kind = type(error).__name__
    text = text_of(error) or kind
    if isinstance(error, NoStateError):
        return _of_start(error, text)
    if isinstance(error, UnknownNameError):
        return Fault(NOT_FOUND, in_a_line(text))
    if isinstance(error, LimitError | PluginError | RulesError):
        return Fault(NOT_DONE, in_a_line(text))
    if isinstance(error, GamekitError):
        return Fault(BAD_REQUEST, in_a_line(text), None if game is None else _field(error, text, game))
    if game is not None and _is_of_rules(error, game):
        fails = f"the rules of {game.__name__} fail with {kind}"
        if text == kind:
            return Fault(NOT_DONE, fails)
        if _LIKE_A_PATH.search(text):
            return Fault(NOT_DONE, fails, aside=f"gamekit: {fails}: {text}")
        return Fault(NOT_DONE, f"{fails}: {in_a_line(text)}")
    return Fault(SERVER_ERROR, UNEXPECTED, aside=_traceback(error))


def _of_start(error: NoStateError, text: str) -> Fault:
    """Return what is said of a text that names no state, which may be because the rules fail at it."""
    cause = error.__cause__
    if cause is None or isinstance(cause, GamekitError) or not _LIKE_A_PATH.search(text_of(cause)):
        return Fault(BAD_REQUEST, in_a_line(text), START)
    said = f"not a state: the rules fail with {type(cause).__name__} when they read it"
    return Fault(BAD_REQUEST, said, START, aside=f"gamekit: {text}")


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)).rstrip()


def in_a_line(message: str, longest: int = 600) -> str:
    """Return a message on one line, without paths of the disk.

    >>> in_a_line("cannot import it\\nfrom /usr/lib/games/nim.py, 8/8/8 w")
    'cannot import it from …, 8/8/8 w'
    """
    text = " ".join(_PATH.sub("…", message).split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _field(error: GamekitError, text: str, game: type[Any]) -> str | None:
    """Return the parameter that is to blame: as the error knows it, or else as its message names it."""
    known = error.field if isinstance(error, InputError) else None
    return field_in(text, parameter_names(game)) if known is None else known


def field_in(message: str, names: Iterable[str]) -> str | None:
    """Return that of some parameters which a message names first: messages begin with the place.

    >>> field_in("graph[3] lists neighbour 9", ["graph", "cat"]), field_in("cat-mouse has no board", ["cat"])
    ('graph', None)
    """
    found = {name: re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", message) for name in names}
    places = {name: match.start() for name, match in found.items() if match}
    return min(places, key=places.__getitem__, default=None)


def _is_of_rules(error: BaseException, game: type[Any]) -> bool:
    """Tell whether an error was raised while one of a game's methods ran."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(isinstance(frame.f_locals.get("self"), game) for frame in frames)
