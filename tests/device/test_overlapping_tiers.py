"""The table of a tier is written while a device solves the next one."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from support.device_tiers import GAMES, contents

import gamekit
from gamekit import InputError, LimitError
from gamekit.device.host import Host
from gamekit.device.tiers import TierSolver
from gamekit.tables.tiers.codes import CodeTierFolder

NAME, PARAMETERS = GAMES["few keys"]
FAILS_AT = 3


def solve(folder: Path, device: Any = None) -> Any:
    game = gamekit.load_game(NAME, PARAMETERS)
    return gamekit.solve(game, tiers=folder, compress=True, device=device or Host(threads=2))


def assert_resumed(folder: Path, alone: Path) -> None:
    """Assert that a solve that was stopped continues, to the same tables, and left nothing half written."""
    assert not [*folder.rglob("*.part")]
    solve(folder)
    solve(alone, "cpu")
    assert contents(folder) == contents(alone)


def test_a_table_is_written_while_the_next_tier_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: dict[int, threading.Event] = {}
    order: list[int] = []
    solved, write = TierSolver.solved, CodeTierFolder.write

    def begins(solver: Any, rules: Any, index: Any) -> Any:
        if order:
            begun[order[-1]].set()
        order.append(rules.tier)
        begun[rules.tier] = threading.Event()
        return solved(solver, rules, index)

    def waits(folder: Any, tier: int, *about: Any) -> None:
        is_last = len(order) == len(folder.children)
        assert is_last or begun[tier].wait(60)  # for the next tier to begin
        write(folder, tier, *about)

    monkeypatch.setattr(TierSolver, "solved", begins)
    monkeypatch.setattr(CodeTierFolder, "write", waits)
    assert gamekit.verify(solve(tmp_path / "tiers")).ok
    assert len(order) > FAILS_AT


@pytest.mark.slow
@pytest.mark.parametrize("error", [InputError("cannot write"), LimitError("the disk is full")])
def test_what_cannot_be_written_ends_the_solve(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gamekit.tables.tiers import folder as folders

    save, calls = folders.save_table, iter(range(100))

    def fails(*given: Any, **options: Any) -> None:
        if next(calls) == FAILS_AT:
            raise error
        save(*given, **options)

    with monkeypatch.context() as patch:
        patch.setattr(folders, "save_table", fails)
        with pytest.raises(type(error), match=str(error)):
            solve(tmp_path / "tiers")
    assert len([*(tmp_path / "tiers").glob("tier-*")]) == FAILS_AT
    assert_resumed(tmp_path / "tiers", tmp_path / "alone")


@pytest.mark.slow
def test_an_interrupt_waits_for_the_table_that_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved, calls = TierSolver.solved, iter(range(100))

    def interrupted(*given: Any) -> Any:
        if next(calls) == FAILS_AT:
            raise KeyboardInterrupt
        return solved(*given)

    with monkeypatch.context() as patch:
        patch.setattr(TierSolver, "solved", interrupted)
        with pytest.raises(KeyboardInterrupt):
            solve(tmp_path / "tiers")
    assert len([*(tmp_path / "tiers").glob("tier-*")]) == FAILS_AT
    assert_resumed(tmp_path / "tiers", tmp_path / "alone")
