"""Dao (Jeff Pickering and Ben van Buskirk, 1999): slide your four stones into a line, a square or the corners."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from gamekit.layout import LOSS, Grid, InARow, Layout, SlidingMen
from gamekit.layout.geometry import rays, rectangles

ROWS = [*rectangles(4, 4, 1, 4), *rectangles(4, 4, 4, 1)]
SQUARES, ALL_CORNERS = rectangles(4, 4, 2, 2), [[0, 3, 12, 15]]
SHAPES = ROWS + SQUARES + ALL_CORNERS
CORNERS = [[0, 1, 4, 5], [3, 2, 7, 6], [12, 8, 13, 9], [15, 11, 14, 10]]
"""Each corner, and the three squares around it."""


@attrs.frozen
class Dao(SlidingMen, InARow):
    """Black and White slide their stones in turn, Black first; four in a line, a square or the corners win.

    A line is a whole row or column, a square has two rows and two columns.

    A stone slides in any of the eight directions, as far as the squares before it are empty. Whoever locks a stone of
    the other player into a corner, with three stones around it, loses. A player who cannot move loses. Play that never
    ends is a draw.

    Every placement of the stones is a state, even if no play leads to it. If both players have won, the one who has
    just moved wins.

    >>> Dao().format_state(Dao().initial_state())
    'B..W/.BW./.WB./W..B, black to move'
    """

    players = ("black", "white")
    aim = (
        "Slide your stones as far as they go; four in a line, in a square or in the corners win. Whoever locks a "
        "stone of the other player into a corner, with three around it, loses."
    )
    stuck: ClassVar[int] = LOSS
    rays = rays(4, 4)
    rows_that_count = ROWS
    shapes = {"four in a line": ROWS, "four in a square": SQUARES, "four in the corners": ALL_CORNERS}
    most_moves: ClassVar[int] = 32

    def layout(self) -> Layout:
        return Layout(board=Grid(4, 4, ".BW"), symmetry="mirror transpose", alike=True, dense=[(4, 4)])

    def deciding_places(self, state: tuple[int, ...]) -> list[int]:
        return self._locked(state) or super().deciding_places(state)

    def ending(self, state: tuple[int, ...]) -> str | None:
        if corner := self._locked(state):
            return f"a stone of {self.players[state[corner[0]] - 1]}'s is locked into a corner"
        return super().ending(state)

    def _locked(self, state: tuple[int, ...]) -> list[int]:
        """Return the squares of a corner into which a stone of the winner's is locked; none if there is none."""
        mine = 1 if self.outcome(state) == 1 else 2
        return next((c for c in CORNERS if [state[i] for i in c] == [mine, *3 * [3 - mine]]), [])

    def start(self) -> dict[str, str]:
        return {"board": "B..W/.BW./.WB./W..B"}

    def has_won(self, s: Any, mine: int) -> bool:
        """Return whether the stones of a player make a shape, or one of them is locked into a corner."""
        for shape in SHAPES:
            if all(s.board[square] == mine for square in shape):
                return True
        return any(
            s.board[a] == mine and s.board[b] == s.board[c] == s.board[d] == 3 - mine
            for a, b, c, d in CORNERS
        )
