"""Car parks: boards of Rush Hour in a frame, with names of rows and columns, or with a sign for the exit."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import attrs

MOST = 14
"""The largest number of rows and columns of a board with its frame."""

SIZES = re.compile(r"\s*\d+(?:[\s,x]+\d+(?:\s+[A-Za-z]+)?)?\s*")
"""A line with the size of a board, and perhaps a word about it."""

LABELS = ("123456", "012345", "654321", "543210", "abcdef", "ABCDEF")
FREE = " ._-o0"
DRAWN = "+-|="
"""The signs of a frame of lines."""


@attrs.frozen
class CarPark:
    """A board with what is around it.

    Attributes:
        text: the text with blanks in place of all but the squares, and `.` for blanks inside a frame.
        exit: the side with the exit; empty if none is marked.
        line: the row or the column of the exit, from 0.
    """

    text: str
    exit: str = ""
    line: int = 0


def unframed(text: str, side: int) -> CarPark:
    """Return a board of `side` rows and columns without its frame; the text itself if it has none.

    >>> unframed("+--+\\n|AA|\\n|.. \\n+--+", 2)
    CarPark(text='    \\n AA \\n .. \\n    ', exit='right', line=1)
    """
    lines = text.split("\n")
    rows = [index for index, line in enumerate(lines) if line.strip()]
    while len(rows) > side and SIZES.fullmatch(lines[rows[0]]):
        del rows[0]
    width = max((len(lines[index].rstrip()) for index in rows), default=0)
    if not side <= len(rows) <= MOST or not side <= width <= 2 * MOST:
        return CarPark(text)
    grid = [[*enumerate(lines[index].ljust(width)[:width])] for index in rows]
    if are_apart := _apart([[sign for _, sign in row] for row in grid]):
        grid = [row[are_apart - 1 :: 2] for row in grid]
    signs = ["".join(sign for _, sign in row) for row in grid]
    places = [*product(range(len(signs) - side + 1), range(len(signs[0]) - side + 1))]
    for is_sure, (top, left) in product((True, False), places):
        found = _exit(signs, top, left, side)
        if found is not None and (is_sure <= _has_whole_cars(signs, top, left, side)):
            inside = {
                rows[i]: [index for index, _ in grid[i][left : left + side]] for i in range(top, top + side)
            }
            cut = [_cut(line, inside.get(index, [])) for index, line in enumerate(lines)]
            return CarPark("\n".join(cut), *found)
    return CarPark(text)


def _apart(rows: list[list[str]]) -> int:
    """Return 1 or 2 if signs stand in each second column from the first or the second one, and 0 if they do not."""
    columns = {column % 2 for row in rows for column, sign in enumerate(row) if sign not in " ,\t"}
    return columns.pop() + 1 if len(columns) == 1 and len(rows[0]) > 1 else 0


def _cut(line: str, inside: list[int]) -> str:
    """Return a line with blanks in place of all but the squares, and `.` for blank squares."""
    line = line.ljust(max(inside, default=0) + 1) if inside else line
    return "".join(
        " " if index not in inside else "." if sign == " " else sign for index, sign in enumerate(line)
    )


def _has_whole_cars(signs: list[str], top: int, left: int, side: int) -> bool:
    """Return whether each car that has a square on a board at a place has another one there."""
    board = "".join(row[left : left + side] for row in signs[top : top + side])
    return all(board.count(sign) > 1 or sign in FREE for sign in board)


def _exit(signs: list[str], top: int, left: int, side: int) -> tuple[str, int] | None:
    """Return the exit of a board that stands at a place inside a frame; None if it does not stand there.

    Around it are the signs of a wall, names of rows and columns, and perhaps others in one line, which are the exit.
    """
    around = {
        (i, j): sign
        for i, row in enumerate(signs)
        for j, sign in enumerate(row)
        if not (top <= i < top + side and left <= j < left + side)
    }
    for i, row in enumerate(signs):
        if not top <= i < top + side and row[left : left + side] in LABELS:
            around = {place: sign for place, sign in around.items() if place[0] != i}
    for j in range(len(signs[0])):
        if not left <= j < left + side and "".join(row[j] for row in signs[top : top + side]) in LABELS:
            around = {place: sign for place, sign in around.items() if place[1] != j}
    if not around:
        return "", 0
    wall = Counter(around.values()).most_common(1)[0][0]
    wall = DRAWN if wall in DRAWN else wall
    if wall in FREE.strip():
        return None
    marks = [(i - top, j - left) for (i, j), sign in around.items() if sign not in wall]
    if not marks:
        return "", 0
    sides = {
        "left": all(j < 0 for _, j in marks) and {i for i, _ in marks},
        "right": all(j >= side for _, j in marks) and {i for i, _ in marks},
        "top": all(i < 0 for i, _ in marks) and {j for _, j in marks},
        "bottom": all(i >= side for i, _ in marks) and {j for _, j in marks},
    }
    for name, lines in sides.items():
        if lines and len(lines) == 1 and 0 <= (line := min(lines)) < side:
            return name, line
    return None
