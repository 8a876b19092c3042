"""Judge answers: all inputs up to a size, then random ones, then a climb to where programs are wrong."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import exp
from random import Random
from typing import Any, Final

import attrs

from gamekit.analysis.judge.programs import Program, Reply
from gamekit.analysis.judge.wording import shown_line
from gamekit.analysis.reasons import headline
from gamekit.errors import GamekitError, InputError, LimitError
from gamekit.game.instances import Instances
from gamekit.game.progress import ProgressCallback, silent
from gamekit.solution.solution import Solution
from gamekit.solvers.solve import solve

LARGEST: Final = 20_000
"""The most states of an input that is tried."""

MANY: Final = 3_000
"""If the game of an input has more states than this, no larger inputs are drawn."""

STALE: Final = 400
"""The changes without a gain after which a climb begins anew."""

SMALL: Final = 4
"""Climbs are on larger inputs than this, and random inputs are at least as large at most."""

TEMPERATURE: Final = 0.5
"""How much worse a step of a climb may well be, so that it comes down again from a low hill."""

SHARES: Final = (0.2, 0.35)
"""The shares of the time after which the search for all inputs, and then that for random ones, ends."""

SHRINKING: Final = 30.0
"""The most seconds for making a failing input smaller."""

AFTERWARDS: Final = 1_500
"""The inputs that are tried, from the smallest on, if a failing one cannot be made smaller step by step."""


@attrs.frozen
class Fault:
    """An input on which a program is wrong.

    Attributes:
        inputs: the values of the input, by the site's names.
        expected: the right answer.
        kind: wrong, memory (the answer depends on earlier inputs), crash, hang, or rubbish.
        got: the program's answer, or what happened.
        why: who wins the game, and the line of best play.
        phase: where the first such input was met: all, random or climb.
    """

    inputs: dict[str, Any]
    expected: Any
    kind: str
    got: Any
    why: str
    phase: str

    def lines(self) -> list[str]:
        """Return the input as the site takes it, and what is wrong."""
        answer = json.dumps(self.got) if self.kind in ("wrong", "memory") else f"{self.kind}: {self.got}"
        return [
            *(f"{name} = {json.dumps(value)}" for name, value in self.inputs.items()),
            f"  right answer: {json.dumps(self.expected)}",
            f"  the program:  {answer}",
            f"  why: {self.why}",
        ]


@attrs.frozen
class AnswerReport:
    """What came of judging a program by its answers.

    Attributes:
        program: the name of the program.
        title: the title of the problem.
        tried: the number of inputs by phase.
        complete: the size up to which all inputs were tried.
        fault: a smallest input on which the program is wrong, as far as it was found; None if there is none.
    """

    program: str
    title: str
    tried: dict[str, int]
    complete: int
    fault: Fault | None

    @property
    def ok(self) -> bool:
        """Whether no wrong answer was found."""
        return self.fault is None

    def __str__(self) -> str:
        tried = f"{sum(self.tried.values()):,} inputs, all of them up to size {self.complete}"
        if self.fault is None:
            return f"{self.program} is right on {tried}"
        head = f"{self.program} is wrong, found after {tried}. The smallest input found:"
        return "\n".join([head, *self.fault.lines()])


def judge_answers(
    problem: Any,
    program: Program,
    *,
    seconds: float = 60.0,
    inputs: int | None = None,
    seed: int = 0,
    progress: ProgressCallback = silent,
) -> AnswerReport:
    """Hold a program against the answers of a problem of LeetCode, until one is wrong or the time is over.

    Args:
        problem: the problem, such as from `games.leetcode`.
        program: the program, which gets the values of the input in the order of the site.
        seconds: the time for the search.
        inputs: the most inputs that are tried. If the time does not end the search before, it is always the same.
        seed: the seed of all that is random.
        progress: a function called with the number of inputs so far.
    """
    search = _Search(problem, program, Random(seed), time.monotonic(), seconds, inputs, progress)
    fault = None
    try:
        search.run()
    except _WrongError as found:
        fault = search.shrunk(found.values, found.fault)
    return AnswerReport(program.name, problem.title, dict(search.tried), search.complete, fault)


class _WrongError(Exception):
    def __init__(self, values: dict[str, Any], fault: Fault) -> None:
        self.values, self.fault = values, fault


@attrs.define
class _Search:
    problem: Any
    program: Program
    random: Random
    began: float
    seconds: float
    inputs: int | None
    progress: ProgressCallback
    tried: Counter[str] = attrs.Factory(Counter)
    complete: int = 0
    largest: int = 50

    @property
    def instances(self) -> Instances:
        return Instances(self.problem.inputs, self._accept, self.problem.title)

    def _accept(self, values: dict[str, Any]) -> None:
        if not self.problem.allows(*values.values()):
            raise InputError("the site gives no such input")
        self.problem.game(*values.values())

    def _has_time(self, share: float = 1.0) -> bool:
        if self.inputs is not None and sum(self.tried.values()) >= share * self.inputs:
            return False
        return time.monotonic() < self.began + share * self.seconds

    def run(self) -> None:
        """Try inputs until the time is over; raise a `_WrongError` at the first wrong answer."""
        first, second = SHARES
        for size in range(1, self.largest + 1):
            for values in self._until(first, self.instances.every(size)):
                self.attempt(values, "all")
            if not self._has_time(first):
                break
            self.complete = size
        size = 0
        while self._has_time(second):
            size = size % self.largest + 1
            if (drawn := self._drawn(size)) is not None:
                self.attempt(drawn, "random", size)
        climbs = 0
        while self._has_time():
            # a few sizes at first, and more of them as time goes by
            self._climb(min(SMALL + 1 + climbs % (5 + climbs // 10), self.largest))
            climbs += 1

    def _until(self, share: float, values: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for one in values:
            yield one
            if not self._has_time(share):
                break

    def _drawn(self, size: int) -> dict[str, Any] | None:
        try:
            return self.instances.draw(self.random, size)
        except InputError:  # the site gives none of this size
            return None

    def _climb(self, size: int) -> None:
        goal = self.random.choice(GOALS)
        values, stale, best = self._drawn(size), 0, float("-inf")
        while values is not None and self._has_time() and stale < STALE:
            other = values if best == float("-inf") else self.instances.change(values, self.random)
            solution = self.attempt(other, "climb")
            score = float("-inf") if solution is None else goal(solution)
            stale = 0 if score > best else stale + 1
            if score >= best or self.random.random() < exp((score - best) / TEMPERATURE):
                values, best = other, score

    def attempt(self, values: dict[str, Any], phase: str, size: int = 0) -> Solution[Any, Any] | None:
        """Try an input, and return the solution of its game; None if it has too many states."""
        solution = self._solved(values)
        if size and (solution is None or len(solution) > MANY):
            self.largest = max(SMALL, min(self.largest, size - 1))
        if solution is None:
            return None
        self.tried[phase] += 1
        self.progress("judging", sum(self.tried.values()), None)
        if (fault := self._fault(values, solution, phase)) is not None:
            raise _WrongError(values, fault)
        return solution

    def _solved(self, values: dict[str, Any]) -> Solution[Any, Any] | None:
        try:
            game = self.problem.game(*values.values())
            return solve(game, backend="python", max_states=LARGEST)
        except LimitError:
            return None

    def _fault(self, values: dict[str, Any], solution: Solution[Any, Any], phase: str) -> Fault | None:
        expected = self.problem.answer(solution, *values.values())
        reply = self.program.ask(*values.values())
        kind = _kind(reply, expected)
        return None if kind is None else Fault(values, expected, kind, reply.value, "", phase)

    def shrunk(self, values: dict[str, Any], fault: Fault) -> Fault:
        """Return the fault on a smaller input, and why the right answer is right."""
        self.program.stop()  # what it remembers of other inputs is no part of this one
        solution = self._solved(values)
        assert solution is not None
        again = self._fault(values, solution, fault.phase)
        if again is None:
            return attrs.evolve(fault, kind="memory", why="alone in a new process, it is answered rightly")
        fault, end = again, time.monotonic() + SHRINKING
        for others in (self.instances.smaller, self._small, self.instances.smaller):
            while (smaller := self._first_wrong(others(values), fault, end)) is not None:
                values, fault, solution = smaller
        return attrs.evolve(fault, why=_why(solution))

    def _small(self, values: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the first inputs larger than those that were all tried, up to the size of this one."""
        sizes = range(self.complete + 1, max(map(_size, values.values())))
        return islice((other for size in sizes for other in self.instances.every(size)), AFTERWARDS)

    def _first_wrong(
        self, others: Iterator[dict[str, Any]], fault: Fault, end: float
    ) -> tuple[dict[str, Any], Fault, Solution[Any, Any]] | None:
        for other in others:
            if time.monotonic() > end:
                break
            if (solution := self._solved(other)) is not None:
                found = self._fault(other, solution, fault.phase)
                if found is not None and found.kind == fault.kind:
                    return other, found, solution
        return None


