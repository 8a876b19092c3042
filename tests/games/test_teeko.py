from __future__ import annotations

from collections.abc import Iterator
from math import comb
from random import Random
from typing import Any

import pytest
from support.backends import assert_backends_agree
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value
from gamekit.solvers.retrograde import Retrograde
from games.teeko import Teeko

State = tuple[int, ...]

# --- known answers ------------------------------------------------------------------------------------------

# Guy Steele found in 1998 that standard Teeko is a draw: https://mathworld.wolfram.com/Teeko.html. The compiled backend
# agrees: tests/engine/test_large_games.py. The figures of smaller games come from two backends with two solvers.


def test_the_placements_of_the_standard_game() -> None:
    game = Teeko(symmetry=False)
    codes, with_all_men = game.coding.size, comb(25, 4) * comb(21, 4)
    assert (codes, with_all_men) == (96_691_476, 75_710_250)
    before, first = (25 - game.decode(codes - with_all_men - i)[:-1].count(0) for i in (1, 0))
    assert (before, first) == (7, 8)  # men on the board


def test_the_shapes_of_the_standard_game() -> None:
    assert sum(map(len, Teeko().winning)) == 44  # Scarne's, as Steele counts them


@pytest.mark.parametrize(
    ("size", "men", "states", "counts", "value", "remoteness"),
    [
        (3, 2, 1_846, {Value.WIN: 857, Value.LOSS: 989}, Value.WIN, 3),
        pytest.param(
            3,
            3,
            5_710,
            {Value.WIN: 3_210, Value.LOSS: 924, Value.DRAW: 1_576},
            Value.DRAW,
            None,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            4, 2, 23_777, {Value.WIN: 13_393, Value.LOSS: 10_384}, Value.WIN, 3, marks=pytest.mark.release
        ),
    ],
)
def test_smaller_games(
    size: int, men: int, states: int, counts: dict[Value, int], value: Value, remoteness: int | None
) -> None:
    game = Teeko(size=size, men=men, symmetry=False)
    solution, seen_by_mover = Retrograde().solve(gamekit.explore(game)), gamekit.solve(game, backend="python")
    assert len(solution) == states
    assert solution.counts() == counts
    assert (solution.root.value, solution.root.remoteness) == (value, remoteness)
    assert seen_by_mover.root == solution.root
    assert len(seen_by_mover) == len(set(map(game.encode, solution.states)))


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_turned_and_mirrored_boards_are_one_class(backend: Any) -> None:
    every, classes = (
        gamekit.solve(Teeko(size=3, men=3, symmetry=symmetry), backend=backend) for symmetry in (False, True)
    )
    assert len(classes) < len(every) / 6
    assert gamekit.verify(classes).ok
    for state in Random(0).sample(list(every.states), 300):
        assert (classes[state].value, classes[state].remoteness) == (
            every[state].value,
            every[state].remoteness,
        )


# --- the rules ----------------------------------------------------------------------------------------------


def texts(game: Teeko, state: State) -> list[str]:
    return [game.format_move(state, move) for move in game.moves(state)]


def test_men_come_from_the_hand_first() -> None:
    game = Teeko(size=3, men=3)
    state = game.parse_state("BRB/R.B/R.., black to move")  # all men are on the board
    assert texts(game, state) == ["a3-b2", "c3-b2", "c2-b2", "c2-b1", "c2-c1"]
    state = game.parse_state("BRB/R.B/..., red to move")
    assert texts(game, state) == ["b2", "a1", "b1", "c1"]
    after = game.apply(state, game.parse_move(state, "b2"))
    assert game.format_state(after) == "BRB/RRB/..., black to move"


def test_men_slide_one_step_in_eight_ways() -> None:
    game = Teeko()
    state = game.parse_state("B.B.B/R...R/R.B.R/...../....., black to move")
    assert texts(game, state) == [
        "a5-b5", "a5-b4", "c5-b5", "c5-d5", "c5-b4", "c5-c4", "c5-d4", "e5-d5", "e5-d4",
        "c3-b4", "c3-c4", "c3-d4", "c3-b3", "c3-d3", "c3-b2", "c3-c2", "c3-d2",
    ]  # fmt: skip
    assert game.apply(state, (0, 6)) == game.parse_state("..B.B/RB..R/R.B.R/...../....., red to move")


