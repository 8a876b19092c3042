"""Umul gonu (Korea; pong hau k'i in China): four men on five points, and whoever cannot move has lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import attrs

from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, Layout, MovingMen, Points

AT = [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)]
NEAR = [[1, 2, 3], [0, 2], [0, 1, 3, 4], [0, 2, 4], [2, 3]]
"""The points next to each point: along the sides of a square, except for the right one, and along its diagonals."""
STARTS = {"sides": "WB.WB", "rows": "BB.WW"}


@attrs.frozen
class UmulGonu(MovingMen):
    """Each player has two men on the corners of a square whose right side is missing; its centre is free at first.

    In turn, Black first, a player moves a man along a line to the free point. A player who cannot move loses. Play that
    never ends is a draw.

    In pong hau k'i, the men start on the sides. In umul gonu they start in rows; then Black could win with the first
    move, and players agree not to make it.

    >>> game = UmulGonu()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['1-2', '4-2']
    """

    setup: Literal["sides", "rows"] = parameter(
        "sides", "where the men start: Black's on the right, or Black's on top", choices=(*STARTS,)
    )

    players = ("black", "white")
    aim = "Slide a man along a line to the free point; whoever cannot loses."
    presets = {
        "Sides": {"setup": "sides"},
        "Rows": {"setup": "rows"},
    }
    example = {"setup": "sides"}
    stuck: ClassVar[int] = LOSS

    def layout(self) -> Layout:
        return Layout(
            board=Points(NEAR, ".BW", at=AT),
            symmetry=[{"board": [3, 4, 2, 0, 1]}],
            alike=self.setup == "sides",
        )

    def start(self) -> dict[str, str]:
        return {"board": STARTS[self.setup]}

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        goes = s.board.index(0)
        for leaves in NEAR[goes]:
            if s.board[leaves] == 1 + s.turn:
                yield leaves, goes
