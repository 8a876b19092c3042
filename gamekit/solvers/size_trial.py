"""A test by the birthday paradox of whether a game has more states than a given number, without finding that many."""

from __future__ import annotations

import time
from contextlib import suppress
from math import ceil, sqrt
from random import Random
from typing import Any, Final

from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.limits import ADVICE
from gamekit.game.movers_view import rules_for_solving
from gamekit.game.progress import ProgressCallback, silent

TRIED_AT: Final = 20_000
"""The number of states expanded by plain rules after which the size of a game without codes is tested."""

SECONDS: Final = 60.0
"""The largest number of seconds of a trial, a small part of the time that plain rules would need for these states."""

EXPECTED: Final = 26
"""The least expected number of repeats among the draws if the game had only `states` states. Two or fewer repeats then
have a probability of less than one in a hundred million, whatever the distribution."""

REPEATS: Final = 2

STATES_A_REPORT: Final = 256
"""The number of states whose successors are computed between two reports of progress."""

LONGEST_PLAY: Final = 100
"""The number of plies after which plays that go in circles are given up."""


def plies_to_more(game: Any, states: int, progress: ProgressCallback = silent) -> int | None:
    """Return the number of plies after which random plays show that a game has more than `states` states, or None.

    Plays are independent of each other, so the states that they reach after the same number of plies are independent
    draws. If there are at most N states, then among n draws about n²/2N repeat another, or more if some states are
    likelier.

    Args:
        game: the rules, which give the moves of about 6.4·√N states per ply.
        states: the number N.
        progress: a function called every few hundred states.

    >>> from games.tic_tac_toe import TicTacToe
    >>> plies_to_more(TicTacToe(rows=4, columns=4), 5_000), plies_to_more(TicTacToe(), 5_478)
    (6, None)
    """
    rules, random = rules_for_solving(game), Random(0)
    needed = ceil(sqrt(2 * EXPECTED * states))
    here, calls = [rules.initial_state()] * (needed + needed // 8), 0  # some end before
    for plies in range(1, LONGEST_PLAY):
        children: dict[Any, list[Any]] = {}
        for state in here:
            if state not in children:
                children[state] = [] if rules.outcome(state) is not None else rules.successors(state)
                calls += 1
                if not calls % STATES_A_REPORT:
                    progress("sampling", calls, None)
        here = [random.choice(children[state]) for state in here if children[state]]
        if len(here) < needed:
            break
        if needed - len(set(here[:needed])) <= REPEATS:
            return plies
    return None


class SizeTrial:
    """A progress callback that stops exploring a board game without codes if it has too many states for plain rules.

    It estimates the size of the game once, after the first `TRIED_AT` states.
    """

    def __init__(self, game: Any, states: int, progress: ProgressCallback) -> None:
        self._game, self._states, self._progress = game, states, progress
        self._is_made = False

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Report progress, and estimate the size of the game when that is due.

        Raises:
            LimitError: the game has too many states.
        """
        self._progress(phase, done, total)
        if not self._is_made and done >= TRIED_AT and phase == "exploring":
            self._is_made = True
            self._make()

    def _make(self) -> None:
        from gamekit.layout.on_layout import OnLayout

        if not isinstance(self._game, OnLayout):
            return
        try:
            _ = self._game.coding
        except UnsupportedError as error:
            reason = error
        else:
            return
        end = time.monotonic() + SECONDS

        def until_end(phase: str, done: int, total: int | None) -> None:
            self._progress(phase, done, total)
            if time.monotonic() >= end:
                raise LimitError("the time for a trial is over")

        plies = None
        with suppress(LimitError):
            plies = plies_to_more(self._game, self._states, until_end)
        if plies is not None:
            raise LimitError(
                f"{type(self._game).__name__} has more than {self._states:,} states, the limit for plain rules "
                f"(--max-states, or max_states in Python): random plays of {plies} plies hardly ever reach the same "
                f"state; there are no compiled rules: {reason}",
                advice=ADVICE,
            )
