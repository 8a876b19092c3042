"""`sequence`: the Grundy values of heaps, or of other positions that depend on one number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gamekit.analysis.plots.paper import INK, count_on, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def sequence(values: Sequence[int], *, title: str = "", note: str = "") -> Figure:
    """Return a plot with a dot for each value; the first is that for n = 1.

    Args:
        values: the values.
        title: the title, such as the rules.
        note: the words below the plot, such as the period.

    Raises:
        UnsupportedError: matplotlib is not installed.
    """
    with new_figure(8, 4, title or "Grundy values", note) as figure:
        axes: Any = figure.subplots()
        size = 14 if len(values) <= 200 else 3
        axes.scatter(range(1, len(values) + 1), values, s=size, color=INK, linewidths=0)
        axes.set_xlabel("n")
        axes.set_ylabel("Grundy value")
        for axis in "xy":
            count_on(axes, axis)
    return figure
