"""`histogram`: the number of states of each value at each remoteness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gamekit.analysis.plots.paper import FAINT, OUTLINE, annotate, count_on, new_figure
from gamekit.drawing.svg import FILLS
from gamekit.game.fingerprint import name_of
from gamekit.game.sentences import goal_of_plies
from gamekit.game.values import Value
from gamekit.solution.solution import Solution
from gamekit.solution.statistics import Statistics

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NUMBERED: Final = 16
"""The largest number of bars in a panel that shows their heights as numbers."""

_HATCHES: Final = {Value.WIN: "", Value.LOSS: "///", Value.TIE: "..."}


def histogram(solution: Solution[Any, Any], *, logarithmic: bool = False) -> Figure:
    """Return the histogram of remoteness, with a panel for each value with which play ends.

    Args:
        solution: a solution of any game, by either backend, or a table.
        logarithmic: whether heights are logarithms, which shows bars of a few states beside those of millions.

    Raises:
        UnsupportedError: matplotlib is not installed.
    """
    statistics = solution.tally()
    shown = [value for value in _HATCHES if value in statistics.histogram]
    rows, title = max(len(shown), 1), f"{name_of(solution.game)}: {len(solution):,} states"
    with new_figure(8, 1.2 + 1.8 * rows, title, _note(statistics)) as figure:
        panels = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
        for axes, value in zip(panels, shown, strict=False):
            _draw(axes, statistics, value, logarithmic, len(solution.game.players))
        panels[-1].set_xlabel(f"plies to {goal_of_plies(solution.game)} under best play")
        if shown:
            count_on(panels[-1], "x")
        else:
            panels[0].text(0.5, 0.5, "play never ends, or nothing is known", ha="center", va="center")
    return figure


def _draw(axes: Axes, statistics: Statistics, value: Value, logarithmic: bool, players: int) -> None:
    numbers = statistics.histogram[value]
    colour = FILLS[value]
    is_fine = len(numbers) > 4 * MOST_NUMBERED  # then outlines would hide the bars
    fine = {"width": 1.0, "edgecolor": colour, "linewidth": 0, "hatch": ""}
    look: Any = fine if is_fine else {"width": 0.85, "hatch": _HATCHES[value], **OUTLINE}
    axes.bar(range(len(numbers)), numbers, color=colour, **look)
    if logarithmic:
        axes.set_yscale("log")
        axes.set_ylim(bottom=0.7)
    axes.margins(y=0.16)
    if len(numbers) <= MOST_NUMBERED:
        for plies, number in enumerate(numbers.tolist()):
            if number:
                annotate(axes, f"{number:,}", (plies, number), 0, 2, ha="center", fontsize=7, color=FAINT)
    whose = ", for the player to move" if players > 1 else ""
    axes.set_title(f"{value.name}: {int(numbers.sum()):,} states{whose}", loc="left")
    axes.set_ylabel("states")
    count_on(axes, "y", steps=6)


def _note(statistics: Statistics) -> str:
    left = [f"{number:,} {value.name} by endless play" for value, number in statistics.endless.items()]
    if unsolved := statistics.counts.get(Value.UNSOLVED):
        left.append(f"{unsolved:,} UNSOLVED")
    return f"not shown: {', '.join(left)}" if left else ""
