"""Tiers that several workers solve: the folder is that of one worker, whoever solves what, and whoever is killed."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from graphlib import TopologicalSorter
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import call
from support.marks import cases
from support.paths import TESTS
from support.random_games import assert_same
from support.tier_folders import CopyingExecutor, TrappedGame, files_of
from support.tiered_games import TieredGame, TieredGraphGame, random_plain_tiered_game, random_tiered_game
from support.waiting import interrupted, wait_for

import gamekit
from gamekit.engine.runtime.memory_budget import held
from gamekit.engine.runtime.supersteps import SerialExecutor, WorkerPool
from gamekit.engine.tiers import solve as tier_solving
from gamekit.engine.tiers.order import Schedule, TierGraph, UnfinishedTierError, solve_in_order
from gamekit.errors import LimitError, RulesError, UnsupportedError
from gamekit.game.progress import silent
from games.connect_four import ConnectFour
from games.morris import Morris
from games.tic_tac_toe import TicTacToe

SIX_MENS = Morris(rings=2, placing=False, flying=False)


@pytest.fixture
def copies() -> Iterator[CopyingExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield CopyingExecutor(threads)


# --- the schedule -------------------------------------------------------------------------------------------------


@attrs.define
class Folder:
    """Records in memory."""

    solved: set[int] = attrs.field(factory=set)
    dropped: list[int] = attrs.field(factory=list)
    noted: list[dict[int, set[int]]] = attrs.field(factory=list)

    def is_finished(self, tier: int) -> bool:
        return tier in self.solved

    def note(self, graph: TierGraph) -> None:
        self.noted.append({tier: set(children) for tier, children in graph.children.items()})

    def drop(self, tier: int) -> None:
        self.dropped.append(tier)


def schedule_of(children: dict[int, Collection[int]], folder: Folder) -> Schedule:
    return Schedule("Game", TierGraph({tier: set(row) for tier, row in children.items()}), folder)


def test_one_at_a_time_each_tier_comes_after_the_least_of_those_it_leads_to() -> None:
    folder, order = Folder(), list[int]()

    def solve(tier: int, children: frozenset[int], shares: int) -> None:
        order.append(tier)
        assert (children <= set(order), shares) == (True, 1)

    schedule = schedule_of({0: (5, 7), 1: (0,), 5: (7,), 7: (9,), 9: (), 3: ()}, folder)
    solve_in_order(solve, schedule, WorkerPool(), lambda: 1, silent)
    assert order == folder.dropped == [9, 7, 5, 0, 1, 3]


@pytest.mark.parametrize("seed", range(20))
def test_tiers_begin_once_those_they_lead_to_have_ended(seed: int) -> None:
    """Random graphs of which some edges are met late, some tiers are solved and some need the whole memory."""
    rng = random.Random(seed)
    number, size = rng.randint(2, 4), 30
    edges = {tier: {child for child in range(tier) if rng.random() < 0.15} for tier in range(size)}
    shown = {tier: {child for child in row if rng.random() < 0.8} for tier, row in edges.items()}
    large = {tier for tier in edges if rng.random() < 0.2}
    before = {tier for tier in TopologicalSorter(edges).static_order() if rng.random() < 0.3}
    folder = Folder({tier for tier in before if not edges[tier] - before})
    running, most = dict[int, int](), [0]

    def solve(tier: int, children: frozenset[int], shares: int) -> None:
        running[tier] = shares
        try:
            most[0] = max(most[0], len(running))
            assert tier not in folder.solved
            assert len(running) == 1 or 1 not in list(running.values())
            if missing := edges[tier] - children:
                raise UnfinishedTierError(min(missing), "the move")
            assert edges[tier] <= folder.solved
            if tier in large and shares > 1:
                raise LimitError("too large")
            folder.solved.add(tier)
        finally:
            del running[tier]

    with ThreadPoolExecutor(number) as threads:
        schedule = schedule_of(shown, folder)
        workers = partial(rng.randint, 1, number)  # they come and go
        solve_in_order(solve, schedule, WorkerPool(threads), workers, silent)
    assert folder.solved == set(folder.dropped) == set(edges)
    assert most[0] <= number
    if edges != shown:
        assert folder.noted[-1] == schedule.graph.children


def test_a_tier_that_does_not_fit_alone_ends_the_solve() -> None:
    def solve(tier: int, _children: frozenset[int], shares: int) -> None:
        if tier == 2:
            raise LimitError(f"too large for one of {shares}")

    folder = Folder()
    with (
        ThreadPoolExecutor(2) as threads,
        pytest.raises(LimitError, match=r"too large for one of 1$"),
    ):
        solve_in_order(
            solve, schedule_of({1: (), 2: (), 3: ()}, folder), WorkerPool(threads), lambda: 2, silent
        )
    assert sorted(folder.dropped) == [1, 3]


@pytest.mark.parametrize("shown", [{1: (2,), 2: (1,)}, {1: (2,), 2: ()}, {1: (), 2: ()}])
def test_play_that_comes_back_is_refused(shown: dict[int, Collection[int]]) -> None:
    def solve(tier: int, *_: Any) -> None:
        raise UnfinishedTierError(3 - tier, "the move")

    refused = r"^Game\.tier: (a|the) move leads from tier \d to tier \d, from which play comes back"
    for number in (1, 2):
        with ThreadPoolExecutor(2) as threads, pytest.raises(RulesError, match=refused):
            solve_in_order(
                solve, schedule_of(shown, Folder()), WorkerPool(threads), partial(int, number), silent
            )


# --- the same folder ----------------------------------------------------------------------------------------------


def assert_same_folder(game: Any, executor: str | Executor, folder: Path, **options: Any) -> Any:
    """Solve a game by tiers, one after the other and by an executor, and compare all files; return the solution."""
    gamekit.solve(game, tiers=folder / "in turn", executor="serial", **options)
    solution = gamekit.solve(game, tiers=folder / "side by side", executor=executor, threads=2, **options)
    assert files_of(folder / "side by side") == files_of(folder / "in turn")
    return solution


@pytest.mark.parametrize("number", cases(quick=[1], slow=[3], release=[60]))
def test_random_games(number: int, tmp_path: Path, copies: CopyingExecutor) -> None:
    rng = random.Random(number)
    for i in range(number):
        for game in (random_tiered_game(rng), random_plain_tiered_game(rng)):
            solution = assert_same_folder(game, copies, tmp_path / f"{i} {type(game).__name__}")
            assert_same(game, solution)
            assert gamekit.verify(solution).ok
    assert {shares for _, shares in copies.shares} == {1, 2}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(SIX_MENS, {}, marks=pytest.mark.release),
        pytest.param(SIX_MENS, {"compress": True, "checked": True}, marks=pytest.mark.release),
        (TicTacToe(), {}),
        (ConnectFour(width=3, height=3, length=3), {"backend": "python"}),
    ],
)
def test_processes(game: Any, options: dict[str, Any], tmp_path: Path) -> None:
    solution = assert_same_folder(game, "processes", tmp_path, **options)
    assert gamekit.verify(solution).ok


@pytest.mark.release
def test_an_executor_of_the_caller(tmp_path: Path) -> None:
    game = ConnectFour(width=3, height=3, length=3)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert_same_folder(game, pool, tmp_path, backend="python")


@pytest.mark.parametrize(
    ("game", "backend"),
    cases(slow=[(ConnectFour(width=3, height=3, length=3), "python")], release=[(SIX_MENS, "compiled")]),
)
def test_dask(game: Any, backend: Any, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    assert_same_folder(game, "dask", tmp_path, backend=backend)


@pytest.mark.slow
@pytest.mark.parametrize("with_copies", [False, True])
def test_tiers_that_no_sample_shows_are_found_and_solved_first(
    with_copies: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copies: CopyingExecutor
) -> None:
    rng, executor = random.Random(5), copies if with_copies else SerialExecutor()
    for i in range(3):
        game = attrs.evolve(random_tiered_game(rng), is_dense=True)
        start = game.initial_state()
        whole = gamekit.solve(game, tiers=tmp_path / f"{i} whole")
        with monkeypatch.context() as patched:
            patched.setattr(tier_solving, "_seen_children", lambda *_: set())
            found = gamekit.solve(game, tiers=tmp_path / f"{i} found", executor=executor, threads=2)
            from_start = gamekit.solve(
                game, start=start, tiers=tmp_path / f"{i} from start", executor=executor, threads=2
            )
        assert files_of(tmp_path / f"{i} found") == files_of(tmp_path / f"{i} whole")
        assert (found.root, from_start.root) == (whole.root, whole.root)
        reached = TierGraph(dict(whole.store.children)).reached(game.tier(start))
        assert set(from_start.store.tiers) == set(reached)


# --- memory -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_tiers_too_large_for_a_share_of_the_memory_are_solved_alone(
    tmp_path: Path, copies: CopyingExecutor
) -> None:
    edges = ((1, 2, 3), *((i, 4) for i in (1, 2, 3)), ())
    game = TieredGraphGame(
        edges=edges, mover=(0, 1, 0, 1, 0), payoff=(0, 0, 0, 0, 1), tiers=(0, 1, 2, 3, 4), is_dense=False
    )
    gamekit.solve(game, tiers=tmp_path / "in turn", executor="serial")
    copies.shares.clear()
    memory = 2 * held()  # a half is held already
    gamekit.solve(game, tiers=tmp_path / "alone", executor=copies, threads=2, memory=memory)
    assert {(1, 2), (2, 2)} < set(copies.shares)
    assert [tier for tier, shares in copies.shares if shares == 1][::4] == [4, 0]
    assert files_of(tmp_path / "alone") == files_of(tmp_path / "in turn")
    with pytest.raises(LimitError, match="of memory"):
        gamekit.solve(game, tiers=tmp_path / "nowhere", executor=copies, threads=2, memory=held())


# --- what is wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("is_shown", [False, True])
def test_a_tier_that_lies_is_refused_as_by_one_worker(
    dense: bool, is_shown: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copies: CopyingExecutor
) -> None:
    if not is_shown:
        monkeypatch.setattr(tier_solving, "_seen_children", lambda *_: set())
    edges = ((1,), (2, 4), (3, 5), (4,), (), ())
    game = TieredGraphGame(
        edges=edges, mover=(0, 1) * 3, payoff=(0, 0, 0, 0, 1, -1), tiers=(0, 1, 1, 0, 2, 2), is_dense=dense
    )
    sentence = (
        r"^TieredGraphGame\.tier: the move from \d to \d leads from tier (0 to tier 1|1 to tier 0), from which play "
        "comes back; no move may return to a tier that was left$"
    )
    for name, executor in (("in turn", SerialExecutor()), ("side by side", copies)):
        with pytest.raises(RulesError, match=sentence):
            gamekit.solve(game, tiers=tmp_path / name, executor=executor, threads=2)


def test_plain_rules_that_lie_are_refused(tmp_path: Path, copies: CopyingExecutor) -> None:
    game = TieredGame(((1,), (2,), ()), (0, 1, 0), (0, 0, 1), tiers=(0, 1, 0))
    with pytest.raises(
        RulesError, match="from 1 to 2 leads from tier 1 to tier 0, from which play comes back"
    ):
        gamekit.solve(game, tiers=tmp_path, executor=copies)


def test_a_game_that_cannot_be_sent_is_refused(tmp_path: Path, copies: CopyingExecutor) -> None:
    class Local(TieredGame):
        """Of no module."""

    game = Local(((1,), ()), (0, 1), (0, 1), tiers=(0, 1))
    with pytest.raises(UnsupportedError, match=r"^Local cannot be sent to other processes: .*Local"):
        gamekit.solve(game, tiers=tmp_path, executor=copies)


# --- going on -----------------------------------------------------------------------------------------------------

SOLVE = """
import gamekit, sys
from games.morris import Morris
if __name__ == "__main__":
    game = Morris(rings=2, placing=False, flying=False)
    gamekit.solve(game, tiers=sys.argv[1], executor="processes", threads=2)
