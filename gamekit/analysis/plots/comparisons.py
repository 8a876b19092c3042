"""`comparison`: the answer, time and number of states of each solver, and the result at each cap."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from gamekit.analysis.comparison.report import CapRange, Comparison, Run, duration
from gamekit.analysis.plots.paper import FAINT, INK, OUTLINE, annotate, count_on, new_figure, short
from gamekit.drawing.svg import BLUE, GREEN, ORANGE
from gamekit.game.values import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDEST: Final = 52
"""The most letters on a line of the reason why a solver was left out."""

_SOUND: Final[Any] = {"color": BLUE, **OUTLINE}
_UNSOUND: Final[Any] = {"color": ORANGE, "hatch": "xxx", **OUTLINE}
_BOX: Final = {"facecolor": "#ffffff", "edgecolor": "none", "pad": 1.5}
_RIGHT: Final = ("right", GREEN, "")
_UNKNOWN: Final = ("leaves it open", "#cccccc", "...")
_WRONG: Final = ("WRONG", ORANGE, "xxx")


def comparison(compared: Comparison, *, name: str = "") -> Figure:
    """Draw the solvers side by side, with answers, times and states touched, and below them the answer at each cap.

    Args:
        compared: the result of `gamekit.compare`.
        name: the name of the game, for the title.

    Raises:
        UnsupportedError: matplotlib is not installed.
    """
    rows = len(compared.runs)
    height = 1.4 + 0.55 * rows + (1.9 if compared.caps else 0)
    title = f"{f'{name}: ' if name else ''}{compared.states:,} states, {compared.edges:,} edges"
    with new_figure(9, height, title, compared.caps_note) as figure:
        parts: Any = (
            figure.subfigures(2, 1, height_ratios=[0.55 * rows + 1.0, 1.7]) if compared.caps else [figure]
        )
        seconds, touched = parts[0].subplots(1, 2, sharey=True, width_ratios=[3, 2])
        _draw_runs(seconds, touched, compared)
        if compared.caps:
            _draw_caps(parts[1].subplots(), compared)
    return figure


def _draw_runs(seconds: Axes, touched: Axes, compared: Comparison) -> None:
    for row, run in enumerate(compared.runs):
        if run.seconds is None:
            reason = textwrap.shorten(f"left out: {run.left_out}", 3 * WIDEST, placeholder=" …")
            text = "\n".join(textwrap.wrap(short(reason, 3 * WIDEST), WIDEST))
            rows = seconds.get_yaxis_transform()
            seconds.text(0.02, row, text, va="center", fontsize=7, color=FAINT, transform=rows)
            continue
        look = _UNSOUND if run.unsound else _SOUND
        for axes, number, text in (
            (seconds, run.seconds, duration(run.seconds)),
            (touched, run.states_touched or 0, f"{run.states_touched or 0:,}"),
        ):
            axes.barh(row, number, height=0.6, **look)
            annotate(axes, f" {text}", (number, row), 2, 0, va="center", fontsize=8)
    seconds.set_yticks(range(len(compared.runs)), [_described(run, compared) for run in compared.runs])
    seconds.set_ylim(len(compared.runs) - 0.5, -0.5)
    seconds.set_title("seconds", loc="left")
    touched.set_title("states touched", loc="left")
    for axes in (seconds, touched):
        axes.margins(x=0.22)
        axes.tick_params(axis="y", length=0)
    seconds.locator_params(axis="x", nbins=5)
    count_on(touched, "x", steps=3)


def _described(run: Run, compared: Comparison) -> str:
    name = short(run.solver, 40) + (" (unsound)" if run.unsound else "")
    if run.verdict is None:
        return name
    return f"{name}\n{short(str(run.verdict), 40)}: {compared.agreement(run)}"


def _draw_caps(axes: Axes, compared: Comparison) -> None:
    from matplotlib.patches import Patch

    first, last = compared.caps[0].first, compared.caps[-1].last
    for row, folklore in enumerate((False, True)):
        for caps in compared.caps:
            value, remoteness, (_, colour, hatch) = _judged(caps, folklore)
            width = caps.last - caps.first + 1
            axes.barh(row, width, left=caps.first - 0.5, height=0.7, color=colour, hatch=hatch, **OUTLINE)
            if width > (last - first + 1) / 8:
                text = value.name if remoteness is None else f"{value.name} in {remoteness}"
                middle = (caps.first + caps.last) / 2
                axes.text(middle, row, text, ha="center", va="center", fontsize=8, bbox=_BOX)
    axes.set_yticks([0, 1], ["minimax", "by folklore"])
    axes.set_ylim(1.6, -0.6)
    axes.set_xlim(first - 0.5, last + 0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("cap, in plies")
    axes.set_title("what a search that is cut off says about the root", loc="left")
    count_on(axes, "x")
    patches = [
        Patch(facecolor=colour, hatch=hatch, edgecolor=INK, label=label)
        for label, colour, hatch in (_RIGHT, _UNKNOWN, _WRONG)
    ]
    axes.legend(handles=patches, loc="lower right", bbox_to_anchor=(1, 1), ncols=3, frameon=False, fontsize=8)


def _judged(caps: CapRange, folklore: bool) -> tuple[Value, int | None, tuple[str, str, str]]:
    if folklore:
        return caps.folklore_value, caps.folklore_remoteness, _RIGHT if caps.folklore_right else _WRONG
    kind = _RIGHT if caps.suffices else _UNKNOWN if caps.value is Value.UNSOLVED else _WRONG
    return caps.value, caps.remoteness, kind
