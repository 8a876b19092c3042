"""`gamekit prove`: its report, its exit statuses, and the certificate that `verify` checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import assert_refused, call

import gamekit
from gamekit.errors import LimitError
from gamekit.tables.certificate import Certificate


@pytest.mark.slow
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
    ("at_least", "said"),
    [
        ("2", "kalah: no, south cannot be sure of 2 or more\n"),
        ("-2", "kalah: yes, south gets -2 or more\n"),
        ("-9", "kalah: yes, south gets -9 or more\n"),
    ],
)
def test_a_question_is_answered_with_yes_or_no(at_least: str, said: str) -> None:
    assert gamekit.solve(gamekit.load_game("kalah")).root.payoff == -2
    result = call("prove", "kalah", "--at-least", at_least)
    assert result.out.startswith(said)
    assert "UNKNOWN" not in result.out


def test_the_second_player_asks_about_payoffs_of_its_own() -> None:
    state = "9 9, second to move"
    assert call("prove", "nim", "-p", "heaps=[9,9]", "--state", state, "--at-least", "0").out.startswith(
        "nim: no, second cannot be sure of 0 or more\n"
    )


def test_a_search_without_an_answer_says_neither_yes_nor_no_nor_that_it_was_not_verified() -> None:
    result = call("prove", "kalah", "--at-least", "2", "--max-nodes", "1")
    assert result.status == 3
    assert result.out.startswith("kalah: unknown\n")
    assert "\nproof " not in result.out
    assert "not verified, as asked" in call("prove", "kalah", "--no-verify").out


def test_a_win_in_one_ply_is_in_one_ply() -> None:
    assert call("prove", "nim", "-p", "heaps=[1]").out.startswith("nim: first wins in 1 ply\n")


def test_positions_that_the_memory_holds_are_counted() -> None:
    result = call("prove", "tic-tac-toe", "--backend", "python", "--memory", "1")
    assert "the memory for 1 position is used up" in result.err


def test_a_certificate_is_named_as_one(tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    assert call("prove", "nim", "--save", folder).status == 0
    for arguments, said in (
        (("solve", folder), f"{folder} is a certificate, not a game; verify, play or explore it"),
        (("explain", folder, "--backend", "python"), f"{folder} is a certificate, not a table"),
        (
            ("prove", "nim", "--save", folder),
            f"cannot write {folder}: this folder exists already; name another folder",
        ),
        (("verify", f"{folder}s"), f"cannot open {folder}s: No such file or directory"),
    ):
        result = call(*arguments)
        assert_refused(result)
        assert said in result.err


@pytest.mark.slow
def test_a_work_folder_names_what_differs(tmp_path: Path) -> None:
    work = ("--work", str(tmp_path))
    assert call("prove", "tic-tac-toe", "--backend", "python", *work).status == 0
    settings = tmp_path / "work.json"
    found = json.loads(settings.read_text())
    settings.write_text(json.dumps(found | {"backend": "compiled", "fingerprint": "that of other rules"}))
    result = call("prove", "tic-tac-toe", "--backend", "python", *work)
    assert_refused(result)
    assert (
        'holds a proof of tic-tac-toe with another backend: "compiled" in the folder, "plain" now'
        in result.err
    )
    settings.write_text(json.dumps(found | {"memory": 1 << 20}))
    result = call("prove", "tic-tac-toe", "--backend", "python", *work)
    assert "with another memory: 1.0 MiB in the folder, none now; " in result.err
    settings.write_text(json.dumps(found))
    result = call("prove", "tic-tac-toe", "--backend", "python", "--at-least", "1", *work)
    assert "with another at_least: none in the folder, 1 now; " in result.err


def test_a_folder_of_something_else_is_not_worked_in(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    assert call("prove", "nim", "--save", str(folder)).status == 0
    for other, said in ((folder, min(path.name for path in folder.iterdir())), (tmp_path, "proof")):
        before = sorted(other.iterdir())
        result = call("prove", "tic-tac-toe", "--work", str(other))
        assert_refused(
            result, f"{other} must be a work folder or empty, but it holds {said}; name another folder"
        )
        assert sorted(other.iterdir()) == before
    work = tmp_path / "work"
    assert call("prove", "tic-tac-toe", "--backend", "python", "--work", str(work)).status == 0
    (work / "work.json").unlink()
    result = call("prove", "tic-tac-toe", "--backend", "python", "--work", str(work))
    assert_refused(result, f"{work} has lost its work.json; delete the folder to start anew")


def test_a_folder_without_a_name_is_refused() -> None:
    for option in ("--save", "--work"):
        result = call("prove", "nim", option, "")
        assert_refused(result)
        assert "the name of the folder is empty" in result.err


LADDER = """
import attrs
from gamekit import Game