"""


def finished_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("tier-*/manifest.json") if path.parent.suffix != ".part")


@pytest.mark.parametrize("tiers", cases(release=[4, 1]))
def test_a_solve_whose_coordinator_was_killed_goes_on(tiers: int, tmp_path: Path) -> None:
    gamekit.solve(SIX_MENS, tiers=tmp_path / "whole")
    folder = tmp_path / "killed"
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    with subprocess.Popen([sys.executable, "-c", SOLVE, str(folder)], env=environment) as solving:
        wait_for(lambda: len(finished_in(folder)) >= tiers)
        solving.kill()
    before = {path: path.stat().st_mtime_ns for path in finished_in(folder)}
    assert tiers <= len(before) < len(finished_in(tmp_path / "whole"))
    gamekit.solve(SIX_MENS, tiers=folder, executor="processes", threads=2)  # workers may still be ending
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert files_of(folder) == files_of(tmp_path / "whole")


@pytest.mark.release
def test_a_lost_worker_is_said_and_the_solve_goes_on(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    game = TrappedGame(
        ((1, 2), (3,), (3,), ()), (0, 1, 1, 0), (0, 0, 0, 1), tiers=(0, 1, 2, 3), trap=str(trap)
    )
    whole = gamekit.solve(game, tiers=tmp_path / "whole")
    trap.touch()
    lost = r"^a process was killed or lost before an answer \(BrokenProcessPool\); run the same solve again to resume$"
    with pytest.raises(LimitError, match=lost):
        gamekit.solve(game, tiers=tmp_path / "lost", executor="processes", threads=2)
    assert not trap.exists()
    solution = gamekit.solve(game, tiers=tmp_path / "lost", executor="processes", threads=2)
    assert files_of(tmp_path / "lost") == files_of(tmp_path / "whole")
    assert solution.root == whole.root


@pytest.mark.release
def test_an_interrupted_solve_ends_quietly_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps({"width": 5, "height": 4}))
    folder = tmp_path / "tiers"
    command = ["solve", "connect-four", "--input", str(tmp_path / "game.json"), "--tiers", str(folder)]
    status, out, said = interrupted(
        *command, "--executor", "processes", "--threads", "2", when=lambda: len(finished_in(folder)) > 3
    )
    assert (status, out, said.split()) == (130, "", ["gamekit:", "interrupted"])
    report = call(*command, "--json").json
    assert (report["verified"], report["value"]) == (True, "tie")


@pytest.mark.parametrize(
    "left",
    cases(
        quick=["tiers.json.0123abcd.part"],
        slow=["found/3.0.json.0123abcd.part", "tier-1.0123abcd.part/value.npy"],
    ),
)
def test_what_a_killed_solve_left_is_removed(left: str, tmp_path: Path, copies: CopyingExecutor) -> None:
    game = TieredGame(((1,), (2,), ()), (0, 1, 0), (0, 0, 1), tiers=(0, 1, 2))
    gamekit.solve(game, tiers=tmp_path)
    file = tmp_path / left
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"half")
    (tmp_path / "found" / "1.0123abcd.json").write_text(
        '["1"]'
    )  # of a tier that a worker finished just before
    gamekit.solve(game, tiers=tmp_path, executor=copies)
    assert not list(tmp_path.rglob("*.part"))
    assert not list((tmp_path / "found").iterdir())


@pytest.mark.slow
def test_a_table_that_another_worker_has_just_written_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copies: CopyingExecutor
) -> None:
    """As where a cluster repeats a task whose worker it took for lost."""
    from gamekit.tables.tiers import folder as tier_folder

    save_table = tier_folder.save_table

    def twice(*arguments: Any, **named: Any) -> None:
        save_table(*arguments, **named)
        save_table(*arguments, **named)

    game = TieredGame(((1,), (2,), ()), (0, 1, 0), (0, 0, 1), tiers=(0, 1, 2))
    gamekit.solve(game, tiers=tmp_path / "once")
    monkeypatch.setattr(tier_folder, "save_table", twice)
    gamekit.solve(game, tiers=tmp_path / "twice", executor=copies)
    assert files_of(tmp_path / "twice") == files_of(tmp_path / "once")


def test_progress_tells_tiers_done_of_all(tmp_path: Path, copies: CopyingExecutor) -> None:
    said = list[tuple[str, int, int | None]]()
    game = TieredGame(((1,), (2,), ()), (0, 1, 0), (0, 0, 1), tiers=(0, 1, 2))
    gamekit.solve(game, tiers=tmp_path, executor=copies, progress=lambda *about: said.append(about))
    assert [about for about in said if re.match(r"tier \d", about[0])] == [
        ("tier 2", 0, 3),
        ("tier 1", 1, 3),
        ("tier 0", 2, 3),
    ]
