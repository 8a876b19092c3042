"""Games on a grid in which men slide in any of the eight directions, as far as the squares before them are empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from gamekit.layout import LOSS, BoardGame


class SlidingMen(BoardGame):
    """Black and White slide their men in turn, Black first; a player who cannot move loses."""

    players = ("black", "white")
    stuck: ClassVar[int] = LOSS
    rays: ClassVar[Sequence[Sequence[Sequence[int]]]]
    """By square and direction: the squares one after the other up to the edge of the board."""

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            for ray in self.rays[leaves]:
                goes = leaves
                for square in ray:
                    if s.board[square]:
                        break
                    goes = square
                if goes != leaves:
                    yield leaves, goes

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn
