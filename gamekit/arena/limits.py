"""`too_many_states`: what is said wherever the limit of states is reached."""

from __future__ import annotations

from gamekit.errors import LimitError


def too_many_states(name: str, max_states: int, advice: str = "") -> LimitError:
    """Return the error of a game that has more states than are wanted.

    Args:
        name: what the game is called.
        max_states: how many there may be.
        advice: what else can be done, to be said after the rest.
    """
    return LimitError(
        f"{name} has more than {max_states:,} states, the limit that was set; "
        f"if memory allows, raise --max-states (max_states in Python){advice}"
    )
