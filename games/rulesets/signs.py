"""Boards of signs, as rows of text, such as those of Clobber, Col and Snort."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.board_words import contents_in_words
from gamekit.game.gesture import Gesture

from .free_squares import joined
from .remembered import Remembered

Signs = tuple[str, ...]
"""The rows of a board, all of one length."""

Place = tuple[int, int]
"""A row and a column."""

MOST_SQUARES = 400


def read_signs(text: str, known: str) -> Signs:
    """Return the board whose rows a string has, joined by bars.

    Raises:
        InputError: `text` is not a board, or has signs that are not in `known`.

    >>> read_signs("xo|.x", "xo.")
    ('xo', '.x')
    """
    rows = tuple(text.strip().split("|"))
    if len(set(map(len, rows))) != 1 or not rows[0]:
        raise InputError(f"a board is rows of one length, joined by |; not {text!r}")
    if unknown := sorted(set("".join(rows)) - set(known)):
        raise InputError(f"a board has the signs {' '.join(known)}; not {unknown[0]!r}, as in {text!r}")
    if len(rows) * len(rows[0]) > MOST_SQUARES:
        raise InputError(
            f"a board has at most {MOST_SQUARES} squares; this one has {len(rows) * len(rows[0])}"
        )
    return rows


@cache
def neighbours(rows: int, columns: int) -> dict[Place, list[Place]]:
    """Return the squares that share a side with each square of a board."""
    places = list(product(range(rows), range(columns)))
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {(r, c): [place for dr, dc in steps if (place := (r + dr, c + dc)) in places] for r, c in places}


def changed(board: Signs, signs: dict[Place, str]) -> Signs:
    """Return a board with other signs on some squares.

    >>> changed(("xo", ".x"), {(0, 1): "."})
    ('x.', '.x')
    """
    rows = list(board)
    for (r, c), sign in signs.items():
        rows[r] = f"{rows[r][:c]}{sign}{rows[r][c + 1 :]}"
    return tuple(rows)


def changes(before: Signs, after: Signs) -> dict[int, tuple[str, str]]:
    """Return the squares that differ, by number, row by row, and the sign on each of them before and after.

    >>> changes(("xo", ".x"), ("x.", ".x"))
    {1: ('o', '.')}
    """
    pairs = enumerate(zip("".join(before), "".join(after), strict=True))
    return {square: pair for square, pair in pairs if pair[0] != pair[1]}


def moved(before: Signs, after: Signs) -> Gesture:
    """Return the gesture of a piece that leaves one square, which then has the sign `.`, for another one."""
    signs = changes(before, after)
    leaves, goes = sorted(signs, key=lambda square: signs[square][1] != ".")
    return Gesture([leaves, goes])


def square_name(square: int, rows: int, columns: int) -> str:
    """Return the name of a square, by its number, row by row: its column, from the left, and its row, from below.

    >>> square_name(0, 3, 4), square_name(11, 3, 4)
    ('a3', 'd1')
    """
    return f"{column_name(square % columns)}{rows - square // columns}"


def move_name(gesture: Gesture, rows: int, columns: int) -> str:
    """Return the name of a move that is made by clicking squares, such as c3-c5."""
    return "-".join(square_name(int(square), rows, columns) for square in gesture.steps)


def signs_in_words(board: Signs, looks: Mapping[str, str]) -> str:
    """Return what stands where on a board, by the looks of signs, and how many squares are free.

    >>> signs_in_words(("xo", ".x"), {"x": "black", "o": "white"})
    'black disc: a2 b1; white disc: b2; one empty'
    """
    from gamekit.drawing.pieces import look_of

    signs = enumerate("".join(board))
    named = {
        square_name(i, len(board), len(board[0])): look_of(looks[sign]).in_words
        for i, sign in signs
        if sign in looks
    }
    return contents_in_words(named, "".join(board).count("."))


def groups(board: Signs, empty: str) -> Iterator[Signs]:
    """Yield the groups of squares that are not empty and are joined by their sides, each on the smallest board.

    >>> list(groups(("xo.", "..x"), "."))
    [('xo',), ('x',)]
    """
    if len(board) == 1:
        yield from ((group,) for group in board[0].split(empty) if group)
        return
    text, width = "".join(board), len(board[0])
    others = sum([1 << i for i, sign in enumerate(text) if sign != empty])
    for group in joined((width, others)):
        if group != others:
            text = "".join([sign if group >> i & 1 else empty for i, sign in enumerate("".join(board))])
        yield cropped(text, width, empty)


def cropped(text: str, width: int, empty: str) -> Signs:
    """Return the smallest board that holds all squares which are not empty, if those are joined.

    >>> cropped("....x.", 3, ".")
    ('x',)
    """
    rows = [text[i : i + width] for i in range(0, len(text), width)]
    rows = [row for row in rows if row != empty * width]
    first = min([width - len(row.lstrip(empty)) for row in rows])
    end = max([len(row.rstrip(empty)) for row in rows])
    return tuple([row[first:end] for row in rows])


def _least_image(board: Signs) -> Signs:
    if len(board) == 1:
        return min(board, (board[0][::-1],))
    rows, columns = len(board), len(board[0])
    images: list[str] = []
    if rows <= columns:
        images += _reflections(board)
    if rows >= columns:
        images += _reflections(tuple(map("".join, zip(*board, strict=True))))
    least = min(images)
    return board if rows <= columns and least == images[0] else tuple(least.split("|"))


def least_image(board: Signs) -> Signs:
    """Return the least of a board's images under the symmetries of the square.

    >>> least_image(("b", "a"))
    ('ab',)
    """
    return _least_images[board]


_least_images = Remembered(_least_image, most=1 << 18)


def _reflections(board: Signs) -> tuple[str, str, str, str]:
    """Return a board and its reflections as texts, which are in the order of the boards."""
    text, flipped = "|".join(board), "|".join(board[::-1])
    return text, text[::-1], flipped, flipped[::-1]


def draw_signs(board: Signs, looks: Mapping[str, str], style: str = "plain") -> str:
    """Return a board as an SVG document, with the look of each sign in words; a sign without one is a free square.

    `style` is one of those of `Squares`.
    """
    from gamekit.drawing.surfaces import Squares

    columns = len(board[0])
    drawn = [(place, [looks[sign]]) for place, sign in enumerate("".join(board)) if sign in looks]
    return Squares(len(board), columns, style).drawn(drawn)
