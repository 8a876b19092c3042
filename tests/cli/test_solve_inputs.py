"""`gamekit solve --inputs`: a line of JSON for each input, in order, as it is done."""

from __future__ import annotations

import contextlib
import json
import select
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from support.command import Countdown, assert_refused, call, plugins, start
from support.marks import cases
from support.paths import EXAMPLES

from gamekit.analysis.verification import verify as verify_module
from gamekit.analysis.verification.verify import Verification
from gamekit.cli import solve_inputs
from gamekit.cli.sources import lines_of
from gamekit.errors import InputError
from gamekit.solvers.solve_from_text import solve_from_text

MANY = EXAMPLES / "cat-mouse-many.jsonl"
LINES = MANY.read_text().splitlines()
TIMES = ("seconds", "seconds_by_phase")


def answers(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    """Return what a run that ends well prints, line by line."""
    result = call("solve", *arguments, stdin=stdin)
    assert (result.status, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in TIMES}


@pytest.fixture(params=["here", pytest.param("by other processes", marks=pytest.mark.slow)])
def _where(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pools = mock.Mock(side_effect=solve_inputs._processes)
    monkeypatch.setattr(solve_inputs, "_processes", pools)
    if request.param != "here":
        at_once = partial(solve_inputs.solve_inputs, alone=-1.0)
        monkeypatch.setattr(solve_inputs, "solve_inputs", at_once)
    yield
    assert pools.call_count == (request.param != "here")


@pytest.mark.usefixtures("_where")
def test_each_line_is_what_solve_json_prints() -> None:
    found = answers("cat-mouse", "--inputs", str(MANY), "--threads", "2")
    expected = [call("solve", "cat-mouse", "--input", "-", "--json", stdin=line).json for line in LINES]
    assert len(found) == len(LINES) > 3
    assert [without_times(report) for report in found] == [
        {"input_line": number, **without_times(report)} for number, report in enumerate(expected, 1)
    ]
    assert all(report["verified"] for report in found)


@pytest.mark.usefixtures("_where")
def test_a_bad_line_is_answered_in_its_place_and_the_others_all_the_same() -> None:
    lines = [LINES[0], "", '{"graf": 1}', "null", "[[1, 2]", LINES[1], '{"graph": 5}', ""]
    result = call("solve", "cat-mouse", "--inputs", "-", "--threads", "2", stdin="\n".join(lines))
    found = [json.loads(line) for line in result.out.splitlines()]
    assert (result.status, result.err) == (1, "")
    assert [report["input_line"] for report in found] == [1, 3, 4, 5, 6, 7]
    assert [report["value"] for report in found if "error" not in report] == ["draw", "win"]
    errors = [report["error"] for report in found if "error" in report]
    assert errors[0] == "cat-mouse has no parameter 'graf'; did you mean 'graph'?"
    assert errors[1] == "cat-mouse: the parameters must be a JSON object; they are null"
    assert errors[2] == "line 5 is not JSON: Expecting ',' delimiter at column 8"
    assert len(errors) == 4


def test_lines_before_and_between_positions_are_answered_in_their_place() -> None:
    result = call("solve", "nim", "--inputs", "-", stdin="some heaps:\n1 2\n\nmore\n3 3\n")
    found = [json.loads(line) for line in result.out.splitlines()]
    assert [report["input_line"] for report in found] == [1, 2, 4, 5]
    assert [report.get("value") for report in found] == [None, "win", None, "loss"]
    assert found[0]["error"].startswith("line 1 is not JSON, and it is in no notation of nim (heaps, mcgs)")


@pytest.mark.parametrize(
    ("name", "text", "errors"),
    cases(
        quick=[
            (
                "sliding-puzzle",
                "1 2\n3 0\n\n1 2\n0 7\n\n1 2\n3",
                [None, "line 5, column 3: 4 tiles", "line 8, column 1: row 1 has 2"],
            ),
            ("domineering", "[domineering] .. {B}\n.X {B}", [None, "'X' is not one of the signs .#"]),
        ],
        slow=[
            (
                "chess-ending",
                "8/8/8/8/8/1K6/3R4/k7 w\n8/8/8/8/8/1K6/3R5/k7 w\n",
                [None, "line 2, column 15: row 2 has 9"],
            ),
        ],
    ),
)
def test_an_error_in_a_collection_has_its_place_in_the_file(name: str, text: str, errors: list[Any]) -> None:
    result = call("solve", name, "--inputs", "-", "--json", "--threads", "1", stdin=text)
    found = [json.loads(line).get("error") for line in result.out.splitlines()]
    assert [
        error if error is None else error[: len(wanted)] for error, wanted in zip(found, errors, strict=True)
    ] == errors


@pytest.mark.slow
def test_positions_of_one_ending_are_solved_once() -> None:
    solve_inputs.LAST_SOLVED.clear()  # by other tests
    positions = [
        "8/8/8/8/8/1K6/3R4/k7 w",
        "8/8/8/3k4/8/1K6/3R4/8 b",
        "8/8/8/8/8/1K6/3Q4/k7 w",
        "8/8/8/8/8/1K6/3R4/k7 w",
    ]
    with mock.patch(
        "gamekit.solvers.solve_from_text.solve_from_text", side_effect=solve_from_text
    ) as solving:
        result = call(
            "solve", "chess-ending", "--inputs", "-", "--json", "--threads", "1", stdin="\n".join(positions)
        )
    found = [json.loads(line) for line in result.out.splitlines()]
    assert solving.call_count == 3  # KRK, KQK, and KRK again
    assert [report["remoteness"] for report in found] == [1, 26, 1, 1]
    assert found[1]["parameters"]["start"] == "Kb3 Rd2 kd5, black to move"
    assert [report["verified"] for report in found] == [True] * 4


def test_an_error_of_the_rules_and_a_limit_are_answered_too() -> None:
    class Broken(Countdown):
        def apply(self, state: Any, move: Any) -> Any:
            raise ValueError("this is no move")

    with plugins(games={"broken": Broken}):
        broken = call("solve", "broken", "--inputs", "-", stdin="{}\n")
    assert broken.status == 1
    assert "this is no move" in json.loads(broken.out)["error"]
    limited = call("solve", "nim", "--inputs", "-", "--max-states", "20", stdin="[1, 2]\n[9, 9]\n")
    reports = [json.loads(line) for line in limited.out.splitlines()]
    assert limited.status == 1
    assert reports[0]["winner"] == "first"
    assert reports[1]["error"].startswith("Nim has more than 20 states")


def test_options_hold_for_every_input() -> None:
    nim = "[1, 2]\n[3, 4, 5]\n"
    capped = call("solve", "nim", "--inputs", "-", "--cap", "3", "--no-verify", stdin=nim)
    reports = [json.loads(line) for line in capped.out.splitlines()]
    assert capped.status == 3
    assert [report["value"] for report in reports] == ["win", "unsolved"]
    assert [report["verified"] for report in reports] == [None, None]
    looped = answers("cat-mouse", "--inputs", "-", "--loops", stdin=LINES[0])
    assert looped[0]["loops"]["witness"]
    state = "mouse 3, cat 1, cat to move"
    from_state = answers("cat-mouse", "--inputs", "-", "--state", state, stdin=LINES[0])
    assert from_state[0]["state"] == state


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--input", "x.json"), "--inputs and --input exclude each other"),
        (("--save", "table"), "--inputs and --save exclude each other"),
        (("--work", "folder"), "--inputs and --work exclude each other"),
        (("--executor", "threads"), "--inputs and --executor exclude each other"),
        (("--full-line",), "--inputs and --full-line exclude each other"),
    ],
)
def test_options_of_a_single_solve_are_refused(arguments: tuple[str, ...], message: str) -> None:
    said = f"{message} (see gamekit solve --help)"
    assert_refused(call("solve", "nim", "--inputs", str(MANY), *arguments), said)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    message = f"cannot read {missing}: No such file or directory"
    assert_refused(call("solve", "nim", "--inputs", str(missing)), message)
    assert_refused(call("solve", "nimm", "--inputs", str(MANY)))


