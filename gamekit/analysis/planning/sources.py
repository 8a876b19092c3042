"""Sources of samples: compiled or plain rules, with states as integers."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import SLACK, Batch
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.game.checked_rules import Rules
from gamekit.game.compiled import NOT_OVER
from gamekit.game.movers_view import rules_for_solving

Codes = NDArray[np.int64]


class CompiledSource:
    """Compiled rules as a source of samples; they release the interpreter's lock.

    Attributes:
        start: the code of the initial state.
        threads: the number of threads that may expand states at once.
    """

    threads = 2

    def __init__(self, batch: Batch, start: int) -> None:
        self.batch = batch
        self.start = start

    def expand(self, codes: Codes) -> Codes:
        """Return the codes of the successors of states in one array; terminal states have no successors."""
        return self.batch.expand(codes).children

    def in_degree(self, codes: Codes) -> NDArray[np.int64] | None:
        """Return the number of predecessors of each state, at least 1; None if the rules do not give them.

        Predecessors that have no predecessors themselves do not count, except the start.
        """
        batch, rules = self.batch, self.batch.rules
        if rules.predecessors is None:
            return None
        degrees = np.empty(len(codes), dtype=np.int64)
        _count_predecessors(
            codes, batch.functions, rules.max_predecessors, batch.parameters, self.start, degrees
        )
        return np.maximum(degrees, 1)


class PlainSource:
    """Plain rules as a source of samples; a state's code is its number in the order of discovery."""

    start = 0
    threads = 1

    def __init__(self, game: Any) -> None:
        self._rules: Rules[Any, Any] = rules_for_solving(game)
        self._states = [self._rules.initial_state()]
        self._codes = {self._states[0]: 0}

    def expand(self, codes: Codes) -> Codes:
        """Return the codes of the successors of states in one array; terminal states have no successors."""
        children: list[int] = []
        for state in map(self._states.__getitem__, codes.tolist()):
            if self._rules.outcome(state) is None:
                children += map(self._code_of, self._rules.successors(state))
        return np.array(children, dtype=np.int64)

    def in_degree(self, codes: Codes) -> NDArray[np.int64] | None:
        """Return None, because plain rules need not give predecessors."""
        return None

    def _code_of(self, state: Any) -> int:
        code = self._codes.setdefault(state, len(self._states))
        if code == len(self._states):
            self._states.append(state)
        return code


Source = CompiledSource | PlainSource
"""Rules that expand many states at a time."""


@numba.njit(types.void(Array, FUNCTIONS, types.int64, Array, types.int64, Array), cache=True, nogil=True)
def _count_predecessors(codes, functions, most, parameters, start, degrees):  # type: ignore[no-untyped-def]
    """Count for each state the predecessors that are not terminal, and are the start or have predecessors."""
    predecessors, outcome = functions.predecessors, functions.outcome
    parents, grandparents = np.empty(most + SLACK, np.int64), np.empty(most + SLACK, np.int64)
    for i in range(len(codes)):
        degrees[i] = 0
        for j in range(predecessors(codes[i], parameters, parents)):
            if outcome(parents[j], parameters) != NOT_OVER:
                continue
            if parents[j] == start or predecessors(parents[j], parameters, grandparents) > 0:
                degrees[i] += 1
