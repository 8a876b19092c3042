"""Tiers by rank: nine men's morris without placing, solved and verified tier by tier."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from isolated import FailedError, call
from section import Column, Row, Section, Target, largest

import gamekit
from games.morris import Morris

MEN: Final = 5
QUICK_MEN: Final = 3


def measure(quick: bool) -> Iterator[Row]:
    """Give a row: all tiers of up to so many men each."""
    men = QUICK_MEN if quick else MEN
    row: dict[str, Any] = {"input": f"up to {men} men each"}
    try:
        yield row | call("sections.ranked:solve", {"men": men})
    except FailedError as error:
        yield row | {"note": str(error)}


def solve(men: int) -> dict[str, Any]:
    """Solve and verify in a process that has the kernels loaded, and return the CPU time of both."""
    game, small = Morris(men=(men, men), placing=False), Morris(rings=1, placing=False)
    game.compiled_rules()
    with tempfile.TemporaryDirectory() as folder:
        gamekit.verify(gamekit.solve(small, backend="compiled", tiers=Path(folder, "small")))
        path = Path(folder, "tiers")
        began = time.process_time()
        solution = gamekit.solve(game, backend="compiled", tiers=path, compress=True)
        solved = time.process_time()
        verified = gamekit.verify(solution)
        ended = time.process_time()
        states = len(solution)
        disk = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        return {
            "states": states,
            "solve": solved - began,
            "verify": ended - solved,
            "both": ended - began,
            "right": verified.ok,
            "disk_a_state": disk / states,
        }


RANKED: Final = Section(
    name="ranked",
    title="nine men's morris without placing, tier by tier, in CPU time",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count", width=12),
        Column("solve", "solved", "seconds"),
        Column("verify", "verified", "seconds"),
        Column("right", "right", "yes"),
        Column("peak", "peak memory", "bytes"),
        Column("disk_a_state", "bytes a state on disk", "ratio"),
        Column("note", "note"),
    ),
    targets=(
        Target("up to five men each solved and verified in 120 s", lambda rows: largest(rows, "both"), 120),
        Target("within 1 GiB", lambda rows: largest(rows, "peak"), 2**30),
        Target("at most 1.1 bytes a state on disk", lambda rows: largest(rows, "disk_a_state"), 1.1),
    ),
)
