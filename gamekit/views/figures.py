"""`figures`: how many states have each value, how far from the end they are, and where play goes round in circles."""

from __future__ import annotations

from typing import Any, Final

from gamekit.lazy_solution import LazySolution
from gamekit.loops import analyse_loops
from gamekit.solution import Solution, Status
from gamekit.views.view import View

MOST_STATES: Final = 150_000
"""Up to so many states, the components are found within some two seconds."""

MOST_ENDLESS: Final = 2_500
"""Up to so many states of endless best play, a shortest circle is found within as long."""


def figures(solution: Solution[Any, Any]) -> View:
    """Return what a page shows of the states of a game in numbers.

    ```
    {
      "counts": {value: how many states have it},
      "histogram": {value: [how many of them are 0, 1, 2, ... plies from the end]},
      "longest": the largest remoteness of any state, within the rules' turn limit,
      "loops": null if they were not worked out, or
        {
          "components": how many strongly connected components there are,
          "sizes": [[size, how many of them have it]], largest first,
          "states_on_cycles": how many states play can come back to,
          "endless": how many states best play never ends from,
          "witness": [the states of a shortest circle of best moves, as text]
        },
      "loops_note": why they were not worked out, in a sentence; null if they were
    }
    ```

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
    """Return why the loops cannot be worked out while somebody waits; None if they can."""
    if isinstance(solution, LazySolution):
        return "Loops were not looked for: neither the compiled gear nor a table keeps the edges."
    if len(solution) > MOST_STATES:
        return f"Loops were not looked for: that takes long with more than {MOST_STATES:,} states."
    if int((solution.status == Status.ENDLESS).sum()) > MOST_ENDLESS:
        return (
            "Loops were not looked for: a shortest circle takes long to find among more than "
            f"{MOST_ENDLESS:,} states of endless best play."
        )
    return None


def _loops(solution: Solution[Any, Any]) -> View:
    loops = analyse_loops(solution)
    return {
        "components": loops.components,
        "sizes": [[size, number] for size, number in loops.sizes.items()],
        "states_on_cycles": loops.states_on_cycles,
        "endless": loops.endless,
        "witness": [solution.arena.describe(state) for state in loops.witness],
    }
