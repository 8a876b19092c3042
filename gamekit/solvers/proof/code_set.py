"""`CodeSet`: a set of codes that kernels look into and add to."""

from __future__ import annotations

from typing import Final

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.codes.jit import Array

FREE: Final = -1
"""In a place without a code."""

Codes = NDArray[np.int64]


class CodeSet:
    """A hash set of codes with linear probing, at most half full.

    Attributes:
        codes: int64, a code at each place or `FREE`; the length is a power of two.
    """

    def __init__(self) -> None:
        """Make an empty set."""
        self.codes: Codes = np.full(1 << 10, FREE, dtype=np.int64)
        self._most = 0  # no more codes than this are there

    def add(self, codes: Codes) -> None:
        """Add codes; numbers below 0 are none."""
        self.make_room(len(codes))
        add_all(self.codes, codes)

    def make_room(self, more: int) -> None:
        """Grow until this many more codes leave half of the places free."""
        if 2 * (self._most + more) > len(self.codes):
            held = self.codes[self.codes != FREE]
            self._most = len(held)
            size = 1 << (2 * (len(held) + more)).bit_length()
            if size > len(self.codes):
                self.codes = np.full(size, FREE, dtype=np.int64)
                add_all(self.codes, held)
        self._most += more


@numba.njit(types.int64(Array, types.int64), cache=True, nogil=True)
def place_in(codes, code):  # type: ignore[no-untyped-def]
    """Return the place of a code in a set, or the one for it, which is free."""
    mask = len(codes) - 1
    place = hashed(code, 62) & mask
    while codes[place] >= 0 and codes[place] != code:
        place = (place + 1) & mask
    return place


@numba.njit(types.void(Array, Array), cache=True, nogil=True)
def add_all(codes, others):  # type: ignore[no-untyped-def]
    """Add codes to a set that has room for them; numbers below 0 are none."""
    for code in others:
        if code >= 0:
            codes[place_in(codes, code)] = code
