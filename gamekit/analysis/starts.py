"""`farthest_start`: where an instance of a game takes longest, if any of its states can be the start of another."""

from __future__ import annotations

import sys
from typing import Any

from gamekit.game.values import Value
from gamekit.solution.solution import Solution, Verdict


def farthest_start(
    solution: Solution[Any, Any], value: Value | str | None = None
) -> tuple[dict[str, Any], Verdict[Any]] | None:
    """Return the parameters of the instance that starts as far from the end as possible, and the verdict on its start.

    The game needs a method `instance_from(state)`, which returns the parameters that differ if the game starts in
    `state`, as JSON has them. The player who moves first stays the same.

    Args:
        solution: the solution of an instance.
        value: the value that the start must have for the player to move; by default, any value.

    Returns:
        The parameters of `instance_from` and the verdict; None if the game has no such method, or no state fits.

    >>> import gamekit
    >>> from games.cat_mouse import CatMouse
    >>> changed, verdict = farthest_start(gamekit.solve(CatMouse([[1, 3], [0], [3], [0, 2]])))
    >>> str(verdict), changed["graph"]
    ('WIN in 1 for mouse', [[1, 3], [0], [3], [0, 2]])
    """
    instance_from = getattr(solution.game, "instance_from", None)
    farthest = solution.farthest(value)
    if instance_from is None or not len(farthest):
        return None
    first, plies = solution.root.player, farthest[0].remoteness or 0
    for least in (plies - 1, 1):  # the other player may be to move in the farthest states
        near = solution.where(value=value, mover=first, remoteness=range(max(least, 1), sys.maxsize))
        if len(near):
            verdict = max(near, key=lambda verdict: verdict.remoteness or 0)
            return instance_from(verdict.state), verdict
    return None
