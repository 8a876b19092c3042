from __future__ import annotations

import pytest
from support.notation import check_notation

import gamekit
from gamekit import InputError, Value
from games.umul_gonu import UmulGonu

# P. D. Straffin, "Position graphs for Pong Hau K'i and Mu Torere", Mathematics Magazine 68, 1995: a draw, and up to
# symmetry a player loses in one position only. Wikipedia has the win in umul gonu, too.


def test_the_published_result() -> None:
    solution = gamekit.solve(UmulGonu())
    assert solution.root.value is Value.DRAW
    assert solution.counts() == {Value.WIN: 2, Value.LOSS: 1, Value.DRAW: 12}


def test_from_rows_the_first_move_wins_which_is_why_it_is_not_made() -> None:
    solution = gamekit.solve(UmulGonu("rows"))
    game, state = solution.game, solution.root.state
    assert [game.format_move(state, move) for move in solution.best_moves(state)] == ["1-2"]
    assert solution.root.remoteness == 1
    assert solution[game.apply(state, (0, 2))].value is Value.DRAW


def test_notation_and_parameters() -> None:
    check_notation(UmulGonu("rows"))
    with pytest.raises(InputError, match="setup must be sides or rows; it is 'corners'"):
        UmulGonu("corners")  # type: ignore[arg-type]
