"""`book_page`: exercises as one page on which they are solved, without a server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import attrs

from gamekit.analysis.compose.book import Book
from gamekit.analysis.compose.exercise import Exercise, keeps_value
from gamekit.analysis.play.play import Play
from gamekit.analysis.verification.verify import verify
from gamekit.drawing.board import Board
from gamekit.errors import UnsupportedError
from gamekit.game.progress import ProgressCallback, silent
from gamekit.web.pages.columns import pack
from gamekit.web.pages.writing import page
from gamekit.web.views.header import header
from gamekit.web.views.position import position

MOST_OTHER_STATES: Final = 4_000
"""The most states that a page holds besides those of the main lines."""


def book_page(book: Book, *, progress: ProgressCallback = silent) -> str:
    """Return an HTML page on which the exercises of a book are solved without a server.

    The page has the states that best play reaches, and as many as fit of those where the solver has lost nothing but
    time. Any other move is told what it comes to, and taken back.

    Args:
        book: the exercises; their solutions are verified first.
        progress: called with the progress of the work.

    Raises:
        UnsupportedError: a solution does not pass verification, or there is no exercise.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> book_page(gamekit.compose(Nim(heaps=(1, 2)), count=1))[:15]
    '<!doctype html>'
    """
    if not book.exercises:
        raise UnsupportedError("there is no exercise for a page: wish for less")
    for solution in {id(one.solution): one.solution for one in book.exercises}.values():
        if not (proof := verify(solution)).ok:
            raise UnsupportedError(f"a page shows only what is verified; a solution is {proof}")
    rows: list[dict[str, Any]] = []
    puzzles: list[dict[str, Any]] = []
    for i, one in enumerate(book.exercises):
        progress("drawing", i, len(book.exercises))
        about = header(one.solution, start=one.state, verified=proof.scope)
        turns = None if one.verdict.remoteness is None else len(one.turns)
        own = {"task": one.task, "line": one.line, "best": turns, "difficulty": one.difficulty}
        solver = one.game.to_move(one.state)
        puzzles.append({"header": {**about, "facts": []}, "start": len(rows), "solver": solver, **own})
        rows += _rows(one, len(rows), MOST_OTHER_STATES // len(book.exercises))
    name = hashlib.sha256(json.dumps(puzzles).encode()).hexdigest()[:16]
    data = {"name": f"puzzles.{name}", "puzzles": puzzles, "states": pack(rows)}
    title, task = f"Puzzles: {puzzles[0]['header']['title']}", puzzles[0]["task"]
    return page("gamekit/puzzles", data, rows[0]["view"], title, task, facts=[f"verified: {proof.scope}"])


def _rows(exercise: Exercise, first: int, most: int) -> Iterator[dict[str, Any]]:
    """Yield the states of an exercise, each with its view and the row that each move leads to, if there is one."""
    start = Play.begin(exercise.solution, start=exercise.state)
    draw = cache(lambda state: Board(start.game, state).svg)
    rows, states = {exercise.state: first}, [exercise.state]
    for state in states:  # grows while it is walked
        play = attrs.evolve(start, start=state)
        is_solvers = play.player == start.player
        view, moves = position(play, hints=is_solvers, draw=draw), [reply for _, reply in play.moves]
        replies = [] if play.is_over else play.best
        if not is_solvers and replies:  # the defence of the main line
            replies = replies[:1]
            view["choice"] = moves.index(replies[0])
        elif len(states) < most:
            replies = [reply for reply in play.replies if keeps_value(reply, replies[0])]
        for _, child, _ in replies:
            if child not in rows:
                rows[child] = first + len(states)
                states.append(child)
        yield {"view": view, "children": [rows.get(child) for _, child, _ in moves]}
