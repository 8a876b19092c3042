"""One thread and two: exploring and linking, which is most of the work, and solving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from inputs import game_of, label
from isolated import FailedError, call
from section import Column, Row, Section, Target, smallest

import gamekit
from sections.floor import warm_up

INPUTS: Final = (("connect-four", {"width": 4, "height": 6}), ("connect-four", {"width": 5, "height": 5}))
QUICK: Final = (("connect-four", {"width": 4, "height": 4}),)


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each input, both runs in processes of their own, one after the other."""
    for name, parameters in QUICK if quick else INPUTS:
        try:
            one, two = (
                call("sections.threads:solve", {"name": name, "parameters": parameters, "threads": threads})
                for threads in (1, 2)
            )
        except FailedError as error:
            yield {"input": label(name, parameters), "note": str(error)}
            continue
        assert one["answer"] == two["answer"]
        yield {
            "input": label(name, parameters),
            "states": one["states"],
            "edges": one["edges"],
            "forward_1": one["forward"],
            "forward_2": two["forward"],
            "forward": one["forward"] / two["forward"],
            "solve_1": one["solve"],
            "solve_2": two["solve"],
            "solve": one["solve"] / two["solve"],
        }


def solve(name: str, parameters: dict[str, Any], threads: int) -> dict[str, Any]:
    """Solve an input with stored edges, in a process that has the kernels loaded."""
    game = game_of(name, parameters)
    warm_up(name)
    solution = gamekit.solve(game, backend="compiled", method="edges", threads=threads)
    seconds = solution.seconds
    return {
        "states": len(solution),
        "edges": solution.edges,
        "answer": str(solution.root),
        "forward": seconds["explore"] + seconds["link"],
        "solve": seconds["solve"],
    }


THREADS: Final = Section(
    name="threads",
    title="one thread and two, with stored edges",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count"),
        Column("edges", "edges", "count"),
        Column("forward_1", "explore and link, 1 thread", "seconds"),
        Column("forward_2", "2 threads", "seconds"),
        Column("forward", "times as fast", "ratio"),
        Column("solve_1", "solve, 1 thread", "seconds"),
        Column("solve_2", "2 threads", "seconds"),
        Column("solve", "times as fast", "ratio"),
        Column("note", "note"),
    ),
    targets=(
        Target(
            "two threads explore and link at least 1.6 times as fast as one",
            lambda rows: smallest(rows, "forward"),
            limit=1.6,
            at_most=False,
        ),
    ),
)
