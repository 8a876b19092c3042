"""Exploration on a device: a hash table of keys, which is sorted in place into the index of the states found.

A key lies at the slot of its top bits or behind it, so the keys of a run of occupied slots need only be sorted among
themselves for all keys to ascend.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs
import numpy as np

from gamekit.device.device import Memory
from gamekit.device.exploration_kernels import SLOTS_A_CHUNK
from gamekit.device.frame import Workspace
from gamekit.device.indexes import KeysOnDevice, put_keys
from gamekit.device.words import Count, Word
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.state_index import KEYS_IN_A_BUCKET, SortedIndex
from gamekit.game.limits import too_many_states

FIRST_SLOTS: Final = 1 << 20
"""The number of slots of the first hash table."""

GROWTH: Final = 2
"""The factor by which a hash table that is full grows; a larger one would waste the memory of a card."""

SPARE_SLOTS: Final = 1 << 12
"""The slots behind the last one that a key is meant for."""

FILLED: Final = 0.7
"""The largest share of slots that are occupied."""


@attrs.frozen(eq=False)
class Explored:
    """The states that were found.

    Attributes:
        index: the index of the states, on the host.
        bounds: the positions in the order at which the layers of exploration begin, and the number of states.
        order: the codes in the order in which they were found, on the device.
    """

    index: SortedIndex
    bounds: list[int]
    order: Memory


def explore(
    space: Workspace,
    batch: Batch,
    start: int,
    max_states: int | None,
    check: Callable[[list[int]], None],
    progress: Callable[[str, int, int | None], None],
) -> Explored:
    """Find the states that play reaches, and put their keys into the workspace.

    Raises:
        LimitError: there are more states than `max_states`, or than the device has memory for.
    """
    table = _Table(space, batch, FIRST_SLOTS)
    space.device.write(table.order, np.array([start], dtype=np.int64))
    space.set_count(Count.FOUND, 1)
    space.run("insert", 1)
    bounds = [0, 1]
    while bounds[-2] < bounds[-1]:
        space.run("explore", bounds[-1], bounds[-2])
        counts = space.count()
        check(counts)
        found = min(counts[Count.FOUND], table.room)
        if max_states is not None and found > max_states:
            raise too_many_states(batch.name, max_states)
        progress("exploring", found, None)
        if counts[Count.IS_FULL]:
            table.grow(found)  # and the layer is explored again, in which only what is missing is new
        else:
            bounds.append(found)
    bounds.pop()
    return Explored(_index(space, batch, table, bounds[-1]), bounds, table.order)


class _Table:
    """The hash table of keys, and the codes in the order in which they were found."""

    def __init__(self, space: Workspace, batch: Batch, slots: int) -> None:
        self.space, self.bits = space, batch.bits
        self._allocate(slots)

    def _allocate(self, slots: int) -> None:
        width = min(slots.bit_length() - 1, self.bits)
        self.number = (1 << width) + SPARE_SLOTS
        # a table that cannot grow has a slot for each key
        self.room = 1 << width if slots > 1 << width else int(FILLED * (1 << width))
        self.slots, self.order = self.space.allocate(8 * self.number), self.space.allocate(8 * self.room)
        self.space.set_all({Word.SLOTS: self.slots, Word.ORDER: self.order})
        self.space.set_all(
            {Word.NUMBER_OF_SLOTS: self.number, Word.ROOM: self.room, Word.SLOT_SHIFT: self.bits - width}
        )

    def grow(self, found: int) -> None:
        """Move the codes found so far to a larger table."""
        order, slots = self.order, self.slots
        self.space.free(slots)
        self._allocate(GROWTH * (self.number - SPARE_SLOTS))
        self.space.device.copy(self.order, order, 8 * found)
        self.space.free(order)
        self.space.set_count(Count.FOUND, found)
        self.space.set_count(Count.IS_FULL)
        self.space.run("insert", found)


def _index(space: Workspace, batch: Batch, table: _Table, states: int) -> SortedIndex:
    """Turn the hash table into the index of its keys."""
    space.run("sort", table.number)
    number_of_chunks = -(-table.number // SLOTS_A_CHUNK)
    chunks = space.allocate(8 * number_of_chunks)
    space.set(Word.CHUNKS, chunks)
    space.run("count", number_of_chunks)
    sizes = space.read(chunks, number_of_chunks)
    space.device.write(chunks, np.cumsum(sizes) - sizes)
    keys = space.allocate(8 * states)
    space.set(Word.LIST, keys)
    space.run("gather", number_of_chunks)
    shift = batch.bits - min(batch.bits, max(states // KEYS_IN_A_BUCKET, 1).bit_length())
    buckets = (1 << batch.bits - shift) + 1
    starts = space.allocate(4 * buckets)
    space.set_all({Word.BUCKETS: starts, Word.NUMBER_OF_BUCKETS: buckets, Word.BUCKET_SHIFT: shift})
    space.run("index", states + 1)
    put_keys(space, {0: KeysOnDevice(keys, starts, states, shift)})
    on_host = space.read(keys, states)
    index = SortedIndex(on_host, batch.bits, starts=space.read(starts, buckets, np.uint32))
    space.free(table.slots)
    space.free(chunks)
    return index
