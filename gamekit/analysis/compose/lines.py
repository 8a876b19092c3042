"""`Lines`: best play from a state, whether the solver has a choice in it, and how hard it is to find."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, Literal

import attrs

from gamekit.solution.solution import Solution, Verdict

Reply = tuple[Any, Any, Verdict[Any]]

Only = Literal["first", "line", "every"]
"""How far the solver has a single best move: in the first state, on the main line, or against every defence."""

ONLY: Final[tuple[Only, ...]] = ("first", "line", "every")

MOST_STATES: Final = 20_000
"""The states after which the defences of one state are too many to try."""


@attrs.frozen
class Difficulty:
    """How hard it is to find the best moves of a state.

    Attributes:
        choices: the bits of luck that playing the main line takes: at each turn of the solver, the logarithm to base 2
            of the number of moves divided by the number of best ones. Long lines and large choices count alike.
        tempting: the first moves that are not best, but keep the value or are refuted by one reply only.
        hidden: the first moves that look better than the best one. What looks good is what the game's `order` says, or
            else what leaves the opponent few moves, or the solver many.
    """

    choices: float
    tempting: int
    hidden: int

    @property
    def total(self) -> float:
        """The sum, in bits: the choices, and the logarithms of one more than the tempting and the hidden moves.

        >>> Difficulty(choices=3.0, tempting=1, hidden=3).total
        6.0
        """
        return round(self.choices + math.log2(1 + self.tempting) + math.log2(1 + self.hidden), 2)


@attrs.frozen(eq=False, repr=False)
class Lines:
    """Best play in a solved game. The replies to a state are ranked once.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> lines = Lines(gamekit.solve(Nim(heaps=(1, 2))))
    >>> lines.only_until((1, 2, 0)), lines.difficulty((1, 2, 0)).choices
    ('every', 1.58)
    """

    solution: Solution[Any, Any]
    _replies: dict[Any, list[Reply]] = attrs.field(factory=dict, init=False)
    _without_duals: set[Any] = attrs.field(factory=set, init=False)

    def replies(self, state: Any) -> list[Reply]:
        """Return what `Solution.replies` does."""
        if state not in self._replies:
            self._replies[state] = self.solution.replies(state)
        return self._replies[state]

    def best(self, state: Any) -> list[Reply]:
        """Return the replies that keep the value and lose no time; none if the game is over."""
        replies = self.replies(state)
        return [reply for reply in replies if _worth(reply) == _worth(replies[0])]

    def main(self, state: Any) -> Iterator[tuple[Any, Reply]]:
        """Yield the states of the main line with the moves made there, until play ends or comes back."""
        passed = set()
        while state not in passed and (best := self.best(state)):
            passed.add(state)
            yield state, best[0]
            state = best[0][1]

    def duals(self, state: Any) -> int:
        """Return at how many turns on the main line the solver has several best moves."""
        solver = self.solution.game.to_move(state)
        turns = (here for here, _ in self.main(state) if self.solution.game.to_move(here) == solver)
        return sum(len(self.best(here)) > 1 for here in turns)

    def only_until(self, state: Any) -> Only | None:
        """Return how far the player to move, the solver, has a single best move; None if not even in this state."""
        if len(self.best(state)) != 1:
            return None
        if self.duals(state):
            return "first"
        return "every" if self._has_no_duals(state) else "line"

    def _has_no_duals(self, state: Any) -> bool:
        """Return whether the solver has one best move in each state that their best play and any defence reach."""
        to_move, solver = self.solution.game.to_move, self.solution.game.to_move(state)
        found, passed = [state], {state}
        while found:
            here = found.pop()
            if (solver, here) in self._without_duals:
                continue
            replies = self.replies(here)
            if to_move(here) == solver:
                replies = self.best(here)
                if len(replies) > 1 or len(passed) > MOST_STATES:
                    return False
            children = {child for _, child, _ in replies} - passed
            passed |= children
            found += children
        self._without_duals.update((solver, here) for here in passed)
        return True

    def difficulty(self, state: Any) -> Difficulty:
        """Return how hard it is for the player to move to find the best moves."""
        game, solver = self.solution.game, self.solution.game.to_move(state)
        turns = [here for here, _ in self.main(state) if game.to_move(here) == solver]
        replies, best = self.replies(state), self.best(state)
        looks = [self._look(child, solver) for _, child, _ in replies]
        most = max(looks[: len(best)], default=0.0)  # the best moves come first
        return Difficulty(
            choices=round(
                sum(math.log2(len(self.replies(here)) / len(self.best(here))) for here in turns), 2
            ),
            tempting=sum(self._tempts(reply, best[0], solver) for reply in replies[len(best) :]),
            hidden=sum(look > most for look in looks),
        )

    def _tempts(self, reply: Reply, best: Reply, solver: int) -> bool:
        """Return whether a move that is not best keeps the value, or is refuted by one reply only."""
        if keeps_value(reply, best):
            return True
        _, child, verdict = reply
        if self.solution.game.to_move(child) == solver or not (answers := self.replies(child)):
            return False
        return sum(answer[2].payoff == verdict.payoff for answer in answers) == 1

    def _look(self, child: Any, solver: int) -> float:
        game = self.solution.game
        payoff, is_own = game.outcome(child), game.to_move(child) == solver
        if payoff is not None:
            return math.copysign(math.inf, payoff if solver == 0 else -payoff) if payoff else 0.0
        look = game.order_of(child) if game.has_order else len(self.replies(child))
        return float(look if is_own else -look)


def keeps_value(reply: Reply, best: Reply) -> bool:
    """Return whether a reply leads to the same value as a best one, perhaps later."""
    (*_, verdict), (*_, wanted) = reply, best
    return verdict.payoff == wanted.payoff and (verdict.remoteness is None) == (wanted.remoteness is None)


def _worth(reply: Reply) -> tuple[int | None, int | None]:
    return reply[2].payoff, reply[2].remoteness
