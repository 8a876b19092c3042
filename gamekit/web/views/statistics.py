"""`statistics`: how many states have each value, how far from the end they are, and where best play repeats."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.analysis.cycles import analyse_loops
from gamekit.errors import LimitError, UnsupportedError
from gamekit.solution.solution import Solution


@attrs.frozen
class Limits:
    """How large solutions may be whose loops are analysed, so that it takes a few seconds.

    Attributes:
        places: how many places the store may have.
        edges: how many edges.
        looks: how many looks the search for a shortest circle may take.
        memory: how much memory may be taken, as `analyse_loops` takes it.
    """

    places: int = 4_000_000
    edges: int = 16_000_000
    looks: int = 3_000_000
    memory: int | str | None = None


DEFAULTS: Final = Limits()


def statistics(solution: Solution[Any, Any], limits: Limits = DEFAULTS) -> dict[str, Any]:
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
        limits: of larger solutions, the loops are left out.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> found = statistics(gamekit.solve(Nim(heaps=(1, 2))))
    >>> found["histogram"]["win"], found["loops"]["components"]
    ([0, 3, 0, 1], 7)
    """
    tally = solution.tally()
    loops = note = None
    try:
        loops = _loops(solution, limits)
    except (LimitError, UnsupportedError) as error:
        note = f"Components and loops were not counted: {error}."
    return {
        "counts": {value.value: number for value, number in tally.counts.items()},
        "histogram": {value.value: numbers.tolist() for value, numbers in tally.histogram.items()},
        "longest": tally.longest,
        "loops": loops,
        "loops_note": note,
    }


def _loops(solution: Solution[Any, Any], limits: Limits) -> dict[str, Any]:
    edges, places = solution.edges, solution.store.places
    if places > limits.places or edges > limits.edges:
        raise LimitError(
            f"that takes long with more than {limits.places:,} states, or codes for them, or {limits.edges:,} edges; "
            f"there are {places:,} and {edges:,}"
        )
    loops = analyse_loops(solution, most_looks=limits.looks, memory=limits.memory)
    note = (
        f"A shortest circle of best moves was not found among the {loops.endless:,} states of endless best play: "
        f"that takes more than {limits.looks:,} looks at a state or an edge."
    )
    return {
        "components": loops.components,
        "sizes": [[size, number] for size, number in loops.sizes.items()],
        "states_on_cycles": loops.states_on_cycles,
        "endless": loops.endless,
        "witness": [solution.describe(state) for state in loops.witness],
        "witness_note": None if loops.searched else note,
    }
