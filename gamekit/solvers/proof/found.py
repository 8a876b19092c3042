"""`Found`: the bounds that a search has found, and how it came to them."""

from __future__ import annotations

import attrs

from gamekit.game.values import Value
from gamekit.solvers.proof.closed_set import ClosedSets


@attrs.define
class Found:
    """What a search has found, as the player to move sees it, and how it ended.

    Attributes:
        endless: what play without end pays.
        lower: the value is at least that.
        upper: it is at most that.
        plies: within how many plies the end can be forced that gives the last bound, if they were counted.
        is_closed: whether a bound rests on a closed set.
        closed: these sets.
        is_answered: whether nothing was asked that is still open, but for the plies.
        stopped: why the search ended.
        seconds: how long it took.
    """

    endless: int = 0
    lower: int | None = None
    upper: int | None = None
    plies: int | None = None
    is_closed: bool = False
    closed: ClosedSets | None = None
    is_answered: bool = False
    stopped: str | None = None
    seconds: float = 0.0

    def take(self, least: int, *, is_so: bool) -> None:
        """Take in whether the value is so much or more."""
        if is_so:
            self.lower = least
        else:
            self.upper = least - 1

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return self.lower is None and self.upper is None

    def decides(self, least: int) -> bool:
        """Return whether it is known if the value is so much or more."""
        return (self.lower is not None and self.lower >= least) or (
            self.upper is not None and self.upper < least
        )

    def add(self, bound: int, want: int) -> None:
        """Take in a bound from a search for whether the value is `want` or more."""
        if bound >= want:
            self.lower = bound if self.lower is None else max(self.lower, bound)
        else:
            self.upper = bound if self.upper is None else min(self.upper, bound)

    @property
    def value(self) -> Value | None:
        """The value; None if it is open, as it is between a tie and a draw."""
        if self.lower is not None and self.lower > 0:
            return Value.WIN
        if self.upper is not None and self.upper < 0:
            return Value.LOSS
        may_be_draw = self.is_closed and self.endless == 0
        return Value.TIE if self.lower == self.upper == 0 and not may_be_draw else None
