"""Walks that remember millions of objects look for cyclic garbage rarely: it takes a fifth of their time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

RARELY: Final = (100_000, 50, 100)
"""The thresholds of `gc` for a walk; by default Python looks after every 700 new objects."""


_LOCK: Final = Lock()
_BEFORE: Final[list[tuple[int, int, int]]] = []
"""The thresholds before each block that is open, in any thread; the first ones are those of the process."""


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Look for cyclic garbage rarely in a block or a function, and never if Python never looks for it.

    Other garbage is freed at once, as always. The thresholds of the process come back with the end of the last block.
    """
    with _LOCK:
        _BEFORE.append(thresholds := gc.get_threshold())
        if thresholds[0]:
            gc.set_threshold(*max(thresholds, RARELY))
    try:
        yield
    finally:
        with _LOCK:
            gc.set_threshold(*_BEFORE.pop())
