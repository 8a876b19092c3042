"""Orbits: the contents of the first fields up to symmetry, such as two kings on a chess board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
    contents = np.indices(layout.values[:cells]).reshape(cells, -1)
    words = least = sum(np.asarray(weights[i])[contents[i]] for i in range(cells))
    like = [part for part in layout.like if part.stop <= cells]
    for image in layout.group:
        if any(min(values) < 0 for values in image.values[cells:]):  # it depends on what comes after
            continue
        moved = np.empty_like(contents)
        for place, values, row in zip(image.places, image.values, contents, strict=False):
            moved[place] = np.asarray(values)[row]
        for part in like:
            moved[part].sort(axis=0)
        of_image = sum(np.asarray(weights[i])[moved[i]] for i in range(cells))
        least = np.where((moved < 0).any(axis=0), least, np.minimum(least, of_image))
    found: list[int] = words[words == least].tolist()
    return found
