"""`compose`: states of a solved game, or instances of a game, that make puzzles: the hardest of those that fit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Final

import attrs

from gamekit.analysis.compose.exercise import ONLY, Exercise, Only
from gamekit.analysis.kept_answers import KeptAnswers
from gamekit.errors import InputError
from gamekit.game.foreign_errors import describe_error
from gamekit.game.parameters import show
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game
from gamekit.game.sentences import counted
from gamekit.game.values import Value
from gamekit.solution.questions import value_called
from gamekit.solution.solution import Solution
from gamekit.solvers.solve import solve

SAMPLE: Final = 5_000
"""The most states that are examined if no other number is given."""

Where = str | Callable[[Any], bool]
"""A condition on states: a function, or an expression in which `s` is the state as the rules see it."""


@attrs.frozen
class Book:
    """Exercises, the easiest first, and how they were found.

    Attributes:
        exercises: the hardest of those that fit.
        fitting: how many states fit among those that were examined; of instances, how many were kept.
        examined: how many states, or instances, were examined.
        candidates: how many states have the value and the plies; of instances, how many were examined.
        noun: what was examined: "state" or "instance".
    """

    exercises: tuple[Exercise, ...]
    fitting: int
    examined: int
    candidates: int
    noun: str = "state"

    def __str__(self) -> str:
        sampled = f" of {self.candidates:,}, drawn at random" if self.examined < self.candidates else ""
        return f"{self.fitting:,} fit among {counted(self.examined, self.noun)}{sampled}"


@attrs.frozen
class Conditions:
    """What a state must be like to make a puzzle; `compose` says what its attributes mean."""

    value: Value = attrs.field(converter=value_called)
    plies: int | range | None
    only: Only | None
    where: Where | None

    def fit(self, exercise: Exercise) -> bool:
        """Return whether an exercise fulfils all of them.

        Raises:
            InputError: `where` is not an expression, or it fails.
        """
        plies = exercise.verdict.remoteness
        wanted = range(self.plies, self.plies + 1) if isinstance(self.plies, int) else self.plies
        return (
            exercise.verdict.value is self.value
            and plies != 0
            and (wanted is None or plies in wanted)
            and (self.where is None or self._holds(self.where, exercise))
            and self._is_only(exercise)
        )

    def _holds(self, where: Where, exercise: Exercise) -> bool:
        game = exercise.game
        s = getattr(game, "state_view", lambda state: state)(exercise.state)
        condition = _compiled(where) if isinstance(where, str) else where
        try:
            return bool(condition(s) if callable(condition) else eval(condition, {"s": s, "game": game}))
        except Exception as error:
            raise InputError(f"where fails in the state {exercise.text}: {describe_error(error)}") from error

    def _is_only(self, exercise: Exercise) -> bool:
        if self.only in (None, "first"):  # the others take longer to find out
            return self.only is None or len(exercise.best) == 1
        return exercise.only is not None and ONLY.index(exercise.only) >= ONLY.index(self.only)


@lru_cache
def _compiled(where: str) -> Any:
    try:
        return compile(where, "where", "eval")
    except (SyntaxError, ValueError) as error:
        raise InputError(
            f"where must be an expression, such as 's.board.count(1) == 2'; {error}: {where!r}"
        ) from None


def compose(
    game: Game[Any, Any] | Solution[Any, Any] | type[Game[Any, Any]],
    *,
    value: Value | str = Value.WIN,
    plies: int | range | None = None,
    only: Only | None = None,
    where: Where | None = None,
    count: int = 20,
    seed: int = 0,
    progress: ProgressCallback = silent,
    **options: Any,
) -> Book:
    """Return the hardest exercises for the player to move that fit a wish: states of a game, or whole instances.

    States that are alike by symmetry are one, and no exercise lies on the main line of another.

    Args:
        game: the rules, or a solution, such as an opened table; or the class of a game, to search its instances.
        value: the value for the player to move.
        plies: the number of plies until the end, or a range.
        only: how far the player to move must have a single best move: "first", in the first state; "line", on the main
            line; or "every", against every defence.
        where: a further condition, as a function of the state as the rules see it, or as an expression of `s`.
        count: the number of exercises.
        seed: the seed of all that is drawn; the same seed gives the same exercises.
        progress: called with the progress of the work.
        **options: for states, `mover`, the name of the player to move, and `sample`, the most states to examine: if
            more have the value and the plies, they are drawn at random. If `game` is no solution, options of `solve`,
            too. For instances, arguments of `search_instances`.

    Raises:
        InputError: an argument has a wrong value, or `where` fails.

    >>> from games.nim import Nim
    >>> book = compose(Nim(heaps=(1, 2, 3, 4)), plies=range(5, 10), only="first", count=1)
    >>> [(exercise.text, exercise.task, exercise.best) for exercise in book.exercises]
    [('0 1 3 4, first to move', 'First to move wins in 7 plies', ['take 2 from a heap of 4'])]
    """
    if only not in (None, *ONLY):
        raise InputError(f"only must be first, line or every; it is {show(only)}")
    conditions = Conditions(value, plies, only, where)
    if isinstance(game, type):
        from gamekit.analysis.compose.search import search_instances

        return search_instances(game, conditions, count=count, seed=seed, progress=progress, **options)
    return _states(game, conditions, count=count, seed=seed, progress=progress, **options)


def _states(
    game: Any,
    conditions: Conditions,
    *,
    mover: str | None = None,
    sample: int = SAMPLE,
    count: int,
    seed: int,
    progress: ProgressCallback,
    **options: Any,
) -> Book:
    if options and isinstance(game, Solution):
        raise InputError(
            f"compose takes options of solve for a game only, and this is a solution: {min(options)}"
        )
    solution = game if isinstance(game, Solution) else solve(game, progress=progress, **options)
    found = solution.where(value=conditions.value, mover=mover, remoteness=conditions.plies)
    kept = KeptAnswers(found.solution.store, found.solution.start)
    places = found.places.tolist()
    if len(places) > sample:
        places = sorted(random.Random(seed).sample(places, sample))
    fitting = []
    for i, place in enumerate(places):
        progress("examining", i, len(places))
        exercise = Exercise(kept, kept.verdict(place))
        if conditions.fit(exercise):
            fitting.append(exercise)
    fitting.sort(key=lambda exercise: (-exercise.difficulty, exercise.text))
    chosen = [*islice(_apart(fitting), count)]
    return Book(tuple(reversed(chosen)), len(fitting), len(places), len(found))


def _apart(exercises: list[Exercise]) -> Iterator[Exercise]:
    """Yield the exercises of which none lies on the main line of another, the first ones first."""
    passed: set[int | None] = set()
    chosen: set[int | None] = set()
    for exercise in exercises:
        place, *others = (exercise.solution.store.place_of(state) for state in exercise.main_line)
        if place not in passed and chosen.isdisjoint(others):
            chosen.add(place)
            passed.update((place, *others))
            yield exercise
