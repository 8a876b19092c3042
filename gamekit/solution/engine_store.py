"""`EngineStore`: the results of the engine, in memory or in the files of a work folder.

The columns are read through the state of the solve, wherever it keeps them.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.ranges_index import Codes, RangesIndex
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.disk_state import DiskState
from gamekit.engine.retrograde.result_numbers import NO_STATE, UNRESOLVED
from gamekit.engine.retrograde.solve import Solved
from gamekit.game.compiled import CompiledGame
from gamekit.solution.expander import CompiledExpander, Expander
from gamekit.solution.solution import Solution
from gamekit.solution.store import CodeStore, Info, Results


@attrs.frozen(eq=False, kw_only=True)
class EngineStore(CodeStore):
    """The results of the engine. Places are codes, or ranks of keys."""

    solved: Solved

    @property
    def batch(self) -> Batch:
        return self.solved.batch

    def values(self, part: slice) -> NDArray[Any]:
        return self.solved.state.values(part)

    def remoteness(self, part: slice) -> NDArray[Any]:
        return self.solved.state.remoteness(part)

    def results(self, part: slice | None = None) -> ResultArrays:
        state = self.solved.state
        if isinstance(state, DiskState):
            return super().results(part)
        results: ResultArrays = state.columns.results(part or slice(None))
        return results

    def keys(self, part: slice) -> Codes:
        return self.solved.state.keys(part)

    def codes(self, places: Codes | slice) -> Codes:
        return self.solved.state.codes(places)

    @property
    def ranges(self) -> tuple[tuple[int, int], ...] | None:
        index = self.solved.state.index
        return index.pairs if isinstance(index, RangesIndex) else None

    def place_of_code(self, code: int) -> int | None:
        place = int(self.solved.state.locate(np.array([code], dtype=np.int64))[0])
        return None if place < 0 or self.result_at(place)[0] == NO_STATE else place

    def results_of(self, codes: Codes) -> Results:
        places = np.asarray(self.solved.state.locate(codes), dtype=np.int64)
        value, plies = np.full(len(codes), NO_STATE, dtype=np.int64), np.zeros(len(codes), dtype=np.int64)
        known = np.flatnonzero(places >= 0)
        value[known], plies[known] = self.solved.state.results_at(places[known])
        return value, plies

    def expander(self) -> Expander:
        state = self.solved.state
        return CompiledExpander(self.batch, state, shards=self.solved.folder and state)


def compiled_solution(
    game: CompiledGame[Any, Any], solved: Solved, start: Any, solver: str
) -> Solution[Any, Any]:
    """Return the results of the engine as a solver's `Solution`; if they are in files, the files must stay."""
    rules, state, counts = solved.batch.rules, solved.state, solved.counts
    info = Info(
        solver=solver,
        path=solved.folder,
        backend="compiled",
        method=solved.method,
        statistics=solved.statistics,
        seconds=solved.seconds,
        states_from="exploration" if rules.is_state is None else "states",
        edges_from="moves" if rules.predecessors is None else "predecessors",
    )
    store = EngineStore(
        game=game,
        info=info,
        places=state.places,
        states=counts.states,
        edges=counts.edges,
        payoffs=counts.payoffs,
        perspective="mover" if solved.batch.from_movers_view else "first",
        no_state=NO_STATE,
        unsolved=UNRESOLVED,
        infinite=int(np.iinfo(state.remoteness(slice(0, 1)).dtype).max),
        index="dense" if state.bits is None else "keys",
        bits=state.bits,
        solved=solved,
    )
    return Solution(store, start)
