"""`arena`: a small arena as a drawing, from endless play on the left to the ends of the game on the right."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from gamekit.drawing import FILLS, LETTERS
from gamekit.errors import LimitError, UnsupportedError
from gamekit.fingerprint import name_of
from gamekit.lazy_solution import LazySolution
from gamekit.neighbourhoods import neighbourhood
from gamekit.plots.layers import Place, places_of
from gamekit.plots.paper import FAINT, INK, drawing, finish, new_figure, plies, short
from gamekit.solution import Solution
from gamekit.successors import best_successors, leads_out

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_STATES: Final = 300
"""More states than that make no picture."""

MOST_NAMED: Final = 60
"""Up to so many states are called by their texts."""

PALE_INK: Final = "#b0b0b0"

_SHAPES: Final = ("o", "s")
EDGE: Final = 0.75
"""How much room there is round the outermost states, in columns and rows."""

_COLUMN: Final = 1.25  # inches from one to the next
_ROW: Final = 0.62


def arena(solution: Solution[Any, Any], *, within: int | None = None, state: Any = None) -> Figure:
    """Return a drawing of the states and edges, in columns by remoteness.

    A circle is a state of the first player's, a square one of the second's. Letters and colours tell what it is worth
    to that player (W, L, T, D, ? for win, loss, tie, draw and unsolved), numbers in how many plies. Bold arrows are
    best moves. The start has a thick rim; dashed are states whose moves are left out. Endless play lies on a circle.

    Args:
        solution: of any game; without `within`, one that keeps its edges.
        within: draw only what the state leads to within so many plies.
        state: where to begin, with `within`; the root by default.

    Raises:
        UnsupportedError: matplotlib is not installed, or the edges are not kept.
        UnknownStateError: the state is not in the arena.
        LimitError: there are more than `MOST_STATES` states to draw.
    """
    name, whole = name_of(solution.game), len(solution)
    if within is not None:
        solution = neighbourhood(solution, state, within=within, max_states=MOST_STATES)
    elif isinstance(solution, LazySolution):
        raise UnsupportedError(
            "neither the compiled gear nor a table keeps the edges: say within how many plies to draw"
        )
    elif whole > MOST_STATES:
        raise LimitError(
            f"{whole:,} states are no picture, more than {MOST_STATES}: say within how many plies to draw"
        )
    part = "" if within is None else f", {len(solution):,} of them within {plies(within)}"
    places = places_of(solution)
    xs, ys = [place.x for place in places], [place.y for place in places]
    left, right, bottom, top = min(xs) - EDGE, max(xs) + EDGE, min(ys) - EDGE, max(ys) + EDGE
    with drawing():
        figure = new_figure(max(5.0, (right - left) * _COLUMN), max(2.2, (top - bottom) * _ROW) + 0.7)
        axes = figure.subplots()
        axes.set_axis_off()
        axes.set_xlim(left, right)
        axes.set_ylim(bottom, top)
        _draw_edges(axes, solution, places)
        _draw_states(axes, solution, places)
        finish(figure, f"{name}: {whole:,} states{part}", _legend(solution))
    return figure


def _draw_edges(axes: Axes, solution: Solution[Any, Any], places: list[Place]) -> None:
    successors = solution.arena.successors
    for i, start in enumerate(places):
        best = best_successors(solution, i)
        for child in successors.of(i).tolist():
            end = places[child]
            bend = 0.18 if start.x == end.x or i in successors.of(child) else 0.0
            _draw_arrow(axes, start, end, bend, is_best=child in best)


def _draw_arrow(axes: Axes, start: Place, end: Place, bend: float, *, is_best: bool) -> None:
    from matplotlib.patches import FancyArrowPatch

    gap = 11.0
    if start == end:  # a loop, over the state
        start, end = Place(start.x + 0.1, start.y + 0.2), Place(end.x - 0.1, end.y + 0.2)
        bend, gap = 2.0, 0.0
    axes.add_artist(  # which, unlike add_patch, need not measure it
        FancyArrowPatch(
            (start.x, start.y),
            (end.x, end.y),
            connectionstyle=f"arc3,rad={bend}",
            arrowstyle="-|>",
            mutation_scale=9 if is_best else 7,
            shrinkA=gap,
            shrinkB=gap,
            color=INK if is_best else PALE_INK,
            linewidth=1.5 if is_best else 0.6,
            zorder=2 if is_best else 1,
        )
    )


def _draw_states(axes: Axes, solution: Solution[Any, Any], places: list[Place]) -> None:
    states = solution.arena
    for i, verdict in enumerate(solution):
        place = places[i]
        worth = LETTERS[verdict.value] + ("" if verdict.remoteness is None else str(verdict.remoteness))
        axes.scatter(
            [place.x],
            [place.y],
            s=430,
            marker=_SHAPES[int(states.mover[i])],
            color=FILLS[verdict.value],
            edgecolors=INK,
            linewidths=2.6 if i == states.root else 0.8,
            linestyles="--" if leads_out(solution, i) else "-",
            zorder=3,
        )
        axes.text(place.x, place.y, worth, ha="center", va="center", fontsize=8, color="#000000", zorder=4)
        if len(solution) <= MOST_NAMED:
            axes.annotate(
                "\n".join(textwrap.wrap(short(states.describe(verdict.state), 44), 22)[:2]),
                (place.x, place.y),
                xytext=(0, -13),
                textcoords="offset points",
                ha="center",
                va="top",
                fontsize=5,
                color=FAINT,
                zorder=5,
            )


def _legend(solution: Solution[Any, Any]) -> str:
    present = solution.counts()
    letters = ", ".join(f"{LETTERS[value]} {value}" for value in LETTERS if value in present)
    players = [short(player, 20) for player in solution.game.players]
    shapes = ", ".join(f"{shape} {player} to move" for shape, player in zip("○□", players, strict=False))
    return f"{shapes}; {letters}, with plies to the end; bold: best moves; thick rim: the start"
