"""Orbits: the contents of the first fields up to symmetry, such as two kings on a chess board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from gamekit.layout.layout import Layout


def least_words(layout: Layout, weights: Sequence[Sequence[int]]) -> list[int]:
    """Return the codes of the first cells of a layout, of each class of alike ones the least, in ascending order.

    Args:
        layout: the layout; the cells are those of its first fields.
        weights: as weights[i][v] what value v adds to the code in cell i. Codes are in the order of the cells.

    >>> from gamekit.layout import Cell, Grid
    >>> layout = Layout(king=Cell(Grid(8, 8)), symmetry="mirror transpose")
    >>> len(least_words(layout, [range(64)]))
    10
    """
    cells = len(weights)
    images = [
        [
            [weights[place][value] if value >= 0 else None for value in values]
            for place, values in zip(image.places[:cells], image.values[:cells], strict=True)
        ]
        for image in layout.group
        if all(min(values) >= 0 for values in image.values[cells:])  # it holds whatever comes after
    ]
    found: list[int] = []
    known: set[int] = set()
    for contents in product(*map(range, layout.values[:cells])):
        word = sum(weights[i][value] for i, value in enumerate(contents))
        if word not in known:
            found.append(word)
            for image in images:
                parts = [image[i][value] for i, value in enumerate(contents)]
                if None not in parts:
                    known.add(sum(parts))  # type: ignore[arg-type]
    return found
