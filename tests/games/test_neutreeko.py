"""Neutreeko: counts as published by its inventor (https://www.neutreeko.net/neutreeko.htm), and how men slide."""

from __future__ import annotations

import pytest

import gamekit
from gamekit.game.values import Value
from gamekit.layout import Grid, Layout
from games.neutreeko import Neutreeko


class EveryPlacement(Neutreeko):
    """Without symmetry: every placement counts."""

    def layout(self) -> Layout:
        return Layout(board=Grid(5, 5, ".BW"), alike=True, dense=[(3, 3)])


@pytest.mark.release
def test_all_placements() -> None:
    solution = gamekit.solve(EveryPlacement(), backend="compiled")
    assert solution.counts() == {Value.WIN: 2_545_464, Value.LOSS: 891_876, Value.DRAW: 104_660}
    assert solution.longest_by_value() == {Value.WIN: 51, Value.LOSS: 50}
    assert solution.root.value is Value.DRAW
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_classes_of_placements_say_the_same() -> None:
    solution = gamekit.solve(Neutreeko())
    assert len(solution) == 443_850
    assert solution.counts() == {Value.WIN: 318_859, Value.LOSS: 111_877, Value.DRAW: 13_114}
    assert solution.longest_by_value() == {Value.WIN: 51, Value.LOSS: 50}
    assert solution.root.value is Value.DRAW
    assert solution.root.state == Neutreeko().initial_state()


def test_a_man_slides_until_something_is_in_its_way() -> None:
    game = Neutreeko()
    state = game.parse_state("B.W../...../...../...../.W..., black to move")
    moves = {game.format_move(state, move) for move in game.moves(state)}
    assert moves == {"a5-b5", "a5-a1", "a5-e1"}


@pytest.mark.parametrize(
    ("board", "payoff"),
    [
        ("BBB../WW.W./...../...../.....", 1),
        ("BB.B./WWW../...../...../.....", -1),
        ("BBB../WWW../...../...../.....", -1),
    ],
)
def test_three_in_a_row_win_and_who_has_just_moved_comes_first(board: str, payoff: int) -> None:
    game = Neutreeko()
    assert game.outcome(game.parse_state(f"{board}, black to move")) == payoff
