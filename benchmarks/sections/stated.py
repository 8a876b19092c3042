"""Rules stated once against rules written twice: this tree and an earlier commit, which solve in turn.

The earlier commit is a checkout that `run.py --base FOLDER` names, one that has hand-written kernels (a4f785b is the
last). Without it the ratios are not to be had.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from cpu import LONG
from isolated import FailedError, call
from section import Column, Row, Section, Target, figure_of, largest

BASE: Final = "GAMEKIT_BENCHMARK_BASE"
"""The variable with the folder of the earlier commit."""

NO_BASE: Final = "no --base"
SAME: Final = 1.5

GAMES: Final = [
    "breakthrough",
    "cat-mouse",
    "cat-mouse-ii",
    "chess-ending",
    "connect-four",
    "cops-and-robber",
    "dao",
    "dobutsu-shogi",
    "hexapawn",
    "kalah",
    "neutreeko",
    "nim",
    "pocket-cube",
    "quixo",
    "sliding-puzzle",
    "teeko",
    "three-mens-morris",
    "tic-tac-toe",
]
"""The games whose rules were written twice, and three that came later."""

LINES_WRITTEN_TWICE: Final = 4_834
"""Of those games at commit 654e827, without breakthrough, dao and neutreeko."""

TURNS: Final = 3
"""So often both trees solve in turn; once if that takes `LONG`."""

Input = tuple[str, str, dict[str, Any], str, float | None]

FULL: Final[tuple[Input, ...]] = (  # label, name, parameters, backend, the bar of the ratio
    ("dobutsu shogi", "dobutsu-shogi", {}, "compiled", SAME),
    ("teeko", "teeko", {}, "compiled", 0.5),
    ("quixo 4×4", "quixo", {"size": 4}, "compiled", 0.5),
    ("connect four 5×5", "connect-four", {"width": 5, "height": 5}, "compiled", SAME),
    ("cat and mouse, 4,000 nodes", "cat-mouse", {"nodes": 4000}, "compiled", SAME),
    ("chess ending 8×8", "chess-ending", {}, "compiled", SAME),
    ("sliding puzzle 3×3", "sliding-puzzle", {}, "compiled", SAME),
    ("pocket cube", "pocket-cube", {}, "compiled", SAME),
    ("tic-tac-toe", "tic-tac-toe", {}, "python", 1.0),
    ("hexapawn 4×4", "hexapawn", {"rows": 4, "columns": 4}, "python", 1.0),
    ("three men's morris", "three-mens-morris", {}, "python", 1.0),
    ("quixo 3×3", "quixo", {"size": 3}, "python", 1.0),
    ("cat and mouse, 100 nodes", "cat-mouse", {"nodes": 100}, "python", 1.0),
    ("cat and mouse, 200 of 6 nodes", "cat-mouse", {"nodes": 6, "copies": 200}, "python", 1.0),
    ("cat and mouse II", "cat-mouse-ii", {"example": "cat-mouse-ii"}, "python", 1.0),
    ("chess ending 4×4", "chess-ending", {"example": "chess-ending"}, "python", 1.0),
    ("connect four 4×4", "connect-four", {"width": 4, "height": 4}, "python", 1.0),
    ("cops and robber", "cops-and-robber", {"example": "cops-and-robber"}, "python", 1.0),
    ("dobutsu shogi, few men", "dobutsu-shogi", {"example": "dobutsu-shogi"}, "python", 1.0),
    ("kalah 3, 3", "kalah", {"example": "kalah"}, "python", 1.0),
    ("nim 12, 15, 20", "nim", {"heaps": [12, 15, 20]}, "python", 1.0),
    ("pocket cube, few turns", "pocket-cube", {"example": "pocket-cube"}, "python", 1.0),
    ("sliding puzzle 3×3", "sliding-puzzle", {}, "python", 1.0),
    ("teeko 3×3", "teeko", {"example": "teeko"}, "python", 1.0),
    ("neutreeko, all placements", "neutreeko in placements", {}, "compiled", None),
    ("neutreeko", "neutreeko", {}, "compiled", None),
    ("three knights, by an author", "three knights", {}, "compiled", None),
    ("breakthrough, 5 columns × 4 rows", "breakthrough", {"rows": 4, "columns": 5}, "compiled", None),
)
QUICK: Final[tuple[Input, ...]] = (
    ("quixo 3×3", "quixo", {"size": 3}, "compiled", 0.5),
    ("tic-tac-toe", "tic-tac-toe", {}, "python", 1.0),
    ("neutreeko", "neutreeko", {}, "compiled", None),
)


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each input, then for compiling, and for the lines of games."""
    base = Path(os.environ[BASE]) if os.environ.get(BASE) else None
    for label, name, parameters, backend, bar in QUICK if quick else FULL:
        arguments = {"name": name, "parameters": parameters, "backend": backend}
        row: dict[str, Any] = {"input": label, "backend": backend, "bar": bar}
        try:
            row |= call("cpu:solve", arguments)
            if bar is not None:
                row |= beside(base, arguments, row)
        except FailedError as error:
            row["note"] = str(error)
        yield row
    with tempfile.TemporaryDirectory(prefix="gamekit-benchmark-") as cache:
        for what in ("at first use", "from the cache"):
            for name in ("neutreeko",) if quick else ("neutreeko", "chess-ending", "pocket-cube"):
                arguments = {"name": name, "parameters": {}}
                found = call("cpu:compile_rules", arguments, environment={"GAMEKIT_CACHE": cache})
                yield {"input": f"compiling {name}, {what}", "seconds": found["seconds"]}
    lines = call("cpu:lines_of_games", {"names": GAMES})["lines"]
    yield {"input": "games", "lines": lines, "ratio": lines / LINES_WRITTEN_TWICE}


