"""What the server and the processes of games tell each other: a `Bound` of time, an `Overview`, JSON."""

from __future__ import annotations

import json
from typing import Any, Final

import attrs

from gamekit.errors import RulesError
from gamekit.web.server.faults import RequestError

OF_A_PROOF: Final = "a proof knows bounds of some states only; gamekit.solve finds the values of all"


@attrs.frozen
class Bound:
    """How long something may take.

    Attributes:
        doing: what it is called in a sentence.
        seconds: how long.
    """

    doing: str
    seconds: float

    @property
    def error(self) -> RequestError:
        """What is said if it takes longer."""
        return RequestError(
            422, f"{self.doing} took longer than {self.seconds:,g} seconds, the limit of gamekit explore"
        )


@attrs.frozen
class Overview:
    """What the server has to know of a solution or a proof that is shown.

    Attributes:
        id: made from the game, its parameters and the start.
        header: what a page shows of it, except for the verification.
        states: how many states it has; None for a proof.
        weight: roughly the bytes of memory that it takes.
        note: a remark to show beside the verification.
        verified: what was verified before it is shown.
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
            f"what the game says about itself cannot be written as JSON ({type(error).__name__})"
        ) from error


def plain(content: dict[str, Any]) -> dict[str, Any]:
    """Return content as reading its JSON gives it, without any objects of a game."""
    found: dict[str, Any] = json.loads(as_text(content))
    return found
