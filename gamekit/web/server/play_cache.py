"""`PlayCache`: the plays that pages show, kept so that one more move costs one move."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Final

from gamekit.analysis.play.course import Course
from gamekit.web.server.faults import RequestError

MOST_PLAYS: Final = 256
"""The number of plays that are kept."""

PLIES_KEPT_APART: Final = 32
"""The number of plies after which the beginning of a long play is kept, too, to be resumed from there."""

MOST_DRAWN: Final = 20_000_000
"""The default limit on the letters of drawings that are sent at once; a graph of 400 nodes takes 150,000 letters."""

Moves = tuple[str, ...]


class PlayCache:
    """Plays by their moves; the least recently used are forgotten."""

    def __init__(
        self, begin: Course, view: Callable[[Any], dict[str, Any]], most_drawn: int = MOST_DRAWN
    ) -> None:
        """Make a cache of plays that continue `begin`; `view` returns the view of the state that a play has reached."""
        self._plays: OrderedDict[Moves, Any] = OrderedDict()
        self._begin = begin
        self._view = view
        self._lock = threading.Lock()
        self._most_drawn = most_drawn

    def walk(self, moves: Moves, first: int) -> list[dict[str, Any]]:
        """Return the views of the states after `first`, `first + 1`, ... and all of the moves.

        Raises:
            InputError: a move cannot be made.
            RequestError: the drawings are too large to be sent at once.
        """
        views: list[dict[str, Any]] = []
        drawn = 0
        for play in self._follow(moves, first):
            views.append(self._view(play))
            drawn += len(views[-1]["board"])
            if drawn > self._most_drawn and len(views) > 1:
                raise RequestError(
                    422, f"{len(views):,} drawings are too large to be sent at once; ask for fewer moves"
                )
        return views

    def play(self, moves: Moves) -> Any:
        """Return the play after these moves from the start.

        Raises:
            InputError: a move cannot be made.
        """
        *_, play = self._follow(moves, len(moves))
        return play

    def _follow(self, moves: Moves, first: int) -> Iterator[Any]:
        """Yield the plays after `first`, `first + 1`, ... and all of the moves; keep the last, and some on the way."""
        play = self._nearest(moves[:first])
        for ply in range(len(play.turns), len(moves)):
            if ply >= first:
                yield play
            play = play.followed(moves[ply])
            if (ply + 1) % PLIES_KEPT_APART == 0:
                self._keep(moves[: ply + 1], play)
        self._keep(moves, play)
        yield play

    def _nearest(self, moves: Moves) -> Any:
        last = len(moves)
        plies = {last, max(last - 1, 0), *range(0, last, PLIES_KEPT_APART)}
        with self._lock:
            keys = (moves[:ply] for ply in sorted(plies, reverse=True))
            return next((self._plays[key] for key in keys if key in self._plays), self._begin)

    def _keep(self, moves: Moves, play: Any) -> None:
        with self._lock:
            self._plays[moves] = play
            self._plays.move_to_end(moves)
            while len(self._plays) > MOST_PLAYS:
                self._plays.popitem(last=False)
