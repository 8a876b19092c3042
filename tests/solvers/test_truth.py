"""Cat and mouse with known answers: every line of tests/data."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from support.paths import DATA

import gamekit
from gamekit import Solution, Value
from gamekit.arena import Arena, explore
from gamekit.game.registry import load_game, registered
from gamekit.solvers.registry import SOLVERS, make_solver
from gamekit.solvers.solve import run

EXACT = sorted(registered(SOLVERS))
PARAMETERS = {"cat-mouse": ("graph",), "cat-mouse-ii": ("grid", "cat_jump", "mouse_jump")}


def cases(file: str) -> list[dict[str, Any]]:
    text = (DATA / file).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


CASES = {"cat-mouse": cases("cat_mouse_913.jsonl"), "cat-mouse-ii": cases("cat_mouse_1728.jsonl")}
NUMBERED = [
    pytest.param(name, number, solver, id=f"{name}-{number}-{solver}", marks=marks)
    for name in CASES
    for number in range(len(CASES[name]))
    for solver, marks in (
        [(solver, pytest.mark.slow if number % 48 else ()) for solver in EXACT]
        if number % 24 == 0
        else [("cycles", pytest.mark.slow)]
    )
]
"""Some lines are quick, and given to each solver; the others are given to one, and to the reference."""


@cache
def arena_of(name: str, number: int) -> Arena[Any, Any]:
    case = CASES[name][number]
    return explore(load_game(name, {parameter: case[parameter] for parameter in PARAMETERS[name]}))


@cache
def reference_of(name: str, number: int) -> Solution[Any, Any]:
    return run(make_solver("retrograde"), arena_of(name, number))


def test_all_lines_are_there() -> None:
    assert [len(lines) for lines in CASES.values()] == [137, 117]


@pytest.mark.parametrize(("name", "number", "solver"), NUMBERED)
def test_known_answer(name: str, number: int, solver: str) -> None:
    case = CASES[name][number]
    solution = run(make_solver(solver), arena_of(name, number))
    root = solution.root
    assert type(solution.answer) is type(case["answer"])
    assert (solution.answer, root.winner) == (case["answer"], case["winner"]), case["source"]
    value = {None: Value.DRAW, "mouse": Value.WIN, "cat": Value.LOSS}
    assert root.value is value[root.winner]  # the mouse moves first
    if name == "cat-mouse" or root.winner == "mouse":  # 1728 knows no remoteness of the cat's wins
        assert root.remoteness == case["remoteness"], case["source"]
    assert gamekit.verify(solution).ok
    reference = reference_of(name, number)
    assert list(solution) == [reference[state] for state in solution.arena.states]
