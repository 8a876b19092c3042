"""`contents`: all that the page of a solved game shows, as plain data; `static/source_file.js` answers from it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import attrs

from gamekit.analysis.explanation import Reply, Step, departure
from gamekit.analysis.kept_answers import KeptAnswers
from gamekit.analysis.play.play import Play
from gamekit.analysis.reasons import summary_of
from gamekit.drawing.board import Board
from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.progress import ProgressCallback
from gamekit.game.sentences import with_titles
from gamekit.game.values import turn_limit
from gamekit.solution.solution import Solution
from gamekit.web.pages.columns import pack
from gamekit.web.views.position import Draw, position

_STRIDE: Final = 100
"""The number of states between two calls of a progress callback."""

MOST_STATES: Final = 50_000
"""The most states that a page holds."""

ADVICE: Final = (
    "take a smaller instance, start nearer to the end with --state, or open the game with gamekit explore"
)
"""The advice if a game has too many states for a page."""

_AHEAD: Final = 2
"""The number of plies beyond a state that its view examines, because the hint compares replies to replies."""


def contents(
    play: Play, header: dict[str, Any], *, progress: ProgressCallback | None = None
) -> dict[str, Any]:
    """Return all the data of the page of a solved game.

    ```
    {
      "header": as `header` gives it,
      "plies_proved": the number of plies up to which the values hold; null if always,
      "states": a column of {
        "view": as `position` gives it,
        "children": for each move the row of the state to which it leads,
        "best": the index of the move that the main line takes; null if play is over,
        "summary": the reason for the value of the state,
        "departures": the result of each other move, in words
      }
    }
    ```

    The row of the start is 0.

    Raises:
        LimitError, UnsupportedError: a page cannot hold this game; the message says why.
    """
    # a state is looked up as a place, for its own view, and by the hints at all states before it
    play = attrs.evolve(play, solution=KeptAnswers(play.solution.store, play.solution.start))
    reachable = Reachable.of(play.solution, play.start, progress=progress)
    plies_proved = reachable.plies_proved()  # refused before any state is drawn
    rows: list[dict[str, Any]] = []
    # a state is drawn for its own view and for each move that leads to it
    draw = cache(lambda state: Board(play.game, state).svg)
    for i, state in enumerate(reachable.places):
        if progress and not i % _STRIDE:
            progress("drawing", i, len(reachable.places))
        rows.append(_row(reachable, i, attrs.evolve(play, start=state), draw))
    return {"header": header, "plies_proved": plies_proved, "states": pack(rows)}


def _row(reachable: Reachable, place: int, play: Play, draw: Draw) -> dict[str, Any]:
    best = reachable.best[place]
    return {
        "view": position(play, draw=draw),
        "children": [reachable.places[child] for _, (_, child, _) in play.moves],
        "best": None if best is None else [text for text, _ in play.moves].index(best.text),
        "summary": with_titles(play.game, summary_of(reachable.solution, play.verdict, is_over=play.is_over)),
        "departures": _departures(reachable, play),
    }


def _departures(reachable: Reachable, play: Play) -> list[str]:
    """Return the texts of `explain` for the moves off the main line; each child's best move is known already."""
    if play.is_over:
        return []
    game, best = play.game, [move for move, _, _ in play.best]
    step = Step(game, game.format_state(play.state), game.render(play.state), play.verdict, replies=())
    departures = []
    for move, child, verdict in play.replies[1:]:
        answer = reachable.best[reachable.places[child]]
        text = None if answer is None else answer.text
        reply = Reply(play.format_move(move), game.format_state(child), verdict, move in best, text)
        departures.append(with_titles(game, departure(step, reply)))
    return departures


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
        solution: the solution of the game.
        places: the places of the states, in the order in which a breadth-first search from the start meets them.
        best: the best move at each place; None if play is over.
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
        max_states: int = MOST_STATES,
        progress: ProgressCallback | None = None,
    ) -> Reachable:
        """Return the states that play can reach from `start`; by default, from where the solution starts.

        Raises:
            LimitError: play can reach more than `max_states` states.

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
            UnsupportedError: the turn limit changes values at the start already.
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
