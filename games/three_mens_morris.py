"""Three men's morris: tic-tac-toe that goes on, because the men slide once they are all on the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, WIN, Grid, InARow, Layout, MovingMen, pieces_on_board
from gamekit.layout.geometry import AROUND, STRAIGHT, lines, steps

LINES = lines(3, 3, 3)


@attrs.frozen
class ThreeMensMorris(InARow, MovingMen):
    """X and O, with three men each, put them on the points of a 3×3 board in turn, X first, then slide them.

    A man slides to a free point next to it along a line: a row, a column or a diagonal through the centre, so
    not from the midpoint of one side to that of another. A player wins with three men on a line, diagonals included.
    Until then, the player to move always has a move. Play that never ends is a draw.

    >>> game = ThreeMensMorris()
    >>> state = game.parse_state("XX./OO./XO., X to move")
    >>> [game.format_move(state, move) for move in game.moves(state)]
    ['b3-c3']
    """

    diagonals: bool = parameter(True, "whether men slide along the diagonals, which always win")

    players = ("X", "O")
    player_colours = ("blue", "yellow")
    example = {"diagonals": True}
    presets = {
        "Along all lines": example,
        "No diagonals": {"diagonals": False},
    }
    men = 3
    rows_that_count = LINES
    tier = pieces_on_board

    @property
    def looks(self) -> Mapping[str, str]:  # type: ignore[override]
        return {"X": "blue X", "O": "yellow O", "board": "diagonals" if self.diagonals else "crossings"}

    @property
    def aim(self) -> str:  # type: ignore[override]
        ways = "along the lines" if self.diagonals else "along rows and columns"
        also = "" if self.diagonals else ", diagonals included,"
        return f"Put your three men on the points, then slide them {ways}; three in a row{also} win."

    def layout(self) -> Layout:
        return Layout(board=Grid(3, 3, ".XO"), placed=self.men)

    def over(self, s: Any) -> int | None:
        for a, b, c in LINES:
            if s.board[a] == s.board[b] == s.board[c] != 0:
                return LOSS if s.board[a] == 2 - s.turn else WIN
        return None

    @cached_property
    def near(self) -> list[list[int]]:
        """The points next to each point: on the diagonals, too, of the corners and the centre, which are even."""
        straight, around = steps(3, 3, STRAIGHT), steps(3, 3, AROUND)
        return [straight[point] if point % 2 or not self.diagonals else around[point] for point in range(9)]
