"""Stacks of pieces, stated by the fields that there are: the Tower of Hanoi (Édouard Lucas, 1883)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from support.backends import assert_backends_agree

import gamekit
from gamekit.layout import BoardGame, Cell, Grid, Layout

PEGS = 3


@attrs.frozen
class OfPieces(BoardGame):
    """The peg of each disc, the smallest disc first."""

    discs: int
    players = ("solver",)

    def layout(self) -> Layout:
        return Layout(pegs=Cell(PEGS, pieces=self.discs), dense="all")

    def start(self) -> dict[str, Any]:
        return {}

    def top(self, s: Any, peg: int) -> int:
        return s.pegs.index(peg) if peg in s.pegs else self.discs  # type: ignore[no-any-return]

    def options(self, s: Any) -> Iterator[Any]:
        for leaves in range(PEGS):
            for goes in range(PEGS):
                if self.top(s, leaves) < self.top(s, goes):
                    yield leaves, goes

    def play(self, s: Any, move: Any) -> None:
        leaves, goes = move
        s.pegs[s.pegs.index(leaves)] = goes

    def over(self, s: Any) -> int | None:
        return 1 if s.pegs.count(PEGS - 1) == self.discs else None


@attrs.frozen
class OfColumns(BoardGame):
    """A column of a grid for each peg; the sign of a disc is its size, 1 for the largest."""

    discs: int
    players = ("solver",)

    def layout(self) -> Layout:
        return Layout(board=Grid(self.discs, PEGS, ".abcdefgh"[: self.discs + 1]))

    def start(self) -> dict[str, Any]:
        return {"board": [n for disc in range(self.discs, 0, -1) for n in (disc, 0, 0)]}

    def highest(self, s: Any, peg: int) -> int:
        """Return the highest square of a peg that bears a disc; the one below the board if none does."""
        square = peg
        while square < len(s.board) and s.board[square] == 0:
            square += PEGS
        return square

    def top(self, s: Any, peg: int) -> int:
        square = self.highest(s, peg)
        return self.discs - s.board[square] if square < len(s.board) else self.discs  # type: ignore[no-any-return]

    def options(self, s: Any) -> Iterator[Any]:
        for leaves in range(PEGS):
            for goes in range(PEGS):
                if self.top(s, leaves) < self.top(s, goes):
                    yield self.highest(s, leaves), self.highest(s, goes) - PEGS

    def play(self, s: Any, move: Any) -> None:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, s.board[leaves]

    def over(self, s: Any) -> int | None:
        return 1 if s.board[PEGS - 1] != 0 else None


@pytest.mark.parametrize("cls", [OfPieces, OfColumns])
@pytest.mark.parametrize("discs", [1, 2, 3, 5])
def test_a_tower_takes_so_many_moves(cls: Any, discs: int) -> None:
    solution = gamekit.solve(cls(discs), backend="python")
    assert solution.root.remoteness == 2**discs - 1
    assert gamekit.verify(solution).ok
    assert len(solution) == 3**discs


@pytest.mark.slow
@pytest.mark.parametrize("cls", [OfPieces, OfColumns])
def test_the_backends_agree(cls: Any) -> None:
    assert_backends_agree(cls(4))
