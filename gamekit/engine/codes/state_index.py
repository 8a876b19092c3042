"""Indexes from codes to places: a dense code is its place; other codes have the rank of their keys."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.code_hash import codes_of, hash_codes, keys_of
from gamekit.engine.codes.ranges_index import ABSENT as ABSENT
from gamekit.engine.codes.ranges_index import Codes, RangesIndex
from gamekit.engine.codes.spread_sort import sort_spread

Places = NDArray[np.uint32]

KEYS_IN_A_BUCKET: Final = 4


@attrs.frozen(eq=False)
class DenseIndex:
    """Dense codes: the place of a state is its code, counted from the least code of the shard.

    The index does not record which places hold states; the columns do.

    Attributes:
        size: the number of places.
        low: the least code.
        limit: the bound below which the codes of all shards lie.
    """

    size: int
    low: int = 0
    limit: int = attrs.field(default=attrs.Factory(lambda self: self.low + self.size, takes_self=True))

    bits: ClassVar[None] = None
    """None, because codes are not hashed."""

    def __len__(self) -> int:
        return self.size

    @property
    def largest(self) -> int:
        """The largest key."""
        return self.size - 1

    def codes(self, places: NDArray[Any] | slice) -> Codes:
        """Return the codes at these places."""
        if isinstance(places, slice):
            return np.arange(self.low + places.start, self.low + places.stop, dtype=np.int64)
        return places.astype(np.int64) + self.low

    def find(self, keys: NDArray[Any]) -> NDArray[Any]:
        """Return the places of keys, in the same order."""
        return keys - keys.dtype.type(self.low) if self.low else keys

    locate = locate_keys = ranks = find

    def keys_of(self, codes: Codes) -> NDArray[Any]:
        """Return the keys of codes: the codes themselves."""
        return codes.astype(np.uint32) if self.limit <= 1 << 32 else codes


@attrs.frozen(eq=False)
class SortedIndex:
    """Sorted keys, which are hashed codes: the place of a state is the rank of its key.

    A bucket table has, for the top bits of a key, the place where such keys begin. Because hashed codes spread
    evenly, a few comparisons then find the key.

    Attributes:
        keys: int64, ascending.
        bits: the number of bits of a code.
        low: the least key there can be.
        span: the number of low bits in which the keys differ.
        starts: the bucket table.
    """

    keys: Codes
    bits: int
    low: int = 0
    span: int = attrs.field(default=attrs.Factory(lambda self: self.bits, takes_self=True))
    starts: NDArray[np.uint32] = attrs.field()

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def largest(self) -> int:
        """The largest key that is possible."""
        return (1 << self.bits) - 1

    def ranks(self, keys: Codes) -> Codes:
        """Return, for each key, the number of places that come before it."""
        return np.searchsorted(self.keys, keys)

    @property
    def shift(self) -> int:
        """The number of low bits of a key that do not determine its bucket."""
        return self.span - min(self.span, max(len(self.keys) // KEYS_IN_A_BUCKET, 1).bit_length())

    @starts.default
    def _build_starts(self) -> NDArray[np.uint32]:
        starts = np.empty((1 << self.span - self.shift) + 1, dtype=np.uint32)
        _find_starts(self.keys, self.low, self.shift, starts)
        return starts

    def codes(self, places: NDArray[Any] | slice) -> Codes:
        return codes_of(self.keys[places], self.bits)

    def locate(self, codes: Codes) -> Codes:
        """Return the places of codes, `ABSENT` for codes that no state has."""
        return self.locate_keys(keys_of(codes, self.bits))

    def locate_keys(self, keys: Codes) -> Codes:
        """Return the places of keys, `ABSENT` for keys that no state has, in the memory of the keys."""
        _locate(keys, self.keys, self.starts, self.low, self.shift, keys)
        return keys

    def keys_of(self, codes: Codes) -> Codes:
        """Return the keys of codes, in the memory of the codes."""
        hash_codes(codes, self.bits, codes)
        return codes

    def find(self, keys: Codes) -> Places:
        """Return the places of keys in ascending order, without keys that no state has; sort the keys in place.

        Sorted keys are found in one pass through memory.
        """
        sort_spread(keys)
        places = np.empty(len(keys), dtype=np.uint32)
        return places[: _find(keys, self.keys, self.starts, self.low, self.shift, places)]


Index = DenseIndex | SortedIndex | RangesIndex


@numba.njit(cache=True, nogil=True)
def _find_starts(keys: Any, low: int, shift: int, starts: Any) -> None:
    """Write, for each value of the top bits, the place at which keys with that value or a higher one begin."""
    bucket = 0
    for i in range(len(keys)):
        top = (keys[i] - low) >> shift
        while bucket <= top:
            starts[bucket] = i
            bucket += 1
    while bucket < len(starts):
        starts[bucket] = len(keys)
        bucket += 1


@numba.njit(cache=True, nogil=True)
def _locate(wanted: Any, keys: Any, starts: Any, low: int, shift: int, places: Any) -> None:
    """Write the place of each wanted key, `ABSENT` if no state has it; `places` may be `wanted` itself.

    For a whole block of keys, the bucket table is read first, and then a key of each bucket. The reads of a pass do not
    wait for each other, which halves the time of a look-up. That key is about where the wanted one lies if keys spread
    evenly; as `keys` ascend, the scan from there stops at the first key that is not less, or not greater.
    """
    block = 1024
    hints = np.empty(block, dtype=np.int64)
    firsts = np.empty(block, dtype=np.int64)
    last = len(keys) - 1
    rest, coarse = (np.int64(1) << shift) - 1, max(shift - 16, 0)
    for begin in range(0, len(wanted), block):
        end = min(begin + block, len(wanted))
        for i in range(begin, end):
            offset = wanted[i] - low
            bucket = offset >> shift
            first = np.int64(starts[bucket])
            beyond = ((np.int64(starts[bucket + 1]) - first) * ((offset & rest) >> coarse)) >> (
                shift - coarse
            )
            hints[i - begin] = min(first + beyond, last)
        for i in range(end - begin):
            firsts[i] = keys[hints[i]] if last >= 0 else -1
        for i in range(begin, end):
            key, place, candidate = wanted[i], hints[i - begin], firsts[i - begin]
            while candidate < key and place < last:
                place += 1
                candidate = keys[place]
            while candidate > key and place > 0:
                place -= 1
                candidate = keys[place]
            places[i] = place if candidate == key else ABSENT


@numba.njit(cache=True, nogil=True)
def _find(wanted: Any, keys: Any, starts: Any, low: int, shift: int, places: Any) -> int:
    """Find ascending keys; write the places of those that exist, and return their number."""
    count = 0
    for i in range(len(wanted)):
        key = wanted[i]
        place = np.int64(starts[(key - low) >> shift])
        while place < len(keys) and keys[place] < key:
            place += 1
        if place < len(keys) and keys[place] == key:
            places[count] = place
            count += 1
    return count
