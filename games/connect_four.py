"""Connect four (Howard Wexler and Ned Strongin, 1974) and its relatives on boards of other sizes."""

from __future__ import annotations

from string import ascii_lowercase

import attrs

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.compiled import CompiledGame, CompiledRules
from gamekit.game.parameters import parameter

from .boards import MAX_COLUMNS, MAX_SIZE
from .kernels import rules_of
from .line_game import LineGame

State = str  # the squares row by row, the top row first: X, O or "." for an empty one
Move = int  # the column to drop a stone in

MAX_BITS = 62  # of a code


@attrs.frozen
class ConnectFour(LineGame, CompiledGame[State, Move]):
    """X and O drop stones into columns in turn, X first; a player with `length` stones in a line wins.

    A stone falls to the lowest empty square of its column. A line runs along a row, a column or a diagonal. A
    full board without one is a tie.

    >>> game = ConnectFour(width=4, height=3, length=3)
    >>> print(game.render(game.apply("...." "...." "X.O.", 2)))
    3 . . . .
    2 . . X .
    1 X . O .
      a b c d
    """

    width: int = parameter(7, "how many columns the board has", 1, MAX_COLUMNS, aliases=("columns",))
    height: int = parameter(6, "how many stones a column holds", 1, MAX_SIZE, aliases=("rows",))
    length: int = parameter(4, "how many in a line win", 1)

    example = {"width": 3, "height": 4, "length": 3}
    turns = "drop stones"
    extent = "{1} columns of {0} squares"

    @property
    def shape(self) -> tuple[int, int]:
        return (self.height, self.width)

    def moves(self, state: State) -> list[Move]:
        return [column for column, sign in enumerate(state[: self.width]) if sign == "."]

    def apply(self, state: State, move: Move) -> State:
        square = move + (state[move :: self.width].count(".") - 1) * self.width
        return state[:square] + self.players[self.to_move(state)] + state[square + 1 :]

    def parse_state(self, text: str) -> State:
        board = super().parse_state(text)
        if any("." in board[column :: self.width].lstrip(".") for column in range(self.width)):
            raise InputError(f"stones fall to the lowest empty square; {text!r} breaks that")
        return board

    def format_move(self, state: State, move: Move) -> str:
        return ascii_lowercase[move]

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
        from .kernels import connect_four as kernels

        parameters = kernels.parameters_of(self.width, self.height, self.length)
        return rules_of(kernels, 1 << bits, parameters, max_successors=self.width)
