"""`arena`: a small arena as a drawing, from endless play on the left to the ends of the game on the right."""

from __future__ import annotations

import cmath
import math
import textwrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gamekit.analysis.neighbourhood import best_successors, leads_out, neighbourhood
from gamekit.analysis.plots.paper import FAINT, INK, annotate, new_figure, short
from gamekit.drawing.svg import FILLS, LETTERS
from gamekit.errors import LimitError
from gamekit.game.fingerprint import name_of
from gamekit.game.sentences import counted, goal_of_plies
from gamekit.solution.solution import Solution, Status

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_STATES: Final = 300
"""The most states in a picture."""

MOST_NAMED: Final = 60
"""The largest number of states in a picture that labels each state with its text."""

PALE_INK: Final = "#b0b0b0"

_SHAPES: Final = ("o", "s")
EDGE: Final = 0.75
"""The margin around the outermost states, in columns and rows."""

_COLUMN: Final = 1.25  # inches from one to the next
_ROW: Final = 0.62


def arena(solution: Solution[Any, Any], *, within: int | None = None, state: Any = None) -> Figure:
    """Return a drawing of the states and edges, in columns by remoteness.

    The first player moves in circles, the second in squares. Letters and colours show the value for the player to move
    (W, L, T, D, ? for win, loss, tie, draw and unsolved), and numbers show the plies to the end. Bold arrows are best
    moves. The start has a thick rim; a dashed rim marks a state whose moves are left out. States of endless play lie on
    a circle.

    Args:
        solution: a solution of any game; edges that it does not keep are derived from the rules again.
        within: draw only the states that `state` leads to within this many plies.
        state: the state at which to begin, with `within`; by default the root.

    Raises:
        UnsupportedError: matplotlib is not installed.
        UnknownStateError: the state is not in the arena.
        LimitError: there are more than `MOST_STATES` states to draw.
    """
    name, states = name_of(solution.game), len(solution)
    if within is not None:
        solution = neighbourhood(solution, state, within=within, max_states=MOST_STATES)
    elif states > MOST_STATES:
        raise LimitError(
            f"a picture shows at most {MOST_STATES} states, and there are {states:,}; set within to the number of "
            "plies to draw"
        )
    else:
        solution = solution.loaded()
    part = "" if within is None else f", {len(solution):,} of them within {counted(within, 'ply', 'plies')}"
    places = places_of(solution)
    xs, ys = zip(*places, strict=True)
    left, right, bottom, top = min(xs) - EDGE, max(xs) + EDGE, min(ys) - EDGE, max(ys) + EDGE
    width, height = max(5.0, (right - left) * _COLUMN), max(2.2, (top - bottom) * _ROW) + 0.7
    with new_figure(width, height, f"{name}: {states:,} states{part}", _legend(solution)) as figure:
        axes = figure.subplots()
        axes.set_axis_off()
        axes.set_xlim(left, right)
        axes.set_ylim(bottom, top)
        _draw_edges(axes, solution, places)
        _draw_states(axes, solution, places)
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
            start,
            end,
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
    for i, (place, verdict) in enumerate(zip(places, solution, strict=True)):
        result = LETTERS[verdict.value] + ("" if verdict.remoteness is None else str(verdict.remoteness))
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
        axes.text(*place, result, ha="center", va="center", fontsize=8, color="#000000", zorder=4)
        if len(solution) <= MOST_NAMED:
            text = "\n".join(textwrap.wrap(short(states.describe(verdict.state), 44), 22)[:2])
            style = {"ha": "center", "va": "top", "fontsize": 5, "color": FAINT, "zorder": 5}
            annotate(axes, text, place, 0, -13, **style)


