"""Boards side by side, as many as fit into the width."""

from __future__ import annotations

from collections.abc import Sequence

GAP = "    "


def side_by_side(blocks: Sequence[str], width: int) -> str:
    """Return blocks of text in rows, each row as many blocks as fit.

    >>> print(side_by_side(["ab\\nc", "de"], 80))
    ab    de
    c
    """
    rows: list[list[list[str]]] = []
    used = 0
    for block in blocks:
        lines = block.splitlines() or [""]
        wide = max(map(len, lines))
        if not rows or used + len(GAP) + wide > width:
            rows.append([])
            used = -len(GAP)
        rows[-1].append([line.ljust(wide) for line in lines])
        used += len(GAP) + wide
    return "\n\n".join(map(_join, rows))


def _join(row: list[list[str]]) -> str:
    height = max(map(len, row))
    padded = [lines + [" " * len(lines[0])] * (height - len(lines)) for lines in row]
    return "\n".join(GAP.join(parts).rstrip() for parts in zip(*padded, strict=True))
