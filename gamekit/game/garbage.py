"""Rare looks for cyclic garbage, which cost a fifth of the time of a walk that remembers millions of objects."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

RARELY: Final = (100_000, 50, 100)
"""The thresholds of `gc` for a walk; by default Python looks after every 700 new objects."""


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Look for cyclic garbage rarely in a block or a function; other garbage is freed at once, as always."""
    thresholds = gc.get_threshold()
    gc.set_threshold(*(max(thresholds, RARELY) if thresholds[0] else thresholds))
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
