"""`PositionSearch`: the values of positions of a game too large to solve, each found by search when it is asked for."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any, Final

from numba import types

from gamekit.engine.codes.batch import batch_of
from gamekit.errors import LimitError
from gamekit.game.checked_rules import Rules
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game
from gamekit.game.sentences import winner_at
from gamekit.game.values import FIRST, Value, value_of
from gamekit.solution.solution import Verdict
from gamekit.solvers.on_codes.setup import root_of
from gamekit.solvers.proof.alpha_beta import GOAL, kernel_for
from gamekit.solvers.proof.compiled_search import CompiledSearch
from gamekit.solvers.proof.search import MOST_PLIES, SearchLimits

MEMORY: Final = 1 << 29
"""The number of bytes that the table of positions may take; the two tables of plies take half of it each."""

COUNTING: Final = 0.5
"""The largest number of seconds that counting plies takes."""

Reply = tuple[Any, Any, Verdict[Any]]
"""A move, the state it leads to, and the verdict there."""


class PositionSearch:
    """Verdicts by search; what is found about a position is remembered for the next question.

    A payoff is 1, 0 or -1: a search finds who wins, and not by how much. The remoteness of a won or lost state is None
    if it was not found in half a second; no play goes on for ever, so whoever keeps a win wins in the end.

    Attributes:
        game: the rules of a game of two players; they are compiled, and define progress.

    >>> from games.connect_four import ConnectFour
    >>> game = ConnectFour(width=4, height=3)
    >>> verdict, replies = PositionSearch(game).answer(game.initial_state(), seconds=60)
    >>> verdict.value, [after.payoff for _, _, after in replies]
    (<Value.TIE: 'tie'>, [0, 0, 0, 0])
    """

    def __init__(self, game: Game[Any, Any], *, memory: int = MEMORY, threads: int | None = None) -> None:
        """Begin with an empty table of at most `memory` bytes; by default, all cores search."""
        self.game = game
        self._rules = Rules(game)
        self._batch = batch_of(game)
        self._search = CompiledSearch(self._batch, memory, SearchLimits(), threads=threads)
        self._lock = threading.Lock()
        for kind in (types.none, GOAL):  # what is compiled first takes no time of an answer
            kernel_for(kind)

    def answer(
        self, state: Any, seconds: float, progress: ProgressCallback = silent
    ) -> tuple[Verdict[Any], list[Reply]]:
        """Return the verdict on a state, and its moves with theirs; those not found in `seconds` are unsolved.

        Raises:
            UnknownStateError: the compiled rules have no such state.
            RulesError: the game breaks a promise of the protocol.
        """
        is_over = self._rules.outcome(state) is not None
        moves = [] if is_over else self._rules.moves(state)
        children = [self.game.apply(state, move) for move in moves]
        with self._lock:
            self._search.limits = SearchLimits(seconds, progress=progress)
            payoff, *payoffs = [self._payoff(position) for position in (state, *children)]
            plies = self._plies(children, payoffs)
        verdicts = [self._verdict(*known) for known in zip(children, payoffs, plies, strict=True)]
        remoteness = 0 if is_over else self._remoteness(state, payoff, verdicts)
        return self._verdict(state, payoff, remoteness), list(zip(moves, children, verdicts, strict=True))

    def _payoff(self, state: Any) -> int | None:
        """Return the sign of the payoff to the first player; None if the time is over."""
        outcome = self._rules.outcome(state)
        if outcome is not None:
            return (outcome > 0) - (outcome < 0)
        _, code = root_of(self._batch, state)
        who = self._search.mover(code)
        try:
            bound = self._search.bound(code, who, 1)
            if bound == 0:
                bound = min(self._search.bound(code, who, 0), 0)
        except LimitError:
            return None
        sign = (bound > 0) - (bound < 0)
        return sign if self._rules.mover(state) == FIRST else -sign

    def _plies(self, states: list[Any], payoffs: list[int | None]) -> list[int | None]:
        """Return the plies to the end of won and lost states, as far as they can be counted in time."""
        plies = [0 if self._rules.outcome(state) is not None else None for state in states]
        left = [
            (i, *self._claim(states[i], payoff))
            for i, payoff in enumerate(payoffs)
            if payoff and plies[i] is None
        ]
        if self._search.largest > 1:  # the loser may prefer to lose less, and sooner
            return plies
        self._search.limits = SearchLimits(COUNTING)
        with suppress(LimitError):
            for most in range(1, MOST_PLIES):
                for i, code, who, winner in left:
                    if self._search.within(code, who, winner, 1, most):
                        plies[i] = most
                left = [claim for claim in left if plies[claim[0]] is None]
                if not left:
                    break
                self._search.limits.check(self._search.nodes)
        return plies

    def _claim(self, state: Any, payoff: int) -> tuple[int, int, int]:
        """Return the code of a state, its mover and the winner, as the search sees them."""
        _, code = root_of(self._batch, state)
        who = self._search.mover(code)
        return code, who, who if self._is_won(state, payoff) else 1 - who

    def _is_won(self, state: Any, payoff: int) -> bool:
        return (payoff > 0) == (self._rules.mover(state) == FIRST)

    def _remoteness(self, state: Any, payoff: int | None, verdicts: list[Verdict[Any]]) -> int | None:
        """Return the plies to the end if the winner hurries and the loser delays, as far as they were counted."""
        if not payoff:
            return None
        plies = [after.remoteness for after in verdicts if after.payoff == payoff]
        counted = [number for number in plies if number is not None]
        is_won = self._is_won(state, payoff)
        if not counted or (not is_won and len(counted) < len(plies)):
            return None
        return 1 + (min(counted) if is_won else max(counted))

    def _verdict(self, state: Any, payoff: int | None, remoteness: int | None) -> Verdict[Any]:
        mover = self._rules.mover(state)
        value = Value.UNSOLVED if payoff is None else value_of(payoff, mover, ended=True)
        winner = winner_at(self.game, payoff or 0)
        return Verdict(state, self.game.players[mover], value, payoff, remoteness, winner)