def test_a_closed_stdin_is_refused() -> None:
    with mock.patch("sys.stdin", None), pytest.raises(InputError, match="cannot read stdin: it is closed"):
        list(lines_of("-"))


def test_progress_tells_how_many_inputs_were_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []

    class Recorder(contextlib.nullcontext[Any]):
        def __enter__(self) -> Any:
            return lambda *arguments: seen.append(arguments)

    monkeypatch.setattr(solve_inputs, "ProgressBar", Recorder)
    answers("cat-mouse", "--inputs", str(MANY))
    assert seen == [("solving inputs", number, None) for number in range(1, len(LINES) + 1)]


def test_a_wrong_solution_is_answered_and_counts_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Verification(checked=7, unsolved=0, wrong=1, problems=("this is wrong",))
    monkeypatch.setattr(verify_module, "verify", lambda *_, **__: wrong)
    result = call("solve", "nim", "--inputs", "-", stdin="[1, 2]\n")
    assert (result.status, json.loads(result.out)["verified"]) == (1, False)


@pytest.mark.slow
def test_an_answer_does_not_wait_for_the_next_input() -> None:
    with start("solve", "nim", "--inputs", "-", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(b"[1, 2]\n")
            process.stdin.flush()
            assert select.select([process.stdout], [], [], 60)[0]
            assert json.loads(process.stdout.readline())["input_line"] == number
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.slow
def test_whoever_has_read_enough_ends_it_in_peace() -> None:
    with start("solve", "nim", "--inputs", "-", "--threads", "1", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"[1, 2]\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"[1, 2]\n" * 3)
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
