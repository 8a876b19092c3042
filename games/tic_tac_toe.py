"""Tic-tac-toe and its larger relatives, the m,n,k games: so many in a line win."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import attrs

from gamekit.errors import InputError

from .boards import MAX_COLUMNS, MAX_SIZE, BoardGame, format_board, parameter, parse_board, square_name
from .geometry import lines, symmetries

State = str  # the squares row by row, the top row first: X, O or "." for an empty one
Move = int  # the square to mark


class LineGame(BoardGame[State, Move]):
    """A game in which X and O fill a board in turn, X first, until a player has `length` signs in a line."""

    players = ("X", "O")
    length: int
    turns = ""  # what X and O do in turn
    extent = "{} rows and {} columns"  # the shape of the board in messages

    def __attrs_post_init__(self) -> None:
        if self.length > max(self.shape):
            raise InputError(
                f"a line must fit on the board: length is {self.length}, "
                f"but the board has {self.extent.format(*self.shape)}"
            )

    def initial_state(self) -> State:
        rows, columns = self.shape
        return "." * (rows * columns)

    def to_move(self, state: State) -> int:
        return (len(state) - state.count(".")) % 2

    def outcome(self, state: State) -> int | None:
        just_moved = 1 - self.to_move(state)
        won = self.players[just_moved] * self.length
        if any(state[line] == won for line in self._lines):
            return 1 if just_moved == 0 else -1
        return None if "." in state else 0

    @cached_property
    def _lines(self) -> list[slice]:
        return lines(*self.shape, self.length)

    def format_state(self, state: State) -> str:
        return format_board(state, self.shape[1])

    def parse_state(self, text: str) -> State:
        board = parse_board(text, *self.shape, "XO.")
        if board.count("X") - board.count("O") not in (0, 1):
            raise InputError(f"X and O {self.turns} in turn, X first; {text!r} breaks that")
        return board


@attrs.frozen
class TicTacToe(LineGame):
    """X and O mark empty squares in turn, X first; a player with `length` marks in a line wins.

    A line runs along a row, a column or a diagonal. A full board without one is a tie.

    >>> TicTacToe().outcome("XXX" "OO." "...")
    1
    """

    rows: int = parameter(3, "the height of the board", 1, MAX_SIZE, aliases=("m",))
    columns: int = parameter(3, "the width of the board", 1, MAX_COLUMNS, aliases=("n",))
    length: int = parameter(3, "how many in a line win", 1, aliases=("k",))
    symmetry: bool = parameter(False, "whether turned and mirrored boards count as one")

    example = {"rows": 3, "columns": 3, "length": 3}
    turns = "mark squares"

    @property
    def shape(self) -> tuple[int, int]:
        return (self.rows, self.columns)

    def moves(self, state: State) -> Iterable[Move]:
        return [square for square, sign in enumerate(state) if sign == "."]

    def apply(self, state: State, move: Move) -> State:
        return state[:move] + self.players[self.to_move(state)] + state[move + 1 :]

    def canonical_state(self, state: State) -> State:
        if not self.symmetry:
            return state
        return min("".join([state[square] for square in view]) for view in self._views)

    @cached_property
    def _views(self) -> list[list[int]]:
        return symmetries(self.rows, self.columns)

    def format_move(self, state: State, move: Move) -> str:
        return square_name(move, state, self.columns)
