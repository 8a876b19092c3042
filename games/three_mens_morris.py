"""Three men's morris: tic-tac-toe that goes on, because the men slide once they are all on the board."""

from __future__ import annotations

from functools import cached_property

import attrs

from .boards import parameter
from .geometry import DIAGONAL, STRAIGHT, lines, neighbours
from .men import MenGame, Move, State

__all__ = ["Move", "State", "ThreeMensMorris"]

SIDE = 3
LINES = [range(SIDE * SIDE)[line] for line in lines(SIDE, SIDE, SIDE)]


@attrs.frozen
class ThreeMensMorris(MenGame):
    """X and O, with three men each, put them on the points of a 3×3 board in turn, X first, then slide them.

    A man slides to a free point next to it along a line: a row, a column or a diagonal through the centre, so
    not from the midpoint of one side to that of another. A player wins with three men on a line, diagonals included.
    Until then, the player to move always has a move. Play that never ends is a draw.

    >>> game = ThreeMensMorris()
    >>> [game.format_move(("XX." "OO." "XO.", 0), move) for move in game.moves(("XX." "OO." "XO.", 0))]
    ['b3-c3']
    """

    diagonals: bool = parameter(True, "whether men slide along the diagonals, which always win")

    players = ("X", "O")
    example = {"diagonals": True}
    men = 3
    shape = (SIDE, SIDE)

    @cached_property
    def slides(self) -> list[list[int]]:
        on_diagonals = sorted(STRAIGHT + DIAGONAL) if self.diagonals else STRAIGHT
        steps = (on_diagonals, STRAIGHT)  # of the corners and the centre, which are even, and of the others
        return [neighbours(point, steps[point % 2], SIDE, SIDE) for point in range(SIDE * SIDE)]

    def outcome(self, state: State) -> int | None:
        board, _ = state
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] != ".":
                return 1 if board[a] == "X" else -1
        return None
