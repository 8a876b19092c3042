"""Helpers for games on boards: checks of parameters, the notation and the drawing of boards.

A board is a string: the signs of its squares row by row, the top row first; "." is an empty square.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import Any, TypeVar

from gamekit.errors import InputError
from gamekit.game.protocol import Game, Move, SolvedGame, State

Board = TypeVar("Board", str, tuple[int, ...])

MAX_SIZE = 100  # far more than can be solved, and far less than would fill the memory with one state
MAX_COLUMNS = len(ascii_lowercase)  # columns are named by letters


def as_tuple(name: str, items: str, value: Iterable[Any]) -> tuple[Any, ...]:
    """Return the items of a parameter as a tuple; refuse a text, which is no list.

    >>> as_tuple("grid", "rows", "M.C")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: grid must be a list of rows; it is 'M.C'
    """
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InputError(f"{name} must be a list of {items}; it is {value!r}")
    return tuple(value)


def rows_of(board: Board, columns: int) -> list[Board]:
    """Return the rows of a board, the top one first.

    >>> rows_of("X.OO.X", columns=3)
    ['X.O', 'O.X']
    """
    return [board[i : i + columns] for i in range(0, len(board), columns)]


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


def render_board(board: str, columns: int) -> str:
    """Draw a board as text, with the names of its rows and columns.

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
    """Draw a board as an SVG document; `colours` gives squares a colour, `#rrggbb`, by their sign.

    >>> draw_board("X.OO.X", columns=3, colours={}).count("<rect")
    6
    """
    from gamekit.drawing.svg import draw_grid

    fills = {divmod(square, columns): colours[sign] for square, sign in enumerate(board) if sign in colours}
    rows = rows_of(board.replace(".", " "), columns)
    names = [str(len(rows) - i) for i in range(len(rows))], ascii_lowercase[:columns]
    return draw_grid(rows, fills, names=names)


class Puzzle(Game[State, Move]):
    """A game for one player, whose answer is how soon it can be solved."""

    players = ("solver",)

    def to_move(self, state: State) -> int:
        return 0

    def answer(self, solution: SolvedGame) -> int | None:
        """Return the least number of moves that solve the puzzle; None if none do."""
        return solution.root.remoteness


class TurnGame(Game[State, Move]):
    """A game whose states end with whose turn it is, and so do their texts: `..., first to move`."""

    @property
    def example_text(self) -> str:
        """The text of a state, to show in messages."""
        return self.format_state(self.initial_state())

    def to_move(self, state: Any) -> int:
        turn: int = state[-1]
        return turn

    def split_turn(self, text: str) -> tuple[str, int]:
        """Split a state's text at its last comma: return what stands before it, and the player named after it."""
        before, _, after = text.rpartition(",")
        for player, name in enumerate(self.players):
            if after.split() == [name, "to", "move"]:
                return before.strip(), player
        raise self.misread(text)

    def misread(self, text: str) -> InputError:
        """Return the error about a text that does not read like a state."""
        return InputError(f"a state reads like {self.example_text!r}; this one is {text!r}")


class BoardGame(TurnGame[State, Move]):
    """A game on a board of signs, which its notation and its drawings show.

    A state is a board and whose turn it is. In a subclass that has its own `to_move`, `format_state` and `parse_state`,
    it may be just a board.
    """

    signs = "XO"  # of the players
    colours = ("#56b4e9", "#e69f00")

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""

    def format_state(self, state: Any) -> str:
        return f"{format_board(state[0], self.shape[1])}, {self.players[state[1]]} to move"

    def parse_state(self, text: str) -> Any:
        squares, turn = self.split_turn(text)
        board = parse_board(squares, *self.shape, f"{self.signs}.")
        self.check_board(board, turn, text)
        return (board, turn)

    def check_board(self, board: str, turn: int, text: str) -> None:
        """Refuse a board, read from a text, that cannot occur with a player to move."""

    def render(self, state: State) -> str:
        return render_board(_board_of(state), self.shape[1])

    def svg(self, state: State) -> str:
        colours = dict(zip(self.signs, self.colours, strict=True))
        return draw_board(_board_of(state), self.shape[1], colours)


def _board_of(state: Any) -> str:
    return state if isinstance(state, str) else str(state[0])


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
