"""`graph_in_text`: a graph drawn with letters, for terminals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gamekit.drawing.graph_layout import Place

MOST_NODES: Final = 40
"""The largest number of nodes that are drawn; a larger graph is easier to read as a list."""

ASPECT: Final = 2.0
"""The height of a letter divided by its width."""

MOST_LINES: Final = 40
_GROWTH: Final = 1.15
_FLAT: Final = 0.4  # the slope, in lines by columns, below which an edge is drawn level


def graph_in_text(
    edges: Iterable[tuple[int, int]], places: Sequence[Place], labels: Sequence[str], columns: int
) -> str | None:
    """Return a graph as text, drawn as small as its labels and the edges between them allow.

    None if there are more than `MOST_NODES` nodes, or no room in so many columns. Places have any unit, y downwards.

    >>> print(graph_in_text([(0, 1), (1, 2)], [0j, 1 + 0j, 1 + 1j], ["0", "1", "2"], columns=20))
    0----1
         |
         |
         2
    """
    if not 0 < len(places) <= MOST_NODES:
        return None
    left, top = min(place.real for place in places), min(place.imag for place in places)
    wide, high = (
        max(place.real - left for place in places) or 1.0,
        max(place.imag - top for place in places) or 1.0,
    )
    scale = 1 / max(wide, high)
    while scale * wide < columns and scale * high / ASPECT < MOST_LINES:
        at = [
            (round((place.real - left) * scale), round((place.imag - top) * scale / ASPECT))
            for place in places
        ]
        if _have_room(at, labels):
            drawn = _drawn(edges, at, labels)
            return drawn if max(map(len, drawn.splitlines())) <= columns else None
        scale *= _GROWTH
    return None


def _have_room(at: Sequence[tuple[int, int]], labels: Sequence[str]) -> bool:
    """Return whether labels on the same line are 4 letters apart, on neighbouring lines 3, and 0 two lines apart."""
    for i, (x, y) in enumerate(at):
        for j in range(i):
            other_x, other_y = at[j]
            apart = abs(x - other_x) - (len(labels[i]) + len(labels[j])) / 2
            if apart < {0: 4, 1: 3, 2: 0}.get(abs(y - other_y), -1e9):
                return False
    return True


def _drawn(edges: Iterable[tuple[int, int]], at: Sequence[tuple[int, int]], labels: Sequence[str]) -> str:
    shift = max((len(label) - 1) // 2 - x for (x, _), label in zip(at, labels, strict=True))
    shift = max(shift, 0)
    width = max(x + len(label) for (x, _), label in zip(at, labels, strict=True)) + shift
    canvas = [[" "] * (width + 1) for _ in range(max(y for _, y in at) + 1)]
    for a, b in edges:
        (x0, y0), (x1, y1) = at[a], at[b]
        steps = max(abs(x1 - x0), abs(y1 - y0))
        sign = _stroke(x1 - x0, y1 - y0)
        for step in range(1, steps):
            x, y = round(x0 + (x1 - x0) * step / steps) + shift, round(y0 + (y1 - y0) * step / steps)
            canvas[y][x] = sign if canvas[y][x] in (" ", sign) else "+"
    for (x, y), label in zip(at, labels, strict=True):
        start = x + shift - (len(label) - 1) // 2
        canvas[y][start : start + len(label)] = label
    return "\n".join("".join(line).rstrip() for line in canvas)


def _stroke(right: int, down: int) -> str:
    """Return the letter with which an edge is drawn."""
    if abs(down) < _FLAT * abs(right):
        return "-"
    if abs(right) < _FLAT * abs(down):
        return "|"
    return "\\" if (right > 0) == (down > 0) else "/"
