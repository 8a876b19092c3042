"""`check_rules` and `check_game`: does a `Game` keep the promises that every solver relies on?

`verify` checks a solution, whoever made it; this checks the rules that it is a solution of. A small game is checked in
every state, a large one along random walks, which Hypothesis shrinks to the shortest that goes wrong.
"""

from __future__ import annotations

from typing import Any

from gamekit.game import Game
from gamekit.testing.inspection import DEFAULT_MAX_STATES, PROMISES, check_rules
from gamekit.testing.record import ProgressCallback
from gamekit.testing.report import Breach, RulesReport

__all__ = [
    "DEFAULT_MAX_STATES",
    "PROMISES",
    "Breach",
    "ProgressCallback",
    "RulesReport",
    "check_game",
    "check_rules",
]


def check_game(
    game: Game[Any, Any], *, max_states: int = DEFAULT_MAX_STATES, examples: int = 200
) -> RulesReport:
    """Assert that a game keeps the promises of the protocol: one line for the tests of whoever writes a game.

    Args:
        game: the rules.
        max_states: up to so many states are all checked; more are sampled.
        examples: how many random walks sample them.

    Raises:
        AssertionError: they are not kept; the message says which method is to blame, and in which state.

    >>> from games.nim import Nim
    >>> print(check_game(Nim(heaps=(1, 2))))
    the rules hold: 13 checks in all 8 states
    """
    __tracebackhide__ = True  # pytest then shows the message alone
    report = check_rules(game, max_states=max_states, examples=examples)
    if not report.ok:
        raise AssertionError(str(report))
    return report