def beside(base: Path | None, arguments: dict[str, Any], row: Row) -> dict[str, Any]:
    """Return what the earlier commit takes for the same, and the ratio."""
    if base is None:
        return {"note": NO_BASE}
    here, there = [row["seconds"]], []
    while len(there) < TURNS and (not there or sum(here) < LONG):
        if there:
            here.append(call("cpu:solve", arguments)["seconds"])
        found = call("cpu:solve", arguments, tree=base)
        there.append(found["seconds"])
        if (
            found["answer"].partition(" for ")[0] != row["answer"].partition(" for ")[0]
        ):  # players may be called anew
            raise FailedError(f"another answer than before: {found['answer']}")
    return {"seconds": min(here), "base": min(there), "ratio": min(here) / min(there)}


_of = partial(figure_of, "input")


def _ratios(backend: str, bar: float) -> Callable[[Sequence[Row]], float | None]:
    """Return what gives the worst ratio of the rows with this bar."""
    return lambda rows: largest([r for r in rows if r.get("backend") == backend and r["bar"] == bar], "ratio")


STATED: Final = Section(
    name="stated",
    title="rules stated once, over rules written twice, in CPU time",
    measure=measure,
    columns=(
        Column("input", "input", width=34),
        Column("backend", "backend"),
        Column("states", "states", "count", width=12),
        Column("seconds", "CPU time", "seconds"),
        Column("base", "before", "seconds"),
        Column("ratio", "ratio", "ratio"),
        Column("lines", "lines", "count"),
        Column("answer", "result", width=20),
        Column("note", "note"),
    ),
    targets=(
        Target("rules stated once take at most 1.5 times what kernels took", _ratios("compiled", SAME), SAME),
        Target("with symmetry, at most half of that", _ratios("compiled", 0.5), 0.5),
        Target("in plain Python, no more than the plain rules took", _ratios("python", 1.0), 1.0),
        Target("neutreeko takes 2 CPU seconds at most", _of("neutreeko, all placements", "seconds"), 2.0),
        Target(
            "3.5 million states of rules in 50 lines take 3.5 CPU seconds",
            _of("three knights, by an author", "seconds"),
            3.542,
        ),
        Target("neutreeko takes 0.7 CPU seconds at most in classes", _of("neutreeko", "seconds"), 0.7),
        Target(
            "rules are compiled within 4 CPU seconds",
            _of("compiling neutreeko, at first use", "seconds"),
            4.0,
        ),
        Target(
            "compiled rules are loaded within 0.2 CPU seconds",
            _of("compiling neutreeko, from the cache", "seconds"),
            0.2,
        ),
        Target("the games take half as many lines", _of("games", "ratio"), 0.5),
    ),
)
