"""Moves from square to square, as the game servers of Little Golem and BrainKing write them."""

from __future__ import annotations

import re
from typing import Any

from gamekit.game.notation import MoveList

SQUARES = re.compile(r"[a-z]\d+")


class SquareMoves(MoveList):
    """Moves such as `a2-a3` or `b2xc3`, from the start; numbers such as `1.` before them are ignored."""

    name = "moves"
    about = "the moves from the start, square by square"
    pattern = r"[a-z]\d+[-x]?[a-z]\d+"
    between = " "

    def __init__(self, example: str, *, either_way: bool = False) -> None:
        self.example = example  # type: ignore[misc]  # of the game that has the notation
        self.either_way = either_way  # whether a move may begin at either end, as a line between dots

    def reads(self, text: str) -> bool:
        return re.fullmatch(rf"\s*(?:(?:\d+\.\s*)?{self.pattern}(?:,|\s|$)\s*)+", text) is not None

    def after(self, game: Any, state: Any, word: str) -> Any:
        squares = SQUARES.findall(word)
        same = [squares, squares[::-1]] if self.either_way else [squares]
        for move in game.moves(state):
            if SQUARES.findall(self.word(game, state, move)) in same:
                return game.apply(state, move)
        return None
