"""Three men's morris: tic-tac-toe that goes on, because the men slide once they are all on the board."""

from __future__ import annotations

import attrs

from .boards import parameter
from .geometry import lines
from .men import MenGame, Move, State

__all__ = ["Move", "State", "ThreeMensMorris"]

SIDE = 3
LINES = [range(SIDE * SIDE)[line] for line in lines(SIDE, SIDE, SIDE)]


def _neighbours(along: list[range]) -> tuple[tuple[int, ...], ...]:
    """Return the points next to each point along some lines."""
    steps = sorted(pair for a, b, c in along for pair in ((a, b), (b, a), (b, c), (c, b)))
    return tuple(tuple(goes for leaves, goes in steps if leaves == point) for point in range(SIDE * SIDE))


ALONG_ALL_LINES = _neighbours(LINES)
ALONG_THE_SIDES = _neighbours(LINES[: 2 * SIDE])


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

    @property
    def slides(self) -> tuple[tuple[int, ...], ...]:
        return ALONG_ALL_LINES if self.diagonals else ALONG_THE_SIDES

    def outcome(self, state: State) -> int | None:
        board, _ = state
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] != ".":
                return 1 if board[a] == "X" else -1
        return None
