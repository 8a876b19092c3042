"""The choice of a backend: from what is known, without exploring much in vain, and never of another answer."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import attrs
import pytest
from support.command import FIFTY
from support.marks import cases

import gamekit
from gamekit.arena import Arena, explore
from gamekit.solvers import backend_choice
from gamekit.solvers import solve as solving
from gamekit.solvers.backend_choice import (
    LOADING,
    MOST_DENSE_CODES,
    TRIED_COLD,
    TRIED_WARM,
    plain_states,
)
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour
from games.neutreeko import Neutreeko
from games.nim import Nim

SQUARE = CatMouse(graph=[[1, 3], [0], [3], [0, 2]])


def ring(nodes: int) -> CatMouse:
    """Return cat and mouse on a ring."""
    return CatMouse(graph=[[(i - 1) % nodes, (i + 1) % nodes] for i in range(nodes)], cat=nodes // 2)


@pytest.mark.parametrize(
    ("known", "states"),
    [
        ({}, TRIED_COLD),
        ({"solved_before": LOADING - 5}, 5),
        ({"solved_before": LOADING}, 0),
        ({"solved_before": 2 * LOADING}, 0),
        ({"listed": 0}, 1),
        ({"listed": 300}, 300),
        ({"listed": LOADING}, LOADING),
        ({"listed": LOADING + 1}, 0),
        ({"listed": LOADING, "solved_before": 1}, 0),
        ({"is_warm": True}, TRIED_WARM),
        ({"is_warm": True, "solved_before": 2 * LOADING}, TRIED_WARM),
        ({"is_warm": True, "dense_codes": 1}, 0),
        ({"is_warm": True, "dense_codes": MOST_DENSE_CODES}, 0),
        ({"is_warm": True, "dense_codes": MOST_DENSE_CODES + 1}, TRIED_WARM),
    ],
)
def test_how_many_states_are_tried_by_plain_rules(known: dict[str, Any], states: int) -> None:
    assert plain_states(**known) == states


@pytest.mark.slow
def test_a_cold_process_solves_a_small_graph_without_numba() -> None:
    code = f"""
import json, sys, gamekit
solution = gamekit.solve(gamekit.load_game("cat-mouse", json.load(open({FIFTY!r}))))
print(solution.backend, "numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["python", "False"]


@pytest.mark.slow
@pytest.mark.parametrize("verb", cases(quick=["play"], slow=["solve", "explain"]))
def test_a_verb_that_needs_no_kernels_does_not_load_numba(verb: str) -> None:
    code = """
import sys
from gamekit.cli import main
try:
    main()
finally:
    print("numba" in sys.modules)
"""
    command = [sys.executable, "-c", code, verb, "tic-tac-toe"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, input="quit\n")
    assert done.stdout.splitlines()[-1] == "False"


def test_a_process_that_has_loaded_the_kernels_uses_them() -> None:
    cold = gamekit.solve(SQUARE)
    gamekit.solve(SQUARE, backend="compiled")
    warm = gamekit.solve(SQUARE)
    assert (cold.backend, warm.backend) == ("python", "compiled")
    for state in cold.arena.states:
        assert warm[state] == cold[state]
        assert warm.best_moves(state) == cold.best_moves(state)
    assert (warm.line(), warm.counts(), warm.answer) == (cold.line(), cold.counts(), cold.answer)


def test_plain_rules_that_are_slow_leave_listed_states_to_the_compiled_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backend_choice, "LOADING_SECONDS", 0.0)
    assert gamekit.solve(SQUARE).backend == "compiled"


@pytest.mark.parametrize(
    "name",
    [
        "cat-mouse",
        "cat-mouse-ii",
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("quixo", "teeko", "chess-ending")),
    ],
)
def test_the_answer_does_not_depend_on_the_choice(name: str) -> None:
    game = gamekit.load_game(name)
    cold = gamekit.solve(game)
    gamekit.solve(game, backend="compiled")
    warm = gamekit.solve(game)
    assert (cold.backend, warm.backend) == ("python", "compiled")
    assert (warm.root, warm.answer, warm.start) == (cold.root, cold.answer, cold.start)
    assert (warm.line(), warm.best_moves(warm.start)) == (cold.line(), cold.best_moves(cold.start))


