"""What the panel of statistics shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.each_game import each_small_kind_of_game
from support.marks import cases
from support.sparse_graphs import sparse_graph

import gamekit
from gamekit import load_game
from gamekit.game.compiled import is_compiled
from gamekit.web.views.statistics import statistics
from games.cat_mouse import CatMouse

GRAPH = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]


@each_small_kind_of_game
def test_figures_of_every_game_are_json_and_add_up(name: str) -> None:
    solution = gamekit.solve(load_game(name), backend="python")
    found = statistics(solution)
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
    loops = statistics(solution)["loops"]
    assert loops["endless"] == 5
    assert [fact[: fact.index(" state")] for fact in loops["facts"]] == [
        f"{loops['components']} strongly connected components: {loops['states_on_cycles']}",
        "5",
    ]
    assert len(loops["witness"]) == 4
    assert all(solution[solution.game.parse_state(text)].remoteness is None for text in loops["witness"])


@pytest.mark.parametrize("name", cases(quick=["cat-mouse", "cat-mouse-ii"], slow=["chess-ending"]))
def test_compiled_rules_tell_the_same_as_plain_ones(name: str) -> None:
    game = load_game(name)
    assert is_compiled(game)
    plain, compiled = (statistics(gamekit.solve(game, backend=backend)) for backend in ("python", "compiled"))
    assert len(plain["loops"].pop("witness")) == len(compiled["loops"].pop("witness"))
    assert compiled == plain


def test_the_figures_are_the_same_wherever_results_lie(tmp_path: Path) -> None:
    game = load_game("cat-mouse")
    solution = gamekit.solve(game, backend="compiled")
    gamekit.save_table(solution, tmp_path / "table")
    table: Any = gamekit.open_table(tmp_path / "table")
    filed = gamekit.solve(game, backend="compiled", work=tmp_path / "work")
    assert statistics(table) == statistics(filed) == statistics(solution)


@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize(
    ("limit", "number", "reason"),
    [("places", 10, "more than 10 states"), ("edges", 12, "or more than 12 edges; there are")],
)
def test_components_that_would_take_long_are_left_out_with_a_reason(
    backend: Any, limit: str, number: int, reason: str
) -> None:
    solution = gamekit.solve(CatMouse(GRAPH), backend=backend)
    found = statistics(solution, **{f"most_{limit}": number})
    assert found["loops"] is None
    assert reason in found["loops_note"]


def test_too_little_memory_is_a_reason() -> None:
    solution = gamekit.solve(CatMouse(GRAPH), backend="compiled")
    found = statistics(solution, memory="1MiB")
    assert found["loops"] is None
    assert "were not counted: finding the loops of CatMouse needs" in found["loops_note"]


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_circle_that_would_take_long_is_left_out_alone(backend: Any) -> None:
    solution = gamekit.solve(CatMouse(GRAPH), backend=backend)
    whole = statistics(solution)["loops"]
    found = statistics(solution, most_looks=3)
    assert found["loops_note"] is None
    assert whole["witness_note"] is None
    note = found["loops"].pop("witness_note")
    assert "was not found among the 5 states of endless best play" in note
    assert "more than 3 looks" in note
    assert found["loops"].pop("witness") == []
    assert {key: whole[key] for key in found["loops"]} == found["loops"]


@pytest.mark.slow
def test_a_graph_of_387_nodes_has_its_components_counted() -> None:
    loops = statistics(gamekit.solve(CatMouse(sparse_graph(387)), backend="compiled", max_states=300_000))[
        "loops"
    ]
    assert sum(size * number for size, number in loops["sizes"]) == 298_764
    assert (loops["components"], loops["states_on_cycles"], loops["endless"]) == (1_641, 297_124, 141_079)
    assert len(loops["witness"]) == 4
