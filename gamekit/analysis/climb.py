"""`Climb`: instances of a game that are changed side by side, so that they get better and better."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random
from typing import Any, Final

import attrs

from gamekit.game.protocol import supplies
from gamekit.game.values import Value
from gamekit.solution.solution import Solution, Verdict

TEMPERATURES: Final = tuple(0.5 * 4 ** (i / 3) for i in range(4))
"""How much worse a change may well be, for each of the instances that are changed side by side; from 0.5 to 2."""

Score = tuple[float, ...]
"""How good an instance is: the larger, the better."""

NO_SCORE: Final[Score] = (-1e9,)
"""The score of an instance that has no solution that can be looked at."""


@attrs.frozen
class Climber:
    """An instance that is changed, by its parameters, with its score."""

    parameters: dict[str, Any]
    score: Score = NO_SCORE


Task = tuple[Climber | None, Random]
"""An instance to change, or None if one is to be drawn, and what that depends on."""


@attrs.define
class Climb:
    """The state of a climb by parallel tempering, which depends on its seed alone.

    Attributes:
        rounds: the rounds that are done.
        climbers: the instances, by temperature.
    """

    rounds: int = 0
    climbers: list[Climber] = attrs.Factory(list)

    def round(self, run: Callable[[Iterable[Task]], Iterable[Climber]], seed: object) -> list[Climber]:
        """Change each instance; keep what is better, or what luck has it; then exchange neighbours likewise.

        Args:
            run: a function that changes instances, or draws them at first, and returns them with their scores.
            seed: the seed of everything that is drawn.

        Returns:
            The changed instances.
        """
        *randoms, random = (Random(f"{seed} {self.rounds} {i}") for i in range(len(TEMPERATURES) + 1))
        before: list[Climber | None] = [*self.climbers] or [None] * len(randoms)
        tried = list(run(zip(before, randoms, strict=True)))
        climbers = self.climbers = self.climbers or [*tried]
        for i, (climber, temperature) in enumerate(zip(tried, TEMPERATURES, strict=True)):
            if random.random() < _chance(_gain(climber, climbers[i]) / temperature):
                climbers[i] = climber
        for i, (cold, hot) in enumerate(pairwise(TEMPERATURES)):
            if random.random() < _chance(_gain(climbers[i + 1], climbers[i]) * (1 / cold - 1 / hot)):
                climbers[i], climbers[i + 1] = climbers[i + 1], climbers[i]
        self.rounds += 1
        return tried


def _gain(climber: Climber, other: Climber) -> float:
    """Return by how much an instance is better than another, in the first respect in which they differ."""
    return next((a - b for a, b in zip(climber.score, other.score, strict=False) if a != b), 0.0)


def _chance(exponent: float) -> float:
    return math.exp(min(0.0, exponent))


def best_start(
    solution: Solution[Any, Any],
    parameters: dict[str, Any],
    value: Value | str | None,
    score: Callable[[Verdict[Any]], Score],
    accepts: Callable[[dict[str, Any]], bool],
) -> Climber:
    """Return the better of two instances: one that is solved, or that which starts in its state farthest from the end.

    The game needs the method `instance_from` for the latter. The player who moves first stays the same.

    Args:
        solution: the solution of an instance.
        parameters: its parameters, and which of them the other instance may have.
        value: the value that the start must have for the player to move; None for any value.
        score: a function that returns the score of an instance by the verdict on its start.
        accepts: a function that returns whether the other instance may be taken.

    >>> import gamekit
    >>> from games.cat_mouse import CatMouse
    >>> graph = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
    >>> solution = gamekit.solve(CatMouse(graph))
    >>> str(solution.root)
    'DRAW for mouse'
    >>> best_start(solution, {"graph": graph}, "loss", lambda verdict: (verdict.remoteness or 0,), bool).score
    (4,)
    """
    climber = Climber(parameters, score(solution.root))
    farthest = solution.farthest(value, mover=solution.root.player)
    if not supplies(solution.game, "instance_from") or not len(farthest) or not farthest[0].remoteness:
        return climber
    verdict = min(farthest, key=lambda verdict: repr(verdict.state))  # in whatever order they are found
    moved = solution.game.instance_from(verdict.state)
    other = Climber({name: moved.get(name, old) for name, old in parameters.items()}, score(verdict))
    return other if other.score > climber.score and accepts(other.parameters) else climber
