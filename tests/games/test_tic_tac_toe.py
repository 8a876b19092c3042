from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value, explore
from games.tic_tac_toe import TicTacToe


def board(signs: str) -> tuple[int, ...]:
    return tuple(map(".XO".index, signs))


def test_it_is_a_tie() -> None:
    solution = gamekit.solve(TicTacToe())
    assert (solution.root.value, solution.root.remoteness, solution.answer) == (Value.TIE, 9, None)


@pytest.mark.slow
def test_misere_it_is_a_tie_too() -> None:  # https://en.wikipedia.org/wiki/Tic-tac-toe_variants
    solution = gamekit.solve(TicTacToe(misere=True))
    assert solution.root.value is Value.TIE
    game = solution.game
    centre = game.apply(game.initial_state(), 4)
    assert [solution[game.apply(game.initial_state(), i)].value for i in (0, 1)] == [Value.WIN, Value.WIN]
    assert solution[centre].value is Value.TIE


# 5,478 positions, 765 up to symmetry, 958 of them final, and their values for the player to move: published
# by GamesmanClassic (UC Berkeley) and nishioka.com, and found again by brute force.


def test_published_counts() -> None:
    solution = gamekit.solve(TicTacToe())
    assert len(solution) == 5478
    assert solution.counts() == {Value.WIN: 2836, Value.LOSS: 1574, Value.TIE: 1068}
    arena = solution.arena
    assert Counter(arena.payoff[arena.terminal].tolist()) == {1: 626, -1: 316, 0: 16}


def test_published_number_of_positions_up_to_symmetry() -> None:
    game = TicTacToe(symmetry=True)
    solution = gamekit.solve(game)
    assert len(solution) == 765
    plain = gamekit.solve(TicTacToe())
    for verdict in plain:
        reduced = solution[verdict.state]
        assert (reduced.value, reduced.remoteness) == (verdict.value, verdict.remoteness)


def test_published_number_of_games() -> None:
    # 255,168 games that differ in some move: the same sources.
    arena = explore(TicTacToe())
    games = [1] * len(arena)
    for i in reversed(range(len(arena))):  # breadth first: moves lead to larger indices
        if not arena.terminal[i]:
            games[i] = sum(games[j] for j in arena.successors.of(i).tolist())
    assert games[arena.root] == 255168


@pytest.mark.parametrize(
    ("rows", "columns", "length", "winner", "remoteness"),
    [  # three in a line win on 3×4 and larger (Uiterwijk, van den Herik 2000); the plies by search
        (1, 1, 1, "X", 1),
        (2, 2, 2, "X", 3),
        (3, 2, 3, None, 6),
        (1, 9, 3, None, 9),
        pytest.param(3, 4, 3, "X", 7, marks=pytest.mark.slow),
        pytest.param(4, 3, 3, "X", 7, marks=pytest.mark.slow),
    ],
)
def test_other_boards(rows: int, columns: int, length: int, winner: str | None, remoteness: int) -> None:
    solution = gamekit.solve(TicTacToe(rows, columns, length, symmetry=True))
    assert (solution.root.winner, solution.root.remoteness) == (winner, remoteness)


def test_turned_and_mirrored_boards_count_as_one() -> None:
    square, rectangle = TicTacToe(symmetry=True), TicTacToe(2, 3, 2, symmetry=True)
    corners = {
        square.canonical_state((*board(corner), 1))
        for corner in ("X........", "..X......", "......X..", "........X")
    }
    assert len(corners) == 1
    beside_a_corner = (
        "XO.......",
        ".OX......",
        "X..O.....",
        "..X..O...",
        "...O..X..",
        ".....O..X",
        "......XO.",
        ".......OX",
    )
    assert len({square.canonical_state((*board(signs), 0)) for signs in beside_a_corner}) == 1
    corners = {
        rectangle.canonical_state((*board(corner), 1)) for corner in ("X.....", "..X...", "...X..", ".....X")
    }
    assert len(corners) == 1
    assert rectangle.canonical_state((*board("XO...."), 0)) != rectangle.canonical_state(
        (*board("X..O.."), 0)
    )
    state = (*board("..X......"), 1)
    assert TicTacToe().canonical_state(state) == state


@pytest.mark.parametrize(
    ("signs", "payoff"),
    [
        ("XX.." + "OOO." + "X...", -1),  # a row
        ("O.X." + "O.X." + "OX..", -1),  # a column
        ("XO.." + "OX.." + "..X.", 1),  # down to the right
        ("..XO" + ".XO." + "X...", 1),  # down to the left
        ("..XX" + "X.OO" + ".O..", None),  # a line does not go on in the next row
        ("XOXO" + "XOXO" + "OXOX", 0),
    ],
)
def test_lines_on_a_board_of_three_rows_and_four_columns(signs: str, payoff: int | None) -> None:
    turn = signs.count("X") - signs.count("O")
    assert TicTacToe(3, 4, 3).outcome((*board(signs), turn)) == payoff


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "rows must be an integer from 1 to 100; it is 0"),
        ({"rows": True}, "rows must be an integer from 1 to 100; it is True"),
        ({"columns": 1.5}, "columns must be an integer from 1 to 26; it is 1.5"),
        ({"columns": 27}, "columns must be an integer from 1 to 26; it is 27"),
        ({"length": -3}, "length must be an integer of at least 1; it is -3"),
        ({"length": 4}, "a line must fit on the board: length is 4, but the board has 3 rows and 3 columns"),
        ({"symmetry": 1}, "symmetry must be true or false; it is 1"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        TicTacToe(**parameters)
    assert str(error.value) == message


def test_the_letters_of_mnk_games_will_do() -> None:
    game = gamekit.load_game("tic-tac-toe", {"m": 3, "n": 4, "k": 3})
    assert game == TicTacToe(rows=3, columns=4, length=3)


@pytest.mark.parametrize(
    "game", cases(quick=[TicTacToe(2, 3, 2), TicTacToe(symmetry=True)], slow=[TicTacToe()])
)
def test_notation(game: TicTacToe) -> None:
    check_notation(game)


@pytest.mark.parametrize("text", ["O../.../...", "XX./.../...", "XO./OO./X.."])
def test_states_that_cannot_come_of_marking_in_turn_are_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        TicTacToe().parse_state(text)
    assert str(error.value) == f"X and O put pieces on the board in turn, X first, so {text!r} cannot occur"


def test_pictures() -> None:
    check_pictures(TicTacToe(2, 2, 2))
    assert TicTacToe().render((*board("XO..X...."), 1)).splitlines() == [
        "3 X O .",
        "2 . X .",
        "1 . . .",
        "  a b c",
    ]


@pytest.mark.parametrize(("rows", "length", "at_least"), cases(release=[(4, 4, 1), (4, 4, 0), (5, 4, 1)]))
def test_square_boards_are_proved(rows: int, length: int, at_least: int) -> None:
    """Uiterwijk & van den Herik, "The advantage of the initiative", Information Sciences 122, 2000: ties."""
    game = TicTacToe(rows=rows, columns=rows, length=length)
    proof = gamekit.prove(game, at_least=at_least, memory="512MiB")
    bounds = proof.bounds_of_state
    assert (bounds.upper if at_least > 0 else bounds.lower) == 0
    assert gamekit.check_certificate(proof.certificate()).ok
