"""Notakto: both players put crosses on boards of noughts and crosses; a board with three in a row is dead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset
from gamekit.errors import InputError

Boards = tuple[int, ...]
"""The squares taken of each live board, as the bits of an integer, ascending: bit `row * 3 + column`."""

LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
"""The rows, columns and diagonals."""

MOST_BOARDS = 20

TAKEN, FREE = "x."


@cache
def is_dead(board: int) -> bool:
    """Return whether a board has three in a row."""
    return any(board & line == line for line in LINES)


@cache
def least_image(board: int) -> int:
    """Return the least of a board's images under the symmetries of the square."""
    images = []
    for image in (board, _moved(board, lambda row, column: (column, row))):
        mirrored = _moved(image, lambda row, column: (row, 2 - column))
        flipped = [_moved(one, lambda row, column: (2 - row, column)) for one in (image, mirrored)]
        images += [image, mirrored, *flipped]
    return min(images)


def _moved(board: int, to: object) -> int:
    places = (to(square // 3, square % 3) for square in range(9) if board >> square & 1)  # type: ignore[operator]
    return sum(1 << (3 * row + column) for row, column in places)


def read_boards(text: str) -> Boards:
    """Return the boards that a text shows, three rows each, joined by bars.

    Raises:
        InputError: it shows none.

    >>> read_boards("x..|...|... .x.|.x.|...")
    (1, 18)
    """
    found = []
    boards = [] if text.strip() == "0" else text.split()
    for board in boards:
        rows = board.split("|")
        if (
            len(boards) > MOST_BOARDS
            or len(rows) != 3
            or any(len(row) != 3 or set(row) - {TAKEN, FREE} for row in rows)
        ):
            rule = f"there are at most {MOST_BOARDS} boards of three rows of three, joined by |, x taken and . free"
            raise InputError(f"{rule}, such as x..|.x.|...; not {board[:40]!r}")
        found.append(sum(1 << square for square, sign in enumerate("".join(rows)) if sign == TAKEN))
    if not text.strip():
        raise InputError("boards are written as three rows, such as x..|.x.|...; there is none")
    return tuple(sorted(found))


@attrs.frozen
class Notakto(ImpartialRuleset[Boards]):
    """A move puts a cross on a free square of a board that has no three crosses in a row yet.

    In misère play, as Notakto is played, whoever makes the last three in a row loses. Its misère quotient has 18
    elements (T. Plambeck and G. Whitehead, "The Secrets of Notakto: Winning at X-only Tic-Tac-Toe", 2013).

    >>> list(Notakto().options((0,)))
    [(1,), (2,), (16,)]
    """

    boards: str = attrs.field(
        default="...|...|...",
        metadata={"help": "the boards, each of three rows joined by |: x taken, . free"},
    )

    example = {"boards": "...|...|..."}

    def __attrs_post_init__(self) -> None:
        read_boards(self.boards)

    def start(self) -> Boards:
        return self.canonical_position(read_boards(self.boards))

    def options(self, position: Boards) -> Iterator[Boards]:
        for i, board in enumerate(position):
            if board in position[:i] or is_dead(board):
                continue
            others = position[:i] + position[i + 1 :]
            free = (square for square in range(9) if not board >> square & 1)
            for image in dict.fromkeys(least_image(board | 1 << square) for square in free):
                yield self.canonical_position((*others, image))

    def parts(self, position: Boards) -> Iterator[Boards]:
        return ((board,) for board in position)

    def canonical_position(self, position: Boards) -> Boards:
        return tuple(sorted(least_image(board) for board in position if not is_dead(board)))

    def format_position(self, position: Boards) -> str:
        return " ".join(map(_written, position)) or "0"

    def parse_position(self, text: str) -> Boards:
        return self.canonical_position(read_boards(text))

    def render(self, position: Boards) -> str:
        rows = zip(*(_written(board).split("|") for board in position), strict=True)
        return "\n".join("   ".join(row) for row in rows) or "no live board"


def _written(board: int) -> str:
    signs = "".join(TAKEN if board >> square & 1 else FREE for square in range(9))
    return "|".join((signs[:3], signs[3:6], signs[6:]))