def _legend(solution: Solution[Any, Any]) -> str:
    present = solution.counts()
    letters = ", ".join(f"{LETTERS[value]} {value}" for value in LETTERS if value in present)
    players = [short(player, 20) for player in solution.game.players]
    turns = [f"{shape} {player} to move" for shape, player in zip("○□", players, strict=False)]
    shapes = f"{', '.join(turns)}; " if len(turns) > 1 else ""
    return f"{shapes}{letters}, with plies to {goal_of_plies(solution.game)}; bold: best moves; thick rim: the start"


TALLEST: Final = 14
"""The most states in a column; states of equal remoteness beyond that get further columns."""

_SWEEPS: Final = 8
_SHIFTS: Final = (-0.2, 0.0, 0.2)
"""The shifts of the columns, in rows, in turn; they keep an edge that crosses a column from seeming to end there."""


class Place(NamedTuple):
    """The place of a state on a drawing whose columns and rows are 1 apart."""

    x: float
    y: float


def places_of(solution: Solution[Any, Any]) -> list[Place]:
    """Return a place for each state, so that best play leads from left to right and few edges cross.

    The states of a column are moved repeatedly towards the mean of their neighbours: the barycentre method of Sugiyama,
    Tagawa and Toda, "Methods for visual understanding of hierarchical system structures", 1981.
    """
    columns, neighbours = _columns(solution), _neighbours(solution)
    heights = {i: row for column in columns for i, row in zip(column, _rows(len(column)), strict=True)}
    for _ in range(_SWEEPS):
        for column in columns:
            means = {}
            for i in column:
                nearby = [heights[j] for j in neighbours[i] if j in heights] or [heights[i]]
                means[i] = sum(nearby) / len(nearby)
            column.sort(key=lambda i, means=means: (means[i], i))  # type: ignore[misc]
            heights.update(zip(column, _rows(len(column)), strict=True))
    places = _round_in_circles(solution)
    for x, column in enumerate(columns):
        places |= {i: Place(float(x), heights[i] + _SHIFTS[x % 3]) for i in column}
    return [places[i] for i in range(len(solution))]


def _columns(solution: Solution[Any, Any]) -> list[list[int]]:
    """Return the states from which play ends, and the unsolved ones, by columns from left to right."""
    layers: dict[float, list[int]] = {}
    for i, status in enumerate(solution.status.tolist()):
        if status != Status.ENDLESS:
            plies = math.inf if status == Status.UNSOLVED else int(solution.remoteness[i])
            layers.setdefault(plies, []).append(i)
    columns = []
    for plies in sorted(layers, reverse=True):
        layer = layers[plies]
        width = math.ceil(len(layer) / TALLEST)
        columns += [layer[k::width] for k in range(width)]
    return columns


def _round_in_circles(solution: Solution[Any, Any]) -> dict[int, Place]:
    """Return places on a circle left of the columns for states of endless play, in the order of best play."""
    endless = [i for i, status in enumerate(solution.status.tolist()) if status == Status.ENDLESS]
    order: dict[int, None] = {}
    for start in endless:
        i: int | None = start
        while i is not None and i not in order:
            order[i] = None
            ways = sorted(best_successors(solution, i) - order.keys()) if i in endless else []
            i = next((j for j in ways if j in endless), None)
    radius = 0.0 if len(order) == 1 else max(0.9, len(order) / (2 * math.pi))
    centre = complex(-radius - 1.5, 0)
    spots = [centre + cmath.rect(radius, math.pi - 2 * math.pi * k / len(order)) for k in range(len(order))]
    return {i: Place(round(spot.real, 6), round(spot.imag, 6)) for i, spot in zip(order, spots, strict=True)}


def _neighbours(solution: Solution[Any, Any]) -> list[list[int]]:
    neighbours: list[list[int]] = [[] for _ in range(len(solution))]
    for i in range(len(solution)):
        for child in solution.arena.successors.of(i).tolist():
            neighbours[i].append(child)
            neighbours[child].append(i)
    return neighbours


def _rows(number: int) -> list[float]:
    """Return the heights of `number` states in a column, centred at 0."""
    return [row - (number - 1) / 2 for row in range(number)]
