"""Dots and boxes: margins by a search that knows nothing of gamekit, and how boxes are closed."""

from __future__ import annotations

import re
from functools import cache

import pytest
from support.notation import check_notation, check_pictures

import gamekit
from games.dots_and_boxes import DotsAndBoxes


def margin(rows: int, columns: int) -> int:
    """Return by how many boxes the first player wins: lines as pairs of dots, and the boxes still to come."""
    boxes = [
        {
            ((i, j), (i, j + 1)),
            ((i + 1, j), (i + 1, j + 1)),
            ((i, j), (i + 1, j)),
            ((i, j + 1), (i + 1, j + 1)),
        }
        for i in range(rows)
        for j in range(columns)
    ]
    lines = frozenset().union(*boxes)

    @cache
    def best(left: frozenset) -> int:  # type: ignore[type-arg]
        found = []
        for line in left:
            rest = left - {line}
            closed = sum(line in box and not box & rest for box in boxes)
            found.append(closed + best(rest) if closed else -best(rest))
        return max(found, default=0)

    return best(lines)


@pytest.mark.parametrize(
    ("rows", "columns", "payoff"),
    [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), pytest.param(2, 2, 2, marks=pytest.mark.slow)],
)
def test_margins(rows: int, columns: int, payoff: int) -> None:
    solution = gamekit.solve(DotsAndBoxes(rows=rows, columns=columns))
    assert solution.root.payoff == margin(rows, columns) == payoff


def test_who_closes_a_box_moves_again() -> None:
    game = DotsAndBoxes(rows=1, columns=2)
    state = game.parse_state("xxx.xxx 0.0, second to move")  # both boxes lack the line between them
    after = game.apply(state, 3)
    assert game.format_state(after) == "xxxxxxx 0.2, second to move"
    assert game.outcome(after) == -2
    state = game.parse_state("x.x..x. 0.0, first to move")
    after = game.apply(state, 3)
    assert game.format_state(after) == "x.xx.x. 1.0, first to move"
    assert game.format_state(game.apply(after, 1)) == "xxxx.x. 1.0, second to move"


def test_the_board() -> None:
    game = DotsAndBoxes(rows=2, columns=3)
    assert len(game.middles) == 3 * 3 + 2 * 4
    assert sum(map(len, game.boxes_at)) == 4 * 6
    assert (len(game.board.group), len(DotsAndBoxes(rows=2, columns=2).board.group)) == (4, 8)


def test_notation_and_pictures() -> None:
    check_notation(DotsAndBoxes(rows=1, columns=2))
    check_pictures(DotsAndBoxes(rows=1, columns=1))


@pytest.mark.release
def test_nine_boxes_are_proved() -> None:
    """The second player wins by 3: David Wilson, "Dots-and-Boxes Analysis Results", wilson.engr.wisc.edu/boxes.

    A table of all 2^24 sets of lines, made by another program, says so, too.
    """
    proof = gamekit.prove(DotsAndBoxes(rows=3, columns=3), memory="256MiB")
    assert (proof.bounds_of_state.lower, proof.bounds_of_state.upper) == (-3, -3)
    assert gamekit.check_certificate(proof.certificate()).ok


def test_dots_have_the_names_that_moves_call_them() -> None:
    game = DotsAndBoxes(rows=1, columns=2)
    drawing = game.svg(game.initial_state())
    assert re.findall(r">(\w+)</text>", drawing)[:5] == ["a", "b", "c", "2", "1"]
