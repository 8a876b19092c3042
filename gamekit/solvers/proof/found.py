"""`Found`: the bounds that a search has found, and how it came to them."""

from __future__ import annotations

import attrs

from gamekit.game.values import Value
from gamekit.solvers.proof.closed_set import ClosedSets


@attrs.define
class Found:
    """Bounds of the value to the player to move, the plies of a forced end if they were counted, and how it ended."""

    lower: int | None = None
    upper: int | None = None
    plies: int | None = None
    stopped: str | None = None
    seconds: float = 0.0
    closed: ClosedSets | None = None
    is_closed: bool = False

    def stays(self, bound: int, *, is_lower: bool) -> None:
        """Take in a bound that a closed set shows."""
        self.is_closed = True
        if is_lower:
            self.lower = bound
        else:
            self.upper = bound

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return self.lower is None and self.upper is None

    def add(self, bound: int, want: int) -> None:
        """Take in a bound from a search for whether the value is `want` or more."""
        if bound >= want:
            self.lower = bound if self.lower is None else max(self.lower, bound)
        else:
            self.upper = bound if self.upper is None else min(self.upper, bound)

    @property
    def value(self) -> Value | None:
        """The value to the player to move; None if it is open, as it is between a tie and a draw."""
        if self.lower is not None and self.lower > 0:
            return Value.WIN
        if self.upper is not None and self.upper < 0:
            return Value.LOSS
        return Value.TIE if self.lower == self.upper == 0 and not self.is_closed else None
