"""Games on a grid in which men step ahead and take diagonally, until one reaches the last row."""

from __future__ import annotations

from typing import Any, ClassVar

from gamekit.layout import LOSS, MovingMen, pieces_on_board


class MenAhead(MovingMen):
    """White's men start at the bottom and move up, Black's at the top and move down, White first.

    A player wins with a man on the last row, or if the other player cannot move.

    Attributes:
        rows: the height of the board.
        columns: the width of the board.
        rows_of_men: the number of rows of men that each player has at first.
    """

    rows: int
    columns: int
    rows_of_men: ClassVar[int]

    players = ("white", "black")
    opposite_sides = True
    stuck: ClassVar[int] = LOSS
    won_by = "a man has reached the last row"
    looks: ClassVar[dict[str, str]] = {"W": "white ♙", "B": "black ♟", "board": "chequered"}
    tier = pieces_on_board

    def start(self) -> dict[str, str]:
        between = ["." * self.columns] * (self.rows - 2 * self.rows_of_men)
        return {
            "board": "/".join(
                ["B" * self.columns] * self.rows_of_men + between + ["W" * self.columns] * self.rows_of_men
            )
        }

    def over(self, s: Any) -> int | None:
        first = 0 if s.turn else len(s.board) - self.columns  # of the row that the other wants to reach
        for square in range(first, first + self.columns):
            if s.board[square] == 2 - s.turn:
                return LOSS
        return None
