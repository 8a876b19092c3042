"""`Exercise`: a state to be solved, whether its solution is the only one, and how hard it is to find."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, Final, Literal, get_args

import attrs

from gamekit.game.fingerprint import name_of
from gamekit.game.parameters import unstructure
from gamekit.game.protocol import Game, has_conversions
from gamekit.game.sentences import agreeing, counted, titled
from gamekit.game.values import Value
from gamekit.solution.solution import Solution, Verdict

Reply = tuple[Any, Any, Verdict[Any]]

Only = Literal["first", "line", "every"]
"""How far the solver has a single best move: in the first state, on the main line, or against every defence."""

ONLY: Final[tuple[Only, ...]] = get_args(Only)

MOST_STATES: Final = 20_000
"""The states after which the defences of one state are too many to try."""


@attrs.frozen(eq=False)
class Exercise:
    """A state to be solved by the player to move, the solver.

    Attributes:
        solution: the solution of the game. It is asked for the same replies again and again, so it should keep them.
        verdict: the verdict on the state.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> exercise = gamekit.compose(Nim(heaps=(1, 2))).exercises[-1]
    >>> exercise.task, exercise.best, exercise.only, exercise.choices
    ('First to move wins in 3 plies', ['take 1 from a heap of 2'], 'every', 1.58)
    """

    solution: Solution[Any, Any]
    verdict: Verdict[Any]

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.solution.game

    @property
    def state(self) -> Any:
        """The state."""
        return self.verdict.state

    @property
    def text(self) -> str:
        """The state as text."""
        return self.game.format_state(self.state)

    @property
    def task(self) -> str:
        """The task in words, such as "White to move wins in 7 plies"."""
        value, plies = self.verdict.value, self.verdict.remoteness
        is_alone = len(self.game.players) == 1 and not has_conversions(self.game)
        if is_alone and value is Value.WIN and plies is not None:
            return f"Solve it in {counted(plies, 'move')}"
        player = self.verdict.player
        title = f"{titled(player)} to move"
        if value is Value.WIN and plies is not None and (words := self.game.win_in_words(plies)):
            return f"{title} {words}"
        verbs = {Value.WIN: "wins", Value.LOSS: "loses" if plies is None else "holds out"}
        verb = agreeing(self.game, player, verbs.get(value, f"{value}s"))
        word = "for" if value is Value.LOSS else "in"
        to = f" to {self.game.conversion}" if has_conversions(self.game) else ""
        how = "" if plies is None else f" {word} {counted(plies, 'ply', 'plies')}{to}"
        return f"{title} {verb}{how}"

    # --- the solution -------------------------------------------------------------------------------------------------

    def best_replies(self, state: Any) -> list[Reply]:
        """Return the replies that keep the value of a state and lose no time; none if the game is over."""
        replies = self.solution.replies(state)
        worth = [(verdict.payoff, verdict.plies_before) for _, _, verdict in replies]
        return replies[: worth.count(worth[0])] if replies else []

    @cached_property
    def main_line(self) -> dict[Any, Reply]:
        """The states of the main line with the reply to each, until play ends or comes back."""
        line: dict[Any, Reply] = {}
        state = self.state
        while state not in line and (best := self.best_replies(state)):
            line[state] = best[0]
            state = best[0][1]
        return line

    @property
    def best(self) -> list[str]:
        """The best first moves, as text."""
        return [self.game.format_move(self.state, move) for move, _, _ in self.best_replies(self.state)]

    @property
    def line(self) -> list[str]:
        """The moves of the main line, as text."""
        return [self.game.format_move(state, move) for state, (move, _, _) in self.main_line.items()]

    @cached_property
    def turns(self) -> list[Any]:
        """The states of the main line in which the solver moves."""
        return [state for state in self.main_line if self._is_solvers(state)]

    @property
    def duals(self) -> int:
        """The number of turns on the main line at which the solver has several best moves."""
        return sum(len(self.best_replies(state)) > 1 for state in self.turns)

    @cached_property
    def only(self) -> Only | None:
        """How far the solver has a single best move; None if there are several in this state."""
        if len(self.best_replies(self.state)) != 1:
            return None
        if self.duals:
            return "first"
        return "every" if self._has_no_duals() else "line"

    def _has_no_duals(self) -> bool:
        """Return whether the solver has one best move in each state that their best play and any defence reach."""
        states, open_states = {self.state}, [self.state]
        while open_states and len(states) <= MOST_STATES:
            state = open_states.pop()
            is_solvers = self._is_solvers(state)
            replies = self.best_replies(state) if is_solvers else self.solution.replies(state)
            if is_solvers and len(replies) > 1:
                return False
            children = {child for _, child, _ in replies} - states
            states |= children
            open_states += children
        return not open_states

    def _is_solvers(self, state: Any) -> bool:
        return self.game.players[self.game.to_move(state)] == self.verdict.player

    # --- the difficulty -----------------------------------------------------------------------------------------------

    @cached_property
    def choices(self) -> float:
        """The bits of luck that playing the main line takes: at each turn, the logarithm of moves over best moves."""
        shares = (len(self.solution.replies(state)) / len(self.best_replies(state)) for state in self.turns)
        return round(sum(map(math.log2, shares)), 2)

    @cached_property
    def tempting(self) -> int:
        """The number of first moves that are not best, but keep the value or are refuted by one reply only."""
        best = self.best_replies(self.state)
        return sum(self._tempts(reply, best[0]) for reply in self.solution.replies(self.state)[len(best) :])

    @cached_property
    def hidden(self) -> int:
        """The number of first moves that look better than the best ones.

        What looks good is what the game's `order` says, or else what leaves the opponent few moves, or the solver many.
        """
        looks = [self._look(child) for _, child, _ in self.solution.replies(self.state)]
        most = max(looks[: len(self.best)], default=0.0)
        return sum(look > most for look in looks)

    @property
    def difficulty(self) -> float:
        """The difficulty in bits: choices, and the logarithms of one more than the tempting and the hidden moves."""
        return round(self.choices + math.log2(1 + self.tempting) + math.log2(1 + self.hidden), 2)

    def _tempts(self, reply: Reply, best: Reply) -> bool:
        if keeps_value(reply, best):
            return True
        _, child, verdict = reply
        answers = [] if self._is_solvers(child) else self.solution.replies(child)
        return sum(answer.payoff == verdict.payoff for _, _, answer in answers) == 1

    def _look(self, child: Any) -> float:
        game, is_own = self.game, self._is_solvers(child)
        payoff = game.outcome(child)
        if payoff is not None:
            is_good = (payoff > 0) == (self.verdict.player == game.players[0])
            return 0.0 if payoff == 0 else math.inf if is_good else -math.inf
        look = game.order_of(child) if game.has_order else len(self.solution.replies(child))
        return float(look if is_own else -look)

    def as_json(self) -> dict[str, Any]:
        """Return the exercise as plain data."""
        own = ("task", "best", "only", "line", "difficulty", "choices", "tempting", "hidden")
        return {
            "game": name_of(self.game),
            "parameters": unstructure(self.game),
            "state": self.text,
            "to_move": self.verdict.player,
            "value": self.verdict.value.value,
            "remoteness": self.verdict.remoteness,
            **{name: getattr(self, name) for name in own},
        }


def keeps_value(reply: Reply, best: Reply) -> bool:
    """Return whether a reply leads to the same value as a best one, perhaps later."""
    (*_, verdict), (*_, wanted) = reply, best
    return verdict.payoff == wanted.payoff and (verdict.remoteness is None) == (wanted.remoteness is None)
