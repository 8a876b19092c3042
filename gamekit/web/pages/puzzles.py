"""`book_page`: exercises as one page on which they are solved, without a server."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

from gamekit.analysis.compose.book import Book, Exercise
from gamekit.analysis.compose.lines import keeps_value
from gamekit.analysis.play.play import Play
from gamekit.analysis.verification.verify import verify
from gamekit.drawing.board import Board
from gamekit.errors import UnsupportedError
from gamekit.game.fingerprint import name_of
from gamekit.game.progress import ProgressCallback
from gamekit.web.pages.assets import csp_hash, embedded_import_map, styles
from gamekit.web.pages.columns import deflated, pack
from gamekit.web.views.header import title_of
from gamekit.web.views.position import position

MAX_STATES: Final = 4_000
"""The most states that a page holds besides those of the main lines."""

_TEMPLATE: Final = Path(__file__).with_name("puzzles.html")
_BOOT: Final = 'import "gamekit/puzzles";'


def book_page(book: Book, *, progress: ProgressCallback | None = None) -> str:
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
    for solution in {id(one.lines.solution): one.lines.solution for one in book.exercises}.values():
        if not (proof := verify(solution)).ok:
            raise UnsupportedError(f"a page shows only what is verified; a solution is {proof}")
    rows: list[dict[str, Any]] = []
    puzzles = []
    for i, exercise in enumerate(book.exercises):
        if progress:
            progress("drawing", i, len(book.exercises))
        puzzles.append(_puzzle(exercise, len(rows)))
        rows += _rows(exercise, len(rows), MAX_STATES // len(book.exercises))
    name = hashlib.sha256(json.dumps(puzzles).encode()).hexdigest()[:16]
    modules, look = embedded_import_map("gamekit/puzzles"), styles("style.css")
    return Template(_TEMPLATE.read_text("utf-8")).substitute(
        policy=f"default-src 'none'; script-src {csp_hash(modules)} {csp_hash(_BOOT)} data:; "
        f"style-src {csp_hash(look)}; img-src data:; base-uri 'none'; form-action 'none'",
        title=escape(f"Puzzles: {title_of(name_of(game := book.exercises[0].game), type(game))}"),
        styles=look,
        modules=modules,
        boot=_BOOT,
        task=escape(puzzles[0]["task"]),
        book=deflated({"name": f"puzzles.{name}", "puzzles": puzzles, "states": pack(rows)}),
    )


def _puzzle(exercise: Exercise, start: int) -> dict[str, Any]:
    game, plies = exercise.game, exercise.verdict.remoteness
    solver = game.to_move(exercise.state)
    turns = sum(game.to_move(state) == solver for state, _ in exercise.lines.main(exercise.state))
    return {
        "players": list(game.players),
        "start": start,
        "task": exercise.task,
        "best": None if plies is None else turns,
        "line": exercise.line,
    }


def _rows(exercise: Exercise, first: int, most: int) -> list[dict[str, Any]]:
    """Return the states of an exercise: view, the row that each move leads to, and the move that answers by itself."""
    game, lines = exercise.game, exercise.lines
    draw = cache(lambda state: Board(game, state).svg)
    solver = game.to_move(exercise.state)
    play = Play.begin(lines.solution, start=exercise.state)
    places, rows = {exercise.state: first}, []
    states = [exercise.state]
    for state in states:  # grows while it is walked
        here = Play.begin(lines.solution, start=state, name=play.name)
        view, replies, best = position(here, hints=False, draw=draw), lines.replies(state), lines.best(state)
        is_answer = game.to_move(state) != solver
        kept = (
            best[:1] if is_answer else [*best, *(reply for reply in replies if keeps_value(reply, best[0]))]
        )
        children: dict[str, int] = {}
        for i, (move, child, _) in enumerate(kept):
            if child not in places:
                if not is_answer and i >= len(best) and len(states) >= most:
                    continue
                places[child] = first + len(states)
                states.append(child)
            children[game.format_move(state, move)] = places[child]
        texts = [move["text"] for move in view["moves"]]
        rows.append(
            {
                "view": view,
                "children": [children.get(text) for text in texts],
                "answer": texts.index(next(iter(children))) if is_answer and children else None,
            }
        )
    return rows
