"""`benchmarks/device.py` runs on this processor in place of a card."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import device as benchmark
import pytest

from gamekit import UnsupportedError
from gamekit.device.cuda import Cuda


@pytest.mark.slow
def test_what_is_known_is_compared() -> None:
    right = benchmark.measured(benchmark.ON_HOST["small-card"], "host", None)
    assert (right["states"], right["value"], right["right"], right["wrong"]) == (
        694,
        "TIE in 9 for red",
        True,
        [],
    )
    case = benchmark.Case(
        "connect-four", {"width": 3, "height": 3, "length": 3}, {"states": 695, "value": "WIN"}
    )
    wrong = benchmark.measured(case, "host", None)
    assert (wrong["right"], wrong["wrong"]) == (False, ["states is 694", "value is TIE in 9 for red"])


@pytest.mark.slow
def test_results_are_written_with_device_and_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "results.json"
    assert benchmark.main(["--device", "host", "--output", str(output)]) == 0
    report = json.loads(output.read_text())
    assert {"card", "driver", "date", "gamekit"} <= set(report["machine"])
    assert [row["case"] for row in report["rows"]] == [*benchmark.ON_HOST]
    assert all(row["right"] and row["solve"] > 0 and row["whole"] > row["verify"] for row in report["rows"])
    assert capsys.readouterr().out.count(" right\n") == len(benchmark.ON_HOST)


def test_a_machine_without_a_card_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Cuda, "open", Mock(side_effect=UnsupportedError("no graphics card is found")))
    assert benchmark.main([]) == 1
    assert capsys.readouterr().err == "no graphics card is found\n"


@pytest.mark.slow
def test_what_is_left_out_and_what_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "results.json"
    assert benchmark.main(["--device", "host", "--seconds", "0", "--output", str(output)]) == 0
    assert capsys.readouterr().out.count("left out: the time is over") == len(benchmark.ON_HOST)
    options = ["--device", "host", "--memory", "1KiB", "--only", "cat-mouse", "--output", str(output)]
    assert benchmark.main(options) == 1
    (row,) = json.loads(output.read_text())["rows"]
    assert "does not fit into the memory of this processor" in row["failed"]
