"""Boards of Rush Hour without a letter for each car: with signs for its ends and its middle, or with its number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import TypeVar

from gamekit.game.notation import misfit

Car = TypeVar("Car")

FREE, WALL, RED = "o", "x", "X"
ENDS = re.compile(r"\s*([LmRTMB12-]*)\s*")
RUNS = {"L": ("Lm*R", 1), "1": ("12", 1), "T": ("TM*B", 0)}
"""The signs of a car from its first end, and whether it lies along a row."""

NUMBERS = re.compile(r"[\d\s,;\[\](){}]+")
ROW_END = re.compile(r"\n|[])}][\s,;]*[\[({]")


def is_board(text: str, side: int) -> bool:
    """Return whether a text is such a board of `side` rows and columns, although it may have mistakes."""
    ends = ENDS.fullmatch(text)
    return (ends is not None and len(ends[1]) == side**2 and "12" in ends[1]) or bool(_numbers(text, side))


def squares_of(text: str, side: int) -> str:
    """Return the squares of such a board row by row, with X for the red car, and another capital for each other.

    Raises:
        InputError: a car is no car, or it is not certain which one is red.

    >>> squares_of("12T--B---", 3), squares_of("7 0 0\\n7 12 12\\n0 0 0", 3)
    ('XXBooBooo', 'BooBXXooo')
    """
    numbers = _numbers(text, side)
    cars = _by_number(text, numbers, side) if numbers else _by_ends(text, side)
    squares = [FREE] * side**2
    free = iter(sign for sign in ascii_uppercase if sign not in "AOPRX")
    for name, car in cars:
        sign = RED if name == RED else next(free)
        for square in car:
            squares[square] = sign
    return "".join(squares)


def along(squares: str, row: int, side: int) -> list[str]:
    """Return the signs of the cars that lie along a row; neither o nor x is one."""
    line = squares[row * side : row * side + side]
    return [sign for sign in dict.fromkeys(line) if sign not in (FREE, WALL) and sign * 2 in line]


def the_only_one(text: str, index: int, cars: Sequence[Car]) -> Car:
    """Return the only one of some cars, which is red; `index` is where a text is wrong if there is no such car."""
    if len(cars) != 1:
        what = "the red car is the only one that lies along the row of the exit"
        raise misfit(text, index, f"{what}; {len(cars) or 'no'} cars lie there")
    return cars[0]


def _by_ends(text: str, side: int) -> list[tuple[str, list[int]]]:
    """Return the name of the red car, or none, and the squares of each car from signs for its ends and its middle."""
    signs, start = text.strip(), len(text) - len(text.lstrip())
    cars, taken = list[tuple[str, list[int]]](), set[int]()
    for square, sign in enumerate(signs):
        if square in taken or sign == "-":
            continue
        pattern, is_row = RUNS.get(sign, ("(?!)", 0))
        end = square - square % side + side if is_row else side**2
        line = range(square, end, 1 if is_row else side)
        run = re.match(pattern, "".join(signs[each] for each in line))
        if run is None:
            what = f"a car is LR, LmR, 12 or, from above, TB or TMB; this {sign} is part of none"
            raise misfit(text, start + square, what)
        cars.append((RED if sign == "1" else "", [*line[: len(run[0])]]))
        taken |= {*cars[-1][1]}
    return cars


def _by_number(text: str, numbers: list[re.Match[str]], side: int) -> list[tuple[str, list[int]]]:
    """Return the name of the red car, or none, and the squares of each car from the numbers on these."""
    places = dict[int, list[int]]()
    for square, number in enumerate(numbers):
        if int(number[0]):
            places.setdefault(int(number[0]), []).append(square)
    row = (side - 1) // 2  # of the exit
    red = list[int]()
    for name, car in places.items():
        step = car[-1] - car[-2] if car[1:] else 0
        is_row = step == 1 and car[0] // side == car[-1] // side
        if not (is_row or step == side) or car != [*range(car[0], car[-1] + 1, step)] or len(car) > 3:
            what = f"a car has two or three squares in a line, and no others; car {name} has not"
            raise misfit(text, numbers[car[0]].start(), what)
        if is_row and car[0] // side == row:
            red.append(name)
    red_one = the_only_one(text, numbers[row * side].start(), red)
    return [(RED if name == red_one else "", car) for name, car in places.items()]


def _numbers(text: str, side: int) -> list[re.Match[str]]:
    """Return the numbers of a board of as many rows and columns; none if the text is no such board."""
    if not NUMBERS.fullmatch(text):
        return []
    rows, start = list[list[re.Match[str]]](), 0
    for end in [*ROW_END.finditer(text), None]:
        stop = len(text) if end is None else end.start()
        is_together = re.fullmatch(rf"\s*\d{{{side}}}\s*", text[start:stop])
        rows.append([*re.compile(r"\d" if is_together else r"\d{1,3}(?!\d)").finditer(text, start, stop)])
        start = stop if end is None else end.end()
    rows = [row for row in rows if row]
    sizes = [len(row) for row in rows]
    return [number for row in rows for number in row] if sizes in ([side] * side, [side**2]) else []
