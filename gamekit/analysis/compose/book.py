"""`Book`: exercises, and the conditions that they fulfil."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import attrs

from gamekit.analysis.compose.exercise import ONLY, Exercise, Only
from gamekit.errors import InputError
from gamekit.game.foreign_errors import describe_error
from gamekit.game.parameters import show
from gamekit.game.sentences import counted
from gamekit.game.values import Value
from gamekit.solution.questions import value_called

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

    def __attrs_post_init__(self) -> None:
        """Refuse what means nothing before anything is searched."""
        if self.only not in (None, *ONLY):
            raise InputError(f"only must be first, line or every; it is {show(self.only)}")
        if isinstance(self.where, str):
            _compiled(self.where)

    def fit(self, exercise: Exercise) -> bool:
        """Return whether an exercise fulfils all of them.

        Raises:
            InputError: `where` fails.
        """
        plies = exercise.verdict.remoteness
        wanted = (self.plies,) if isinstance(self.plies, int) else self.plies
        is_wanted = (
            exercise.verdict.value is self.value and plies != 0 and (wanted is None or plies in wanted)
        )
        return is_wanted and self._holds(exercise) and self._is_only(exercise)

    def _holds(self, exercise: Exercise) -> bool:
        game, where = exercise.game, self.where
        if where is None:
            return True
        s = game.state_view(exercise.state)
        try:
            condition = eval(_compiled(where), {"s": s, "game": game}) if isinstance(where, str) else where
            return bool(condition(s) if callable(condition) else condition)
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
