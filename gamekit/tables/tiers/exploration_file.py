"""`ExplorationFile`: how far the exploration of tiers has come, in a file, so that a killed one goes on from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.snapshot import Snapshot
from gamekit.engine.tiers.order import Exploration, TierGraph
from gamekit.errors import InputError
from gamekit.game.sentences import counted
from gamekit.tables.path_kinds import KEPT

EXPLORED: Final = "explored.npz"
"""The name of the file, beside the states of the tiers."""

ABOUT: Final = "about"
"""The array with what is known of the tiers that were explored; each of the others is the seeds of a tier."""


@attrs.define
class ExplorationFile(Snapshot):
    """The last record of an exploration."""

    def last(self) -> tuple[Exploration, dict[int, list[Any]]] | None:
        """Return the exploration, with seeds as arrays, and what was kept; None if there is none, or it is damaged."""
        arrays = self.read()
        if arrays is None:
            return None
        try:
            about = json.loads(arrays.pop(ABOUT).tobytes())
            graph = TierGraph({int(tier): set(children) for tier, children in about["tiers"].items()})
            sizes = {int(tier): int(size) for tier, size in about["states"].items()}
            kept = {int(tier): list(known) for tier, known in about["found"].items()}
            seeds = {int(tier): array for tier, array in arrays.items()}
            return Exploration(graph, sizes, seeds, about["unfinished"]), kept
        except (KeyError, ValueError, TypeError, AttributeError):
            return None

    def offer(
        self, exploration: Exploration, kept: dict[int, list[Any]], array_of: Callable[[Any], NDArray[Any]]
    ) -> bool:
        """Record an exploration, unless that was done a short time ago; return whether it was done now.

        Args:
            exploration: how far it has come.
            kept: what was kept of the tiers that were explored.
            array_of: returns the seeds of a tier as an array.

        Raises:
            LimitError: the disk is full.
        """
        if not self.is_due():
            return False
        about = {
            "tiers": {tier: sorted(children) for tier, children in exploration.graph.children.items()},
            "states": exploration.sizes,
            "unfinished": exploration.unfinished,
            "entered": sorted(exploration.seeds),
            "found": kept,
        }
        seeds = {str(tier): array_of(seeds) for tier, seeds in exploration.seeds.items()}
        self.write({ABOUT: np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), **seeds})
        return True


def check_all_found(folder: Path) -> None:
    """Refuse a folder of tiers that says how far exploration has come, as not all of its tiers are found.

    Raises:
        InputError: it is one.
    """
    arrays = ExplorationFile(folder / KEPT / EXPLORED).read(lambda name: name == ABOUT)
    if not arrays:
        return
    about = json.loads(arrays[ABOUT].tobytes())
    sizes, unfinished, entered = about["states"], about["unfinished"], {*map(str, about["entered"])}
    in_part = "" if unfinished is None else f" (tier {unfinished} in part)"
    raise InputError(
        f"{folder} is not finished: {counted(len(sizes), 'tier')}{in_part} with "
        f"{counted(sum(sizes.values()), 'state')} are explored, from which play enters "
        f"{len(entered - sizes.keys()):,} more so far; run gamekit solve --tiers {folder} again to resume"
    )
