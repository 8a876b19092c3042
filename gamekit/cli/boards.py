"""Boards side by side, as many as fit the width."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

GAP = "    "


def side_by_side(blocks: Sequence[str], width: int) -> str:
    """Return blocks of text in rows, each row as many blocks as fit.

    >>> print(side_by_side(["ab\\nc", "de"], 80))
    ab    de
    c
    """
    rows: list[str] = []
    row: list[list[str]] = []
    used = 0
    for block in blocks:
        lines = block.splitlines() or [""]
        wide = max(map(len, lines))
        if row and used + len(GAP) + wide > width:
            rows.append(_join(row))
            row, used = [], 0
        row.append([line.ljust(wide) for line in lines])
        used += wide + (len(GAP) if used else 0)
    if row:
        rows.append(_join(row))
    return "\n\n".join(rows)


def _join(row: list[list[str]]) -> str:
    blanks = [" " * len(lines[0]) for lines in row]
    lines = zip_longest(*row)
    return "\n".join(
        GAP.join(blank if part is None else part for part, blank in zip(line, blanks, strict=True)).rstrip()
        for line in lines
    )
