"""Clobber on a board, for compilation: the rules of the ruleset of that name once more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.layout import Grid, Layout
from gamekit.layout.geometry import STRAIGHT, steps

from .rulesets.signs import read_signs
from .turns import InTurn


@attrs.frozen
class Clobber(InTurn):
    """Left moves x and Right o, each onto a neighbouring stone of the other player, which is taken."""

    looks: ClassVar[dict[str, str]] = {"x": "black", "o": "white"}
    most_moves: ClassVar[int] = 256

    def __attrs_post_init__(self) -> None:
        read_signs(self.squares, ".xo")

    def layout(self) -> Layout:
        turned = "mirror flip transpose" if self.rows == self.columns else "mirror flip"
        return Layout(board=Grid(self.rows, self.columns, ".xo"), symmetry=turned, alike=True)

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            for goes in self.beside[leaves]:
                if s.board[goes] == 2 - s.turn:
                    yield leaves, goes

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn

    def progress(self, s: Any) -> int:
        return int(s.board.count(0))  # each move takes a stone

    def parse_state(self, text: str) -> tuple[int, ...]:
        board, comma, turn = text.partition(",")
        return super().parse_state(board.lower() + comma + turn)

    @cached_property
    def beside(self) -> list[list[int]]:
        """The squares that share a side with each square."""
        return steps(self.rows, self.columns, STRAIGHT)
