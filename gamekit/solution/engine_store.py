"""`EngineStore`: what the engine found, in memory or in the files of a work folder.

The state of the solve knows where its columns are stored.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.retrograde.columns import NO_STATE, UNRESOLVED
from gamekit.engine.retrograde.disk_state import DiskState
from gamekit.engine.retrograde.solve import Solved
from gamekit.game.compiled import CompiledGame
from gamekit.solution.compiled_expander import CompiledExpander
from gamekit.solution.solution import Solution
from gamekit.solution.store import Expander, Found, Info, Store

Codes = NDArray[np.int64]


@attrs.frozen(eq=False, kw_only=True)
class EngineStore(Store):
    """What the engine found. Places are codes, or ranks of keys.

    Attributes:
        solved: what the engine found.
    """

    game: CompiledGame[Any, Any]
    solved: Solved

    def place_of(self, state: Any) -> int | None:
        """Return the place of a state."""
        try:
            code = self.game.encode(state)
        except Exception:  # what is no state may trip the game in any way
            return None
        return self._place_of_code(code)

    def state_at(self, place: int) -> Any:
        """Return the state at a place."""
        return self.game.decode(int(self.solved.state.codes(slice(place, place + 1))[0]))

    def values(self, part: slice) -> NDArray[Any]:
        """Return the values in a range of places."""
        return self.solved.state.values(part)

    def remoteness(self, part: slice) -> NDArray[Any]:
        """Return the remotenesses in a range of places."""
        return self.solved.state.remoteness(part)

    def movers(self, part: slice) -> NDArray[np.int8]:
        """Return the players to move in a range of places."""
        return self.solved.batch.movers(self.solved.state.codes(part))

    def keys(self, part: slice) -> Codes:
        """Return the keys in a range of places."""
        return self.solved.state.keys(part)

    def look_up(self, codes: Codes) -> Found:
        """Return the results of many codes."""
        at = np.flatnonzero((codes >= 0) & (codes < self.solved.batch.rules.size))
        places = self.solved.state.locate(codes[at])
        at, places = at[places >= 0], places[places >= 0]
        found = [self.result_at(place) for place in places.tolist()]
        value, plies = np.array(found, dtype=np.int64).reshape(-1, 2).T
        there = value != NO_STATE
        return Found(at[there], value[there], plies[there])

    def state_of(self, code: int) -> Any:
        """Return the state that has this code, or None."""
        return None if self._place_of_code(code) is None else self.game.decode(code)

    def expander(self) -> Expander:
        """Return the compiled rules."""
        state = self.solved.state
        return CompiledExpander(self.solved.batch, state, state if isinstance(state, DiskState) else None)

    def _place_of_code(self, code: int) -> int | None:
        if not 0 <= code < self.solved.batch.rules.size:
            return None
        place = int(self.solved.state.locate(np.array([code], dtype=np.int64))[0])
        return None if place < 0 or self.result_at(place)[0] == NO_STATE else place


def compiled_solution(game: CompiledGame[Any, Any], solved: Solved, start: Any) -> Solution[Any, Any]:
    """Return what the engine found as a `Solution`; if it is in files, they must stay."""
    rules, state, counts = solved.batch.rules, solved.state, solved.counts
    info = Info(
        solver="retrograde",
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
        infinite=state.never,
        index="dense" if state.bits is None else "keys",
        bits=state.bits,
        solved=solved,
    )
    return Solution(store, start)
