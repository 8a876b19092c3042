"""What the panel of statistics shows."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

import gamekit
from gamekit import load_game
from gamekit.compiled import is_compiled
from gamekit.registry import GAMES, registered
from gamekit.views.figures import figures
from games.cat_mouse import CatMouse


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


def test_without_edges_there_is_a_reason(tmp_path: Path) -> None:
    game = load_game("cat-mouse")
    assert is_compiled(game)
    solution = gamekit.solve(game, gear="compiled")
    gamekit.save_table(solution, tmp_path / "table")
    for lazy in (solution, gamekit.open_table(tmp_path / "table")):
        found = figures(lazy)
        assert found["loops"] is None
        assert "keeps the edges" in found["loops_note"]
        assert found["counts"] == figures(gamekit.solve(game, gear="python"))["counts"]


@pytest.mark.parametrize(
    ("limit", "number", "reason"),
    [("MOST_STATES", 10, "more than 10 states"), ("MOST_ENDLESS", 4, "more than 4 states of endless")],
)
def test_what_would_take_long_is_left_out_with_a_reason(limit: str, number: int, reason: str) -> None:
    graph = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
    with mock.patch(f"gamekit.views.figures.{limit}", number):
        found = figures(gamekit.solve(CatMouse(graph)))
    assert found["loops"] is None
    assert reason in found["loops_note"]
