"""The edges of an arena, stored backwards: for rules that give no predecessors, where memory allows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.asking import ask, each
from gamekit.engine.batch import Batch
from gamekit.engine.chunks import CHUNK, chunks_of
from gamekit.engine.columns import Columns
from gamekit.engine.index import Index
from gamekit.engine.keeping import hold
from gamekit.engine.regions import MemoryRegion, MemoryRegions
from gamekit.engine.rounds import run_round
from gamekit.engine.shards import Cut
from gamekit.engine.survey import Seen, noted
from gamekit.engine.work import Work
from gamekit.errors import RulesError

Places = NDArray[np.uint32]

BYTES_AN_EDGE: Final = 8
"""What linking needs for each edge at its peak: the places at both ends."""


@attrs.define
class Bundle:
    """The edges that lead into one shard.

    Attributes:
        targets: uint32, where they lead to.
        sources: uint32, where they come from.
    """

    targets: list[Places]
    sources: list[Places]


def link(work: Work, batch: Batch, index: Index, columns: Columns) -> tuple[Seen, MemoryRegions]:
    """Survey the states, as `gamekit.engine.survey.survey` does, and keep the edges; return regions that have them.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    cut = Cut.of(len(index) - 1, len(index))
    bundles = [Bundle([], []) for _ in range(cut.shards)]
    region = MemoryRegion(index, columns, 0, len(index))
    asked = ((batch, region, cut, places) for places in chunks_of(len(index)))
    seen = Seen()
    for done, (told, targets, sources) in enumerate(run_round(work.executor, look_and_link, asked)):
        seen.add(*told)
        for bundle, into, out_of in zip(bundles, targets, sources, strict=True):
            if len(into):
                bundle.targets.append(into)
                bundle.sources.append(out_of)
        work.progress("linking", min((done + 1) * CHUNK, len(index)), len(index))
    ranges = list(pairwise([0, *cut.bounds.tolist(), len(index)]))
    turning = ((bundle, begin, end - begin) for bundle, (begin, end) in zip(bundles, ranges, strict=True))
    edges = run_round(work.executor, turn_round, turning)
    regions = [
        MemoryRegion(index, columns, begin, end, parents)
        for (begin, end), parents in zip(ranges, edges, strict=True)
    ]
    return seen, MemoryRegions(index, columns, cut, regions)


def look_and_link(
    batch: Batch, region: MemoryRegion, cut: Cut, places: slice
) -> tuple[tuple[int, ...], list[Places], list[Places]]:
    """Look at a range of places; return what there is to count, and its edges by the shard that they lead into."""
    at, codes, expansion = ask(batch, region.index, places)
    told = noted(hold, batch, region, places, at, codes, expansion).told
    targets = region.index.locate(expansion.children)
    if len(targets) and targets.min() < 0:
        _stray(batch, codes, expansion.counts, expansion.children, int(np.argmax(targets < 0)))
    sources = np.repeat(each(at).astype(np.uint32), expansion.counts)
    into, out_of, ends = cut.part_pairs(targets.astype(np.uint32), sources)
    return told, _pieces(into, ends[:-1]), _pieces(out_of, ends[:-1])


def _pieces(places: Places, cuts: list[int]) -> list[Places]:
    """Cut places into pieces with memory of their own, which each shard gives back when it has done with it."""
    return [piece.copy() for piece in np.split(places, cuts)]


def _stray(batch: Batch, codes: Any, counts: Any, children: Any, edge: int) -> None:
    state = int(np.searchsorted(np.cumsum(counts), edge, side="right"))
    raise RulesError(
        f"{batch.name}'s compiled rules, at {batch.describe(int(codes[state]))}: "
        f"successors writes {batch.describe(int(children[edge]))}, which is no state"
    )


def turn_round(bundle: Bundle, start: int, size: int) -> tuple[Places, Places]:
    """Return, for the states of a shard, where their parents begin in an array, and that array."""
    first = np.zeros(size + 1, dtype=np.uint32)
    for targets in bundle.targets:
        count_into(targets, start, first)
    np.cumsum(first, out=first)
    parents = np.empty(int(first[-1]), dtype=np.uint32)
    while bundle.targets:
        place_into(bundle.targets.pop(), bundle.sources.pop(), start, first, parents)
    return first, parents


@numba.njit(cache=True, nogil=True)
def count_into(targets: Any, start: int, first: Any) -> None:
    """Add up in first[i] how many edges lead to the i-th state of a shard."""
    for target in targets:
        first[target - start] += 1


@numba.njit(cache=True, nogil=True)
def place_into(targets: Any, sources: Any, start: int, first: Any, parents: Any) -> None:
    """Put sources where they belong; first[i], at first the end of the i-th state's part, goes down to its start."""
    for i in range(len(targets)):
        target = targets[i] - start
        first[target] -= 1
        parents[first[target]] = sources[i]
