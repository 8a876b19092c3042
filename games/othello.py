"""Othello (Goro Hasegawa, 1971; reversi, 1880s): enclose rows of the other colour to turn them to yours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.parameters import parameter, refusal
from gamekit.layout import PASS, BoardGame, Grid, Layout, count_bits
from gamekit.layout.geometry import AROUND, rays

from .notations.othello import OthelloBoard
from .notations.othello_moves import OthelloMoves

LARGEST = 8


@attrs.frozen
class Othello(BoardGame):
    """Black and White put discs on empty squares in turn, Black first, and turn over what they enclose.

    A disc must enclose, in a straight line with another disc of its colour, one or more discs of the other colour with
    nothing between them. All discs that it encloses change their colour. A player who cannot do so passes. The game is
    over when neither player can, and whoever has more discs wins. The payoff is the number of black discs minus that
    of white ones.

    Four discs stand in the middle at first: White's on the diagonal from the top left, Black's on the other one.

    >>> game = Othello(rows=4, columns=4)
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['b1', 'a2', 'd3', 'c4']
    """

    rows: int = parameter(4, "the height of the board, an even number", 2, LARGEST)
    columns: int = parameter(4, "the width of the board, an even number", 2, LARGEST)

    players = ("black", "white")
    notations = (OthelloBoard(), OthelloMoves())
    aim = "Enclose discs of the other colour to turn them; whoever has more when nobody can move wins."
    example = {"rows": 4, "columns": 4}
    stuck: ClassVar[str] = PASS  # type: ignore[assignment]
    most_moves: ClassVar[int] = LARGEST**2

    def __attrs_post_init__(self) -> None:
        for name, number in (("rows", self.rows), ("columns", self.columns)):
            if number % 2:
                rule = "must be even, because four discs stand in the middle"
                raise refusal(name, f"{rule}; it is {number}")

    def layout(self) -> Layout:
        turned = "mirror flip transpose" if self.rows == self.columns else "mirror flip"
        board = Grid(self.rows, self.columns, ".BW", from_top=True)
        return Layout(board=board, symmetry=turned, alike=True)

    def start(self) -> dict[str, str]:
        side = "." * (self.columns // 2 - 1)
        blank = ["." * self.columns] * (self.rows // 2 - 1)
        return {"board": "/".join([*blank, f"{side}WB{side}", f"{side}BW{side}", *blank])}

    def options(self, s: Any) -> Iterator[int]:
        open_to = self.open_to(s, s.turn)
        for square in s.board.where(0):
            if open_to >> square & 1:
                yield square

    def play(self, s: Any, square: int) -> None:
        s.board[square] = 1 + s.turn
        for ray in self.rays[square]:
            enclosed = 0
            while enclosed < len(ray) and s.board[ray[enclosed]] == 2 - s.turn:
                enclosed += 1
            if enclosed < len(ray) and s.board[ray[enclosed]] == 1 + s.turn:
                for i in range(enclosed):
                    s.board[ray[i]] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        if self.open_to(s, s.turn) != 0 or self.open_to(s, 1 - s.turn) != 0:
            return None
        return int(s.board.count(1 + s.turn) - s.board.count(2 - s.turn))

    def ending(self, state: tuple[int, ...]) -> str:
        """Return the numbers of discs, the larger first."""
        less, more = sorted(state[:-1].count(1 + player) for player in (0, 1))
        return f"{more} to {less}"

    def tier(self, s: Any) -> int:
        return int(len(s.board) - s.board.count(0))  # the discs on the board

    def progress(self, s: Any) -> int:
        return 2 * self.tier(s) + (self.open_to(s, s.turn) != 0)  # after a pass, the other player has a move

    def order(self, s: Any) -> int:
        """Few moves for the other player, and corners."""
        mine, theirs = s.board.bits(1 + s.turn), s.board.bits(2 - s.turn)
        good = count_bits(self.open_to(s, s.turn)) - count_bits(self.open_to(s, 1 - s.turn))
        return good + 4 * (count_bits(mine & self.corners) - count_bits(theirs & self.corners))

    def open_to(self, s: Any, player: int) -> int:
        """Return the squares on which a player may put a disc, as bits."""
        own, other, squares = s.board.bits(1 + player), s.board.bits(2 - player), 0
        for step, inside in self.ways:
            enclosed = other & inside
            up, down = (
                own << step & enclosed,
                own >> step & enclosed,
            )  # in a line with own discs, on either side
            for _ in range(max(self.rows, self.columns) - 3):
                up |= up << step & enclosed
                down |= down >> step & enclosed
            squares |= up << step | down >> step
        return int(squares & s.board.bits(0))

    @cached_property
    def ways(self) -> list[tuple[int, int]]:
        """For each line through a square: the distance of neighbours, and the squares that are not at its ends."""
        rows, columns = range(self.rows), range(self.columns)
        across = sum(1 << self.columns * i + j for i in rows for j in columns if 0 < j < self.columns - 1)
        along = (1 << self.rows * self.columns) - 1  # what leaves the board is on no square
        return [(1, across), (self.columns, along), (self.columns + 1, across), (self.columns - 1, across)]

    @cached_property
    def rays(self) -> list[list[list[int]]]:
        """The squares in each direction from each square."""
        return rays(self.rows, self.columns, AROUND)

    @cached_property
    def corners(self) -> int:
        """The four corners, as bits."""
        last = self.rows * self.columns - 1
        return 1 | 1 << self.columns - 1 | 1 << last + 1 - self.columns | 1 << last
