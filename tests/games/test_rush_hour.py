from __future__ import annotations

import json
import re

import pytest
from support.notation import check_notation
from support.paths import ROOT

import gamekit
from gamekit import InputError
from games.rush_hour import RushHour

# A sample of M. Fogleman's database, https://www.michaelfogleman.com/rush/ (2018), with the least number of moves.
PUZZLES = [json.loads(line) for line in (ROOT / "tests/data/rush_hour.jsonl").read_text().splitlines()]
SMALLEST = sorted(PUZZLES, key=lambda puzzle: int(puzzle["reachable_states"]))


@pytest.mark.parametrize("puzzle", SMALLEST[:6], ids=lambda puzzle: puzzle["board"])
def test_small_puzzles_take_the_published_number_of_moves(puzzle: dict[str, int | str]) -> None:
    solution = gamekit.solve(RushHour(str(puzzle["board"])))
    assert solution.answer == puzzle["min_moves"]
    assert len(solution) <= int(puzzle["reachable_states"])


@pytest.mark.slow
def test_the_hardest_puzzle_takes_60_moves() -> None:
    assert gamekit.solve(gamekit.load_game("rush-hour", {})).answer == 60


@pytest.mark.release
@pytest.mark.parametrize("puzzle", SMALLEST[6:], ids=lambda puzzle: puzzle["board"])
def test_larger_puzzles(puzzle: dict[str, int | str]) -> None:
    assert gamekit.solve(RushHour(str(puzzle["board"])), backend="python").answer == puzzle["min_moves"]


def test_a_car_that_nothing_lets_out() -> None:
    assert gamekit.solve(RushHour("oooBoo oooBoo AAoBoo oooCoo oooCoo oooCoo")).answer is None


def test_boards_and_moves() -> None:
    game = RushHour("oooooo ooxooo AAoBoo oooBoo oooBCC oooooo")
    state = game.initial_state()
    assert game.render(state).splitlines()[1:3] == [". . x . . .", "A A . B . ."]
    assert [game.format_move(state, move) for move in game.moves(state)] == [
        *("A right 1", "B up 1", "B up 2", "B down 1")
    ]
    check_notation(game)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("AAo", "board must have 36 squares; it has 3"),
        ("AAo" + "o" * 32 + "B", "board: each car stands on two or more squares in a row or a column; 'B' does not"),
        ("AoA" + "o" * 33, "board: each car stands on two or more squares in a row or a column; 'A' does not"),
        ("oooooAAooooo" + "o" * 24, "board: each car stands on two or more squares in a row or a column; 'A' does not"),
        ("BB" + "o" * 34, "board: the red car, A, must stand along a row"),
        ("Aooooo" * 2 + "o" * 24, "board: the red car, A, must stand along a row"),
    ],
)  # fmt: skip
def test_boards_that_are_refused(board: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        RushHour(board)
    assert str(caught.value) == message


@pytest.mark.parametrize("exit", ["right", "top"])
def test_the_red_car_is_whole_at_the_exit(exit: str) -> None:
    boards = {
        "right": "oooooo oooooo ooooAA oooooo oooooo oooooo",
        "top": "oAoooo oAoooo oooooo oooooo oooooo oooooo",
    }
    game = RushHour(boards[exit], exit=exit)  # type: ignore[arg-type]
    drawing = game.svg(game.initial_state())
    size = float(re.findall(r'width="([\d.]+)"', drawing)[0])
    (car,) = re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*"car:A"', drawing
    )
    x, y, width, height = map(float, car)
    assert x >= 0 <= y
    assert x + width <= size >= y + height
    assert "exit" not in drawing
