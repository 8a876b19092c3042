"""`too_many_states`: the error of solvers that meet more states than allowed (of searches: `proof/search.py`)."""

from __future__ import annotations

from typing import Final

from gamekit.errors import Advice, LimitError

DEFAULT_MAX_STATES: Final = 5_000_000
"""How many states plain rules may reach, unless one is told: some 2 to 4 GB where a state is a small tuple."""

ADVICE: Final = (
    Advice("plan", "estimates what all states take"),
    Advice("prove", "may decide one of them"),
)
"""What may be done where all states are too many."""


def too_many_states(name: str, max_states: int, *more: Advice) -> LimitError:
    """Return the error for a game that has more than `max_states` states.

    Args:
        name: the name of the game.
        max_states: the limit that was exceeded.
        *more: what else may be done.
    """
    return LimitError(
        f"{name} has more than {max_states:,} states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python)",
        advice=(*ADVICE, *more),
    )
