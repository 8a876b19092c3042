"""The retrograde pass against the floor: one pass that gathers a byte for each edge of the same arena.

The floor is what no solver that looks at every edge can do without: a byte from a random place for each edge. Here the
places are those of the real successors. They are found chunk by chunk, and only the gathering is timed. Beside it
stands the same for random places: in dense codes successors lie in rows, which the caches foresee.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numba
import numpy as np
from inputs import game_of, label
from isolated import FailedError, call
from section import Column, Row, Section, Target, largest

import gamekit
from gamekit.engine.runtime.arrays import ranges
from gamekit.engine.runtime.supersteps import threads_for

CHUNKS_AT_A_TIME: Final = 16
"""So many chunks of successors are gathered for in one go: more than the caches hold."""

SAMPLE: Final = 1 << 24
"""How many random places are tried."""

BOTH: Final = ("predecessors", "edges")
FULL: Final[tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...]] = (
    ("cat-mouse", {"nodes": 1000}, BOTH),
    ("cat-mouse", {"nodes": 2000}, BOTH),
    ("cat-mouse", {"nodes": 4000}, BOTH),
    ("connect-four", {"width": 5, "height": 5}, BOTH),
    ("dobutsu-shogi", {}, ("predecessors",)),  # its edges would take 10 GiB while linking
)
QUICK: Final[tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...]] = (
    ("cat-mouse", {"nodes": 300}, BOTH),
    ("connect-four", {"width": 4, "height": 4}, BOTH),
)
LARGE: Final = 10_000_000
"""From so many states on the target counts: a small column of values lies in the caches."""


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each input, method and number of threads."""
    for name, parameters, methods in QUICK if quick else FULL:
        numbers = [os.cpu_count() or 1] if not parameters else sorted({1, os.cpu_count() or 1})
        arguments = {"name": name, "parameters": parameters, "methods": methods, "numbers": numbers}
        try:
            yield from call("sections.floor:rows_of", arguments)["rows"]
        except FailedError as error:
            yield {"input": label(name, parameters), "note": str(error)}


def rows_of(
    name: str, parameters: dict[str, Any], methods: list[str], numbers: list[int]
) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of one input."""
    game = game_of(name, parameters)
    warm_up(name)
    rows = []
    for method in methods:
        for threads in numbers:
            solution = None  # one at a time, for memory
            solution = gamekit.solve(game, backend="compiled", method=method, threads=threads)
            seconds = dict(solution.seconds)
            rows.append(
                {
                    "input": label(name, parameters),
                    "states": len(solution),
                    "edges": solution.edges,
                    "method": method,
                    "threads": threads,
                    "explore": seconds.get("explore") or None,
                    "link": seconds["link"],
                    "solve": seconds["solve"],
                }
            )
    floors = gather_all(solution.store.solved, numbers)
    anywhere = gather_anywhere(solution.store.solved, numbers)
    for row in rows:
        row["floor"] = floors[row["threads"]]
        row["anywhere"] = anywhere[row["threads"]]
        row["ratio"] = row["solve"] / row["floor"]
        row["ratio_anywhere"] = row["solve"] / row["anywhere"]
        row["with_link"] = (row["link"] + row["solve"]) / row["floor"]
    return {"rows": rows}


def warm_up(name: str) -> None:
    """Load the kernels, by a small instance and with both methods."""
    small = {"cat-mouse": {"nodes": 50}, "connect-four": {"width": 3, "height": 3, "length": 3}}
    end = {"setup": ".l./.../.../.L., first to move"}
    for method in BOTH:
        gamekit.solve(game_of(name, small.get(name, end)), backend="compiled", method=method)
    values, targets = np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=np.uint32)
    gather(values, targets)


def gather_all(solved: Any, numbers: list[int]) -> dict[int, float]:
    """Return the seconds that gathering a byte for every edge takes, by so many threads each."""
    values = solved.state.values(slice(0, solved.state.places)).view(np.uint8)
    seconds = dict.fromkeys(numbers, 0.0)
    held: list[Any] = []
    with threads_for(len(values), None) as pool:  # finds the successors, outside the clock
        parts = list(ranges(solved.state.places, 1 << 17))
        for i in range(0, len(parts), CHUNKS_AT_A_TIME):
            some = parts[i : i + CHUNKS_AT_A_TIME]
            held = list(pool.executor.map(lambda part: successors_of(solved, part), some))
            targets = np.concatenate(held)
            for threads in numbers:
                seconds[threads] += time_of_gathering(values, targets, threads)
    return seconds


def gather_anywhere(solved: Any, numbers: list[int]) -> dict[int, float]:
    """Return what gathering as many bytes would take if the successors lay anywhere, from a sample of places."""
    values = solved.state.values(slice(0, solved.state.places)).view(np.uint8)
    places = np.random.default_rng(0).integers(len(values), size=SAMPLE, dtype=np.uint32)
    share = solved.counts.edges / SAMPLE
    return {threads: share * time_of_gathering(values, places, threads) for threads in numbers}


def successors_of(solved: Any, part: slice) -> Any:
    """Return the places of the successors of a range of places, as the engine would store them."""
    _, _, expansion = solved.batch.expand_range(solved.state.index, part)
    return solved.state.index.locate(expansion.children).astype(np.uint32)


def time_of_gathering(values: Any, targets: Any, threads: int) -> float:
    """Return the seconds that it takes to gather from these places."""
    if threads == 1:
        began = time.perf_counter()
        gather(values, targets)
        return time.perf_counter() - began
    with ThreadPoolExecutor(threads) as executor:
        list(executor.map(len, [targets] * threads))  # starts the threads outside the clock
        pieces = np.array_split(targets, threads)
        began = time.perf_counter()
        list(executor.map(gather, [values] * threads, pieces))
        return time.perf_counter() - began


@numba.njit(cache=True, nogil=True)
def gather(values: Any, targets: Any) -> int:
    """Add up the bytes at these places."""
    total = np.uint64(0)
    for i in range(len(targets)):
        total += values[targets[i]]
    return total


def _worst(rows: Sequence[Row]) -> float | None:
    """The way that is taken by default: all threads, and predecessors where the rules give them."""
    all_threads = largest(rows, "threads")
    counted = [row for row in rows if row.get("states", 0) >= LARGE and row["threads"] == all_threads]
    return largest([row for row in counted if row["method"] == BOTH[0]], "ratio")


FLOOR: Final = Section(
    name="floor",
    title="the retrograde pass against a pass that gathers a byte for each edge",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count"),
        Column("edges", "edges", "count"),
        Column("method", "method", width=12),
        Column("threads", "threads", "count"),
        Column("link", "count or link", "seconds"),
        Column("solve", "retrograde", "seconds"),
        Column("floor", "floor", "seconds"),
        Column("ratio", "retrograde / floor", "ratio"),
        Column("anywhere", "floor, random places", "seconds"),
        Column("ratio_anywhere", "retrograde / that", "ratio"),
        Column("with_link", "both phases / floor", "ratio"),
        Column("note", "note"),
    ),
    targets=(
        Target(
            f"the retrograde pass takes at most 3 times the floor, from {LARGE:,} states on", _worst, limit=3
        ),
    ),
)
