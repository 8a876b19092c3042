"""`PlayCache`: the plays that pages show, kept so that one more move costs one move."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final

from gamekit.analysis.play.play import Play
from gamekit.solution.solution import Solution
from gamekit.web.server.faults import RequestError
from gamekit.web.views.position import position

MOST_PLAYS: Final = 256
"""How many plays are kept."""

STRIDE: Final = 32
"""Of a long play, the plies after which it is kept, too, to be gone on with from there."""

MOST_DRAWN: Final = 20_000_000
"""A graph of 400 nodes takes 150,000 letters."""

Moves = tuple[str, ...]


class PlayCache:
    """Plays of a solution by their moves; the least recently used are forgotten."""

    def __init__(self, solution: Solution[Any, Any], name: str, most_drawn: int = MOST_DRAWN) -> None:
        """Keep plays of a solution.

        Args:
            solution: of the game.
            name: what the game is registered as.
            most_drawn: letters of the drawings that are sent at once.

        Raises:
            UnsupportedError: the solution leaves states unsolved.
        """
        self._plays: OrderedDict[Moves, Play] = OrderedDict()
        self._begin = Play.begin(solution, people=(), name=name)
        self._lock = threading.Lock()
        self._most_drawn = most_drawn

    def walk(self, moves: Moves, first: int) -> list[dict[str, Any]]:
        """Return the views of the states after `first`, `first + 1`, ... and all of the moves.

        Raises:
            InputError: a move cannot be made.
            RequestError: that is too much to show at once.
        """
        views: list[dict[str, Any]] = []
        drawn = 0
        for play in self._follow(moves, first):
            views.append(position(play))
            drawn += len(views[-1]["board"])
            if drawn > self._most_drawn and len(views) > 1:
                raise RequestError(422, f"{len(views):,} drawings are too large to be sent at once")
        return views

    def play(self, moves: Moves) -> Play:
        """Return the play after these moves from the start.

        Raises:
            InputError: a move cannot be made.
        """
        *_, play = self._follow(moves, len(moves))
        return play

    def _follow(self, moves: Moves, first: int) -> Iterator[Play]:
        """Yield the plays after `first`, `first + 1`, ... and all of the moves; keep the last, and some on the way."""
        play = self._nearest(moves[:first])
        for ply in range(len(play.turns), len(moves)):
            if ply >= first:
                yield play
            play = play.followed(moves[ply])
            if (ply + 1) % STRIDE == 0:
                self._keep(moves[: ply + 1], play)
        self._keep(moves, play)
        yield play

    def _nearest(self, moves: Moves) -> Play:
        """Return the kept play that has the most of these moves."""
        last = len(moves)
        plies = {last, max(last - 1, 0), *range(0, last, STRIDE)}
        with self._lock:
            keys = (moves[:ply] for ply in sorted(plies, reverse=True))
            return next((self._plays[key] for key in keys if key in self._plays), self._begin)

    def _keep(self, moves: Moves, play: Play) -> None:
        with self._lock:
            self._plays[moves] = play
            self._plays.move_to_end(moves)
            while len(self._plays) > MOST_PLAYS:
                self._plays.popitem(last=False)
