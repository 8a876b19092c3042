"""Move lists of hex, as HexGui and Little Golem show them."""

from __future__ import annotations

from gamekit.game.notation import MoveList


class HexMoves(MoveList):
    """The cells played, with rows numbered from the top."""

    name = "moves"
    about = "the cells played, such as a1b2"
    example = "b2a3"
    pattern = "[a-s](?:1[0-9]|[1-9])"
    between = " "
