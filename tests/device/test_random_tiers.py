"""Random layouts: the tables that a device makes are those of this processor, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.device_tiers import contents, one_by_one
from support.devices import solved_here
from support.marks import cases
from support.random_rules import random_board_game, random_rules_with_tiers

import gamekit
from gamekit.device import held_tiers
from gamekit.device.host import Host


def saved(solution: Any, folder: Path) -> Any:
    gamekit.save_table(solution, folder, compress=True)
    return contents(folder)


@pytest.mark.parametrize("seed", cases(slow=[1, 3, 4], release=range(5, 60)))
def test_tables_of_random_layouts(seed: int, tmp_path: Path) -> None:
    game = random_board_game(seed, tmp_path)
    here = solved_here(game, backend="compiled")
    there = gamekit.solve(game, device=Host(threads=3, seed=seed))
    assert saved(here, tmp_path / "here") == saved(there, tmp_path / "there")


@pytest.mark.parametrize("seed", cases(slow=range(4), release=range(4, 150)))
def test_tiers_of_random_layouts(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random_rules_with_tiers(seed)
    if source is None:
        pytest.skip("no tiers")
    game = random_board_game(seed, tmp_path, source)
    compress = seed % 3 > 0
    solved_here(game, tiers=tmp_path / "here", compress=compress)
    if seed % 2:
        monkeypatch.setattr(held_tiers, "groups_of", one_by_one)
    device = Host(threads=3, seed=seed)
    there = gamekit.solve(game, tiers=tmp_path / "there", compress=compress, device=device)
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
    assert gamekit.verify(there, device=device).ok
    assert gamekit.verify(there, device="cpu").ok
