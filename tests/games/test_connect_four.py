from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.backends import assert_backends_agree
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, UnsupportedError, Value
from games.connect_four import ConnectFour

# --- known answers ------------------------------------------------------------------------------------------

# The numbers of positions and the values are those of John Tromp's Connect Four Playground,
# https://tromp.github.io/c4/c4.html. Those of larger boards are in tests/engine/test_large_games.py.


@pytest.mark.parametrize(
    ("width", "height", "positions", "backend"),
    cases(
        quick=[(5, 2, 4_688, "python"), (4, 3, 12_031, "python"), (4, 3, 12_031, "compiled")],
        slow=[(5, 2, 4_688, "compiled")],
    ),
)
def test_published_number_of_positions(width: int, height: int, positions: int, backend: Any) -> None:
    solution = gamekit.solve(ConnectFour(width, height), backend=backend)
    assert len(solution) == positions
    assert (solution.root.value, solution.root.remoteness) == (Value.TIE, width * height)


@pytest.mark.parametrize(
    ("columns", "score"),  # from Pascal Pons' test set Test_L1_R1, http://blog.gamesolver.org
    cases(
        quick=[("2252576253462244111563365343671351441", -1)],  # from Test_L3_R1
        slow=[
            ("243335424257", 12),
            ("43745416472735", -13),
            ("1626434452343", 13),
            ("7343363417254", 14),
            ("51756773145177", -10),
            ("1562527227511", 13),
            ("27534134362633", 10),
        ],
        release=[("32164625", 11), ("6146", 18), ("265756512", -12), ("17516442226766", 8), ("4737", 18)],
    ),
)
def test_published_scores(columns: str, score: int) -> None:
    game = ConnectFour(scored=True)
    state = game.parse_state(columns)
    proof = gamekit.prove(game, state, exact=True, threads=1, memory="64MiB")
    found = score if state[-1] == 0 else -score
    assert (proof.bounds_of_state.lower, proof.bounds_of_state.upper) == (found, found)


@pytest.mark.slow
def test_a_win_pays_what_the_winner_has_left() -> None:
    game = ConnectFour(4, 4, 3, scored=True)
    solution, plain = gamekit.solve(game), gamekit.solve(ConnectFour(4, 4, 3))
    ends = [state for state in solution.states if game.outcome(state)]
    for state in ends:
        winner = 1 if game.outcome(state) > 0 else 2
        assert abs(game.outcome(state)) == 8 - state[:-1].count(winner) + 1
    assert gamekit.verify(solution).ok
    assert all(solution[state].value == plain[state].value for state in plain.states)


@pytest.mark.parametrize("height", [2, 3])
def test_mirrored_boards_count_as_one(height: int) -> None:
    game = ConnectFour(3, height, 3)
    boards = {state[:-1] for state in gamekit.explore(game).states}
    mirrored = {
        board: tuple(cell for i in range(height) for cell in board[3 * i : 3 * i + 3][::-1])
        for board in boards
    }
    assert boards == set(mirrored.values())
    classes = {min(board, mirrored[board]) for board in boards}
    solution = gamekit.solve(ConnectFour(3, height, 3, symmetry=True))
    assert len(solution) == len(classes) < len(boards)
    plain = gamekit.solve(game).root
    assert (solution.root.payoff, solution.root.remoteness) == (plain.payoff, plain.remoteness)


@pytest.mark.parametrize(
    ("width", "height", "length", "winner", "remoteness"),
    [  # by search
        (1, 1, 1, "red", 1),
        (3, 1, 2, "red", 3),
        (3, 1, 3, None, 3),
        (2, 2, 2, "red", 3),
        (4, 2, 3, None, 8),
        (3, 4, 3, None, 12),
        (4, 3, 3, "red", 9),
    ],
)
def test_shorter_lines(width: int, height: int, length: int, winner: str | None, remoteness: int) -> None:
    root = gamekit.solve(ConnectFour(width, height, length)).root
    assert (root.winner, root.remoteness) == (winner, remoteness)


# --- the rules ----------------------------------------------------------------------------------------------


def test_stones_fall_to_the_lowest_empty_square() -> None:
    game = ConnectFour(width=3, height=3, length=3)
    state = game.parse_state("X../O../XO.")
    assert [game.format_move(state, move) for move in game.moves(state)] == ["b", "c"]
    assert game.format_state(game.apply(state, 1)) == "X../OX./XO."
    assert game.format_state(game.apply(state, 2)) == "X../O../XOX"


