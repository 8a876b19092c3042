"""`gamekit prove`: its report, its exit statuses, and the certificate that `verify` checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import assert_refused, call


def test_a_game_is_proved_saved_and_verified(tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    result = call("prove", "tic-tac-toe", "--save", folder)
    assert result.status == 0
    assert result.out.startswith("tic-tac-toe: nobody wins: a tie\n")
    assert "verified: all" in result.out
    checked = call("verify", folder, "--json").json
    assert checked["ok"]
    assert len(checked["claims"]) == 2
    assert_refused(call("prove", "tic-tac-toe", "--save", folder))


def test_the_report_in_json() -> None:
    report = call("prove", "nim", "--state", "0 4 5, first to move", "--json").json
    assert (report["winner"], report["value"], report["lower"], report["upper"]) == ("first", "win", 1, None)
    assert report["verified"] is True


def test_a_limit_leaves_with_the_bounds_so_far() -> None:
    result = call("prove", "tic-tac-toe", "--backend", "python", "--max-nodes", "256", "--json")
    assert result.status == 3
    assert result.json["value"] is None
    assert "256 positions were expanded" in result.err


def test_one_payoff_is_asked_about() -> None:
    report = call("prove", "kalah", "--at-least", "1", "--json", "--no-verify").json
    assert report["upper"] is not None
    assert report["verified"] is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("nimm",),
        ("nim", "--state", "x"),
        ("nim", "--memory", "much"),
        ("nim", "--seconds", "0"),
        ("nim", "--state", "9 9 9, first to move"),
    ],
)
def test_bad_input_is_refused(arguments: tuple[str, ...]) -> None:
    assert_refused(call("prove", *arguments))


def test_a_search_that_goes_on_saves_no_partial_bound(tmp_path: Path) -> None:
    """Every run of the same command goes on, until one has the answer and saves its certificate."""
    folder, work = tmp_path / "proof", tmp_path / "work"
    command = ("prove", "tic-tac-toe", "--backend", "python", "--work", str(work), "--save", str(folder))
    stopped = 0
    while (result := call(*command, "--max-nodes", "100", "--json")).status == 3:
        assert f"the same command goes on in {work}, and saves {folder} when it has one" in result.err
        assert result.json["certificate"] is None
        assert not folder.exists()
        stopped += 1
        bounded = result.json["upper"]
    assert (result.status, result.json["value"], result.json["certificate"]) == (0, "tie", str(folder))
    assert stopped > 1
    assert bounded == 0  # the last one before the answer had a bound that it might have saved
