"""`RangesIndex`: the places of the codes in some ranges, such as the dense codes of a tier."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

import attrs
import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]

ABSENT: Final = -1
"""The place of a code that no state has."""


@attrs.frozen(eq=False)
class RangesIndex:
    """An index of ascending ranges of codes; the place of a code is the number of their codes before it.

    As with dense codes in one range, the index does not record which places hold states.

    Attributes:
        begins: int64, ascending: the beginning of each range.
        ends: int64: the end of each range.
    """

    begins: Codes
    ends: Codes

    bits: ClassVar[None] = None
    """None, because keys are places."""

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> RangesIndex:
        """Return the index of ranges, each given by its beginning and its end."""
        begins, ends = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return cls(begins.copy(), ends.copy())

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The beginning and the end of each range."""
        return tuple(zip(self.begins.tolist(), self.ends.tolist(), strict=True))

    @cached_property
    def starts(self) -> Codes:
        """The place of the first code of each range, int64, and last the number of all places."""
        return np.concatenate([[0], np.cumsum(self.ends - self.begins)]).astype(np.int64)

    def __len__(self) -> int:
        return int(self.starts[-1])

    @property
    def largest(self) -> int:
        return len(self) - 1

    def codes(self, places: NDArray[Any] | slice) -> Codes:
        if isinstance(places, slice):
            at = int(np.searchsorted(self.starts, places.start, side="right")) - 1
            if at < len(self.begins) and places.stop <= self.starts[at + 1]:  # all in one range, as most are
                begin = int(self.begins[at] - self.starts[at])
                return np.arange(begin + places.start, begin + places.stop, dtype=np.int64)
            places = np.arange(places.start, places.stop, dtype=np.int64)
        places = places.astype(np.int64)
        which = np.searchsorted(self.starts, places, side="right") - 1
        return (self.begins[which] + (places - self.starts[which])).astype(np.int64)

    def locate(self, codes: Codes) -> Codes:
        """Return the places of codes, `ABSENT` for codes in no range."""
        which = np.searchsorted(self.begins, codes, side="right") - 1
        inside = (which >= 0) & (codes < self.ends[which])
        return np.where(inside, self.starts[which] + (codes - self.begins[which]), ABSENT)

    def keys_of(self, codes: Codes) -> NDArray[np.uint32]:
        """Return the keys, which are places, of those codes that are in a range."""
        places = self.locate(codes)
        return places[places >= 0].astype(np.uint32)

    def find(self, keys: NDArray[Any]) -> NDArray[Any]:
        """Return the places of keys, which are the keys themselves."""
        return keys

    ranks = locate_keys = find
