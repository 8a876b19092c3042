"""The results of the tiers that moves lead to, in the memory of a device; if they do not fit at once, in groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.device.device import Memory
from gamekit.device.frame import Workspace
from gamekit.device.indexes import KeysOnDevice, put_keys
from gamekit.device.words import Word
from gamekit.engine.codes.state_index import SortedIndex

Results = tuple[int, NDArray[Any], NDArray[np.uint32]]
"""The bytes of a result's number, the numbers by place, and a table of what they stand for."""

Row = tuple[int, Memory | int, Memory | int]
"""The same on a device."""

NOT_HELD: Final[Row] = (0, 0, 0)

SPARE: Final = 16
"""A divisor: this part of the free memory is left free when groups are made."""

KEY: Final = 10
"""The largest number of bytes of a key, with its share in the table of buckets."""

BESIDE: Final = 1 << 11
"""The largest number of bytes that a tier takes besides, mostly for the table."""


@attrs.frozen(eq=False)
class OtherTier:
    """A tier that moves lead to, which is read when it is its turn.

    Attributes:
        places: the number of its places.
        is_numbered: whether its results are numbers of one byte.
        results: a function that returns its results.
        index: a function that returns the index of its keys; None if codes are dense.
    """

    places: int
    is_numbered: bool
    results: Callable[[], Results]
    index: Callable[[], SortedIndex] | None

    @property
    def bytes(self) -> int:
        """The memory of a device that it takes."""
        return bytes_of(self.places, is_numbered=self.is_numbered, is_keyed=self.index is not None)


def bytes_of(places: int, *, is_numbered: bool, is_keyed: bool) -> int:
    """Return the bytes of a device that the results of a tier take, and its keys if codes have keys.

    >>> bytes_of(1000, is_numbered=True, is_keyed=False)
    3048
    """
    return places * ((1 if is_numbered else 4) + (KEY if is_keyed else 0)) + BESIDE


def groups_of(free: int, sizes: Mapping[int, int]) -> list[frozenset[int]]:
    """Return tiers, whose bytes are given, in groups that fit into free memory; one empty group if there are none."""
    room = free - free // SPARE
    groups: list[set[int]] = [set()]
    left = room
    for tier, size in sorted(sizes.items(), key=lambda pair: -pair[1]):
        if size > left and groups[-1]:
            groups.append(set())
            left = room
        groups[-1].add(tier)
        left -= size
    return [frozenset(group) for group in groups]


def each_group(
    space: Workspace,
    own: Row,
    keys: KeysOnDevice | None,
    tier: int,
    others: Mapping[int, OtherTier],
    entries: int = 0,
) -> Iterator[bool]:
    """Hold other tiers beside one that is solved or verified, as many at once as fit; yield whether they are the last.

    If they do not fit at once, so many entries are put into the workspace.
    """
    sizes = {number: other.bytes for number, other in others.items()}
    groups = groups_of(space.device.free_bytes(), sizes)
    if len(groups) > 1 and entries:
        space.set(Word.ENTRIES, space.allocate(4 * entries))
        groups = groups_of(space.device.free_bytes(), sizes)
    for number, group in enumerate(groups):
        is_last = number == len(groups) - 1
        space.set_all({Word.IS_FIRST: number == 0, Word.IS_LAST: is_last})
        with space.for_a_while():
            held = {number: other if number in group else None for number, other in others.items()}
            put_results(space, [own, *(_row_of(space, other) for other in held.values())])
            if keys is not None:
                put_keys(
                    space, {tier: keys} | {number: _keys_of(space, other) for number, other in held.items()}
                )
            yield is_last


def row_of(space: Workspace, width: int, numbers: NDArray[Any], table: NDArray[np.uint32]) -> Row:
    """Put the results of a tier into the workspace."""
    return width, space.copy(numbers), space.copy(table)


def put_results(space: Workspace, rows: Iterable[Row]) -> None:
    """Say in the workspace where the results of tiers lie, first those of the tier that is solved or verified."""
    for word, column in zip((Word.WIDTHS, Word.RESULTS, Word.TABLES), zip(*rows, strict=True), strict=True):
        space.column(word, column)


def _row_of(space: Workspace, other: OtherTier | None) -> Row:
    return NOT_HELD if other is None else row_of(space, *other.results())


def _keys_of(space: Workspace, other: OtherTier | None) -> KeysOnDevice | None:
    return None if other is None or other.index is None else KeysOnDevice.of(space, other.index())
