"""`frame_size`: the size of a frame in which a page shows its board and buttons alone."""

from __future__ import annotations

from typing import Final

from gamekit.analysis.play.play import Play
from gamekit.web.views.position import position

WIDE: Final = 420
"""The width of the board in pixels, as in `share.js`."""

AROUND: Final = 150
"""The pixels above and below the board, as in `board.js`."""


def frame_size(play: Play) -> tuple[int, int]:
    """Return the width and the height, in pixels, of a frame for the board that a play has reached.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> frame_size(Play.begin(gamekit.solve(Nim(heaps=(1, 2)))))[0]
    420
    """
    _, _, width, height = position(play, hints=False)["box"] or (0, 0, 1, 1)
    return WIDE, round(WIDE * height / width) + AROUND
