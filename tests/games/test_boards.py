from __future__ import annotations

import pytest

from gamekit.errors import InputError
from games.boards import parse_board, render_board
from games.nim import Nim


def test_row_numbers_are_aligned() -> None:
    assert render_board("X" + "." * 9, columns=1).splitlines()[::9] == ["10 X", " 1 ."]


@pytest.mark.parametrize("text", ["", "X", "XO/", "XO/.", "XO/.XX", "XO/..\n", "XO/x.", "XO/../..", "XO.."])
def test_a_board_of_another_shape_or_with_other_signs_is_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_board(text, 2, 2, "XO.")
    assert str(error.value) == f"a board is 2 rows of 2 squares, each one of XO.: '../..'; this is {text!r}"


@pytest.mark.parametrize(
    "text", ["", "3 4", "3 4, third to move", "3 4, first", "3 4, first to move, please"]
)
def test_a_state_must_say_who_is_to_move(text: str) -> None:
    with pytest.raises(InputError) as error:
        Nim(heaps=(1, 2)).parse_state(text)
    assert str(error.value) == f"a state reads like '1 2, first to move'; this one is {text!r}"
