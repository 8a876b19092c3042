"""Cars of Rush Hour one by one: a line or an object of JSON for each, with its direction, its place and its length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product
from string import ascii_uppercase

import attrs

from gamekit.errors import InputError
from gamekit.game.notation import misfit

PLACED = ("col", "row", "length")
COLUMNS = ("car", "orientation", *PLACED)
OTHER_NAMES = {
    **dict.fromkeys(("vehicle", "name", "id"), "car"),
    **dict.fromkeys(("direction", "dir"), "orientation"),
    **{"x": "col", "column": "col", "y": "row", "size": "length", "len": "length"},
}
WAYS = {
    **dict.fromkeys(("h", "-", "hor", "horizontal"), "H"),
    **dict.fromkeys(("v", "|", "ver", "vertical"), "V"),
}
ENDS = 4
"""The number of numbers of a car whose two ends are given."""

FREE, WALL = "o", "x"
LENGTHS = "2", "3"

UPPER, LOWER, FROM_BELOW = "upper end", "lower end", "lower end, from below"
"""The end of a car whose place a table has: rows are counted from the top, or from below."""

Y = re.compile(r"(?i)\by\b")

SIZES = re.compile(r"[^\S\n]*\d+(?:[\s,x]+\d+)?[^\S\n]*")
"""A line with the size of the board, or with the number of boards or cars below."""

COMMENT = re.compile(
    r"\s*(?:(?:#(?!\s*,?\s*\d+\s*,\s*\d+\s*$)|//).*|(?:[A-Za-z_]\w*\s*=\s*)?[\[\](),;]+\s*)?"
)
"""A comment, or the beginning or the end of a list around the cars, as in `cars = [`."""

CALL = re.compile(r"(?<!\w)[A-Za-z_]\w*+[^\S\n]*+\(")
AFTER_CAR = re.compile(r"(?<=[\])])\s*(?:,|(?=[\[(]))|;")
"""What stands between the cars of a line."""

OBJECT = re.compile(r"\{[^{}]*\}")
FIELD = re.compile(r"[\"']?(\w+)[\"']?\s*:\s*[\"']?([\w|-]+)")


@attrs.frozen
class Car:
    """A car, or a wall, as its line has it.

    Attributes:
        start: the place at which the line begins in the text.
        words: the words of the line by the columns that they are in, as far as that is known.
        numbers: the numbers whose columns are not known.
    """

    start: int
    words: dict[str, str]
    numbers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the car; empty if it has none."""
        return self.words.get("car", "").upper()


def is_table(text: str) -> bool:
    """Return whether a text has cars one by one, although there may be a mistake in one."""
    try:
        return bool(_cars(text))
    except InputError:
        return True


def tables_in(text: str) -> Iterator[str]:
    """Yield the lines of each board, which are behind a line with the number of its cars if there are several."""
    group = list[str]()
    for line in [*text.split("\n"), "0"]:
        if SIZES.fullmatch(line) and not OBJECT.search(text):
            if any(not COMMENT.fullmatch(each) for each in group):
                yield "\n".join(group).strip("\n")
            group = []
        else:
            group.append(line)


def squares_of(text: str, side: int) -> str:
    """Return the squares of a board row by row, on which the cars of a table stand; the red one is X.

    Args:
        text: a line for each car, perhaps below the names of the columns, or an object of JSON with these names. Its
            place is that of its upper left end from the top, or of its lower left end, perhaps from the bottom, from 0
            or from 1: whichever gives all cars room. Or a line has a name and the places of both ends.
        side: the number of rows and columns of the board.

    Raises:
        InputError: a line has a mistake, a car has no room on the board, or several boards fit.

    >>> squares_of("car,orientation,col,row,length\\nX,H,1,2,2\\nB,V,3,1,3", 3)
    'ooBXXBooB'
    >>> squares_of("X - 2 1 0\\nB | 3 0 2", 3)
    'ooBXXBooB'
    """
    cars = _cars(text)
    if len(cars) > side**2:
        raise misfit(text, cars[side**2].start, f"{side}×{side} squares have no room for {len(cars):,} cars")
    are_named = "row" in cars[0].words
    readings = _readings(text, cars)
    boards, errors = set[str](), list[InputError]()
    usual_ends = (UPPER,) if are_named and not Y.search(text) else (UPPER, FROM_BELOW)
    has_ends = len(cars[0].numbers) == ENDS
    for ends in (usual_ends, () if are_named or has_ends else (LOWER,)):
        for reading, end in product(readings, ends) if not boards else ():
            try:
                boards.add(_board(text, reading, side, end))
            except InputError as error:
                errors.append(error)
    row = (side - 1) // 2 * side  # of the red car on the toy
    usual = {board for board in boards if board.count("X") == board[row : row + side].count("XX") * 2 == 2}
    if len(usual or boards) == 1:
        return (usual or boards).pop()
    if (are_named or has_ends) and not boards:
        raise errors[0]
    what = f"{'several orders' if boards else 'no order'} of columns give{'s' * (not boards)} all cars room"
    raise misfit(text, cars[0].start, f"{what} on {side}×{side} squares; write {','.join(COLUMNS)} above")


