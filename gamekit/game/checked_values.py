"""The values that methods and attributes of a game may have: integers, payoffs, players, turn limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

PAYOFF_LIMIT: Final = (1 << 62) - 1
"""The largest absolute payoff of plain rules; differences of payoffs, and marks beyond them, fit into 64 bits."""

A_PAYOFF: Final = "an integer payoff between -2**62 and 2**62"
"""The description of a payoff in messages."""

_UNCHANGING: Final = {int, bool, float, str, bytes, type(None)}


def cannot_change(value: Any) -> bool:
    """Return whether a value is a number, a string, bytes, None, or a tuple of such values.

    >>> cannot_change((1, "a", (2,))), cannot_change((1, []))
    (True, False)
    """
    if type(value) is tuple:
        return all(map(cannot_change, value))
    return type(value) in _UNCHANGING


def is_integer(value: Any) -> bool:
    """Return whether a value is an integer of Python or NumPy; True and False do not count as integers."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    import numpy as np  # late, since almost no value comes here

    return isinstance(value, np.integer)


def is_payoff(value: Any) -> bool:
    """Return whether a value is an integer that an arena can hold as a payoff."""
    return is_integer(value) and abs(int(value)) <= PAYOFF_LIMIT


def are_results(outcomes: list[Any], movers: list[Any], players: int) -> bool:
    """Return whether all outcomes are payoffs or None, and all movers players; false for integers of other types."""
    are_integers = {*map(type, outcomes)} <= {int, type(None)} and {*map(type, movers)} <= {int}
    payoffs = {*outcomes} - {None} if are_integers else ()
    return (
        are_integers
        and all(-PAYOFF_LIMIT <= payoff <= PAYOFF_LIMIT for payoff in payoffs)
        and {*movers} <= {*range(players)}
    )


def _are_players(value: Any) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) in (1, 2)
        and all(isinstance(name, str) for name in value)
        and len(set(value)) == len(value)
    )


def _is_turn_limit(value: Any) -> bool:
    return value is None or (is_integer(value) and value >= 0)


CONSTANTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "players": (_are_players, "the different names of one or two players"),
    "infinite_play": (is_payoff, A_PAYOFF),
    "max_plies": (_is_turn_limit, "None or an integer of at least 0"),
}
"""By the name of an attribute of a game: the check of its value, and the description of valid values in messages."""
