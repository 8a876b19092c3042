"""`sheet`: exercises on paper, as an SVG document with the solutions on its last part."""

from __future__ import annotations

import textwrap
from html import escape
from itertools import product
from urllib.parse import quote

from gamekit.analysis.compose.book import Book
from gamekit.drawing.board import Board
from gamekit.drawing.svg import document, rectangle

WIDTH, HEIGHT, MARGIN = 794, 1123, 48
"""The size of a page, A4 at 96 dots to the inch, and its margin."""

COLUMNS, ROWS = 2, 3
"""The exercises on a page."""

LETTERS, LINE = 100, 20
"""The letters on a line of a solution, and the height of a line."""


def sheet(book: Book, goal: str = "") -> str:
    """Return the exercises of a book as an SVG document, pages one below the other, those of the solutions last.

    The goal of the game stands on top of each page of exercises.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> sheet(gamekit.compose(Nim(heaps=(1, 2)), count=1))[:4]
    '<svg'
    """
    parts, lines, goal_lines = [], ["Solutions"], textwrap.wrap(goal, LETTERS)
    top = MARGIN + LINE * len(goal_lines)
    width, height = (WIDTH - 2 * MARGIN) / COLUMNS, (HEIGHT - MARGIN - top) / ROWS
    for i, exercise in enumerate(book.exercises):
        page, place = divmod(i, COLUMNS * ROWS)
        x, y = MARGIN + place % COLUMNS * width, page * HEIGHT + top + place // COLUMNS * height
        picture = quote(Board(exercise.game, exercise.state).svg, safe=" =:/,;()'!*", errors="replace")
        parts.append(_text(x, y + 14, f"{i + 1}. {exercise.task}", 14))
        parts.append(
            f'<image x="{x:g}" y="{y + 26:g}" width="{width - 28:g}" height="{height - 56:g}" '
            f'preserveAspectRatio="xMinYMin" href="data:image/svg+xml,{picture}"/>'
        )
        solution = f"{i + 1}. {', '.join(exercise.line)}"
        lines += textwrap.wrap(solution, LETTERS, subsequent_indent="    ")
    first, on_page = -(-len(book.exercises) // (COLUMNS * ROWS)), (HEIGHT - 2 * MARGIN) // LINE
    for page, (i, line) in product(range(first), enumerate(goal_lines)):
        parts.append(_text(MARGIN, page * HEIGHT + MARGIN + i * LINE, line, 12))
    for i, line in enumerate(lines):
        page, place = divmod(i, on_page)
        parts.append(_text(MARGIN, (first + page) * HEIGHT + MARGIN + (place + 1) * LINE, line, 12))
    bottom = (first + -(-len(lines) // on_page)) * HEIGHT
    return document([rectangle(0, 0, WIDTH, bottom, 'fill="#ffffff"'), *parts], WIDTH, bottom)


def _text(x: float, y: float, text: str, size: int) -> str:
    look = f'font-family="sans-serif" font-size="{size}" fill="#1b2430" xml:space="preserve"'
    return f'<text x="{x:g}" y="{y:g}" text-anchor="start" {look}>{escape(text)}</text>'
