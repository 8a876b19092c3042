"""`statistics`: how many states have each value, how far from the end they are, and where best play repeats."""

from __future__ import annotations

from typing import Any

from gamekit.analysis.cycles import analyse_loops
from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.sentences import counted
from gamekit.solution.solution import Solution


def statistics(
    solution: Solution[Any, Any],
    *,
    most_places: int = 4_000_000,
    most_edges: int = 16_000_000,
    most_looks: int = 3_000_000,
    memory: int | str | None = None,
) -> dict[str, Any]:
    """Return the counts of a solution's states by value and remoteness, and its loops.

    ```
    {
      "counts": {value: the number of states with it},
      "histogram": {value: [the numbers of these states with the remoteness 0, 1, 2, ...]},
      "longest": the largest remoteness of any state, within the rules' turn limit,
      "loops": null if the components were not counted, or
        {
          "facts": [the numbers that follow, in sentences],
          "components": the number of strongly connected components,
          "sizes": [[size, the number of components with it]], largest first,
          "states_on_cycles": the number of states to which play can come back,
          "endless": the number of states from which best play never ends,
          "witness": [the states of a shortest circle of best moves, as text],
          "witness_note": the reason for giving up the search for such a circle, in a sentence; null if there is none
        },
      "loops_note": the reason why the components were not counted, in a sentence; null if they were
    }
    ```

    In codes from the mover's view, two states that differ only in which player is which count as one.

    Args:
        solution: a solution of any game, by either backend.
        most_places: the largest number of places of a store whose loops are counted, so that it takes a few seconds.
        most_edges: the largest number of edges of an arena whose loops are counted, for the same reason.
        most_looks: the number of looks after which the search for a shortest circle is given up.
        memory: the memory that may be taken, as for `analyse_loops`.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> view = statistics(gamekit.solve(Nim(heaps=(1, 2))))
    >>> view["histogram"]["win"], view["loops"]["components"]
    ([0, 3, 0, 1], 7)
    """
    tally = solution.tally()
    loops = note = None
    try:
        edges, places = solution.edges, solution.store.places
        if places > most_places or edges > most_edges:
            raise LimitError(
                f"counting takes too long with more than {most_places:,} states or codes, or more than {most_edges:,} "
                f"edges; there are {places:,} and {edges:,}"
            )
        loops = _loops(solution, most_looks, memory)
    except (LimitError, UnsupportedError) as error:
        note = f"Components and loops were not counted: {error}."
    return {
        "counts": {value.value: number for value, number in tally.counts.items()},
        "histogram": {value.value: numbers.tolist() for value, numbers in tally.histogram.items()},
        "longest": tally.longest,
        "loops": loops,
        "loops_note": note,
    }


def _loops(solution: Solution[Any, Any], most_looks: int, memory: int | str | None) -> dict[str, Any]:
    loops = analyse_loops(solution, most_looks=most_looks, memory=memory)
    note = (
        f"A shortest circle of best moves was not found among the {loops.endless:,} states of endless best play: "
        f"that takes more than {most_looks:,} looks at a state or an edge."
    )
    cycles = f"{counted(loops.states_on_cycles, 'state')} to which play can come back"
    return {
        "facts": [
            f"{counted(loops.components, 'strongly connected component')}: {cycles}.",
            f"{counted(loops.endless, 'state')} from which nobody who plays their best will end the play.",
        ],
        "components": loops.components,
        "sizes": [[size, number] for size, number in loops.sizes.items()],
        "states_on_cycles": loops.states_on_cycles,
        "endless": loops.endless,
        "witness": [solution.describe(state) for state in loops.witness],
        "witness_note": None if loops.searched else note,
    }
