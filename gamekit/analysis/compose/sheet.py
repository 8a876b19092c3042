"""`sheet`: exercises on paper, as an SVG document with the solutions on its last part."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape
from typing import Final
from urllib.parse import quote

from gamekit.analysis.compose.book import Book, Exercise
from gamekit.drawing.board import Board
from gamekit.drawing.svg import document, rectangle

WIDTH, HEIGHT, MARGIN = 794, 1123, 48
"""The size of a page, A4 at 96 dots to the inch, and its margin."""

COLUMNS, ROWS = 2, 3
"""The exercises on a page."""

LETTERS: Final = 100
"""The letters on a line of a solution."""


def sheet(book: Book) -> str:
    """Return the exercises of a book as an SVG document, pages one below the other, those of the solutions last.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> sheet(gamekit.compose(Nim(heaps=(1, 2)), count=1))[:4]
    '<svg'
    """
    number = len(book.exercises)
    pages = -(-number // (COLUMNS * ROWS))
    parts = [part for i, exercise in enumerate(book.exercises) for part in _exercise(i, exercise)]
    top, lines = pages * HEIGHT, [("Solutions", 20)]
    for i, exercise in enumerate(book.exercises, 1):
        text = f"{i}. {', '.join(exercise.line)}"
        lines += [(line, 12) for line in textwrap.wrap(text, LETTERS, subsequent_indent="    ")]
    at = 0.0
    for line, size in lines:
        if at + 2 * MARGIN > HEIGHT:
            top, at = top + HEIGHT, 0.0
        parts.append(_text(MARGIN, top + MARGIN + size + at, line, size))
        at += 1.6 * size
    height = top + HEIGHT
    return document([rectangle(0, 0, WIDTH, height, 'fill="#ffffff"'), *parts], WIDTH, height)


def _exercise(i: int, exercise: Exercise) -> Iterator[str]:
    page, place = divmod(i, COLUMNS * ROWS)
    row, column = divmod(place, COLUMNS)
    width, height = (WIDTH - 2 * MARGIN) / COLUMNS, (HEIGHT - 2 * MARGIN) / ROWS
    x, y = MARGIN + column * width, page * HEIGHT + MARGIN + row * height
    yield _text(x, y + 14, f"{i + 1}. {exercise.task}", 14)
    picture = quote(Board(exercise.game, exercise.state).svg, safe=" =:/,;()'!*", errors="replace")
    yield (
        f'<image x="{x:g}" y="{y + 26:g}" width="{width - 28:g}" height="{height - 56:g}" '
        f'preserveAspectRatio="xMinYMin" href="data:image/svg+xml,{picture}"/>'
    )


def _text(x: float, y: float, text: str, size: int) -> str:
    look = (
        f'text-anchor="start" font-family="sans-serif" font-size="{size}" fill="#1b2430" xml:space="preserve"'
    )
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(text)}</text>'
