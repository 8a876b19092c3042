"""Tic-tac-toe and its larger relatives, the m,n,k games: so many in a line win."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import attrs

from gamekit.errors import InputError
from gamekit.game import Game
from games.boards import (
    MAX_COLUMNS,
    MAX_SIZE,
    check_flag,
    check_size,
    draw_board,
    format_board,
    parse_board,
    render_board,
    square_name,
)

State = str  # the squares row by row, the top row first: X, O or "." for an empty one
Move = int  # the square to mark


@attrs.frozen
class TicTacToe(Game[State, Move]):
    """X and O mark empty squares in turn, X first; `length` marks of one's own in a line win.

    A line runs along a row, a column or a diagonal. A full board without one is a tie.

    >>> TicTacToe().outcome("XXX" "OO." "...")
    1
    """

    rows: int = attrs.field(default=3, metadata={"help": "the height of the board", "aliases": ("m",)})
    columns: int = attrs.field(default=3, metadata={"help": "the width of the board", "aliases": ("n",)})
    length: int = attrs.field(default=3, metadata={"help": "how many in a line win", "aliases": ("k",)})
    symmetry: bool = attrs.field(
        default=False, metadata={"help": "whether turned and mirrored boards count as one"}
    )

    players = ("X", "O")
    example = {"rows": 3, "columns": 3, "length": 3}

    def __attrs_post_init__(self) -> None:
        check_size("rows", self.rows, 1, MAX_SIZE)
        check_size("columns", self.columns, 1, MAX_COLUMNS)
        check_size("length", self.length, 1)
        check_flag("symmetry", self.symmetry)
        if self.length > max(self.rows, self.columns):
            raise InputError(
                f"a line must fit on the board: length is {self.length}, "
                f"but the board has {self.rows} rows and {self.columns} columns"
            )

    def initial_state(self) -> State:
        return "." * (self.rows * self.columns)

    def to_move(self, state: State) -> int:
        return (self.rows * self.columns - state.count(".")) % 2

    def moves(self, state: State) -> Iterable[Move]:
        return [square for square, sign in enumerate(state) if sign == "."]

    def apply(self, state: State, move: Move) -> State:
        return state[:move] + self.players[self.to_move(state)] + state[move + 1 :]

    def outcome(self, state: State) -> int | None:
        just_moved = 1 - self.to_move(state)
        won = self.players[just_moved] * self.length
        if any(state[line] == won for line in self._lines):
            return 1 if just_moved == 0 else -1
        return None if "." in state else 0

    @cached_property
    def _lines(self) -> list[slice]:
        lines = []
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            reach_down, reach_right = down * (self.length - 1), right * (self.length - 1)
            for row in range(self.rows - reach_down):
                for column in range(max(0, -reach_right), self.columns - max(0, reach_right)):
                    first = row * self.columns + column
                    last = first + reach_down * self.columns + reach_right
                    lines.append(slice(first, last + 1, down * self.columns + right or 1))
        return lines

    def canonical_state(self, state: State) -> State:
        if not self.symmetry:
            return state
        return min("".join([state[square] for square in view]) for view in self._views)

    @cached_property
    def _views(self) -> list[list[int]]:
        """The orders to read the squares in to see the board turned and mirrored: 8 or 4."""
        squares = range(self.rows * self.columns)
        grid = [list(squares[i : i + self.columns]) for i in squares[:: self.columns]]
        views = [rows for half in (grid, grid[::-1]) for rows in (half, [row[::-1] for row in half])]
        if self.rows == self.columns:
            views += [[list(column) for column in zip(*rows, strict=True)] for rows in views]
        return [[square for row in rows for square in row] for rows in views]

    def format_state(self, state: State) -> str:
        return format_board(state, self.columns)

    def parse_state(self, text: str) -> State:
        board = parse_board(text, self.rows, self.columns, "XO.")
        if board.count("X") - board.count("O") not in (0, 1):
            raise InputError(f"X and O mark squares in turn, X first; {text!r} breaks that")
        return board

    def format_move(self, state: State, move: Move) -> str:
        return square_name(move, state, self.columns)

    def render(self, state: State) -> str:
        return render_board(state, self.columns)

    def svg(self, state: State) -> str:
        return draw_board(state, self.columns, {"X": "#56b4e9", "O": "#e69f00"})
