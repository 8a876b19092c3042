from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value
from games.three_mens_morris import ThreeMensMorris


def board(signs: str) -> tuple[int, ...]:
    return tuple(map(".XO".index, signs))


# Nothing published was found: the figures come from two independent programs.


def test_the_first_player_wins() -> None:
    solution = gamekit.solve(ThreeMensMorris())
    assert (solution.answer, solution.root.remoteness) == ("X", 9)
    assert max(verdict.remoteness or 0 for verdict in solution) == 10


def test_how_many_states_have_which_value() -> None:
    solution = gamekit.solve(ThreeMensMorris())
    assert len(solution) == 5390
    assert solution.counts() == {Value.WIN: 2997, Value.LOSS: 1185, Value.DRAW: 1208}


def test_without_sliding_along_the_diagonals() -> None:
    solution = gamekit.solve(ThreeMensMorris(diagonals=False))  # found by two programs, too
    assert (solution.answer, solution.root.remoteness) == ("X", 9)
    assert solution.counts() == {Value.WIN: 2877, Value.LOSS: 1201, Value.DRAW: 1312}


def test_men_come_from_the_hand_first() -> None:
    game = ThreeMensMorris()
    state = (*board("XO..X...O"), 0)
    assert [game.format_move(state, move) for move in game.moves(state)] == ["c3", "a2", "c2", "a1", "b1"]
    assert game.apply(state, (2, 2)) == (*board("XOX.X...O"), 1)


def test_men_slide_to_points_next_to_them_on_a_line() -> None:
    game, straight = ThreeMensMorris(), ThreeMensMorris(diagonals=False)
    corner = (*board("XOXO.XO.."), 0)
    assert [game.format_move(corner, move) for move in game.moves(corner)] == [
        "a3-b2",
        "c3-b2",
        "c2-b2",
        "c2-c1",
    ]
    assert [game.format_move(corner, move) for move in straight.moves(corner)] == ["c2-b2", "c2-c1"]
    side = (*board(".X.OXOXO."), 0)  # b3 is next to a3, c3 and b2, but to neither a2 nor c2
    assert [game.format_move(side, move) for move in game.moves(side)] == [
        "b3-a3",
        "b3-c3",
        "b2-a3",
        "b2-c3",
        "b2-c1",
    ]
    assert game.apply(side, (4, 8)) == (*board(".X.O.OXOX"), 1)


def test_how_it_ends() -> None:
    game = ThreeMensMorris()
    assert game.outcome((*board("X.O.XO..X"), 1)) == 1  # a diagonal
    assert game.outcome((*board("X.OX.O.XO"), 0)) == -1
    assert game.outcome((*board("XXOXO.O.."), 0)) == -1  # a diagonal of O, whoever is to move
    assert game.outcome((*board("XXOXOO..."), 0)) is None


@pytest.mark.parametrize("diagonals", [True, False])
def test_nobody_can_be_left_without_a_move(diagonals: bool) -> None:
    game = ThreeMensMorris(diagonals=diagonals)
    boards = set(permutations(board("XXXOOO...")))
    assert len(boards) == 1680
    for state in ((*squares, turn) for squares in boards for turn in (0, 1)):
        assert game.outcome(state) is not None or any(True for _ in game.moves(state))


def test_endless_play_is_a_draw() -> None:
    solution = gamekit.solve(ThreeMensMorris())
    drawn = next(verdict for verdict in solution if verdict.value is Value.DRAW)
    assert solution.line(drawn.state).cycle_start is not None


def test_parameters_are_checked() -> None:
    not_true: Any = 0
    with pytest.raises(InputError) as error:
        ThreeMensMorris(diagonals=not_true)
    assert str(error.value) == "diagonals must be true or false; it is 0"


@pytest.mark.slow
def test_notation() -> None:
    check_notation(ThreeMensMorris())


@pytest.mark.parametrize(
    "text",
    [
        "X../.../..., X to move",  # it is O's turn
        "X../.../O.., O to move",
        "XX./.../..., X to move",
        "XXX/OO./..X, O to move",
        "XXX/OO./OO., O to move",
    ],
)
def test_states_that_cannot_come_of_moving_in_turn_are_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        ThreeMensMorris().parse_state(text)
    assert (
        str(error.value)
        == f"X and O put 3 pieces each on the board in turn, X first, so {text!r} cannot occur"
    )


@pytest.mark.slow
def test_pictures() -> None:
    game = ThreeMensMorris()
    check_pictures(game)
    assert game.render((*board(".X.OXOXO."), 0)).splitlines() == ["3 . X .", "2 O X O", "1 X O .", "  a b c"]


def test_men_bear_the_names_of_players() -> None:
    game = gamekit.load_game("three-mens-morris")
    assert set(game.contents(game.parse_state("XX./OO./XO., X to move")).values()) == {
        "blue disc X",
        "yellow disc O",
    }
