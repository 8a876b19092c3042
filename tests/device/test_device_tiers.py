"""Tiers on a device: the tables are those that this processor writes, byte for byte."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit import LimitError
from gamekit.device import tiers
from gamekit.device.host import Host

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "keys": ("dots-and-boxes", {}),
    "keys that go round": ("kalah", {"pits": 3, "seeds": 2}),
    "ranges": ("chess-ending", {"material": "KQKR", "board": 4}),
    "ranges that go round": ("morris", {"rings": 2, "men": [4, 3], "placing": False}),
    "placing men": ("morris", {"rings": 1, "men": [4, 4]}),
    "conversions": ("chess-ending", {"material": "KPK", "board": 4, "metric": "dtz"}),
    "pawns": ("chess-ending", {"material": "KPKN", "board": 5}),
    "many": ("connect-four", {"columns": 5, "rows": 4}),
}

OF_A_RUN = ("checksum", "statistics", "seconds", "made_at", "method")
"""What manifests say of the run that made them."""


def contents(folder: Path) -> dict[str, Any]:
    """Return what the files of a folder of tiers hold, without what depends on the run."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        if path.name == "manifest.json":
            manifest = json.loads(path.read_text(encoding="utf-8"))
            found[str(path.relative_to(folder))] = {k: v for k, v in manifest.items() if k not in OF_A_RUN}
        elif path.is_file():
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


@pytest.mark.parametrize(
    "kind",
    cases(
        quick=["keys that go round"],
        slow=["keys", "ranges", "ranges that go round", "placing men", "conversions"],
        release=["pawns", "many"],
    ),
)
def test_tables_are_those_of_this_processor(kind: str, tmp_path: Path) -> None:
    name, parameters = GAMES[kind]
    game = gamekit.load_game(name, parameters)
    here = gamekit.solve(game, tiers=tmp_path / "here", compress=True, device="cpu")
    there = gamekit.solve(game, tiers=tmp_path / "there", compress=True, device=Host(threads=5, seed=1))
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
    assert there.root == here.root
    assert gamekit.verify(there).ok


@pytest.mark.slow
def test_what_moves_lead_to_may_come_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []
    in_groups = tiers.groups_of

    def counted(*given: Any) -> list[frozenset[int]]:
        found = in_groups(*given)
        groups.append(len(found))
        return found

    monkeypatch.setattr(tiers, "groups_of", counted)
    game = gamekit.load_game("chess-ending", {"material": "KQKR", "board": 5})
    here = gamekit.solve(game, tiers=tmp_path / "here", device="cpu")
    there = gamekit.solve(game, tiers=tmp_path / "there", device=Host(memory=1_500_000, threads=2))
    assert max(groups) == 2
    assert contents(tmp_path / "here") == contents(tmp_path / "there")
    assert there.root == here.root


@pytest.mark.slow
def test_a_tier_that_does_not_fit_is_named(tmp_path: Path) -> None:
    game = gamekit.load_game("chess-ending", {"material": "KQK", "board": 5})
    with pytest.raises(
        LimitError, match=r"tier \d+ of ChessEnding does not fit into the memory of this processor"
    ):
        gamekit.solve(game, tiers=tmp_path / "tiers", device=Host(memory=30_000))
    assert gamekit.solve(game, tiers=tmp_path / "tiers", device="cpu").root is not None


@pytest.mark.slow
def test_a_device_continues_what_this_processor_began(tmp_path: Path) -> None:
    game = gamekit.load_game("morris", {"rings": 1, "men": [4, 4]})
    stop = partial(gamekit.solve, game, tiers=tmp_path / "both", device="cpu")

    calls = iter(range(12))

    def until_enough(*_: Any) -> None:
        if next(calls, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop(progress=until_enough)
    both = gamekit.solve(game, tiers=tmp_path / "both", device=Host())
    alone = gamekit.solve(game, tiers=tmp_path / "alone", device="cpu")
    assert both.root == alone.root
    assert contents(tmp_path / "both") == contents(tmp_path / "alone")
