"""List all followers of positions with their options, even if play can return to a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.errors import LimitError

Numbers = list[list[int]]

RAISE: Final = (
    "the limit that was set; if memory allows, raise --max-positions (max_positions in Python), or ask for one player "
    "to move (gamekit prove)"
)
"""What the limit is, and the way out, for whoever set it."""


def explore(
    rules: CheckedRuleset[Any], roots: Iterable[Any], max_positions: int, limit: str = RAISE
) -> tuple[dict[Any, int], tuple[Numbers, Numbers]]:
    """Return the numbers of the roots and their followers, and the numbers of Left's and of Right's options of each.

    The roots must be representatives of their classes. Positions are numbered breadth first, from 0; row i of a list
    has the options of position i. If the ruleset is impartial, both players have the same list. The message
    about too many positions ends with `limit`.

    Raises:
        LimitError: there are more than `max_positions` positions.
    """
    numbers = {root: i for i, root in enumerate(dict.fromkeys(roots))}
    positions = list(numbers)
    sides: tuple[Numbers, Numbers] = ([], [])
    players: tuple[Player, ...] = (LEFT,) if rules.ruleset.is_impartial else (LEFT, RIGHT)
    for position in positions:  # which grows
        for player in players:
            listed = []
            for option in rules.options(position, player):
                if option not in numbers:
                    numbers[option] = len(positions)
                    positions.append(option)
                listed.append(numbers[option])
            sides[player].append(listed)
        if len(positions) > max_positions:
            raise LimitError(
                f"{rules.describe(positions[0])} of {rules.name} has more than {max_positions:,} followers, {limit}"
            )
    return numbers, (sides[LEFT], sides[players[-1]])
