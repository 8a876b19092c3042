"""The index of a solve on a device: the ranges of dense codes, or the keys of codes that exploration found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from gamekit.device.device import Memory
from gamekit.device.frame import Workspace
from gamekit.device.words import Word
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.joined_ranges import JoinedRanges
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.state_index import SortedIndex


def put_rules(space: Workspace, batch: Batch) -> None:
    """Put what the rules read into the workspace."""
    space.set_all(
        {Word.PARAMETERS: space.copy(batch.parameters), Word.SIZE: batch.rules.size, Word.BITS: batch.bits}
    )


def put_ranges(space: Workspace, own: RangesIndex, others: Sequence[RangesIndex]) -> None:
    """Put the ranges of a tier and of others into the workspace; the others are numbered from 1."""
    joined = JoinedRanges.of({0: own} | dict(enumerate(others, 1)))
    columns = {
        Word.BEGINS: joined.begins,
        Word.ENDS: joined.ends,
        Word.HOLDERS: joined.tiers,
        Word.FIRSTS: joined.places,
    }
    space.set_all({word: space.copy(column) for word, column in columns.items()})
    space.set_all({Word.RANGES: len(joined.begins), Word.OWN_RANGES: len(own.begins)})
    space.set_all({Word.OWN_BEGINS: space.copy(own.begins), Word.OWN_FIRSTS: space.copy(own.starts)})


@attrs.frozen(eq=False)
class KeysOnDevice:
    """The keys of a tier, in the memory of a device.

    Attributes:
        keys: the keys, which ascend.
        starts: the place at which each bucket of keys begins.
        count: the number of keys.
        shift: the number of low bits of a key that do not determine its bucket.
    """

    keys: Memory
    starts: Memory
    count: int
    shift: int

    @classmethod
    def of(cls, space: Workspace, index: SortedIndex) -> KeysOnDevice:
        """Copy the keys of an index to the device of a workspace."""
        return cls(space.copy(index.keys), space.copy(index.starts), len(index), index.shift)


def put_index(space: Workspace, own: Any, others: Iterable[Any]) -> KeysOnDevice | None:
    """Put the ranges of tiers into the workspace; or only return the keys of the first, if codes have keys."""
    if isinstance(own, RangesIndex):
        put_ranges(space, own, list(others))
        return None
    return KeysOnDevice.of(space, own)


def put_keys(space: Workspace, tiers: Mapping[int, KeysOnDevice | None]) -> None:
    """Put the keys of tiers into the workspace, of the tier to be solved first; None stands for one not held now."""
    held = list(tiers.values())
    space.set(Word.TIERS, len(held))
    space.column(Word.TIER_NUMBERS, list(tiers))
    space.column(Word.KEYS, [0 if one is None else one.keys for one in held])
    space.column(Word.STARTS, [0 if one is None else one.starts for one in held])
    space.column(Word.NUMBERS_OF_KEYS, [0 if one is None else one.count for one in held])
    space.column(Word.SHIFTS, [0 if one is None else one.shift for one in held])


def dense_index(size: int) -> RangesIndex:
    """Return the index of dense codes, of which each is its own place."""
    return RangesIndex(np.zeros(1, dtype=np.int64), np.array([size], dtype=np.int64))
