"""`figures`: how many states have each value, how far from the end they are, and where play goes round in circles."""

from __future__ import annotations

from typing import Any, Final

from gamekit.loops import analyse_loops
from gamekit.solution import Solution
from gamekit.tables.table import TableSolution
from gamekit.views.view import View

MOST_STATES: Final = 4_000_000
MOST_EDGES: Final = 16_000_000
"""Up to so many states and edges, the components are found within some two seconds."""

MOST_ENDLESS: Final = 2_500
"""Up to so many states of endless best play, a shortest circle is found within as long."""


def figures(solution: Solution[Any, Any]) -> View:
    """Return what a page shows of the states of a game in numbers.

    ```
    {
      "counts": {value: how many states have it},
      "histogram": {value: [how many of them are 0, 1, 2, ... plies from the end]},
      "longest": the largest remoteness of any state, within the rules' turn limit,
      "loops": null if the components were not counted, or
        {
          "components": how many strongly connected components there are,
          "sizes": [[size, how many of them have it]], largest first,
          "states_on_cycles": how many states play can come back to,
          "endless": how many states best play never ends from,
          "witness": [the states of a shortest circle of best moves, as text],
          "witness_note": why no such circle was looked for, in a sentence; null if one was
        },
      "loops_note": why the components were not counted, in a sentence; null if they were
    }
    ```

    In codes from the mover's view two states that differ by the exchange of the players alone are counted as one.

    Args:
        solution: of any game, by either gear.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> found = figures(gamekit.solve(Nim(heaps=(1, 2))))
    >>> found["histogram"]["win"], found["loops"]["components"]
    ([0, 3, 0, 1], 7)
    """
    statistics = solution.tally()
    note = _why_no_loops(solution)
    return {
        "counts": {value.value: number for value, number in statistics.counts.items()},
        "histogram": {value.value: numbers.tolist() for value, numbers in statistics.histogram.items()},
        "longest": statistics.longest,
        "loops": _loops(solution) if note is None else None,
        "loops_note": note,
    }


def _why_no_loops(solution: Solution[Any, Any]) -> str | None:
    """Return why the components cannot be counted while somebody waits; None if they can."""
    arena = solution.arena
    if isinstance(solution, TableSolution):
        return (
            "Components and loops were not counted: a table keeps no moves. Solving the game anew would tell."
        )
    if len(solution) > MOST_STATES or arena.edges > MOST_EDGES:
        return (
            f"Components and loops were not counted: that takes long with more than {MOST_STATES:,} states or "
            f"{MOST_EDGES:,} edges; here are {len(solution):,} and {arena.edges:,}."
        )
    return None


def _loops(solution: Solution[Any, Any]) -> View:
    loops = analyse_loops(solution, most_endless=MOST_ENDLESS)
    return {
        "components": loops.components,
        "sizes": [[size, number] for size, number in loops.sizes.items()],
        "states_on_cycles": loops.states_on_cycles,
        "endless": loops.endless,
        "witness": [solution.arena.describe(state) for state in loops.witness],
        "witness_note": None if loops.searched else _why_no_circle(loops.endless),
    }


def _why_no_circle(endless: int) -> str:
    return (
        "A shortest circle of best moves was not looked for: that takes long among more than "
        f"{MOST_ENDLESS:,} states of endless best play; here are {endless:,}."
    )
