"""The layout of a small arena: columns by remoteness, and a circle for endless play."""

from __future__ import annotations

import cmath
import math
from typing import Any, Final, NamedTuple

from gamekit.analysis.neighbourhood import best_successors
from gamekit.solution.solution import Solution, Status

TALLEST: Final = 14
"""The most states in a column; more of equal remoteness get several columns."""

_SWEEPS: Final = 8
_SHIFTS: Final = (-0.2, 0.0, 0.2)
"""How far columns are shifted in turn, or an edge over two of them would seem to end between."""


class Place(NamedTuple):
    """The place of a state on a drawing whose columns and rows are 1 apart."""

    x: float
    y: float


def places_of(solution: Solution[Any, Any]) -> list[Place]:
    """Return a place for each state, so that best play leads from left to right and few edges cross.

    The states of a column are moved towards the mean of those that they have edges with, again and again: the
    barycentre method of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
    structures", 1981.
    """
    columns, neighbours = _columns(solution), _neighbours(solution)
    heights = {i: row for column in columns for i, row in zip(column, _rows(len(column)), strict=True)}
    for _ in range(_SWEEPS):
        for column in columns:
            means = {}
            for i in column:
                found = [heights[j] for j in neighbours[i] if j in heights] or [heights[i]]
                means[i] = sum(found) / len(found)
            column.sort(key=lambda i, means=means: (means[i], i))  # type: ignore[misc]
            heights.update(zip(column, _rows(len(column)), strict=True))
    places = _round_in_circles(solution)
    for x, column in enumerate(columns):
        places |= {i: Place(float(x), heights[i] + _SHIFTS[x % 3]) for i in column}
    return [places[i] for i in range(len(solution))]


def _columns(solution: Solution[Any, Any]) -> list[list[int]]:
    """Return the states that play ends from, and those that are not solved, by columns from left to right."""
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
    """Return places on a circle, left of the columns, for states of endless play, each beside the next of best play."""
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
    found: list[list[int]] = [[] for _ in range(len(solution))]
    for i in range(len(solution)):
        for child in solution.arena.successors.of(i).tolist():
            found[i].append(child)
            found[child].append(i)
    return found


def _rows(number: int) -> list[float]:
    """Return the heights of `number` states in a column, centred at 0."""
    return [row - (number - 1) / 2 for row in range(number)]
