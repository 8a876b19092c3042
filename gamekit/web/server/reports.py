"""What the server and the processes of games tell each other: a `Bound` of time, and a `Report` of what is shown."""

from __future__ import annotations

from typing import Any, Final

import attrs

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
class Report:
    """What the server has to know of a solution or a proof that is shown.

    Attributes:
        id: made from the game, its parameters and the start.
        header: what a page shows of it, except for the verification.
        states: how many states it has.
        weight: roughly the bytes of memory that it takes.
        note: a remark to show beside the verification.
        verified: what was verified before it is shown.
        is_proof: whether it is a proof.
    """

    id: str
    header: dict[str, Any]
    states: int = 0
    weight: int = 0
    note: str | None = None
    verified: str | None = None
    is_proof: bool = False
