"""Boards of Rush Hour, in one line or six, the lines of M. Fogleman's database, framed boards, and lists of cars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit
from gamekit.game.parameters import show

from . import car_boards, cars
from .car_parks import MOST, CarPark, unframed

SIDE = 6
SIGN = r"[A-Za-z.\-_*?]"
ROW = rf"(?:{SIGN}{{6}}|{SIGN}(?:,{SIGN}){{5}}|{SIGN}(?:[ \t]{SIGN}){{5}})"
ROW_WITH_DIGITS = ROW.replace("*?]", r"*?\d]")
ROW_OF_NUMBERS = r"\d{1,3}(?:[\s,]+\d{1,3}){5}"
BOARD = re.compile(
    rf"\s*(?:(\d+\s+)?({SIGN}{{36}}|{ROW}(\s+{ROW})+)(\s+\d+)?|{ROW_WITH_DIGITS}(?:\s*\n\s*{ROW_WITH_DIGITS}){{5}})\s*"
)
WITH_DIGIT = re.compile(r"(?<![^\s,])(?!\d+(?![^\s,]))([^\s,\d]*)(\d)[^\s,]*")
"""A word with a digit that is no number."""

SQUARES = re.compile(r"[\w.\-*?]+")
BESIDE = re.compile(r"(?:#|//)[^\n]*|(?<![^\s:])[^\s:]*:")
"""Comments and labels, as in `p01: 3:`; a label begins where a word does, so that no word is searched twice."""

RED, REDS = "A", "X*?rPxAa1"
"""The name of the red car in the game, and those in texts; P is one only beside the exit."""

FREE, WALL = "o", "x"
ASIDE = str.maketrans("", "", FREE + WALL)

NO_CARS = "numbers alone are no cars; beside those of a car stands H or V, as in 'X,H,1,3,2'"


class RushHourBoard(Notation):
    """36 squares row by row: `.`, `o`, `-` or `_` for none, `x` for a wall, a capital for each car.

    The red car is the one beside the exit if a frame has a gap or a mark there, or else X, as on the cards of the toy,
    r, `*` or `?`, or else A, unless that lies across the way to the exit. The game calls it A. Other cars may have
    small letters or digits if that leaves no doubt.
    Of numbers alone, 0 is none, and the red car lies along the row of the exit. In one line of ends, cars are LR, LmR
    and 12, or TB and TMB from above. In Fogleman's lines, the number of moves stands before the board, and the number
    of positions behind it; they are ignored, as are labels with a colon, comments after `#`, and sizes above.
    """

    name = "board"
    about = (
        "the 36 squares, in one line or six, perhaps in a frame, or a line for each car; "
        "X or r is the red car, or else A"
    )
    example = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    endings: ClassVar[tuple[str, ...]] = (".rush",)
    is_json: ClassVar[bool] = True
    is_strict: ClassVar[bool] = True

    def reads(self, text: str) -> bool:
        is_other = cars.is_table(text) or car_boards.is_board(text, SIDE)
        return is_other or BOARD.fullmatch(_park(text).text) is not None

    def parameters(self, text: str) -> dict[str, str]:
        park, squares = self.squares(text)
        exits = {"exit": park.exit} if park.exit not in ("", "right") else {}
        return {"board": _with_red(squares, _red(text, park, squares)), **exits}

    def squares(self, text: str) -> tuple[CarPark, str]:
        """Return what is around the squares, and these, with the names of cars that they have in the text."""
        if cars.is_table(text):
            if (boards := len([*cars.tables_in(text)])) > 1:
                raise InputError(f"there must be one board; there are {boards:,}, which --inputs takes")
            return CarPark(""), cars.squares_of(text, SIDE)
        if car_boards.is_board(text, SIDE):
            return CarPark(""), car_boards.squares_of(text, SIDE)
        _check_frame(text)
        park = _park(text)
        text = park.text
        rows = SQUARES.findall(text)
        board, sizes = "".join(rows), [len(row) for row in rows]
        _check_shape(text, rows)
        is_by_rows = sizes == [SIDE] * SIDE or len(board) == sizes.count(1) == SIDE * SIDE
        if not is_by_rows and (wrong := WITH_DIGIT.search(text)):
            what = f"{wrong[2]!r} is no car; cars have letters"
            is_board = len(wrong[0]) in (SIDE, SIDE**2)
            what = what if is_board else f"{show(wrong[0])} is no row of squares, and no board"
            raise misfit(text, wrong.start(2) if is_board else wrong.start(), what)
        board = board if is_by_rows else re.sub(r"\d", "", board)
        if len(board) > SIDE * SIDE and (boards := sum(self.reads(each) for _, each in self.split(text))) > 1:
            raise InputError(f"there must be one board; there are {boards:,}, which --inputs takes")
        if {*board} & {*RED} and not {*REDS[:5]} & {*board} and (wrong := re.search("[a-npqs-wyz]", text)):
            what = f"{wrong[0]!r} is no car; cars have capitals, unless X or r is the red one"
            raise misfit(text, wrong.start(), what)
        if len(board) != SIDE * SIDE:
            raise misfit(text, 0, f"a board has {SIDE} rows of {SIDE} squares; this has {len(board)} squares")
        _check_lengths(text, board)
        return park, _plain(board)

    def state(self, game: Any, text: str) -> Any:
        park, squares = self.squares(text)
        is_own = "X" in game.squares and RED in squares and not park.exit  # in the form of the game
        red = RED if is_own else _red(text, park, squares)
        return game.state_of(_with_red(squares, red))

    def write(self, game: Any, state: Any) -> str:
        return str(game.instance_from(state)["board"])

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield each board: a line with 36 squares, six lines with a row each, a frame, or some lines with cars."""
        parts = [part for part in re.split(r"\n[^\S\n]*\n", text) if part.strip()]
        if cars.is_table(text):
            yield from _numbered(cars.tables_in(text))
        elif parts and all(map(_is_framed, parts)):
            yield from _numbered(iter(parts))
        else:
            yield from _plain_boards(text)


