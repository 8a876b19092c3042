"""States of solved games as exercises, held against plain searches over all states."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import gamekit
from gamekit import InputError, Solution, Value
from gamekit.analysis.compose.exercise import Exercise
from gamekit.analysis.compose.sheet import sheet
from gamekit.game.registry import load_game
from games.nim import Nim
from games.tic_tac_toe import TicTacToe


@cache
def solved(name: str) -> Solution[Any, Any]:
    return gamekit.solve(load_game(name))


def has_duals(solution: Solution[Any, Any], state: Any, solver: int) -> bool:
    """Return whether the solver has two best moves somewhere, by a search without a memory; for wins."""
    best = solution.best_moves(state)
    if solution.game.to_move(state) == solver:
        if len(best) > 1:
            return True
        children = [solution.game.apply(state, move) for move in best]
    else:
        children = [child for _, child, _ in solution.replies(state)]
    return any(has_duals(solution, child, solver) for child in children)


@pytest.mark.parametrize("name", ["hexapawn", pytest.param("tic-tac-toe", marks=pytest.mark.release)])
def test_single_best_moves(name: str) -> None:
    solution = solved(name)
    for verdict in solution.where(value="win"):
        state, player = verdict.state, solution.game.to_move(verdict.state)
        if verdict.remoteness == 0:
            continue
        turns = [here for here in solution.line(state).states[:-1] if solution.game.to_move(here) == player]
        if len(solution.best_moves(state)) > 1:
            expected = None
        elif any(len(solution.best_moves(here)) > 1 for here in turns):
            expected = "first"
        else:
            expected = "line" if has_duals(solution, state, player) else "every"
        assert Exercise(solution, verdict).only == expected, solution.describe(state)


def test_the_only_winning_move_of_nim() -> None:
    book = gamekit.compose(Nim(heaps=(1, 2, 3)), plies=range(2, 9), only="first")
    for exercise in book.exercises:
        heaps = exercise.state[:-1]
        xor = 0
        for heap in heaps:
            xor ^= heap
        assert xor != 0  # the theory of nim: a win
        assert exercise.verdict.value is Value.WIN


def test_a_wish_is_met() -> None:
    book = gamekit.compose(
        solved("hexapawn"), plies=range(3, 6), mover="black", where="s.board.count(1) == 2"
    )
    assert book.exercises
    for exercise in book.exercises:
        assert exercise.verdict.player == "black"
        assert exercise.verdict.remoteness in (3, 4, 5)
        assert exercise.state[:-1].count(1) == 2
    totals = [exercise.difficulty for exercise in book.exercises]
    assert totals == sorted(totals)


def test_no_exercise_is_on_the_line_of_another() -> None:
    book = gamekit.compose(solved("hexapawn"), count=100)
    lines = [list(exercise.main_line) for exercise in book.exercises]
    for exercise in book.exercises:
        assert sum(exercise.state in line for line in lines) == 1


@pytest.mark.slow
def test_draws_are_kept_and_losses_hold_out() -> None:
    tie = gamekit.compose(TicTacToe(), value="tie", plies=4, only="line", count=1).exercises[0]
    assert "to move ties in 4 plies" in tie.task
    loss = gamekit.compose(solved("hexapawn"), value="loss", count=1).exercises[0]
    assert "to move holds out for" in loss.task


def test_difficulty_by_hand() -> None:
    # X must block on the third square of a row: 2 moves, one of which loses to one reply only
    solution = solved("hexapawn")
    state = solution.game.parse_state("BB./.W./..W, black to move")
    # turn 1: 4 moves and one best; turn 2: 1 move. One other first move keeps the win or has a single refutation
    exercise = Exercise(solution, solution[state])
    assert (exercise.choices, exercise.tempting, exercise.hidden) == (2.0, 1, 0)
    assert exercise.difficulty == 3.0


def test_a_sample_is_drawn_by_the_seed() -> None:
    solution = gamekit.solve(TicTacToe())
    first, same, other = (gamekit.compose(solution, sample=40, seed=seed, count=5) for seed in (1, 1, 2))
    assert (first.examined, first.candidates > 40) == (40, True)
    assert [one.text for one in first.exercises] == [one.text for one in same.exercises]
    assert [one.text for one in first.exercises] != [one.text for one in other.exercises]
    assert "drawn at random" in str(first)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"where": "s.board.("}, "where must be an expression"),
        ({"where": "s.nothing == 1"}, "where fails in the state"),
        ({"only": "all"}, "only must be first, line or every"),
        ({"value": "won"}, "won"),
        ({"max_states": 3}, "a solution: max_states"),
        ({"aim": "longest"}, "aim applies to a search for instances: give the class of the game"),
    ],
)
def test_wrong_wishes(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        gamekit.compose(solved("hexapawn"), **wish)


def test_the_sheet_has_every_exercise_and_its_solution() -> None:
    book = gamekit.compose(solved("hexapawn"), count=3)
    text = sheet(book, "Reach the far row, " + "or block the other. " * 10)
    assert text.count("<image ") == len(book.exercises) == 3
    assert text.count("Reach the far row, or block") == 1
    for number, exercise in enumerate(book.exercises, 1):
        assert f"{number}. {exercise.task}" in text
        assert f"{number}. {exercise.line[0]}" in text


@pytest.mark.release
@pytest.mark.timeout(1800)
def test_mates_in_three_with_one_key() -> None:
    solution = gamekit.solve(load_game("chess-ending", {"material": "KRK"}))
    book = gamekit.compose(solution, plies=5, mover="white", only="first", count=10_000, sample=10_000)
    every = solution.where(value="win", mover="white", remoteness=5)
    assert (book.candidates, book.examined) == (len(every), len(every))
    assert book.fitting == sum(len(solution.best_moves(verdict.state)) == 1 for verdict in every)
    assert (book.candidates, book.fitting) == (484, 362)  # which the page of chess endings tells
