"""`figures`: how many states have each value, how far from the end they are, and where play goes round in circles."""

from __future__ import annotations

from typing import Any, Final

from gamekit.errors import LimitError, UnsupportedError
from gamekit.lazy_solution import LazySolution
from gamekit.loops import analyse_loops
from gamekit.solution import Solution
from gamekit.views.view import View

MOST_PLACES: Final = 4_000_000
MOST_EDGES: Final = 16_000_000
"""Up to so many states and edges, the components are found within some two seconds; codes count as states."""

MOST_LOOKS: Final = 3_000_000
"""A shortest circle is looked for that long: another second or two."""


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
          "witness_note": why the search for such a circle was given up, in a sentence; null if it was not
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
    loops = None
    if note is None:
        try:
            loops = _loops(solution)
        except (LimitError, UnsupportedError) as error:
            note = f"Components and loops were not counted: {error}."
    return {
        "counts": {value.value: number for value, number in statistics.counts.items()},
        "histogram": {value.value: numbers.tolist() for value, numbers in statistics.histogram.items()},
        "longest": statistics.longest,
        "loops": loops,
        "loops_note": note,
    }


def _why_no_loops(solution: Solution[Any, Any]) -> str | None:
    """Return why the components cannot be counted while somebody waits; None if they can."""
    edges = solution.arena.edges
    places = solution.backing.places if isinstance(solution, LazySolution) else len(solution)
    if places <= MOST_PLACES and edges <= MOST_EDGES:
        return None
    return (
        f"Components and loops were not counted: that takes long with more than {MOST_PLACES:,} states, "
        f"or codes for them, or {MOST_EDGES:,} edges; here are {places:,} and {edges:,}."
    )


def _loops(solution: Solution[Any, Any]) -> View:
    loops = analyse_loops(solution, most_looks=MOST_LOOKS)
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
        f"A shortest circle of best moves was not found among the {endless:,} states of endless best play: "
        f"that takes more than {MOST_LOOKS:,} looks at a state or an edge."
    )
