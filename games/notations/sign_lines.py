"""Boards in lines: a sign for each square, in the signs that people use for a game."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

SIZE = re.compile(r"\s*(\d{1,4})(?:[ \tx,]+(\d{1,4}))?[ \t]*\n")
ROWS = re.compile(r"\s*[^\s,]{2,}(?:,[^\s,]{2,})+\s*")
LIST_END = re.compile(r"(\][ \t]*),(?=\s*\[)")
NEGATIVE = re.compile(r"(?<![^\s,;\[({|])-1(?![^\s,;\])}|])")
NUMBERS = re.compile(r"[01][^\S\n]*[, \t][^\S\n]*-1|-1[^\S\n]*[, \t][^\S\n]*[01]")
"""The number -1 between blanks or commas, and beside another number."""

BETWEEN = str.maketrans(dict.fromkeys(",;\"'[](){}", " "))
"""Signs between squares, as in lists of lists."""

COLUMNS = "abcdefghijklmnopqrstuvwxyz"

RULE = re.compile(r"[=+]+|[-=+]{3}-*[=+][-=+]*")
"""A line of a frame without its upright lines."""

FRAME = "|\u2500-\u257f"
"""The signs of frames around squares, as in a regular expression: lines between them, of ASCII and of Unicode."""


class SignLines(Notation):
    """A row of the board on each line, the top one first; blanks between signs do not count.

    The numbers of rows and columns may stand on a line before them, in either order, and those of the columns above or
    below.

    Attributes:
        signs: the signs of each sign of the game, the one to write first.
        outside: further signs around the board, which are no squares.
        sizes: the parameters that are the numbers of rows and columns.
    """

    name = "lines"
    about = "the board, row by row"
    is_strict: ClassVar[bool] = True
    signs: ClassVar[Mapping[str, str]]
    outside: ClassVar[str] = ""
    sizes: ClassVar[tuple[str, str]]

    def reads(self, text: str) -> bool:
        rows, known = self.rows(bare(text)), {*"".join(self.signs.values())}
        return len(rows) > 1 and sum(sign in known for sign in "".join(rows)) > len("".join(rows)) // 2

    def rows(self, text: str) -> list[str]:
        """Return the rows of a board without blanks and the frame that some programs draw."""
        return [squares.replace(" ", "") for _, squares in self.lines(text)]

    def lines(self, text: str) -> list[tuple[int, str]]:
        """Return where the line of each row begins, and the line with blanks around and between the squares."""
        lines = _lines(text, self.outside)
        is_size_first = _has_size(text, [squares for _, squares in lines], "".join(self.signs.values()))
        return lines[1:] if is_size_first else lines

    def at(self, text: str, row: int, column: int = 0) -> int:
        """Return where a square stands in a text; rows and columns are numbered from 0."""
        start, squares = self.lines(bare(text))[row]
        return start + [index for index, sign in enumerate(squares) if sign != " "][column]

    def parameters(self, text: str) -> dict[str, int]:
        rows = self.checked(text)
        return dict(zip(self.sizes, (len(rows), len(rows[0])), strict=True))

    def checked(self, text: str) -> list[str]:
        """Return the rows, of equal length, in the signs of the game."""
        rows = self.translated(text)
        for number, row in enumerate(rows):
            if len(row) != len(rows[0]):
                what = f"row 1 has {len(rows[0])} squares, and row {number + 1} has {len(row)}"
                raise misfit(text, self.at(text, number), what)
        return rows

    def translated(self, text: str) -> list[str]:
        """Return the rows in the signs of the game."""
        given, text = text, bare(text)
        read = {sign: own for own, signs in self.signs.items() for sign in signs}
        lines = self.lines(text)
        known = re.escape("".join(read) + self.outside)
        strange = re.compile(rf"[^{known}\s{FRAME}=+-]").search(text, lines[0][0] if lines else 0)
        if strange is not None:
            what = f"{strange[0]!r} is not one of the signs {''.join(read)}"
            raise misfit(given, strange.start(), what)
        if not lines:
            raise InputError("a board has a row or more; the text has none")
        return ["".join(read.get(sign, "") for sign in squares) for _, squares in lines]

    def state(self, game: Any, text: str) -> Any:
        return game.parse_state(self.house("/".join(self.checked(text))))

    def house(self, board: str) -> str:
        """Return the game's own text of a state, given that of its board."""
        return board

    def write(self, game: Any, state: Any) -> str:
        board = game.format_state(state).split(",")[0]
        return "".join({"/": "\n"}.get(sign) or self.signs[sign][0] for sign in board)

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        boards = re.split(r"\n\s*\n", text.strip("\n"))
        return ((f"board {number}", board) for number, board in enumerate(boards, 1) if board.strip())