def _kind(reply: Reply, expected: Any) -> str | None:
    """Return what is wrong with a reply, in a word; None if nothing is."""
    if reply.kind != "answer":
        return reply.kind
    if type(reply.value) is not type(expected):
        return "rubbish"
    return None if reply.value == expected else "wrong"


def _size(value: Any) -> int:
    if isinstance(value, int):
        return abs(value)
    return len("".join(value)) if isinstance(value[0], str) else len(value)


def _why(solution: Solution[Any, Any]) -> str:
    line, head = solution.line(), headline(solution, solution.root)
    return f"{head}: {shown_line(line.texts(solution.game), line.cycle_start)}" if line.moves else head


def _long_play(solution: Solution[Any, Any]) -> float:
    return -1 if solution.root.remoteness is None else solution.root.remoteness


def _long_anywhere(solution: Solution[Any, Any]) -> float:
    return solution.longest + _long_play(solution) / 1000


def _near_tie(solution: Solution[Any, Any]) -> float:
    return -abs(solution.root.payoff or 0) + _long_play(solution) / 1000


def _draws(solution: Solution[Any, Any]) -> float:
    try:
        return sum(number for value, number in solution.counts().items() if value.value == "draw")
    except GamekitError:
        return 0


GOALS: Final = (_long_play, _long_play, _long_play, _long_anywhere, _near_tie, _draws)
"""What a climb may go for."""
