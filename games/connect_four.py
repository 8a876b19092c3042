"""Connect four (Howard Wexler and Ned Strongin, 1974) and its relatives on boards of other sizes."""

from __future__ import annotations

from functools import cached_property

import attrs

from gamekit.compiled import CompiledGame, CompiledRules
from gamekit.errors import InputError, UnsupportedError
from games.boards import (
    MAX_COLUMNS,
    MAX_SIZE,
    check_size,
    draw_board,
    format_board,
    parse_board,
    render_board,
)
from games.tic_tac_toe import TicTacToe

State = str  # the squares row by row, the top row first: X, O or "." for an empty one
Move = int  # the column to drop a stone in

MAX_BITS = 62  # of a code


@attrs.frozen
class ConnectFour(CompiledGame[State, Move]):
    """X and O drop stones into columns in turn, X first; `length` of one's own in a line win.

    A stone falls to the lowest empty square of its column. A line runs along a row, a column or a diagonal. A
    full board without one is a tie.

    >>> game = ConnectFour(width=4, height=3, length=3)
    >>> print(game.render(game.apply("...." "...." "X.O.", 2)))
    3 . . . .
    2 . . X .
    1 X . O .
      a b c d
    """

    width: int = attrs.field(
        default=7, metadata={"help": "how many columns the board has", "aliases": ("columns",)}
    )
    height: int = attrs.field(
        default=6, metadata={"help": "how many stones a column holds", "aliases": ("rows",)}
    )
    length: int = attrs.field(default=4, metadata={"help": "how many in a line win"})

    players = ("X", "O")
    example = {"width": 3, "height": 4, "length": 3}

    def __attrs_post_init__(self) -> None:
        check_size("width", self.width, 1, MAX_COLUMNS)
        check_size("height", self.height, 1, MAX_SIZE)
        check_size("length", self.length, 1)
        if self.length > max(self.width, self.height):
            raise InputError(
                f"a line must fit on the board: length is {self.length}, "
                f"but the board has {self.width} columns of {self.height} squares"
            )

    def initial_state(self) -> State:
        return "." * (self.width * self.height)

    def to_move(self, state: State) -> int:
        return (len(state) - state.count(".")) % 2

    def moves(self, state: State) -> list[Move]:
        return [column for column, sign in enumerate(state[: self.width]) if sign == "."]

    def apply(self, state: State, move: Move) -> State:
        square = move + (state[move :: self.width].count(".") - 1) * self.width
        return state[:square] + self.players[self.to_move(state)] + state[square + 1 :]

    def outcome(self, state: State) -> int | None:
        return self._without_gravity.outcome(state)

    @cached_property
    def _without_gravity(self) -> TicTacToe:
        """The game on the same board that ends in the same way."""
        return TicTacToe(rows=self.height, columns=self.width, length=self.length)

    def format_state(self, state: State) -> str:
        return format_board(state, self.width)

    def parse_state(self, text: str) -> State:
        board = parse_board(text, self.height, self.width, "XO.")
        if board.count("X") - board.count("O") not in (0, 1):
            raise InputError(f"X and O drop stones in turn, X first; {text!r} breaks that")
        if any("." in board[column :: self.width].lstrip(".") for column in range(self.width)):
            raise InputError(f"stones fall to the lowest empty square; {text!r} breaks that")
        return board

    def format_move(self, state: State, move: Move) -> str:
        return "abcdefghijklmnopqrstuvwxyz"[move]

    def render(self, state: State) -> str:
        return render_board(state, self.width)

    def svg(self, state: State) -> str:
        return draw_board(state, self.width, {"X": "#56b4e9", "O": "#e69f00"})

    # --- the same over codes, whose layout games/kernels/connect_four.py explains ---------------------------------

    def encode(self, state: State) -> int:
        mover = self.players[self.to_move(state)]
        code = 0
        for column in range(self.width):
            stones = state[column :: self.width].lstrip(".")  # from the top
            bits = "1" + "".join("1" if sign == mover else "0" for sign in stones)
            code |= int(bits, 2) << column * (self.height + 1)
        return code

    def decode(self, code: int) -> State:
        columns = []
        for column in range(self.width):
            bits = code >> column * (self.height + 1) & (2 << self.height) - 1
            columns.append(f"{bits:b}"[1:].rjust(self.height, "."))  # from the top, without the marker
        board = "".join(column[row] for row in range(self.height) for column in columns)
        mover = self.to_move(board)
        return board.replace("1", self.players[mover]).replace("0", self.players[1 - mover])

    def compiled_rules(self) -> CompiledRules:
        bits = self.width * (self.height + 1)
        if bits > MAX_BITS:
            raise UnsupportedError(
                f"connect four has compiled rules for width × (height + 1) of at most {MAX_BITS}; "
                f"here it is {self.width} × {self.height + 1}"
            )
        from games.kernels import connect_four as kernels

        return CompiledRules(
            size=1 << bits,
            parameters=kernels.parameters_of(self.width, self.height, self.length),
            outcome=kernels.outcome,
            successors=kernels.successors,
            max_successors=self.width,
            predecessors=kernels.predecessors,
            max_predecessors=self.width,
        )
