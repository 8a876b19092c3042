"""The hash of `key_hash`, compiled."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.key_hash import INVERSES, MULTIPLIERS


def hash_codes(codes: NDArray[np.int64], bits: int, keys: NDArray[np.int64]) -> None:
    """Write the keys of codes of `bits` bits to `keys`, which may be the same array."""
    _scramble(codes, bits, *MULTIPLIERS, keys)


def keys_of(codes: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Return the keys of codes of `bits` bits."""
    keys = np.empty_like(codes)
    hash_codes(codes, bits, keys)
    return keys


def codes_of(keys: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Return the codes of keys of `bits` bits; the inverse of `keys_of`."""
    codes = np.empty_like(keys)
    _scramble(keys, bits, *INVERSES, codes)
    return codes


@numba.njit(cache=True, nogil=True)
def _scrambled(number: Any, bits: int, first: int, second: int) -> Any:
    """Return a number of `bits` bits, shifted and multiplied by two odd factors in turn.

    A shift by at least half of the bits is its own inverse, so the inverse factors in the other order undo all of it.
    """
    mask = (np.int64(1) << bits) - 1
    shift = (bits + 1) // 2
    number ^= number >> shift
    number = (number * first) & mask
    number ^= number >> shift
    number = (number * second) & mask
    return number ^ (number >> shift)


@numba.njit(cache=True, nogil=True)
def _scramble(numbers: Any, bits: int, first: int, second: int, scrambled: Any) -> None:
    for i in range(len(numbers)):
        scrambled[i] = _scrambled(numbers[i], bits, first, second)


@numba.njit(types.int64(types.int64, types.int64), cache=True, nogil=True)
def hashed(code, bits):  # type: ignore[no-untyped-def]
    """Return the key of one code of `bits` bits, for kernels."""
    return _scrambled(code, bits, MULTIPLIERS[0], MULTIPLIERS[1])
