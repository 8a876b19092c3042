"""`JoinedRanges`: the ranges of dense codes of several tiers, in which codes are looked up together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.ranges_index import ABSENT, Codes, RangesIndex


@attrs.frozen(eq=False)
class JoinedRanges:
    """The ranges of codes of several tiers.

    Attributes:
        begins: int64, ascending: the beginning of each range.
        ends: int64: the end of each range.
        tiers: int64: the tier of each range.
        places: int64: the place of the first code of each range.
    """

    begins: Codes
    ends: Codes
    tiers: Codes
    places: Codes

    @classmethod
    def of(cls, indexes: Mapping[int, RangesIndex], offsets: Mapping[int, int] | None = None) -> JoinedRanges:
        """Return the ranges of tiers.

        No two tiers have a code in common. The offset of a tier, 0 by default, is added to its places.
        """
        rows = [
            (begin, end, tier, place + (0 if offsets is None else offsets[tier]))
            for tier, index in indexes.items()
            for (begin, end), place in zip(index.pairs, index.starts.tolist(), strict=False)
        ]
        columns = np.array(sorted(rows), dtype=np.int64).reshape(-1, 4).T
        return cls(*(column.copy() for column in columns))

    def locate(self, codes: Codes) -> tuple[Codes, Codes]:
        """Return the tiers and the places of codes, both `ABSENT` for codes in no range."""
        tiers, places = np.empty_like(codes), np.empty_like(codes)
        _locate(codes, self.begins, self.ends, self.tiers, self.places, tiers, places)
        return tiers, places

    def places_of(self, codes: Codes) -> Codes:
        """Return the places of codes alone, `ABSENT` for codes in no range."""
        places = np.empty_like(codes)
        _place(codes, self.begins, self.ends, self.places, places, True)
        return places


@attrs.frozen(eq=False)
class SearchedRanges(RangesIndex):
    """The ranges of a tier that is being solved, in which millions of codes are looked up by a kernel."""

    def locate(self, codes: Codes) -> Codes:
        places = np.empty(len(codes), dtype=np.int64)
        _place(codes, self.begins, self.ends, self.starts, places, True)
        return places

    def keys_of(self, codes: Codes) -> NDArray[np.uint32]:
        keys = np.empty(len(codes), dtype=np.uint32)
        return keys[: _place(codes, self.begins, self.ends, self.starts, keys, False)]


@numba.njit(cache=True, nogil=True)
def range_of(code: int, begins: Any) -> int:
    """Return the index of the last range that begins at a code or before it; 0 if there is none."""
    low, high = 0, len(begins)
    while low < high:
        middle = (low + high) // 2
        if begins[middle] <= code:
            low = middle + 1
        else:
            high = middle
    return max(low - 1, 0)


@numba.njit(cache=True, nogil=True)
def _place(codes: Any, begins: Any, ends: Any, starts: Any, places: Any, keeps_absent: Any) -> int:
    """Write the places of codes, and `ABSENT` for codes in no range if `keeps_absent`; return the number written."""
    written = 0
    at = 0
    for i in range(len(codes)):
        code = codes[i]
        if not begins[at] <= code < ends[at]:  # those that follow each other are mostly in the same range
            at = range_of(code, begins)
            if not begins[at] <= code < ends[at]:
                if keeps_absent:
                    places[written] = ABSENT
                    written += 1
                continue
        places[written] = starts[at] + code - begins[at]
        written += 1
    return written


@numba.njit(cache=True, nogil=True)
def _locate(codes: Any, begins: Any, ends: Any, of_tier: Any, firsts: Any, tiers: Any, places: Any) -> None:
    """Write the tiers and places of codes, both `ABSENT` for codes in no range."""
    at = 0
    for i in range(len(codes)):
        code = codes[i]
        if not begins[at] <= code < ends[at]:
            at = range_of(code, begins)
        if begins[at] <= code < ends[at]:
            tiers[i], places[i] = of_tier[at], firsts[at] + code - begins[at]
        else:
            tiers[i] = places[i] = ABSENT
