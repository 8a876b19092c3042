"""A solve by tiers goes on where it ended, between tiers and inside one, and writes the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from support.kings import CarefulKings, Kings
from support.marks import cases
from support.tier_folders import columns_of

import gamekit
from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.sharded_state import Progress, StateCounts
from gamekit.engine.runtime.tuning import DEFAULTS
from gamekit.engine.tiers import solve as tier_solving
from gamekit.engine.tiers.tier_batch import SolvedTier
from gamekit.errors import InputError
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import solve_with
from gamekit.tables.tiers.codes import SnapshotFile


@pytest.mark.slow
@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_a_solve_that_ended_between_tiers_goes_on(
    dense: bool, compress: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Kings(dense=dense)
    whole = gamekit.solve(game, tiers=tmp_path / "at once", compress=compress)
    solve_tier, solved = tier_solving._solved, []

    def stops(*arguments: Any) -> Any:
        if len(solved) % 2:
            solved.append(None)
            raise KeyboardInterrupt
        solved.append(arguments[-2])
        return solve_tier(*arguments)

    monkeypatch.setattr(tier_solving, "_solved", stops)
    for _ in range(20):
        try:
            solution = gamekit.solve(game, tiers=tmp_path / "in parts", compress=compress)
            break
        except KeyboardInterrupt:
            with pytest.raises(InputError, match=r"is not finished: \d of \d tiers are solved"):
                gamekit.open_table(tmp_path / "in parts", game=game)
    assert len([tier for tier in solved if tier is not None]) == len(whole.store.tiers)
    assert columns_of(tmp_path / "in parts") == columns_of(tmp_path / "at once")
    assert [table.pairs for table in solution.store.tables] == [table.pairs for table in whole.store.tables]
    assert solution.root == whole.root


@pytest.mark.parametrize("method", ["predecessors", "edges"])
@pytest.mark.parametrize(
    ("dense", "alike"), cases(slow=[(False, True)], release=[(True, False), (True, True), (False, False)])
)
def test_a_tier_goes_on_from_a_snapshot(
    dense: bool, alike: bool, method: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = CarefulKings(dense=dense, alike=alike)
    whole = gamekit.solve(game, tiers=tmp_path / "at once", method=method)
    assert whole.method == method
    left, offer, offered, kept = [0], SnapshotFile.offer, [], set[str]()

    def stops(file: SnapshotFile, *about: Any, **more: Any) -> None:
        file.every = -1.0
        file.took = 0.0
        offer(file, *about, **more)
        offered.append(about[1])
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(SnapshotFile, "offer", stops)
    stopped = 0
    while stopped < 1000:
        left[0] = 2  # goes on, and stops at the next
        # another version may have other sizes; where it has other shards, it finds the edges anew
        sizes = {"scan_task": 100 - 30 * (stopped % 2), "shard_places": 64 if stopped < 3 else 128}
        tuning = attrs.evolve(DEFAULTS, **sizes)
        try:
            solution = solve_with(
                game, SolveOptions(tiers=tmp_path / "in parts", tuning=tuning, method=method)
            )
            break
        except KeyboardInterrupt:
            stopped += 1
            files = list((tmp_path / "in parts" / "found").glob("*.npz"))
            assert files
            kept.update(path.name.partition(".")[2] for path in files)
    assert kept == ({"npz"} if method == "predecessors" else {"npz", "edges.npz"})
    assert 5 < stopped < 1000
    assert any(progress.places < max(p.places for p in offered) for progress in offered)
    assert max(progress.plies for progress in offered) > 2
    assert columns_of(tmp_path / "in parts") == columns_of(tmp_path / "at once")
    assert solution.root == whole.root
    assert not list((tmp_path / "in parts" / "found").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("was_killed", [False, True])
def test_a_sample_may_miss_that_moves_stay_in_a_tier(
    was_killed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = CarefulKings(dense=True)
    whole = gamekit.solve(game, tiers=tmp_path / "whole")
    in_one_pass, tried = tier_solving.solve_in_one_pass, []

    def tries(runner: Any, rules: Any, index: Any, *about: Any) -> Any:
        tried.append(rules.tier)
        if not was_killed:
            return in_one_pass(runner, rules, index, *about)
        file: SnapshotFile = about[-1]  # as it is where a kill came just after a move was found that stays
        file.every = -1.0
        file.offer(Columns.blank(len(index), counted=False), Progress(1, StateCounts(1, 2, (), 2)))
        return None

    monkeypatch.setattr(tier_solving, "_branching", lambda *_: (0.0, 4.0, 4))
    monkeypatch.setattr(tier_solving, "solve_in_one_pass", tries)
    gamekit.solve(game, tiers=tmp_path / "sampled")
    assert tried == [*whole.store.tiers]
    assert columns_of(tmp_path / "sampled") == columns_of(tmp_path / "whole")


@pytest.mark.slow
def test_edges_of_a_killed_tier_are_not_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expanded: list[int] = []

    class Counted(SolvedTier):
        def expand(self, codes: Any) -> Any:
            expanded.append(self.tier)
            return super().expand(codes)

    def stops(file: SnapshotFile, *about: Any, **more: Any) -> None:
        file.every = -1.0
        offer(file, *about, **more)
        raise KeyboardInterrupt

    offer = SnapshotFile.offer
    monkeypatch.setattr(tier_solving, "SolvedTier", Counted)
    gamekit.solve(Kings(), tiers=tmp_path / "whole")
    at_once = list(expanded)
    monkeypatch.setattr(SnapshotFile, "offer", stops)
    with pytest.raises(KeyboardInterrupt):
        gamekit.solve(Kings(), tiers=tmp_path / "in parts")
    monkeypatch.setattr(SnapshotFile, "offer", offer)
    expanded.clear()
    gamekit.solve(Kings(), tiers=tmp_path / "in parts")
    first = at_once[0]
    assert 0 < expanded.count(first) < at_once.count(first)  # for the sample alone
    assert columns_of(tmp_path / "in parts") == columns_of(tmp_path / "whole")
    (files := tmp_path / "damaged").mkdir()
    file = SnapshotFile(files / "4.npz")
    (files / "4.edges.npz").write_bytes(b"?")
    assert file.last_edges(in_first_pass=False) is None
    file.remove()
    assert not list(files.iterdir())


@pytest.mark.slow
def test_edges_of_which_some_are_missing_are_found_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, offer = CarefulKings(), SnapshotFile.offer
    options = {"method": "edges", "tuning": attrs.evolve(DEFAULTS, scan_task=100)}
    gamekit.solve(game, tiers=tmp_path / "whole", method="edges")

    def stops(file: SnapshotFile, columns: Columns, progress: Progress, edges: Any = None) -> None:
        if edges is None or progress.places == len(columns):
            return
        (targets, parents), *others = edges()
        if len(targets):
            file.every = -1.0
            offer(file, columns, progress, lambda: [(targets[:-1], parents[:-1]), *others])
            raise KeyboardInterrupt

    monkeypatch.setattr(SnapshotFile, "offer", stops)
    with pytest.raises(KeyboardInterrupt):
        solve_with(game, SolveOptions(tiers=tmp_path / "in parts", **options))
    monkeypatch.setattr(SnapshotFile, "offer", offer)
    solve_with(game, SolveOptions(tiers=tmp_path / "in parts", **options))
    assert columns_of(tmp_path / "in parts") == columns_of(tmp_path / "whole")
