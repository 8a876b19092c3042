"""Storm: cat and mouse as an interval Markov decision process.

Stormpy 2.0 builds stochastic games, but checks none. A game of two players can be told in another way: the mouse makes
the choices, and the cat is what nature does, a distribution over the cat's moves that may be any, each with a
probability from 0 to 1. Where such a process is checked robustly, nature plays against the mouse. Storm does that for
reachability within a given number of steps; without such a bound it asks for lower bounds above 0.
"""

from __future__ import annotations

import time
from itertools import count
from typing import Any

import stormpy
from inputs import cat_mouse
from stormpy.datastructures import BitVector, SparseMatrixBuilder
from stormpy.models import SparseMdp, SparseModelComponents, StateLabeling

MOUSE, CAT = 0, 1
ROBUST = stormpy.UncertaintyResolutionMode.ROBUST


def model_of(graph: Any) -> Any:
    """Return cat and mouse as a process."""
    nodes = len(graph)
    surely, maybe = stormpy.Interval(1, 1), stormpy.Interval(0, 1)

    def place(mouse: int, cat: int, turn: int) -> int:
        return 2 * (mouse * (nodes - 1) + cat - 1) + turn

    rows: list[int] = []
    columns: list[int] = []
    values: list[Any] = []
    groups: list[int] = []
    fresh = count()
    row = next(fresh)
    for mouse in range(nodes):
        for cat in range(1, nodes):
            for turn in (MOUSE, CAT):
                groups.append(row)
                if mouse in (0, cat):
                    choices = [[place(mouse, cat, turn)]]
                elif turn == MOUSE:
                    choices = [[place(node, cat, CAT)] for node in graph[mouse]]
                else:
                    choices = [[place(mouse, node, MOUSE) for node in sorted(graph[cat]) if node]]
                for ends in choices:
                    rows += [row] * len(ends)
                    columns += ends
                    values += [surely if len(ends) == 1 else maybe] * len(ends)
                    row = next(fresh)
    states = len(groups)
    builder = SparseMatrixBuilder[stormpy.Interval](
        rows=row, columns=states, entries=len(rows), has_custom_row_grouping=True, row_groups=states
    )
    builder.add_next_values(rows, columns, values, groups)
    labels = StateLabeling(states)
    goals = {
        "hole": [place(0, cat, turn) for cat in range(1, nodes) for turn in (MOUSE, CAT)],
        "caught": [place(cat, cat, turn) for cat in range(1, nodes) for turn in (MOUSE, CAT)],
        "init": [place(1, 2, MOUSE)],
    }
    for name, where in goals.items():
        labels.add_label(name)
        labels.set_states(name, BitVector(states, where))
    return SparseMdp[stormpy.Interval](
        SparseModelComponents[stormpy.Interval](transition_matrix=builder.build(), state_labeling=labels)
    )


def reach(game: str, parameters: dict[str, Any], plies: int) -> dict[str, Any]:
    """Return who wins from the start within so many plies, and from how many states either does."""
    assert game == "cat_mouse"
    graph = cat_mouse(**parameters).graph
    began = time.perf_counter()
    model = model_of(graph)
    built = time.perf_counter()
    won = {}
    for payoff, query in ((1, f'Pmax=? [F<={plies} "hole"]'), (-1, f'Pmin=? [F<={plies} "caught"]')):
        (asked,) = stormpy.parse_properties(query)
        found = stormpy.model_checking(model, asked, uncertainty_resolution_mode=ROBUST)
        won[payoff] = [round(found.get_value(state)) for state in range(model.nr_states)]
    seconds = time.perf_counter() - began
    (start,) = model.initial_states
    tally = {str(payoff): sum(states) for payoff, states in won.items()}
    tally["0"] = model.nr_states - sum(tally.values())
    return {
        "seconds": seconds,
        "build": built - began,
        "payoff": won[1][start] - won[-1][start],
        "tally": tally,
    }
