"""Tables on disk say what the solutions say that they were made from."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from graph_game import random_game
from hypothesis import given
from hypothesis import strategies as st
from test_gears_agree import random_compiled_game

import gamekit
from gamekit import InputError, UnknownStateError, UnsupportedError
from gamekit.engine import mixing as engine_mixing
from gamekit.tables import mixing
from gamekit.tables.checking import check_table
from gamekit.tables.files import npy_header
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.connect_four import ConnectFour
from games.kalah import Kalah
from games.nim import Nim
from games.quixo import Quixo
from games.tic_tac_toe import TicTacToe

MICE = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])

SOLVED: dict[str, tuple[Any, dict[str, Any]]] = {
    "keys": (ConnectFour(width=4, height=3, length=3), {"gear": "compiled"}),
    "dense": (MICE, {"gear": "compiled"}),
    "dense, mover's view": (Quixo(size=3), {"gear": "compiled"}),
    "dense, turn limit": (
        CatMouseII(grid=["M.C", "...", "#.F"], cat_jump=1, mouse_jump=1),
        {"gear": "compiled"},
    ),
    "states": (MICE, {"gear": "python"}),
    "states, symmetry": (TicTacToe(), {"gear": "python"}),
    "states, scores": (Kalah(pits=2, seeds=2), {"gear": "python"}),
    "states, capped": (MICE, {"solver": "minimax", "cap": 3}),
    "states, unsound": (MICE, {"solver": "minimax", "cap": 3, "cap_means": "draw"}),
    "states, one player": (gamekit.load_game("sliding-puzzle"), {"gear": "python"}),
}


@pytest.fixture(params=SOLVED)
def solution(request: pytest.FixtureRequest) -> Any:
    game, how = SOLVED[request.param]
    return gamekit.solve(game, **how)


@pytest.fixture(params=[False, True], ids=["plain", "compressed"])
def compress(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def states_of(solution: Any, most: int = 3000) -> Iterator[Any]:
    for state, _ in zip(solution.arena.states, range(most), strict=False):
        yield state


# --- truth --------------------------------------------------------------------------------------------------


def test_a_table_says_what_the_solution_says(solution: Any, compress: bool, tmp_path: Path) -> None:
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    table = gamekit.open_table(tmp_path / "table")
    assert str(table.root) == str(solution.root)
    assert (len(table), table.unsolved, table.longest) == (len(solution), solution.unsolved, solution.longest)
    assert (table.counts(), table.longest_by_value()) == (solution.counts(), solution.longest_by_value())
    assert (table.solver, table.gear, table.unsound) == (solution.solver, solution.gear, solution.unsound)
    assert (table.statistics, table.arena.edges) == (solution.statistics, solution.arena.edges)
    assert table.arena.payoffs == list(solution.arena.payoffs)
    for state in states_of(solution):
        assert table[state] == solution[state]
        assert (
            table.arena.terminal[table.arena.index_of(state)]
            == solution.arena.terminal[solution.arena.index_of(state)]
        )
    if solution.root.payoff is not None:
        assert table.line() == solution.line()
        assert table.answer == solution.answer
        assert gamekit.explain(table) == gamekit.explain(solution)
    assert {str(verdict) for verdict in table} == {str(verdict) for verdict in solution}


def test_a_table_is_verified(solution: Any, compress: bool, tmp_path: Path) -> None:
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    report = check_table(tmp_path / "table")
    expected = gamekit.verify(solution)
    assert report.problems == expected.problems
    assert report.verification == expected
    assert report.ok == expected.ok
    assert gamekit.verify(gamekit.open_table(tmp_path / "table")) == expected


@pytest.mark.parametrize("seed", range(12))
def test_random_arenas(seed: int, compress: bool, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for i, (game, gear) in enumerate(
        [
            (random_game(rng), "python"),
            (random_compiled_game(rng), "compiled"),
            (random_compiled_game(rng), "python"),
        ]
    ):
        solution = gamekit.solve(game, gear=gear)
        gamekit.save_table(solution, tmp_path / str(i), compress=compress)
        table = gamekit.open_table(tmp_path / str(i), game=game)
        for state in gamekit.explore(game).states:
            assert table[state] == solution[state]
        report = check_table(tmp_path / str(i), game=game)
        assert report.ok, (seed, report)
        assert (table.counts(), len(table)) == (solution.counts(), len(solution))


def test_a_table_of_a_table_is_the_same(solution: Any, compress: bool, tmp_path: Path) -> None:
    gamekit.save_table(solution, tmp_path / "one")
    gamekit.save_table(gamekit.open_table(tmp_path / "one"), tmp_path / "two", compress=compress)
    gamekit.save_table(gamekit.open_table(tmp_path / "two"), tmp_path / "three")
    for file in sorted((tmp_path / "one").iterdir()):
        if file.name != "manifest.json":  # which has the time
            assert file.read_bytes() == (tmp_path / "three" / file.name).read_bytes()


def test_another_root(tmp_path: Path) -> None:
    for gear in ("python", "compiled"):
        solution: Any = gamekit.solve(MICE, gear=gear)
        gamekit.save_table(solution.starting_from((3, 2, 1)), tmp_path / gear)
        table = gamekit.open_table(tmp_path / gear)
        assert table.root == solution[(3, 2, 1)]
        assert table.starting_from((1, 2, 0)).root == solution[(1, 2, 0)]
        assert check_table(tmp_path / gear).ok


def test_large_payoffs_and_long_plays(tmp_path: Path) -> None:
    game = Score(points=(0, 2**31 - 1, -(2**31) + 1, 127, 126, -128, -127), plies=300)
    solution = gamekit.solve(game)
    gamekit.save_table(solution, tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table", game=game)
    assert table.manifest.column("value").dtype == "<i8"
    assert table.manifest.column("remoteness").dtype == "<u2"
    assert all(table[state] == solution[state] for state in solution.arena.states)
    assert check_table(tmp_path / "table", game=game).ok


@attrs.frozen
class Score(gamekit.Game[tuple[int, int], int]):
    """A player walks so many plies and then takes one of some points."""

    points: tuple[int, ...]
    plies: int
    players = ("one", "other")

    def initial_state(self) -> tuple[int, int]:
        return (0, -1)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[0] % 2

    def moves(self, state: tuple[int, int]) -> list[int]:
        return list(range(len(self.points))) if state[0] == self.plies else [-1]

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] + 1, move)

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[1] < 0 else self.points[state[1]]


# --- many codes at once -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in SOLVED if not kind.startswith("states")])
def test_many_codes_at_once(kind: str, compress: bool, tmp_path: Path) -> None:
    game, how = SOLVED[kind]
    solution: Any = gamekit.solve(game, **how)
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    table = gamekit.open_table(tmp_path / "table")
    size = solution.solved.batch.rules.size
    rng = np.random.default_rng(0)
    wild = [-1, -(2**63), 2**63 - 1, size, size - 1, 0]
    states = list(states_of(solution))
    codes = np.array([*(game.encode(state) for state in states), *wild, *rng.integers(size, size=3000)])
    answers = table.probe(codes)
    assert answers.solved[answers.found].all()
    for i, code in enumerate(codes.tolist()):
        known = 0 <= code < size and solution.backing.find(code) is not None
        assert answers.found[i] == known
        if not known:
            with pytest.raises(UnknownStateError):
                table.state_of(code)
            continue
        state = table.state_of(code)
        verdict = solution[state]
        sign = -1 if solution.backing.from_movers_view and game.to_move(state) else 1
        assert answers.payoff[i] * sign == verdict.payoff
        assert answers.ended[i] == (verdict.remoteness is not None)
        assert answers.remoteness[i] == (verdict.remoteness or 0)
    assert not len(table.probe(np.empty(0, dtype=np.int64)).found)


def test_texts_have_no_codes(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(Nim()), tmp_path / "nim")
    table = gamekit.open_table(tmp_path / "nim")
    for ask in (lambda: table.probe(np.array([1])), lambda: table.state_of(1)):
        with pytest.raises(UnsupportedError, match="kept by their texts and have no codes"):
            ask()


# --- what is no state ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["keys", "dense", "states"])
def test_what_is_no_state_is_refused(kind: str, tmp_path: Path) -> None:
    game, how = SOLVED[kind]
    solution: Any = gamekit.solve(game, **how)
    gamekit.save_table(solution, tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table")
    for state in (None, "x" * 10_000, -5, (9, 9, 9), ("\0", 1), 10**40, object()):
        assert state not in table.arena
        assert table.get(state) is None
        with pytest.raises(UnknownStateError, match="cannot be reached"):
            table[state]


def test_edges_are_not_kept(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(Nim()), tmp_path / "nim")
    table = gamekit.open_table(tmp_path / "nim")
    for attempt in (table.to_networkx, table.arena.within_reach, lambda: table.arena.successors):
        with pytest.raises(
            UnsupportedError, match="neither the compiled gear nor a table keeps the edges of Nim"
        ):
            attempt()
    assert table.loaded().to_networkx().number_of_nodes() == len(table)
    assert len(gamekit.neighbourhood(table, within=1)) == 13


# --- what cannot be kept ------------------------------------------------------------------------------------


class Silent(Nim):
    """Its states have no texts of their own."""

    def format_state(self, state: Any) -> str:
        return "state"


class Deaf(Nim):
    """It takes every text for the same."""

    def parse_state(self, text: str) -> Any:
        return self.initial_state()


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        (Silent, r"does not read what format_state writes"),
        (Deaf, "makes another state of what format_state writes"),
    ],
)
def test_texts_must_lead_back_to_states(cls: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        gamekit.save_table(gamekit.solve(cls(heaps=(1, 2))), tmp_path / "table")
    assert not list(tmp_path.iterdir())


def test_a_part_of_a_solution_is_refused(tmp_path: Path) -> None:
    near = gamekit.neighbourhood(gamekit.solve(Nim(heaps=(3, 5))), within=1)
    with pytest.raises(InputError, match="a part of a solution"):
        gamekit.save_table(near, tmp_path / "table")


# --- keys, headers, imports ---------------------------------------------------------------------------------


@given(st.integers(1, 62), st.randoms(use_true_random=False))
def test_keys_are_those_of_the_engine(bits: int, rng: random.Random) -> None:
    codes = np.array([0, (1 << bits) - 1, *(rng.randrange(1 << bits) for _ in range(20))])
    keys = engine_mixing.keys_of(codes, bits)
    assert (mixing.key_of(codes, bits) == keys).all()
    assert (mixing.code_of(keys, bits) == codes).all()
    assert [mixing.key_of(code, bits) for code in codes.tolist()] == keys.tolist()
    assert [mixing.code_of(key, bits) for key in keys.tolist()] == codes.tolist()


@pytest.mark.parametrize("rows", [0, 1, 4096, 10**10, 2**60])
@pytest.mark.parametrize("dtype", ["<i8", "|i1", "|S12"])
def test_headers_are_those_of_numpy(dtype: str, rows: int, tmp_path: Path) -> None:
    described = {"descr": np.dtype(dtype).str, "fortran_order": False, "shape": (rows,)}
    with (tmp_path / "header").open("wb") as file:
        np.lib.format.write_array_header_1_0(file, described)
    assert (tmp_path / "header").read_bytes() == npy_header(dtype, rows)


def test_the_columns_are_files_of_numpy(tmp_path: Path) -> None:
    solution: Any = gamekit.solve(SOLVED["keys"][0], gear="compiled")
    gamekit.save_table(solution, tmp_path / "table")
    keys = np.load(tmp_path / "table" / "keys.npy", mmap_mode="r", allow_pickle=False)
    assert (np.diff(keys) > 0).all()
    assert len(np.load(tmp_path / "table" / "value.npy", allow_pickle=False)) == len(solution)


@pytest.mark.parametrize("compress", [False, True])
def test_numba_is_not_loaded(compress: bool, tmp_path: Path) -> None:
    solution: Any = gamekit.solve(SOLVED["keys"][0], gear="compiled")
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    code = (
        "import sys, gamekit, numpy as np; table = gamekit.open_table(sys.argv[1]); print(table.root); "
        "gamekit.explain(table); table.probe(np.arange(100)); assert 'numba' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "table")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{solution.root}\n", "")


def test_the_fingerprint_does_not_depend_on_the_process() -> None:
    code = (
        "import sys; from gamekit import load_game; from gamekit.fingerprint import fingerprint; "
        "print([fingerprint(load_game(name), with_codes=False) for name in sys.argv[1:]])"
    )
    names = ["cops-and-robber", "cat-mouse", "pocket-cube", "teeko"]
    found = {
        subprocess.run(
            [sys.executable, "-c", code, *names],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(found) == 1


# --- a reader that shares no code ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SOLVED)
def test_the_reader_on_the_page_reads_tables(kind: str, tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "reference" / "table-format.md").read_text()
    found = re.search(r'^```python title="read_table.py"\n(.*?)^```$', page, re.MULTILINE | re.DOTALL)
    assert found is not None
    reader: dict[str, Any] = {"__name__": "read_table"}
    exec(found[1], reader)
    game, how = SOLVED[kind]
    solution: Any = gamekit.solve(game, **how)
    gamekit.save_table(solution, tmp_path / "table")
    table = reader["Table"](tmp_path / "table")
    by_code = kind.startswith(("keys", "dense"))
    manifest = json.loads((tmp_path / "table" / "manifest.json").read_text())
    states = list(states_of(solution))
    for state in random.Random(0).sample(states, min(len(states), 60)):
        value, remoteness = table.look_up(game.encode(state) if by_code else game.format_state(state))
        verdict = solution.verdict_on(state, 10**9)
        if value == manifest["unsolved"]:
            assert verdict.payoff is None
            continue
        turned = manifest["payoffs_to"] == "mover" and game.to_move(state) == 1
        assert (-value if turned else value, remoteness) == (verdict.payoff, verdict.remoteness)
    for stray in (-1, 1 << 61) if by_code else ("", "nowhere"):
        with pytest.raises(KeyError):
            table.look_up(stray)
