"""The edges of an arena, stored backwards: for rules that give no predecessors, where memory allows."""

from __future__ import annotations

from concurrent.futures import Executor
from itertools import pairwise
from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import ProgressCallback
from gamekit.engine.asking import CHUNK, ask, chunks_of
from gamekit.engine.batch import Batch
from gamekit.engine.columns import Columns, Seen, note
from gamekit.engine.index import Index
from gamekit.engine.rounds import run_round
from gamekit.engine.shards import Cut, count
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


def link(
    batch: Batch, index: Index, columns: Columns, executor: Executor, progress: ProgressCallback
) -> ByEdges:
    """Survey the states, as `gamekit.engine.columns.survey` does, and keep the edges; return parents by them.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    cut = Cut.of(len(index) - 1, len(index))
    bundles = [Bundle([], []) for _ in range(cut.shards)]
    asked = ((batch, index, columns, cut, places) for places in chunks_of(len(index)))
    for done, (seen, targets, sources) in enumerate(run_round(executor, look_and_link, asked)):
        columns.add(seen)
        for bundle, into, out_of in zip(bundles, targets, sources, strict=True):
            if len(into):
                bundle.targets.append(into)
                bundle.sources.append(out_of)
        progress("linking", min((done + 1) * CHUNK, len(index)), len(index))
    turning = (
        (bundle, start, end - start)
        for bundle, (start, end) in zip(bundles, pairwise([0, *cut.bounds.tolist(), len(index)]), strict=True)
    )
    return ByEdges(list(run_round(executor, turn_round, turning)), cut)


def look_and_link(
    batch: Batch, index: Index, columns: Columns, cut: Cut, places: slice
) -> tuple[Seen, list[Places], list[Places]]:
    """Look at a range of places; return what was seen, and its edges by the shard that they lead into."""
    at, codes, expansion = ask(batch, index, places)
    seen = note(batch, columns, at, codes, expansion)
    targets = index.locate(expansion.children)
    if len(targets) and targets.min() < 0:
        _stray(batch, codes, expansion.counts, expansion.children, int(np.argmax(targets < 0)))
    at = np.arange(places.start, places.stop) if isinstance(at, slice) else at
    sources = np.repeat(at.astype(np.uint32), expansion.counts)
    ends = np.zeros(cut.shards + 1, dtype=np.int64)
    into, out_of = np.empty(len(targets), dtype=np.uint32), np.empty_like(sources)
    _part_edges(targets, sources, cut.shift, ends, into, out_of)
    return seen, _pieces(into, ends[1:-1]), _pieces(out_of, ends[1:-1])


def _pieces(places: Places, cuts: NDArray[np.int64]) -> list[Places]:
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
        _count(targets, start, first)
    np.cumsum(first, out=first)
    parents = np.empty(int(first[-1]), dtype=np.uint32)
    while bundle.targets:
        _place(bundle.targets.pop(), bundle.sources.pop(), start, first, parents)
    return first, parents


@attrs.frozen(eq=False)
class ByEdges:
    """Parents by the stored edges: what a shard is told is places.

    Attributes:
        parts: for each shard, where the parents of its states begin in an array, and that array.
        cut: of the places into shards.
    """

    parts: list[tuple[Places, Places]]
    cut: Cut

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return self.cut.shards

    def by_shard(self, places: Places) -> list[Places]:
        """Return the parents of these places, given ascending, by shard."""
        cuts = np.searchsorted(places, self.cut.bounds.astype(np.uint32)).tolist()
        found = [
            _collect(places[begin:end], shard << self.cut.shift, *self.parts[shard])
            for shard, (begin, end) in enumerate(pairwise([0, *cuts, len(places)]))
            if begin < end
        ]
        return self.cut.part(np.concatenate(found))

    def places(self, told: Places) -> Places:
        """Return what was told."""
        return told


@numba.njit(cache=True, nogil=True)
def _part_edges(targets: Any, sources: Any, shift: int, ends: Any, into: Any, out_of: Any) -> None:
    """Group edges by the shard of their target; `ends` tells where each group ends, after a leading 0."""
    count(targets, shift, ends)
    start = ends[:-1].copy()
    current = place = 0
    for i in range(len(targets)):
        shard: Any = np.int64(targets[i]) >> shift
        if shard != current:
            start[current] = place
            current, place = shard, start[shard]
        into[place] = targets[i]
        out_of[place] = sources[i]
        place += 1


@numba.njit(cache=True, nogil=True)
def _count(targets: Any, start: int, first: Any) -> None:
    """Add up in first[i] how many edges lead to the i-th state of a shard."""
    for target in targets:
        first[target - start] += 1


@numba.njit(cache=True, nogil=True)
def _place(targets: Any, sources: Any, start: int, first: Any, parents: Any) -> None:
    """Put sources where they belong; first[i], at first the end of the i-th state's part, goes down to its start."""
    for i in range(len(targets)):
        target = targets[i] - start
        first[target] -= 1
        parents[first[target]] = sources[i]


@numba.njit(cache=True, nogil=True)
def _collect(places: Any, start: int, first: Any, parents: Any) -> Any:
    """Return the parents of some states of a shard."""
    number = 0
    for place in places:
        i = place - start
        number += first[i + 1] - first[i]
    found = np.empty(number, dtype=np.uint32)
    end = 0
    for place in places:
        i = place - start
        for edge in range(first[i], first[i + 1]):
            found[end] = parents[edge]
            end += 1
    return found
