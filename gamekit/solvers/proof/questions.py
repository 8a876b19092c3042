"""`Questions`: what a search is asked, one question after the other, and how a killed process goes on with them.

A search by one thread is deterministic: what it finds next depends on the questions so far and on nothing else. So it
is enough to write down the answers, and what the search keeps while it looks for the next one. A process that goes on
asks the same questions again, is given the answers that were found, and resumes the search where it was. Its answers
and its certificate are those of a process that was never stopped. Of several threads, the path of the first is kept;
the answers are as true, but which positions are in the certificate depends on how fast each thread was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, Protocol

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.snapshot import Snapshot
from gamekit.solvers.proof.closed_set import ClosedSets
from gamekit.solvers.proof.limits import Limits, LoopError

LOG = "questions"
"""The name of the array of a snapshot that holds the answers."""

FIRST_LOOK: Final = 32
"""A closed set may look at so many positions at once."""

OPEN: Final = -1
"""The answer to a question that was left open."""

State = dict[str, NDArray[Any]]


class Search(Protocol):
    """What is asked: a `CompiledSearch` or a `PlainSearch`."""

    name: str
    limits: Limits
    nodes: int
    nodes_per_look: int
    largest: int

    def ask(self, position: Any, who: int, want: int, *, resume: bool = False) -> int: ...

    def within(
        self, position: Any, who: int, player: int, at_least: int, plies: int, *, resume: bool = False
    ) -> bool: ...

    def state(self) -> State: ...

    def restore(self, state: State) -> None: ...


@attrs.define
class Questions:
    """The questions that a search is asked, and their answers.

    Attributes:
        search: answers them.
        closed: answers those about play without end.
        snapshot: where to write them down; None for nowhere.
    """

    search: Search
    closed: ClosedSets
    snapshot: Snapshot | None = None
    _answers: list[tuple[int | None, int]] = attrs.field(factory=list, init=False)
    _asked: int = attrs.field(default=0, init=False)
    _is_open: bool = attrs.field(default=False, init=False)
    _has_run: bool = attrs.field(default=False, init=False)
    _seconds: float = attrs.field(default=0.0, init=False)

    def __attrs_post_init__(self) -> None:
        """Go on from a snapshot, if there is one."""
        found = None if self.snapshot is None else self.snapshot.read()
        if found is None:
            return
        try:
            log = json.loads(found.pop(LOG).tobytes())
            answers = [(result, largest) for result, largest in log["answers"]]
            self.search.restore(found)
        except (KeyError, ValueError, TypeError, IndexError):
            return  # damaged: the search begins anew
        self._answers, self._is_open, self._seconds = answers, bool(log["is_open"]), log["seconds"]
        self.search.nodes = self.search.limits.before = log["nodes"]

    @property
    def largest(self) -> int:
        """The largest payoff, by its size, that the search has met."""
        return self.search.largest

    @property
    def seconds(self) -> float:
        """How long the search has taken, in all processes."""
        return self._seconds + self.search.limits.elapsed

    def ask(self, position: Any, who: int, want: int) -> int:
        """Return a bound of what a position is worth to its mover: a lower one if it is `want` or more, else an upper.

        Raises:
            LoopError: play goes in circles.
            LimitError: a limit was reached.
        """
        return self._answer(lambda resume: self.search.ask(position, who, want, resume=resume))

    def within(self, position: Any, who: int, player: int, at_least: int, plies: int) -> bool:
        """Return whether a player can force an end that pays so much within some plies.

        Raises:
            LimitError: a limit was reached.
        """
        return bool(
            self._answer(
                lambda resume: self.search.within(position, who, player, at_least, plies, resume=resume)
            )
        )

    def holds(self, position: Any, who: int, player: int, at_least: int) -> bool | None:
        """Return whether a player gets so much, where play without end pays it; None if that would take too long now.

        It may take as long as the search for a win has taken so far, by the number of positions.

        Raises:
            LimitError: a limit was reached.
        """

        most = FIRST_LOOK + self.search.nodes // self.search.nodes_per_look

        def answer(_: bool) -> int:
            """Begin anew, as the positions so far are in no snapshot."""
            found = self.closed.holds(position, who, player, at_least, most)
            return OPEN if found is None else int(found)

        found = self._answer(answer)
        return None if found == OPEN else bool(found)

    def _answer(self, ask: Callable[[bool], int]) -> int:
        """Return the answer to the next question: one that was written down, or what the search finds."""
        result: int | None
        if self._asked < len(self._answers):
            result, self.search.largest = self._answers[self._asked]
        else:
            resume, self._is_open, self._has_run = self._is_open, True, True
            try:
                result = int(ask(resume))
            except LoopError:
                result = None
            self._is_open = False
            self._answers.append((result, self.search.largest))
        self._asked += 1
        if result is None:
            raise LoopError
        return result

    def offer(self) -> None:
        """Write a snapshot unless the last one is recent; the search must be between two of its steps."""
        if self.snapshot is not None and self.snapshot.is_due():
            self.write()

    def close(self) -> None:
        """Write a snapshot if the search has been at work."""
        if self._has_run:
            self.write()

    def write(self) -> None:
        """Write a snapshot, if there is a file for it.

        Raises:
            LimitError: the disk is full.
        """
        if self.snapshot is None:
            return
        log = {
            "answers": self._answers,
            "is_open": self._is_open,
            "seconds": self.seconds,
            "nodes": self.search.nodes,
        }
        self.snapshot.write(self.search.state() | {LOG: np.frombuffer(json.dumps(log).encode(), np.uint8)})
