"""Judge a player exactly: the game in which its side has only the moves that it makes is solved."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import attrgetter
from typing import Any, Final, NoReturn

import attrs

from gamekit.analysis.judge.programs import Program
from gamekit.analysis.reasons import best_line, headline
from gamekit.errors import GamekitError, RulesError
from gamekit.game.protocol import Game
from gamekit.game.sentences import counted
from gamekit.solution.solution import Solution, Verdict
from gamekit.solvers.solve import solve

ASKED_AGAIN: Final = 500
"""The number of states in which a player is asked for its move again, in the opposite order and in a new process."""

AT_LEAST: Final = 100
"""The questions that are asked again: of few states, each more than once, because chance may choose the same move."""

LAPSES_SHOWN: Final = 5
"""The lapses that are shown to people."""


@attrs.frozen
class Lapse:
    """A state in which a player lets go of value.

    Attributes:
        state: the state, as text.
        move: the move that the player makes.
        best: a move that keeps the value.
        loss: how much less the player gets, if both sides play best afterwards.
    """

    state: str
    move: str
    best: str
    loss: int


@attrs.frozen
class SideReport:
    """What came of judging a player on one side.

    Attributes:
        player: the name of the side.
        truth: what that side gets by best play, in words.
        result: what the program gets against best play, in words; None if it broke a rule.
        loss: how much less that is.
        line: best play against the program.
        asked: the number of states in which the program was asked for a move.
        lapses: the states in which it lets go of value.
        breach: what made it break off: an illegal move, a crash, another move in the same state.
    """

    player: str
    truth: str
    result: str | None
    loss: int
    line: str
    asked: int
    lapses: tuple[Lapse, ...]
    breach: str | None

    @property
    def ok(self) -> bool:
        """Whether the program keeps the value wherever it was asked."""
        return not self.breach and not self.lapses and not self.loss

    def lines(self) -> Iterator[str]:
        """Yield the report for people, line by line."""
        yield f"as {self.player}: {self.result or 'no result'} (best play: {self.truth})"
        if self.breach:
            yield f"  it breaks off: {self.breach}"
        if self.loss:
            yield f"  refuted by: {self.line}"
        if self.asked:
            lets_go = f"lets go of value in {len(self.lapses):,}" if self.lapses else "never lets go of value"
            yield f"  asked in {counted(self.asked, 'state')}, it {lets_go}"
        for lapse in self.lapses[:LAPSES_SHOWN]:
            yield f"    {lapse.state}: {lapse.move} loses {lapse.loss}, {lapse.best} keeps the value"
        if len(self.lapses) > LAPSES_SHOWN:
            yield f"    and {len(self.lapses) - LAPSES_SHOWN:,} more"


@attrs.frozen
class PlayerReport:
    """What came of judging a player.

    Attributes:
        program: the name of the program.
        sides: a report for each side that it played.
    """

    program: str
    sides: tuple[SideReport, ...]

    @property
    def ok(self) -> bool:
        """Whether the program keeps the value wherever it was asked."""
        return all(side.ok for side in self.sides)

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield a row for a table of each side: program, side, result, states asked, lapses, and the verdict."""
        for side in self.sides:
            numbers = f"{side.asked:,}", f"{len(side.lapses):,}"
            verdict = "right" if side.ok else "WRONG"
            yield self.program, side.player, side.result or side.breach or "", *numbers, verdict

    def __str__(self) -> str:
        return "\n".join([self.program, *(line for side in self.sides for line in side.lines())])


def judge_player(
    solution: Solution[Any, Any],
    program: Program,
    *,
    player: str | None = None,
    all_states: bool = False,
) -> PlayerReport:
    """Hold a player against a solved game.

    Args:
        solution: the solution.
        program: the program, which gets the text of a state and returns that of a move.
        player: the side that it plays; by default, one after the other.
        all_states: whether to ask it in all states of the solution, not only in those that its own play reaches.
    """
    sides = [
        _judge_side(solution, OneSided(solution.game, program, side, solution.start), all_states)
        for side, name in enumerate(solution.game.players)
        if player in (None, name)
    ]
    return PlayerReport(program.name, tuple(sides))


