"""`compose`: states of a solved game that make puzzles, the hardest of those that fit a wish."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final

import attrs

from gamekit.analysis.compose.lines import ONLY, Difficulty, Lines, Only
from gamekit.errors import InputError
from gamekit.game.fingerprint import name_of
from gamekit.game.foreign_errors import describe_error
from gamekit.game.parameters import show, unstructure
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Game
from gamekit.game.sentences import conjugated, counted
from gamekit.game.values import Value
from gamekit.solution.solution import Solution, Verdict
from gamekit.solvers.solve import solve

SAMPLE: Final = 5_000
"""The most states that are examined if no other number is given."""

Where = str | Callable[[Any], bool]
"""A condition on states: a function, or an expression in which `s` is the state as the rules see it."""


@attrs.frozen(eq=False)
class Exercise:
    """A state to be solved by the player to move.

    Attributes:
        lines: best play in the solved game.
        verdict: the verdict on the state.
    """

    lines: Lines
    verdict: Verdict[Any]

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.lines.solution.game

    @property
    def state(self) -> Any:
        """The state."""
        return self.verdict.state

    @property
    def text(self) -> str:
        """The state as text."""
        return self.game.format_state(self.state)

    @property
    def task(self) -> str:
        """The task in words, such as "White to move wins in 7 plies"."""
        value, plies = self.verdict.value, self.verdict.remoteness
        if len(self.game.players) == 1 and value is Value.WIN and plies is not None:
            return f"Solve it in {counted(plies, 'move')}"
        verbs = {Value.WIN: "wins", Value.LOSS: "loses" if plies is None else "holds out"}
        player, verb = self.verdict.player, verbs.get(value, f"{value}s")
        made = conjugated(self.game, player, verb).removeprefix(player)
        word = "for" if value is Value.LOSS else "in"
        how = "" if plies is None else f" {word} {counted(plies, 'ply', 'plies')}"
        return f"{player[:1].upper()}{player[1:]} to move{made}{how}"

    @cached_property
    def only(self) -> Only | None:
        """How far the solver has a single best move."""
        return self.lines.only_until(self.state)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard it is to find the best moves."""
        return self.lines.difficulty(self.state)

    @cached_property
    def best(self) -> list[str]:
        """The best first moves, as text."""
        return [self.game.format_move(self.state, move) for move, _, _ in self.lines.best(self.state)]

    @cached_property
    def line(self) -> list[str]:
        """The moves of the main line, as text."""
        return [self.game.format_move(here, move) for here, (move, _, _) in self.lines.main(self.state)]

    def as_json(self) -> dict[str, Any]:
        """Return the exercise as plain data."""
        verdict = self.verdict
        return {
            "game": name_of(self.game),
            "parameters": unstructure(self.game),
            "state": self.text,
            "task": self.task,
            "to_move": verdict.player,
            "value": verdict.value.value,
            "remoteness": verdict.remoteness,
            "best": self.best,
            "only": self.only,
            "line": self.line,
            "difficulty": self.difficulty.total,
            **attrs.asdict(self.difficulty),
        }


@attrs.frozen(eq=False)
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


def compose(
    game: Game[Any, Any] | Solution[Any, Any],
    *,
    value: Value | str = Value.WIN,
    plies: int | range | None = None,
    mover: str | None = None,
    only: Only | None = None,
    where: Where | None = None,
    count: int = 20,
    sample: int = SAMPLE,
    seed: int = 0,
    progress: ProgressCallback | None = None,
    **options: Any,
) -> Book:
    """Return the hardest states of a game that fit a wish, as exercises for the player to move.

    States that are alike by symmetry are one, and no exercise lies on the main line of another.

    Args:
        game: the rules, or a solution, such as an opened table.
        value: the value for the player to move.
        plies: the number of plies until the end, or a range.
        mover: the name of the player to move.
        only: how far the solver must have a single best move: "first", on the main "line", or against "every" defence.
        where: a further condition, as a function of the state as the rules see it, or as an expression of `s`.
        count: the number of exercises.
        sample: the most states to examine. If more have the value and the plies, they are drawn at random.
        seed: the seed of the drawing; the same seed gives the same exercises.
        progress: called with the progress of the work.
        **options: options of `solve`, if `game` is not a solution.

    Raises:
        InputError: an argument has a wrong value, or `where` fails.

    >>> from games.nim import Nim
    >>> book = compose(Nim(heaps=(1, 2, 3, 4)), plies=range(5, 10), only="first", count=1)
    >>> [(exercise.text, exercise.task, exercise.best) for exercise in book.exercises]
    [('0 1 3 4, first to move', 'First to move wins in 7 plies', ['take 2 from a heap of 4'])]
    """
    if only not in (None, *ONLY):
        raise InputError(f"only must be first, line or every; it is {show(only)}")
    if options and isinstance(game, Solution):
        raise InputError(
            f"compose takes options of solve for a game only, and this is a solution: {min(options)}"
        )
    solution = game if isinstance(game, Solution) else solve(game, progress=progress, **options)
    found = solution.where(value=value, mover=mover, remoteness=plies)
    places = found.places.tolist()
    if len(places) > sample:
        places = sorted(random.Random(seed).sample(places, sample))
    lines, fits, fitting = Lines(found.solution), condition(where, solution.game), []
    for i, place in enumerate(places):
        if progress:
            progress("examining", i, len(places))
        exercise = Exercise(lines, found.solution.verdict(place))
        if exercise.verdict.remoteness != 0 and fits(exercise.state) and reaches(exercise, only):
            fitting.append(exercise)
    fitting.sort(key=lambda exercise: (-exercise.difficulty.total, exercise.text))
    return Book(tuple([*_apart(fitting, count)][::-1]), len(fitting), len(places), len(found))


def reaches(exercise: Exercise, only: Only | None) -> bool:
    """Return whether the solver has a single best move as far as `only` says."""
    if only is None:
        return True
    if only == "first":  # the others take longer to find out
        return len(exercise.lines.best(exercise.state)) == 1
    return exercise.only is not None and ONLY.index(exercise.only) >= ONLY.index(only)


def condition(where: Where | None, game: Game[Any, Any]) -> Callable[[Any], bool]:
    """Return a function that tells whether a state fulfils a condition.

    Raises:
        InputError: the condition is not an expression, or it fails in a state.

    >>> from games.nim import Nim
    >>> condition("s.heaps.count(1) == 1", Nim(heaps=(1, 2)))((1, 2, 0))
    True
    """
    if where is None:
        return lambda _: True
    try:
        code = compile(where, "where", "eval") if isinstance(where, str) else None
    except (SyntaxError, ValueError) as error:
        raise InputError(
            f"where must be an expression, such as 's.board.count(1) == 2'; {error}: {where!r}"
        ) from None
    view = getattr(game, "state_view", lambda state: state)

    def fits(state: Any) -> bool:
        try:
            if code is None:
                return bool(where(view(state)))  # type: ignore[operator]
            return bool(eval(code, {"s": view(state), "game": game}))
        except Exception as error:
            raise InputError(
                f"where fails in the state {game.format_state(state)}: {describe_error(error)}"
            ) from error

    return fits


def _apart(exercises: list[Exercise], count: int) -> Iterator[Exercise]:
    """Yield the first `count` exercises of which none lies on the main line of another."""
    passed: set[int | None] = set()
    place_of = exercises[0].lines.solution.store.place_of if exercises else None
    for exercise in exercises:
        if count <= 0:
            return
        if place_of is not None and place_of(exercise.state) not in passed:
            passed.update(place_of(state) for state, _ in exercise.lines.main(exercise.state))
            yield exercise
            count -= 1
