"""`compose`: states of a solved game, or instances of a game, that make puzzles: the hardest of those that fit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from inspect import signature
from itertools import islice
from typing import Any, Final

from gamekit.analysis.compose.book import Book, Conditions
from gamekit.analysis.compose.exercise import Exercise, Only
from gamekit.analysis.compose.search import search_instances
from gamekit.analysis.kept_answers import KeptAnswers
from gamekit.errors import InputError
from gamekit.game.conditions import Condition
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game
from gamekit.game.values import Value
from gamekit.solution.solution import Solution
from gamekit.solvers.solve import solve

USUAL_SAMPLE: Final = 5_000
"""The most states that are examined if no other number is given."""


def compose(
    game: Game[Any, Any] | Solution[Any, Any] | type[Game[Any, Any]],
    *,
    value: Value | str = Value.WIN,
    plies: int | range | None = None,
    only: Only | None = None,
    where: Condition | None = None,
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
            more have the value and the plies, they are drawn at random. If `game` is not a solution, options of
            `solve`, too. For instances, arguments of `search_instances`.

    Raises:
        InputError: an argument has a wrong value or goes with the other form, or `where` fails.

    >>> from games.nim import Nim
    >>> book = compose(Nim(heaps=(1, 2, 3, 4)), plies=range(5, 10), only="first", count=1)
    >>> [(exercise.text, exercise.task, exercise.best) for exercise in book.exercises]
    [('0 1 3 4, first to move', 'First to move wins in 7 plies', ['take 2 from a heap of 4'])]
    """
    conditions = Conditions(value, plies, only, where)
    of_search = signature(search_instances).parameters.keys() - {"cls", "conditions"}
    of_states = signature(_states).parameters.keys() | signature(solve).parameters.keys()
    composed: Any = _states
    if isinstance(game, type):
        composed = search_instances
        if others := options.keys() - of_search:
            what = f"searching the instances of a class; known: {', '.join(sorted(of_search))}"
            raise InputError(f"{min(others)} does not go with {what}")
    elif others := options.keys() & of_search - of_states:
        raise InputError(f"{min(others)} applies to a search for instances: give the class of the game")
    book: Book = composed(game, conditions, count=count, seed=seed, progress=progress, **options)
    return book


def _states(
    game: Any,
    conditions: Conditions,
    count: int,
    seed: int,
    progress: ProgressCallback,
    mover: str | None = None,
    sample: int = USUAL_SAMPLE,
    **options: Any,
) -> Book:
    if options and isinstance(game, Solution):
        raise InputError(
            f"compose takes options of solve for a game only, not for a solution: {min(options)}"
        )
    solution = game if isinstance(game, Solution) else solve(game, progress=progress, **options)
    matches = solution.where(value=conditions.value, mover=mover, remoteness=conditions.plies)
    answers = KeptAnswers(matches.solution.store, matches.solution.start)
    places = matches.places.tolist()
    if len(places) > sample:
        places = sorted(random.Random(seed).sample(places, sample))
    fitting = []
    for i, place in enumerate(places):
        progress("examining", i, len(places))
        if conditions.fit(exercise := Exercise(answers, answers.verdict(place))):
            fitting.append(exercise)
    fitting.sort(key=lambda exercise: (-exercise.difficulty, exercise.text))
    chosen = [*islice(_apart(fitting), count)]
    return Book(tuple(reversed(chosen)), len(fitting), len(places), len(matches))


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
