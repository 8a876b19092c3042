from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from support.backends import assert_backends_agree
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, LimitError, UnsupportedError, Value, explore
from games.sliding_puzzle import SlidingPuzzle

# how many arrangements of 3×3 are so many moves from the goal: OEIS A089473
BY_DISTANCE_3X3 = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993),
    *(17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]
# the same for 2×3, found by two independent programs; that 21 is the longest is in OEIS A151944
BY_DISTANCE_2X3 = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]


# --- known answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "columns", "by_distance"),
    [
        (1, 4, [1, 1, 1, 1]),
        (2, 2, [1, 2, 2, 2, 2, 2, 1]),
        (2, 3, BY_DISTANCE_2X3),
        (3, 2, BY_DISTANCE_2X3),
        pytest.param(3, 3, BY_DISTANCE_3X3, marks=pytest.mark.slow),
    ],
)
def test_how_far_arrangements_are_from_the_goal(rows: int, columns: int, by_distance: list[int]) -> None:
    solution = gamekit.solve(SlidingPuzzle(rows, columns))
    assert np.bincount(solution.remoteness).tolist() == by_distance
    assert solution.counts()[Value.WIN] == len(solution) == sum(by_distance)
    assert (
        solution.answer == solution.root.remoteness == len(by_distance) - 1
    )  # the default is a hardest start
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_the_longest_way_on_two_by_five() -> None:
    solution = gamekit.solve(SlidingPuzzle(2, 5))
    assert len(solution) == 1_814_400  # half of 10!
    assert solution.longest == 55  # OEIS A151944


@pytest.mark.parametrize(
    ("tiles", "answer"),
    [  # the examples of LeetCode 773
        ((1, 2, 3, 4, 0, 5), 1),
        ((1, 2, 3, 5, 4, 0), None),
        ((4, 1, 2, 5, 0, 3), 5),
        ((3, 2, 4, 1, 5, 0), 14),
    ],
)
def test_examples_of_the_statement(tiles: tuple[int, ...], answer: int | None) -> None:
    assert gamekit.solve(SlidingPuzzle(2, 3, tiles)).answer == answer


def test_what_cannot_be_solved_is_lost() -> None:
    solution = gamekit.solve(SlidingPuzzle(2, 3, (1, 2, 3, 5, 4, 0)))
    root = solution.root
    assert (root.value, root.winner, root.payoff, root.remoteness) == (Value.LOSS, None, -1, None)
    assert solution.counts()[Value.LOSS] == len(solution) == 360


@pytest.mark.parametrize(
    ("rows", "columns", "tiles"), [(1, 1, (0,)), (1, 3, (1, 2, 0)), (2, 2, (1, 2, 3, 0))]
)
def test_what_is_solved_is_won(rows: int, columns: int, tiles: tuple[int, ...]) -> None:
    solution = gamekit.solve(SlidingPuzzle(rows, columns, tiles))
    assert (solution.root.value, solution.answer, len(solution)) == (Value.WIN, 0, 1)


def test_too_large_a_board_is_a_limit_and_no_endless_loop() -> None:
    with pytest.raises(LimitError):
        explore(SlidingPuzzle(4, 4), max_states=1000)


# --- the rules ----------------------------------------------------------------------------------------------


def test_the_tiles_beside_the_blank_can_slide() -> None:
    game = SlidingPuzzle(3, 3)
    assert game.moves((1, 2, 3, 4, 0, 5, 6, 7, 8, 0)) == [2, 4, 5, 7]
    assert game.moves((1, 2, 3, 0, 4, 5, 6, 7, 8, 0)) == [1, 4, 6]  # not 3, at the end of the row above
    assert game.moves((0, 1, 2, 3, 4, 5, 6, 7, 8, 0)) == [1, 3]
    assert game.apply((1, 2, 3, 4, 0, 5, 6, 7, 8, 0), 7) == (1, 2, 3, 4, 7, 5, 6, 0, 8, 0)


@pytest.mark.parametrize(
    ("rows", "columns", "start"),
    [
        (2, 4, (7, 6, 5, 4, 3, 1, 2, 0)),
        (3, 4, (11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2, 0)),
        (4, 4, (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2, 0)),
        (2, 5, (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)),
        (5, 1, (0, 1, 2, 3, 4)),
    ],
)
def test_the_start_on_other_boards(rows: int, columns: int, start: tuple[int, ...]) -> None:
    game = SlidingPuzzle(rows, columns)
    assert game.initial_state() == (*start, 0)
    pairs = [(a, b) for i, a in enumerate(start) for b in start[i:] if a and b]
    assert (
        columns == 1 or sum(a > b for a, b in pairs) % 2 == 0
    )  # solvable: the blank is last, so this is even


@pytest.mark.slow
def test_the_start_of_two_by_four_can_be_solved() -> None:
    assert gamekit.solve(SlidingPuzzle(2, 4)).answer == 24


# --- compiled rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "columns", "tiles"),
    cases(  # each compiles rules of its own
        slow=[(3, 2, None), (1, 1, None), (2, 2, (2, 1, 3, 0))],  # the latter cannot be solved
        release=[
            (1, 16, None),
            (2, 3, (1, 2, 3, 5, 4, 0)),  # nor can this one
        ],
    ),
)
def test_the_backends_agree(rows: int, columns: int, tiles: tuple[int, ...] | None) -> None:
    assert_backends_agree(SlidingPuzzle(rows, columns, tiles))


