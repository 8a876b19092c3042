"""`histogram`: how many states of each value are how many plies from the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gamekit.drawing import FILLS
from gamekit.fingerprint import name_of
from gamekit.plots.paper import FAINT, INK, count_on, drawing, finish, new_figure
from gamekit.solution import Solution
from gamekit.statistics import Statistics
from gamekit.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NUMBERED: Final = 16
"""Up to so many bars have their heights written over them."""

_HATCHES: Final = {Value.WIN: "", Value.LOSS: "///", Value.TIE: "..."}


def histogram(solution: Solution[Any, Any], *, logarithmic: bool = False) -> Figure:
    """Return the histogram of remoteness, a panel for each value that play ends with.

    Args:
        solution: of any game, by either gear, or a table.
        logarithmic: whether heights are logarithms, which shows bars of a few states beside those of millions.

    Raises:
        UnsupportedError: matplotlib is not installed.
    """
    statistics = solution.tally()
    shown = [value for value in _HATCHES if value in statistics.histogram]
    with drawing():
        figure = new_figure(8, 1.2 + 1.8 * max(len(shown), 1))
        panels = figure.subplots(max(len(shown), 1), 1, sharex=True, squeeze=False)[:, 0]
        for axes, value in zip(panels, shown, strict=False):
            _draw(axes, statistics, value, logarithmic)
        panels[-1].set_xlabel("plies to the end under best play")
        if shown:
            count_on(panels[-1], "x")
        else:
            panels[0].text(0.5, 0.5, "play never ends, or nothing is known", ha="center", va="center")
        finish(figure, f"{name_of(solution.game)}: {len(solution):,} states", _note(statistics))
    return figure


def _draw(axes: Axes, statistics: Statistics, value: Value, logarithmic: bool) -> None:
    numbers = statistics.histogram[value]
    colour = FILLS[value]
    is_fine = len(numbers) > 4 * MOST_NUMBERED  # then outlines would hide the bars
    axes.bar(
        range(len(numbers)),
        numbers,
        width=1.0 if is_fine else 0.85,
        color=colour,
        edgecolor=colour if is_fine else INK,
        linewidth=0 if is_fine else 0.5,
        hatch="" if is_fine else _HATCHES[value],
    )
    if logarithmic:
        axes.set_yscale("log")
        axes.set_ylim(bottom=0.7)
    axes.margins(y=0.16)
    if len(numbers) <= MOST_NUMBERED:
        for plies, number in enumerate(numbers.tolist()):
            if number:
                axes.annotate(
                    f"{number:,}",
                    (plies, number),
                    xytext=(0, 2),
                    textcoords="offset points",
                    ha="center",
                    fontsize=7,
                    color=FAINT,
                )
    axes.set_title(f"{value.name}: {int(numbers.sum()):,} states, for the player to move", loc="left")
    axes.set_ylabel("states")
    count_on(axes, "y", steps=6)


def _note(statistics: Statistics) -> str:
    """Return what the bars leave out."""
    left = [f"{number:,} {value.name} by endless play" for value, number in statistics.endless.items()]
    if unsolved := statistics.counts.get(Value.UNSOLVED):
        left.append(f"{unsolved:,} UNSOLVED")
    return f"not shown: {', '.join(left)}" if left else ""
