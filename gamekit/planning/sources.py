"""What a sample is drawn from: the rules of a game, compiled or plain, over numbers that stand for states."""

from __future__ import annotations

from typing import Any, Protocol

import attrs
import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.arena.rules import Rules
from gamekit.engine.batch import GOES_ON, SLACK, Batch
from gamekit.engine.functions import FUNCTIONS, Array

Codes = NDArray[np.int64]


@attrs.frozen
class Ways:
    """How play goes on from some states.

    Attributes:
        goes_on: whether it does, for each.
        children: the codes of all successors together.
    """

    goes_on: NDArray[np.bool_]
    children: Codes


class Source(Protocol):
    """Rules that can be asked for many states at a time.

    Attributes:
        start: the initial state.
        threads: how many may ask at once.
    """

    start: int
    threads: int

    def ways_on(self, codes: Codes) -> Ways:
        """Return how play goes on from states."""

    def ways_in(self, codes: Codes) -> NDArray[np.int64] | None:
        """Return how many ways lead to each of some states, at least 1; None if the rules do not say."""


class CompiledSource:
    """A source of compiled rules, which let go of the interpreter while they run."""

    threads = 2

    def __init__(self, batch: Batch, start: int) -> None:
        self.batch = batch
        self.start = start

    def ways_on(self, codes: Codes) -> Ways:
        """Return how play goes on from states."""
        expansion = self.batch.expand(codes)
        return Ways(expansion.outcomes == GOES_ON, expansion.children)

    def ways_in(self, codes: Codes) -> NDArray[np.int64] | None:
        """Return how many ways lead to states, leaving out those from where no way leads to."""
        rules = self.batch.rules
        if rules.predecessors is None:
            return None
        ways = np.empty(len(codes), dtype=np.int64)
        _count_ways_in(
            codes, self.batch.functions, rules.max_predecessors, self.batch.parameters, self.start, ways
        )
        return np.maximum(ways, 1)


class PlainSource:
    """A source of plain rules, which numbers states as it meets them."""

    start = 0
    threads = 1

    def __init__(self, game: Any) -> None:
        self._rules: Rules[Any, Any] = Rules(game)
        self._states = [self._rules.initial_state()]
        self._numbers = {self._states[0]: 0}

    def ways_on(self, codes: Codes) -> Ways:
        """Return how play goes on from states."""
        goes_on = np.zeros(len(codes), dtype=np.bool_)
        children: list[int] = []
        for i, number in enumerate(codes.tolist()):
            state = self._states[number]
            if self._rules.outcome(state) is None:
                goes_on[i] = True
                children += map(self._number_of, self._rules.successors(state))
        return Ways(goes_on, np.array(children, dtype=np.int64))

    def ways_in(self, codes: Codes) -> None:
        """Say that plain rules do not say."""

    def _number_of(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number


@numba.njit(
    types.void(Array, FUNCTIONS, types.int64, Array, types.int64, Array),
    cache=True,
    nogil=True,
)
def _count_ways_in(codes, functions, most, parameters, start, ways):  # type: ignore[no-untyped-def]
    """Count predecessors, but none that has no predecessors itself: play never comes there."""
    predecessors = functions.predecessors
    parents, grandparents = np.empty(most + SLACK, np.int64), np.empty(most + SLACK, np.int64)
    for i in range(len(codes)):
        ways[i] = 0
        for j in range(predecessors(codes[i], parameters, parents)):
            if parents[j] == start or predecessors(parents[j], parameters, grandparents) > 0:
                ways[i] += 1