@pytest.mark.parametrize(("rows", "columns"), cases(slow=[(4, 4)], release=[(2, 8)]))
def test_the_backends_agree_here_and_there(rows: int, columns: int) -> None:
    game, random = SlidingPuzzle(rows, columns), Random(0)
    cells = rows * columns
    goal = (*range(1, cells), 0, 0)
    near = [game.apply(goal, tile) for tile in game.moves(goal)]
    far = [arrangement(columns, random.sample(range(cells), cells)) for _ in range(500)]
    assert_backends_agree(game, {goal, *near, *far, game.initial_state()})


def arrangement(columns: int, tiles: list[int]) -> tuple[int, ...]:
    """Return the state with these tiles, or with two of them exchanged, whichever can be solved."""
    blank = tiles.index(0)
    pairs = sum(a > b for i, a in enumerate(tiles) for b in tiles[i:] if b)
    rows_below = (len(tiles) - 1) // columns - blank // columns
    if (pairs + rows_below * (columns + 1)) % 2:  # a tile that slides up or down passes columns - 1 others
        i, j = (i for i, tile in enumerate(tiles) if tile in (1, 2))
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return (*tiles, 0)


@pytest.mark.slow
def test_what_no_play_reaches_is_no_state_where_the_others_are_numbered() -> None:
    solution = gamekit.solve(SlidingPuzzle(2, 3), backend="compiled")
    assert solution.get(SlidingPuzzle(2, 3).parse_state("1.2.3/5.4.0")) is None


def test_larger_boards_have_no_compiled_rules() -> None:
    with pytest.raises(UnsupportedError) as error:
        SlidingPuzzle(17, 1).compiled_rules()
    assert "a code has 62 bits" in str(error.value)


# --- parameters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 0}, "rows must be an integer from 1 to 100; it is 0"),
        ({"columns": True}, "columns must be an integer from 1 to 100; it is True"),
        ({"tiles": 5}, "tiles must be a list of numbers; it is 5"),
        ({"tiles": "123"}, "tiles must be a list of numbers; it is '123'"),
        ({"tiles": [1, 2, 0]}, "tiles must be 9 numbers, for 3 rows of 3; it has 3"),
        ({"tiles": [1, 2, 3, 4, 5, 6, 7, 9, 0]}, "tiles[7] must be an integer from 0 to 8; it is 9"),
        ({"tiles": [1, 2, 3, 4, 5, 6, 7, -1, 0]}, "tiles[7] must be an integer from 0 to 8; it is -1"),
        ({"tiles": [True, 2, 3, 4, 5, 6, 7, 8, 0]}, "tiles[0] must be an integer from 0 to 8; it is True"),
        ({"tiles": [1, 2, 3, 4, 5, 6, 7, 1, 0]}, "tiles[7] must differ from tiles[0]; both are 1"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        SlidingPuzzle(**parameters)
    assert str(error.value) == message


def test_parameters_from_json() -> None:
    parameters = {"rows": 1, "columns": 3, "tiles": [0, 1, 2]}
    assert gamekit.load_game("sliding-puzzle", parameters) == SlidingPuzzle(1, 3, (0, 1, 2))
    assert gamekit.load_game("sliding-puzzle", {"tiles": None}) == SlidingPuzzle()


# --- for people ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [SlidingPuzzle(2, 3), SlidingPuzzle(1, 12), SlidingPuzzle(2, 2, (2, 1, 3, 0))]
)
def test_notation(game: SlidingPuzzle) -> None:
    check_notation(game)


def test_how_a_state_is_written() -> None:
    game = SlidingPuzzle(2, 3)
    assert game.format_state(game.initial_state()) == "4.5.0/1.2.3"
    assert game.format_move(game.initial_state(), 5) == "5"


NUMBERS = "a permutation must be the numbers of 0.1.2/3.4.5 in some order, each once; this is"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a state reads like '4.5.0/1.2.3'; this one is ''"),
        ("1 2 3 / 4 5 0", "a state reads like '4.5.0/1.2.3'; this one is '1 2 3 / 4 5 0'"),
        ("1.2.3.4.5.0", f"{NUMBERS} '1.2.3.4.5.0'"),
        ("1.2/3.4/5.0", f"{NUMBERS} '1.2/3.4/5.0'"),
        ("1.2.3/4.5.", f"{NUMBERS} '1.2.3/4.5.'"),
        ("1.2.3/4.5.6", f"{NUMBERS} '1.2.3/4.5.6'"),
        ("1.2.3/4.0.0", f"{NUMBERS} '1.2.3/4.0.0'"),
    ],
)
def test_other_texts_are_no_states(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        SlidingPuzzle(2, 3).parse_state(text)
    assert str(error.value) == message


def test_pictures() -> None:
    check_pictures(SlidingPuzzle(2, 3))
    assert SlidingPuzzle(3, 4).render((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0)).splitlines() == [
        " 1  2  3  4",
        " 5  6  7  8",
        " 9 10 11  .",
    ]
