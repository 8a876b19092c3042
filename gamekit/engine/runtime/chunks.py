"""Cutting places into ranges. Importing this loads nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

CHUNK: Final = 1 << 17
"""How many places a task looks at."""


def chunks_of(places: int, size: int = CHUNK) -> Iterator[slice]:
    """Yield consecutive ranges of at most `size` places that cover all `places`."""
    return (slice(i, min(i + size, places)) for i in range(0, places, size))
