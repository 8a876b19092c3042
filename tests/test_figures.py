"""What the panel of statistics shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from sparse_graphs import sparse_graph

import gamekit
from gamekit import load_game
from gamekit.compiled import is_compiled
from gamekit.registry import GAMES, registered
from gamekit.views.figures import figures
from games.cat_mouse import CatMouse

GRAPH = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]


@pytest.mark.parametrize("name", sorted(registered(GAMES)))
def test_figures_of_every_game_are_json_and_add_up(name: str) -> None:
    solution = gamekit.solve(load_game(name), gear="python")
    found = figures(solution)
    assert json.loads(json.dumps(found)) == found
    assert found["counts"] == {value.value: number for value, number in solution.counts().items()}
    assert sum(found["counts"].values()) == len(solution)
    for value, numbers in found["histogram"].items():
        assert sum(numbers) <= found["counts"][value]
        assert numbers[-1] > 0
    assert found["longest"] == max(len(numbers) - 1 for numbers in found["histogram"].values())
    assert found["loops_note"] is None
    if found["loops"] is not None:
        assert sum(size * number for size, number in found["loops"]["sizes"]) == len(solution)


def test_the_circle_of_a_draw_is_shown() -> None:
    solution = gamekit.solve(load_game("cat-mouse"))
    loops = figures(solution)["loops"]
    assert loops["endless"] == 5
    assert len(loops["witness"]) == 4
    assert all(solution[solution.game.parse_state(text)].remoteness is None for text in loops["witness"])


@pytest.mark.parametrize("name", ["cat-mouse", "cat-mouse-ii", "chess-ending"])
def test_compiled_rules_tell_the_same_as_plain_ones(name: str) -> None:
    game = load_game(name)
    assert is_compiled(game)
    plain, compiled = (figures(gamekit.solve(game, gear=gear)) for gear in ("python", "compiled"))
    assert len(plain["loops"].pop("witness")) == len(compiled["loops"].pop("witness"))
    assert compiled == plain


def test_a_table_says_that_it_keeps_no_moves(tmp_path: Path) -> None:
    game = load_game("cat-mouse")
    solution = gamekit.solve(game, gear="compiled")
    gamekit.save_table(solution, tmp_path / "table")
    table: Any = gamekit.open_table(tmp_path / "table")
    found = figures(table)
    assert found["loops"] is None
    assert "a table keeps no moves" in found["loops_note"]
    assert found["counts"] == figures(solution)["counts"]
    assert figures(table.loaded())["loops"] == figures(solution)["loops"]


def test_a_work_folder_says_that_loops_are_found_in_memory(tmp_path: Path) -> None:
    solution = gamekit.solve(load_game("cat-mouse"), gear="compiled", work=tmp_path / "work")
    found = figures(solution)
    assert found["loops"] is None
    assert "in the files of a work folder" in found["loops_note"]


@pytest.mark.parametrize("gear", ["python", "compiled"])
@pytest.mark.parametrize(
    ("limit", "number", "reason"),
    [("MOST_PLACES", 10, "more than 10 states"), ("MOST_EDGES", 12, "or 12 edges; here are")],
)
def test_components_that_would_take_long_are_left_out_with_a_reason(
    gear: Any, limit: str, number: int, reason: str
) -> None:
    with mock.patch(f"gamekit.views.figures.{limit}", number):
        found = figures(gamekit.solve(CatMouse(GRAPH), gear=gear))
    assert found["loops"] is None
    assert reason in found["loops_note"]


def test_too_little_memory_is_a_reason() -> None:
    solution = gamekit.solve(CatMouse(GRAPH), gear="compiled")
    with mock.patch("gamekit.loops.BYTES_AN_EDGE", 1 << 50):
        found = figures(solution)
    assert found["loops"] is None
    assert "were not counted: finding the loops of CatMouse needs" in found["loops_note"]


@pytest.mark.parametrize("gear", ["python", "compiled"])
def test_a_circle_that_would_take_long_is_left_out_alone(gear: Any) -> None:
    solution = gamekit.solve(CatMouse(GRAPH), gear=gear)
    whole = figures(solution)["loops"]
    with mock.patch("gamekit.views.figures.MOST_LOOKS", 3):
        found = figures(solution)
    assert found["loops_note"] is None
    assert whole["witness_note"] is None
    note = found["loops"].pop("witness_note")
    assert "was not found among the 5 states of endless best play" in note
    assert "more than 3 looks" in note
    assert found["loops"].pop("witness") == []
    assert {key: whole[key] for key in found["loops"]} == found["loops"]


@pytest.mark.parametrize("gear", ["python", "compiled"])
def test_a_graph_of_387_nodes_has_its_components_counted(gear: Any) -> None:
    loops = figures(gamekit.solve(CatMouse(sparse_graph(387)), gear=gear, max_states=300_000))["loops"]
    assert sum(size * number for size, number in loops["sizes"]) == 298_764
    assert (loops["components"], loops["states_on_cycles"], loops["endless"]) == (1_641, 297_124, 141_079)
    assert len(loops["witness"]) == 4
