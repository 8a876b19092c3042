"""Hex: the first player wins (John Nash's argument of stealing strategies), and a full board has one winner."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import Value
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.drawing.colours import COLOURS
from games.hex import Hex


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins(size: int) -> None:
    solution = gamekit.solve(Hex(size))
    assert solution.root.value is Value.WIN
    assert gamekit.verify(solution).ok


@pytest.mark.parametrize("size", cases(slow=[4], release=[5]))
def test_the_first_player_is_proved_to_win(size: int) -> None:
    proof = gamekit.prove(Hex(size), memory="512MiB")
    assert proof.winner == "red"
    assert check_certificate(proof.certificate()).ok


def test_a_full_board_connects_one_pair_of_sides() -> None:
    """By a search that knows no bits: red stones reach from the top to the bottom if and only if blue has not won."""
    game = Hex(3)
    cells = [(row, column) for row in range(3) for column in range(3)]
    for red in combinations(cells, 5):
        state = (*(1 if cell in red else 2 for cell in cells), 1)
        reached, todo = set(), [cell for cell in red if cell[0] == 0]
        while todo:
            row, column = cell = todo.pop()
            if cell in reached:
                continue
            reached.add(cell)
            beside = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
            todo += [near for i, j in beside if (near := (row + i, column + j)) in red]
        connected = any(row == 2 for row, _ in reached)
        assert game.outcome(state) == (1 if connected else None)
        turned = (*state[:-1], 0)  # blue has just moved
        assert game.outcome(turned) == (None if connected else -1)


def test_distance() -> None:
    game = Hex(3)
    state = game.parse_state("R...B.R.B, red to move")
    view = game._views.of(state)
    assert [game.missing(view, player) for player in (0, 1)] == [1, 2]
    cut = game._views.of(game.parse_state("RR.BBBR.., red to move"))
    assert game.missing(cut, 0) == 9


def test_sides_have_the_colour_of_the_player_who_connects_them() -> None:
    game = Hex(3)
    drawing = str(game.svg(game.initial_state()))
    assert drawing.count("<polygon") == 9
    red, blue = (_heights(drawing, COLOURS[name]) for name in game.players)
    assert (len(red), len(blue)) == (12, 10)
    assert max(red) - min(red) > max(blue) - min(blue)  # red connects the uppermost and the lowermost sides


def _heights(drawing: str, colour: str) -> list[float]:
    lines = re.findall(rf'<line [^>]*y1="([\d.]+)"[^>]*stroke="{colour}"', drawing)
    return [float(y) for y in lines]


def test_notation() -> None:
    check_notation(Hex(2))
    check_pictures(Hex(2))
