"""What is said of what went wrong: one sentence, with no traceback and no path of the disk."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterable
from typing import Any, Final

import attrs

from gamekit.errors import GamekitError, LimitError, PluginError, RulesError, UnknownNameError
from gamekit.parameters import parameter_names
from gamekit.tables.faults import TableError

BAD_REQUEST: Final = 400
NOT_FOUND: Final = 404
NOT_READY: Final = 409
TOO_LARGE: Final = 413
NOT_JSON: Final = 415
NOT_DONE: Final = 422
SERVER_ERROR: Final = 500
OUT_OF_MEMORY: Final = "the machine's memory ran out; a lower --max-states stops sooner"
UNEXPECTED: Final = "gamekit is at fault: what happened is said in the terminal that it was started from"
DAMAGED: Final = "the table is damaged; what is wrong is said in the terminal that gamekit was started from"

_PATH = re.compile(r"(?<![\w/.])(?:/[^\s/'\"():,;]+){2,}/?|\b[A-Za-z]:\\[^\s'\"]+")


@attrs.frozen
class Fault:
    """What is said of an error.

    Attributes:
        status: of HTTP.
        error: a sentence.
        field: the parameter that is to blame; None if none is, or it cannot be told.
    """

    status: int
    error: str
    field: str | None = None

    @property
    def content(self) -> dict[str, str]:
        """What is answered, as JSON."""
        return {"error": self.error, **({} if self.field is None else {"field": self.field})}


class RequestError(Exception):
    """A request cannot be answered, for a reason that is no game's."""

    def __init__(self, status: int, error: str, field: str | None = None) -> None:
        super().__init__(error)
        self.fault = Fault(status, error, field)


def fault_of(error: BaseException, game: type[Any] | None = None) -> Fault | None:
    """Return what is to be said of an error; None if it can only be a fault of gamekit's own.

    Args:
        error: what was raised.
        game: the class of the game that was asked.
    """
    if isinstance(error, RequestError):
        return error.fault
    if isinstance(error, MemoryError):
        return Fault(NOT_DONE, OUT_OF_MEMORY)
    if isinstance(error, TableError):
        traceback.print_exception(error, file=sys.stderr)
        return Fault(NOT_DONE, DAMAGED)
    if isinstance(error, UnknownNameError):
        return Fault(NOT_FOUND, in_a_line(str(error)))
    if isinstance(error, LimitError | PluginError | RulesError):
        return Fault(NOT_DONE, in_a_line(str(error)))
    if isinstance(error, GamekitError):
        names = [] if game is None else parameter_names(game)
        return Fault(BAD_REQUEST, in_a_line(str(error)), field_in(str(error), names))
    if game is not None and _is_of_rules(error, game):
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        return Fault(NOT_DONE, f"the rules of {game.__name__} fail with {in_a_line(what)}")
    return None


def in_a_line(message: str, longest: int = 600) -> str:
    """Return a message on one line, without paths of the disk.

    >>> in_a_line("cannot import it\\nfrom /usr/lib/games/nim.py, 8/8/8 w")
    'cannot import it from …, 8/8/8 w'
    """
    text = " ".join(_PATH.sub("…", message).split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


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