@attrs.frozen
class Ladder(Game):
    rungs: int = 300
    players = ("Ann",)
    infinite_play = -1

    def initial_state(self):
        return 0

    def to_move(self, state):
        return 0

    def moves(self, state):
        return [1, -1] if state else [1, 0]

    def apply(self, state, move):
        return state + move

    def outcome(self, state):
        return 1 if state == self.rungs else None
"""


@pytest.mark.slow
def test_an_answer_without_a_certificate_is_printed(tmp_path: Path) -> None:
    """An end more than 254 plies away is found where the search meets no circle, but has no ranks then."""
    (tmp_path / "ladder.py").write_text(LADDER)
    ladder = f"{tmp_path}/ladder.py:Ladder"
    why = "no certificate could be extracted: the end is more than 254 plies away"
    result = call("prove", ladder, "--save", str(tmp_path / "proof"))
    assert (result.status, result.err) == (3, f"gamekit: {why}\n")
    assert ": Ann wins\n" in result.out
    assert "not verified, because there is no certificate" in result.out
    assert not (tmp_path / "proof").exists()
    report = call("prove", ladder, "--json").json
    assert (report["winner"], report["verified"], report["lacking"]) == ("Ann", None, why)


def test_an_answer_is_printed_though_the_certificate_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_: object) -> None:
        raise LimitError("the disk is full")

    monkeypatch.setattr(Certificate, "save", is_full)
    for quiet in ((), ("-q",)):
        result = call("prove", "nim", "--save", str(tmp_path / "proof"), "--json", *quiet)
        assert (result.status, result.err) == (3, "gamekit: the disk is full\n")
        report = result.json
        assert (report["winner"], report["verified"], report["certificate"]) == ("first", True, None)
        assert report["lacking"] == "the disk is full"
    assert (
        "not verified, as asked" in call("prove", "nim", "--no-verify", "--save", str(tmp_path / "proof")).out
    )


def test_a_quiet_command_says_why_the_search_stopped() -> None:
    result = call("prove", "tic-tac-toe", "--backend", "python", "--max-nodes", "1", "-q")
    assert result.status == 3
    assert result.err == "gamekit: the search stopped before an answer: 1 position was expanded\n"


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


@pytest.mark.slow
def test_a_search_that_goes_on_saves_no_partial_bound(tmp_path: Path) -> None:
    """Every run of the same command goes on, until one has the answer and saves its certificate."""
    folder, work = tmp_path / "proof", tmp_path / "work"
    command = ("prove", "tic-tac-toe", "--backend", "python", "--work", str(work), "--save", str(folder))
    stopped = 0
    while (result := call(*command, "--max-nodes", "100", "--json")).status == 3:
        assert f"again to resume in {work}, and to save {folder} once it has the answer" in result.err
        assert result.json["certificate"] is None
        assert not folder.exists()
        stopped += 1
        bounded = result.json["upper"]
    assert (result.status, result.json["value"], result.json["certificate"]) == (0, "tie", str(folder))
    assert stopped > 1
    assert bounded == 0  # the last one before the answer had a bound that it might have saved