@pytest.mark.parametrize(
    ("board", "outcomes"),  # with black to move, with red to move
    [
        (".BBBB/R.R../R.R../...../.....", (1, 1)),
        ("R.B../R.B../R.B../R...B/.....", (-1, -1)),
        ("R.B../RB.../...B./R...B/...R.", (None, None)),
        ("B.R../.B.R./..B.R/R..B./.....", (1, 1)),
        ("B...R/B..R./..R.B/.RB../.....", (-1, -1)),
        (".BB.R/.BB.R/..RR./...../.....", (1, 1)),
        ("...BB/BB.R./..R../R..R./.....", (None, None)),
        ("BBBB./...RR/...RR/...../.....", (-1, 1)),  # no game leads here; who has just moved wins
    ],
)
def test_how_it_ends(board: str, outcomes: tuple[int | None, int | None]) -> None:
    game = Teeko()
    states = [game.parse_state(f"{board}, {player} to move") for player in game.players]
    assert tuple(game.outcome(state) for state in states) == outcomes


def test_only_four_men_win_in_a_square() -> None:
    assert Teeko(size=4, men=3).outcome(state_of("BB..B....RR...R.", 0)) is None


def test_endless_play_is_a_draw() -> None:
    solution = gamekit.solve(Teeko(size=3, men=3))
    assert solution.line().cycle_start is not None


# --- codes and compiled rules -------------------------------------------------------------------------------


def test_codes_are_dense() -> None:
    game = Teeko(size=3, men=3, symmetry=False)
    assert {game.encode(state) for state in game.states()} == set(range(game.coding.size))
    assert all(game.encode(game.decode(code)) == code for code in range(game.coding.size))


@pytest.mark.slow
def test_both_backends_agree() -> None:
    assert_backends_agree(Teeko(size=3, men=2))


def positions(game: Teeko, count: int) -> Iterator[State]:
    """Yield placements at random, with any number of men on the board, and some next to a winning shape."""
    random = Random(game.size * 10 + game.men)
    shapes = [
        [square for square in range(game.size**2) if bits >> square & 1]
        for sets in game.winning
        for bits in sets
    ]
    for placed in range(2 * game.men + 1):
        for _ in range(count):
            squares = random.sample(range(game.size**2), placed)
            yield position(game, squares)
    for _ in range(count):
        shape = random.choice(shapes)
        others = [square for square in range(game.size**2) if square not in shape]
        board = position(game, [*shape, *random.sample(others, game.men)], in_turn=False)[:-1]
        for state in ((*board, turn) for turn in (0, 1)):
            yield state
            moves = list(game.moves(state))  # none, perhaps, as the game is over
            yield from (game.apply(state, move) for move in random.sample(moves, min(1, len(moves))))


def position(game: Teeko, squares: list[int], in_turn: bool = True) -> State:
    """Return the state with men on these squares, black and red in turn or all black ones first."""
    first = (len(squares) + 1) // 2
    colours = ["B", "R"] * first if in_turn else ["B"] * first + ["R"] * first
    board = ["."] * game.size**2
    for square, colour in zip(squares, colours, strict=False):
        board[square] = colour
    return state_of("".join(board), len(squares) % 2)


def state_of(board: str, turn: int) -> State:
    return (*map(".BR".index, board), turn)


@pytest.mark.parametrize(("size", "men"), cases(release=[(4, 3), (5, 4)]))
def test_both_backends_agree_on_many_positions(size: int, men: int) -> None:
    game = Teeko(size=size, men=men)
    assert_backends_agree(game, positions(game, 200))


# --- the rest -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 2}, "size must be an integer from 3 to 5; it is 2"),
        ({"size": 6}, "size must be an integer from 3 to 5; it is 6"),
        ({"size": 3}, "men must be an integer from 2 to 3; it is 4"),
        ({"men": 5}, "men must be an integer from 2 to 4; it is 5"),
        ({"men": True}, "men must be an integer from 2 to 4; it is True"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        Teeko(**parameters)
    assert str(error.value) == message


@pytest.mark.parametrize(
    "text",
    [
        "B../.../..., black to move",  # it is red's turn
        "B../.../R.., red to move",
        "BB./.../..., black to move",
        "BBR/RR./..., red to move",
        "BBB/RRR/B.., red to move",
    ],
)
def test_states_that_cannot_come_of_dropping_in_turn_are_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        Teeko(size=3, men=3).parse_state(text)
    message = "black and red put 3 pieces each on the board in turn, black first"
    assert str(error.value) == f"{message}, so {text!r} cannot occur"


def test_notation() -> None:
    check_notation(Teeko(size=3, men=2))


def test_pictures() -> None:
    check_pictures(Teeko(size=3, men=2))
    assert Teeko(size=3, men=2).render(state_of("B.R.B...R", 0)).splitlines() == [
        "3 B . R",
        "2 . B .",
        "1 . . R",
        "  a b c",
    ]
