"""Hexapawn (Martin Gardner, 1962): chess with nothing but pawns, on a board of any size."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.errors import InputError
from gamekit.game import Game
from games.boards import (
    MAX_COLUMNS,
    MAX_SIZE,
    check_size,
    draw_board,
    format_board,
    parse_board,
    parse_turn,
    render_board,
    square_name,
)

State = tuple[str, int]  # the squares row by row, the top row first: W, B or "."; whose turn it is
Move = tuple[int, int]  # the square a pawn leaves, the square it goes to

WHITE, BLACK = 0, 1
SIGNS = "WB"


@attrs.frozen
class Hexapawn(Game[State, Move]):
    """Each player has a row of pawns: White's at the bottom move up, Black's at the top down; White begins.

    A pawn moves one square straight ahead if that is empty, or takes a pawn of the other colour one square
    diagonally ahead. Reaching the far row wins, and so does leaving the other player without a move.

    >>> game = Hexapawn(rows=3, columns=3)
    >>> [game.format_move(("BBB" "W.." ".WW", 1), move) for move in game.moves(("BBB" "W.." ".WW", 1))]
    ['b3xa2', 'b3-b2', 'c3-c2']
    """

    rows: int = attrs.field(default=3, metadata={"help": "the height of the board, along which pawns move"})
    columns: int = attrs.field(default=3, metadata={"help": "the width of the board: so many pawns each"})

    players = ("white", "black")
    example = {"rows": 3, "columns": 3}

    def __attrs_post_init__(self) -> None:
        check_size("rows", self.rows, 2, MAX_SIZE)
        check_size("columns", self.columns, 1, MAX_COLUMNS)

    def initial_state(self) -> State:
        return ("B" * self.columns + "." * self.columns * (self.rows - 2) + "W" * self.columns, WHITE)

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Iterator[Move]:
        board, turn = state
        mine, other = SIGNS[turn], SIGNS[1 - turn]
        columns = self.columns
        for square, sign in enumerate(board):
            ahead = square - columns if turn == WHITE else square + columns
            if sign != mine or not 0 <= ahead < len(board):
                continue
            column = square % columns
            if column > 0 and board[ahead - 1] == other:
                yield (square, ahead - 1)
            if board[ahead] == ".":
                yield (square, ahead)
            if column < columns - 1 and board[ahead + 1] == other:
                yield (square, ahead + 1)

    def apply(self, state: State, move: Move) -> State:
        board, turn = state
        squares = list(board)
        squares[move[0]], squares[move[1]] = ".", SIGNS[turn]
        return ("".join(squares), 1 - turn)

    def outcome(self, state: State) -> int | None:
        board, turn = state
        if "W" in board[: self.columns]:
            return 1
        if "B" in board[-self.columns :]:
            return -1
        if next(self.moves(state), None) is None:
            return -1 if turn == WHITE else 1
        return None

    def format_state(self, state: State) -> str:
        board, turn = state
        return f"{format_board(board, self.columns)}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        squares, turn = parse_turn(text, self.players, self.format_state(self.initial_state()))
        board = parse_board(squares, self.rows, self.columns, "WB.")
        for sign, player in zip(SIGNS, self.players, strict=True):
            if board.count(sign) > self.columns:
                raise InputError(f"{player} has {self.columns} pawns at most; there are more in {text!r}")
        return (board, turn)

    def format_move(self, state: State, move: Move) -> str:
        board, _ = state
        leaves, goes = (square_name(square, board, self.columns) for square in move)
        return f"{leaves}{'-' if board[move[1]] == '.' else 'x'}{goes}"

    def render(self, state: State) -> str:
        return render_board(state[0], self.columns)

    def svg(self, state: State) -> str:
        return draw_board(state[0], self.columns, {"W": "#ffffff", "B": "#333333"})