@pytest.mark.parametrize(
    ("board", "outcome"),
    [
        ("..../O.../OXXX", 1),
        ("X.../X.O./X.O.", 1),
        ("..X./.XO./XOOX", 1),
        ("X.../OX../OOXX", 1),
        ("..../XX../OOOX", -1),
        ("...O/..OX/.OXX", -1),
        ("OXOX/OXOX/XOXO", 0),
        ("OX.X/OXOX/XOXO", None),
    ],
)
def test_how_it_ends(board: str, outcome: int | None) -> None:
    game = ConnectFour(4, 3, 3)
    assert game.outcome(game.parse_state(board)) == outcome


@pytest.mark.parametrize(
    ("width", "height", "length"), [(7, 6, 4), (3, 3, 1), (4, 4, 2), (5, 4, 3), (6, 5, 5), (3, 3, 3)]
)
def test_the_order_counts_gaps_in_lines_and_stones_near_the_middle(
    width: int, height: int, length: int
) -> None:
    game, random, scores = ConnectFour(width, height, length), Random(0), set()
    for _ in range(20):
        board = [random.choice((0, 0, 1, 2)) for _ in range(width * height)]
        turn = random.randrange(2)
        gaps = [
            {
                square
                for row in game.rows_that_count
                for square in row
                if board[square] == 0 and all(board[place] == sign for place in row if place != square)
            }
            for sign in (1 + turn, 2 - turn)
        ]
        columns = [place % width for place, sign in enumerate(board) if sign == 2 - turn]
        inwards = sum(min(column, width - 1 - column) for column in columns)
        assert game.order_of((*board, turn)) == 16 * (len(gaps[0]) - len(gaps[1])) - inwards
        scores.add(len(gaps[0]))
    assert len(scores) > 1


# --- compiled rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "length"),
    cases(  # each compiles rules of its own
        slow=[(2, 4, 3), (1, 1, 1)],
        release=[(5, 2, 4), (3, 3, 1)],
    ),
)
def test_the_backends_agree(width: int, height: int, length: int) -> None:
    assert_backends_agree(ConnectFour(width, height, length))


@pytest.mark.parametrize(
    ("width", "height", "length"),
    cases(slow=[(7, 6, 4)], release=[(1, 61, 40), (8, 6, 7)]),
)
def test_the_backends_agree_here_and_there(width: int, height: int, length: int) -> None:
    game, random, states = ConnectFour(width, height, length), Random(0), set()
    for _ in range(10):
        state = game.initial_state()
        states.add(state)
        while game.outcome(state) is None:
            state = game.apply(state, random.choice(game.moves(state)))
            states.add(state)
    assert_backends_agree(game, states)


def test_larger_boards_have_no_compiled_rules() -> None:
    with pytest.raises(UnsupportedError) as error:
        ConnectFour(width=8, height=7).compiled_rules()
    assert str(error.value) == "a code has 62 bits, but the states of this layout need 64: board 64"


# --- parameters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"width": 27}, "width must be an integer from 1 to 26; it is 27"),
        ({"height": 0}, "height must be an integer from 1 to 100; it is 0"),
        ({"length": True}, "length must be an integer of at least 1; it is True"),
        (
            {"width": 2, "height": 3},
            "a line must fit on the board: length is 4, but the board has 2 columns of 3 squares",
        ),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        ConnectFour(**parameters)
    assert str(error.value) == message


def test_parameters_from_json() -> None:
    assert gamekit.load_game("connect-four", {"columns": 5, "rows": 4}) == ConnectFour(width=5, height=4)


# --- for people ---------------------------------------------------------------------------------------------


def test_notation() -> None:
    check_notation(ConnectFour(4, 2, 3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X..", "a board must be 2 rows of 3 squares, each one of .XO, as in '.../...'; this is 'X..'"),
        (".../O..", "red and yellow put pieces on the board in turn, red first, so '.../O..' cannot occur"),
        (".O./X..", "every piece must have fallen to the lowest empty square; in '.O./X..', one has not"),
    ],
)
def test_other_texts_are_no_states(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        ConnectFour(3, 2, 3).parse_state(text)
    assert str(error.value) == message


def test_pictures() -> None:
    game = ConnectFour(3, 2, 3)
    check_pictures(game)
    assert game.render(game.parse_state(".O./XXO")).splitlines() == ["2 . O .", "1 X X O", "  a b c"]


def test_a_stone_may_be_dropped_by_a_click_on_any_free_place_of_its_column() -> None:
    game = ConnectFour(width=4, height=3, length=3)
    gesture = game.gesture(game.parse_state("..../..../X.O."), 0)
    assert (gesture.steps, gesture.reach) == (("4",), ("0",))