def _check_frame(text: str) -> None:
    """Refuse a board of another size in a frame."""
    if BOARD.fullmatch(_bare(text)):
        return
    sizes = (side for side in range(3, MOST) if unframed(text, side).text.split() != text.split())
    if re.search(r"[^\d\s]", text) and not _is_framed(text) and (side := next(sizes, 0)):
        raise misfit(text, 0, f"a board has {SIDE} rows of {SIDE} squares; this has {side} of {side}")


def _check_shape(text: str, rows: list[str]) -> None:
    """Refuse signs of no square, the rows of a larger board, and lists of numbers."""
    if {*"();["} & {*text} and not re.search(r"[^\d\s,;()\[\]]", text):
        raise misfit(text, len(text) - len(text.lstrip()), NO_CARS)
    wrong = re.search(r"[^\w.\-*?\s,]", text)
    rows = text.split() if wrong else rows
    sizes = [len(row) for row in rows]
    if {*sizes} == {len(sizes)} and len(sizes) != SIDE:
        what = f"a board has {SIDE} rows of {SIDE} squares; this has {len(sizes)} of {len(sizes)}"
        raise misfit(text, text.index(rows[0]), what)
    if wrong:
        raise misfit(text, wrong.start(), f"{wrong[0]!r} is no sign of a square")
    if "".join(rows).isdecimal() and sizes != [SIDE] * SIDE and sizes.count(1) != SIDE * SIDE:
        raise misfit(text, text.index(rows[0]), NO_CARS)


def _check_lengths(text: str, board: str) -> None:
    """Refuse cars on a single square."""
    for sign in board:
        if board.count(sign) == 1 and sign in _plain(board) and sign not in (FREE, WALL):
            raise misfit(text, text.index(sign), f"a car stands on two or more squares; {sign!r} has one")


def _numbered(parts: Iterator[str]) -> Iterator[tuple[str, str]]:
    return ((f"board {number}", part) for number, part in enumerate(parts, 1))


