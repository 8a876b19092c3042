"""`read_board`: read the squares of a board from a string, whatever frame and names it has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count, groupby, islice
from string import ascii_uppercase
from typing import Final

import attrs

from gamekit.drawing.column_names import column_name

WIDEST_SIGN: Final = 2
"""The largest number of letters of a word that can be the sign on a square."""

_SIDE = re.compile(r"[|│┃║]")
_FRAME = re.compile(r"[\s+|=\-│┃║─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝]*")

Row = list[str]


@attrs.frozen
class TextBoard:
    """A board that was read from a string.

    Attributes:
        rows: the sign on each square, row by row.
        row_names: the row names from top to bottom; none if they have none.
        column_names: the column names from left to right; none if they have none.
        notes: the other lines, in order.
    """

    rows: list[Row]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    notes: tuple[str, ...]


@lru_cache(maxsize=256)  # the board that play begins with is read for every drawing
def read_board(text: str) -> TextBoard | None:
    """Return the board in a string; None if there is none with at least two rows and two columns.

    Rows are successive lines with equally many words of one or two letters, or with equally many letters. Frames are
    left out. Names are letters or numbers in order: of columns above or below the squares, of rows before them.

    >>> board = read_board("  a b\\n1 X .\\n2 . O\\nX to move")
    >>> board.rows, board.row_names, board.column_names, board.notes
    ([['X', '.'], ['.', 'O']], ('1', '2'), ('a', 'b'), ('X to move',))
    """
    lines = text.splitlines()
    if _SIDE.search(text) or "+" in text:
        lines = [line for line in lines if not _FRAME.fullmatch(line) or _SIDE.search(line.strip()[1:-1])]
    lines = [stripped for line in lines if (stripped := line.strip())]
    first, last = _block(lines)
    rows = [_squares(line) for line in lines[first:last]]
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    for at in (first - 1, last):
        if 0 <= at < len(lines) and (names := lines[at].split()) and len(names) == len(rows[0]) - 1:
            before = [row[0] for row in rows]
            if len(rows[0]) > 2 and _in_order(names) and _in_order(before):
                notes = (*lines[: min(first, at)], *lines[max(last, at + 1) :])
                return TextBoard([row[1:] for row in rows], tuple(before), tuple(names), notes)
    notes = (*lines[:first], *lines[last:])
    for names, others in ((rows[0], rows[1:]), (rows[-1], rows[:-1])):
        if len(others) > 1 and names == [column_name(column) for column in range(len(names))]:
            return TextBoard(others, (), tuple(names), notes)
    return TextBoard(rows, (), (), notes)


def _squares(line: str) -> Row:
    """Return the sign on each square of a line, as if the line belonged to a board."""
    words = _words(line)
    return list(words[0]) if len(words) == 1 else words


def _words(line: str) -> Row:
    parts = [part.strip() for part in _SIDE.split(line)]
    if len(parts) > 1:
        parts = parts[not parts[0] : -1 if not parts[-1] else None]  # without what is outside of the frame
    return parts if len(parts) > 1 else " ".join(parts).split()


def _block(lines: list[str]) -> tuple[int, int]:
    """Return the first and the end index of the longest run of lines that could be the rows of one board."""

    def shape(line: str) -> tuple[bool, int]:
        squares, is_spelled = _squares(line), len(_words(line)) == 1
        return is_spelled, len(squares) if all(len(sign) <= WIDEST_SIGN for sign in squares) else 0

    best, at = (0, 0), 0
    for (_, columns), alike in groupby(lines, shape):
        number = len(list(alike))
        if columns > 1 and number > best[1] - best[0]:
            best = (at, at + number)
        at += number
    return best


def _in_order(names: Sequence[str]) -> bool:
    """Return whether names are the first letters, or the first numbers, rising or falling."""
    orders = (map(str, count(0)), map(str, count(1)), map(column_name, count()), ascii_uppercase)
    firsts = [list(islice(order, len(names))) for order in orders]
    return list(names) in firsts or list(reversed(names)) in firsts
