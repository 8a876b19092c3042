"""The exceptions that gamekit raises, one for each kind of mistake.

Every message says the rule that was broken, the value that broke it and the place, in one line.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The error numbers of the operating system for a full disk, a full quota and too large a file."""


class GamekitError(Exception):
    """The base class of every error that gamekit raises on purpose."""

    def __str__(self) -> str:  # KeyError would show the repr of the message
        return str(self.args[0]) if self.args else ""


class InputError(GamekitError, ValueError):
    """An input is not allowed, such as parameters, a state, a move, an option or a folder.

    Attributes:
        field: the parameter that is to blame; None if that is not known.
    """

    def __init__(self, *said: object, field: str | None = None) -> None:
        """Make an error with a message, about the parameter `field` if there is one."""
        super().__init__(*said)
        self.field = field


@contextmanager
def blamed(field: str) -> Iterator[None]:
    """Name a parameter as the one to blame in each `InputError` that is raised inside.

    >>> try:
    ...     with blamed("graph"):
    ...         raise InputError("it has no nodes")
    ... except InputError as error:
    ...     print(error.field)
    graph
    """
    try:
        yield
    except InputError as error:
        error.field = field
        raise


class RulesError(GamekitError, ValueError):
    """A `Game` breaks a promise of the protocol; the message names the method and the state."""


class CallError(RulesError):
    """A method or a constant of a game or ruleset breaks a promise.

    Attributes:
        call: the method with its arguments, or the constant, as text.
        what: what it does instead, or what it must be.
    """

    def __init__(self, call: str, what: str) -> None:
        super().__init__(call, what)  # by which it is pickled
        self.call, self.what = call, what

    def __str__(self) -> str:
        return f"{self.call} {self.what}"


class NotSuppliedError(GamekitError, LookupError):
    """An optional method was called on a game that does not supply it."""


class UnknownStateError(GamekitError, KeyError):
    """The state is not part of the arena: it cannot be reached."""


class UnknownNameError(GamekitError, KeyError):
    """No game, solver or ruleset is registered under this name."""


class PluginError(GamekitError, ImportError):
    """A registered plugin exists but cannot be loaded."""


class UnsupportedError(GamekitError, ValueError):
    """gamekit does not support this for the given game, ruleset or solution; the message gives the reason."""


class DeviceError(GamekitError, RuntimeError):
    """A graphics card or its driver reports an error."""


class Advice(NamedTuple):
    """What a verb of the command line may do about a game, such as `Advice("plan", "says more")`."""

    verb: str
    does: str


def advised(advice: Iterable[Advice], game: str = "") -> str:
    """Return some advice as a sentence.

    Args:
        advice: the verbs, and what each does.
        game: the game that the advice is about, as the command line names it; empty in Python.

    >>> advised([Advice("plan", "says more")]), advised([Advice("plan", "says more")], "nim 3 5")
    ('gamekit plan says more', '`gamekit plan nim 3 5` says more')
    """
    quote = "`" if game else ""
    return "; ".join(f"{quote}gamekit {verb}{game and ' '}{game}{quote} {does}" for verb, does in advice)


class LimitError(GamekitError, RuntimeError):
    """A limit was reached before there was an answer. Nothing is wrong, but the work is not done.

    Attributes:
        advice: the verbs of the command line that may get further.
        game: the game as the command line names it, which the message repeats with each verb; empty in Python.
    """

    def __init__(self, *said: object, advice: tuple[Advice, ...] = ()) -> None:
        """Make an error with a message, and advice on verbs that may get further."""
        super().__init__(*said)
        self.advice = advice
        self.game = ""

    def __str__(self) -> str:
        return "; ".join(filter(None, (super().__str__(), advised(self.advice, self.game))))


class TableError(GamekitError, ValueError):
    """A table is damaged: a file of it is missing, cut short or changed. The message names the file and the block."""


@contextmanager
def explained(failed: str, kind: type[GamekitError] = InputError) -> Iterator[None]:
    """Turn errors of the operating system into gamekit's own, which say what failed and why.

    Args:
        failed: what cannot be done, as "cannot read FILE".
        kind: the class of the error to raise; it is `LimitError` where a disk is full.

    >>> with explained("cannot read it"):
    ...     raise FileNotFoundError(2, "No such file or directory")
    Traceback (most recent call last):
    gamekit.errors.InputError: cannot read it: No such file or directory
    """
    try:
        yield
    except OSError as error:
        raise (LimitError if error.errno in NO_ROOM else kind)(
            f"{failed}: {error.strerror or error}"
        ) from error
