"""Boards of Rush Hour, in one line or six, the lines of M. Fogleman's database, and tables of cars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit
from gamekit.game.parameters import show

from . import cars

SIDE = 6
SIGN = r"[A-Za-z.\-]"
ROW = rf"(?:{SIGN}{{6}}|{SIGN}(?:,{SIGN}){{5}}|{SIGN}(?:[ \t]{SIGN}){{5}})"
BOARD = re.compile(rf"\s*(\d+\s+)?({SIGN}{{36}}|{ROW}(\s+{ROW})+)(\s+\d+)?\s*")
SQUARES = re.compile(rf"{SIGN}+")
BESIDE = re.compile(r"#[^\n]*|(?<![^\s:])[^\s:]*:")
"""Comments and labels, as in `p01: 3:`; a label begins where a word does, so that no word is searched twice."""

SMALL = "[a-npqs-wyz]"
"""A small letter that stands for nothing but a car."""

RED, OTHER_REDS = "A", "Xr"


class RushHourBoard(Notation):
    """36 squares row by row: `.`, `o` or `-` for none, `x` for a wall, a capital for each car.

    The red car is X, as on the cards of the toy, or r; if there is neither, it is A. The game calls it A. In Fogleman's
    lines, the number of moves stands before the board, and the number of positions behind it; they are ignored, as are
    labels with a colon and comments after `#`. A table has a line of CSV for each car in place of the squares.
    """

    name = "board"
    about = "the 36 squares, in one line or six, or a table of the cars; X or r is the red car, or else A"
    example = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    endings: ClassVar[tuple[str, ...]] = (".rush",)
    is_strict: ClassVar[bool] = True

    def reads(self, text: str) -> bool:
        return cars.is_table(text) or BOARD.fullmatch(_bare(text)) is not None

    def parameters(self, text: str) -> dict[str, str]:
        return {"board": _with_red(self.squares(text))}

    def squares(self, text: str) -> str:
        """Return the squares, with the names of cars that they have in the text."""
        if cars.is_table(text):
            return cars.squares_of(text, SIDE)
        text = _bare(text)
        rows = SQUARES.findall(text)
        board, sizes = "".join(rows), [len(row) for row in rows]
        if wrong := re.search(r"[^A-Za-z.\-\s,\d]", text):
            raise misfit(text, wrong.start(), f"{wrong[0]!r} is no sign of a square")
        if wrong := re.search(r"(?<![^\s,])(?!\d+(?![^\s,]))[^\s,\d]*\d[^\s,]*", text):
            raise misfit(text, wrong.start(), f"{show(wrong[0])} is no row of squares, and no board")
        if {*sizes} == {len(sizes)} and len(sizes) != SIDE:
            raise InputError(
                f"a board has {SIDE} rows of {SIDE} squares; this has {len(sizes)} of {len(sizes)}"
            )
        if len(board) > SIDE * SIDE and (boards := len([*self.split(text)])) > 1:
            raise InputError(f"there must be one board; there are {boards:,}, which --inputs takes")
        if not {*OTHER_REDS} & {*board} and (wrong := re.search(SMALL, text)):
            what = f"{wrong[0]!r} is no car; cars have capitals, unless X or r is the red one"
            raise misfit(text, wrong.start(), what)
        if len(board) != SIDE * SIDE:
            raise InputError(f"a board has {SIDE * SIDE} squares; this has {len(board)}")
        return _in_capitals(re.sub(r"[.\-]", "o", board))

    def state(self, game: Any, text: str) -> Any:
        board = self.squares(text)
        return game.state_of(board if "X" in game.squares else _with_red(board))

    def write(self, game: Any, state: Any) -> str:
        return str(game.instance_from(state)["board"])

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield each board: a line with 36 squares, or six lines with a row each; a table is one board."""
        if cars.is_table(text):
            yield "board 1", text
            return
        rows = list[str]()
        for number, (line, given) in enumerate(
            zip(_bare(text).split("\n"), text.split("\n"), strict=True), 1
        ):
            if re.fullmatch(rf"\s*{ROW}\s*", line):
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


def _in_capitals(board: str) -> str:
    """Return a board on which cars with small letters have capitals that no other car has.

    >>> _in_capitals("aAXXro")
    'BAXXro'
    """
    free = (name for name in ascii_uppercase if name not in (*board.upper(), "X"))
    for sign in sorted({*re.findall(SMALL, board)}):
        capital = sign.upper() if sign.upper() not in board else next(free, sign)
        board = board.replace(sign, capital)
    return board


def _with_red(board: str) -> str:
    """Return a board on which the red car is A; a car that was A before has a name that no other car has.

    >>> _with_red("OXX.AA")
    'OAA.BB'
    """
    red = next((sign for sign in OTHER_REDS if sign in board), RED)
    free = (name for name in ascii_uppercase if name not in board and name not in (RED, *OTHER_REDS))
    return board if red == RED else board.replace(RED, next(free, RED)).replace(red, RED)
