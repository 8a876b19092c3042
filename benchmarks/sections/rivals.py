"""What a user would pick instead, from the package index: the same game told to each, and the answers compared."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import attrs
import numpy as np
from inputs import cat_mouse, game_of, label
from isolated import FailedError, call
from section import Column, Row, Section

import gamekit
from gamekit.engine.retrograde.result_numbers import NO_STATE

LIMIT: Final = 300
"""Seconds after which a rival is given up; what takes a minute here may take longer on a slower machine."""

PYTHON_UP_TO: Final = 5_000_000
"""So many states the python backend takes."""


@attrs.frozen
class Rival:
    """A solver of another package and the input it gets.

    Attributes:
        package: its name on the package index.
        solver: what it calls the solver.
        function: what runs it, in `rivals`.
        game: the game there.
        same: the game here.
        sizes: the parameters of the large input, the largest of those tried that takes it no more than a minute, and
            of one for a quick run.
        omits: what its answer does not say.
        more: what else the function wants to know; "longest" for the largest remoteness, which gamekit finds.
    """

    package: str
    solver: str
    function: str
    game: str
    same: str
    sizes: tuple[dict[str, Any], dict[str, Any]]
    omits: str
    more: str | None = None


RIVALS_KNOWN: Final = (
    Rival(
        package="open_spiel",
        solver="value_iteration",
        function="rivals.spiel:iterate_values",
        game="connect_four",
        same="connect-four",
        sizes=({"width": 5, "height": 4, "length": 3}, {"width": 3, "height": 4, "length": 3}),
        omits="in how many plies; which draws are play without end; no proof",
    ),
    Rival(
        package="open_spiel",
        solver="minimax (alpha-beta)",
        function="rivals.spiel:search",
        game="connect_four",
        same="connect-four",
        sizes=({"width": 5, "height": 4, "length": 4}, {"width": 3, "height": 4, "length": 3}),
        omits="any state but the first; in how many plies; games that go round in circles",
    ),
    Rival(
        package="easyAI",
        solver="solve_with_depth_first_search",
        function="rivals.easy:depth_first",
        game="connect_four",
        same="connect-four",
        sizes=({"width": 5, "height": 4, "length": 4}, {"width": 3, "height": 4, "length": 3}),
        omits="states that it need not look at; in how many plies; games that go round in circles",
    ),
    Rival(
        package="easyAI",
        solver="solve_with_iterative_deepening",
        function="rivals.easy:deepening",
        game="cat_mouse",
        same="cat-mouse",
        sizes=({"example": "cat-mouse-50"}, {"example": "cat-mouse-17"}),
        omits="any state but the first; in how many plies; whether what lies beyond the depth is a draw",
        more="most",
    ),
    Rival(
        package="stormpy",
        solver="interval MDP, robust, step-bounded",
        function="rivals.storm:reach",
        game="cat_mouse",
        same="cat-mouse",
        sizes=({"nodes": 600}, {"nodes": 20}),
        omits="in how many plies; how many steps are enough, which it has to be told",
        more="plies",
    ),
)


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each rival, each in a process of its own, and gamekit on the same input right after."""
    for rival in RIVALS_KNOWN:
        parameters = rival.sizes[quick]
        row: dict[str, Any] = {
            "rival": f"{rival.package} {rival.solver}",
            "input": label(rival.same, parameters),
            "omits": rival.omits,
        }
        try:
            row["rival"] = f"{rival.package} {version(rival.package)}, {rival.solver}"
            yield row | compared(rival, parameters)
        except PackageNotFoundError:
            yield row | {"note": "not installed"}
        except FailedError as error:
            yield row | {"note": str(error)}


def compared(rival: Rival, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the times of a rival and of both backends, and whether they agree.

    Raises:
        FailedError: the rival could not do it within the time allowed.
    """
    given = {"name": rival.same, "parameters": parameters}
    fast = call("sections.rivals:by_gamekit", {**given, "backend": "compiled"})
    more = {} if rival.more is None else {rival.more: fast["longest"]}
    theirs = call(rival.function, {"game": rival.game, "parameters": parameters, **more}, limit=LIMIT)
    plain = None
    if fast["states"] <= PYTHON_UP_TO:
        plain = call("sections.rivals:by_gamekit", {**given, "backend": "python"})
    tally = plain["tally"] if plain else fast["tally"]
    agree = theirs["payoff"] == fast["payoff"] and theirs.get("tally", tally) == tally
    return {
        "states": fast["states"],
        "said": "every state" if "tally" in theirs else "the first state",
        "theirs": theirs["seconds"],
        "compiled": fast["seconds"],
        "python": plain and plain["seconds"],
        "ratio": theirs["seconds"] / fast["seconds"],
        "ratio_python": plain and theirs["seconds"] / plain["seconds"],
        "their_peak": theirs["peak"],
        "our_peak": fast["peak"],
        "agree": agree,
    }


def by_gamekit(name: str, parameters: dict[str, Any], backend: str) -> dict[str, Any]:
    """Solve an input, in a process that has the kernels loaded."""
    game: Any = game_of(name, parameters)
    if backend == "compiled":
        gamekit.solve(game, backend="compiled")
    else:
        gamekit.solve(cat_mouse(50), backend="python", kernel="compiled")
    began = time.perf_counter()
    solution: Any = gamekit.solve(
        game, backend=backend, max_states=PYTHON_UP_TO if backend == "python" else None
    )
    seconds = time.perf_counter() - began
    payoffs = None
    if backend == "python":
        payoffs = np.asarray(solution.payoff)
    elif (
        not solution.store.solved.batch.from_movers_view
    ):  # else a payoff is the mover's, and not the first player's
        values = solution.store.solved.state.values(slice(0, solution.store.places))
        payoffs = values[values != NO_STATE]
    tally = None
    if payoffs is not None:
        tally = dict(zip(*(part.tolist() for part in np.unique(payoffs, return_counts=True)), strict=True))
    return {
        "seconds": seconds,
        "states": len(solution),
        "payoff": solution.root.payoff,
        "longest": solution.longest,
        "tally": tally and {str(payoff): number for payoff, number in tally.items()},
    }


RIVALS: Final = Section(
    name="rivals",
    title="the same game told to other packages",
    measure=measure,
    columns=(
        Column("rival", "package, solver", width=50),
        Column("input", "input", width=36),
        Column("states", "states", "count"),
        Column("said", "it solves", width=15),
        Column("theirs", "it", "seconds"),
        Column("compiled", "gamekit, compiled", "seconds"),
        Column("python", "gamekit, python", "seconds"),
        Column("ratio", "it / compiled", "ratio"),
        Column("ratio_python", "it / python", "ratio"),
        Column("agree", "agree", "yes"),
        Column("note", "note"),
    ),
)
