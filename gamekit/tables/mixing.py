"""Keys and codes without Numba: the same mixing as `gamekit.engine.mixing`, for tables, which are opened without it."""

from __future__ import annotations

from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

MULTIPLIERS: Final = (0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9)
"""What is multiplied by; as products are cut to fewer bits, 62 of a factor are enough."""

INVERSES: Final = tuple(pow(factor, -1, 1 << 62) for factor in MULTIPLIERS)

Codes = TypeVar("Codes", int, NDArray[np.int64])


def key_of(code: Codes, bits: int) -> Codes:
    """Return the key of a code of so many bits, or of an array of them.

    >>> key_of(5, 20), code_of(key_of(5, 20), 20)
    (135654, 5)
    """
    mask, shift = (1 << bits) - 1, (bits + 1) // 2
    code = code ^ (code >> shift)
    for factor in MULTIPLIERS:
        code = (code * (factor & mask)) & mask
        code = code ^ (code >> shift)
    return code


def code_of(key: Codes, bits: int) -> Codes:
    """Return the code that has this key, or an array of them; the inverse of `key_of`."""
    mask, shift = (1 << bits) - 1, (bits + 1) // 2  # at least half of the bits: such a shift undoes itself
    key = key ^ (key >> shift)
    for inverse in reversed(INVERSES):
        key = (key * (inverse & mask)) & mask
        key = key ^ (key >> shift)
    return key
