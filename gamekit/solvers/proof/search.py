"""`Search`: a search for bounds on the values of positions, its limits, and the error if play goes in circles."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

import attrs
from numpy.typing import NDArray

from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.errors import LimitError
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.sentences import counted

DEEPEST_PATH: Final = 1 << 14
"""The largest depth of a search in plies; a path of this many different positions counts as play in circles."""

MOST_PLIES: Final = 254
"""The largest number of plies within which a win is searched for if play goes in circles; tables hold no more."""


class RepetitionError(Exception):
    """A position occurred again below itself, so a search without a limit of plies cannot decide."""


class CirclesError(LimitError):
    """The positions that the search remembers lead back to each other, so none of them has a rank."""

    def __init__(self) -> None:
        super().__init__("no certificate could be extracted, because its positions lead back to each other")


@attrs.define
class SearchLimits:
    """The limits of a search.

    Attributes:
        seconds: the largest number of seconds; None for no limit.
        nodes: the largest number of positions to expand; None for no limit.
        before: the number of positions that an earlier process has expanded, which do not count.
        aside: the number of positions expanded for closed sets, besides those of the search.
        offer: a function called whenever the search could be resumed from its present state.
        progress: a function called with the number of positions expanded.
        tuning: the sizes that determine how often the search checks its limits.
        began: the time at which the search began, as `time.monotonic` gives it, in seconds.
    """

    seconds: float | None = None
    nodes: int | None = None
    progress: ProgressCallback = silent
    before: int = 0
    aside: int = 0
    offer: Callable[[], None] = lambda: None
    tuning: Tuning = DEFAULTS
    began: float = attrs.field(factory=time.monotonic)

    @property
    def elapsed(self) -> float:
        """The seconds since the search began."""
        return time.monotonic() - self.began

    def left(self, nodes: int) -> int:
        """Return the number of positions that may still be expanded after the search has expanded `nodes`."""
        return sys.maxsize if self.nodes is None else max(0, self.nodes + self.before - nodes - self.aside)

    def check(self, nodes: int) -> None:
        """Report the number of positions expanded, and check the limits; `nodes` counts those of all processes.

        Raises:
            LimitError: a limit is reached.
        """
        self.progress("searching", nodes + self.aside, None)
        self.offer()
        if self.seconds is not None and self.elapsed > self.seconds:
            raise LimitError(f"{self.seconds:g} seconds are over")
        if self.left(nodes) == 0:
            raise LimitError(f"{counted(self.nodes or 0, 'position was', 'positions were')} expanded")


SearchState = dict[str, NDArray[Any]]
"""The arrays on which the next results of a search depend, by name."""


class Search(Protocol):
    """A search for bounds: `CompiledSearch`, whose positions are codes, or `PlainSearch`, whose positions are states.

    Attributes:
        name: the backend whose rules it uses.
        limits: the limits of the search.
        nodes: the number of positions that were expanded.
        nodes_per_look: the approximate number of positions that are expanded in the time of one look at a position in
            Python.
        largest: the largest absolute payoff that was met.
    """

    name: str
    limits: SearchLimits
    nodes: int
    nodes_per_look: int
    largest: int

    def children(self, position: Any, who: int) -> list[tuple[Any, int, int | None]]:
        """Return the successors of a position: each with its mover, and with its payoff to player 0 if it is an end."""

    def bound(self, position: Any, who: int, want: int, *, resume: bool = False) -> int:
        """Return a lower bound on a position's value for its mover if the value is `want` or more, else an upper bound.

        `who` is the mover. `resume` continues the search that was stopped, instead of beginning a new one.

        Raises:
            RepetitionError: play goes in circles.
            LimitError: a limit was reached.
            RulesError: the rules break a promise.
        """

    def within(
        self, position: Any, who: int, player: int, at_least: int, plies: int, *, resume: bool = False
    ) -> bool:
        """Return whether `player` can force an end that pays `at_least` or more within `plies` plies; `who` is to move.

        Raises:
            LimitError: a limit was reached.
            RulesError: the rules break a promise.
        """

    def forget(self) -> None:
        """Discard everything found so far."""

    def state(self) -> SearchState:
        """Return the arrays on which the next results depend."""

    def restore(self, state: SearchState) -> None:
        """Continue from a saved state.

        Raises:
            KeyError: the arrays are not a state.
            ValueError: the arrays are not a state.
        """
