"""`ResumableSearch`: searches in a fixed order, with a log of their results, so that a new process can continue them.

A search by one thread is deterministic: what it finds next depends on the searches before it and on nothing else. So it
is enough to save the results so far, and the table and path of the search under way. A process that resumes repeats the
same calls: it reads the logged results, and continues the search that was interrupted. Its results and its certificate
are those of an uninterrupted process. With several threads, only the path of the first is saved; the results are still
true, but the positions of the certificate depend on the speed of each thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import attrs
import numpy as np

from gamekit.engine.runtime.locked_folder import Snapshot
from gamekit.game.values import Value
from gamekit.solvers.proof.closed_set import ClosedSets
from gamekit.solvers.proof.search import RepetitionError, Search


@attrs.define
class Findings:
    """The findings of a search, as the player to move sees them, and how the search ended.

    Attributes:
        endless: the payoff of play without end.
        lower: the largest known lower bound of the value.
        upper: the least known upper bound of the value.
        plies: the number of plies within which the end that gives the last bound can be forced, if plies were counted.
        is_closed: whether a bound rests on a closed set.
        closed: the searches for closed sets; None if there were none.
        is_answered: whether every question that was asked is answered, except for the number of plies.
        stopped: the reason why the search ended early; None if it did not.
        seconds: the time that the search took in all processes, in seconds.
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

    @property
    def is_empty(self) -> bool:
        """Whether no bound was found."""
        return self.lower is None and self.upper is None

    def decides(self, least: int) -> bool:
        """Return whether the bounds decide if the value is at least `least`."""
        return (self.lower is not None and self.lower >= least) or (
            self.upper is not None and self.upper < least
        )

    def add(self, bound: int, want: int) -> None:
        """Record `bound`, the result of a search that asked whether the value is `want` or more."""
        if bound >= want:
            self.lower = bound if self.lower is None else max(self.lower, bound)
        else:
            self.upper = bound if self.upper is None else min(self.upper, bound)

    @property
    def value(self) -> Value | None:
        """The value for the player to move; None if it is open, for instance between a tie and a draw."""
        if self.lower is not None and self.lower > 0:
            return Value.WIN
        if self.upper is not None and self.upper < 0:
            return Value.LOSS
        may_be_draw = self.is_closed and self.endless == 0
        return Value.TIE if self.lower == self.upper == 0 and not may_be_draw else None


LOG = "questions"
"""The name of the array of a snapshot that holds the log."""

FIRST_LOOK: Final = 32
"""The number of positions that a closed set may expand before the search has expanded any."""

SHORT_SEARCH: Final = 32
"""The largest number of positions expanded by a short search."""

OPEN: Final = -1
"""The result of a search for a closed set that reached its limit."""


@attrs.define
class ResumableSearch:
    """A search whose results are logged, and replayed when a process resumes it.

    Attributes:
        search: the search that finds bounds, and wins within a number of plies.
        closed: the search for closed sets, by which a player avoids an end for ever.
        snapshot: the file in which the log and the state of the search are saved; None if they are not saved.
    """

    search: Search
    closed: ClosedSets
    snapshot: Snapshot | None = None
    _results: list[tuple[int | None, int]] = attrs.field(factory=list, init=False)
    _replayed: int = attrs.field(default=0, init=False)
    _is_open: bool = attrs.field(default=False, init=False)
    _largest: int = attrs.field(default=0, init=False)
    _has_run: bool = attrs.field(default=False, init=False)
    _seconds: float = attrs.field(default=0.0, init=False)

    def __attrs_post_init__(self) -> None:
        """Continue from a snapshot, if there is one."""
        saved = None if self.snapshot is None else self.snapshot.read()
        if saved is None:
            return
        try:
            log = json.loads(saved.pop(LOG).tobytes())
            results = [(result, largest) for result, largest in log["answers"]]
            self._largest = log["largest"]
            self.search.restore(saved)
        except (KeyError, ValueError, TypeError, IndexError):
            return  # damaged: the search begins anew
        self._results, self._is_open, self._seconds = results, bool(log["is_open"]), log["seconds"]
        self.search.nodes = self.search.limits.before = log["nodes"]

    @property
    def seconds(self) -> float:
        """The number of seconds that the search has taken, in all processes."""
        return self._seconds + self.search.limits.elapsed

    def bound(self, position: Any, who: int, want: int) -> int:
        """Return a bound on the value of a position for its mover, as `Search.bound` does."""
        return self._next_result(lambda resume: self.search.bound(position, who, want, resume=resume))

    def within(self, position: Any, who: int, player: int, at_least: int, plies: int) -> bool:
        return bool(
            self._next_result(
                lambda resume: self.search.within(position, who, player, at_least, plies, resume=resume)
            )
        )

    def holds(self, position: Any, who: int, player: int, at_least: int) -> bool | None:
        """Return whether a closed set assures a player of a payoff; None if searching for it would take too long now.

        The search may expand as many positions as the search for a win has expanded so far.
        """

        most = FIRST_LOOK + self.search.nodes // self.search.nodes_per_look

        def expand(_: bool) -> int:
            """Search the closed set anew, because its positions are in no snapshot."""
            answer = self.closed.holds(position, who, player, at_least, most)
            return OPEN if answer is None else int(answer)

        answer = self._next_result(expand)
        return None if answer == OPEN else bool(answer)

    def is_short(self) -> bool:
        """Return whether the search so far was short; a resumed process returns the same as the one before it."""
        return bool(self._next_result(lambda _: self.search.nodes <= SHORT_SEARCH))

    def _next_result(self, run: Callable[[bool], int]) -> int:
        """Return the next result: from the log as long as it lasts, then by `run`."""
        result: int | None
        if self._replayed < len(self._results):
            result, self.search.largest = self._results[self._replayed]
        else:
            resume, self._is_open, self._has_run = self._is_open, True, True
            if resume:  # payoffs met before the stop are not met again
                self.search.largest = self._largest
            try:
                result = int(run(resume))
            except RepetitionError:
                result = None
            self._is_open = False
            self._results.append((result, self.search.largest))
        self._replayed += 1
        if result is None:
            raise RepetitionError
        return result

    def offer(self) -> None:
        """Write a snapshot unless the last one is recent; the search must be between two of its steps."""
        if self.snapshot is not None and self.snapshot.is_due():
            self._write(self.snapshot)

    def close(self) -> None:
        """Write a snapshot if the search has run in this process."""
        if self.snapshot is not None and self._has_run:
            self._write(self.snapshot)

    def _write(self, snapshot: Snapshot) -> None:
        log = {
            "answers": self._results,
            "is_open": self._is_open,
            "seconds": self.seconds,
            "nodes": self.search.nodes,
            "largest": self.search.largest,
        }
        snapshot.write(self.search.state() | {LOG: np.frombuffer(json.dumps(log).encode(), np.uint8)})
