"""How far a solve by predecessors in memory has come: with its columns, all that it takes to go on."""

from __future__ import annotations

from typing import Final, Protocol

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
    """

    places: int = 0
    counts: StateCounts = attrs.Factory(StateCounts)
    arrivals: NDArray[np.int64] = attrs.field(factory=lambda: np.empty((0, 2), dtype=np.int64))
    sweep: int = 0
    plies: int = 0


BEGIN: Final = Progress()
"""Nothing is done."""


class Snapshots(Protocol):
    """Keeps the columns of a solve now and then."""

    def last(self) -> tuple[Columns, Progress] | None:
        """Return what was kept last; None if nothing was."""

    def offer(self, columns: Columns, progress: Progress) -> None:
        """Keep columns, unless others were kept a short time ago."""
