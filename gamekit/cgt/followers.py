"""All followers of some positions with their options, where play may return to a position, so no walk has an end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.errors import LimitError

Numbers = list[list[int]]


def explore(
    rules: Rules[Any], roots: Iterable[Any], max_positions: int
) -> tuple[dict[Any, int], tuple[Numbers, Numbers]]:
    """Return the number of each follower of the roots, which are representatives, and Left's and Right's options.

    The followers are numbered breadth first, and so are their options, for each of them. If the ruleset is impartial,
    the options of both players are the same list.
    """
    numbers = {root: i for i, root in enumerate(dict.fromkeys(roots))}
    found = list(numbers)
    sides: tuple[Numbers, Numbers] = ([], [])
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
    return numbers, (sides[LEFT], sides[players[-1]])
