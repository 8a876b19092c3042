"""`small_board`: a state as a drawing that is shown small, beside many others."""

from __future__ import annotations

from typing import Any, Final

from gamekit.drawing.board import Board
from gamekit.game.protocol import Game

LONGEST: Final = 30_000
"""Characters of a drawing; of more, nothing could be made out on a small board."""


def small_board(game: Game[Any, Any], state: Any) -> str | None:
    """Return a state as an SVG document; None if it holds too much to be shown small.

    >>> from games.nim import Nim
    >>> (small_board(Nim(heaps=(1, 2)), (1, 2, 0)) or "")[:4]
    '<svg'
    """
    drawing = Board(game, state).svg
    return drawing if len(drawing) <= LONGEST else None
