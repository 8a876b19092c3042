"""`too_many_states`: the error of solvers that meet more states than allowed."""

from __future__ import annotations

from typing import Final

from gamekit.errors import Advice, LimitError

DEFAULT_MAX_STATES: Final = 5_000_000
"""The default limit on the number of states with plain rules: about 2 to 4 GB if a state is a small tuple."""

ADVICE: Final = (
    Advice("plan", "estimates what all states take"),
    Advice("prove", "may decide one of them"),
)
"""The ways out if there are too many states to solve."""


def too_many_states(name: str, max_states: int, *more: Advice) -> LimitError:
    """Return the error for a game that has more than `max_states` states; `more` are further ways out."""
    return LimitError(
        f"{name} has more than {max_states:,} states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python)",
        advice=(*ADVICE, *more),
    )
