"""Solving in a work folder: the same answers as in memory, whatever happens on the way."""

from __future__ import annotations

import random
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import attrs
import numpy as np
import pytest
from test_engine import small_pieces  # noqa: F401  (a fixture)
from test_gears_agree import assert_same, random_compiled_game
from work_folders import LOOPY, SMALL, Chain, FailingExecutor, assert_solved, columns_of, files_of

import gamekit
from gamekit import InputError, filed_verification
from gamekit.engine import file_regions
from gamekit.engine.columns import NO_STATE
from gamekit.engine.file_regions import FileRegions
from gamekit.engine.files import FileKeeper
from gamekit.engine.journal import FileWork
from gamekit.engine.keeping import Done, Keeper
from gamekit.engine.parents import ByPredecessors
from gamekit.engine.rounds import SerialExecutor
from games.connect_four import ConnectFour

METHODS = ("predecessors", "edges")


# --- the same answers ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("layers", [2, 64])
@pytest.mark.parametrize("changes", [1, 16])
@pytest.mark.parametrize("method", METHODS)
def test_random_arenas_in_small_pieces(
    method: Any, changes: int, layers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_regions, "CHANGES", changes)
    monkeypatch.setattr(file_regions, "LAYERS", layers)
    for seed in range(15):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(game, method=method, work=tmp_path / str(seed), executor="serial")
        assert_same(game, solution)


@pytest.mark.parametrize("executor", ["serial", "threads", ThreadPoolExecutor(2)])
@pytest.mark.parametrize("game", [SMALL, LOOPY], ids=["small", "loopy"])
def test_it_is_the_solution_in_memory(game: Any, executor: Any, tmp_path: Path) -> None:
    solution = gamekit.solve(game, work=tmp_path / "work", executor=executor)
    assert_solved(game, solution)


@pytest.mark.parametrize("method", METHODS)
def test_a_start_of_ones_own(method: Any, tmp_path: Path) -> None:
    game = ConnectFour(width=4, height=3)
    start = game.apply(game.apply(game.initial_state(), 0), 1)
    solution = gamekit.solve(game, start=start, work=tmp_path, method=method)
    expected = gamekit.solve(game, start=start, gear="compiled")
    assert solution.root == expected.root
    assert solution.counts() == expected.counts()


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("together", [1, 64])
def test_it_verifies_in_files(together: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filed_verification, "TOGETHER", together)
    for seed in range(10):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(game, work=tmp_path / str(seed))
        assert gamekit.verify(solution).checked == len(solution)
        assert gamekit.verify(solution).ok


@pytest.mark.parametrize(
    "game", [SMALL, LOOPY, ConnectFour(width=4, height=3)], ids=["small", "loopy", "keys"]
)
@pytest.mark.parametrize("column", ["value", "remoteness"])
def test_any_single_wrong_entry_is_found(column: str, game: Any, tmp_path: Path) -> None:
    solution: Any = gamekit.solve(game, work=tmp_path)
    regions, rng = solution.backing.solved.regions.regions, random.Random(0)
    for i in range(25):
        shard = rng.randrange(len(regions))
        right = regions[shard]
        (kept,) = getattr(right, column)
        entries = kept.read(0, kept.ends[-1]).copy()
        value = right.value[0].read(0, len(entries))
        place = int(rng.choice(np.flatnonzero(value != NO_STATE)))
        entries[place] = (int(entries[place]) + rng.choice([1, 2, 5])) % 100
        keep = FileKeeper(str(tmp_path), f"wrong-{i}", "test")
        regions[shard] = attrs.evolve(right, **{column: (keep(entries),)})
        report = gamekit.verify(solution)
        assert not report.ok, (shard, place)
        assert not (tmp_path / "verification" / "arrays").exists()
        regions[shard] = right
    assert gamekit.verify(solution).ok


def test_it_becomes_a_table_that_verifies(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(LOOPY, work=tmp_path / "work"), tmp_path / "table")
    assert gamekit.verify(gamekit.open_table(tmp_path / "table")).ok


def test_little_is_left_in_the_folder(tmp_path: Path) -> None:
    solution = gamekit.solve(LOOPY, work=tmp_path)
    assert len(files_of(tmp_path)) <= 2 * len(solution.backing.solved.regions.regions)  # type: ignore[attr-defined]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize(("n", "m"), [(300, 3), (3, 300), (254, 3), (255, 256)])
