"""Measure a graphics card: is every value right, and how long do solving and verifying take?

    python benchmarks/device.py [--device host] [--memory SIZE] [--seconds N] [--only CASE]... [--output FILE]

It runs unattended on a machine with Python 3.12, NumPy, Numba and cuda-bindings, and without a network. Two packages
must come along, which are 6 MB: `pip download --no-deps attrs zstandard` fetches them where there is a network.

Each case runs in a process of its own, the small ones first, and those for which the time is too short are left out. A
table is printed, and the results are written as JSON, with the card, its driver and the date.

With `--device host`, small cases run on this processor, to see that the script works. Their times tell nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]  # from a clone that is not installed, too

import attrs  # noqa: E402
from machine import cpu  # noqa: E402

import gamekit  # noqa: E402
from gamekit.engine.runtime.memory_budget import Budget  # noqa: E402

SECONDS = 230.0
"""The seconds that all cases may take, by default."""

LIMITED = "8GiB"
"""The memory of a small card."""

EIGHT = {"men": [8, 8], "placing": False}


@attrs.frozen
class Case:
    """A game, and what is known of it.

    Attributes:
        game: the name of the game.
        parameters: its parameters.
        known: what other programs, or gamekit on a processor, have found: "states", "codes", "value" and "longest".
        by_tiers: whether to solve tier by tier, with compressed tables.
        memory: the largest number of bytes of the device's memory, or a size such as "8GiB"; None for all of it.
        bar: the target in seconds, and what it is for: "whole", the process; "solve" or "verify".
    """

    game: str
    parameters: Mapping[str, Any]
    known: Mapping[str, Any]
    by_tiers: bool = False
    memory: str | None = None
    bar: Mapping[str, float] = {}


ON_CARD: dict[str, Case] = {
    "neutreeko": Case(
        "neutreeko", {}, {"value": "DRAW", "longest": 51}, bar={"whole": 3.0}
    ),
    "connect-four-5x5": Case(
        "connect-four", {"width": 5, "height": 5}, {"value": "TIE", "states": 69_763_700}
    ),
    "morris-5-5": Case(
        "morris", {"men": [5, 5], "placing": False}, {"codes": 67_917_615, "longest": 57}, by_tiers=True
    ),
    "dobutsu-shogi": Case(
        "dobutsu-shogi", {}, {"states": 246_803_167, "value": "LOSS", "longest": 172}, bar={"whole": 5.0}
    ),
    "morris-6-6": Case(
        "morris", {"men": [6, 6], "placing": False}, {"codes": 456_022_821, "longest": 167}, by_tiers=True,
        bar={"solve": 0.8, "verify": 0.12},
    ),
    "connect-four-6x5": Case(
        "connect-four", {"width": 6, "height": 5}, {"states": 2_818_972_642}, bar={"whole": 8.0}
    ),
    "morris-8-8": Case("morris", EIGHT, {"longest": 204}, by_tiers=True),
    "morris-8-8-small-card": Case("morris", EIGHT, {"longest": 204}, by_tiers=True, memory=LIMITED),
    "nine-mens-morris": Case(
        "morris", {}, {"states": 26_763_310_058, "codes": 27_706_186_954, "value": "DRAW", "longest": 206},
        by_tiers=True, bar={"whole": 150.0},
    ),
}  # fmt: skip
"""The cases for a card, in the order in which they are run."""

ON_HOST: dict[str, Case] = {
    "cat-mouse": Case("cat-mouse", {"graph": [[2], [2], [0, 1, 3], [2]]}, {"value": "LOSS"}),
    "connect-four-3x3": Case("connect-four", {"width": 3, "height": 3, "length": 3}, {"states": 694}),
    "morris-1": Case("morris", {"rings": 1}, {"states": 810, "value": "DRAW"}, by_tiers=True),
    "small-card": Case(
        "connect-four", {"width": 3, "height": 3, "length": 3}, {"states": 694}, memory="1MiB"
    ),
}
"""The cases for this processor in place of a card."""

CASES = {"cuda": ON_CARD, "host": ON_HOST}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cases; return the exit status, which is 1 if a value is wrong, a case failed or there is no card."""
    options = options_of(arguments)
    if options.case is not None:
        print(json.dumps(measured(CASES[options.device][options.case], options.device, options.memory)))
        return 0
    if options.output is not None:
        options.output.parent.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + options.seconds
    try:
        report: dict[str, Any] = {"machine": about(options.device), "rows": []}
    except gamekit.GamekitError as error:  # there is no card
        print(error, file=sys.stderr)
        return 1
    print(", ".join(f"{name} {value}" for name, value in report["machine"].items()))
    for name, case in CASES[options.device].items():
        if options.only and name not in options.only:
            continue
        row = run(name, options, end - time.monotonic())
        report["rows"].append({"case": name, "bar": dict(case.bar), **row})
        print(line_of(name, case, row), flush=True)
        if options.output is not None:
            options.output.write_text(json.dumps(report, indent=1) + "\n")  # what is known so far is not lost
    return int(any(not row.get("right", True) or "failed" in row for row in report["rows"]))


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure a graphics card.")
    parser.add_argument(
        "--device", choices=CASES, default="cuda", help="host: this processor, with small cases"
    )
    parser.add_argument("--memory", help="how much of the card's memory may be used, such as 8GiB")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="the time for all cases")
    names = [name for cases in CASES.values() for name in cases]
    parser.add_argument("--only", action="append", choices=names, help="this case; repeatable")
    parser.add_argument("--output", type=Path, help="the file for the results, as JSON")
    parser.add_argument("--case", choices=names, help=argparse.SUPPRESS)  # in a process of its own
    return parser.parse_args(arguments)


