"""Cars of Rush Hour in a table: a line of CSV for each, with its direction, its place and its length."""

from __future__ import annotations

import re

from gamekit.errors import InputError
from gamekit.game.notation import misfit
from gamekit.game.parameters import show

COLUMNS = ("car", "orientation", "col", "row", "length")
FREE = "o"


def is_table(text: str) -> bool:
    """Return whether a text is a table of cars, as its first line tells."""
    return {*COLUMNS[:2]} <= {*_words(text.lstrip().partition("\n")[0].lower())}


def squares_of(text: str, side: int) -> str:
    """Return the squares of a board row by row, on which the cars of a table stand.

    Args:
        text: the names of the columns and then a line for each car, with its place from 1 at the top left.
        side: the number of rows and columns of the board.

    Raises:
        InputError: a line has a mistake, or a car has no room on the board.

    >>> squares_of("car,orientation,col,row,length\\nX,H,1,2,2\\nB,V,3,1,3", 3)
    'ooBXXBooB'
    """
    squares, header, start = [FREE] * side**2, list[str](), 0
    for line in text.split("\n"):
        words = _words(line)
        if header and line.strip():
            for square in _covered(text, start, dict(zip(header, words, strict=False)), side):
                if squares[square] != FREE:
                    raise misfit(text, start, f"car {words[0]} stands where car {squares[square]} does")
                squares[square] = words[header.index("car")].upper()
        elif line.strip():
            header = [word.lower() for word in words]
            if missing := [name for name in COLUMNS if name not in header]:
                raise InputError(
                    f"the first line has the columns {', '.join(COLUMNS)}; it lacks {missing[0]}"
                )
        start += len(line) + 1
    return "".join(squares)


def _words(line: str) -> list[str]:
    return [word.strip(' "\t') for word in line.split(",")]


def _covered(text: str, start: int, car: dict[str, str], side: int) -> list[int]:
    """Return the squares that a car covers; its line begins at `start` in the text."""
    name, way, *numbers = (car.get(column, "").upper() for column in COLUMNS)
    if not re.fullmatch("[A-Z]", name) or way not in ("H", "V"):
        what = f"a car has a letter and is H or V, along a row or a column; this is {show(name)}, {show(way)}"
        raise misfit(text, start, what)
    if not all(re.fullmatch(r"[1-9]\d?", number) for number in numbers):
        what = f"col, row and length are numbers from 1; those of car {name} are {', '.join(numbers)}"
        raise misfit(text, start, what)
    column, row, length = map(int, numbers)
    last = (column if way == "H" else row) + length - 1
    if max(column, row, last) > side:
        what = f"the board has {side} rows and columns; car {name} reaches {max(column, row, last)}"
        raise misfit(text, start, what)
    first = (row - 1) * side + column - 1
    return [first + i * (1 if way == "H" else side) for i in range(length)]
