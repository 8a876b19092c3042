"""Tiers by rank: nine men's morris without placing, solved and verified tier by tier."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from isolated import FailedError, call
from section import Column, Row, Section, Target, largest

import gamekit
from gamekit.engine.runtime.memory_budget import held, most_held
from games.morris import Morris

MEN: Final = (5, 6)
QUICK_MEN: Final = (3,)


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for all tiers of up to so many men each."""
    for men in QUICK_MEN if quick else MEN:
        row: dict[str, Any] = {"input": f"up to {men} men each", "men": men}
        try:
            yield row | call("sections.ranked:solve", {"men": men})
        except FailedError as error:
            yield row | {"note": str(error)}


def figure(rows: Sequence[Row], men: int, name: str) -> float | None:
    """Return a figure of the row of so many men."""
    return largest([row for row in rows if row["men"] == men], name)


def solve(men: int) -> dict[str, Any]:
    """Solve and verify in a process that has the kernels loaded; return the CPU time of both, and what they take.

    Memory is what the solve adds at its peak to what the process held before, for each code of the largest tier.
    """
    game, small = Morris(men=(men, men), placing=False), Morris(rings=1, placing=False)
    game.compiled_rules()
    with tempfile.TemporaryDirectory() as folder:
        gamekit.verify(gamekit.solve(small, backend="compiled", tiers=Path(folder, "small")))
        path = Path(folder, "tiers")
        before, began = held(), time.process_time()
        solution: Any = gamekit.solve(game, backend="compiled", tiers=path, compress=True)
        solved, added = time.process_time(), most_held() - before
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
            "memory_a_state": added / max(part.places for part in solution.store.tiers.values()),
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
        Column("memory_a_state", "bytes of memory a state of the largest tier", "ratio"),
        Column("disk_a_state", "bytes a state on disk", "ratio"),
        Column("note", "note"),
    ),
    targets=(
        Target("up to five men each solved and verified in 120 s", lambda rows: figure(rows, 5, "both"), 120),
        Target("within 1 GiB", lambda rows: figure(rows, 5, "peak"), 2**30),
        Target("up to six men each in 600 s", lambda rows: figure(rows, 6, "both"), 600),
        Target("within 2 GiB", lambda rows: figure(rows, 6, "peak"), 2**31),
        Target(
            "at most 4 bytes of memory a state of the largest tier of six men",
            lambda rows: figure(rows, 6, "memory_a_state"),
            4,
        ),
        Target("at most 0.4 bytes a state on disk", lambda rows: largest(rows, "disk_a_state"), 0.4),
    ),
)
