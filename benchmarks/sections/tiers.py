"""The same solve whole, in memory, and tier by tier."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from inputs import game_of, label
from isolated import FailedError, call
from section import Column, Row, Section, Target, largest

import gamekit
from sections.floor import warm_up

INPUTS: Final = (
    ("connect-four", {"width": 5, "height": 4}),
    ("connect-four", {"width": 5, "height": 5}),
    ("breakthrough", {"rows": 4, "columns": 4}),
)
QUICK: Final = (("connect-four", {"width": 4, "height": 4}),)
LARGE: Final = 10_000_000
"""From so many states on, what a process needs for itself hardly counts in its peak of memory."""


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each input, both solves in processes of their own, one after the other."""
    for name, parameters in QUICK if quick else INPUTS:
        about = {"name": name, "parameters": parameters}
        try:
            whole, tiers = (
                call("sections.tiers:solve", about | {"by_tiers": by_tiers}) for by_tiers in (False, True)
            )
        except FailedError as error:
            yield {"input": label(name, parameters), "note": str(error)}
            continue
        assert (whole["states"], whole["answer"]) == (tiers["states"], tiers["answer"])
        yield {
            "input": label(name, parameters),
            "states": whole["states"],
            "whole": whole["seconds"],
            "whole_peak": whole["peak"],
            "tiers": tiers["seconds"],
            "tiers_peak": tiers["peak"],
            "ratio": tiers["seconds"] / whole["seconds"],
            "peak_ratio": tiers["peak"] / whole["peak"],
            "disk_a_state": tiers["disk"] / tiers["states"],
        }


def solve(name: str, parameters: dict[str, Any], by_tiers: bool) -> dict[str, Any]:
    """Solve an input in a process that has the kernels loaded, and return the CPU time."""
    game = game_of(name, parameters)
    warm_up("connect-four")
    game.compiled_rules()
    with tempfile.TemporaryDirectory() as folder:
        small = gamekit.load_game("connect-four", {"width": 3, "height": 3, "length": 3})
        gamekit.solve(small, backend="compiled", tiers=Path(folder, "small"))
        path = Path(folder, "tiers")
        began = time.process_time()
        solution = gamekit.solve(game, backend="compiled", tiers=path if by_tiers else None)
        return {
            "seconds": time.process_time() - began,
            "states": len(solution),
            "answer": str(solution.root),
            "disk": sum(file.stat().st_size for file in path.rglob("*") if file.is_file()),
        }


def _large(rows: Any, key: str) -> float | None:
    return largest([row for row in rows if row.get("states", 0) >= LARGE], key)


TIERS: Final = Section(
    name="tiers",
    title="whole and tier by tier, in CPU time",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count", width=12),
        Column("whole", "whole", "seconds"),
        Column("whole_peak", "peak memory", "bytes"),
        Column("tiers", "by tiers", "seconds"),
        Column("tiers_peak", "peak memory", "bytes"),
        Column("ratio", "tiers / whole", "ratio"),
        Column("peak_ratio", "of memory", "ratio"),
        Column("disk_a_state", "bytes a state on disk", "ratio"),
        Column("note", "note"),
    ),
    targets=(
        Target(
            "connect four on 5×5 by tiers takes at most 1.2 times the time of the whole",
            lambda rows: _large(rows, "ratio"),
            1.2,
        ),
        Target("and at most 0.4 times its memory", lambda rows: _large(rows, "peak_ratio"), 0.4),
    ),
)
