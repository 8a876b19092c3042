"""Messages between the server and the processes of games: a `Bound` of time, an `Overview`, JSON."""

from __future__ import annotations

import json
from typing import Any, Final

import attrs

from gamekit.errors import RulesError
from gamekit.web.server.faults import RequestError

NOT_SOLVED_WHOLE: Final = (
    "this needs the values of all states, and only some are known here; gamekit.solve finds all"
)


@attrs.frozen
class Bound:
    """The bound on the time of some work.

    Attributes:
        doing: the name of the work in a sentence.
        seconds: the bound in seconds.
    """

    doing: str
    seconds: float

    @property
    def error(self) -> RequestError:
        """The error that the work took longer than the bound."""
        return RequestError(
            422, f"{self.doing} took longer than {self.seconds:,g} seconds, the limit of gamekit explore"
        )


@attrs.frozen
class Overview:
    """The data that the server needs about what is shown of a game.

    Attributes:
        id: the id, made from the game, its parameters and the start.
        header: the description of the game for the page, except for the verification.
        states: the number of states; None if the game is not solved whole.
        weight: the bytes of memory that the solution or proof takes, roughly.
        note: a remark to show beside the verification.
        verified: the result of a verification before the page is shown.
    """

    id: str
    header: dict[str, Any]
    states: int | None = None
    weight: int = 0
    note: str | None = None
    verified: str | None = None


def as_text(content: Any) -> str:
    """Return JSON in which objects that JSON does not know are their `str`.

    Raises:
        RulesError: `str` fails. Gamekit's own answers are plain data, so the object is a game's.

    >>> as_text({"heaps": range(3)})
    '{"heaps": "range(0, 3)"}'
    """
    try:
        return json.dumps(content, allow_nan=False, default=str)
    except Exception as error:  # `str` runs code of the game
        raise RulesError(
            f"a value that the game supplies cannot be written as JSON ({type(error).__name__})"
        ) from error


def plain(content: dict[str, Any]) -> dict[str, Any]:
    """Return content as reading its JSON gives it, without any objects of a game."""
    value: dict[str, Any] = json.loads(as_text(content))
    return value
