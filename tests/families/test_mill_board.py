"""`MillBoard`: its points and mills, by tic-tac-toe, which a single square with diagonals is a board for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from support.backends import assert_backends_agree

import gamekit
from gamekit import Value
from gamekit.families.mill_board import MillBoard
from gamekit.layout import LOSS, TIE, Layout, Points


@attrs.frozen
class FirstMill(MillBoard):
    """Put men on free points in turn; the first mill wins."""

    rings: int = 1
    diagonals: bool = True

    def layout(self) -> Layout:
        return Layout(board=Points(self.graph, ".XO", at=self.places), symmetry=self.symmetries, placed=True)

    def options(self, s: Any) -> Iterator[int]:
        yield from s.board.where(0)

    def play(self, s: Any, move: int) -> None:
        s.board[move] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        theirs = s.board.bits(2 - s.turn)
        for point in s.board.where(2 - s.turn):
            if self.is_mill(theirs, point):
                return LOSS
        return None if 0 in s.board else TIE


def test_a_square_with_diagonals_is_the_board_of_tic_tac_toe() -> None:
    solution = gamekit.solve(FirstMill(), backend="python")
    assert (solution.root.value, len(solution)) == (Value.TIE, 765)  # up to symmetry, as is well known
    assert gamekit.verify(solution).ok


def test_only_men_outside_of_mills_can_be_taken() -> None:
    board = FirstMill(rings=3, diagonals=False)
    side, alone = 0b111, 1 << 12
    assert board.takeable(side | alone) == alone
    assert board.takeable(side) == side
    assert board.can_be_taken(side, 0)
    assert not board.can_be_taken(side | alone, 0)


@pytest.mark.parametrize(
    ("rings", "diagonals", "lines"), [(1, False, 6), (2, True, 8), (3, False, 16), (3, True, 20)]
)
def test_how_many_mills_there_are(rings: int, diagonals: bool, lines: int) -> None:
    assert len(FirstMill(rings, diagonals).mills) == lines


@pytest.mark.slow
def test_both_backends_agree() -> None:
    assert_backends_agree(FirstMill())
