"""Judge answers: all inputs up to a size, random ones, a climb to where programs are wrong, and known hard ones."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count, islice, starmap, takewhile
from operator import le
from random import Random
from typing import Any, Final

import attrs

from gamekit.analysis.climb import NO_SCORE, Climb, Climber, Score, best_start
from gamekit.analysis.judge.programs import Program
from gamekit.analysis.reasons import best_line, headline
from gamekit.errors import InputError, LimitError
from gamekit.game.instances import Instances
from gamekit.game.kinds import Integer, size_of
from gamekit.game.sentences import counted
from gamekit.game.values import Value
from gamekit.solution.solution import Solution, Verdict
from gamekit.solvers.solve import solve

MOST_STATES: Final = 20_000
"""The most states of an input that is tried."""

STATES_ENOUGH: Final = 3_000
"""If the game of an input has more states than this, no larger inputs are drawn."""

SMALL: Final = 4
"""Climbs begin with larger inputs than this, and random inputs may at least be as large."""

CHANGES_WITHOUT_GAIN: Final = 4_000
"""A climb makes its best input larger, or ends, after so many changes without a gain, divided by the input's size; one
whose inputs have become as large as they may be has all of these changes."""

MOST_SIZE: Final = 64
"""The size up to which inputs are made larger."""

MOST_NUMBER: Final = 2_000
"""The size up to which inputs that are numbers alone are tried: some right programs call themselves for each number."""

GROWTHS: Final = 10
"""The rounds of a climb in which its best input is made larger in different ways, of which it keeps the best."""

SHARES: Final = (0.15, 0.25, 0.9)
"""The shares of the time after which the search for all inputs, that for random ones and the climbs end."""

SHARES_OF_NUMBERS: Final = (0.6, 0.9)
"""The same if inputs are numbers, to which no climb leads; the search ends once all were tried."""

SHRINKING: Final = 30.0
"""The most seconds for making a failing input smaller."""

AFTERWARDS: Final = 1_500
"""The inputs that are tried, from the smallest on, if a failing one cannot be made smaller step by step."""

Inputs = dict[str, Any]
Solved = Solution[Any, Any]


@attrs.frozen
class FailingInput:
    """An input on which a program is wrong.

    Attributes:
        inputs: the values of the input, by the site's names.
        expected: the right answer.
        kind: wrong, memory (the answer depends on earlier inputs), crash, hang, or rubbish.
        got: the program's answer, or what happened.
        phase: where the first such input was met: all, random, climb or hard.
        why: who wins the game, and the line of best play.
    """

    inputs: Inputs
    expected: Any
    kind: str
    got: Any
    phase: str
    why: str = ""

    def __str__(self) -> str:
        answer = json.dumps(self.got) if self.kind in ("wrong", "memory") else f"{self.kind}: {self.got}"
        values = "\n".join(f"{name} = {json.dumps(value)}" for name, value in self.inputs.items())
        right = json.dumps(self.expected)
        return f"{values}\n  right answer: {right}\n  the program:  {answer}\n  why: {self.why}"


@attrs.frozen
class AnswerReport:
    """What came of judging a program by its answers.

    Attributes:
        program: the name of the program.
        title: the title of the problem.
        tried: the number of inputs by phase.
        complete: the size up to which all inputs were tried,
        left_out: but for so many whose games have too many states.
        fault: a smallest input on which the program is wrong, as far as it was found; None if there is none.
    """

    program: str
    title: str
    tried: dict[str, int]
    complete: int
    left_out: int
    fault: FailingInput | None

    @property
    def ok(self) -> bool:
        """Whether no wrong answer was found."""
        return self.fault is None

    def __str__(self) -> str:
        number = counted(sum(self.tried.values()), "input")
        left_out = f" but {self.left_out:,} with too many states" if self.left_out else ""
        tried = f"{number}, all of them up to size {self.complete}{left_out}"
        if self.fault is None:
            return f"{self.program} is right on {tried}"
        return f"{self.program} is wrong, found after {tried}. The smallest input found:\n{self.fault}"


def judge_answers(
    problem: Any,
    program: Program,
    *,
    seconds: float = 60.0,
    inputs: int | None = None,
    seed: int = 0,
) -> AnswerReport:
    """Hold a program against the answers of a problem of LeetCode, until one is wrong or the time is over.

    Args:
        problem: the problem, such as from `games.leetcode`.
        program: the program, which gets the values of the input in the order of the site.
        seconds: the time for the search.
        inputs: the most inputs that are drawn; each is tried once. If the time does not end the search before, it is
            always the same.
        seed: the seed of all that is random.
    """
    search = _Search(problem, program, Random(seed), seconds, inputs)
    fault = search.first_fault()
    return AnswerReport(
        program.name, problem.title, dict(search.tried), search.complete, search.left_out, fault
    )


@attrs.define
class _Search:
    problem: Any
    program: Program
    random: Random
    seconds: float
    inputs: int | None
    share: float = 1.0
    tried: Counter[str] = attrs.Factory(Counter)
    solved: int = 0
    complete: int = 0
    left_out: int = 0
    states: int = 0
    seen: set[str] = attrs.Factory(set)
    too_large: list[list[int]] = attrs.Factory(list)
    records: dict[tuple[Value | None, int], Score] = attrs.Factory(dict)
    began: float = attrs.field(factory=time.monotonic)
    numbers: list[Integer] = attrs.field(init=False)
    largest: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        kinds = [*self.problem.inputs.values()]
        self.numbers = kinds if all(isinstance(kind, Integer) for kind in kinds) else []
        counts = [kind.high - kind.low + 1 for kind in self.numbers]
        self.largest = min(max(counts), MOST_NUMBER) if counts else MOST_SIZE

    @property
    def instances(self) -> Instances:
        return Instances(self.problem.inputs, self._accept, self.problem.title, changed=self._changed)

    def _accept(self, values: Inputs) -> None:
        if not self.problem.allows(*values.values()):
            raise InputError("the site gives no such input")
        self.problem.game(*values.values())

    def _changed(self, values: Inputs, random: Random) -> Inputs:
        """Change one value, the more often the larger it is: a cell of a large grid rather than a number."""
        (name,) = random.choices([*values], [*map(size_of, values.values())])
        return {name: self.problem.inputs[name].change(values[name], random)}

    def _has_time(self) -> bool:
        if self.inputs is not None and self.solved >= self.share * self.inputs:
            return False
        return time.monotonic() < self.began + self.share * self.seconds

    def first_fault(self) -> FailingInput | None:
        """Return the first wrong answer, on a smaller input, if there is one before the time is over."""
        for phase, values in self._inputs():
            self.solved += phase != "climb"
            if (text := json.dumps(values)) in self.seen:
                continue
            self.seen.add(text)
            solution = self._solution(values)
            self.states = MOST_STATES + 1 if solution is None else len(solution)
            if solution is not None:
                self.tried[phase] += 1
                if (fault := self._fault(values, solution, phase)) is not None:
                    return self._shrunk(fault)
        return None

    def _inputs(self) -> Iterator[tuple[str, Inputs]]:
        """Yield inputs with their phase until the time is over; `states` must be known of each before the next one."""
        every, drawing = SHARES_OF_NUMBERS if self.numbers else SHARES[:2]
        self.share = every
        while self._has_time() and self.complete < self.largest:
            left_out = 0
            for values in self.instances.every(self.complete + 1):
                yield "all", values
                left_out += self.states > MOST_STATES
                if not self._has_time():
                    break
            else:
                self.complete, self.left_out = self.complete + 1, self.left_out + left_out
        self.share, size = drawing, 0
        while self._has_time() and not (self.numbers and self.complete == self.largest):
            size = self.random.randint(1, self.largest) if self.numbers else size % self.largest + 1
            if (drawn := self._drawn(self.random, size)) is not None:
                self.states = 0  # of inputs that were seen
                yield "random", drawn
                if self.states > STATES_ENOUGH and not self.numbers:
                    self.largest = max(SMALL, min(self.largest, size - 1))
        if not self.numbers:
            self.share = SHARES[2]
            yield from (("climb", values) for values in self._climbs())
        for arguments in self.problem.hard:  # at last, as they are large, and do not shrink to the smallest
            yield "hard", dict(zip(self.problem.inputs, arguments, strict=True))

    def _climbs(self) -> Iterator[Inputs]:
        """Yield the inputs of one climb after the other, until the time is over."""
        for i in takewhile(lambda _: self._has_time(), count()):
            # a few sizes at first, and more of them as time goes by
            size = min(SMALL + 1 + i % (5 + i // 10), self.largest)
            yield from self._climb(CLIMBS[i % len(CLIMBS)], size)

    def _drawn(self, random: Random, size: int) -> Inputs | None:
        try:
            return self.instances.draw(random, size)
        except InputError:  # the site gives none of this size
            return None

    def _climb(self, goal: ClimbGoal, size: int, below: Inputs | None = None) -> Iterator[Inputs]:
        """Climb towards a goal from inputs of a size, or from some that are a little larger than `below`.

        Yields each input that is as good as any before it; if the climb has made its inputs larger, only one that is
        better than any of its size, since programs may be slow on large inputs.
        """
        climb, best, stale, seed = Climb(), Climber({}), 0, self.random.random()

        def tried(climber: Climber | None, random: Random) -> Climber:
            if below is not None and (climber is None or climb.rounds < GROWTHS):
                values = self.instances.grown(below, random, goal.most)
            elif climber is None:
                values = self._drawn(random, size)
            else:
                values = self.instances.change(climber.parameters, random)
            return Climber({}) if values is None else self._scored(values, goal)

        while stale < self._patience(best, below) and self._has_time():
            for one in climb.round(partial(starmap, tried), seed):
                record = self.records.get(key := (goal.value, _largest(one.parameters)), NO_SCORE)
                is_good = one.score >= best.score if below is None else one.score > record
                if is_good and one.score > NO_SCORE:
                    self.records[key] = max(record, one.score)
                    yield one.parameters
                stale = 0 if one.score > best.score else stale + 1
                best = max(best, one, key=lambda climber: climber.score)
            if not best.parameters:
                return
        if self._has_time():
            yield from self._climb(goal, size, best.parameters)

    def _patience(self, best: Climber, below: Inputs | None) -> int:
        size = _largest(best.parameters)
        has_grown = below is not None and size >= MOST_SIZE
        return CHANGES_WITHOUT_GAIN // (1 if has_grown else min(size, self.largest))

    def _scored(self, values: Inputs, goal: ClimbGoal) -> Climber:
        """Return an input with the best start that its game offers, if it may have another one."""
        self.solved += 1
        if (solution := self._solution(values)) is None:
            return Climber(values)
        return best_start(solution, values, goal.value, partial(goal.score, solution), self.instances.accepts)

    def _solution(self, values: Inputs) -> Solved | None:
        """Return the solution of an input; None if there are too many states, as of numbers that are no smaller."""
        numbers = [*values.values()] if self.numbers else []
        if any(all(map(le, smaller, numbers)) for smaller in self.too_large):
            return None
        try:
            return solve(self.problem.game(*values.values()), max_states=MOST_STATES)
        except LimitError:
            self.too_large += [numbers] if numbers else []
            return None

    def _fault(self, values: Inputs, solution: Solved, phase: str) -> FailingInput | None:
        expected = self.problem.answer(solution, *values.values())
        kind, got = self.program.ask(*values.values())
        if kind == "hang":  # perhaps only because the machine was busy: a new process is asked
            kind, got = self.program.ask(*values.values())
        if kind == "answer":
            if type(got) is type(expected) and got == expected:
                return None
            kind = "wrong" if type(got) is type(expected) else "rubbish"
        return FailingInput(values, expected, kind, got, phase)

    def _shrunk(self, fault: FailingInput) -> FailingInput:
        """Return the fault on a smaller input, and why the right answer is right."""
        self.program.stop()  # what it remembers of other inputs is no part of this one
        again = self._first_of([fault.inputs], fault.phase)
        if again is None:
            return attrs.evolve(fault, kind="memory", why="alone in a new process, it is answered rightly")
        end = time.monotonic() + SHRINKING
        for others in (self.instances.smaller, self._small, self.instances.smaller):
            while again is not None:
                fault = again
                untried = takewhile(lambda _: time.monotonic() < end, others(fault.inputs))
                again = self._first_of(untried, fault.phase, fault.kind)
            again = fault
        solution = self._solution(fault.inputs)
        assert solution is not None
        line = f": {best_line(solution)}" if solution.line().moves else ""
        return attrs.evolve(fault, why=headline(solution, solution.root) + line)

    def _small(self, values: Inputs) -> Iterable[Inputs]:
        """Return the first of the smaller inputs that were not all tried, of which no value is larger than here."""
        sizes = range(self.complete + 1, _largest(values))
        every = (other for size in sizes for other in self.instances.every(size))
        limits = {name: size_of(value) for name, value in values.items()}
        fitting = (other for other in every if all(size_of(other[name]) <= limits[name] for name in limits))
        return islice(fitting, AFTERWARDS)

    def _first_of(self, others: Iterable[Inputs], phase: str, kind: str | None = None) -> FailingInput | None:
        for other in others:
            if (solution := self._solution(other)) is not None:
                fault = self._fault(other, solution, phase)
                if fault is not None and kind in (None, fault.kind):
                    return fault
        return None


def _largest(values: Inputs) -> int:
    """Return the size of the largest value, at least 1."""
    return max(map(size_of, values.values()), default=1)


@attrs.frozen
class ClimbGoal:
    """What a climb goes for: long play that ends with a value; or else a near tie, or many draws.

    Attributes:
        value: the value of a start; None for any value.
        most: the size up to which inputs are made larger.
        is_tie: whether a near tie is wanted, if no value is.
    """

    value: Value | None = None
    most: int = 0
    is_tie: bool = False

    def score(self, solution: Solved, verdict: Verdict[Any]) -> Score:
        """Return how good an input is, from its solution and the verdict on a start."""
        if self.value is not None:
            return (float(verdict.remoteness or 0) if verdict.value is self.value else -1.0,)
        return (-abs(verdict.payoff or 0) if self.is_tie else solution.counts().get(Value.DRAW, 0),)


CLIMBS: Final = (
    *(ClimbGoal(Value.WIN, 9), ClimbGoal(Value.LOSS, 9), ClimbGoal(is_tie=True)),
    *(ClimbGoal(Value.LOSS, MOST_SIZE), ClimbGoal(Value.WIN, MOST_SIZE), ClimbGoal()),
)
"""The climbs, one after the other."""
