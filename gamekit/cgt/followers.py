"""All followers of some positions with their options, where play may return to a position, so no walk has an end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

import attrs

from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Position
from gamekit.errors import LimitError


@attrs.frozen
class Followers(Generic[Position]):
    """A graph of positions.

    Attributes:
        numbers: the number of each position, in the order in which they were met; the roots come first.
        left: the numbers of Left's options, for each position.
        right: those of Right's; the same lists as `left` if the ruleset is impartial.
    """

    numbers: dict[Position, int]
    left: list[list[int]]
    right: list[list[int]]


def explore(rules: Rules[Any], roots: Iterable[Any], max_positions: int) -> Followers[Any]:
    """Return the followers of the roots, which are representatives; breadth first.

    Raises:
        LimitError: more than `max_positions` positions.
        RulesError: the ruleset breaks a promise.
    """
    numbers = {root: i for i, root in enumerate(dict.fromkeys(roots))}
    found = list(numbers)
    sides: tuple[list[list[int]], list[list[int]]] = ([], [])
    players: tuple[Player, ...] = (LEFT,) if rules.ruleset.is_impartial else (LEFT, RIGHT)
    for position in found:  # which grows
        for player in players:
            listed = []
            for option in rules.options(position, player):
                if option not in numbers:
                    numbers[option] = len(found)
                    found.append(option)
                listed.append(numbers[option])
            sides[player].append(listed)
        if len(found) > max_positions:
            raise LimitError(
                f"{rules.describe(found[0])} of {rules.name} has more than {max_positions:,} followers, the limit that "
                "was set; if memory allows, raise --max-positions (max_positions in Python), or ask for one player to "
                "move (gamekit prove)"
            )
    return Followers(numbers, sides[LEFT], sides[players[-1]])
