"""The intrinsics of compiled rules in plain Python, so that generated modules run without being compiled.

A state is an array of bytes in place of an address. Reading and writing outside of it is an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def block(size: int) -> Any:
    return np.empty((size + 7) // 8 * 8, dtype=np.uint8)


def clear(p: Any, size: int) -> None:
    p[:size] = 0


def copy(to: Any, of: Any, size: int) -> None:
    to[:size] = of[:size]


def _loader(bits: int) -> Any:
    kind = np.int64 if bits == 64 else f"u{bits // 8}"

    def load(p: Any, i: int) -> int:
        assert i >= 0
        return int(p.view(kind)[i])

    return load


def _storer(bits: int) -> Any:
    kind = np.int64 if bits == 64 else f"u{bits // 8}"

    def store(p: Any, i: int, value: int) -> None:
        assert i >= 0
        p.view(kind)[i] = value

    return store


load8, load16, load32, load64 = (_loader(bits) for bits in (8, 16, 32, 64))
store8, store16, store32, store64 = (_storer(bits) for bits in (8, 16, 32, 64))


def item(array: Any, i: int) -> int:
    assert i >= 0
    return int(array[i])


def _finder(bits: int) -> Any:
    def members(p: Any, start: int, number: int, low: int, high: int) -> int:
        cells = p.view(f"u{bits // 8}")[start : start + number].tolist()
        return sum(1 << i for i, cell in enumerate(cells) if low <= cell <= high)

    return members


members8, members16, members32 = (_finder(bits) for bits in (8, 16, 32))


def lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1 if bits else 64


def population(bits: int) -> int:
    return bits.bit_count()
