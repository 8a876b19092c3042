"""`check_rules` and `check_game`: check that a `Game` keeps the promises that every solver relies on.

`verify` checks a solution; this package checks the rules. A small game is checked in every state, a large one along
random walks, which Hypothesis shrinks to the shortest that goes wrong.
"""

from __future__ import annotations

from typing import Any

from gamekit.game.protocol import Game
from gamekit.testing.inspection import DEFAULT_MAX_STATES, PROMISES, check_rules
from gamekit.testing.report import Breach, RulesReport

__all__ = ["DEFAULT_MAX_STATES", "PROMISES", "Breach", "RulesReport", "check_game", "check_rules"]


def check_game(
    game: Game[Any, Any],
    *,
    max_states: int = DEFAULT_MAX_STATES,
    examples: int = 200,
    all_states: bool = False,
) -> RulesReport:
    """Assert that a game keeps the promises of the protocol, in one line of your tests; return the report.

    Args:
        game: the rules.
        max_states: the largest number of states of a game that is checked in every state; larger games are sampled.
        examples: the number of random walks in a sample.
        all_states: whether to compare compiled rules with the plain ones in every state, however many there are.

    Raises:
        AssertionError: a promise is broken; the message says which method is to blame, and in which state.

    >>> from games.nim import Nim
    >>> print(check_game(Nim(heaps=(1, 2))))
    the rules hold: 20 checks in all 8 states
    where the game is over: 1 won by first, 1 won by second
    the compiled rules say the same: outcome, mover, successors; all 7 states compared
    """
    __tracebackhide__ = True  # pytest then shows the message alone
    report = check_rules(game, max_states=max_states, examples=examples, all_states=all_states)
    if not report.ok:
        raise AssertionError(str(report))
    return report
