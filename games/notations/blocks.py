"""Blocks: boxes of klotski with a letter for each block, as most programs for it have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from string import ascii_letters
from typing import Any

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

FREE = ".@_-0"
STANDARD = 5, 4
MOST_LINES = 6
EXERCISE = "".join(digit * number for digit, number in zip("01234567", (2, 4, 2, 2, 2, 2, 2, 4), strict=True))
SIZE = re.compile(r"\s*(\d{1,2})[\s,x]+(\d{1,2})(?:\s+[A-Za-z]+)?\s*")
SHAPES = {(1, 1): "s", (2, 1): "t", (1, 2): "w", (2, 2): "b"}  # rows and columns


class Blocks(Notation):
    """The squares row by row, where those of a block have the same letter or digit, and a free one `.`, `@`, `_` or 0.

    Twenty signs in one line are a box of five rows and four columns. With four 1s, four 7s and two each of the digits
    from 0 to 6, as in exercises of courses, each 7 is a block of one square.
    """

    name = "blocks"
    about = "the squares with a letter for each block, row by row, or all twenty in one line"
    example = "ABBC ABBC DEEF DGHF I..J"

    def reads(self, text: str) -> bool:
        rows = _rows(text)
        return bool(rows) and all(re.fullmatch(r"[A-Za-z1-9.@_0-]+", row) is not None for row in rows)

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield each board: a line with all its squares, or the lines up to a blank one."""
        lines = [each for each in enumerate(text.split("\n"), 1) if not _is_comment(each[1])]
        parts = groupby(lines, key=lambda each: each[1].strip() != "")
        boards = [list(part) for has_signs, part in parts if has_signs]
        if all(len(board) == 1 and not _is_whole(board[0][1]) for board in boards):
            boards = [lines] if boards else []  # a board with a blank line between any two rows
        for number, board in enumerate(boards, 1):
            if any(_is_whole(line) for _, line in board):
                yield from ((f"line {line_number}", line) for line_number, line in board)
            else:
                yield f"board {number}", "\n".join(line for _, line in board)

    def parameters(self, text: str) -> dict[str, str]:
        if (boards := len(list(self.split(text)))) > 1:
            raise InputError(f"there must be one board; there are {boards:,}, which --inputs takes")
        rows, start = _rows(text), len(text) - len(text.lstrip())
        if not rows:
            what = "the rows of a box have the same number of squares, with one sign for each"
            raise misfit(text, start, what)
        if not max(len(rows), len(rows[0])) <= MOST_LINES:
            what = f"a box has at most {MOST_LINES} rows and columns; this has {len(rows)} and {len(rows[0])}"
            raise misfit(text, start, what)
        places = dict[str, list[tuple[int, int]]]()
        are_single = "7" if "".join(sorted("".join(rows))) == EXERCISE else ""
        for i, row in enumerate(rows):
            for j, sign in enumerate(row):
                if sign not in FREE:
                    places.setdefault(f"{i} {j}" if sign == are_single else sign, []).append((i, j))
        box = [["#" if sign not in FREE else "." for sign in row] for row in rows]
        for sign, squares in places.items():
            (top, left), (bottom, right) = squares[0], squares[-1]
            size = bottom - top + 1, right - left + 1
            if size not in SHAPES or len(squares) != size[0] * size[1]:
                raise misfit(
                    text,
                    text.index(sign),
                    f"the {len(squares)} squares {sign} are no block of 1×1, 2×1, 1×2 or 2×2 squares",
                )
            box[top][left] = SHAPES[size]
        if (big := "".join(map("".join, box)).count("b")) != 1:
            raise misfit(text, start, f"a box has one block of 2×2 squares; this has {big}")
        return {"box": "/".join(map("".join, box))}

    def state(self, game: Any, text: str) -> Any:
        return game.parse_state(self.parameters(text)["box"])

    def write(self, game: Any, state: Any) -> str:
        rows = game.format_state(state).split("/")
        width, letters, signs = len(rows[0]), iter(ascii_letters), [*"".join(rows)]
        for square, sign in enumerate("".join(rows)):
            for (height, breadth), kind in SHAPES.items():
                if sign == kind:
                    letter = next(letters)
                    for i in range(height):
                        signs[square + i * width : square + i * width + breadth] = letter * breadth
        return "\n".join("".join(signs[i : i + width]) for i in range(0, len(signs), width))


def _is_comment(line: str) -> bool:
    """Return whether a line begins with `#`, and is no wall of a frame, which ends with it, too."""
    return line.lstrip().startswith("#") and not line.rstrip().endswith("#")


def _rows(text: str) -> list[str]:
    """Return the rows of a box, with one sign for each square; none if they are not all of one length."""
    height, width = STANDARD
    whole = re.sub(r"\s+", "", text) if len(text.strip()) != height * width else text.strip()
    if len(whole) == height * width and not re.search(r"[\n/]", text.strip()):
        whole = whole.replace(" ", ".")
        return [whole[i : i + width] for i in range(0, len(whole), width)]
    lines = [line for line in re.split(r"[\n/]", text.strip()) if line.strip()]
    rows = [re.sub(r"\s+", "", line) for line in lines]
    if len(rows) == 1:
        rows = text.split()
    size = SIZE.fullmatch(lines[0]) if len(rows) > 2 and len(rows[1]) != len(rows[0]) else None
    if size and sorted(map(int, size.groups())) == sorted((len(rows) - 1, len(rows[1]))):
        del rows[0]
    return rows if len({*map(len, rows)}) == 1 and len(rows) > 1 < len(rows[0]) else []


def _is_whole(line: str) -> bool:
    """Return whether a line is a board, and not a row with blanks between its squares."""
    return len("".join(_rows(line)[:1])) > 1
