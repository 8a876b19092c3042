"""The other backend: from plain Python rules to a solution."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from inputs import cat_mouse
from section import Column, Row, Section, Target, smallest

import gamekit

NODES: Final = (50, 100, 200, 400, 700, 1000)
QUICK: Final = (50, 100)


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each size: exploring by plain rules and solving together, the best of three."""
    for nodes in QUICK if quick else NODES:
        game = cat_mouse(nodes)
        gamekit.solve(
            cat_mouse(50), backend="python", kernel="compiled"
        )  # loads the kernel outside the clock
        best = float("inf")
        for _ in range(1 if quick else 3):
            began = time.perf_counter()
            solution = gamekit.solve(game, backend="python")
            best = min(best, time.perf_counter() - began)
        yield {
            "input": f"cat-mouse, {nodes:,} nodes",
            "states": len(solution),
            "edges": solution.edges,
            "seconds": best,
            "rate": round(len(solution) / best),
        }


PYTHON: Final = Section(
    name="python",
    title="the python backend, from plain rules to a solution",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count"),
        Column("edges", "edges", "count"),
        Column("seconds", "time", "seconds"),
        Column("rate", "states a second", "count"),
    ),
    targets=(
        Target(
            "plain Python rules are solved at 250,000 states a second or more",
            lambda rows: smallest(rows, "rate"),
            limit=250_000,
            at_most=False,
        ),
    ),
)
