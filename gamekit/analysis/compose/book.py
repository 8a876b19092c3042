"""`Book`: exercises, and the conditions that they fulfil."""

from __future__ import annotations

import attrs

from gamekit.analysis.compose.exercise import ONLY, Exercise, Only
from gamekit.errors import InputError
from gamekit.game.conditions import Condition, compiled, value_of
from gamekit.game.foreign_errors import describe_error
from gamekit.game.parameters import show
from gamekit.game.sentences import counted
from gamekit.game.values import Value
from gamekit.solution.questions import value_called


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
    where: Condition | None

    def __attrs_post_init__(self) -> None:
        """Refuse what means nothing before anything is searched."""
        if self.only not in (None, *ONLY):
            raise InputError(f"only must be first, line or every; it is {show(self.only)}")
        try:
            _ = isinstance(self.where, str) and compiled(self.where)
        except (SyntaxError, ValueError) as error:
            example = "such as 's.board.count(1) == 2'"
            raise InputError(f"where must be an expression, {example}; {error}: {self.where!r}") from None

    def fit(self, exercise: Exercise) -> bool:
        """Return whether an exercise fulfils all of them.

        Raises:
            InputError: `where` fails.
        """
        plies, wanted = exercise.verdict.remoteness, self.plies
        if exercise.verdict.value is not self.value or plies == 0:
            return False
        if wanted is not None and plies not in ((wanted,) if isinstance(wanted, int) else wanted):
            return False
        try:
            holds = self.where is None or value_of(self.where, exercise.game, exercise.state, {})
        except Exception as error:
            raise InputError(f"where fails in the state {exercise.text}: {describe_error(error)}") from error
        if not holds or self.only is None:
            return bool(holds)
        if self.only == "first":  # the others take longer to find out
            return len(exercise.best) == 1
        return exercise.only is not None and ONLY.index(exercise.only) >= ONLY.index(self.only)
