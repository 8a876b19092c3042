"""`explain`: the reasons why a state has its value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

import attrs

from gamekit.analysis.reasons import hurries, manner, outlook, summary_of
from gamekit.drawing.board import Board
from gamekit.drawing.html import details, heading, paragraph, table
from gamekit.game.protocol import Game
from gamekit.game.sentences import conjugated, counted, counts_in_words, remoteness_in_words
from gamekit.game.values import Value, turn_limit
from gamekit.solution.argument_checks import check_solution
from gamekit.solution.solution import Solution, Verdict

MOST_DEPARTURES = 8
"""The largest number of equally good moves, and of worse moves of a winner, that are shown for a step."""

FIRST_STEPS: Final = 4
"""The number of steps of a line that are shown before the rest, which is folded."""

_COLUMNS: Final = ("ply", "who", "move", "value", "what else could be played")


@attrs.frozen
class Reply:
    """A move from a state, and its result.

    Attributes:
        move: the move, as text.
        state: the state to which the move leads, as text.
        verdict: the verdict on that state, for the player to move there.
        keeps: whether it is a best move.
        answer: a best move in that state, as text; None if play is over.
    """

    move: str
    state: str
    verdict: Verdict[Any]
    keeps: bool
    answer: str | None


@attrs.frozen
class Step:
    """A state of the main line, with its board as text, its verdict, and all its moves, the played one first."""

    game: Game[Any, Any] = attrs.field(eq=False, repr=False)
    state: str
    board: str
    verdict: Verdict[Any]
    replies: tuple[Reply, ...]


@attrs.frozen
class Explanation:
    """The reason why a state has its value.

    Attributes:
        state: the state, as text.
        verdict: the verdict on the state.
        summary: the reason in a sentence or two.
        steps: the main line from the state, each step with all moves of its state; the last one is a terminal state, or
            the one before the line returns to an earlier state.
        cycle_start: the index of the step to which the line returns; None if the line ends.
        board: the drawing of the state.
    """

    state: str
    verdict: Verdict[Any]
    summary: str
    steps: tuple[Step, ...]
    cycle_start: int | None
    board: Board = attrs.field(eq=False, repr=False)

    def __str__(self) -> str:
        return "\n".join(sentences(self))

    def _repr_html_(self) -> str:
        rows = [_row(number, step) for number, step in enumerate(self.steps, start=1)]
        first, others = rows[:FIRST_STEPS], rows[FIRST_STEPS:]
        parts = [heading(self.summary), self.board._repr_html_(), table(_COLUMNS, first)]
        if others:
            parts.append(details(counted(len(others), "more step"), table(_COLUMNS, others)))
        return "".join([*parts, *map(paragraph, self._closing())])

    def _closing(self) -> Iterator[str]:
        """Yield a sentence about the step to which the line returns, if it does."""
        if self.cycle_start is not None:
            yield f"and back to {self.steps[self.cycle_start].state}, as at {self.cycle_start + 1}."


def explain(solution: Solution[Any, Any], state: Any = None) -> Explanation:
    """Explain the value of a state: best play, and the refutation of each departure from it.

    Args:
        solution: the solution of the game.
        state: the state to explain; by default, the root.

    Raises:
        UnknownStateError: the state is not in the arena.
        UnsupportedError: the solution does not cover the state.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> print(explain(gamekit.solve(Nim(heaps=(1, 2)))).summary)
    first wins in 3 plies: some move wins against every reply.
    """
    check_solution(solution, "explain")
    start = solution.start if state is None else state
    verdict = solution[start]
    summary = summary_of(solution, verdict, is_over=not solution.replies(start))
    line = solution.line(state)
    limit = turn_limit(solution.game)
    passed = line.states if line.cycle_start is None else line.states[:-1]
    steps = [
        _step(solution, here, move, None if limit is None else limit - i)
        for i, (here, move) in enumerate(zip_longest(passed, line.moves))
    ]
    board = Board(solution.game, start)
    return Explanation(solution.describe(start), verdict, summary, tuple(steps), line.cycle_start, board)


def _step(solution: Solution[Any, Any], state: Any, played: Any, left: int | None) -> Step:
    game = solution.game
    after = None if left is None else left - 1
    best = solution.best_moves(state, left)
    replies: list[Reply] = []
    for move, child, verdict in solution.replies(state, left):
        text, answers = game.format_move(state, move), solution.first_best(child, after)
        answer = game.format_move(child, answers[0]) if answers else None
        reply = Reply(text, solution.describe(child), verdict, keeps=move in best, answer=answer)
        replies.insert(0 if move == played else len(replies), reply)
    verdict = solution.verdict_on(state, left)
    return Step(game, solution.describe(state), game.render(state), verdict, tuple(replies))


def sentences(explanation: Explanation, *, boards: bool = False, most: int | None = None) -> Iterator[str]:
    """Yield the lines of an explanation for people.

    Steps after the first `most` are only counted; `boards` adds the board at every step.
    """
    yield explanation.summary
    yield ""
    steps, circle = explanation.steps[:most], explanation.cycle_start
    for number, step in enumerate(steps, start=1):
        if number - 1 == circle:
            yield "The circle begins here:"
        if boards:
            yield f"\n{step.board}\n"
        yield _sentence(number, step)
        for departure in _departures(step):
            yield f"     {departure}"
    if left := explanation.steps[len(steps) :]:
        yield f"... {counted(len(left), 'more step')} ..."
    yield from explanation._closing()


def _sentence(number: int, step: Step) -> str:
    if not step.replies:
        return f"{number}. {step.state}: {_over(step)}."
    plays = conjugated(step.game, step.verdict.player, "plays")
    return f"{number}. {step.state}: {plays} {step.replies[0].move}{_value_note(step)}"


def _row(number: int, step: Step) -> tuple[str, ...]:
    if not step.replies:
        return (str(number), "", _over(step), "", "")
    verdict = step.verdict
    value = verdict.value.name + ("" if verdict.remoteness is None else f" in {verdict.remoteness}")
    return (str(number), verdict.player, step.replies[0].move, value, "; ".join(_departures(step)))


def _over(step: Step) -> str:
    return "the game is over" if step.verdict.remoteness == 0 else "the turn limit is reached"


def _departures(step: Step) -> Iterator[str]:
    """Yield sentences on the moves that were not played; only a loser's worse moves are all named."""
    equals = [reply for reply in step.replies[1:] if reply.keeps]
    worse = [reply for reply in step.replies[1:] if not reply.keeps]
    if len(equals) == 1:
        yield departure(step, equals[0])
    elif equals:
        more = f" and {len(equals) - MOST_DEPARTURES} more" if len(equals) > MOST_DEPARTURES else ""
        yield f"as good: {', '.join(reply.move for reply in equals[:MOST_DEPARTURES])}{more}"
    shown = len(worse) if step.verdict.winner != step.verdict.player else MOST_DEPARTURES
    for reply in worse[:shown]:
        yield departure(step, reply)
    if worse[shown:]:
        yield f"worse too: {len(worse[shown:])} more"


