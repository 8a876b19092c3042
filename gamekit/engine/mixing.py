"""Mixing: an invertible scrambling of codes, after which their top bits are as good as random.

Sorted by their keys, the mixed codes, states spread evenly: the top bits of a key tell its shard and nearly its
place. The steps are those of common integer hashes, multiplications by odd numbers and shifts, cut to the bits in use.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

FIRST: Final = 0x9E3779B97F4A7C15 & (2**63 - 1)
SECOND: Final = 0xBF58476D1CE4E5B9 & (2**63 - 1)
INVERSE_OF_FIRST: Final = pow(FIRST, -1, 2**62)
INVERSE_OF_SECOND: Final = pow(SECOND, -1, 2**62)


@numba.njit(cache=True, nogil=True)
def mix(codes: Any, bits: int, keys: Any) -> None:
    """Write the keys of `codes`, which have so many bits, to `keys`; the two may be the same array."""
    mask = (np.int64(1) << bits) - 1
    shift = (bits + 1) // 2
    for i in range(len(codes)):
        key = codes[i]
        key ^= key >> shift
        key = (key * FIRST) & mask
        key ^= key >> shift
        key = (key * SECOND) & mask
        key ^= key >> shift
        keys[i] = key


@numba.njit(cache=True, nogil=True)
def unmix(keys: Any, bits: int, codes: Any) -> None:
    """Write the codes that have these keys to `codes`; the inverse of `mix`."""
    mask = (np.int64(1) << bits) - 1
    shift = (bits + 1) // 2  # at least half of the bits: such a shift undoes itself
    for i in range(len(keys)):
        code = keys[i]
        code ^= code >> shift
        code = (code * INVERSE_OF_SECOND) & mask
        code ^= code >> shift
        code = (code * INVERSE_OF_FIRST) & mask
        code ^= code >> shift
        codes[i] = code


def keys_of(codes: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Return the keys of codes of so many bits."""
    keys = np.empty_like(codes)
    mix(codes, bits, keys)
    return keys


def codes_of(keys: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Return the codes that have these keys."""
    codes = np.empty_like(keys)
    unmix(keys, bits, codes)
    return codes
