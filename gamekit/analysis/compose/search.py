"""`search_instances`: instances that make good puzzles, found by drawing, changing and keeping what is better."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, get_args

import attrs

from gamekit.analysis.compose.book import Book, Conditions
from gamekit.analysis.compose.exercise import Exercise
from gamekit.analysis.kept_answers import KeptAnswers
from gamekit.analysis.starts import farthest_start
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.runtime.supersteps import run_round
from gamekit.errors import GamekitError, InputError, explained
from gamekit.game.instances import instances_of
from gamekit.game.parameters import structure
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.registry import GAMES, make, name_of_class
from gamekit.game.strict_json import parse_json
from gamekit.game.whole_files import whole_file
from gamekit.solvers.solve import solve

Aim = Literal["longest", "fewest", "states"]
"""What is better among instances that fit: a longer solution, fewer pieces, or more states."""

TEMPERATURES: Final = tuple(0.5 * 4 ** (i / 3) for i in range(4))
"""How much worse a change may well be, for each of the instances that are changed side by side; from 0.5 to 2."""

STRETCH: Final = 200
"""The rounds in which the best instance of each temperature is kept for the book."""

SAVED_EVERY: Final = 5.0
"""The seconds between two savings of the state of a search."""

Score = tuple[float, ...]
"""Whether an instance fits, how far it is from that, and how good it is: the larger, the better."""

FAR: Final = 10.0
"""How much worse an instance is that does not fit, by the measure of the temperatures."""

REFUSED: Final[Score] = (-1e9,)
"""The score of an instance that has no solution that can be looked at."""


@attrs.frozen
class Climber:
    """An instance that is changed, with its score."""

    parameters: dict[str, Any]
    score: Score = REFUSED


@attrs.define
class Found:
    """The state of a search, which a file keeps.

    Attributes:
        question: what was asked for.
        rounds: the rounds that are done.
        climbers: the instances, by temperature.
        best: the best instance of each temperature and each stretch of rounds.
    """

    question: str
    rounds: int = 0
    climbers: list[Climber] = attrs.Factory(list)
    best: dict[str, Climber] = attrs.Factory(dict)

    def keep(self, tried: list[Climber], random: Random) -> None:
        """End a round: keep changes that are better, or that luck has it; then exchange neighbours likewise."""
        climbers = self.climbers = self.climbers or [*tried]
        for i, (climber, temperature) in enumerate(zip(tried, TEMPERATURES, strict=True)):
            if random.random() < _chance(_gain(climber, climbers[i]) / temperature):
                climbers[i] = climber
            key = f"{i} {self.rounds // STRETCH}"
            if key not in self.best or climber.score > self.best[key].score:
                self.best[key] = climber
        for i, (cold, hot) in enumerate(pairwise(TEMPERATURES)):
            if random.random() < _chance(_gain(climbers[i + 1], climbers[i]) * (1 / cold - 1 / hot)):
                climbers[i], climbers[i + 1] = climbers[i + 1], climbers[i]
        self.rounds += 1


@attrs.frozen
class Goal:
    """What is searched for: a game, parameters that are fixed, the size that is drawn, and what makes a good puzzle."""

    cls: type[Any]
    conditions: Conditions
    aim: Aim
    fixed: Mapping[str, Any]
    size: int
    max_states: int

    def exercise(self, parameters: Mapping[str, Any]) -> Exercise:
        """Return an instance as an exercise: to solve it from its start."""
        game = make(GAMES, self.cls, parameters, self.cls.__name__)
        solution = solve(
            game, backend="python", max_states=self.max_states
        )  # which need not be compiled for each
        return Exercise(KeptAnswers(solution.store, solution.start), solution.root)

    def tried(self, climber: Climber | None, random: Random) -> Climber:
        """Return an instance that is changed, or drawn; if that is better, moved to where it takes longest."""
        instances = instances_of(self.cls, **self.fixed)
        if climber is None:
            parameters = instances.draw(random, self.size)
        else:
            parameters = instances.change(climber.parameters, random)
        try:
            exercise = self.exercise(parameters)
            start = (
                farthest_start(exercise.solution, self.conditions.value) if self.aim == "longest" else None
            )
        except GamekitError:  # too many states, or no start
            return Climber(parameters)
        given = Climber(parameters, self._score(exercise))
        if start is None or not self.fixed.items() <= {**parameters, **start[0]}.items():
            return given
        exercise = attrs.evolve(exercise, verdict=start[1])
        moved = Climber({**parameters, **start[0]}, self._score(exercise))
        return max(given, moved, key=lambda climber: climber.score)

    def _score(self, exercise: Exercise) -> Score:
        solution, plies = exercise.solution, exercise.verdict.remoteness or 0
        is_valued = exercise.verdict.value is self.conditions.value
        if not is_valued:  # the farthest such state shows the way to one
            plies = solution.longest_by_value().get(self.conditions.value, 0)
        pieces = -len(exercise.game.contents(exercise.state))
        best = {"longest": (plies,), "fewest": (pieces, plies), "states": (math.log2(len(solution)),)}
        duals = exercise.duals if self.conditions.only and is_valued else 0
        fits = self.conditions.fit(exercise)
        return (FAR * is_valued, FAR * fits, -float(duals), *map(float, best[self.aim]))


def search_instances(
    cls: type[Any],
    conditions: Conditions,
    *,
    aim: Aim = "longest",
    size: int = 10,
    fixed: Mapping[str, Any] | None = None,
    count: int = 20,
    seconds: float | None = None,
    rounds: int | None = None,
    seed: int = 0,
    work: Path | None = None,
    workers: int | None = None,
    max_states: int = 50_000,
    progress: ProgressCallback = silent,
    better: Callable[[Exercise], object] = lambda _: None,
) -> Book:
    """Search for instances of a game whose starts are good puzzles, by parallel tempering.

    Some instances are drawn and changed side by side. A change for the worse is kept the more often, the higher the
    temperature of the instance, and instances of neighbouring temperatures change places. What happens depends on the
    seed alone; `seconds` determines only how much of it.

    Args:
        cls: the class of the game, which may say how its instances are drawn and changed (`instances_of`). If it has a
            method `instance_from(state)`, each instance is replaced by the one that starts in its state farthest from
            the end.
        conditions: what the start of an instance must be like, for the player who moves first.
        aim: what is better: the "longest" solution, the "fewest" pieces, or the most "states".
        size: the size of the instances that are drawn.
        fixed: parameters that stay what they are.
        count: the number of instances to return.
        seconds: how long to search; a minute if `rounds` are not given either.
        rounds: how many rounds to search, each of one change of every instance.
        seed: the seed of everything that is drawn.
        work: a file that holds the state of the search; if it exists, the search goes on from there.
        workers: the number of processes; by default, one for each core. If `where` is a function, there is one.
        max_states: instances with more states are passed over.
        progress: called with the progress of the work.
        better: called with each instance that is better than all before.

    Raises:
        InputError: an argument has a wrong value, `work` belongs to another search, or no instance can be drawn.
    """
    if aim not in get_args(Aim):
        raise InputError(f"aim must be one of {', '.join(get_args(Aim))}; it is {aim!r:.100}")
    for name, limit in (("seconds", seconds), ("rounds", rounds)):
        if limit is not None and not limit > 0:
            raise InputError(f"{name} must be more than 0, or left out; it is {limit!r}")
    goal = Goal(cls, conditions, aim, fixed or {}, size, max_states)
    question = json.dumps([name_of_class(GAMES, cls), seed, attrs.asdict(goal)], default=repr)
    found, number = _resumed(work, question), len(TEMPERATURES)
    most = max((climber.score for climber in found.best.values()), default=REFUSED)
    saved = time.monotonic()
    if seconds is None:
        seconds = 60 if rounds is None else math.inf
    end = saved + seconds
    kind = "serial" if workers == 1 or callable(conditions.where) else "processes"  # which take no functions
    with ExecutorSpec(kind, number=workers).pool(0) as pool:
        while found.rounds < (rounds or sys.maxsize) and time.monotonic() < end:
            randoms = [Random(f"{seed} {found.rounds} {i}") for i in range(number)]
            before: list[Climber | None] = [*found.climbers] or [None] * number
            tried = [*run_round(pool, goal.tried, zip(before, randoms, strict=True), number)]
            for climber in tried:
                if climber.score > most and _fits(climber):
                    most = climber.score
                    better(goal.exercise(climber.parameters))
            found.keep(tried, Random(f"{seed} {found.rounds}"))
            progress("instances", found.rounds * number, rounds and rounds * number)
            if time.monotonic() > saved + SAVED_EVERY:
                saved = time.monotonic()
                _save(work, found)
    _save(work, found)
    fitting = {json.dumps(one.parameters, sort_keys=True): one for one in found.best.values() if _fits(one)}
    ranked = sorted(fitting.values(), key=lambda climber: climber.score, reverse=True)[:count]
    exercises = tuple(goal.exercise(climber.parameters) for climber in reversed(ranked))
    return Book(exercises, len(fitting), found.rounds * number, found.rounds * number, "instance")


def _gain(climber: Climber, other: Climber) -> float:
    """Return by how much an instance is better than another, in the first respect in which they differ."""
    return next((a - b for a, b in zip(climber.score, other.score, strict=False) if a != b), 0.0)


def _chance(exponent: float) -> float:
    return math.exp(min(0.0, exponent))


def _fits(climber: Climber) -> bool:
    return climber.score[:2] == (FAR, FAR)


def _resumed(work: Path | None, question: str) -> Found:
    if work is None or not work.exists():
        return Found(question)
    with explained(f"cannot read {work}"):
        data = parse_json(work.read_bytes(), str(work))
    try:
        found = structure(Found, data, str(work))
    except InputError as error:
        raise InputError(f"{work} is damaged: delete it, or give another file; {error}") from None
    if found.question != question:
        raise InputError(
            f"{work} belongs to another search: give the options that it began with, or another file"
        )
    return found


def _save(work: Path | None, found: Found) -> None:
    if work is not None:
        with explained(f"cannot write {work}"), whole_file(work, replace=True) as file:
            file.write(json.dumps(attrs.asdict(found)).encode())
