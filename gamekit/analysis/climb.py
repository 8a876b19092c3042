"""`Climb`: instances of a game that are changed side by side, so that they get better and better."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

import attrs

from gamekit.game.protocol import supplies
from gamekit.game.values import Value
from gamekit.solution.solution import Solution, Verdict

CLIMBERS: Final = 4
"""The instances that are changed side by side."""

TEMPERATURE: Final = 0.6
"""How much worse a change may well be."""

SATIETY: Final = 0.9
"""How much less likely a look is after twice as many visits: the difference of the logarithms of the chances."""

Score = tuple[float, ...]
"""How good an instance is: the larger, the better."""

NO_SCORE: Final[Score] = (-1e9,)
"""The score of an instance that has no solution that can be looked at."""


@attrs.frozen
class Climber:
    """An instance that is changed, by its parameters, with its score.

    Instances with the same look, as symmetric ones have, are taken for the same. If there is no solution, it is "".
    """

    parameters: dict[str, Any]
    score: Score = NO_SCORE
    look: str = ""


Task = tuple[Climber | None, Random]
"""An instance to change, or None if one is to be drawn, and what that depends on."""


@attrs.define
class Climb:
    """The state of a climb, which depends on its seed alone.

    A change for the worse is sometimes kept. What was often visited is left, however good it is, because the climb
    would otherwise stay on the first good hill (metadynamics, Laio and Parrinello, 2002).

    Attributes:
        rounds: the rounds that are done.
        climbers: the instances.
        visits: the number of rounds after which some instance had a look.
    """

    rounds: int = 0
    climbers: list[Climber] = attrs.Factory(list)
    visits: dict[str, int] = attrs.Factory(dict)

    def round(self, run: Callable[[Iterable[Task]], Iterable[Climber]], seed: object) -> list[Climber]:
        """Change each instance; keep what is better, or what luck has it.

        Args:
            run: a function that changes instances, or draws them at first, and returns them with their scores.
            seed: the seed of everything that is drawn.

        Returns:
            The changed instances.
        """
        *randoms, random = (Random(f"{seed} {self.rounds} {i}") for i in range(CLIMBERS + 1))
        before: list[Climber | None] = [*self.climbers] or [None] * len(randoms)
        tried = list(run(zip(before, randoms, strict=True)))
        climbers = self.climbers = self.climbers or [*tried]
        for i, other in enumerate(tried):
            exponent = _gain(other, climbers[i]) / TEMPERATURE + self._wear(climbers[i]) - self._wear(other)
            if random.random() < math.exp(min(0.0, exponent)):
                climbers[i] = other
            self.visits[climbers[i].look] = self.visits.get(climbers[i].look, 0) + 1
        self.rounds += 1
        return tried

    def _wear(self, climber: Climber) -> float:
        """Return how much an instance counts less, because instances of its look were visited."""
        return SATIETY * math.log2(1 + self.visits.get(climber.look, 0))


def _gain(climber: Climber, other: Climber) -> float:
    """Return by how much an instance is better than another, in the first respect in which they differ."""
    return next((a - b for a, b in zip(climber.score, other.score, strict=False) if a != b), 0.0)


def seen(parameters: dict[str, Any], score: Score, solution: Solution[Any, Any]) -> Climber:
    """Return an instance whose look is its score, and the numbers of edges and of states of each value."""
    return Climber(parameters, score, json.dumps([*score, solution.edges, *solution.counts().values()]))


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
    climber = seen(parameters, score(solution.root), solution)
    farthest = solution.farthest(value, mover=solution.root.player)
    if not supplies(solution.game, "instance_from") or not len(farthest) or not farthest[0].remoteness:
        return climber
    verdict = min(farthest, key=lambda verdict: repr(verdict.state))  # in whatever order they are found
    moved = solution.game.instance_from(verdict.state)
    other = seen({name: moved.get(name, old) for name, old in parameters.items()}, score(verdict), solution)
    return other if other.score > climber.score and accepts(other.parameters) else climber
