"""What rounds hand to each other: arrays that a task made and kept, in memory or in files, and pieces of them.

A task is a plain function. It is given a keeper, then its inputs; what it makes it gives to the keeper, and returns
what it got for it, so that where arrays are kept is none of its business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import attrs
import numpy as np
from numpy.typing import NDArray


class Kept(Protocol):
    """An array that a task made, as a reader has it."""

    @property
    def ends(self) -> tuple[int, ...]:
        """Where each of its parts ends; the last one at its end."""

    def read(self, begin: int, end: int) -> NDArray[Any]:
        """Return entries; they are not the reader's to change."""


class Keeper(Protocol):
    """Keeps the arrays that one task makes."""

    def __call__(self, array: NDArray[Any], ends: Sequence[int] | None = None) -> Kept:
        """Keep an array, which consists of parts that end so; of one part if nothing is said."""


@attrs.frozen(eq=False)
class Held:
    """An array kept in memory, itself."""

    array: NDArray[Any]
    ends: tuple[int, ...]

    def read(self, begin: int, end: int) -> NDArray[Any]:
        """Return entries, not copied."""
        return self.array[begin:end]


def hold(array: NDArray[Any], ends: Sequence[int] | None = None) -> Held:
    """Keep an array in memory."""
    return Held(array, (len(array),) if ends is None else tuple(ends))


@attrs.frozen
class Done:
    """What a task gives back.

    Attributes:
        kept: the arrays that it made.
        told: what else there is to know.
    """

    kept: tuple[Kept, ...] = ()
    told: tuple[int, ...] = ()


@attrs.frozen
class Piece:
    """A range of an array that was kept.

    Attributes:
        kept: the array.
        begin: the first entry.
        end: the one after the last.
        shard: to which shard its entries belong, where that matters.
    """

    kept: Kept
    begin: int
    end: int
    shard: int = 0

    def __len__(self) -> int:
        return self.end - self.begin

    def read(self) -> NDArray[Any]:
        """Return its entries; they are not the reader's to change."""
        return self.kept.read(self.begin, self.end)


def all_of(kept: Kept) -> NDArray[Any]:
    """Return all entries of an array; they are not the reader's to change."""
    return kept.read(0, kept.ends[-1])


def whole(kept: Kept, shard: int = 0) -> Piece:
    """Return all of an array."""
    return Piece(kept, 0, kept.ends[-1], shard)


def parts_of(kept: Kept) -> list[Piece]:
    """Return the parts of an array."""
    return [Piece(kept, begin, end) for begin, end in zip((0, *kept.ends), kept.ends, strict=False)]


def joined(pieces: Iterable[Piece]) -> NDArray[Any]:
    """Return the entries of pieces one after the other, in memory of their own."""
    return np.concatenate([piece.read() for piece in pieces])


def concatenated(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """Return arrays as one; a single one itself."""
    return np.concatenate(arrays) if len(arrays) > 1 else arrays[0]


def bundles(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """Give pieces in lists of at most so many entries together, cutting those that are too large."""
    bundle: list[Piece] = []
    room = size
    for piece in pieces:
        begin = piece.begin
        while begin < piece.end:
            end = min(piece.end, begin + room)
            bundle.append(Piece(piece.kept, begin, end, piece.shard))
            room -= end - begin
            begin = end
            if not room:
                yield bundle
                bundle, room = [], size
    if bundle:
        yield bundle
