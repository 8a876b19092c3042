"""Store sorted keys as differences from the previous key of their block, which take fewer bytes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def differences(keys: NDArray[np.int64]) -> bytes:
    """Return the differences between the keys of a block, each in as few bytes as the largest one takes.

    >>> differences(np.array([7, 8, 700])).hex(" ", 2)
    '0000 0100 b402'
    """
    steps = np.diff(keys, prepend=keys[:1]).astype("<i8", copy=False)
    width = max(1, -(-int(steps.max()).bit_length() // 8))
    return steps.view(np.uint8).reshape(-1, 8)[:, :width].tobytes()


def keys_from(firsts: NDArray[np.int64], content: bytes, rows: int) -> NDArray[np.int64]:
    """Return the keys of several blocks of equal length, one block per row.

    Args:
        firsts: the first key of each block.
        content: the differences of all blocks, each of the same number of bytes.
        rows: the number of keys per block.

    >>> keys_from(np.array([7, 20]), bytes([0, 1, 0, 5]), 2)
    array([[ 7,  8],
           [20, 25]])
    """
    steps = np.frombuffer(content, dtype=np.uint8).reshape(len(firsts), rows, -1)
    keys = np.zeros((len(firsts), rows), dtype="<i8")
    digits = keys.view(np.uint8).reshape(len(firsts), rows, 8)
    for i in range(steps.shape[2]):  # a copy of all bytes at once would loop over a few bytes at a time
        digits[:, :, i] = steps[:, :, i]
    keys[:, 0] += firsts
    return np.cumsum(keys, axis=1, out=keys)
