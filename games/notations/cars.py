"""Cars of Rush Hour in a table: a line of CSV for each, with its direction, its place and its length."""

from __future__ import annotations

import re

from gamekit.errors import InputError
from gamekit.game.notation import misfit
from gamekit.game.parameters import show

COLUMNS = ("car", "orientation", "col", "row", "length")
OTHER_NAMES = {"vehicle": "car", "x": "col", "y": "row"}
FREE = "o"


def is_table(text: str) -> bool:
    """Return whether a text is a table of cars, as its first line tells."""
    return {*COLUMNS[:2]} <= {*_header(text.lstrip().partition("\n")[0])}


def squares_of(text: str, side: int) -> str:
    """Return the squares of a board row by row, on which the cars of a table stand.

    Args:
        text: the names of the columns and then a line for each car, with its place from 1 at the top left. With
            columns x and y, its place is that of its lower left end, from 1 at the bottom left.
        side: the number of rows and columns of the board.

    Raises:
        InputError: a line has a mistake, or a car has no room on the board.

    >>> squares_of("car,orientation,col,row,length\\nX,H,1,2,2\\nB,V,3,1,3", 3)
    'ooBXXBooB'
    """
    (_, first), *lines = [(match.start(), match[0]) for match in re.finditer(r".*\S.*", text)]
    header = _header(first)
    if missing := [name for name in COLUMNS if name not in header]:
        raise InputError(f"the first line has the columns {', '.join(COLUMNS)}; it lacks {missing[0]}")
    is_from_below = "y" in map(str.lower, _words(first))
    squares = [FREE] * side**2
    for start, line in lines:
        car = dict(zip(header, _words(line), strict=False))
        covered = _covered(text, start, car, side)
        for row, column in covered:
            square = (side - 1 - row if is_from_below else row) * side + column
            if squares[square] != FREE:
                raise misfit(text, start, f"car {car['car']} stands where car {squares[square]} does")
            squares[square] = car["car"].upper()
    return "".join(squares)


def _words(line: str) -> list[str]:
    return [word.strip(' "\t') for word in line.split(",")]


def _header(line: str) -> list[str]:
    """Return the names of the columns, as `COLUMNS` has them."""
    return [OTHER_NAMES.get(word, word) for word in _words(line.lower())]


def _covered(text: str, start: int, car: dict[str, str], side: int) -> list[tuple[int, int]]:
    """Return the rows and columns, from 0, that a car covers; its line begins at `start` in the text."""
    name, way, *numbers = (car.get(column, "").upper() for column in COLUMNS)
    if not re.fullmatch("[A-Z]", name) or way not in ("H", "V"):
        what = f"a car has a letter and is H or V, along a row or a column; this is {show(name)}, {show(way)}"
        raise misfit(text, start, what)
    if not all(re.fullmatch(r"[1-9]\d?", number) for number in numbers):
        what = f"col, row and length are numbers from 1; those of car {name} are {', '.join(numbers)}"
        raise misfit(text, start, what)
    column, row, length = map(int, numbers)
    last = max(column, row, (column if way == "H" else row) + length - 1)
    if last > side:
        raise misfit(text, start, f"the board has {side} rows and columns; car {name} reaches {last}")
    down, right = (0, 1) if way == "H" else (1, 0)
    return [(row - 1 + i * down, column - 1 + i * right) for i in range(length)]
