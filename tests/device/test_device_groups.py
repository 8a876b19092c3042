"""Tiers whose children do not fit into a device at once are solved and verified as if they did."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.device_tiers import GAMES, contents, one_by_one
from support.marks import cases

import gamekit
from gamekit import LimitError
from gamekit.analysis.verification.kernel import MAX_PROBLEMS
from gamekit.device import held_tiers
from gamekit.device.held_tiers import groups_of
from gamekit.device.host import Host
from gamekit.tables.table_store import TableStore

KINDS = cases(
    quick=["few keys"],
    slow=["keys that go round"],
    release=["ranges", "ranges that go round", "placing men", "pawns"],
)


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hold one child at a time; return the numbers of groups that this made."""
    numbers: list[int] = []

    def counted(free: int, tiers: Any) -> list[frozenset[int]]:
        numbers.append(len(tiers))
        return one_by_one(free, tiers)

    monkeypatch.setattr(held_tiers, "groups_of", counted)
    return numbers


@pytest.mark.parametrize("forgeries", cases(quick=[1], slow=[4]))
@pytest.mark.parametrize("kind", KINDS)
def test_groups_change_nothing(
    kind: str, forgeries: int, groups: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, parameters = GAMES[kind]
    game = gamekit.load_game(name, parameters)
    here = gamekit.solve(game, tiers=tmp_path / "here", compress=True, device="cpu")
    there = gamekit.solve(game, tiers=tmp_path / "there", compress=True, device=Host(threads=3, seed=2))
    assert max(groups) > 1
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
    device, processor = (gamekit.verify(here, device=which) for which in (Host(threads=3, seed=1), "cpu"))
    assert (device.ok, device.checked) == (True, processor.checked)
    for seed in range(forgeries):
        forge(here, np.random.default_rng(seed), monkeypatch)
        device, processor = (gamekit.verify(there, device=which) for which in (Host(seed=1), "cpu"))
        assert (device.wrong, device.unsolved) == (processor.wrong, processor.unsolved)
        assert device.wrong > 0
        if device.wrong <= MAX_PROBLEMS:  # of more, a device names any
            assert set(device.problems) == set(processor.problems)


def forge(solution: Any, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a state of one tier, or of a few, have another result when tables of the solution's tiers are read."""
    tiers = rng.choice([*solution.store.tiers], size=2)
    places = {f"tier-{tier}": int(rng.integers(solution.store.tiers[tier].places)) for tier in tiers}
    by = int(rng.integers(1, 5))
    read = vars(TableStore).get("read_as_it_is", TableStore.results)

    def forged(store: TableStore, part: slice | None = None) -> Any:
        results = read(store, part)
        at = places.get(store.files.path.name, -1) - (0 if part is None else part.start)
        if results.numbers is not None and 0 <= at < len(results.numbers):
            numbers = results.numbers.copy()
            numbers[at] = (numbers[at] + by) % len(results.value)
            return type(results)(results.value, results.remoteness, numbers)
        return results

    monkeypatch.setattr(TableStore, "read_as_it_is", read, raising=False)
    monkeypatch.setattr(TableStore, "results", forged)


@pytest.mark.slow
def test_a_small_device_verifies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all that some tiers lead to fits into it at once, and into a smaller one not even the largest tier."""
    made: list[int] = []

    def counted(*given: Any) -> list[frozenset[int]]:
        made.append(len(found := groups_of(*given)))
        return found

    monkeypatch.setattr(held_tiers, "groups_of", counted)
    name, parameters = GAMES["keys that go round"]
    game = gamekit.load_game(name, parameters)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers", compress=True, device="cpu")
    assert gamekit.verify(solution, device=Host(memory=30_000)).ok
    assert max(made) > 1
    with pytest.raises(LimitError, match="the solution does not fit into the memory of this processor"):
        gamekit.verify(solution, device=Host(memory=15_000))


def test_groups_are_as_few_as_go_in_one_after_the_other() -> None:
    sizes = {0: 2000, 1: 9000, 2: 3000, 3: 6000}
    groups = [sorted(group) for group in groups_of(10_000, sizes)]
    assert groups == [[1], [2, 3], [0]]
    assert groups_of(10, {}) == [frozenset()]
