"""Cram and Domineering on a board, for compilation: the rules of the rulesets of these names once more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from gamekit.errors import blamed
from gamekit.game.gesture import Gesture
from gamekit.layout import Grid, Layout, count_bits

from .rulesets.domino_drawing import with_tiles
from .rulesets.free_squares import TAKEN, read_board
from .turns import InTurn, State


@attrs.frozen
class Dominoes(InTurn):
    """Dominoes are laid on two free squares that share a side, until there is no room for another."""

    looks: ClassVar[dict[str, str]] = {"#": "grey square"}

    def __attrs_post_init__(self) -> None:
        with blamed("board"):
            read_board(self.squares)

    def play(self, s: Any, move: tuple[int, int]) -> None:
        one, other = move
        s.board[one] = s.board[other] = 1

    def progress(self, s: Any) -> int:
        return int(s.board.count(1))  # the squares that are covered

    def contents(self, state: State) -> dict[str, str]:
        laid = set(map(self.place_name, self.laid(state)))
        named = self._picture.contents(state)
        return {name: "half a domino" if name in laid else look for name, look in named.items()}

    @property
    def palette(self) -> Any:
        return self._palette

    def svg(self, state: State) -> str:
        """Return the board with tiles; a page lays them itself, over the squares of each move."""
        board, corner = super().svg(state) or "", self._picture.places[0]
        return with_tiles(board, self.laid(state), self.columns, corner, are_owned=True)

    def gesture(self, state: State, move: tuple[int, int]) -> Gesture:
        return Gesture(move)

    def laid(self, state: State) -> list[int]:
        """Return the squares under dominoes; the others that are taken were so before play."""
        before = self.squares.strip().replace("|", "")
        return [i for i, sign in enumerate(before) if sign != TAKEN and state[i]]

    def upright(self, free: int) -> int:
        """Return the upper squares of all places for a vertical domino; both are sets of bits."""
        return free & free >> self.columns

    def lying(self, free: int) -> int:
        """Return the left squares of all places for a horizontal domino."""
        return free & free >> 1 & ~self.last_column


@attrs.frozen
class Domineering(Dominoes):
    """Left lays dominoes on two free squares of a column, and Right on two of a row."""

    player_colours = ("blue", "red")

    def layout(self) -> Layout:
        is_square = self.rows == self.columns
        board = Grid(self.rows, self.columns, ".#")
        return Layout(board=board, symmetry="mirror flip", alike="transpose" if is_square else False)

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        free = s.board.bits(0)
        places = self.upright(free) if s.turn == 0 else self.lying(free)
        step = self.columns if s.turn == 0 else 1
        for square in range(len(s.board)):
            if places >> square & 1:
                yield square, square + step

    def order(self, s: Any) -> int:
        """Count the places for a domino, and three times those that the other player cannot touch."""
        free = s.board.bits(0)
        upright, lying = self.upright(free), self.lying(free)
        apart = self.upright(free & ~(lying | lying << 1))
        aside = self.lying(free & ~(upright | upright << self.columns))
        good = count_bits(upright) - count_bits(lying) + 2 * (count_bits(apart) - count_bits(aside))
        return good if s.turn == 0 else -good


@attrs.frozen
class Cram(Dominoes):
    """Players lay dominoes in either direction."""

    players = ("first", "second")

    def start(self) -> dict[str, Any]:
        return {**super().start(), "turn": 0}  # whoever begins is called first

    def layout(self) -> Layout:
        turned = "mirror flip transpose" if self.rows == self.columns else "mirror flip"
        return Layout(board=Grid(self.rows, self.columns, ".#"), symmetry=turned, alike=True)

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        free = s.board.bits(0)
        upright, lying = self.upright(free), self.lying(free)
        for square in range(len(s.board)):
            if upright >> square & 1:
                yield square, square + self.columns
            if lying >> square & 1:
                yield square, square + 1
