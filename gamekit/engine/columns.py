"""The columns of a solve: a few bytes for each place, and what they say."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import ProgressCallback
from gamekit.engine.asking import CHUNK, ask, chunks_of
from gamekit.engine.batch import GOES_ON, Batch, Expansion
from gamekit.engine.index import Index
from gamekit.engine.rounds import run_round

NO_STATE: Final = -128
"""The value at a place that is no state's, which dense codes may leave."""

UNRESOLVED: Final = GOES_ON
"""The value of a state that has none yet."""

MOST_IN_A_BYTE: Final = 127

Seen = tuple[int, int, set[int]]
"""What is counted in a range of places: states, edges, and with which payoffs play ends."""


@attrs.define
class Columns:
    """What is known of the state at each place.

    Attributes:
        value: int8, the payoff: to the first player, or to the mover in codes from the mover's view; `NO_STATE`,
            `UNRESOLVED`.
        remoteness: unsigned, one byte wide or as wide as it must be; the largest number it can hold says that play
            never ends.
        left: unsigned: twice the number of successors without a value, plus the mover; 0 where there is a value. Given
            up once everything has one.
        states: how many places are states'.
        edges: how many edges there are.
        payoffs: with which payoffs the game can end, ascending.
    """

    value: NDArray[np.int8]
    remoteness: NDArray[Any]
    left: NDArray[Any]
    states: int = 0
    edges: int = 0
    payoffs: tuple[int, ...] = ()

    @classmethod
    def blank(cls, places: int, max_successors: int) -> Columns:
        """Return columns in which nothing is known."""
        return cls(
            value=np.full(places, NO_STATE, dtype=np.int8),
            remoteness=np.zeros(places, dtype=np.uint8),
            left=np.zeros(places, dtype=width_of_left(max_successors)),
        )

    @property
    def never(self) -> int:
        """The remoteness that says that play never ends."""
        return int(np.iinfo(self.remoteness.dtype).max)

    def add(self, seen: Seen) -> None:
        """Count what was seen in a range of places."""
        states, edges, payoffs = seen
        self.states += states
        self.edges += edges
        self.payoffs = tuple(sorted({*self.payoffs, *payoffs}))

    def widen_for(self, plies: int) -> None:
        """Make room for such a remoteness."""
        for width in (np.uint16, np.uint32):
            if plies >= self.never:
                self.remoteness = self.remoteness.astype(width)


def width_of_left(max_successors: int) -> type[np.unsignedinteger[Any]]:
    """Return the type of `Columns.left`."""
    return np.uint8 if max_successors <= MOST_IN_A_BYTE else np.uint32


def survey(
    batch: Batch, index: Index, columns: Columns, executor: Executor, progress: ProgressCallback
) -> None:
    """Ask the rules of every place: is it a state's, who moves, is the game over, how many ways lead on."""
    asked = ((batch, index, columns, places) for places in chunks_of(len(index)))
    for done, seen in enumerate(run_round(executor, look_at, asked)):
        columns.add(seen)
        progress("surveying", min((done + 1) * CHUNK, len(index)), len(index))


def look_at(batch: Batch, index: Index, columns: Columns, places: slice) -> Seen:
    """Fill in what the rules say of a range of places."""
    at, codes, expansion = ask(batch, index, places)
    return note(batch, columns, at, codes, expansion)


def note(
    batch: Batch,
    columns: Columns,
    at: NDArray[np.int64] | slice,
    codes: NDArray[np.int64],
    expansion: Expansion,
) -> Seen:
    """Write what the rules say of some states into the columns; return how many there are, edges, and payoffs."""
    columns.value[at] = expansion.outcomes
    left = expansion.counts.astype(columns.left.dtype) * 2
    if batch.rules.mover is not None:
        left |= batch.movers(codes).astype(left.dtype) * (expansion.counts > 0)
    columns.left[at] = left
    return len(expansion.counts), len(expansion.children), payoffs_of(expansion)


def payoffs_of(expansion: Expansion) -> set[int]:
    """Return the different payoffs among the outcomes."""
    occur = np.flatnonzero(np.bincount(expansion.outcomes.view(np.uint8)))
    return set(occur.astype(np.uint8).view(np.int8).tolist()) - {GOES_ON}
