"""Solves that are killed: started again they go on, and leave the very same bytes behind."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import TESTS

KILLING = TESTS / "support" / "killing.py"


@pytest.mark.release
def test_a_killed_solve_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    nodes, times = 600, 4
    arguments = [str(tmp_path), str(nodes), str(times), "0", "2"]
    done = subprocess.run(
        [sys.executable, str(KILLING), *arguments], capture_output=True, text=True, check=True, timeout=600
    )
    report = json.loads(done.stdout)
    assert report["counts"]["draw"] > report["states"] / 10  # it is a game that goes round in circles
    assert report["states"] > 1_900_000 * (nodes / 1000) ** 2
    assert report["found"] == times * [report["undisturbed"]]
    assert report["kills"] >= 2  # the others had come to their end before
