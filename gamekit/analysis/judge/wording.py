"""The line of play that shows why a verdict on a program is right, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LONGEST_LINE: Final = 100
"""The largest number of moves that are shown."""


def shown_line(moves: Sequence[str], cycle_start: int | None) -> str:
    """Return moves as text, with the move from which they repeat, if they do.

    >>> shown_line(["a1", "b2"], None), shown_line(["a1", "b2"], 0)
    ('a1 b2', 'a1 b2, and round again from move 1')
    """
    more = " ..." if len(moves) > LONGEST_LINE else ""
    back = "" if cycle_start is None else f", and round again from move {cycle_start + 1}"
    return f"{' '.join(moves[:LONGEST_LINE])}{more}{back}"
