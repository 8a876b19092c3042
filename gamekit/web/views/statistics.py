"""`statistics`: how many states have each value, how far from the end they are, and where best play repeats."""

from __future__ import annotations

from typing import Any, Final

from gamekit.analysis.cycles import analyse_loops
from gamekit.errors import LimitError, UnsupportedError
from gamekit.solution.solution import Solution

MOST_PLACES: Final = 4_000_000
MOST_EDGES: Final = 16_000_000
"""The limits up to which components are found within about two seconds; codes count as states."""

MOST_LOOKS: Final = 3_000_000
"""How many looks the search for a shortest circle may take: another second or two."""


def statistics(solution: Solution[Any, Any]) -> dict[str, Any]:
    """Return the counts of a solution's states by value and remoteness, and its loops.

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

    In codes from the mover's view, two states that differ only in which player is which count as one.

    Args:
        solution: of any game, by either backend.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> found = statistics(gamekit.solve(Nim(heaps=(1, 2))))
    >>> found["histogram"]["win"], found["loops"]["components"]
    ([0, 3, 0, 1], 7)
    """
    tally = solution.tally()
    loops = note = None
    try:
        loops = _loops(solution)
    except (LimitError, UnsupportedError) as error:
        note = f"Components and loops were not counted: {error}."
    return {
        "counts": {value.value: number for value, number in tally.counts.items()},
        "histogram": {value.value: numbers.tolist() for value, numbers in tally.histogram.items()},
        "longest": tally.longest,
        "loops": loops,
        "loops_note": note,
    }


def _loops(solution: Solution[Any, Any]) -> dict[str, Any]:
    edges, places = solution.edges, solution.store.places
    if places > MOST_PLACES or edges > MOST_EDGES:
        raise LimitError(
            f"that takes long with more than {MOST_PLACES:,} states, or codes for them, or {MOST_EDGES:,} edges; "
            f"here are {places:,} and {edges:,}"
        )
    loops = analyse_loops(solution, most_looks=MOST_LOOKS)
    note = (
        f"A shortest circle of best moves was not found among the {loops.endless:,} states of endless best play: "
        f"that takes more than {MOST_LOOKS:,} looks at a state or an edge."
    )
    return {
        "components": loops.components,
        "sizes": [[size, number] for size, number in loops.sizes.items()],
        "states_on_cycles": loops.states_on_cycles,
        "endless": loops.endless,
        "witness": [solution.describe(state) for state in loops.witness],
        "witness_note": None if loops.searched else note,
    }
