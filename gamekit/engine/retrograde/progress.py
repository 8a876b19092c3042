"""How far a solve in memory has come: with its columns, and its edges if it stores them, all that it takes to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.sharded_state import StateCounts


@attrs.frozen(eq=False)
class Progress:
    """What is done of a solve.

    Attributes:
        places: how many places the first pass has done.
        counts: the totals over their states.
        arrivals: int64: each value that arrives from another tier with each of its layers, a row each.
        sweep: how many sweeps are done.
        plies: how many layers of the next sweep are done.
        rounds: how many rounds that took.
    """

    places: int = 0
    counts: StateCounts = attrs.Factory(StateCounts)
    arrivals: NDArray[np.int64] = attrs.field(factory=lambda: np.empty((0, 2), dtype=np.int64))
    sweep: int = 0
    plies: int = 0
    rounds: int = 0


BEGIN: Final = Progress()
"""Nothing is done."""


StoredEdges = Sequence[tuple[NDArray[Any], NDArray[Any]]]
"""The parents of the states of each shard: `indptr` and `indices` of a CSR matrix.

While the first pass is at work, the places at both ends of the edges found so far: of states of the shard, and of their
parents.
"""


class Snapshots(Protocol):
    """Keeps the columns of a solve now and then, with the edges found so far; and once, all its edges."""

    def last(self) -> tuple[Columns, Progress] | None:
        """Return what was kept last; None if nothing was."""

    def last_edges(self, *, in_first_pass: bool) -> StoredEdges | None:
        """Return the edges found by a first pass at work, or all of them; None if none were kept with the columns."""

    def offer(
        self, columns: Columns, progress: Progress, edges: Callable[[], StoredEdges] | None = None
    ) -> None:
        """Keep columns, unless others were kept a short time ago.

        Args:
            columns: the columns.
            progress: how far the solve has come.
            edges: returns the edges, if they are stored. Once the first pass is done they do not change.
        """

    def remove(self) -> None:
        """Forget all that was kept."""
