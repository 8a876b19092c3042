"""`solve_many`: the solutions of `solve`, in order, as they are done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit import InputError, LimitError
from gamekit.solvers.solve_many import GAMES_AHEAD
from games.cat_mouse import CatMouse
from games.nim import Nim

GAMES = [CatMouse(graph=[[(i - 1) % n, (i + 1) % n] for i in range(n)]) for n in range(4, 40)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backend", "threads"),
    cases(
        quick=[("auto", None), ("compiled", 3), ("python", 1)],
        slow=[("auto", 1), ("auto", 3), ("compiled", None), ("compiled", 1), ("python", None), ("python", 3)],
    ),
)
def test_the_solutions_are_those_of_solve_in_the_order_of_the_games(
    threads: int | None, backend: Any
) -> None:
    found = list(gamekit.solve_many(GAMES, threads=threads, backend=backend))
    assert [solution.game for solution in found] == GAMES
    for solution, game in zip(found, GAMES, strict=True):
        expected = gamekit.solve(game, backend="python")
        assert (solution.root, solution.counts()) == (expected.root, expected.counts())


def test_options_are_those_of_solve() -> None:
    games = [Nim(heaps=(1, n)) for n in (1, 2)]
    capped = list(gamekit.solve_many(games, solver="minimax", cap=2))
    assert [solution.solver for solution in capped] == ["minimax:cap=2"] * 2
    with pytest.raises(InputError, match="solve_many does not take the option work; solve does"):
        gamekit.solve_many(games, work="folder")
    with pytest.raises(InputError, match="threads must be at least 1; it is 0"):
        gamekit.solve_many(games, threads=0)


@pytest.mark.parametrize("threads", [1, 2])
def test_games_are_taken_as_they_are_needed(threads: int) -> None:
    taken, before = 0, set(threading.enumerate())

    def games() -> Iterator[Nim]:
        nonlocal taken
        while True:
            taken += 1
            yield Nim(heaps=(1, 2))

    found = gamekit.solve_many(games(), threads=threads)
    assert taken == 0
    for _ in range(10):
        next(found)
    assert taken <= 10 + GAMES_AHEAD * threads + 1
    found.close()  # type: ignore[attr-defined]
    assert not set(threading.enumerate()) - before


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_comes_when_it_is_the_turn_of_its_game(threads: int) -> None:
    games = [Nim(heaps=(1, 2)), Nim(heaps=(30, 30)), Nim(heaps=(1, 1))]
    found = gamekit.solve_many(games, threads=threads, max_states=100)
    assert str(next(found).root) == "WIN in 3 for first"
    with pytest.raises(LimitError, match="Nim has more than 100 states"):
        next(found)
