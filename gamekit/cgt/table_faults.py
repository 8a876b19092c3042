"""What can be wrong with a table in which each entry follows from earlier ones, whatever kind of value it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import RIGHT


def fault_of_claim(rules: Rules[Any], position: Any, value: Any, known: Mapping[Any, Any]) -> str | None:
    """Return why a table does not have this value for a position; None if it has."""
    claimed = rules.canonical(position)
    if known.get(claimed) == value:
        return None
    entry = f"the table has {known.get(claimed, 'no entry')} for {rules.describe(claimed)}"
    return f"{entry}, and the claim is {value}"


def unlike_options(rules: Rules[Any], position: Any, left: Iterable[Any]) -> str | None:
    """Return that a position, whose Left options are given, has other Right options; None if they are the same.

    Checkers of values that only impartial games have ask it of each position they look at, whatever a ruleset says of
    itself.
    """
    if rules.is_blind_to_player or set(left) == set(rules.options(position, RIGHT)):
        return None
    differ = f"Left's options of {rules.describe(position)} are not Right's"
    return f"the claim is for impartial rulesets, and {rules.name} is partizan: {differ}"


def stray_option(rules: Rules[Any], positions: Iterable[Any], known: Mapping[Any, Any]) -> str | None:
    """Return that one of some positions is not known; None if all are."""
    for position in positions:
        if position not in known:
            return f"{rules.describe(position)} is not among the entries before it"
    return None
