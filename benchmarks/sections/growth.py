"""Time and memory from one to 250 million states, each solve in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import log2
from typing import Any, Final

from inputs import game_of, label
from isolated import FailedError, call
from section import Column, Row, Section, Target, largest

import gamekit
from sections.floor import warm_up

CAT_MOUSE: Final = (708, 1000, 1415, 2000, 2829, 4000, 5657, 8000, 11190)  # the states double each time
CONNECT_FOUR: Final = ((4, 5), (5, 4), (4, 6), (5, 5), (6, 4))  # by their number of states
QUICK: Final = (100, 142)


TIMES: Final = 4
NEARLY: Final = 0.9
"""How many doublings there must be between two sizes for a factor; less of a step would be blown up to a whole one."""

PATIENCE: Final = 3.0
"""Seconds from which an input is solved but once."""


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each size; the factor is what a doubling of the states does to the time."""
    yield from ladder("cat-mouse", [{"nodes": nodes} for nodes in (QUICK if quick else CAT_MOUSE)])
    sizes = ((3, 4), (4, 4)) if quick else CONNECT_FOUR
    yield from ladder("connect-four", [{"width": width, "height": height} for width, height in sizes])
    if not quick:
        yield from ladder("dobutsu-shogi", [{}])


def ladder(name: str, sizes: list[dict[str, Any]]) -> Iterator[Row]:
    """Give the rows of a game, each compared with the one before."""
    before = None
    for parameters in sizes:
        try:
            row = call("sections.growth:solve", {"name": name, "parameters": parameters})
        except FailedError as error:
            yield {"input": label(name, parameters), "note": str(error)}
            return
        row["factor"] = None if before is None else factor(before, row)
        before = row
        yield row


def solve(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Solve an input, in a process that has the kernels loaded; several times where that is quick."""
    game = game_of(name, parameters)
    warm_up(name)
    seconds = float("inf")
    for _ in range(TIMES):
        solution: Any = None  # one at a time, for memory
        began = time.perf_counter()
        solution = gamekit.solve(game, backend="compiled")
        took = time.perf_counter() - began
        seconds = min(seconds, took)
        if took > PATIENCE:
            break
    return {
        "input": label(name, parameters),
        "states": len(solution),
        "edges": solution.edges,
        "answer": str(solution.root),
        "seconds": seconds,
        **{phase: solution.seconds.get(phase) or None for phase in ("explore", "link", "solve")},
    }


def factor(before: Row, after: Row) -> float | None:
    """Return what the time is multiplied by for each doubling of the states, where they at least nearly double."""
    doublings = log2(after["states"] / before["states"])
    if doublings < NEARLY:
        return None
    return float((after["seconds"] / before["seconds"]) ** (1 / doublings))


GROWTH: Final = Section(
    name="growth",
    title="time and memory as the states double",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count"),
        Column("edges", "edges", "count"),
        Column("explore", "explore", "seconds"),
        Column("link", "count", "seconds"),
        Column("solve", "solve", "seconds"),
        Column("seconds", "in all", "seconds"),
        Column("factor", "factor by doubling", "ratio"),
        Column("peak", "peak memory", "bytes"),
        Column("answer", "result", width=18),
        Column("note", "note"),
    ),
    targets=(
        Target(
            "doubling the states multiplies the time by at most 2.4",
            lambda rows: largest(rows, "factor"),
            2.4,
        ),
    ),
)
