"""Stones: boards of Clobber in one line, as programs and their tests write them."""

from __future__ import annotations

import re
from typing import Any

from gamekit.errors import InputError
from gamekit.game.notation import Notation

BOARD = re.compile(r"\s*([BWXO._|/-]+)(?:\s+([BWXO]))?(?:\s+[+-]?\d+)*\s*", re.IGNORECASE)
SQUARES = str.maketrans("BX" + "WO" + "._-" + "|/", "xx" + "oo" + "..." + "||")
MOVERS = {"": "Left", "x": "Left", "o": "Right"}


class Stones(Notation):
    """B or X for Left's stones, W or O for Right's, `.`, `_` or `-` for a free square; rows end in `|` or `/`.

    The sign of the player to move may follow, and numbers, such as a result, which are ignored.
    """

    name = "stones"
    about = "the stones row by row, and the player to move"
    example = "BWBW/WBWB B"

    def reads(self, text: str) -> bool:
        return BOARD.fullmatch(text) is not None

    def board(self, text: str) -> tuple[str, str]:
        """Return the board and the player to move, as the game has them."""
        match = BOARD.fullmatch(text)
        if match is None:
            raise InputError(f"a board is stones row by row, such as {self.example}")
        squares, mover = (part.upper().translate(SQUARES) for part in (match[1], match[2] or ""))
        return squares, MOVERS[mover]

    def parameters(self, text: str) -> dict[str, str]:
        return {"board": self.board(text)[0]}

    def state(self, game: Any, text: str) -> Any:
        board, mover = self.board(text)
        return game.parse_state(f"{board}, {mover} to move")
