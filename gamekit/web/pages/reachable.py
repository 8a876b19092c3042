"""`Reachable`: the states that play can reach from its start, in breadth-first order."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import attrs

from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.progress import ProgressCallback
from gamekit.game.values import turn_limit
from gamekit.solution.solution import Solution

MAX_STATES: Final = 50_000
"""The most states that a page holds."""

ADVICE: Final = (
    "take a smaller instance, start nearer to the end with --state, or open the game with gamekit explore"
)
"""What to do with more states."""

_AHEAD: Final = 2
"""How many plies beyond a state its view looks, because the hint compares replies to replies."""

_STRIDE: Final = 1000


class Best(NamedTuple):
    """The best move of a state that its main line takes.

    Attributes:
        text: the move.
        child: the place of the state that it leads to.
    """

    text: str
    child: int


@attrs.frozen(eq=False)
class Reachable:
    """The states that play can reach by the moves of the game itself: more than the canonical ones.

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
        max_states: int = MAX_STATES,
        progress: ProgressCallback | None = None,
    ) -> Reachable:
        """Return the states that play can reach from `start`; by default, from where the solution starts.

        Raises:
            LimitError: there are more than `max_states`.

        >>> import gamekit
        >>> from games.nim import Nim
        >>> reachable = Reachable.of(gamekit.solve(Nim(heaps=(1, 2))))
        >>> len(reachable.places), reachable.best[0].text
        (7, 'take 1 from a heap of 2')
        """
        game, states = solution.game, [solution.start if start is None else start]
        places, best = {states[0]: 0}, list[Best | None]()
        for i, state in enumerate(states):  # grows while it is walked
            if progress and not i % _STRIDE:
                progress("walking", i, None)
            replies = solution.replies(state)
            for _, child, _ in replies:
                if places.setdefault(child, len(states)) == len(states):
                    states.append(child)
            if len(states) > max_states:
                raise LimitError(
                    f"play can come to more than {max_states:,} states, the limit of a page; "
                    f"the solution has {len(solution):,}: {ADVICE}"
                )
            first = [Best(game.format_move(state, move), places[child]) for move, child, _ in replies[:1]]
            best += first or [None]
        return cls(solution, places, best)

    def plies_proved(self) -> int | None:
        """Return the number of plies up to which the turn limit changes no value; None if there is no turn limit.

        Raises:
            UnsupportedError: it changes values at the start already.
        """
        limit = turn_limit(self.solution.game)
        if limit is None:
            return None
        proved = limit - self.solution.longest - self._longest_line() - _AHEAD
        if proved < 0:
            raise UnsupportedError(
                f"the turn limit of {limit} plies decides too early for a page, which knows states and not the plies "
                "that are left: open the game with gamekit explore"
            )
        return proved

    def _longest_line(self) -> int:
        """Return the number of moves of the longest main line, those in a circle counted once."""
        longest = 0
        for best in self.best:
            passed: set[int] = set()
            while best is not None and best.child not in passed:
                passed.add(best.child)
                best = self.best[best.child]
            longest = max(longest, len(passed) + 1)
        return longest
