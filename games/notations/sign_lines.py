"""Boards in lines: a sign for each square, in the signs that people use for a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

SIZE = re.compile(r"\s*(\d{1,4})(?:[ \tx,]+(\d{1,4}))?[ \t]*\n")
FRAME = "|\u2500-\u257f"
"""The signs of frames around squares, as in a regular expression: lines between them, of ASCII and of Unicode."""


class SignLines(Notation):
    """A row of the board on each line, the top one first; blanks between signs do not count.

    The numbers of rows and columns may stand on a line before them, and those of the columns above or below.

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
        rows = self._rows_in(text)
        return rows[1:] if self._has_size(text, rows) else rows

    def _rows_in(self, text: str) -> list[str]:
        around = rf"[{FRAME}\s{re.escape(self.outside)}]"
        lines = (re.sub(around, "", line) for line in text.split("\n"))
        return [line for line in lines if line and not re.fullmatch(r"[=+]+|[-=+]{3}-*[=+][-=+]*", line)]

    def _has_size(self, text: str, rows: list[str]) -> bool:
        """Return whether the first row is rather the number of the others, perhaps with that of columns."""
        size = SIZE.match(text)
        if size is None or len(rows) < 2 or int(size[1]) != len(rows) - 1:
            return False
        is_row = len(rows[0]) == len(rows[1]) and {*rows[0]} <= {*"".join(self.signs.values())}
        return not is_row and (size[2] is None or int(size[2]) == len(rows[1]))

    def parameters(self, text: str) -> dict[str, int]:
        rows = self.checked(text)
        return dict(zip(self.sizes, (len(rows), len(rows[0])), strict=True))

    def checked(self, text: str) -> list[str]:
        """Return the rows, of equal length, in the signs of the game."""
        rows = self.translated(text)
        for number, row in enumerate(rows, 1):
            if len(row) != len(rows[0]):
                raise InputError(f"row 1 has {len(rows[0])} squares, and row {number} has {len(row)}")
        return rows

    def translated(self, text: str) -> list[str]:
        """Return the rows in the signs of the game."""
        text = bare(text)
        read = {sign: own for own, signs in self.signs.items() for sign in signs}
        size = SIZE.match(text) if self._has_size(text, self._rows_in(text)) else None
        known = re.escape("".join(read) + self.outside)
        strange = re.compile(rf"[^{known}\s{FRAME}=+-]").search(text, size.end() if size else 0)
        if strange is not None:
            what = f"{strange[0]!r} is not one of the signs {''.join(read)}"
            raise misfit(text, strange.start(), what)
        rows = ["".join(read.get(sign, "") for sign in row) for row in self.rows(text)]
        if not rows:
            raise InputError("a board has a row or more; the text has none")
        return rows

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


def bare(text: str) -> str:
    """Return a text without numbers of columns and dashed lines, and with a dot for each square of blanks between `|`.

    >>> bare("|X|O| |\\n-------\\n 1 2 3")
    '|X|O|.|\\n       \\n      '
    """
    lines = text.split("\n")
    filled = [index for index, line in enumerate(lines) if line.strip()]
    for index in filled:
        words = re.sub(rf"[{FRAME}]", " ", lines[index]).split()
        is_end = index in (filled[0], filled[-1])
        numbers = [[*map(str, range(first, first + len(words)))] for first in (0, 1)]
        is_rule = "|" in text and re.fullmatch(r"\s*-{3,}\s*", lines[index])
        if is_rule or (is_end and words[2:] and words in numbers):
            lines[index] = " " * len(lines[index])
    return re.sub(r"(?<=\|)( +)(?=\|)", lambda blanks: ".".ljust(len(blanks[1])), "\n".join(lines))


class FourLines(SignLines):
    """A board of connect four: R or X for the first player, Y or O for the second."""

    example = ".....\n..Y..\n.RRY."
    signs: ClassVar[Mapping[str, str]] = {".": "._-0", "X": "RXrx1", "O": "YOyo2"}
    sizes = ("height", "width")