def _plain_boards(text: str) -> Iterator[tuple[str, str]]:
    """Yield the boards of a text without frames, and the number or the label of their lines."""
    rows = list[str]()
    for number, (line, given) in enumerate(zip(_bare(text).split("\n"), text.split("\n"), strict=True), 1):
        if re.fullmatch(rf"\s*(?:{ROW_WITH_DIGITS}|{ROW_OF_NUMBERS})\s*", line):
            rows.append(line.strip())
            if len(rows) == SIDE:
                yield f"line {number + 1 - SIDE}", "\n".join(rows)
                rows = []
        elif line.strip():
            label = re.match(r"\s*([^\s:]+):", given)
            yield label[1] if label else f"line {number}", line.strip()
    if rows:
        yield "the last board", "\n".join(rows)


def _bare(text: str) -> str:
    """Return a text with blanks in place of comments and labels."""
    return BESIDE.sub(lambda beside: " " * len(beside[0]), text)


def _park(text: str) -> CarPark:
    """Return a board without the frame and the comments around it; a frame may be of `#`."""
    return unframed(text if _is_framed(text) else _bare(text), SIDE)


def _is_framed(text: str) -> bool:
    return unframed(text, SIDE).text.split() != text.split()


def _plain(board: str) -> str:
    """Return a board with `o` for each free square, and with `x` for walls alone or for a car.

    Without capitals, two x side by side are a car, and o is one beside other signs for free squares. If there is no
    such sign, 0 is free.

    >>> _plain("o-AA"), _plain("oo..xx"), _plain("1100")
    ('ooAA', 'OOoo**', '11oo')
    """
    has_capitals, free = re.search("[A-Z]", board) is not None, {*".-_"} & {*board}
    if not has_capitals and board.count(WALL) == 2 and WALL * 2 in board:
        board = board.replace(WALL, "*")
    if not has_capitals and free:
        board = board.replace(FREE, FREE.upper())
    if not free and FREE not in board:
        board = board.replace("0", FREE)
    return re.sub(r"[.\-_]", FREE, board)


def _red(text: str, park: CarPark, squares: str) -> str:
    """Return the sign of the red car."""
    if park.exit:
        step, at = (1, park.line * SIDE) if park.exit in ("left", "right") else (SIDE, park.line)
        line = squares[at : at + SIDE] if step == 1 else squares[at::SIDE]
        beside = [sign for sign in dict.fromkeys(line) if sign not in (FREE, WALL) and sign * 2 in line]
        named = [sign for sign in REDS if sign in beside] or beside
        if len(named) == 0 or (len(beside) > 1 and named == beside):
            raise misfit(
                text, 0, f"the red car stands along the line of the exit; {len(beside) or 'no'} cars do"
            )
        return named[0]
    if squares.translate(ASIDE).isdecimal():
        return car_boards.the_only_one(text, 0, car_boards.along(squares, (SIDE - 1) // 2, SIDE))
    red = next((sign for sign in REDS if sign in squares and sign not in ("P", WALL)), RED)
    alone = car_boards.along(squares, (SIDE - 1) // 2, SIDE)
    rows = (squares[start : start + SIDE] for start in range(0, len(squares), SIDE))
    is_across = red in squares and not any(red * 2 in row for row in rows)
    return alone[0] if is_across and len(alone) == 1 else red


def _with_red(board: str, red: str) -> str:
    """Return a board on which the red car is A, and each other car has a capital that no other car has.

    >>> _with_red("OXXoAA", "X"), _with_red("aaBB", "a"), _with_red("a1a1**", "*")
    ('OAAoBB', 'AABB', 'CBCBAA')
    """
    names = {red: RED, FREE: FREE, WALL: WALL}
    own = {sign: sign for sign in board if sign in ascii_uppercase and sign not in (red, RED)}
    for sign in sorted({*board} - {*names, *own}):
        capital = sign.upper()
        is_free = capital in ascii_uppercase and capital not in (*names.values(), *own)
        free = (name for name in ascii_uppercase if name not in (*names.values(), *own))
        names[sign] = capital if is_free else next(free, sign)
    return "".join({**names, **own}[sign] for sign in board)
