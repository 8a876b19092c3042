"""`Walks`: the plays that pages have come to, so that one move more costs one move."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Final

from gamekit.playing import Play
from gamekit.solution import Solution
from gamekit.views.positions import position
from gamekit.views.view import View
from gamekit.web.faults import NOT_DONE, RequestError

MOST_PLAYS: Final = 256
"""How many plays are kept."""

STRIDE: Final = 32
"""Of a long play, the plies after which it is kept, too, to be gone on with from there."""

MOST_DRAWN: Final = 20_000_000
"""Letters of the drawings that are sent at once; a graph of 400 nodes takes 150,000."""

Moves = tuple[str, ...]


class Walks:
    """Plays of a solution by their moves. Those least recently gone on with are forgotten."""

    def __init__(self, solution: Solution[Any, Any], start: Any, name: str) -> None:
        """Keep plays of a solution.

        Args:
            solution: of the game.
            start: the state that play starts from.
            name: what the game is registered as.

        Raises:
            UnsupportedError: the solution leaves states unsolved.
        """
        self._plays: OrderedDict[Moves, Play] = OrderedDict()
        self._begin = Play.begin(solution, people=(), start=start, name=name)
        self._lock = threading.Lock()

    def walk(self, moves: Moves, first: int) -> list[View]:
        """Return what pages show of the states after `first`, `first + 1`, ... and all of the moves.

        Raises:
            InputError: a move cannot be made.
            RequestError: that is too much to show at once.
        """
        play = self.play(moves[:first])
        views = [position(play)]
        drawn = len(views[0]["board"])
        for number in range(first, len(moves)):
            play = self._after(play, moves[: number + 1])
            views.append(position(play))
            drawn += len(views[-1]["board"])
            if drawn > MOST_DRAWN:
                raise RequestError(NOT_DONE, f"{len(views):,} drawings are too large to be sent at once")
        self._keep(moves, play)
        return views

    def play(self, moves: Moves) -> Play:
        """Return the play after these moves from the start.

        Raises:
            InputError: a move cannot be made.
        """
        play = self._nearest(moves)
        for number in range(len(play.turns), len(moves)):
            play = self._after(play, moves[: number + 1])
        self._keep(moves, play)
        return play

    def _nearest(self, moves: Moves) -> Play:
        """Return the play that is kept after the most of these moves."""
        last = len(moves)
        plies = {last, max(last - 1, 0), *range(0, last, STRIDE)}
        with self._lock:
            keys = (moves[:ply] for ply in sorted(plies, reverse=True))
            return next((self._plays[key] for key in keys if key in self._plays), self._begin)

    def _after(self, play: Play, moves: Moves) -> Play:
        """Return the play after all of these moves from the one after all but the last."""
        after = play.followed(moves[-1])
        if len(moves) % STRIDE == 0:
            self._keep(moves, after)
        return after

    def _keep(self, moves: Moves, play: Play) -> None:
        with self._lock:
            self._plays[moves] = play
            self._plays.move_to_end(moves)
            while len(self._plays) > MOST_PLAYS:
                self._plays.popitem(last=False)
