"""Othello: move lists."""

from __future__ import annotations

from string import ascii_lowercase
from typing import Any

from gamekit.game.notation import MoveList
from gamekit.layout import PASS


class OthelloMoves(MoveList):
    """Squares from the start, with rows numbered from the top; passes are left out, or written as `--` or `ps`."""

    name = "moves"
    about = "the squares played, such as f5d6c3"
    example = "f5d6c3"
    pattern = "[a-hA-H][1-8]|--|ps|pa"

    def parameters(self, text: str) -> dict[str, int]:
        return {"rows": 8, "columns": 8}

    def after(self, game: Any, state: Any, word: str) -> Any:
        passes = list(game.moves(state)) == [PASS]
        if word in ("--", "ps", "pa"):
            return game.passed(state) if passes else None
        return super().after(game, game.passed(state) if passes else state, word.lower())

    def word(self, game: Any, state: Any, move: Any) -> str:
        return "--" if move == PASS else f"{ascii_lowercase[move % game.columns]}{move // game.columns + 1}"
