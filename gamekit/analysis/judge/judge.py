"""`judge`: hold a program against the truth."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from gamekit.analysis.judge.answers import AnswerReport, judge_answers
from gamekit.analysis.judge.evaluations import ClaimReport, judge_claim
from gamekit.analysis.judge.players import PlayerReport, judge_player
from gamekit.analysis.judge.programs import program_of
from gamekit.errors import InputError
from gamekit.game.protocol import Game
from gamekit.solution.solution import Solution
from gamekit.solvers.solve import solve

PROBLEMS: Final = "gamekit.game.bundled.leetcode"


def judge(
    target: int | Game[Any, Any] | Solution[Any, Any],
    program: str | None = None,
    *,
    command: str | None = None,
    claim: str | None = None,
    patience: float = 5.0,
    memory: int = 1024,
    **options: Any,
) -> AnswerReport | PlayerReport | ClaimReport:
    """Hold a program against a problem of LeetCode, or a player or a claim about states against a solved game.

    The program runs in a process of its own.

    Args:
        target: the number of a problem, a game, or a solution, such as a table.
        program: FILE.py with the class `Solution`, or FILE.py:NAME.
        command: a command in place of that, which reads lines of JSON and prints one for each.
        claim: a function of states in place of a player: FILE.py:NAME, or a Python expression.
        patience: the seconds that the program may take for an input.
        memory: the MiB of data that it may have.
        options: those of `judge_answers`, `judge_player` or `judge_claim`.

    Raises:
        InputError: there is no such problem or program.

    >>> from games.nim import Nim
    >>> print(judge(Nim(heaps=(1, 2)), claim="lambda state: state[0] != state[1]"))
    lambda state: state[0] != state[1] holds in all 7 states
    true: 4 win
    false: 3 loss
    """
    if sum(given is not None for given in (program, command, claim)) != 1:
        raise InputError("judge takes one of a program, a command and a claim")
    limits: dict[str, Any] = {"seconds": patience, "memory": memory}
    if isinstance(target, int):
        if claim is not None:
            raise InputError("a claim is about the states of a game; a problem takes a program or a command")
        problem = import_module(PROBLEMS).problem(target)
        with program_of(program, command=command, method=problem.method, **limits) as running:
            return judge_answers(problem, running, **options)
    solution = target if isinstance(target, Solution) else solve(target)
    with program_of(program, command=command, claim=claim, game=solution.game, **limits) as running:
        if claim is not None:
            return judge_claim(solution, running, **options)
        return judge_player(solution, running, **options)
