"""Tiers on a device: the tables are those that this processor writes, byte for byte."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.device_tiers import GAMES, contents
from support.marks import cases

import gamekit
from gamekit import LimitError
from gamekit.device.host import Host
from gamekit.errors import TableError
from gamekit.tables.tiers.files import VERIFIED, note_verified, verified_on


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


def test_the_device_that_verified_is_noted_for_these_tables(tmp_path: Path) -> None:
    name, parameters = GAMES["few keys"]
    gamekit.solve(gamekit.load_game(name, parameters), tiers=tmp_path, device="cpu")
    assert verified_on(tmp_path) is None
    note_verified(tmp_path, "a card")
    assert gamekit.open_table(tmp_path).statistics["verified on"] == "a card"
    (tmp_path / VERIFIED).write_text("{}")
    with pytest.raises(TableError, match=VERIFIED):
        verified_on(tmp_path)
    note_verified(tmp_path, "a card")
    manifest = min(tmp_path.glob("tier-*/manifest.json"))
    manifest.write_text(manifest.read_text() + " ")
    assert verified_on(tmp_path) is None


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