def test_many_small_solves_load_the_kernels_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend_choice, "history", backend_choice.History(loading=100))
    backends = [gamekit.solve(SQUARE).backend for _ in range(10)]
    states = len(explore(SQUARE))
    by_plain_rules = 100 // states
    assert backends == ["python"] * by_plain_rules + ["compiled"] * (10 - by_plain_rules)
    assert 0 < by_plain_rules < 10


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list of how many states each exploration with plain rules may find."""
    limits: list[int] = []

    def counted(game: Any, *, max_states: int, **options: Any) -> Arena[Any, Any]:
        limits.append(max_states)
        return explore(game, max_states=max_states, **options)

    monkeypatch.setattr(solving, "explore", counted)
    return limits


def test_nothing_is_explored_in_vain_where_the_game_lists_its_states(explored: list[int]) -> None:
    assert gamekit.solve(ring(200)).backend == "compiled"
    assert explored == []


def test_a_large_dense_game_is_not_counted(explored: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    game = Neutreeko()
    monkeypatch.setattr(Neutreeko, "states", lambda _: pytest.fail("its states are counted"))
    assert backend_choice.History().plain_states(game) == 0
    assert game.dense_codes == 491_260
    assert explored == []


@pytest.mark.slow
def test_little_is_explored_in_vain_where_it_does_not(explored: list[int]) -> None:
    solution = gamekit.solve(ConnectFour(width=4, height=4))
    assert (solution.backend, len(solution)) == ("compiled", 161_029)
    assert explored == [TRIED_COLD]


def test_what_has_no_compiled_rules_is_explored_once(explored: list[int]) -> None:
    assert gamekit.solve(Nim(heaps=(3, 4, 5)), max_states=1_000).backend == "python"
    assert gamekit.solve(ring(40), backend="python").backend == "python"
    assert gamekit.solve(SQUARE, solver="minimax", cap=3).backend == "python"
    assert explored == [1_000, 5_000_000, 5_000_000]


@attrs.frozen
class Small(CatMouse):
    """Cat and mouse that has compiled rules on small graphs only."""

    def compiled_rules(self) -> Any:
        if len(self.graph) > 5:
            raise gamekit.UnsupportedError("more than five nodes")
        return super().compiled_rules()


def test_an_instance_without_compiled_rules_is_solved_by_plain_ones_in_a_warm_process() -> None:
    small, large = Small(SQUARE.graph), Small(ring(6).graph)
    gamekit.solve(small, backend="compiled")
    assert gamekit.solve(small).backend == "compiled"
    assert gamekit.solve(large).backend == "python"


def test_a_lower_limit_of_states_is_kept_by_either_backend() -> None:
    messages = set()
    for _ in range(2):
        with pytest.raises(gamekit.LimitError) as found:
            gamekit.solve(SQUARE, max_states=5)
        messages.add(str(found.value))
        gamekit.solve(SQUARE, backend="compiled")
    assert len(messages) == 1


def test_a_list_of_too_many_states_is_refused_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backend_choice, "has_codes", lambda _: pytest.fail("compiled"))
    with pytest.raises(gamekit.LimitError, match="more than 1,000 states"):
        gamekit.solve(gamekit.load_game("chess-ending", "8/Pk6/8/8/8/8/6Kp/8 w"), max_states=1_000)


def test_a_small_graph_is_solved_by_compiled_rules_in_a_warm_process() -> None:
    with open(FIFTY) as file:  # noqa: PTH123
        graph = json.load(file)
    gamekit.solve(gamekit.load_game("cat-mouse", graph), backend="compiled")
    another = gamekit.load_game("cat-mouse", graph)  # which is tried for itself
    assert gamekit.solve(another).backend == "compiled"
