"""Clobber on a board, for compilation: the rules of the ruleset of that name once more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.drawing.surfaces import STAYS
from gamekit.errors import blamed
from gamekit.game.gesture import Gesture
from gamekit.layout import Grid, Layout, count_bits, members
from gamekit.layout.geometry import STRAIGHT, steps

from .rulesets.signs import read_signs
from .turns import InTurn, State


@attrs.frozen
class Clobber(InTurn):
    """Left moves black stones and Right white ones, each onto a neighbour of the other colour, which is taken.

    Stones that are cut off from all stones of the other colour are out of play, and taken off the board.

    >>> game = Clobber(board="xox|xo.")
    >>> game.format_state(game.apply(game.initial_state(), (0, 1)))
    '.xx|xo., Right to move'
    """

    player_colours = ("black", "white")
    looks: ClassVar[dict[str, str]] = {"x": "black", "o": "white"}
    most_moves: ClassVar[int] = 256

    def __attrs_post_init__(self) -> None:
        with blamed("board"):
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
        left, right = s.board.bits(1), s.board.bits(2)
        stones = left | right
        joined, before = self.in_contact(left, right), 0
        while joined != before:
            before = joined
            joined |= self.around(joined) & stones
        for square in members(stones & ~joined):
            s.board[square] = 0

    def svg(self, state: State) -> str | None:
        drawing = super().svg(state)
        return drawing and drawing.replace("</svg>", f"{STAYS}</svg>")

    def gesture(self, state: State, move: tuple[int, int]) -> Gesture:
        return Gesture(move)

    def progress(self, s: Any) -> int:
        return int(s.board.count(0))  # each move takes a stone

    def order(self, s: Any) -> int:
        """Count the stones in contact: positions with few are searched first."""
        return count_bits(self.in_contact(s.board.bits(1), s.board.bits(2)))

    def in_contact(self, left: int, right: int) -> int:
        """Return the stones beside one of the other player; all are sets of squares, as bits."""
        return left & self.around(right) | right & self.around(left)

    def around(self, squares: int) -> int:
        """Return the squares that share a side with some; both are sets of bits."""
        across = (squares & ~self.last_column) << 1 | (squares & ~self.first_column) >> 1
        return across | squares << self.columns | squares >> self.columns

    def parse_state(self, text: str) -> tuple[int, ...]:
        board, comma, turn = text.partition(",")
        return super().parse_state(board.lower() + comma + turn)

    @cached_property
    def beside(self) -> list[list[int]]:
        """The squares that share a side with each square."""
        return steps(self.rows, self.columns, STRAIGHT)