def device_of(name: str, memory: str | None) -> Any:
    """Return a device, of which so much memory may be used."""
    limit = None if memory is None else Budget.parse(memory).limit
    if name == "host":
        from gamekit.device.host import Host

        return Host(seed=0) if limit is None else Host(seed=0, memory=limit)
    from gamekit.device.cuda import Cuda

    return Cuda.open(limit)


def about(name: str) -> dict[str, str]:
    """Return what there is to say of the device, and of what runs on it."""
    device = device_of(name, None)
    return {
        "card": device.name,
        "memory": f"{device.free_bytes() / 2**30:.1f} GiB free",
        "driver": getattr(device, "driver_version", "none"),
        "CPU": cpu(),
        "Python": platform.python_version(),
        **{package: installed(package) for package in ("numpy", "numba", "llvmlite", "cuda-bindings")},
        "gamekit": gamekit.__version__,
        "date": date.today().isoformat(),
    }


def installed(package: str) -> str:
    """Return the version of a package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def run(name: str, options: argparse.Namespace, seconds: float) -> dict[str, Any]:
    """Run a case in a process of its own; return its row."""
    if seconds <= 0:
        return {"left out": "the time is over"}
    command = [sys.executable, __file__, "--device", options.device, "--case", name]
    command += [] if options.memory is None else ["--memory", options.memory]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:  # so that nothing is left of a process that is killed
        own = {**os.environ, "TMPDIR": folder}
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=seconds, check=False, env=own
            )
        except subprocess.TimeoutExpired:
            return {"left out": f"{seconds:.0f} s were left"}
    whole = time.monotonic() - began
    if done.returncode:
        return {
            "failed": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else str(done.returncode)
        }
    return {"whole": whole, **json.loads(done.stdout.splitlines()[-1])}


def measured(case: Case, device_name: str, memory: str | None) -> dict[str, Any]:
    """Solve and verify a game on a device, and compare the solution with what is known."""
    game = gamekit.load_game(case.game, dict(case.parameters))
    device = device_of(device_name, case.memory or memory)
    with tempfile.TemporaryDirectory() if case.by_tiers else nullcontext() as folder:
        by_tiers = {} if folder is None else {"tiers": Path(folder) / "tiers", "compress": True}
        solution, solve = timed(lambda: gamekit.solve(game, device=device, **by_tiers))
        report, verify = timed(lambda: gamekit.verify(solution, device=device))
        found = {
            "states": len(solution),
            "codes": solution.store.places,
            "value": str(solution.root),
            "longest": solution.longest,
        }
    wrong = [
        f"{name} is {found[name]}"
        for name, known in case.known.items()
        if not is_as_known(found[name], known)
    ]
    if not report.ok:
        wrong.append(str(report))
    return {**found, "solve": solve, "verify": verify, "right": not wrong, "wrong": wrong}


def is_as_known(found: Any, known: Any) -> bool:
    """Return whether what was found is known; a value is known with or without its plies."""
    return str(found).startswith(f"{known} ") if isinstance(known, str) else bool(found == known)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return the result of some work, and the seconds that it took."""
    began = time.monotonic()
    result = work()
    return result, time.monotonic() - began


def line_of(name: str, case: Case, row: Mapping[str, Any]) -> str:
    """Return the line of the table for a case."""
    for why in ("left out", "failed"):
        if why in row:
            return f"{name:<24}{why}: {row[why]}"
    times = "".join(f"{what} {row[what]:>8.2f} s   " for what in ("solve", "verify", "whole"))
    bars = "; ".join(
        f"{what}: {'met' if row[what] <= bar else 'missed'}, {bar:g} s" for what, bar in case.bar.items()
    )
    right = "right" if row["right"] else f"WRONG: {', '.join(row['wrong'])}"
    return f"{name:<24}{row['states']:>14,} states   {times}{right}{f'   ({bars})' if bars else ''}"


if __name__ == "__main__":
    sys.exit(main())
