"""Snapshots: when they are due, what damage does to them, which edges they have."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.result_numbers import NEVER
from gamekit.engine.retrograde.sharded_state import Progress, StateCounts
from gamekit.engine.runtime.locked_folder import Snapshot
from gamekit.tables.tiers.codes import SnapshotFile


def test_all_edges_are_not_taken_for_those_of_a_first_pass(tmp_path: Path) -> None:
    """A process stored them and was killed; another one began to count by predecessors, and was killed as well."""
    numbers = np.array([3, 4], dtype=np.uint32)
    for places, edges in ((5, lambda: [(numbers, numbers)]), (2, None)):
        SnapshotFile(tmp_path / "some.npz", every=-1.0).offer(Columns.blank(5), Progress(places), edges)
    file = SnapshotFile(tmp_path / "some.npz", every=-1.0)
    assert file.last_edges(in_first_pass=True) is None
    assert file.last_edges(in_first_pass=False) is not None
    SnapshotFile(tmp_path / "some.npz", every=-1.0).offer(
        Columns.blank(5), Progress(2), lambda: [(numbers, numbers)]
    )
    ((targets, parents),) = file.last_edges(in_first_pass=True) or ()
    assert targets.tolist() == parents.tolist() == [3, 4]


def test_between_snapshots_work_goes_on_for_many_times_as_long_as_it_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    snapshot, due = Snapshot(tmp_path / "some.npz", written=0.0), []
    for seconds in range(300):
        now[0] = float(seconds)
        if snapshot.is_due():
            due.append(seconds)
            now[0] += 5  # while what is to be written is put together
            snapshot.write({})
    assert due == [60, 165, 270]


def test_a_snapshot_that_is_damaged_counts_as_none(tmp_path: Path) -> None:
    columns = Columns.blank(5)
    columns.write(np.array([1, 3]), np.array([1, -1], dtype=np.int8), np.array([2, NEVER], dtype=np.int32))
    file = SnapshotFile(tmp_path / "some.npz", every=0.0)
    file.offer(columns, Progress(5, StateCounts(4, 3, (-1, 1), 2), np.array([[1, 2]]), 1, 7))
    last = file.last()
    assert last is not None
    for places in (slice(0, 5), np.array([3, 1])):
        assert last[0].values(places).tolist() == columns.values(places).tolist()
        assert last[0].remoteness(places).tolist() == columns.remoteness(places).tolist()
    assert (last[1].counts, last[1].sweep, last[1].plies) == (StateCounts(4, 3, (-1, 1), 2), 1, 7)
    content = (tmp_path / "some.npz").read_bytes()
    for changed in (content[:50], content[:189] + b"?" + content[190:], b""):
        file.path.write_bytes(changed)
        assert file.last() is None
    file.remove()
    assert file.last() is None


@pytest.mark.slow
def test_a_snapshot_with_any_bit_changed_counts_as_none_or_is_the_same(tmp_path: Path) -> None:
    snapshot = Snapshot(tmp_path / "some.npz")
    arrays = {"result": np.arange(7, dtype=np.uint8), "progress": np.array([3, 1]), "one": np.array([5])}
    snapshot.write(arrays)
    content, refused = snapshot.path.read_bytes(), 0
    for bit in range(0, 8 * len(content), 5):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        snapshot.path.write_bytes(changed)
        found = snapshot.read()
        refused += found is None
        assert found is None or {name: array.tolist() for name, array in found.items()} == {
            name: array.tolist() for name, array in arrays.items()
        }
    assert refused > 1000


def test_two_workers_may_keep_the_same_tier(tmp_path: Path) -> None:
    """One of them was thought to be lost; the other may be done while it writes."""
    snapshot, path = Snapshot(tmp_path / "4.npz"), tmp_path / "4.npz"

    def keep(number: int) -> None:
        for i in range(20):
            snapshot.write({"by": np.array([number, i])})
            if not i % 7:
                snapshot.remove()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(keep, range(4)))
    found = snapshot.read()
    assert found is None or found["by"].shape == (2,)
    (tmp_path / "4.npz.0123abcd.part").write_bytes(b"left by a killed process")
    snapshot.write({"by": np.array([4, 0])})
    assert list(tmp_path.iterdir()) == [path]
    snapshot.remove()
    assert not list(path.parent.iterdir())
