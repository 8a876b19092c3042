"""Solving in a work folder: the same answers as in memory, whatever happens on the way."""

from __future__ import annotations

import random
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest
from support.marks import cases
from support.random_games import assert_same, random_compiled_game
from support.work_folders import LOOPY, SMALL, Chain, FailingExecutor, assert_solved, columns_of, files_of

import gamekit
from gamekit import InputError
from gamekit.engine.retrograde.disk_state import DiskState
from gamekit.engine.retrograde.propagation import find_parents
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.runtime.array_files import FileSink
from gamekit.engine.runtime.arrays import ArraySink
from gamekit.engine.runtime.checkpoint import CheckpointedRunner
from gamekit.engine.runtime.supersteps import RoundRunner, SerialExecutor, WorkerPool
from gamekit.engine.runtime.tuning import Tuning
from games.connect_four import ConnectFour

METHODS = ("predecessors", "edges")


# --- the same answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("deltas", cases(quick=[1], slow=[16]))
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("arenas", cases(quick=[2], slow=[10]))
def test_random_arenas_in_small_pieces(
    arenas: int, method: Any, deltas: int, tmp_path: Path, small_pieces: Tuning
) -> None:
    tuning = attrs.evolve(small_pieces, max_deltas=deltas, max_pending_layers=2)
    for seed in range(arenas):
        game = random_compiled_game(random.Random(seed))
        work = tmp_path / str(seed)
        solution = gamekit.solve(
            game, backend="compiled", method=method, work=work, executor="serial", tuning=tuning
        )
        assert_same(game, solution)


@pytest.mark.parametrize("executor", ["serial", "threads", ThreadPoolExecutor(2)])
@pytest.mark.parametrize("game", [SMALL, LOOPY], ids=["small", "loopy"])
def test_it_is_the_solution_in_memory(game: Any, executor: Any, tmp_path: Path) -> None:
    solution = gamekit.solve(game, work=tmp_path / "work", executor=executor)
    assert_solved(game, solution)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_start_of_ones_own(method: Any, tmp_path: Path) -> None:
    game = ConnectFour(width=4, height=3)
    start = game.apply(game.apply(game.initial_state(), 0), 1)
    solution = gamekit.solve(game, start=start, work=tmp_path, method=method)
    expected = gamekit.solve(game, start=start, backend="compiled")
    assert solution.root == expected.root
    assert solution.counts() == expected.counts()


@pytest.mark.parametrize("together", [1, pytest.param(64, marks=pytest.mark.slow)])
@pytest.mark.parametrize("arenas", [5, pytest.param(10, marks=pytest.mark.slow)])
def test_it_verifies_in_files(arenas: int, together: int, tmp_path: Path, small_pieces: Tuning) -> None:
    verifying = attrs.evolve(small_pieces, verify_round=together)
    for seed in range(arenas):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(game, backend="compiled", work=tmp_path / str(seed), tuning=small_pieces)
        verification = gamekit.verify(solution, tuning=verifying)
        assert verification.checked == len(solution)
        assert verification.ok


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(SMALL, id="small"),
        pytest.param(LOOPY, id="loopy", marks=pytest.mark.release),
        pytest.param(ConnectFour(width=4, height=3), id="keys", marks=pytest.mark.release),
    ],
)
@pytest.mark.parametrize("column", ["value", "remoteness"])
def test_any_single_wrong_entry_is_found(column: str, game: Any, tmp_path: Path) -> None:
    solution: Any = gamekit.solve(game, work=tmp_path)
    shards, rng = solution.store.solved.state.shards, random.Random(0)
    for i in range(12):
        shard = rng.randrange(len(shards))
        right = shards[shard]
        (array,) = getattr(right, column)
        entries = array.read(0, len(array)).copy()
        value = right.value[0].read(0, len(entries))
        place = int(rng.choice(np.flatnonzero(value != NO_STATE)))
        entries[place] = (int(entries[place]) + rng.choice([1, 2, 5])) % 100
        sink = FileSink(str(tmp_path), f"wrong-{i}", "test")
        shards[shard] = attrs.evolve(right, **{column: (sink(entries),)})
        report = gamekit.verify(solution)
        assert not report.ok, (shard, place)
        assert not (tmp_path / "verification" / "arrays").exists()
        shards[shard] = right
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_it_becomes_a_table_that_verifies(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(LOOPY, work=tmp_path / "work"), tmp_path / "table")
    assert gamekit.verify(gamekit.open_table(tmp_path / "table")).ok


