"""Cutting places into ranges. Importing this loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

PLACES_PER_READ: Final = 1 << 20
"""The number of places read at a time when all of them are read."""


def chunks_of(places: int, size: int = PLACES_PER_READ) -> Iterator[slice]:
    """Yield consecutive ranges of at most `size` places that cover all `places`."""
    return (slice(i, min(i + size, places)) for i in range(0, places, size))
