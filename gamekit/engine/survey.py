"""The survey: what the rules say of every place: is it a state's, who moves, is play over, how many ways lead on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.asking import ask
from gamekit.engine.batch import GOES_ON, Batch, Expansion
from gamekit.engine.columns import width_of_left
from gamekit.engine.keeping import Done, Keeper
from gamekit.engine.regions import Region, Regions
from gamekit.engine.work import Work


@attrs.define
class Seen:
    """What a survey counts.

    Attributes:
        states: how many there are.
        edges: how many there are.
        payoffs: with which the game can end, ascending.
    """

    states: int = 0
    edges: int = 0
    payoffs: tuple[int, ...] = ()

    def add(self, states: int, edges: int, *payoffs: int) -> None:
        """Count what was seen elsewhere."""
        self.states += states
        self.edges += edges
        self.payoffs = tuple(sorted({*self.payoffs, *payoffs}))


def survey(work: Work, batch: Batch, regions: Regions, places: int) -> Seen:
    """Have the rules say of every place what there is to know, and take it down.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    seen = Seen()
    parts = list(regions.parts())
    done = 0
    asked = ((batch, regions[shard], part) for shard, part in parts)
    for (shard, part), said in zip(parts, work.round(look, asked), strict=True):
        regions.noted(shard, said)
        seen.add(*said.told)
        done += part.stop - part.start
        work.progress("surveying", done, places)
    return seen


def look(keep: Keeper, batch: Batch, region: Region, part: slice) -> Done:
    """Take down what the rules say of a range of places; tell how many states there are, edges, and the payoffs."""
    return noted(keep, batch, region, part, *ask(batch, region.index, part))


def noted(
    keep: Keeper,
    batch: Batch,
    region: Region,
    part: slice,
    at: NDArray[np.int64] | slice,
    codes: NDArray[np.int64],
    expansion: Expansion,
) -> Done:
    """Take down what was said of a range of places, as `look` does."""
    kept = region.note(keep, part, at, expansion.outcomes, _left_of(batch, codes, expansion))
    return Done(kept, (len(codes), len(expansion.children), *_payoffs_of(expansion)))


def _left_of(batch: Batch, codes: NDArray[np.int64], expansion: Expansion) -> NDArray[Any]:
    """Return what `Columns.left` holds of states none of whose successors has a value."""
    left = expansion.counts.astype(width_of_left(batch.rules.max_successors)) * 2
    if batch.rules.mover is not None:
        left |= batch.movers(codes).astype(left.dtype) * (expansion.counts > 0)
    return left


def _payoffs_of(expansion: Expansion) -> Iterable[int]:
    """Return the different payoffs among the outcomes."""
    occur = np.flatnonzero(np.bincount(expansion.outcomes.view(np.uint8)))
    return set(occur.astype(np.uint8).view(np.int8).tolist()) - {GOES_ON}
