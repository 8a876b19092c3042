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
        text: the names of the columns and then a line for each car, with its place from the top left, counted from 0
            if some row or column is 0, or else from 1.
        side: the number of rows and columns of the board.

    Raises:
        InputError: a line has a mistake, or a car has no room on the board.

    >>> squares_of("car,orientation,col,row,length\\nX,H,1,2,2\\nB,V,3,1,3", 3)
    'ooBXXBooB'
    """
    (_, first), *lines = [(match.start(), _words(match[0])) for match in re.finditer(r".*\S.*", text)]
    header = [word.lower() for word in first]
    if missing := [name for name in COLUMNS if name not in header]:
        raise InputError(f"the first line has the columns {', '.join(COLUMNS)}; it lacks {missing[0]}")
    cars = [(start, dict(zip(header, words, strict=False))) for start, words in lines]
    least = 0 if any("0" in (car.get("col"), car.get("row")) for _, car in cars) else 1
    squares = [FREE] * side**2
    for start, car in cars:
        for square in _covered(text, start, car, side, least):
            if squares[square] != FREE:
                raise misfit(text, start, f"car {car['car']} stands where car {squares[square]} does")
            squares[square] = car["car"].upper()
    return "".join(squares)


def _words(line: str) -> list[str]:
    return [word.strip(' "\t') for word in line.split(",")]


def _covered(text: str, start: int, car: dict[str, str], side: int, least: int) -> list[int]:
    """Return the squares that a car covers; its line begins at `start` in the text, and rows at `least`."""
    name, way, *numbers = (car.get(column, "").upper() for column in COLUMNS)
    if not re.fullmatch("[A-Z]", name) or way not in ("H", "V"):
        what = f"a car has a letter and is H or V, along a row or a column; this is {show(name)}, {show(way)}"
        raise misfit(text, start, what)
    if not all(re.fullmatch(r"\d\d?", number) for number in numbers):
        what = f"col, row and length are numbers; those of car {name} are {', '.join(numbers)}"
        raise misfit(text, start, what)
    column, row, length = map(int, numbers)
    last = max(column, row, (column if way == "H" else row) + length - 1)
    if last >= side + least:
        raise misfit(text, start, f"the board has {side} rows and columns; car {name} reaches {last}")
    first = (row - least) * side + column - least
    return [first + i * (1 if way == "H" else side) for i in range(length)]
