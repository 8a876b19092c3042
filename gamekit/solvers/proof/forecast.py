"""`forecast`: how long a proof of one state may take, by a short trial."""

from __future__ import annotations

from typing import Final

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.runtime.tuning import DEFAULTS
from gamekit.errors import LimitError
from gamekit.game.progress import ProgressCallback, silent
from gamekit.solvers.proof.compiled_search import CompiledSearch
from gamekit.solvers.proof.search import RepetitionError, SearchLimits

NODES: Final = 1 << 20
"""What a trial expands, at most."""

NODES_A_CALL: Final = 1 << 14
"""What it expands between two looks at the time."""

MEMORY: Final = 1 << 26
"""What its table takes."""


@attrs.frozen
class Forecast:
    """What a trial found out about whether the player to move wins one state.

    Attributes:
        nodes: how many positions it expanded.
        seconds: how long that took, with one thread.
        wins: whether the player to move wins; None if the trial left it open.
        goes_in_circles: whether play does, so that a proof counts plies, and a trial cannot tell how many.
        positions: how many positions the whole search may take, if the rest is like what was searched; None if the
            trial does not tell.
    """

    nodes: int
    seconds: float
    wins: bool | None = None
    goes_in_circles: bool = False
    positions: float | None = None

    @property
    def likely_seconds(self) -> float | None:
        """How long this many positions take with one thread."""
        return None if self.positions is None else self.positions * self.seconds / self.nodes


def forecast(
    batch: Batch, code: int, *, nodes: int = NODES, seconds: float = 5.0, progress: ProgressCallback = silent
) -> Forecast:
    """Try to find out whether the player to move wins a state, and how much of that search a trial has done.

    The share is that of the tree, where the successors of a position count alike (Kilby, Slaney, Thiébaux & Walsh,
    "Estimating search tree size", 2006). A proof needs one move of the winner and all of the loser, so the winner's
    first moves are taken for good. Who wins is not known; it is the player for whom more is done.

    The game is not over in the state. The trial ends after so many positions or seconds.
    """
    tuning = attrs.evolve(DEFAULTS, proof_call=min(nodes, NODES_A_CALL))
    limits = SearchLimits(seconds, nodes, progress, tuning=tuning)
    search = CompiledSearch(batch, MEMORY, limits, learns=False)
    who = search.mover(code)
    try:
        wins = search.bound(code, who, 1) >= 1
        return Forecast(search.nodes, limits.elapsed, wins)
    except RepetitionError:
        return Forecast(search.nodes, limits.elapsed, goes_in_circles=True)
    except LimitError:
        share = max(search.frames.share_done(player) for player in range(2))
        positions = search.nodes / share if share > np.finfo(float).tiny else None
        return Forecast(search.nodes, limits.elapsed, positions=positions)
