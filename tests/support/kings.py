"""Kings who take each other: a small board game with tiers, whose play goes round within a tier."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.layout import BoardGame, Grid, Layout
from gamekit.layout.geometry import steps


@attrs.frozen
class Kings(BoardGame):
    """Kings of two players move to neighbouring squares and take each other; who has none left loses."""

    dense: bool = False
    alike: bool = False
    symmetric: bool = False
    players = ("white", "black")
    most_moves = 16
    steps = steps(3, 3)

    def layout(self) -> Layout:
        counts = [(2, 2), (2, 1), (1, 2), (1, 1), (2, 0), (0, 2), (1, 0), (0, 1)]
        return Layout(
            board=Grid(3, 3, ".WB"),
            symmetry="mirror transpose" if self.symmetric else (),
            alike=self.alike,
            dense=counts if self.dense else None,
        )

    def start(self) -> dict[str, str]:
        return {"board": "WW./.../.BB"}

    def options(self, s: Any) -> Any:
        for square in s.board.where(1 + s.turn):
            for to in self.steps[square]:
                if s.board[to] != 1 + s.turn:
                    yield square, to

    def play(self, s: Any, move: Any) -> None:
        square, to = move
        s.board[square] = 0
        s.board[to] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        if s.board.count(1 + s.turn) == 0:
            return -1
        return None

    def tier(self, s: Any) -> int:
        mine, theirs = s.board.count(1 + s.turn), s.board.count(2 - s.turn)
        return 3 * max(mine, theirs) + min(mine, theirs)


class CarefulKings(Kings):
    """The same, taking moves back, so that its tiers are solved by predecessors."""

    def back(self, s: Any) -> Any:
        for to in s.board.where(1 + s.turn):
            for square in self.steps[to]:
                if s.board[square] == 0:
                    yield square, to, 0
                    yield square, to, 2 - s.turn

    def unplay(self, s: Any, move: Any) -> None:
        square, to, taken = move
        s.board[square], s.board[to] = 1 + s.turn, taken