def departure(step: Step, reply: Reply) -> str:
    """Describe the result of a move that was not played."""
    mover, then = step.verdict.player, reply.verdict
    if reply.keeps:
        return f"{reply.move} is as good"
    if then.payoff is None:
        return f"{reply.move} leads to an unsolved state"
    by = f": {conjugated(step.game, then.player, 'plays')} {reply.answer}" if reply.answer else ""
    if then.winner == mover or then.payoff == 0:
        is_hasty = then.payoff == step.verdict.payoff and not hurries(step.game, step.verdict)
        return f"{reply.move} {'already' if is_hasty else 'only'} {outlook(mover, then, step.game)}{by}"
    if then.winner is None:  # a puzzle, lost
        result = "leads nowhere" if then.remoteness is None else f"is lost in {then.plies_before}"
        return f"{reply.move} {result}{by}"
    if step.verdict.winner == then.winner:
        return f"{reply.move} {outlook(mover, then, step.game)}{by}"
    wins = "wins" if then.remoteness == 0 else "threatens"  # the move may have ended the game
    how = conjugated(step.game, then.winner, wins) + (" to win" if then.remoteness != 0 else "")
    return f"not {reply.move}: {how}{manner(then, step.game)}{by}"


def _value_note(step: Step) -> str:
    words = {Value.WIN: "winning", Value.LOSS: "losing", Value.TIE: "tying", Value.DRAW: "drawing"}
    what, plies = words[step.verdict.value], step.verdict.remoteness
    if plies is None:
        return f" ({what})"
    distance = f"{what} in {remoteness_in_words(step.game, plies)}"
    return f", {distance}" if counts_in_words(step.game) else f" ({distance})"
