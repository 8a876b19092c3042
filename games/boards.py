"""What games on boards share: checks of sizes, and the notation of boards.

A board is a string: the signs of its squares row by row, the top row first; "." is an empty square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

from gamekit.errors import InputError

MAX_SIZE = 100  # far more than can be solved, and far less than would fill the memory with one state
MAX_COLUMNS = len(ascii_lowercase)  # columns are named by letters


def check_size(name: str, value: int, at_least: int, at_most: int | None = None) -> None:
    """Refuse a parameter that is not an integer within the limits.

    >>> check_size("columns", 30, 1, 26)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: columns must be an integer from 1 to 26; it is 30
    """
    if type(value) is not int or value < at_least or (at_most is not None and value > at_most):
        limits = f"of at least {at_least}" if at_most is None else f"from {at_least} to {at_most}"
        raise InputError(f"{name} must be an integer {limits}; it is {value!r}")


def check_flag(name: str, value: bool) -> None:
    """Refuse a parameter that is neither True nor False.

    >>> check_flag("misere", 1)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: misere must be true or false; it is 1
    """
    if type(value) is not bool:
        raise InputError(f"{name} must be true or false; it is {value!r}")


def rows_of(board: str, columns: int) -> list[str]:
    """Return the rows of a board, the top one first.

    >>> rows_of("X.OO.X", columns=3)
    ['X.O', 'O.X']
    """
    return [board[i : i + columns] for i in range(0, len(board), columns)]


def square_name(square: int, board: str, columns: int) -> str:
    """Return the name of a square: columns are letters from the left, rows are numbers from the bottom.

    >>> square_name(0, "......", columns=2)
    'a3'
    """
    return f"{ascii_lowercase[square % columns]}{len(board) // columns - square // columns}"


def format_board(board: str, columns: int) -> str:
    """Return a board on one line, a slash between rows.

    >>> format_board("X.OO.X", columns=3)
    'X.O/O.X'
    """
    return "/".join(rows_of(board, columns))


def parse_board(text: str, rows: int, columns: int, signs: str) -> str:
    """Return the board that `format_board` shows as `text`.

    >>> parse_board("X./.Y", 2, 2, signs="XO.")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: a board is 2 rows of 2 squares, each one of XO.: '../..'; this is 'X./.Y'
    """
    parts = text.split("/")
    if [len(part) for part in parts] != [columns] * rows or set(text) - {*signs, "/"}:
        shape = f"{_count(rows, 'row')} of {_count(columns, 'square')}, each one of {signs}"
        example = format_board("." * rows * columns, columns)
        raise InputError(f"a board is {shape}: {example!r}; this is {text!r}")
    return "".join(parts)


def parse_turn(text: str, players: Sequence[str], example: str) -> tuple[str, int]:
    """Return what stands before the last comma of `text` and the player who is said to be to move after it.

    >>> parse_turn("3 4 5, second to move", ("first", "second"), example="1 2, first to move")
    ('3 4 5', 1)
    """
    before, _, after = text.rpartition(",")
    for player, name in enumerate(players):
        if after.split() == [name, "to", "move"]:
            return before.strip(), player
    raise InputError(f"a state reads like {example!r}; this one is {text!r}")


def render_board(board: str, columns: int) -> str:
    """Return a board as text, with the names of its rows and columns.

    >>> print(render_board("X.OO.X", columns=3))
    2 X . O
    1 O . X
      a b c
    """
    rows = rows_of(board, columns)
    width = len(str(len(rows)))
    lines = [f"{len(rows) - i:>{width}} {' '.join(row)}" for i, row in enumerate(rows)]
    return "\n".join([*lines, f"{'':{width}} {' '.join(ascii_lowercase[:columns])}"])


def draw_board(board: str, columns: int, colours: Mapping[str, str]) -> str:
    """Return a board as an SVG document, with the colours, `#rrggbb`, of the squares that bear a sign.

    >>> draw_board("X.OO.X", columns=3, colours={}).count("<rect")
    6
    """
    from gamekit.drawing import draw_grid

    fills = {divmod(square, columns): colours[sign] for square, sign in enumerate(board) if sign in colours}
    rows = rows_of(board.replace(".", " "), columns)
    names = [str(len(rows) - i) for i in range(len(rows))], ascii_lowercase[:columns]
    return draw_grid(rows, fills, names=names)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
