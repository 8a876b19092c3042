"""A bijective hash from codes to keys, after which the top bits are as good as random; without Numba.

States sorted by their keys spread evenly, so the top bits of a key give its shard and nearly its place. The steps are
those of common integer hashes: multiplications by odd numbers, and shifts, cut to the bits in use. `code_hash` has the
same hash in compiled form, for the engine.
"""

from __future__ import annotations

from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

MULTIPLIERS: Final = (0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9)
"""The factors of the hash. Products are reduced to at most 62 bits, so 62 bits of a factor are enough."""

INVERSES: Final = (pow(MULTIPLIERS[1], -1, 1 << 62), pow(MULTIPLIERS[0], -1, 1 << 62))

Codes = TypeVar("Codes", int, NDArray[np.int64])


def key_of(code: Codes, bits: int, factors: tuple[int, ...] = MULTIPLIERS) -> Codes:
    """Return the key of a code of `bits` bits, or the keys of an array of codes.

    >>> key_of(5, 20), code_of(key_of(5, 20), 20)
    (135654, 5)
    """
    mask, shift = (1 << bits) - 1, (bits + 1) // 2  # at least half of the bits: the shift is its own inverse
    code = code ^ (code >> shift)
    for factor in factors:
        code = (code * (factor & mask)) & mask
        code = code ^ (code >> shift)
    return code


def code_of(key: Codes, bits: int) -> Codes:
    """Return the code that has this key, or the codes of an array of keys; the inverse of `key_of`."""
    return key_of(key, bits, INVERSES)
