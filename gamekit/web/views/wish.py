"""`wish`: a state drawn at random among those with a value and a number of plies until the end."""

from __future__ import annotations

import random
from typing import Any

from gamekit.errors import LimitError
from gamekit.game.values import Value
from gamekit.solution.solution import Solution


def wish(
    solution: Solution[Any, Any],
    value: Value,
    least: int | None = None,
    most: int | None = None,
    *,
    most_places: int = 500_000_000,
) -> dict[str, Any]:
    """Return a state as wished.

    ```
    {
      "states": the number of states that fit,
      "state": one of them, as text; null if there is none,
      "mover": the index of the player to move there; null if there is none
    }
    ```

    Args:
        solution: the solution.
        value: the value for the player to move.
        least: the least number of plies until the end; None for any.
        most: the largest number; None for any.
        most_places: the largest number of places of a store that is searched, so that it takes a minute or two.

    Raises:
        LimitError: the store has more places.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> wish(gamekit.solve(Nim(heaps=(1, 2))), Value.WIN, 3, 3)
    {'states': 1, 'state': '1 2, first to move', 'mover': 0}
    """
    if (places := solution.store.places) > most_places:
        raise LimitError(
            f"positions are drawn among at most {most_places:,} states or codes, because more take too long to search; "
            f"there are {places:,}"
        )
    plies = None
    if least is not None or most is not None:
        plies = range(least or 0, (solution.longest if most is None else most) + 1)
    fitting = solution.where(value=value, remoteness=plies)
    if not len(fitting):
        return {"states": 0, "state": None, "mover": None}
    state = random.choice(fitting).state
    return {
        "states": len(fitting),
        "state": solution.describe(state),
        "mover": solution.game.to_move(state),
    }
