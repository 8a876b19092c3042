"""`Met`: the states that play can come to from where it starts, as it meets them."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.arena import ProgressCallback
from gamekit.errors import LimitError, UnsupportedError
from gamekit.solution import Solution

MOST: Final = 50_000
"""How many states a page holds."""

_AHEAD: Final = 2
"""How many plies beyond a state its view looks: at replies to replies, for what makes it hardest for the other side."""

_STRIDE: Final = 1000


@attrs.frozen
class Best:
    """The best move of a state that its main line takes.

    Attributes:
        text: the move.
        child: the place of the state that it leads to.
    """

    text: str
    child: int


@attrs.frozen(eq=False)
class Met:
    """The states that play can come to by the moves of the game itself, which are more than the canonical ones.

    Attributes:
        solution: of the game.
        places: of the states, in the order in which a breadth-first search from the start meets them.
        best: for each place the best move; None where play is over.
    """

    solution: Solution[Any, Any]
    places: dict[Any, int]
    best: list[Best | None]

    @classmethod
    def of(
        cls,
        solution: Solution[Any, Any],
        start: Any = None,
        *,
        most: int = MOST,
        progress: ProgressCallback | None = None,
    ) -> Met:
        """Return the states that play can come to from a state, where the solution starts by default.

        Raises:
            LimitError: there are more than `most`.

        >>> import gamekit
        >>> from games.nim import Nim
        >>> met = Met.of(gamekit.solve(Nim(heaps=(1, 2))))
        >>> len(met.places), met.best[0].text
        (7, 'take 1 from a heap of 2')
        """
        game, states = solution.game, [solution.start if start is None else start]
        met = cls(solution, {states[0]: 0}, [])
        for i, state in enumerate(states):  # grows while it is walked
            if progress and not i % _STRIDE:
                progress("walking", i, None)
            replies = solution.replies(state)
            for _, child, _ in replies:
                if met.places.setdefault(child, len(states)) == len(states):
                    states.append(child)
            if len(states) > most:
                raise LimitError(_too_many(solution, most))
            first = [Best(game.format_move(state, move), met.places[child]) for move, child, _ in replies[:1]]
            met.best.append(first[0] if first else None)
        return met

    def plies_told(self) -> int | None:
        """Return after how many plies the values are still those of the whole turn limit; None if there is no limit.

        Raises:
            UnsupportedError: there are none such, not even at the start.
        """
        limit = self.solution.game.max_plies
        if limit is None:
            return None
        told = limit - self.solution.longest - self._longest_line() - _AHEAD
        if told < 0:
            raise UnsupportedError(
                f"the turn limit of {limit} plies decides too early for a page, which knows states and not the plies "
                "that are left: open the game with gamekit explore"
            )
        return told

    def _longest_line(self) -> int:
        """Return the number of moves of the longest main line, those in a circle counted once."""
        longest = 0
        for i in range(len(self.best)):
            passed: set[int] = set()
            best = self.best[i]
            while best is not None and best.child not in passed:
                passed.add(best.child)
                best = self.best[best.child]
            longest = max(longest, len(passed) + 1)
        return longest


def _too_many(solution: Solution[Any, Any], most: int) -> str:
    return (
        f"play can come to more than {most:,} states, the limit of a page; the solution has {len(solution):,}: "
        "take a smaller instance, start nearer to the end with --state, or open the game with gamekit explore"
    )
