"""`contents`: all that the page of a solved game shows, as plain data; `static/source_file.js` answers from it."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.arena import ProgressCallback
from gamekit.explanation import Reply, Step, departure, summary_of
from gamekit.game import Game
from gamekit.pages.columns import pack
from gamekit.pages.met import Met
from gamekit.playing import Play
from gamekit.views.positions import Draw, drawn, position
from gamekit.views.view import View

_STRIDE: Final = 100


def contents(play: Play, header: View, *, progress: ProgressCallback | None = None) -> View:
    """Return all that the page of a solved game shows, play beginning as it is given.

    ```
    {
      "header": what is said of the game as a whole,
      "plies_told": after how many plies the values hold; null if always,
      "states": a column of {
        "view": as `position` gives it,
        "children": for each move the row of the state that it leads to,
        "best": the index of the move that the main line takes; null where play is over,
        "summary": why the state is worth what it is worth,
        "departures": what comes of each other move, in words
      }
    }
    ```

    The row of the start is 0.

    Raises:
        LimitError, UnsupportedError: a page cannot hold this game; the message says why.
    """
    met = Met.of(play.solution, play.start, progress=progress)
    told = met.plies_told()
    rows: list[View] = []
    draw = _Drawings()
    for i, state in enumerate(met.places):
        if progress and not i % _STRIDE:
            progress("drawing", i, len(met.places))
        rows.append(_row(met, i, attrs.evolve(play, start=state), draw))
    return {"header": header, "plies_told": told, "states": pack(rows)}


class _Drawings:
    """The drawings of states, each made once: a state is drawn for its own view and for each move that leads to it."""

    def __init__(self) -> None:
        self._known: dict[Any, str] = {}

    def __call__(self, game: Game[Any, Any], state: Any) -> str:
        if state not in self._known:
            self._known[state] = drawn(game, state)
        return self._known[state]


def _row(met: Met, place: int, play: Play, draw: Draw) -> View:
    best = met.best[place]
    return {
        "view": position(play, draw=draw),
        "children": [met.places[child] for _, (_, child, _) in play.moves],
        "best": None if best is None else [text for text, _ in play.moves].index(best.text),
        "summary": summary_of(met.solution, play.verdict, is_over=play.is_over),
        "departures": _departures(met, play),
    }


def _departures(met: Met, play: Play) -> list[str]:
    """Return what `explain` says of the moves off the main line, each child's best move being known already."""
    if play.is_over:
        return []
    game, best = play.game, [move for move, _, _ in play.best]
    step = Step(game.format_state(play.state), game.render(play.state), play.verdict, replies=())
    departures = []
    for move, child, verdict in play.replies[1:]:
        answer = met.best[met.places[child]]
        reply = Reply(
            move=play.format_move(move),
            state=game.format_state(child),
            verdict=verdict,
            keeps=move in best,
            answer=None if answer is None else answer.text,
        )
        departures.append(departure(step, reply))
    return departures
