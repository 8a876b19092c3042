"""Hexapawn (Martin Gardner, 1962): chess with nothing but pawns, on a board of any size."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.errors import InputError

from .boards import MAX_COLUMNS, MAX_SIZE, BoardGame, parameter, square_name, with_signs

State = tuple[str, int]  # the squares row by row, the top row first: W, B or "."; whose turn it is
Move = tuple[int, int]  # the square a pawn leaves, the square it goes to

WHITE, BLACK = 0, 1


@attrs.frozen
class Hexapawn(BoardGame[State, Move]):
    """Each player has a row of pawns: White's at the bottom move up, Black's at the top down; White begins.

    A pawn moves one square straight ahead if that is empty, or takes a pawn of the other colour one square
    diagonally ahead. Reaching the far row wins, and so does leaving the other player without a move.

    >>> game = Hexapawn(rows=3, columns=3)
    >>> [game.format_move(("BBB" "W.." ".WW", 1), move) for move in game.moves(("BBB" "W.." ".WW", 1))]
    ['b3xa2', 'b3-b2', 'c3-c2']
    """

    rows: int = parameter(3, "the height of the board, along which pawns move", 2, MAX_SIZE)
    columns: int = parameter(3, "the width of the board: so many pawns each", 1, MAX_COLUMNS)

    players = ("white", "black")
    example = {"rows": 3, "columns": 3}
    signs = "WB"
    colours = ("#ffffff", "#333333")

    @property
    def shape(self) -> tuple[int, int]:
        return (self.rows, self.columns)

    def initial_state(self) -> State:
        return ("B" * self.columns + "." * self.columns * (self.rows - 2) + "W" * self.columns, WHITE)

    def moves(self, state: State) -> Iterator[Move]:
        board, turn = state
        mine, other = self.signs[turn], self.signs[1 - turn]
        columns = self.columns
        for square, sign in enumerate(board):
            ahead = square - columns if turn == WHITE else square + columns
            if sign != mine or not 0 <= ahead < len(board):
                continue
            for aside, wanted in ((-1, other), (0, "."), (1, other)):
                if 0 <= square % columns + aside < columns and board[ahead + aside] == wanted:
                    yield (square, ahead + aside)

    def apply(self, state: State, move: Move) -> State:
        board, turn = state
        return (with_signs(board, {move[0]: ".", move[1]: self.signs[turn]}), 1 - turn)

    def outcome(self, state: State) -> int | None:
        board, turn = state
        if "W" in board[: self.columns]:
            return 1
        if "B" in board[-self.columns :]:
            return -1
        if next(self.moves(state), None) is None:
            return -1 if turn == WHITE else 1
        return None

    def check_board(self, board: str, turn: int, text: str) -> None:
        for sign, player in zip(self.signs, self.players, strict=True):
            if board.count(sign) > self.columns:
                raise InputError(f"{player} has {self.columns} pawns at most; there are more in {text!r}")

    def format_move(self, state: State, move: Move) -> str:
        board, _ = state
        leaves, goes = (square_name(square, board, self.columns) for square in move)
        return f"{leaves}{'-' if board[move[1]] == '.' else 'x'}{goes}"
