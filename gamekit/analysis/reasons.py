"""The reason why a state has its value, in a sentence or two, and the consequence of a move, in a few words."""

from __future__ import annotations

from typing import Any, Final

from gamekit.errors import UnsupportedError
from gamekit.game.protocol import Game, has_conversions
from gamekit.game.sentences import conjugated, counted, it_is_over, margin, remoteness_in_words, titled
from gamekit.game.values import BOTH, Value, endless_payoff, remoteness_minimizer
from gamekit.solution.solution import Solution, Verdict

LONGEST_LINE: Final = 100
"""The largest number of moves that a line of best play shows."""


def best_line(solution: Solution[Any, Any]) -> str:
    """Return the moves of best play as text, with the move from which they repeat, if they do.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> best_line(gamekit.solve(Nim(heaps=(1, 2))))
    'take 1 from a heap of 2 take 1 from a heap of 1 take 1 from a heap of 1'
    """
    line = solution.line()
    more = " ..." if len(line.moves) > LONGEST_LINE else ""
    back = "" if line.cycle_start is None else f", and round again from move {line.cycle_start + 1}"
    return f"{' '.join(line.texts()[:LONGEST_LINE])}{more}{back}"


def headline(solution: Solution[Any, Any], verdict: Verdict[Any]) -> str:
    """Return the winner and the number of plies to the win, in a few words.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> solution = gamekit.solve(Nim(heaps=(1, 2)))
    >>> headline(solution, solution.root)
    'first wins in 3 plies'
    """
    if verdict.payoff is None:
        return f"unsolved by {solution.solver}"
    plies = verdict.remoteness
    if plies == 0:
        return it_is_over(solution.game, verdict.payoff, solution.game.ending(verdict.state))
    how = " by endless play" if plies is None else _in(plies)
    is_to_conversion = plies is not None and has_conversions(solution.game)
    if is_to_conversion:
        how = f"; the next {solution.game.conversion} or the end comes{how}"
    if len(solution.game.players) == 1 and plies is not None and verdict.payoff == 1:
        return f"solvable{how}" if is_to_conversion else f"solvable in {counted(plies, 'move')}"
    if verdict.winner:
        if plies is not None and (words := solution.game.win_in_words(plies)):
            return f"{verdict.winner} {words}"
        wins = conjugated(solution.game, verdict.winner, "wins")
        by = margin(verdict.payoff)
        return f"{wins}{by}{how}" if is_to_conversion else f"{wins}{how}{by}"
    if verdict.value is Value.LOSS:
        return "unsolvable"
    if plies is None:
        return f"a draw{how}"
    return "a tie" if is_to_conversion else f"a tie{how}"


def verdict_in_words(game: Game[Any, Any], verdict: Verdict[Any]) -> str:
    """Return a verdict as text, as in "WIN in 3 for first", with plies as people of the game count them."""
    if verdict.remoteness is None:
        return str(verdict)
    return f"{verdict.value.name} in {remoteness_in_words(game, verdict.remoteness)} for {verdict.player}"


def _in(plies: int) -> str:
    return f" in {plies} {'ply' if plies == 1 else 'plies'}"


def summary_of(solution: Solution[Any, Any], verdict: Verdict[Any], *, is_over: bool) -> str:
    """Explain the value of a state in one or two sentences, without following a line.

    Raises:
        UnsupportedError: the solution does not cover the state.
    """
    if verdict.value is Value.UNSOLVED:
        shown = solution.describe(verdict.state)
        raise UnsupportedError(f"{solution.solver} left this state unsolved: {shown}")
    head = headline(solution, verdict)
    if is_over:
        return f"{titled(head)}."
    return f"{head}: {_reason(solution, verdict)}."


def _reason(solution: Solution[Any, Any], verdict: Verdict[Any]) -> str:
    game, player = solution.game, verdict.player
    is_alone = len(game.players) == 1
    in_time = "" if game.max_plies is None else " within the turn limit"
    if verdict.value is Value.LOSS and is_alone:
        return f"no move leads to the goal{in_time}"
    if verdict.remoteness is None:
        award = f"the rules award it to {verdict.winner}, and " if verdict.winner else ""
        if is_alone:
            return f"{award}no end as good can be reached{in_time}"
        if verdict.winner:
            return f"{award}nobody can force an end that they like better{in_time}"
        forced = f"neither side can force an end that it likes better{in_time}"
        return f"{forced}; whoever leaves the line below gains nothing"
    is_quick = hurries(game, verdict)
    if verdict.value is Value.TIE:
        return (
            "no line does better" if is_alone else "neither side can do better than an end that nobody wins"
        )
    if is_alone:
        return f"no {'shorter' if is_quick else 'longer'} line does as well"
    if verdict.winner == player:
        return "some move wins against every reply"
    are_alike = max(map(abs, solution.store.payoffs)) == 1
    merit = "does better" if is_quick else f"{'' if are_alike else 'that loses as little '}takes longer"
    return f"every move of {player} loses, and none {merit}"


def hurries(game: Game[Any, Any], verdict: Verdict[Any]) -> bool:
    """Return whether the player to move prefers the end sooner rather than later."""
    index = game.players.index(verdict.player)
    return remoteness_minimizer(verdict.payoff or 0, endless_payoff(game)) in (index, BOTH)


def outlook(player: str, after: Verdict[Any], game: Game[Any, Any] | None = None) -> str:
    """Describe the result of a move for a player, from the verdict on the state it leads to; see `manner`."""
    if not after.payoff:
        return "draws" if after.remoteness is None else f"ties{manner(after, game)}"
    return f"{'wins' if after.winner == player else 'loses'}{manner(after, game)}"


def outlook_in_words(game: Game[Any, Any], player: str, after: Verdict[Any]) -> str:
    """Describe the result of a move as `outlook` does; a puzzle is solved, or stuck."""
    if len(game.players) == 1 and after.payoff:
        return f"solved{manner(after, game)}" if after.winner == player else "stuck"
    return outlook(player, after, game)


def manner(after: Verdict[Any], game: Game[Any, Any] | None = None) -> str:
    """Describe when and by how much a move decides the game, from the verdict on the state it leads to.

    A game that is given may count plies in its own words.
    """
    points = abs(after.payoff or 0)
    how = " by endless play"
    if (plies := after.plies_before) is not None:
        how = f" in {remoteness_in_words(game, plies) if game else plies}"
    return f"{how}, by {points}" if points > 1 else how
