"""Compare the compiled rules with the plain ones in every state, thousands of states at a time.

This module only finds the codes at which the rules differ; the checks of single states then explain the differences.
Each code is compared with the state that `decode` returns for it. If the rules have a checked build, its `is_state` or
its `successors` gives the states.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.verification.rules_comparison import CODES_AT_ONCE, differences
from gamekit.engine.codes.batch import GOES_ON, Batch, Expansion
from gamekit.engine.codes.code_hash import codes_of
from gamekit.engine.retrograde.exploration import explore
from gamekit.engine.runtime.arrays import concatenate
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.game.compiled import CompiledGame
from gamekit.game.progress import ProgressCallback
from gamekit.solution.store import ranges
from gamekit.testing.rules_agreement import GUARD, Backend

Codes = NDArray[np.int64]


class BackendComparison:
    """Compares the two backends in all states; `backend` must be compiled, and `progress` is called now and then.

    Attributes:
        batch: the compiled rules.
        checked: the checked build of the rules, or `batch` if there is none.
    """

    def __init__(self, backend: Backend, progress: ProgressCallback) -> None:
        self.backend = backend
        self.progress = progress
        self.batch = Batch(cast(CompiledGame[Any, Any], backend.probe.game), backend.rules)
        self.checked = self.batch if backend.checked is None else backend.compile_checked()

    @cached_property
    def codes(self) -> Codes:
        """The codes of all states, ascending: those that `is_state` accepts, or else those that successors lead to."""
        size, batch = self.backend.rules.size, self.checked
        if batch.rules.is_state is not None:
            chunks = (np.arange(part.start, part.stop) for part in ranges(size))
            return np.concatenate([codes[batch.are_states(codes) != 0] for codes in chunks])
        start = self.backend.code_of(self.backend.probe.origin)
        explored = explore(RoundRunner(progress=self.progress), batch, start)
        keys = concatenate(explored.keys)
        return np.sort(codes_of(keys, explored.bits))

    def find_breach(self) -> None:
        """Expand all states by the checked build, if there is one; it raises a `RulesError` that names the state."""
        if self.checked is self.batch:
            return
        for i, codes in enumerate(_chunks(self.codes)):
            self.progress("testing indices", i * CODES_AT_ONCE, len(self.codes))
            self.checked.expand(codes)
            if self.checked.rules.predecessors is not None:
                self.checked.parents(codes)

    def differences(self) -> Codes:
        """Return the codes at which compiled and plain rules differ, or cannot be compared."""
        edges, listed = np.zeros(len(self.codes), np.int64), np.zeros(len(self.codes), np.int64)
        differing: list[Codes] = []
        for i, codes in enumerate(_chunks(self.codes)):
            self.progress("comparing states", i * CODES_AT_ONCE, len(self.codes))
            differing.append(self._differences(codes, edges, listed))
        # if each predecessor that is listed leads here, equal numbers mean equal sets
        if not any(map(len, differing)):
            differing.append(self.codes[edges != listed])
        return np.unique(np.concatenate(differing))

    def _differences(self, codes: Codes, edges: Codes, listed: Codes) -> Codes:
        """Return the codes at which the rules differ; count the edges into each state in `edges` and in `listed`."""
        try:
            compiled = self.batch.expand(codes)
            differ = np.isin(codes, [code for code, _ in differences(self.batch, codes)])
            known = _contains(self.codes, compiled.children)
            if self.backend.rules.predecessors is not None:
                numbers, wrong = self._parents(codes)
                listed[np.searchsorted(self.codes, codes)] = numbers
                np.add.at(edges, np.searchsorted(self.codes, compiled.children[known]), 1)
                differ[wrong] = True
            return np.concatenate([codes[differ], compiled.children[~known]])
        except Exception:  # of one of these codes; the checks of single states explain it
            if len(codes) == 1:
                return codes
            halves = codes[: len(codes) // 2], codes[len(codes) // 2 :]
            return np.concatenate([self._differences(half, edges, listed) for half in halves])

    def leading_to(self, codes: Codes) -> Codes:
        """Return the codes whose successors are among these codes."""
        parents: list[Codes] = []
        for chunk in _chunks(self.codes):
            owners, children = _edges(self.batch.expand(chunk))
            parents.append(chunk[np.unique(owners[_contains(codes, children)])])
        return np.concatenate(parents)

    def _parents(self, codes: Codes) -> tuple[Codes, Codes]:
        """Return the number of predecessors of each code, and the codes with predecessors that are wrong or repeated.

        Codes that stand for no state, or for a terminal state, may be listed and do not count.
        """
        parents, children = self._listed_parents(codes)
        known = _contains(self.codes, parents)
        parents, children = parents[known], children[known]
        different, at = np.unique(parents, return_inverse=True)
        expansion = self.batch.expand(different)
        goes_on = expansion.outcomes[at] == GOES_ON
        pairs, times = np.unique((at * len(codes) + children)[goes_on], return_counts=True)
        owners, targets = _edges(expansion)
        here = _contains(codes, targets)
        edges = owners[here] * len(codes) + np.searchsorted(codes, targets[here])
        wrong = pairs[(times > 1) | ~np.isin(pairs, edges)] % len(codes)
        return np.bincount(children[goes_on], minlength=len(codes)), wrong

    def _listed_parents(self, codes: Codes) -> tuple[Codes, Codes]:
        """Return the predecessors that the rules list, and the number of the code that each is listed for."""
        rules, predecessors = self.backend.rules, self.backend.functions["predecessors"]
        out = np.empty(rules.max_predecessors + GUARD, dtype=np.int64)
        parents = [out[: predecessors(code, rules.parameters, out)].copy() for code in codes.tolist()]
        return np.concatenate(parents), np.repeat(np.arange(len(codes)), [len(listed) for listed in parents])


def _edges(expansion: Expansion) -> tuple[Codes, Codes]:
    """Return the number of the parent and the code of the child of each edge."""
    return np.repeat(np.arange(len(expansion.counts)), expansion.counts), expansion.children


def _contains(codes: Codes, some: Codes) -> NDArray[np.bool_]:
    """Return a boolean for each of `some`: whether it is among `codes`, which ascend."""
    at = np.minimum(np.searchsorted(codes, some), len(codes) - 1)
    return np.equal(codes[at], some)


def _chunks(codes: Codes) -> Iterator[Codes]:
    return (codes[part] for part in ranges(len(codes), CODES_AT_ONCE))
