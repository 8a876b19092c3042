"""`contents`: all that the page of a solved game shows, as plain data; `static/source_file.js` answers from it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import attrs

from gamekit.analysis.explanation import Reply, Step, departure
from gamekit.analysis.play.play import Play
from gamekit.analysis.reasons import summary_of
from gamekit.drawing.board import Board
from gamekit.game.progress import ProgressCallback
from gamekit.solution.solution import Solution
from gamekit.solution.verdict import Verdict
from gamekit.web.pages.columns import pack
from gamekit.web.pages.reachable import Reachable
from gamekit.web.views.position import Draw, position

_STRIDE: Final = 100


def contents(
    play: Play, header: dict[str, Any], *, progress: ProgressCallback | None = None
) -> dict[str, Any]:
    """Return all the data of the page of a solved game.

    ```
    {
      "header": as `header` gives it,
      "plies_proved": up to how many plies the values hold; null if always,
      "states": a column of {
        "view": as `position` gives it,
        "children": for each move the row of the state that it leads to,
        "best": the index of the move that the main line takes; null where play is over,
        "summary": why the state has its value,
        "departures": what comes of each other move, in words
      }
    }
    ```

    The row of the start is 0.

    Raises:
        LimitError, UnsupportedError: a page cannot hold this game; the message says why.
    """
    # a state is looked up as a place, for its own view, and by the hints at all states before it
    play = attrs.evolve(play, solution=KeptAnswers.of(play.solution))
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
        "summary": summary_of(reachable.solution, play.verdict, is_over=play.is_over),
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
        departures.append(departure(step, reply))
    return departures


@attrs.frozen(eq=False, repr=False)
class KeptAnswers(Solution[Any, Any]):
    """A solution whose verdicts and replies are computed once for each state and number of plies left.

    The replies are shared between callers, who must not change them. What is kept is never freed, so its states
    have to fit into memory.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> kept = KeptAnswers.of(gamekit.solve(Nim(heaps=(1, 2))))
    >>> kept.replies(kept.start) is kept.replies(kept.start)
    True
    """

    _verdicts: dict[Any, Verdict[Any]] = attrs.field(factory=dict, init=False)
    _replies: dict[Any, list[tuple[Any, Any, Verdict[Any]]]] = attrs.field(factory=dict, init=False)

    @classmethod
    def of(cls, solution: Solution[Any, Any]) -> KeptAnswers:
        """Return a solution with the same answers."""
        return cls(solution.store, solution.start)

    def verdict_on(self, state: Any, plies_left: int | None = None) -> Verdict[Any]:
        """Return the verdict on a state, as `Solution.verdict_on` does."""
        found = self._verdicts.get((state, plies_left))
        if found is None:
            found = self._verdicts[state, plies_left] = super().verdict_on(state, plies_left)
        return found

    def replies(self, state: Any, plies_left: int | None = None) -> list[tuple[Any, Any, Verdict[Any]]]:
        """Return each move with the state it leads to and the verdict there, as `Solution.replies` does."""
        found = self._replies.get((state, plies_left))
        if found is None:
            found = self._replies[state, plies_left] = super().replies(state, plies_left)
        return found
