"""Edges in files, stored backwards: for rules that give no predecessors.

Each state sends its own place to the shards of its successors, which know at what places these are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.asking import ask, each
from gamekit.engine.batch import Batch
from gamekit.engine.edges import count_into, place_into
from gamekit.engine.file_regions import FileRegions
from gamekit.engine.index import ABSENT
from gamekit.engine.keeping import Done, Keeper, Piece, concatenated, joined, parts_of
from gamekit.engine.parents import collect
from gamekit.engine.regions import Region
from gamekit.engine.shards import Cut
from gamekit.engine.survey import Seen, noted
from gamekit.engine.work import Work
from gamekit.errors import RulesError

PLACE: Final = 32
"""A state is named by its shard and, in so many low bits, its place there."""


def link_in_files(work: Work, batch: Batch, regions: FileRegions) -> Seen:
    """Survey the states, as `gamekit.engine.survey.survey` does, and keep the edges in the regions.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    seen, places = Seen(), len(regions)
    inboxes: list[list[tuple[Piece, Piece]]] = [[] for _ in range(regions.cut.shards)]
    parts = list(regions.parts())
    asked = ((batch, regions[shard], part, regions.cut, shard) for shard, part in parts)
    done = 0
    for (shard, part), said in zip(parts, work.round(send, asked), strict=True):
        regions.noted(shard, said)
        seen.add(*said.told)
        for inbox, *pieces in zip(inboxes, *map(parts_of, said.kept[2:]), strict=True):
            if len(pieces[0]):
                inbox.append((pieces[0], pieces[1]))
        done += part.stop - part.start
        work.progress("linking", done, places)
    turning = ((batch, regions[shard], inbox) for shard, inbox in enumerate(inboxes))
    for shard, turned in enumerate(work.round(turn_round, turning)):
        regions.regions[shard] = attrs.evolve(regions[shard], stored=turned.kept)
    regions.cut = Cut(PLACE, regions.cut.shards)
    work.keep_only(regions.live())
    return seen


def send(keep: Keeper, batch: Batch, region: Region, part: slice, cut: Cut, shard: int) -> Done:
    """Take down what the rules say of a range of places; keep the keys of their successors, and who leads there."""
    at, codes, expansion = ask(batch, region.index, part)
    done = noted(keep, batch, region, part, at, codes, expansion)
    sources = np.repeat(each(at) + (shard << PLACE), expansion.counts)
    keys = region.index.keys_of(expansion.children).astype(np.int64)
    into, out_of, ends = cut.part_pairs(keys, sources)
    return Done((*done.kept, keep(into, ends), keep(out_of, ends)), done.told)


def turn_round(keep: Keeper, batch: Batch, region: Region, inbox: list[tuple[Piece, Piece]]) -> Done:
    """Keep where the parents of each state begin in an array, and that array."""
    index = region.index
    found = [index.locate_keys(joined([keys])) for keys, _ in inbox]
    first = np.zeros(len(index) + 1, dtype=np.uint32)
    for (keys, _), targets in zip(inbox, found, strict=True):
        if len(targets) and targets.min() == ABSENT:
            code = int(index.codes_of(keys.read()[np.argmin(targets) :][:1])[0])
            raise RulesError(
                f"{batch.name}'s compiled rules: successors writes {batch.describe(code)}, which is no state"
            )
        count_into(targets, 0, first)
    np.cumsum(first, out=first)
    parents = np.empty(int(first[-1]), dtype=np.int64)
    for _, sources in inbox:
        place_into(found.pop(0), joined([sources]), 0, first, parents)
    return Done((keep(first), keep(parents)))


@attrs.frozen(eq=False)
class ByFiledEdges:
    """Parents by the edges in files: what a shard is told is who they are, shard and place."""

    def told_by(self, telling: Iterable[tuple[Region, NDArray[Any]]]) -> NDArray[Any]:
        """Return all parents."""
        return concatenated([collect(places, 0, *region.edges) for region, places in telling])

    def places(self, region: Region, told: NDArray[Any]) -> NDArray[Any]:
        """Return their places."""
        return (told & ((1 << PLACE) - 1)).astype(np.uint32)
