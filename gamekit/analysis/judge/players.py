"""Judge a player exactly: the game in which its side has only the moves that it makes is solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, NoReturn

import attrs

from gamekit.analysis.judge.programs import Program
from gamekit.analysis.judge.wording import shown_line
from gamekit.analysis.reasons import headline
from gamekit.errors import GamekitError, InputError, RulesError
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game
from gamekit.game.sentences import counted
from gamekit.solution.solution import Solution, Verdict
from gamekit.solvers.solve import solve

ASKED_AGAIN: Final = 500
"""The states that a player is asked for once more, in the other order and in a new process."""

AT_LEAST: Final = 100
"""The questions that are asked again: of few states, each more than once, because chance may choose the same move."""

SHOWN: Final = 5
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
        line: the moves of best play against the program.
        cycle_start: the index of the move from which the line repeats; None if it ends.
        asked: the number of states in which the program was asked for a move.
        lapses: the states in which it lets go of value.
        breach: what made it break off: an illegal move, a crash, another move in the same state.
    """

    player: str
    truth: str
    result: str | None
    loss: int
    line: tuple[str, ...]
    cycle_start: int | None
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
            yield f"  refuted by: {shown_line(self.line, self.cycle_start)}"
        if not self.asked:
            return
        lets_go = f"lets go of value in {len(self.lapses):,}" if self.lapses else "never lets go of value"
        yield f"  asked in {counted(self.asked, 'state')}, it {lets_go}"
        for lapse in self.lapses[:SHOWN]:
            yield f"    {lapse.state}: {lapse.move} loses {lapse.loss}, {lapse.best} keeps the value"
        if len(self.lapses) > SHOWN:
            yield f"    and {len(self.lapses) - SHOWN:,} more"


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

    def __str__(self) -> str:
        return "\n".join([self.program, *(line for side in self.sides for line in side.lines())])


def judge_player(
    solution: Solution[Any, Any],
    program: Program,
    *,
    players: Iterable[str] | None = None,
    all_states: bool = False,
    progress: ProgressCallback = silent,
) -> PlayerReport:
    """Hold a player against a solved game.

    Args:
        solution: the solution.
        program: the program, which gets the text of a state and returns that of a move.
        players: the sides that it plays; by default, both.
        all_states: whether to ask it in all states of the solution, not only in those that its own play reaches.
        progress: a function called with the number of states so far.

    Raises:
        InputError: there is no such player.
    """
    names = solution.game.players
    for name in players or ():
        if name not in names:
            raise InputError(f"there is no player {name!r}; there are {' and '.join(names)}")
    sides = [
        _judge_side(solution, program, names.index(name), all_states, progress) for name in players or names
    ]
    return PlayerReport(program.name, tuple(sides))


@attrs.define(eq=False)
class OneSided(Game[Any, Any]):
    """A game in which one side has only the moves that a program makes.

    It has no symmetry, as a program may play differently in states that are alike.
    """

    game: Game[Any, Any]
    program: Program
    side: int
    start: Any
    report: ProgressCallback
    moves_made: dict[Any, Any] = attrs.field(factory=dict)
    breach: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.game.players

    @property
    def infinite_play(self) -> int:
        return self.game.infinite_play

    @property
    def max_plies(self) -> int | None:
        return self.game.max_plies

    def initial_state(self) -> Any:
        return self.start

    def to_move(self, state: Any) -> int:
        return self.game.to_move(state)

    def outcome(self, state: Any) -> int | None:
        return self.game.outcome(state)

    def apply(self, state: Any, move: Any) -> Any:
        return self.game.apply(state, move)

    def moves(self, state: Any) -> list[Any]:
        return list(self.game.moves(state)) if self.to_move(state) != self.side else [self.choice(state)]

    def format_state(self, state: Any) -> str:
        return self.game.format_state(state)

    def format_move(self, state: Any, move: Any) -> str:
        return self.game.format_move(state, move)

    def choice(self, state: Any) -> Any:
        """Return the move of the program, which is asked for it once."""
        if state not in self.moves_made:
            self.moves_made[state] = self._asked(state)
            self.report("judging", len(self.moves_made), None)
        return self.moves_made[state]

    def _asked(self, state: Any) -> Any:
        text = self.format_state(state)
        reply = self.program.ask(text)
        if reply.kind != "answer":
            self._break_off(f"{reply.kind} in {text}: {reply.value}")
        for move in self.game.moves(state):
            if self.format_move(state, move) == str(reply.value):
                return move
        self._break_off(f"an illegal move in {text}: {reply}")

    def _break_off(self, why: str) -> NoReturn:
        self.breach = why
        raise RulesError(why)

    def check_again(self) -> None:
        """Ask for some moves again, in the other order and a new process, as memory or chance may change them."""
        self.program.stop()
        states = list(islice(reversed(self.moves_made), ASKED_AGAIN))
        for state in states * -(-AT_LEAST // max(len(states), 1)):
            before, again = self.moves_made[state], self._asked(state)
            if before != again:
                one, other = (self.format_move(state, move) for move in (before, again))
                what = "so it depends on chance or on earlier states"
                self._break_off(f"in {self.format_state(state)} it plays {one}, and {other} later: {what}")


def _judge_side(
    solution: Solution[Any, Any], program: Program, side: int, all_states: bool, progress: ProgressCallback
) -> SideReport:
    game, best = solution.game, solution.root
    one_sided = OneSided(game, program, side, solution.start, progress)
    played: Solution[Any, Any] | None = None
    lapses = []
    try:
        played = solve(one_sided, backend="python")
        if all_states:
            for verdict in solution:
                if game.to_move(verdict.state) == side and game.outcome(verdict.state) is None:
                    one_sided.choice(verdict.state)
        one_sided.check_again()
    except GamekitError:
        if one_sided.breach is None:
            raise
        played = None
    for state, move in one_sided.moves_made.items():
        after, now = solution[game.apply(state, move)], solution[state]
        if loss := _less(now, after, side):
            kept = game.format_move(state, solution.best_moves(state)[0])
            lapses.append(Lapse(game.format_state(state), game.format_move(state, move), kept, loss))
    loss, line, cycle_start, result = 0, tuple[str, ...](), None, None
    if played is not None:
        result, found = headline(played, played.root), played.line()
        loss, cycle_start = _less(best, played.root, side), found.cycle_start
        line = found.texts(game)
    truth, asked = headline(solution, best), len(one_sided.moves_made)
    breach = one_sided.breach
    return SideReport(
        game.players[side], truth, result, loss, line, cycle_start, asked, tuple(lapses), breach
    )


def _less(before: Verdict[Any], after: Verdict[Any], side: int) -> int:
    """Return how much less a side gets."""
    return ((before.payoff or 0) - (after.payoff or 0)) * (-1 if side else 1)