def test_a_long_sweep_before_a_short_one(n: int, m: int, dense: bool, method: Any, tmp_path: Path) -> None:
    game = Chain(n, m, dense=dense)
    solution = gamekit.solve(game, work=tmp_path, method=method)
    assert_solved(game, solution)
    assert gamekit.verify(solution).ok


def test_codes_that_four_bytes_cannot_hold() -> None:
    regions = FileRegions.dense(1 << 33)

    class Higher:
        def parents(self, codes: Any) -> Any:
            return codes + (1 << 32)

    told = ByPredecessors(cast(Any, Higher())).told_by([(regions[0], np.array([5, 6], dtype=np.uint32))])
    assert told.tolist() == [(1 << 32) + 5, (1 << 32) + 6]
    _, ends = regions.cut.part(told)
    shard = int(np.searchsorted(ends, 1))
    assert regions[shard].index.find(told).tolist() == [
        told[0] - regions[shard].low,
        told[1] - regions[shard].low,
    ]


# --- workers in other processes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tasks", "workers", "sizes"),
    [
        (2, 2, [1, 1]),
        (3, 40, [1, 1, 1]),
        (16, 2, [8, 8]),
        (17, 2, [9, 8]),
        (64, 2, [8] * 8),
        (64, 40, [2] * 32),
        (4000, 2, [500] * 8),
    ],
)
def test_a_round_is_dealt_out_in_lots(tasks: int, workers: int, sizes: list[int], tmp_path: Path) -> None:
    lots: list[int] = []

    class Dealt(SerialExecutor):
        def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
            lots.append(len(arguments[1]))
            return super().submit(task, *arguments, **named)

    with FileWork.open(tmp_path, {}, executor=Dealt(), workers=lambda: workers) as work:
        told = [done.told for done in work.round(tell_back, [(i,) for i in range(tasks)])]
    assert told == [(i,) for i in range(tasks)]
    assert lots == sizes


def test_what_cannot_be_dealt_out_is_done_at_once(tmp_path: Path) -> None:
    with FileWork.open(tmp_path, {}, executor=FailingExecutor(0), workers=lambda: 2) as work:
        assert [done.told for done in work.round(tell_back, [(5,)])] == [(5,)]
        assert not list(work.round(tell_back, []))
        with pytest.raises(KeyboardInterrupt):
            list(work.round(tell_back, [(5,), (6,)]))


def tell_back(keep: Keeper, number: int) -> Done:  # noqa: ARG001  (a task is given a keeper)
    """Tell a number."""
    return Done((), (number,))


# --- going on -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", [SMALL, LOOPY], ids=["small", "loopy"])
def test_it_goes_on_after_whatever_task(game: Any, method: Any, tmp_path: Path) -> None:
    undisturbed = columns_of(gamekit.solve(game, work=tmp_path / "undisturbed", method=method))
    folder, attempts, step = tmp_path / "work", 0, 7
    while True:
        attempts += 1
        try:
            solution = gamekit.solve(game, work=folder, method=method, executor=FailingExecutor(step))
        except KeyboardInterrupt:
            step += 1  # a round of many tasks is only done once they all are in one go
            continue
        break
    assert attempts > 2
    for one, other in zip(columns_of(solution), undisturbed, strict=True):
        np.testing.assert_array_equal(one, other)
    assert [path.name for path in files_of(folder)] == [
        path.name for path in files_of(tmp_path / "undisturbed")
    ]
    assert [path.read_bytes() for path in files_of(folder)] == [
        path.read_bytes() for path in files_of(tmp_path / "undisturbed")
    ]


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    gamekit.solve(LOOPY, work=tmp_path)
    assert_solved(LOOPY, gamekit.solve(LOOPY, work=tmp_path, executor=FailingExecutor(0)))


def test_a_last_line_that_was_not_finished_is_done_again(tmp_path: Path) -> None:
    gamekit.solve(LOOPY, work=tmp_path)
    lines = (tmp_path / "journal").read_bytes().splitlines(keepends=True)
    (tmp_path / "journal").write_bytes(b"".join(lines[:-1]) + lines[-1][:-10])
    with pytest.raises(InputError, match="is damaged: No such file or directory; delete the work folder"):
        gamekit.solve(LOOPY, work=tmp_path)  # what the last round was made from is gone, as it should be
