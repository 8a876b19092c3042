"""`gamekit solve --work` and `--executor`."""

from __future__ import annotations

import contextlib
import json
import shutil
import threading
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import FIFTY, assert_refused, call
from support.damage import disk as mounted
from support.marks import cases

import gamekit
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.plan import Plan, plan
from games.connect_four import ConnectFour
from games.quixo import Quixo

pytestmark = pytest.mark.usefixtures("measured_in_passing")

EXAMPLE = ("solve", "cat-mouse", "--input", FIFTY)
HERE = ("--executor", "threads")  # other processes take seconds to start


@pytest.mark.release
def test_the_answer_is_that_in_memory(tmp_path: Path) -> None:
    work = tmp_path / "work"
    in_memory = call(*EXAMPLE, "--backend", "compiled", "--json").json
    reports = [call(*EXAMPLE, "--work", str(work), "--json").json for _ in range(2)]
    for report in reports:
        assert report["work"] == str(work)
        assert report["verified"] is True
        for field in ("value", "remoteness", "best_moves", "line", "counts", "longest", "answer", "edges"):
            assert report[field] == in_memory[field]
    assert "rounds done before" not in reports[0]["statistics"]
    assert reports[1]["statistics"]["rounds done before"] > 10


@pytest.mark.release
def test_any_state_can_be_asked_of_a_folder(tmp_path: Path) -> None:
    state = ("--state", "mouse 3, cat 7, cat to move", "--json")
    from_start = call(*EXAMPLE, "--work", str(tmp_path), *HERE, "--json")
    asked = call(*EXAMPLE, "--work", str(tmp_path), *HERE, *state).json
    expected = call(*EXAMPLE, *state).json
    assert from_start.status == 0
    assert [asked[key] for key in ("state", "value", "remoteness", "line")] == [
        expected[key] for key in ("state", "value", "remoteness", "line")
    ]


@pytest.mark.parametrize("game", ["cat-mouse", "connect-four"])  # one asks all codes, the other explores
def test_the_limit_of_states_is_said_as_elsewhere(game: str, tmp_path: Path) -> None:
    said = [
        call("solve", game, "--max-states", "9", *arguments)
        for arguments in (
            ("--backend", "python"),
            ("--backend", "compiled"),
            ("--work", str(tmp_path / "work"), *HERE),
        )
    ]
    assert said == [said[0]] * 3
    message = (
        f"gamekit: {game.title().replace('-', '')} has more than 9 states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python); "
        f"`gamekit plan {game}` estimates what all states take; `gamekit prove {game}` may decide one of them\n"
    )
    assert (said[0].status, said[0].err) == (3, message)


