"""`search_instances`: instances that make good puzzles, found by drawing, changing and keeping what is better."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, get_args

import attrs

from gamekit.analysis.climb import CLIMBERS, NO_SCORE, Climb, Climber, Score, best_start, seen
from gamekit.analysis.compose.book import Book, Conditions
from gamekit.analysis.compose.exercise import Exercise
from gamekit.analysis.kept_answers import KeptAnswers
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.runtime.supersteps import run_round
from gamekit.errors import GamekitError, InputError, RulesError, explained
from gamekit.game.instances import instances_of
from gamekit.game.parameters import structure
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.registry import GAMES, make, name_of_class
from gamekit.game.strict_json import parse_json
from gamekit.game.whole_files import write_file
from gamekit.solution.solution import Solution, Verdict
from gamekit.solvers.solve import solve

Aim = Literal["longest", "fewest", "states"]
"""What is better among instances that fit: a longer solution, fewer pieces, or more states."""

STRETCH: Final = 200
"""The rounds of which the best instance of each climber is kept for the book."""

SAVED_EVERY: Final = 5.0
"""The seconds between two savings of the state of a search."""

FAR: Final = 10.0
"""How much worse an instance is that does not fit, by the measure of the temperature."""


@attrs.define
class SearchRecord:
    """The state of a search, which a file keeps: what is asked for, the climb, and the best of each stretch."""

    question: str
    climb: Climb = attrs.Factory(Climb)
    best: dict[str, Climber] = attrs.Factory(dict)


@attrs.frozen
class SearchGoal:
    """What is searched for; `search_instances` says what its attributes mean."""

    cls: type[Any]
    conditions: Conditions
    aim: Aim
    fixed: Mapping[str, Any]
    size: int
    max_states: int

    def exercise(self, parameters: Mapping[str, Any]) -> Exercise:
        """Return an instance as an exercise: to solve it from its start."""
        solution = self._solution(parameters)
        return Exercise(KeptAnswers(solution.store, solution.start), solution.root)

    def tried(self, climber: Climber | None, random: Random) -> Climber:
        """Return an instance that is changed, or drawn; if that is better, moved to where it takes longest."""
        instances = instances_of(self.cls, **self.fixed)
        if climber is None:
            parameters = instances.draw(random, self.size)
        else:
            parameters = instances.change(climber.parameters, random)
        try:
            solution = self._solution(parameters)
        except RulesError:
            raise  # of the author's rules
        except GamekitError:  # too many states, or no start
            return Climber(parameters)
        score = partial(self._score, KeptAnswers(solution.store, solution.start))
        if self.aim != "longest":
            return seen(parameters, score(solution.root), solution)
        return best_start(solution, parameters, self.conditions.value, score, instances.accepts)

    def _solution(self, parameters: Mapping[str, Any]) -> Solution[Any, Any]:
        return solve(make(GAMES, self.cls, parameters, self.cls.__name__), max_states=self.max_states)

    def _score(self, solution: Solution[Any, Any], verdict: Verdict[Any]) -> Score:
        """Return whether an instance fits, how far it is from that, and how good it is."""
        exercise, plies = Exercise(solution, verdict), verdict.remoteness or 0
        if not (is_valued := verdict.value is self.conditions.value):
            # the farthest such state shows the way to one
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
    """Search for instances of a game whose starts are good puzzles.

    Some instances are drawn and changed side by side (`Climb`). What happens depends on the seed alone; `seconds`
    determines only how much of it.

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
    goal = SearchGoal(cls, conditions, aim, fixed or {}, size, max_states)
    question = json.dumps([name_of_class(GAMES, cls), seed, attrs.asdict(goal)], default=repr)
    record = _resumed(work, question)
    most = max((climber.score for climber in record.best.values()), default=NO_SCORE)
    saved = time.monotonic()
    end = saved + (math.inf if seconds is None and rounds else seconds or 60)
    climb = record.climb
    kind = "serial" if workers == 1 or callable(conditions.where) else "processes"  # which take no functions
    with ExecutorSpec(kind, number=workers).pool(0) as pool:
        while climb.rounds < (rounds or sys.maxsize) and time.monotonic() < end:
            stretch = climb.rounds // STRETCH
            for i, climber in enumerate(climb.round(partial(run_round, pool, goal.tried), seed)):
                if climber.score > most and _fits(climber):
                    most = climber.score
                    better(goal.exercise(climber.parameters))
                if climber.score > record.best.get(key := f"{i} {stretch}", Climber({})).score:
                    record.best[key] = climber
            progress("instances", climb.rounds * CLIMBERS, rounds and rounds * CLIMBERS)
            if time.monotonic() > saved + SAVED_EVERY:
                saved = time.monotonic()
                _save(work, record)
    _save(work, record)
    fitting = {json.dumps(one.parameters, sort_keys=True): one for one in record.best.values() if _fits(one)}
    ranked = sorted(fitting.values(), key=lambda climber: climber.score, reverse=True)[:count]
    exercises = tuple(goal.exercise(climber.parameters) for climber in reversed(ranked))
    return Book(exercises, len(fitting), climb.rounds * CLIMBERS, climb.rounds * CLIMBERS, "instance")


def _fits(climber: Climber) -> bool:
    return climber.score[:2] == (FAR, FAR)


def _resumed(work: Path | None, question: str) -> SearchRecord:
    if work is None or not work.exists():
        return SearchRecord(question)
    with explained(f"cannot read {work}"):
        data = parse_json(work.read_bytes(), str(work))
    try:
        record = structure(SearchRecord, data, str(work))
        if len(record.climb.climbers) not in (0, CLIMBERS):
            raise InputError(f"climbers must be {CLIMBERS}; they are {len(record.climb.climbers)}")
    except InputError as error:
        raise InputError(f"{work} is damaged: delete it, or give another file; {error}") from None
    if record.question != question:
        raise InputError(
            f"{work} belongs to another search: give the options that it began with, or another file"
        )
    return record


def _save(work: Path | None, record: SearchRecord) -> None:
    if work is not None:
        write_file(work, json.dumps(attrs.asdict(record)).encode(), replace=True)
