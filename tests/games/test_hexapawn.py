from __future__ import annotations

from typing import Any

import pytest
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, explore
from games.hexapawn import Hexapawn


def board(signs: str) -> tuple[int, ...]:
    return tuple(map(".WB".index, signs))


@pytest.mark.parametrize(
    ("rows", "columns", "winner", "remoteness"),
    [
        # encyclopedias name the winners of 3×3 and 4×4; the plies, and the other boards, were found by two
        # independent programs
        (3, 3, "black", 6),
        (3, 4, "white", 5),
        (3, 5, "white", 7),
        pytest.param(4, 4, "white", 11, marks=pytest.mark.slow),
        pytest.param(3, 6, "black", 8, marks=pytest.mark.slow),
        (4, 2, "black", 6),
        (4, 3, "black", 8),
    ],
)
def test_who_wins(rows: int, columns: int, winner: str, remoteness: int) -> None:
    root = gamekit.solve(Hexapawn(rows, columns)).root
    assert (root.winner, root.remoteness) == (winner, remoteness)


@pytest.mark.parametrize(
    ("rows", "columns", "states"),
    cases(
        quick=[(3, 3, 135), (3, 4, 1128), (3, 5, 8698)], slow=[(4, 4, 20286)]
    ),  # found by two independent programs
)
def test_how_many_states_can_be_reached(rows: int, columns: int, states: int) -> None:
    assert len(explore(Hexapawn(rows, columns))) == states


def test_a_pawn_moves_straight_and_takes_diagonally() -> None:
    game = Hexapawn()
    state = (*board("B.BWB..WW"), 0)
    assert [game.format_move(state, move) for move in game.moves(state)] == ["c1xb2", "c1-c2"]
    assert game.apply(state, game.parse_move(state, "c1xb2")) == (*board("B.BWW..W."), 1)


def test_pawns_at_the_edge_do_not_take_round_it() -> None:
    game = Hexapawn()
    state = (*board("..B..WW.B"), 0)  # a pawn on c1 would have won; here it only stands near in the string
    assert [game.format_move(state, move) for move in game.moves(state)] == ["a1-a2"]


def test_how_it_ends() -> None:
    game = Hexapawn()
    assert game.outcome((*board("WB......W"), 1)) == 1  # White is at the top
    assert game.outcome((*board(".B.W....B"), 0)) == -1  # Black is at the bottom
    assert game.outcome((*board("B..W....."), 0)) == -1  # White cannot move
    assert game.outcome((*board("B..W....."), 1)) == 1  # Black cannot move
    assert game.outcome((*board("...W....."), 1)) == 1  # Black has no pawns left
    assert game.outcome(game.initial_state()) is None
    assert game.outcome((*board(".B.W....."), 0)) is None


def test_two_rows_of_one_pawn_are_blocked_from_the_start() -> None:
    root = gamekit.solve(Hexapawn(rows=2, columns=1)).root
    assert (root.winner, root.remoteness) == ("black", 0)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 1}, "rows must be an integer from 2 to 100; it is 1"),
        ({"rows": "3"}, "rows must be an integer from 2 to 100; it is '3'"),
        ({"columns": 0}, "columns must be an integer from 1 to 26; it is 0"),
        ({"columns": 27}, "columns must be an integer from 1 to 26; it is 27"),
        ({"columns": True}, "columns must be an integer from 1 to 26; it is True"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        Hexapawn(**parameters)
    assert str(error.value) == message


@pytest.mark.parametrize("game", [Hexapawn(), Hexapawn(rows=4, columns=2), Hexapawn(rows=3, columns=4)])
def test_notation(game: Hexapawn) -> None:
    check_notation(game)
    assert game.format_state(game.initial_state()).endswith(", white to move")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("BBB/.../WWW", "a state reads like 'BBB/.../WWW, white to move'; this one is 'BBB/.../WWW'"),
        (
            "BBB/.../WW, white to move",
            "a board must be 3 rows of 3 squares, each one of .WB, as in '.../.../...'; this is 'BBB/.../WW'",
        ),
        (
            "BBB/B../WWW, white to move",
            "black has 3 pawns at most; there are more in 'BBB/B../WWW, white to move'",
        ),
    ],
)
def test_states_of_another_form_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        Hexapawn().parse_state(text)
    assert str(error.value) == message


def test_pictures() -> None:
    check_pictures(Hexapawn())
    assert Hexapawn().render((*board("BBBW...WW"), 1)).splitlines() == [
        "3 B B B",
        "2 W . .",
        "1 . W W",
        "  a b c",
    ]
