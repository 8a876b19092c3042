"""Connect four (Howard Wexler and Ned Strongin, 1974) and its relatives on boards of other sizes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.layout import Grid, InARow, Layout, count_bits, pieces_on_board
from gamekit.layout.fields.boards import LETTERS, MOST_LINES
from gamekit.layout.geometry import lines
from gamekit.layout.in_a_row import check_length

from .notations.columns import Columns
from .notations.sign_lines import FourLines
from .notations.uci import UciConnectFour


@attrs.frozen
class ConnectFour(InARow):
    """Red and Yellow drop stones into columns in turn, Red first; a player with `length` stones in a line wins.

    A stone falls to the lowest empty square of its column. A line runs along a row, a column or a diagonal. A full
    board without one is a tie. If wins are scored, a win pays the more the sooner it comes. In texts, X stands for
    Red's stones and O for Yellow's.

    >>> game = ConnectFour(width=4, height=3, length=3)
    >>> print(game.render(game.apply(game.parse_state("..../..../X.O."), 2)))
    3 . . . .
    2 . . X .
    1 X . O .
      a b c d
    """

    width: int = parameter(7, "how many columns the board has", 1, LETTERS, aliases=("columns",))
    height: int = parameter(6, "how many stones a column holds", 1, MOST_LINES, aliases=("rows",))
    length: int = parameter(4, "how many in a line win", 1)
    symmetry: bool = parameter(False, "whether mirrored boards count as one")
    scored: bool = parameter(
        False,
        "whether a win pays one for each stone that the winner has left, and one more; otherwise it pays 1",
    )

    players = ("red", "yellow")
    notations = (Columns(), FourLines(), UciConnectFour())
    presets = {
        "4×4": {"width": 4, "height": 4},
        "Three in a row": {"width": 4, "height": 4, "length": 3},
        "5×4": {"width": 5, "height": 4, "symmetry": True},
        "5×5": {"width": 5, "height": 5, "symmetry": True},
        "6×5": {"width": 6, "height": 5, "symmetry": True},
    }
    first_preset = "5×4"
    example = {"width": 3, "height": 4, "length": 3}
    most_moves: ClassVar[int] = LETTERS
    looks: ClassVar[dict[str, str]] = {"board": "rack", "X": "red", "O": "yellow"}
    most_back: ClassVar[int] = LETTERS
    tier = progress = pieces_on_board

    def __attrs_post_init__(self) -> None:
        board = f"the board has {self.width} columns of {self.height} squares"
        check_length(self.length, max(self.width, self.height), board)

    def layout(self) -> Layout:
        return Layout(
            board=Grid(self.height, self.width, ".XO", gravity=True),
            symmetry="mirror" if self.symmetry else "",
            alike=True,
            placed=True,
        )

    def options(self, s: Any) -> Iterator[int]:
        for column in range(self.width):
            if s.board[column] == 0:
                yield column

    def play(self, s: Any, column: int) -> None:
        square, below = column, column + self.width
        while below < len(s.board) and s.board[below] == 0:
            square, below = below, below + self.width
        s.board[square] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        if self.has_row(s.board.bits(2 - s.turn)):  # the other player has just moved
            return -(s.board.count(0) // 2 + 1) if self.scored else -1
        return None if 0 in s.board else 0

    def order(self, s: Any) -> int:
        """Count gaps in lines, and against the mover the other player's stones near the middle.

        The mover's own stones are the same after all moves that are compared.
        """
        mine, theirs = s.board.bits(1 + s.turn), s.board.bits(2 - s.turn)
        empty = ~(mine | theirs)
        good = 16 * (count_bits(self.almost(mine) & empty) - count_bits(self.almost(theirs) & empty))
        for columns in self.middles:
            good -= count_bits(theirs & columns)
        return good

    def almost(self, stones: int) -> int:
        """Return the squares of all lines that lack one stone at most; both are sets of bits."""
        squares = 0
        for step, starts in self.steps_of_rows:
            # where lines begin that lack no stone, or one at most, among the squares up to here
            full, lines, here = stones, starts, stones
            for _ in self.others:
                here >>= step
                lines &= here | full
                full &= here
            if lines:
                for more in self.doublings:
                    lines |= lines << more * step
                squares |= lines
        return squares

    def back(self, s: Any) -> Iterator[int]:
        for column in range(self.width):
            square = column
            while square < len(s.board) and s.board[square] == 0:
                square += self.width
            if square < len(s.board) and s.board[square] == 1 + s.turn:
                yield square  # the highest stone of the column

    def unplay(self, s: Any, square: int) -> None:
        s.board[square] = 0

    @cached_property
    def rows_that_count(self) -> list[list[int]]:
        return lines(self.height, self.width, self.length)

    @cached_property
    def others(self) -> range:
        """The squares of a line but the first, by number."""
        return range(1, self.length)

    @cached_property
    def middles(self) -> list[int]:
        """The squares without the one, two, ... outermost columns on each side, as bits."""
        rows, middles = range(self.height), range(1, (self.width + 1) // 2)
        row = [sum(1 << column for column in range(out, self.width - out)) for out in middles]
        return [sum(columns << self.width * i for i in rows) for columns in row]

    def gesture(self, state: tuple[int, ...], move: int) -> Gesture:
        """Return the place where the stone comes to lie; a click on any free one above it drops the stone, too."""
        *above, lands = (square for square in range(move, len(state) - 1, self.width) if state[square] == 0)
        return Gesture([lands], reach=above)

    def format_move(self, state: tuple[int, ...], move: int) -> str:
        return self.place_name(move)[0]
