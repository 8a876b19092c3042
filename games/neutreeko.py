"""Neutreeko (Jan Kristian Haugland, 2001): men slide as far as they can, until a player's three stand in a row."""

from __future__ import annotations

from typing import ClassVar

import attrs

from gamekit.layout import LOSS, Grid, InARow, Layout, SlidingMen
from gamekit.layout.geometry import lines, rays


@attrs.frozen
class Neutreeko(SlidingMen, InARow):
    """Black and White slide their men in turn, Black first; three men in a row win.

    A man slides in any of the eight directions, as far as the squares before it are empty. Three men of one player next
    to each other in a row, a column or a diagonal win. Play that never ends is a draw.

    Every placement of the men is a state, even if no play leads to it. If both players have a row, the one who has just
    moved wins.

    >>> game = Neutreeko()
    >>> game.format_move(game.initial_state(), next(iter(game.moves(game.initial_state()))))
    'c4-c5'
    """

    players = ("black", "white")
    aim = "Slide your men as far as they go; three in a row win."
    stuck: ClassVar[int] = LOSS
    rays = rays(5, 5)
    rows_that_count = lines(5, 5, 3)
    most_moves: ClassVar[int] = 24

    def layout(self) -> Layout:
        return Layout(board=Grid(5, 5, ".BW"), symmetry="mirror transpose", alike=True, dense=[(3, 3)])

    def start(self) -> dict[str, str]:
        return {"board": ".W.W./..B../...../..W../.B.B."}
