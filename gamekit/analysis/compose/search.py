"""`compose_instances`: instances that make good puzzles, found by drawing, changing and keeping what is better."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs

from gamekit.analysis.compose.book import Book, Exercise, Where, condition, reaches
from gamekit.analysis.compose.lines import Lines, Only
from gamekit.analysis.starts import farthest_start
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.runtime.supersteps import SerialExecutor
from gamekit.errors import GamekitError, InputError, explained
from gamekit.game.instances import Instances, instances_of
from gamekit.game.progress import ProgressCallback
from gamekit.game.registry import GAMES, make, name_of_class
from gamekit.game.strict_json import parse_json
from gamekit.game.values import Value
from gamekit.game.whole_files import whole_file
from gamekit.solution.solution import Solution
from gamekit.solvers.options import Backend
from gamekit.solvers.solve import solve

WISHES: Final = ("longest", "fewest", "states")
"""What is better among instances that fit: a longer solution, fewer pieces, or more states."""

CLIMBERS: Final = 16
"""The instances that are changed side by side."""

PATIENCE: Final = 150
"""The changes in a row without a gain after which an instance is given up."""

FRESH: Final = 0.5
"""The share of instances given up that are drawn anew; the others go on from the best one."""

SAVED_EVERY: Final = 5.0
"""The seconds between two savings of the state of a search."""

Score = tuple[float, ...]
"""Whether an instance fits, how far it is from that, and how good it is: the larger, the better."""


@attrs.frozen
class Wish:
    """What an instance should be like; its start is the state to be solved.

    Attributes:
        wish: one of `WISHES`.
        value, plies, only, where: as in `compose`.
        max_states: instances with more states are not solved.
    """

    wish: str
    value: str
    plies: range | None
    only: Only | None
    where: Where | None
    max_states: int

    def solved(self, cls: type[Any], parameters: Mapping[str, Any]) -> Solution[Any, Any]:
        """Return the solution of an instance, by the rules that need not be compiled for each."""
        backend: Backend = "auto" if getattr(cls, "compiled_once", False) else "python"
        return solve(make(GAMES, cls, parameters, cls.__name__), backend=backend, max_states=self.max_states)

    def score(self, exercise: Exercise) -> Score:
        """Return how well the start of an instance fits."""
        solution, verdict = exercise.lines.solution, exercise.verdict
        plies, is_valued = verdict.remoteness or 0, verdict.value.value == self.value
        fits = (
            is_valued
            and plies > 0
            and (self.plies is None or plies in self.plies)
            and condition(self.where, exercise.game)(exercise.state)
            and reaches(exercise, self.only)
        )
        duals = exercise.lines.duals(exercise.state) if self.only and is_valued else 0
        if not is_valued:  # the farthest such state shows the way to one
            plies = solution.longest_by_value().get(Value(self.value), 0)
        pieces = -len(exercise.game.contents(exercise.state))
        best = {"longest": (plies,), "fewest": (pieces, plies), "states": (len(solution),)}[self.wish]
        return (fits, is_valued, -duals, *best)


@attrs.define
class Climber:
    """An instance that is changed as long as that does not make it worse.

    Attributes:
        parameters: its parameters; None before the first is drawn.
        score: its score.
        idle: the changes since its last gain.
        climb: how many instances were given up before it.
    """

    parameters: dict[str, Any] | None = None
    score: Score = ()
    idle: int = 0
    climb: int = 0


def compose_instances(
    cls: type[Any],
    *,
    fixed: Mapping[str, Any] | None = None,
    size: int = 10,
    wish: str = "longest",
    value: Value | str = Value.WIN,
    plies: range | None = None,
    only: Only | None = None,
    where: Where | None = None,
    count: int = 1,
    seconds: float | None = 60.0,
    rounds: int | None = None,
    seed: int = 0,
    work: Path | None = None,
    workers: int | None = None,
    max_states: int = 50_000,
    progress: ProgressCallback | None = None,
    better: Callable[[Exercise], object] | None = None,
) -> Book:
    """Search for instances of a game whose starts are good puzzles.

    Some instances are drawn and changed side by side. A change is kept unless it makes the instance worse; an
    instance that has not improved for long is replaced by another one. The seed alone determines the sequence of steps;
    `seconds` determines only how many of them are made.

    Args:
        cls: the class of the game, which may say how its instances are drawn and changed (`instances_of`). If it has a
            method `instance_from(state)`, each instance is replaced by the one that starts in its state farthest from
            the end.
        fixed: parameters that stay what they are.
        size: the size of the instances that are drawn.
        wish: what is better: the "longest" solution, the "fewest" pieces, or the most "states".
        value: as in `compose`, for the player who moves first.
        plies: as in `compose`.
        only: as in `compose`.
        where: as in `compose`; an expression, if there are several workers.
        count: the number of instances to return.
        seconds: how long to search; None to search until `rounds` end.
        rounds: how many rounds to search, each of one change of every instance.
        seed: the seed of everything that is drawn.
        work: a file that holds the state of the search; if it exists, the search goes on from there.
        workers: the number of processes; by default, one for each core.
        max_states: instances with more states are passed over.
        progress: called with the progress of the work.
        better: called with each instance that is better than all before.

    Raises:
        InputError: an argument has a wrong value, `work` belongs to another search, or no instance can be drawn.

    >>> from games.nim import Nim
    >>> book = compose_instances(Nim, size=3, seconds=None, rounds=2, workers=1, max_states=200)
    >>> len(book.exercises), book.exercises[0].verdict.value
    (1, <Value.WIN: 'win'>)
    """
    if wish not in WISHES:
        raise InputError(f"wish must be one of {', '.join(WISHES)}; it is {wish!r:.100}")
    asked = Wish(wish, Value(value).value, plies, only, where, max_states)
    instances, name = instances_of(cls, **(fixed or {})), name_of_class(GAMES, cls)
    question = json.dumps([name, fixed, size, seed, attrs.astuple(asked)], default=repr)
    done, climbers, best = _resumed(work, question)
    began = saved = time.monotonic()
    with ExitStack() as stack:
        executor: Executor = SerialExecutor()
        if (workers or os.cpu_count() or 1) > 1:
            executor = stack.enter_context(ExecutorSpec("processes", number=workers).pool(0)).executor
        while (rounds is None or done < rounds) and (seconds is None or time.monotonic() < began + seconds):
            randoms = [Random(f"{seed} {done} {i}") for i in range(CLIMBERS)]
            proposed = [
                _proposal(climber, random, instances, size, best)
                for climber, random in zip(climbers, randoms, strict=True)
            ]
            answers = [
                executor.submit(_examined, cls, asked, fixed or {}, parameters) for parameters in proposed
            ]
            for i, (climber, answer) in enumerate(zip(climbers, answers, strict=True)):
                parameters, score = answer.result()
                is_best = score > max((other for other, _ in best.values()), default=())
                _step(climber, parameters, score)
                if score > best.get((i, climber.climb), ((), None))[0]:
                    best[i, climber.climb] = (score, parameters)
                if is_best and score[0] and better:
                    better(exercise_of(asked, cls, parameters))
            done += 1
            if progress:
                progress("instances", done * CLIMBERS, rounds and rounds * CLIMBERS)
            if work and time.monotonic() > saved + SAVED_EVERY:
                _save(work, question, done, climbers, best)
                saved = time.monotonic()
    if work:
        _save(work, question, done, climbers, best)
    fitting = {json.dumps(made, sort_keys=True): (score, made) for score, made in best.values() if score[0]}
    ranked = sorted(fitting.values(), key=lambda entry: entry[0], reverse=True)[:count]
    exercises = [exercise_of(asked, cls, parameters) for _, parameters in reversed(ranked)]
    return Book(tuple(exercises), len(fitting), done * CLIMBERS, done * CLIMBERS, "instance")


def exercise_of(asked: Wish, cls: type[Any], parameters: Mapping[str, Any]) -> Exercise:
    """Return an instance as an exercise: to solve it from its start."""
    solution = asked.solved(cls, parameters)
    return Exercise(Lines(solution), solution.root)


def _proposal(
    climber: Climber, random: Random, instances: Instances, size: int, best: Mapping[Any, tuple[Score, Any]]
) -> dict[str, Any]:
    """Return the next instance that a climber tries."""
    if climber.idle >= PATIENCE:
        climber.parameters, climber.score, climber.idle, climber.climb = None, (), 0, climber.climb + 1
        if random.random() >= FRESH:
            climber.score, climber.parameters = max(best.values(), key=lambda entry: entry[0])
    if climber.parameters is None:
        return instances.draw(random, size)
    return instances.change(climber.parameters, random)


def _step(climber: Climber, parameters: dict[str, Any], score: Score) -> None:
    climber.idle = 0 if score > climber.score else climber.idle + 1
    if score >= climber.score:
        climber.parameters, climber.score = parameters, score


def _examined(
    cls: type[Any], asked: Wish, fixed: Mapping[str, Any], parameters: dict[str, Any]
) -> tuple[dict[str, Any], Score]:
    """Return an instance, moved to its farthest state if the game can do that, and its score."""
    try:
        exercise = exercise_of(asked, cls, parameters)
        score = asked.score(exercise)
        found = farthest_start(exercise.lines.solution, asked.value) if asked.wish == "longest" else None
        if found is not None:
            moved = {**parameters, **found[0]}
            other = asked.score(Exercise(exercise.lines, found[1]))
            if other > score and fixed.items() <= moved.items():
                make(GAMES, cls, moved, cls.__name__)  # which may refuse it
                return moved, other
    except GamekitError:  # too many states, or no start
        return parameters, (-1.0,)
    return parameters, score


def _resumed(work: Path | None, question: str) -> tuple[int, list[Climber], dict[Any, tuple[Score, Any]]]:
    if work is None or not work.exists():
        return 0, [Climber() for _ in range(CLIMBERS)], {}
    with explained(f"cannot read {work}"):
        data = parse_json(work.read_bytes(), str(work))
    if not isinstance(data, dict) or data.get("question") != question:
        raise InputError(
            f"{work} belongs to another search: give the options that it began with, or another file"
        )
    try:
        climbers = [Climber(made, tuple(score), idle, climb) for made, score, idle, climb in data["climbers"]]
        best = {(i, climb): (tuple(score), made) for i, climb, score, made in data["best"]}
        return data["done"], climbers, best
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{work} is damaged: delete it, or give another file") from None


def _save(
    work: Path, question: str, done: int, climbers: list[Climber], best: Mapping[Any, tuple[Score, Any]]
) -> None:
    data = {
        "question": question,
        "done": done,
        "climbers": [attrs.astuple(climber) for climber in climbers],
        "best": [(*key, score, made) for key, (score, made) in best.items()],
    }
    with explained(f"cannot write {work}"), whole_file(work, replace=True) as file:
        file.write(json.dumps(data).encode())