def _same(name: str) -> Any:
    """Return the method of this name of the game itself."""
    return lambda self, *arguments: getattr(self.game, name)(*arguments)


@attrs.define(eq=False)
class OneSided(Game[Any, Any]):
    """A game in which one side has only the moves that a program makes.

    It has no symmetry, as a program may play differently in states that are alike.
    """

    game: Game[Any, Any]
    program: Program
    side: int
    start: Any
    moves_made: dict[Any, Any] = attrs.field(factory=dict)
    breach: str | None = None

    players = property(attrgetter("game.players"))
    infinite_play = property(attrgetter("game.infinite_play"))
    max_plies = property(attrgetter("game.max_plies"))
    to_move, outcome, apply = _same("to_move"), _same("outcome"), _same("apply")
    format_state, format_move = _same("format_state"), _same("format_move")

    def initial_state(self) -> Any:
        return self.start

    def moves(self, state: Any) -> list[Any]:
        return list(self.game.moves(state)) if self.to_move(state) != self.side else [self.choice(state)]

    def choice(self, state: Any) -> Any:
        """Return the move of the program, which is asked for it once."""
        if state not in self.moves_made:
            self.moves_made[state] = self.asked(state)
        return self.moves_made[state]

    def asked(self, state: Any) -> Any:
        """Return the move that the program makes now."""
        text, reply = self.format_state(state), self.program.ask(self.format_state(state))
        if reply.kind != "answer":
            self.break_off(f"{reply.kind} in {text}: {reply.value}")
        for move in self.game.moves(state):
            if self.format_move(state, move) == str(reply.value):
                return move
        self.break_off(f"an illegal move in {text}: {reply}")

    def break_off(self, why: str) -> NoReturn:
        """Note why the program is asked no more.

        Raises:
            RulesError: always.
        """
        self.breach = why
        raise RulesError(why)

    def check_again(self) -> None:
        """Ask for some moves again, in the other order and a new process, as memory or chance may change them."""
        self.program.stop()
        states = list(islice(reversed(self.moves_made), ASKED_AGAIN))
        for state in states * -(-AT_LEAST // max(len(states), 1)):
            before, again = self.moves_made[state], self.asked(state)
            if before != again:
                one, other = (self.format_move(state, move) for move in (before, again))
                what = "so it depends on chance or on earlier states"
                self.break_off(f"in {self.format_state(state)} it plays {one}, and {other} later: {what}")


def _judge_side(solution: Solution[Any, Any], one_sided: OneSided, all_states: bool) -> SideReport:
    game, side = solution.game, one_sided.side
    played, lapses = None, []
    try:
        solved = solve(one_sided, backend="python")
        for state in solution.states if all_states else ():
            if game.to_move(state) == side and game.outcome(state) is None:
                one_sided.choice(state)
        one_sided.check_again()
        played = solved
    except GamekitError:
        if one_sided.breach is None:
            raise
    for state, move in one_sided.moves_made.items():
        if loss := _less(solution[state], solution[game.apply(state, move)], side):
            choice, best = (game.format_move(state, one) for one in (move, solution.best_moves(state)[0]))
            lapses.append(Lapse(game.format_state(state), choice, best, loss))
    return SideReport(
        game.players[side],
        headline(solution, solution.root),
        headline(played, played.root) if played else None,
        _less(solution.root, played.root, side) if played else 0,
        best_line(played) if played else "",
        len(one_sided.moves_made),
        tuple(lapses),
        one_sided.breach,
    )


def _less(before: Verdict[Any], after: Verdict[Any], side: int) -> int:
    """Return how much less a side gets."""
    return ((before.payoff or 0) - (after.payoff or 0)) * (-1 if side else 1)
