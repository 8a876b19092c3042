"""A new game of tic-tac-toe's size takes at most 30 lines, imports included."""

from __future__ import annotations

import pytest
from support.paths import TESTS
from support.thirty_lines import TicTacToe

import gamekit
from gamekit.testing import check_game


@pytest.mark.slow
def test_it_is_short_and_right() -> None:
    lines = (TESTS / "support" / "thirty_lines.py").read_text().splitlines()
    assert len(lines) <= 30
    solution = gamekit.solve(TicTacToe())
    assert len(solution) == 5478  # as published, see tests/games/test_tic_tac_toe.py
    assert solution.root.value is gamekit.Value.TIE
    assert gamekit.verify(solution).ok
    check_game(TicTacToe())
