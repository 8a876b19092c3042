"""Games in which the players fill a board of signs in turn, until one of them has so many in a line."""

from __future__ import annotations

from functools import cached_property

from gamekit.errors import InputError

from .boards import BoardGame, format_board, parse_board
from .geometry import lines

State = str  # the squares row by row, the top row first: X, O or "." for an empty one
Move = int


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
