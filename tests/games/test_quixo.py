from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from support.backends import assert_backends_agree
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value
from gamekit.solvers.retrograde import Retrograde
from games.quixo import Quixo

# --- known answers ------------------------------------------------------------------------------------------

# The figures come from two independent programs. Solutions count each board once, from the mover's view. 4×4 is among
# the large games in tests/engine/test_large_games.py.


def solved(by: str) -> Any:
    game = Quixo(size=3, symmetry=False)
    if by == "both movers":
        return Retrograde().solve(gamekit.explore(game))
    return gamekit.solve(game, backend=cast(Any, by))


@pytest.mark.parametrize(
    ("by", "times"),
    [
        ("compiled", 1),
        pytest.param("python", 1, marks=pytest.mark.slow),
        pytest.param("both movers", 2, marks=pytest.mark.slow),
    ],
)
def test_known_figures(by: str, times: int) -> None:
    solution = solved(by)
    assert len(solution) == times * 19_683
    assert solution.counts() == {Value.WIN: times * 12_748, Value.LOSS: times * 6_935}
    assert (solution.root.winner, solution.root.remoteness, solution.longest) == ("X", 7, 8)


@pytest.mark.slow
def test_turned_and_mirrored_boards_are_one_class() -> None:
    every, classes = (
        gamekit.solve(Quixo(size=3, symmetry=symmetry), backend="compiled") for symmetry in (False, True)
    )
    assert len(classes) == 2_862  # Burnside: (3^9 + 4 · 3^6 + 3^5 + 2 · 3^3) / 8
    assert (classes.root.winner, classes.root.remoteness, classes.longest) == ("X", 7, 8)
    for state in Random(0).sample(list(every.states), 300):
        assert classes[state].value == every[state].value
        assert classes[state].remoteness == every[state].remoteness


# --- the rules ----------------------------------------------------------------------------------------------


def texts(game: Quixo, state: Any) -> list[str]:
    return [game.format_move(state, move) for move in game.moves(state)]


def test_cubes_come_from_the_border_and_go_back_elsewhere() -> None:
    game = Quixo(size=3)
    moves = texts(game, game.initial_state())
    assert moves[:7] == ["a3-c3", "a3-a1", "b3-a3", "b3-c3", "b3-b1", "c3-a3", "c3-c1"]
    assert len(moves) == 4 * 2 + 4 * 3
    assert not any(move.startswith("b2") for move in moves)


def test_cubes_of_the_other_player_stay() -> None:
    game = Quixo(size=3)
    state = game.parse_state("XOO/OXO/OOX, X to move")
    assert texts(game, state) == ["a3-c3", "a3-a1", "c1-a1", "c1-c3"]


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("b4-a4", "XX../..O./.O../...."),
        ("b4-d4", "X..X/..O./.O../...."),
        ("b4-b1", "X.../.OO./..../.X.."),
        ("a4-d4", "...X/..O./.O../...."),
        ("d2-a2", "X.../..O./X.O./...."),
    ],
)
def test_the_cubes_between_move_up(move: str, after: str) -> None:
    game = Quixo(size=4)
    state = game.parse_state("X.../..O./.O../...., X to move")
    assert game.apply(state, game.parse_move(state, move)) == game.parse_state(f"{after}, O to move")


@pytest.mark.parametrize(
    ("board", "outcomes"),  # with X to move, with O to move
    [
        ("XXX/.../...", (1, 1)),
        ("O../O../O..", (-1, -1)),
        ("X.O/.X./O.X", (1, 1)),
        ("..O/.O./O..", (-1, -1)),
        ("XXX/OOO/...", (1, -1)),  # who has just moved has completed both, and loses
        ("XX./.../OO.", (None, None)),
    ],
)
def test_how_it_ends(board: str, outcomes: tuple[int | None, int | None]) -> None:
    game = Quixo(size=3)
    states = [game.parse_state(f"{board}, {player} to move") for player in "XO"]
    assert tuple(game.outcome(state) for state in states) == outcomes


def test_endless_play_is_a_draw() -> None:
    assert Quixo().infinite_play == 0


# --- compiled rules -----------------------------------------------------------------------------------------


def boards(size: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield boards at random, some with hardly a blank cube, some with hardly another."""
    random = Random(size)
    for i in range(count):
        weights = [(1, 1, 1), (6, 1, 1), (1, 4, 1), (1, 1, 4)][i % 4]
        yield (*random.choices((0, 1, 2), weights, k=size * size), random.randrange(2))


@pytest.mark.slow
def test_both_backends_agree() -> None:
    assert_backends_agree(Quixo(size=2))


@pytest.mark.release
def test_both_backends_agree_on_every_board_of_3_by_3() -> None:
    assert_backends_agree(Quixo(size=3))


@pytest.mark.release
def test_both_backends_agree_on_larger_boards() -> None:
    assert_backends_agree(Quixo(size=5), boards(5, 200))


# --- the rest -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 6, True, "3"])
def test_parameters_are_checked(size: Any) -> None:
    with pytest.raises(InputError) as error:
        Quixo(size=size)
    assert str(error.value) == f"size must be an integer from 2 to 5; it is {size!r}"


@pytest.mark.parametrize("text", ["XX/..", "XX/.., X", "XX, X to move", "XY/.., X to move"])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        Quixo(size=2).parse_state(text)


def test_notation() -> None:
    check_notation(Quixo(size=2))


def test_pictures() -> None:
    check_pictures(Quixo(size=2))
    game = Quixo(size=3)
    state = game.parse_state("X.O/.X./OO., X to move")
    assert game.render(state).splitlines() == ["3 X . O", "2 . X .", "1 O O .", "  a b c"]
