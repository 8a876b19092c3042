"""Tiers whose tables number pairs, beside tables that do not, are solved on, verified, and read as one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.marks import cases
from support.random_games import assert_same
from support.tiered_games import TieredGame, TieredGraphGame, random_tiered_game

import gamekit
from gamekit.analysis.verification.table_check import check_table
from gamekit.errors import TableError
from gamekit.tables.saving import Numbering
from gamekit.tables.tiers.codes import CodeTierFolder
from gamekit.tables.tiers.folder import TierFolder


@pytest.fixture(autouse=True)
def _results_are_read_from_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold no tier in memory after it was solved."""
    finish = CodeTierFolder.finish

    def forgets(folder: CodeTierFolder, *about: Any) -> None:
        finish(folder, *about)
        folder.open_tiers.clear()

    monkeypatch.setattr(CodeTierFolder, "finish", forgets)


def random_dense_game(rng: random.Random) -> Any:
    """Return a game on a random graph of some tiers, with dense codes."""
    states = 60
    edges = tuple(
        ()
        if i > states - 4
        else tuple(sorted({rng.randrange(10 * (i // 10), states) for _ in range(3)} - {i}))
        for i in range(states)
    )
    return TieredGraphGame(
        edges=edges,
        mover=tuple(rng.randint(0, 1) for _ in range(states)),
        payoff=tuple(rng.randint(-3, 3) for _ in range(states)),
        tiers=tuple(i // 10 for i in range(states)),
        is_dense=True,
    )


def assert_results(store: Any) -> None:
    """Assert that the arrays of results are those that are read in ranges, in every part of the store."""
    for part, _, _ in store.parts():
        everything = slice(0, part.places)
        value, remoteness = part.results().at(everything)
        assert value.tolist() == part.values(everything).tolist()
        assert remoteness.tolist() == part.remoteness(everything).tolist()


@pytest.mark.parametrize("make", [random_tiered_game, random_dense_game])
@pytest.mark.parametrize("number", cases(quick=[2], slow=[6], release=[60]))
def test_random_games(make: Any, number: int, tmp_path: Path) -> None:
    rng = random.Random(number)
    for i in range(number):
        game = make(rng)
        solution: Any = gamekit.solve(game, tiers=tmp_path / str(i), compress=True)
        assert_same(game, solution)
        assert all(table.pairs for table in solution.store.tables)
        assert_results(solution.store)
        assert all(part.results().numbers is not None for part, _, _ in solution.store.parts())
        assert check_table(tmp_path / str(i), game=game).ok


@pytest.mark.slow
@pytest.mark.parametrize("make", [random_tiered_game, random_dense_game])
@pytest.mark.parametrize("number", cases(quick=[2], slow=[6], release=[15]))
def test_tables_of_all_kinds_stand_side_by_side(
    make: Any, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, of, saved = TierFolder.save, Numbering.of, set[int]()

    def saves(folder: TierFolder, tier: int, *about: Any) -> None:
        kind = tier % 3
        saved.add(kind)
        folder.compress = (
            kind > 0
        )  # otherwise plain; and without a numbering as all were before there were pairs
        monkeypatch.setattr(Numbering, "of", (lambda *_: None) if kind == 1 else of)
        save(folder, tier, *about)

    monkeypatch.setattr(TierFolder, "save", saves)
    rng = random.Random(number)
    for i in range(number):
        game = make(rng)
        solution: Any = gamekit.solve(game, tiers=tmp_path / str(i))
        assert_same(game, solution)
        assert [table.pairs is not None for table in solution.store.tables] == [
            tier % 3 == 2 for tier in solution.store.tiers
        ]
        assert_results(solution.store)
        assert check_table(tmp_path / str(i), game=game).ok
    assert saved == {0, 1, 2}


PATH = {
    "edges": (*((i + 1,) for i in range(399)), ()),
    "mover": tuple(i % 3 % 2 for i in range(400)),
    "payoff": (0,) * 399 + (7,),
    "tiers": tuple(0 if i < 200 else 1 for i in range(400)),
}
"""A path in two tiers, from which each state has a remoteness of its own."""


@pytest.mark.parametrize(
    "game",
    [
        TieredGame(**PATH),
        pytest.param(TieredGraphGame(**PATH), marks=pytest.mark.slow),
        pytest.param(TieredGraphGame(**PATH, is_dense=True), marks=pytest.mark.slow),
    ],
    ids=["plain", "keys", "dense"],
)
def test_a_byte_may_number_the_pairs_of_a_tier_and_not_of_all(game: Any, tmp_path: Path) -> None:
    solution: Any = gamekit.solve(game, tiers=tmp_path / "tiers", compress=True)
    assert_same(game, solution)
    first, last = solution.store.tables
    assert {len(first.pairs), len(last.pairs)} == {200}
    assert {first.infinite, last.infinite} == {255, 65535}
    assert_results(solution.store)
    assert solution.store.results().numbers is None
    assert check_table(tmp_path / "tiers", game=game).ok


@pytest.mark.slow
def test_a_child_that_is_changed_is_found(tmp_path: Path) -> None:
    game = random_dense_game(random.Random(1))
    gamekit.solve(game, tiers=tmp_path / "tiers", compress=True)
    column = tmp_path / "tiers" / "tier-5" / "result.zst"
    data = bytearray(column.read_bytes())
    data[-1] ^= 1
    column.write_bytes(data)
    with pytest.raises(TableError, match=r"result\.zst is damaged in block 0: its checksum does not match"):
        gamekit.verify(gamekit.open_table(tmp_path / "tiers", game=game))
