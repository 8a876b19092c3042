"""`judge`: hold a program against the truth."""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Any, Final

from gamekit.analysis.judge.answers import AnswerReport, judge_answers
from gamekit.analysis.judge.evaluations import ClaimReport, judge_claim
from gamekit.analysis.judge.players import PlayerReport, judge_player
from gamekit.analysis.judge.programs import program_of
from gamekit.errors import InputError
from gamekit.game.progress import ProgressCallback, silent
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
    progress: ProgressCallback = silent,
    **options: Any,
) -> AnswerReport | PlayerReport | ClaimReport:
    """Hold a program against a problem of LeetCode, or a player or a claim about states against a solved game.

    The program runs in a process of its own.

    Args:
        target: the number of a problem, a game, or a solution, such as a table.
        program: FILE.py with the class `Solution`, or FILE.py:NAME.
        command: a command in place of that, which reads lines of JSON and prints one for each.
        claim: a claim about states in place of a player: an expression of `s`, or a function by FILE.py:NAME.
        patience: the seconds that the program may take for an input.
        memory: the MiB of data that it may have.
        progress: a function called with the number of inputs so far.
        options: those of `judge_answers`, `judge_player` or `judge_claim`.

    Raises:
        InputError: there is no such problem, program or player, or an option belongs to another kind of program.

    >>> from games.nim import Nim
    >>> print(judge(Nim(heaps=(1, 2)), claim="s.heaps[0] != s.heaps[1]"))
    s.heaps[0] != s.heaps[1] holds in all 7 states
    true: 4 win
    false: 3 loss
    """
    if sum(one is not None for one in (program, command, claim)) != 1:
        raise InputError("judge takes one of a program, a command and a claim")
    source: dict[str, Any] = {"command": command, "claim": claim}
    limits: dict[str, Any] = {"seconds": patience, "memory": memory, "progress": progress}
    judged: Any = judge_player if claim is None else judge_claim
    if isinstance(target, int):
        if claim is not None:
            raise InputError("a claim is about the states of a game; a problem takes a program or a command")
        judged, held = judge_answers, import_module(PROBLEMS).problem(target)
        source["method"] = held.method
    else:
        held = target if isinstance(target, Solution) else solve(target)
        source["game"] = held.game
        if (player := options.get("player")) is not None and player not in held.game.players:
            raise InputError(f"there is no player {player!r}; there are {' and '.join(held.game.players)}")
    if others := options.keys() - signature(judged).parameters.keys():
        what = {judge_answers: "answers", judge_player: "a player"}.get(judged, "a claim")
        raise InputError(f"{min(others)} does not go with judging {what}: leave it out", field=min(others))
    with program_of(program, **source, **limits) as running:
        report: AnswerReport | PlayerReport | ClaimReport = judged(held, running, **options)
    return report
