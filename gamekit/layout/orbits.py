"""Orbits: the contents of the first fields up to symmetry, such as two kings on a chess board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

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
    beyond = (
        sum(map(max, weights)) + 1
    )  # what a value without an image adds, so that no such sum is the least
    words = _words(weights)
    least = words
    for image in layout.group:
        if all(min(values) >= 0 for values in image.values[cells:]):  # it holds whatever comes after
            of_image = [
                [weights[place][value] if value >= 0 else beyond for value in values]
                for place, values in zip(image.places[:cells], image.values[:cells], strict=True)
            ]
            least = np.minimum(least, _words(of_image))
    found: list[int] = words[words == least].tolist()
    return found


def _words(weights: Sequence[Sequence[int]]) -> Any:
    """Return the sums of the weights of all contents, in the order of these."""
    return reduce(np.add.outer, map(np.asarray, weights)).ravel()