def _readings(text: str, cars: list[Car]) -> list[list[Car]]:
    """Return the cars with the columns of all their numbers known, in each way in which these can be read."""
    if "row" in cars[0].words:
        return [cars]
    if len(cars[0].numbers) == ENDS:
        return [
            [_between_ends(text, car, is_column_first) for car in cars] for is_column_first in (True, False)
        ]
    return [[_with_order(car, order) for car in cars] for order in permutations(PLACED)]


def _between_ends(text: str, car: Car, is_column_first: bool) -> Car:
    """Return a car whose numbers are the places of its two ends."""
    one, other = sorted((car.numbers[:2], car.numbers[2:]), key=lambda end: [*map(int, end)])
    step = [int(there) - int(here) for here, there in zip(one, other, strict=True)]
    if 0 not in step:
        what = f"a car lies along a row or a column; the ends of {car.name:.40} are in none"
        raise misfit(text, car.start, what)
    column, row = one if is_column_first else one[::-1]
    way = "H" if (step[0] > 0) == is_column_first else "V"
    words = {"orientation": way, "col": column, "row": row, "length": str(max(step) + 1)}
    return attrs.evolve(car, words={**car.words, **words})


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines, or the cars of each, that are more than sizes and comments, and where they begin."""
    start = 0
    for line in text.split("\n"):
        if not COMMENT.fullmatch(line) and not SIZES.fullmatch(line):
            ends = [*AFTER_CAR.finditer(line)]
            places = [0, *(end.end() for end in ends)], [*(end.start() for end in ends), len(line)]
            cars = [(at, line[at:end]) for at, end in zip(*places, strict=True) if _words(line[at:end])]
            are_cars = len(cars) > 1 and all(len(_words(car)) >= len(PLACED) for _, car in cars)
            yield from ((start + at, car) for at, car in (cars if are_cars else [(0, line)]))
        start += len(line) + 1


def _words(line: str) -> list[str]:
    return re.findall(r"[^\s,;\"'\[\]()]+", CALL.sub(" ", line))


def _header(line: str) -> list[str] | None:
    """Return the names of the columns, as `COLUMNS` has them; None if they are none."""
    header = [OTHER_NAMES.get(word, word) for word in _words(line.lower())]
    return header if {*COLUMNS[:2]} <= {*header} else None


def _cars(text: str) -> list[Car]:
    """Return the cars of a text; none if it is no table.

    Raises:
        InputError: the columns have names, and a line has a mistake.
    """
    if objects := [*OBJECT.finditer(text)]:
        fields = [{key.lower(): value for key, value in FIELD.findall(each[0])} for each in objects]
        named = [{OTHER_NAMES.get(key, key): value for key, value in each.items()} for each in fields]
        found = [
            Car(each.start(), words) for each, words in zip(objects, named, strict=True) if "row" in words
        ]
        if not found and all("orientation" in words for words in named):
            what = f"a car has {', '.join(COLUMNS[1:])}; this has {', '.join(named[0])}"
            raise misfit(text, objects[0].start(), what)
        return [_checked(text, car) for car in found]
    lines = [*_lines(text)]
    header = _header(lines[0][1]) if lines else None
    if header is None:
        cars = [_without_header(start, line) for start, line in lines]
        found = [car for car in cars if car is not None]
        if not found:
            _check_not_meant(text, lines)
        if None in cars and len(found) > len(cars) // 2:
            start, line = lines[cars.index(None)]
            what = f"a car is its name, H or V, and three numbers, as in 'X,H,1,3,2'; this is {line.strip()!r:.60}"
            raise misfit(text, start, what)
        return found if len(cars) == len(found) else []
    if missing := [name for name in COLUMNS if name not in header]:
        raise misfit(text, lines[0][0], f"the columns are {', '.join(COLUMNS)}; {missing[0]} is missing")
    return [
        _checked(text, Car(start, dict(zip(header, _words(line), strict=False)))) for start, line in lines[1:]
    ]


def _checked(text: str, car: Car) -> Car:
    """Return a car whose columns have names, with its direction as H or V."""
    name, way = car.words.get("car", ""), car.words.get("orientation", "")
    if way.lower() not in WAYS:
        what = f"a car is H or V, along a row or a column; {name or 'this one'} is {way!r:.40}"
        raise misfit(text, car.start, what)
    numbers = [car.words.get(column, "") for column in PLACED]
    if not all(re.fullmatch(r"\d{1,2}", number) for number in numbers):
        what = f"col, row and length are numbers; those of car {name:.40} are {', '.join(numbers):.80}"
        raise misfit(text, car.start, what)
    return attrs.evolve(car, words={**car.words, "orientation": WAYS[way.lower()]})


def _without_header(start: int, line: str) -> Car | None:
    """Return the car of a line: perhaps its name, its direction and three numbers, in any order; None if it is none."""
    words = _words(line)
    if wall := re.fullmatch(r"\s*#[\s,]*(\d{1,2})[\s,]+(\d{1,2})\s*", line):
        return Car(start, {"car": "#", "orientation": "H"}, (wall[1], wall[2]))
    has_name = len(words) == len(COLUMNS) and words[0].lower() not in ("-", "|")
    name, rest = (words[0], words[1:]) if has_name else ("", words)
    ways = [word for word in rest if word.lower() in WAYS]
    if (
        has_name
        and len(rest) == ENDS
        and not name.isdecimal()
        and all(re.fullmatch(r"\d{1,2}", word) for word in rest)
    ):
        return Car(start, {"car": name}, (*rest,))
    numbers = tuple(word for word in rest if re.fullmatch(r"\d{1,2}", word))
    if len(ways) != 1 or len(numbers) != len(PLACED) or len(rest) != len(PLACED) + 1:
        return None
    return Car(start, {"car": name, "orientation": WAYS[ways[0].lower()]}, numbers)


def _with_order(car: Car, order: tuple[str, ...]) -> Car:
    """Return a car whose numbers have the columns of an order; those of a wall are its column and its row."""
    columns = [column for column in order if column != "length" or len(car.numbers) == len(PLACED)]
    length = {"length": "1"} if car.name == "#" else {}
    return attrs.evolve(car, words={**car.words, **dict(zip(columns, car.numbers, strict=False)), **length})


def _board(text: str, cars: list[Car], side: int, end: str) -> str:
    """Return the squares of a board on which cars stand whose columns are known, as the places of an end of each."""
    first = 0 if any("0" in (car.words["col"], car.words["row"]) for car in cars) else 1
    squares = [FREE] * side**2
    for car, sign in zip(cars, _signs(cars), strict=True):
        column, row, length = (int(car.words[name]) for name in PLACED)
        down, right = (0, 1) if car.words["orientation"] == "H" else (1, 0)
        column, row = column - first, row - first
        if end != UPPER:
            row = (side - 1 - row if end == FROM_BELOW else row) - down * (length - 1)
        if car.numbers[2:] and car.words["length"] not in LENGTHS:
            raise misfit(text, car.start, f"a car has a length of 2 or 3; this has {length}")
        last = max(column, row, column + right * (length - 1), row + down * (length - 1))
        if row < 0 or last >= side:
            what = f"the board has {side} rows and columns; car {car.name:.40} reaches {last + 1 if row >= 0 else row}"
            raise misfit(text, car.start, what)
        for square in range(row * side + column, side**2, right + down * side)[:length]:
            if squares[square] != FREE:
                what = f"car {car.name:.40} stands where car {squares[square]} does"
                raise misfit(text, car.start, what)
            squares[square] = sign
    return "".join(squares)


def _signs(cars: list[Car]) -> list[str]:
    """Return a capital for each car: X for the red one, its own name if that is free, or another."""
    names = [car.name for car in cars]
    red = next((name for name in ("X", "R", "RED", "A") if name in names), names[0])
    taken = {*names, "X"}
    free = (sign for sign in ascii_uppercase if sign not in taken)
    signs = list[str]()
    for index, name in enumerate(names):
        is_red = name == red and red not in names[:index]
        is_own = len(name) == 1 and name.isupper() and name not in (*signs, "X")
        signs.append(WALL if name == "#" else "X" if is_red else name if is_own else next(free, name[:1]))
    return signs


def _check_not_meant(text: str, lines: list[tuple[int, str]]) -> None:
    """Refuse lines of cars whose columns are not understood: most have one direction, and words with digits."""
    meant = [
        (start, line, words)
        for start, line in lines
        if (words := _words(line))[3:]
        and sum(word.lower() in WAYS and word not in ("-", "|") for word in words) == 1
        and any(re.search(r"\d", word) and len(word) > 1 for word in words)
    ]
    if len(meant) > len(lines) // 2:
        start, line, words = meant[0]
        known = re.compile(r"\d{1,2}")
        wrong = next(
            (word for word in words[1:] if not known.fullmatch(word) and word.lower() not in WAYS), words[0]
        )
        what = f"a car is name, H or V, length, column, row, as in 'X,H,2,1,3'; this is {wrong!r:.40}"
        raise misfit(text, start + line.index(wrong), what)