def _lines(text: str, outside: str) -> list[tuple[int, str]]:
    """Return the lines of a text that are more than frames, with blanks for the frame, and where they begin."""
    around, lines, start = re.compile(rf"[{FRAME}\s{re.escape(outside)}]"), list[tuple[int, str]](), 0
    for line in text.split("\n"):
        squares = around.sub(" ", line)
        if squares.strip() and not RULE.fullmatch(squares.replace(" ", "")):
            lines.append((start, squares))
        start += len(line) + 1
    return lines


def _has_size(text: str, lines: list[str], signs: str) -> bool:
    """Return whether the first line is rather the number of the others, perhaps with that of columns beside it."""
    size = SIZE.match(text)
    if size is None or len(lines) < 2:
        return False
    first, second = (line.replace(" ", "") for line in lines[:2])
    is_row = len(first) == len(second) and {*first} <= {*signs}
    rows, columns = len(lines) - 1, len(second)
    numbers = [int(number) for number in size.groups() if number]
    return not is_row and numbers in ([rows], [rows, columns], [columns, rows])


def bare(text: str) -> str:
    """Return a text without numbers of columns and dashed lines, and with a dot for each square of blanks between `|`.

    Commas, brackets and quotes are left out, too; a list in brackets is a line, and so is a row in `101,010`. A number
    -1 beside others is the other player's, as 2 is.

    >>> bare("|X|O| |\\n-------\\n 1 2 3")
    '|X|O|.|\\n       \\n      '
    """
    if ROWS.fullmatch(text) and "]," not in text:
        text = text.replace(",", "\n")
    if NUMBERS.search(text):
        text = NEGATIVE.sub(" 2", text)
    lines = LIST_END.sub(r"\1\n", text).translate(BETWEEN).split("\n")
    filled = [index for index, line in enumerate(lines) if line.strip()]
    have_letters = False
    for index in {*filled[:1], *filled[-1:]}:
        words = re.sub(rf"[{FRAME}]", " ", lines[index]).split()
        are_numbers = words[2:] and words in (
            [*map(str, range(first, first + len(words)))] for first in (0, 1)
        )
        are_letters = COLUMNS.startswith("".join(words).lower()) and len("".join(words)) > 1
        have_letters = have_letters or are_letters
        if are_numbers or are_letters:
            lines[index] = " " * len(lines[index])
    lines = _without_rows(lines) if have_letters else lines
    if "|" in text:
        lines = [" " * len(line) if re.fullmatch(r"\s*-{3,}\s*", line) else line for line in lines]
    return re.sub(r"(?<=\|)( +)(?=\|)", lambda blanks: ".".ljust(len(blanks[1])), "\n".join(lines))


def _without_rows(lines: list[str]) -> list[str]:
    """Return lines with blanks in place of the numbers of rows, if all rows have one in front or behind."""
    rows = [index for index, line in enumerate(lines) if re.search(r"[^\s=+-]", line)]
    for pattern in (r"\s*([0-9]{1,2})(?![0-9])", r".*(?<![0-9])([0-9]{1,2})\s*"):
        matches = [match for index in rows if (match := re.match(pattern, lines[index]))]
        numbers = [int(match[1]) for match in matches]
        ordered = [*range(1, len(rows) + 1)]
        for index, match in zip(rows, matches, strict=False) if numbers in (ordered, ordered[::-1]) else ():
            start, end = match.span(1)
            lines[index] = f"{lines[index][:start]}{' ' * (end - start)}{lines[index][end:]}"
    return lines


class FourLines(SignLines):
    """A board of connect four: R or X for the first player, Y or O for the second."""

    example = ".....\n..Y..\n.RRY."
    signs: ClassVar[Mapping[str, str]] = {".": "._-0", "X": "RXrx1", "O": "YOyo2"}
    sizes = ("height", "width")

    def checked(self, text: str) -> list[str]:
        rows = super().checked(text)
        for number, (row, below) in enumerate(itertools.pairwise(rows)):
            for column, sign in enumerate(row):
                if sign != "." == below[column]:
                    what = "a disc falls to the lowest free square; below this one is a free square"
                    raise misfit(text, self.at(text, number, column), what)
        return rows
