"""`SearchLimits` of a search for a proof: seconds, nodes, memory; and the errors that end it before it has a result."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

import attrs

from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.errors import LimitError
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.sentences import counted

DEEPEST: Final = 1 << 14
"""The largest depth that is searched: a path of this many different positions counts as play that goes in circles."""


MOST_PLIES: Final = 254
"""The most plies within which a win is looked for where play goes in circles; a table has no room for more."""


class RepetitionError(Exception):
    """A position came up again below itself, so that a search without a limit of plies cannot decide."""


@attrs.define
class SearchLimits:
    """When a search stops.

    Attributes:
        seconds: how long it may take; None for as long as it needs.
        nodes: how many positions may be expanded; None for any number.
        before: how many an earlier process has expanded, which do not count.
        aside: how many were expanded for closed sets and in the trial of an order, beside those of the search.
        offer: called where the search could be resumed from what it holds.
        progress: called with the number of nodes.
        tuning: how often it looks at the limits.
        began: when it began.
    """

    seconds: float | None = None
    nodes: int | None = None
    progress: ProgressCallback = silent
    before: int = 0
    aside: int = 0
    offer: Callable[[], None] = lambda: None
    tuning: Tuning = DEFAULTS
    began: float = attrs.field(factory=time.perf_counter)

    @property
    def elapsed(self) -> float:
        """The seconds since the search began."""
        return time.perf_counter() - self.began

    def left(self, nodes: int) -> int:
        """Return how many positions may still be expanded where the search has expanded this many."""
        return sys.maxsize if self.nodes is None else max(0, self.nodes + self.before - nodes - self.aside)

    def check(self, nodes: int) -> None:
        """Report the number of nodes, all processes' together.

        Raises:
            LimitError: a limit is reached.
        """
        self.progress("searching", nodes + self.aside, None)
        self.offer()
        if self.seconds is not None and self.elapsed > self.seconds:
            raise LimitError(f"{self.seconds:g} seconds are over")
        if self.left(nodes) == 0:
            raise LimitError(f"{counted(self.nodes or 0, 'position was', 'positions were')} expanded")
