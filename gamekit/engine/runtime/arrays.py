"""Handles of arrays that tasks make, in memory or in files, and slices of them.

A task is a plain function `task(sink, *inputs) -> result`. It passes each array that it makes to the sink and returns
the handles that it gets back: one handle, a tuple of handles, or an attrs class whose fields are handles, integers, or
tuples of these. So a task does not depend on where arrays are stored, and the coordinator, which sees handles and
counts but never array contents, can replay a recorded round instead of running it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, Protocol

import attrs
import numpy as np
from numpy.typing import NDArray

PLACES_PER_READ: Final = 1 << 20
"""The number of places read at a time when all of them are read."""


class ArrayRef(Protocol):
    """The handle of an array that a task made. Its entries are read-only."""

    @property
    def ends(self) -> tuple[int, ...]:
        """The end of each part of the array; the last part ends where the array ends."""

    def __len__(self) -> int:
        return self.ends[-1]

    def read(self, begin: int = 0, end: int | None = None) -> NDArray[Any]:
        """Return the entries from `begin` to `end`; all by default."""

    def parts(self) -> list[ArraySlice]:
        """Return a slice for each part of the array."""
        return [ArraySlice(self, begin, end) for begin, end in pairwise([0, *self.ends])]

    def full_slice(self, shard: int = 0) -> ArraySlice:
        """Return a slice of all entries."""
        return ArraySlice(self, 0, len(self), shard)

    def deliver(self, inboxes: list[list[ArraySlice]]) -> None:
        """Append each part, unless it is empty, to the inbox of its shard."""
        for inbox, part in zip(inboxes, self.parts(), strict=True):
            if len(part):
                inbox.append(part)


ArraySink = Callable[..., ArrayRef]
"""A function that stores an array of a task and returns its handle; it takes the arguments of `keep_in_memory`.

The sink may keep a view, so the task must not change the array afterwards.
"""


@attrs.frozen
class ArraySlice:
    """A range of an array.

    Attributes:
        begin: the first entry.
        end: the entry after the last.
        shard: the shard to which the entries belong, if that matters.
    """

    array: ArrayRef
    begin: int
    end: int
    shard: int = 0

    def __len__(self) -> int:
        return self.end - self.begin

    def read(self) -> NDArray[Any]:
        """Return the entries of the range, which are read-only."""
        return self.array.read(self.begin, self.end)


@attrs.frozen(eq=False)
class MemoryArray(ArrayRef):
    """An array in memory: one block, or a block for each part."""

    blocks: tuple[NDArray[Any], ...]
    ends: tuple[int, ...]

    def read(self, begin: int = 0, end: int | None = None) -> NDArray[Any]:
        """Return the entries from `begin` to `end`, not copied."""
        (block,) = self.blocks
        return block[begin:end]

    def parts(self) -> list[ArraySlice]:
        if len(self.blocks) == 1:
            return super().parts()
        return [keep_in_memory(block).full_slice() for block in self.blocks]


def keep_in_memory(
    array: NDArray[Any], ends: Sequence[int] | None = None, *, separate: bool = False
) -> MemoryArray:
    """Store an array in memory, with parts that end at `ends`; one part by default.

    If `separate` is true, parts are copied, so that each can be freed by itself.
    """
    ends = (len(array),) if ends is None else tuple(ends)
    if not separate:
        return MemoryArray((array,), ends)
    return MemoryArray(tuple(array[begin:end].copy() for begin, end in pairwise([0, *ends])), ends)


def concatenate(pieces: Iterable[ArraySlice | ArrayRef]) -> NDArray[Any]:
    """Return the entries of arrays or slices one after the other, copied."""
    return np.concatenate([piece.read() for piece in pieces])


def as_one(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """Return arrays one after the other in one array; a single array itself, not copied."""
    return np.concatenate(arrays) if len(arrays) > 1 else arrays[0]


def batched(slices: Iterable[ArraySlice], size: int) -> Iterator[list[ArraySlice]]:
    """Yield lists of slices with at most `size` entries each, cutting slices when a list is full."""
    batch: list[ArraySlice] = []
    room = size
    for piece in slices:
        begin = piece.begin
        while begin < piece.end:
            end = min(piece.end, begin + room)
            batch.append(attrs.evolve(piece, begin=begin, end=end))
            room -= end - begin
            begin = end
            if not room:
                yield batch
                batch, room = [], size
    if batch:
        yield batch


def ranges(places: int, size: int = PLACES_PER_READ) -> Iterator[slice]:
    """Yield consecutive ranges of at most `size` places that cover all `places`."""
    return (slice(i, min(i + size, places)) for i in range(0, places, size))
