"""`forecast`: estimate the time of a proof of one state, by a short trial."""

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
"""The largest number of positions that a trial expands."""

NODES_A_CALL: Final = 1 << 14
"""The number of positions that a trial expands between two checks of the time."""

MEMORY: Final = 1 << 26
"""The number of bytes of the table of a trial."""


@attrs.frozen
class Forecast:
    """The result of a trial: whether the player to move wins one state, and the size of the whole search.

    Attributes:
        nodes: the number of positions that the trial expanded.
        seconds: the time that the trial took with one thread, in seconds.
        wins: whether the player to move wins; None if the trial left it open.
        goes_in_circles: whether play can go in circles, so that a proof counts plies, and a trial cannot estimate their
            number.
        positions: the number of positions that the whole search may take, if the rest is like the part that was
            searched; None if the trial yields no estimate.
    """

    nodes: int
    seconds: float
    wins: bool | None = None
    goes_in_circles: bool = False
    positions: float | None = None

    @property
    def likely_seconds(self) -> float | None:
        """The likely time of the whole search with one thread, in seconds; None if there is no estimate."""
        return None if self.positions is None else self.positions * self.seconds / self.nodes


def forecast(
    batch: Batch, code: int, *, nodes: int = NODES, seconds: float = 5.0, progress: ProgressCallback = silent
) -> Forecast:
    """Try to find out whether the player to move wins a state, and what share of that search a trial has done.

    The share is that of the tree, where the successors of a position count alike (Kilby, Slaney, Thiébaux & Walsh,
    "Estimating search tree size", 2006). A proof needs one move of the winner and all of the loser, so the winner's
    first moves are assumed to win. As the winner is not known, the player for whom more is done is taken.

    The game must not be over in the state. The trial ends after `nodes` positions or `seconds` seconds.
    """
    tuning = attrs.evolve(DEFAULTS, proof_call=min(nodes, NODES_A_CALL))
    limits = SearchLimits(seconds, nodes, progress, tuning=tuning)
    search = CompiledSearch(batch, MEMORY, limits)
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
