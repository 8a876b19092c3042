"""Whether a game has more than so many states, without finding as many: by the birthdays of random plays."""

from __future__ import annotations

from math import ceil, sqrt
from random import Random
from typing import Any, Final

from gamekit.game.movers_view import rules_for_solving
from gamekit.game.progress import ProgressCallback, silent

EXPECTED: Final = 26
"""Draws are as many that so many of them at least would repeat another if there were no more states. That two or fewer
do has then a probability of less than one in a hundred million, whatever the distribution."""

REPEATS: Final = 2

STRIDE: Final = 256
"""How many states are asked for between two reports."""

LONGEST: Final = 100
"""Plies after which plays that go round and round are given up."""


def plies_to_more(game: Any, states: int, progress: ProgressCallback = silent) -> int | None:
    """Return after how many plies random plays show that a game has more than so many states; None if they do not.

    Plays do not know of each other, so the states that they come to after as many plies are independent draws. If there
    are at most N states, then among n draws about n²/2N repeat another, or more if some states are likelier.

    Args:
        game: the rules, which are asked for some 6.4·√N states a ply.
        states: the number N.
        progress: called every few hundred states.

    >>> from games.tic_tac_toe import TicTacToe
    >>> plies_to_more(TicTacToe(rows=4, columns=4), 5_000), plies_to_more(TicTacToe(), 5_478)
    (6, None)
    """
    rules, random = rules_for_solving(game), Random(0)
    needed = ceil(sqrt(2 * EXPECTED * states))
    here, asked = [rules.initial_state()] * (needed + needed // 8), 0  # some end before
    for plies in range(1, LONGEST):
        children: dict[Any, list[Any]] = {}
        for state in here:
            if state not in children:
                children[state] = [] if rules.outcome(state) is not None else rules.successors(state)
                asked += 1
                if not asked % STRIDE:
                    progress("sampling", asked, None)
        here = [random.choice(children[state]) for state in here if children[state]]
        if len(here) < needed:
            break
        if needed - len(set(here[:needed])) <= REPEATS:
            return plies
    return None
