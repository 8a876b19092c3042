"""Moves of morris, as the program Sanmill (Calcitem) writes them."""

from __future__ import annotations

from typing import Any

from gamekit.game.notation import MoveList


class MillMoves(MoveList):
    """Points where men are placed, `a4-a7` for a man that slides, and `xf4` for one that a mill before it takes."""

    name = "moves"
    about = "the moves from the start, such as d6 f4 d2 xf4 a4-a7"
    example = "d6 f4 d2"
    pattern = r"[a-g][1-7](?:-[a-g][1-7])?(?:\s*x[a-g][1-7])?"
    between = " "

    def after(self, game: Any, state: Any, word: str) -> Any:
        return super().after(game, state, " x".join("".join(word.split()).split("x")))

    def word(self, game: Any, state: Any, move: Any) -> str:
        return str(game.format_move(state, move)).replace("x", " x")
