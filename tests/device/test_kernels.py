"""The kernels of devices, run on this processor: random games, all engines, against the definition of values."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path
from typing import Any

import pytest
from support.compiled_graph_game import CompiledGraphGame
from support.devices import assert_right, results
from support.generated import run_what_is_generated
from support.marks import cases
from support.random_rules import random_board_game

import gamekit
from gamekit import LimitError, UnsupportedError
from gamekit.device import exploration, frame, retrograde, verification
from gamekit.device.host import Host
from gamekit.device.rules_source import RulesSource
from gamekit.device.solve import solve_on
from gamekit.device.targets import INSTRUCTIONS
from gamekit.device.words import NAMES
from gamekit.engine.codes.batch import batch_of
from gamekit.engine.retrograde.solve import Solved

GAMES = 1000
A_BATCH = 10


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make hash tables so small that they grow, and start kernels for a few items at once."""
    monkeypatch.setattr(exploration, "FIRST_SLOTS", 1 << 4)
    monkeypatch.setattr(exploration, "SPARE_SLOTS", 1 << 5)
    monkeypatch.setattr(frame, "AT_ONCE", 11)


@pytest.mark.parametrize("files", [retrograde.FILES, verification.FILES])
def test_kernels_use_no_name_that_nobody_defines(files: tuple[str, ...], tmp_path: Path) -> None:
    """A misspelt name would be a variable that is 0, and a name that stands twice the later of the two."""
    source = RulesSource.of(batch_of(random_board_game(0, tmp_path)), *files)
    known = [*dir(builtins), *NAMES, *source.constants, *INSTRUCTIONS, "g_array", "g_array_of", "NOT_OVER"]
    known += re.findall(r"\bk_\w+", source.rules)
    kernels = ast.parse(source.kernels)
    defined = [node.name for node in kernels.body if isinstance(node, ast.FunctionDef)]
    defined += [
        name.id for node in kernels.body for name in _names(node, ast.Store) if not _is_function(node)
    ]
    assert not {*known} & {*defined}
    assert len(defined) == len({*defined})
    for function in filter(_is_function, kernels.body):
        own = {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
        own |= {name.id for name in _names(function, ast.Store)}
        assert {name.id for name in _names(function, ast.Load)} <= own | {*known} | {*defined}


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef)


def _names(node: ast.AST, context: type[ast.expr_context]) -> list[ast.Name]:
    return [name for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, context)]


def solved_on(device: Host, game: Any, piece: int = 7) -> Solved:
    return solve_on(device, batch_of(game), game.encode(game.initial_state()), piece=piece)


@pytest.mark.usefixtures("small_tables")
@pytest.mark.parametrize(
    ("first", "end"),
    cases(
        quick=[(0, 1), (210, 211)],  # the latter reaches more than FILLED of its codes
        slow=[(1, 23), (23, 43)],
        release=[(i, i + A_BATCH) for i in range(43, GAMES, A_BATCH)],
    ),
)
def test_random_games(first: int, end: int, tmp_path: Path) -> None:
    for seed in range(first, end):
        game = random_board_game(seed, tmp_path)
        run_what_is_generated(
            game, is_checked=False
        )  # what this processor needs of the rules, without a compiler
        device = Host(threads=1 + seed % 5, seed=seed)
        solved = solved_on(device, game)
        assert_right(game, solved)
        assert device.free_bytes() == device.memory


@pytest.mark.parametrize(
    "name", cases(slow=["quixo", "tic-tac-toe", "three-mens-morris", "dots-and-boxes", "nim"])
)
@pytest.mark.usefixtures("small_tables")
def test_threads_may_run_in_any_order_and_side_by_side(name: str) -> None:
    game = gamekit.load_game(name)
    run_what_is_generated(game, is_checked=False)
    first = solved_on(Host(threads=1), game)
    for device in (
        Host(threads=16, seed=1),
        Host(threads=16, seed=2),
        Host(threads=8, side_by_side=8, seed=3),
    ):
        solved = solved_on(device, game, piece=1000)
        assert solved.counts == first.counts
        assert results(solved) == results(first)


@pytest.mark.usefixtures("small_tables")
def test_a_hash_table_that_is_full_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    grown: list[int] = []
    grow = exploration._Table.grow

    def counted(table: Any, found: int) -> None:
        grown.append(found)
        grow(table, found)

    monkeypatch.setattr(exploration._Table, "grow", counted)
    game = gamekit.load_game("tic-tac-toe")
    run_what_is_generated(game, is_checked=False)
    assert solved_on(Host(), game, piece=1000).counts.states == 5478
    assert len(grown) > 1


@pytest.mark.slow
def test_a_game_that_does_not_fit_is_refused_in_words() -> None:
    game = gamekit.load_game("neutreeko")
    run_what_is_generated(game, is_checked=False)
    with pytest.raises(LimitError, match="does not fit into the memory of this processor"):
        solved_on(Host(memory=1 << 20), game)


@pytest.mark.slow
def test_more_states_than_allowed_are_refused() -> None:
    game = gamekit.load_game("tic-tac-toe")
    run_what_is_generated(game, is_checked=False)
    with pytest.raises(LimitError, match="more than 1,000"):
        solve_on(Host(), batch_of(game), game.encode(game.initial_state()), max_states=1000)


def test_rules_written_by_hand_are_refused() -> None:
    game = CompiledGraphGame(edges=((1,), ()), mover=(0, 1), payoff=(0, 1))
    with pytest.raises(UnsupportedError, match="CompiledGraphGame were written otherwise"):
        solved_on(Host(), game)
