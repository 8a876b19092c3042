"""Some tiers of a folder can be verified by themselves, by the results of those that they lead to."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import assert_refused, call
from support.marks import cases
from support.tiered_games import random_plain_tiered_game, random_tiered_game

import gamekit
from gamekit.analysis.verification import table_check
from gamekit.analysis.verification.table_check import check_table
from gamekit.errors import LimitError
from gamekit.tables.table_store import TableStore


def in_tiers(make: Any, folder: Path) -> tuple[Any, Any]:
    """Return a game with at least four tiers that is solved in a folder, and its store."""
    rng = random.Random(5)
    while True:
        game = make(rng)
        store: Any = gamekit.solve(game, tiers=folder / str(len(list(folder.iterdir())))).store
        if len(store.tiers) >= 4:
            return game, store


@pytest.mark.parametrize("make", [random_plain_tiered_game, random_tiered_game])
def test_each_tier_is_verified_by_those_that_it_leads_to(make: Any, tmp_path: Path) -> None:
    game, store = in_tiers(make, tmp_path)
    checked = 0
    for tier, table in store.tiers.items():
        report = check_table(store.info.path, game=game, tiers=[tier])
        assert report.ok, report
        assert report.rests_on == tuple(sorted(store.children[tier]))
        assert report.verification is not None
        assert report.verification.checked == table.states
        checked += report.verification.checked
    assert checked == store.states
    every = check_table(store.info.path, game=game, tiers=list(store.tiers))
    assert (every.ok, every.rests_on, every.verification.checked) == (True, (), checked)  # type: ignore[union-attr]


@pytest.mark.parametrize("make", [random_plain_tiered_game, random_tiered_game])
def test_wrong_values_are_found_in_their_tier(
    make: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, store = in_tiers(make, tmp_path)
    payoffs = [payoff for payoff in store.payoffs if payoff]
    wrong = next(
        tier
        for tier, table in store.tiers.items()
        if np.isin(table.values(slice(0, table.places)), payoffs).any()
    )
    values = TableStore.values

    def turned(self: TableStore, part: slice) -> Any:
        found = values(self, part).copy()
        if self.files.path.name == f"tier-{wrong}":
            found[np.isin(found, payoffs)] *= -1
        return found

    monkeypatch.setattr(TableStore, "values", turned)
    for tier in store.tiers:
        report = check_table(store.info.path, game=game, tiers=[tier])
        if tier == wrong:
            assert not report.ok
            assert "is said to be" in report.problems[0]
        elif wrong not in store.children[tier]:
            assert report.ok, report


@pytest.mark.parametrize(
    ("make", "compress"),
    cases(
        quick=[(random_plain_tiered_game, False), (random_tiered_game, True)],
        slow=[(random_plain_tiered_game, True), (random_tiered_game, False)],
    ),
)
def test_memory_has_to_hold_a_tier_and_those_that_it_leads_to(
    make: Any, compress: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_check, "held", lambda: 0)
    game, first = in_tiers(make, tmp_path)
    store: Any = gamekit.solve(game, tiers=tmp_path / "tiers", compress=compress).store
    assert list(store.tiers) == list(first.tiers)
    folder, most = tmp_path / "tiers", 0
    for tier, (part, _, _) in zip(store.tiers, store.parts(), strict=True):
        results = part.results()
        needed = sum(
            array.nbytes for array in (results.arrays if results.numbers is None else [results.numbers])
        )
        needed += sum(table.bytes_of_index for table in part.tables)
        assert check_table(folder, game=game, tiers=[tier], memory=needed).ok
        with pytest.raises(LimitError, match=f"verifying .*tier-{tier} needs"):
            check_table(folder, game=game, tiers=[tier], memory=needed - 1)
        most = max(most, needed)
    assert check_table(folder, game=game, memory=most).ok
    with pytest.raises(LimitError):
        check_table(folder, game=game, memory=most - 1)


def test_the_command_says_what_the_tiers_rest_on(tmp_path: Path) -> None:
    folder = str(tmp_path / "tiers")
    call("solve", "hexapawn", "--tiers", folder, "--backend", "python", "--brief")
    store: Any = gamekit.open_table(folder).store
    tier = next(tier for tier, children in store.children.items() if len(children) == 1)
    (child,) = store.children[tier]
    answer = call("verify", folder, "--tier", str(tier)).out
    assert f"verified: all {store.tiers[tier].states} states" in answer
    assert f"; the results of 1 other tier ({child}) were taken as they are" in answer
    assert call("verify", folder, "--tier", str(tier), "--json").json["rests_on"] == [child]
    assert_refused(call("verify", folder, "--tier", "12345"))
    call("solve", "nim", "--save", str(tmp_path / "nim"))
    refused = call("verify", str(tmp_path / "nim"), "--tier", "1")
    assert_refused(refused)
    assert "tiers can be chosen in a folder of tiers" in refused.err