def test_little_is_left_in_the_folder(tmp_path: Path) -> None:
    solution = gamekit.solve(LOOPY, work=tmp_path)
    assert len(files_of(tmp_path)) <= 2 * len(solution.store.solved.state.shards)  # type: ignore[attr-defined]


class Leaving(ThreadPoolExecutor):
    """Leaves a file that is half written, as a worker does that is killed."""

    left: Path

    def submit(self, *arguments: Any, **named: Any) -> Any:
        self.left.touch()
        return super().submit(*arguments, **named)


def test_what_lost_workers_left_is_deleted_in_the_end(tmp_path: Path) -> None:
    with Leaving(2) as executor:
        executor.left = tmp_path / "arrays" / "000001-000000-0.0123456789abcdef.part"
        assert_solved(LOOPY, gamekit.solve(LOOPY, work=tmp_path, executor=executor))
        assert not executor.left.exists()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("n", "m", "dense"),
    cases(slow=[(12, 3, False)], release=[(254, 3, True), (255, 256, False)]),
)
def test_a_long_sweep_before_a_short_one(n: int, m: int, dense: bool, method: Any, tmp_path: Path) -> None:
    game = Chain(n, m, dense=dense)
    solution = gamekit.solve(game, work=tmp_path, method=method)
    assert_solved(game, solution)
    assert gamekit.verify(solution).ok


def test_codes_that_four_bytes_cannot_hold() -> None:
    class Higher:
        rules = SimpleNamespace(size=1 << 33)
        bits = 33

        def parents(self, codes: Any) -> Any:
            return codes + (1 << 32)

    batch: Any = Higher()
    state = DiskState.dense(RoundRunner(), batch)
    keys = find_parents(batch, [(state.shards[0], np.array([5, 6], dtype=np.uint32))])
    assert keys.tolist() == [(1 << 32) + 5, (1 << 32) + 6]
    _, _, ends = state.by_address.partition(keys)
    shard = int(np.searchsorted(ends, 1))
    low = state.shards[shard].low
    assert state.shards[shard].index.find(keys.copy()).tolist() == [keys[0] - low, keys[1] - low]


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
def test_a_round_is_submitted_in_batches(tasks: int, workers: int, sizes: list[int], tmp_path: Path) -> None:
    batches: list[int] = []

    class Dealt(SerialExecutor):
        def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
            batches.append(len(arguments[1]))
            return super().submit(task, *arguments, **named)

    with CheckpointedRunner.open(tmp_path, {}, pool=WorkerPool(Dealt(), lambda: workers)) as runner:
        numbers = [result.number for result in runner.run(return_number, [(i,) for i in range(tasks)])]
    assert numbers == list(range(tasks))
    assert batches == sizes


def test_what_cannot_be_dealt_out_is_done_at_once(tmp_path: Path) -> None:
    with CheckpointedRunner.open(tmp_path, {}, pool=WorkerPool(FailingExecutor(0), lambda: 2)) as runner:
        assert [result.number for result in runner.run(return_number, [(5,)])] == [5]
        assert not list(runner.run(return_number, []))
        with pytest.raises(KeyboardInterrupt):
            list(runner.run(return_number, [(5,), (6,)]))


@attrs.frozen
class Number:
    number: int


def return_number(sink: ArraySink, number: int) -> Number:  # noqa: ARG001  (a task is given a sink)
    return Number(number)


# --- going on -----------------------------------------------------------------------------------------------


@pytest.mark.slow
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