@pytest.mark.release
def test_it_can_be_saved(tmp_path: Path) -> None:
    saved = call(*EXAMPLE, "--work", str(tmp_path / "work"), *HERE, "--save", str(tmp_path / "table"))
    assert saved.status == 0
    assert call("verify", str(tmp_path / "table")).status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--executor", "dusk"),
            "executor must be one of serial, threads, processes, dask or dask=ADDRESS; it is 'dusk'",
        ),
        (
            ("--executor", "dask"),
            "the executor dask needs a work folder, which all its workers reach by the same path",
        ),
        (
            ("--executor", "serial", "--backend", "python"),
            "a work folder and an executor need the compiled backend",
        ),
        (("--work", "{}", "--solver", "minimax"), "minimax does not work on compiled rules; retrograde does"),
        (
            ("--work", "{}", "--loops"),
            "loops are found with plain rules, with all states in memory; leave out --work, --tiers and",
        ),
    ],
)
def test_what_cannot_be_had_is_said(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = call(*EXAMPLE, *(argument.format(tmp_path / "work") for argument in arguments))
    assert result.status == 2
    assert said in result.err
    assert len(result.err.strip().splitlines()) <= 3


@pytest.mark.release
def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    assert call(*EXAMPLE, "--work", str(tmp_path), *HERE).status == 0
    refused = call("solve", "quixo", "--work", str(tmp_path), *HERE)
    assert refused.status == 2
    assert (
        refused.err
        == f"gamekit: {tmp_path} holds a solve of cat-mouse; name another folder, or delete this one\n"
    )


@pytest.mark.slow
def test_a_solve_that_fits_on_a_small_disk_is_done(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "20M"):
        result = call(*EXAMPLE, "--work", str(tmp_path / "disk" / "work"))
    assert (result.status, result.err) == (0, "")


def test_a_full_disk_is_a_limit(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "64k"):
        (tmp_path / "disk" / "filled").write_bytes(bytes(60 << 10))
        result = call(*EXAMPLE, "--work", str(tmp_path / "disk" / "work"))
    assert_refused(result, status=3)
    assert "of disk" in result.err or "no space is left for" in result.err


@pytest.mark.parametrize(
    ("disk", "said"),
    cases(
        slow=[(Estimate(2e9, 4e9, 6e9), "this takes 1.9 GiB to 5.6 GiB of disk, by a quick estimate")],
        release=[
            (
                Estimate(2e9, None, 1e20),
                "this takes at least 1.9 GiB of disk; a quick estimate cannot say how much more",
            ),
            (Estimate(2e6, 4e6, 6e6), None),
        ],
    ),
)
def test_what_is_said_of_the_disk_has_bounds(
    disk: Estimate, said: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bent(*arguments: Any, **named: Any) -> Plan:
        made = plan(*arguments, **named)
        return attrs.evolve(made, runs=(attrs.evolve(made.runs[-1], disk=disk),), free=1 << 40)

    monkeypatch.setattr("gamekit.analysis.planning.plan.plan", bent)
    err = call(*EXAMPLE, "--work", str(tmp_path / "work")).err
    assert err == (
        f"gamekit: {said}; 1,024.0 GiB are free; `gamekit plan cat-mouse --input {FIFTY}` says more\n"
        if said
        else ""
    )


@pytest.mark.release
def test_the_disk_that_is_announced_is_enough(tmp_path: Path) -> None:
    """The formula holds for what a solve really takes at its peak."""
    for game in (ConnectFour(width=4, height=4), ConnectFour(width=4, height=5), Quixo(size=3)):
        work, peak, stop = tmp_path / str(game), [0], threading.Event()

        def watch(work: Path = work, peak: list[int] = peak, stop: threading.Event = stop) -> None:
            while not stop.wait(0.005):
                found = 0
                for path in work.rglob("*"):
                    with contextlib.suppress(OSError):
                        found += path.stat().st_size
                peak[0] = max(peak[0], found)

        watching = threading.Thread(target=watch)
        watching.start()
        try:
            gamekit.solve(game, work=work)
        finally:
            stop.set()
            watching.join()
        announced = plan(game, workers=1).runs[-1].disk
        assert announced.high is not None
        assert 0 < peak[0] <= announced.high


@pytest.mark.slow
def test_a_game_is_solved_by_tiers(tmp_path: Path) -> None:
    tiers = str(tmp_path / "men.tiers")
    solved = call("solve", "breakthrough", "--tiers", tiers, "--json").json
    assert (solved["value"], solved["remoteness"], solved["table"]) == ("loss", 10, tiers)
    assert solved["verified"]
    about = call("info", tiers, "--json").json
    assert (about["kind"], about["states"], len(about["tiers"])) == ("tiers", 3347, 8)
    assert sum(tier["states"] for tier in about["tiers"]) == 3347
    assert about["tiers"][1]["leads_to"] == [1]
    assert "breakthrough" in call("info", tiers).out
    assert call("verify", tiers).status == 0
    assert call("probe", tiers, "--json").json["remoteness"] == 10
    again = call("solve", "breakthrough", "--tiers", tiers, "--save", str(tmp_path / "other"))
    assert (again.status, "leave out --save" in again.err) == (2, True)


def test_a_solver_that_does_not_solve_by_tiers_is_refused(tmp_path: Path) -> None:
    tiers = tmp_path / "men.tiers"
    said = call("solve", "breakthrough", "--tiers", str(tiers), "--solver", "minimax")
    assert_refused(said)
    assert "minimax" in said.err
    assert "does not solve by tiers; retrograde does" in said.err
    assert not tiers.exists()


def begun(tiers: Path) -> int:
    """Put a folder back to when its last tier was not solved yet; return that tier."""
    last = max(tier["tier"] for tier in call("info", str(tiers), "--json").json["tiers"])
    shutil.rmtree(tiers / f"tier-{last}")
    (tiers / "found" / f"{last}.int64").touch()
    return last


@pytest.mark.slow
def test_info_shows_the_tiers_that_are_solved_while_others_are_left(tmp_path: Path) -> None:
    tiers = tmp_path / "men.tiers"
    call("solve", "breakthrough", "--tiers", str(tiers))
    before = call("info", str(tiers), "--json").json
    assert before["left"] == 0
    left = begun(tiers)
    (last,) = (tier for tier in before["tiers"] if tier["tier"] == left)
    about = call("info", str(tiers), "--json").json
    assert (about["left"], about["value"], about["winner"]) == (1, None, None)
    assert about["tiers"] == [tier for tier in before["tiers"] if tier != last]
    assert about["states"] == before["states"] - last["states"]
    text = call("info", str(tiers)).out
    assert "7 of 8 tiers of breakthrough" in text
    assert "not known yet" in text
    assert_refused(
        call("probe", str(tiers)),
        f"{tiers} is not finished: 7 of 8 tiers are solved; run gamekit solve --tiers {tiers} again to resume",
    )


@pytest.mark.slow
def test_tiers_are_verified_while_others_are_left(tmp_path: Path) -> None:
    tiers = tmp_path / "men.tiers"
    call("solve", "breakthrough", "--tiers", str(tiers))
    left = begun(tiers)
    about = call("info", str(tiers), "--json").json
    solved = [tier["tier"] for tier in about["tiers"]]
    verified = call("verify", str(tiers), *(f"--tier={tier}" for tier in solved), "--json").json
    assert (verified["ok"], verified["verification"]["checked"]) == (True, about["states"])
    for tier in (left, 999):
        assert_refused(
            call("verify", str(tiers), "--tier", str(tier)),
            f"{tiers} has no table of tier {tier}; it has those of 7 tiers, from {min(solved)} to {max(solved)}",
        )
    assert "7 of 8 tiers are solved" in call("verify", str(tiers)).err


@pytest.mark.slow
def test_states_are_probed_while_tiers_are_left(tmp_path: Path) -> None:
    tiers = tmp_path / "men.tiers"
    call("solve", "breakthrough", "--tiers", str(tiers))
    solution: Any = gamekit.open_table(tiers)
    state = solution.game.format_state(list(solution.line().states)[-1])
    whole = call("probe", str(tiers), state, "--json").json
    start = call("probe", str(tiers), "--json").json["state"]
    begun(tiers)
    assert call("probe", str(tiers), state, "--json").json == whole
    (tmp_path / "states").write_text(json.dumps(state))
    assert call("probe", str(tiers), "--input", str(tmp_path / "states")).json == whole
    why = f"play cannot reach this state: {start}, or its tier is one of those that are not solved yet in {tiers}"
    assert_refused(call("probe", str(tiers), start), why)
    assert "7 of 8 tiers are solved" in call("probe", str(tiers)).err


@pytest.mark.slow
def test_a_table_of_a_tier_that_is_gone_is_missed(tmp_path: Path) -> None:
    tiers = tmp_path / "men.tiers"
    call("solve", "breakthrough", "--tiers", str(tiers))
    numbers = [tier["tier"] for tier in call("info", str(tiers), "--json").json["tiers"]]
    for tier in (numbers[-1], numbers[0]):  # on which no other rests, and on which others do
        shutil.rmtree(tiers / f"tier-{tier}")
        gone = (
            f"{tiers}/tier-{tier}, the table of a solved tier, is missing; "
            f"restore it, or delete {tiers} to start anew"
        )
        assert ("7 of 8 tiers" in call("info", str(tiers)).out) == (tier == numbers[-1])
        for verb in (("probe",), ("solve", "breakthrough", "--tiers"), *[("info",)] * (tier == numbers[0])):
            said = call(*verb, str(tiers))
            assert (said.status, gone in said.err) == (2, True), said
        said = call("verify", str(tiers))
        assert (said.status, gone in said.out) == (1, True), said


@pytest.mark.slow
def test_only_the_tiers_that_play_reaches_from_a_state_are_solved(tmp_path: Path) -> None:
    tiers, state = str(tmp_path / "few.tiers"), "B./../../W./.W, white to move"
    solved = call("solve", "breakthrough", "--tiers", tiers, "--state", state, "--json")
    assert (solved.status, solved.json["verified"]) == (0, True)
    assert "reachability of this state was not checked: only what follows it" in solved.err
    assert len(call("info", tiers, "--json").json["tiers"]) < 8
