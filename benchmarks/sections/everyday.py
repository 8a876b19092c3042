"""Where people spend their day: one instance among thousands, one puzzle, one proof, one start, and large solves.

Each row has a bar. A row whose bar is missed has a profile: what the time or memory goes into.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs
from isolated import FailedError, call
from section import WRITTEN, Column, Kind, Row, Section, Target, figure_of

WORK: Final = "sections.everyday_work"


@attrs.frozen
class Bar:
    """What a figure ought to be.

    Attributes:
        what: the work, for people.
        key: the figure in what the measurement returns.
        limit: the bar.
        kind: how the figure is written.
        at_most: whether the figure has to stay below the bar, and not above.
        profile: the profile in what the measurement returns.
    """

    what: str
    key: str
    limit: float
    kind: Kind = "ratio"
    at_most: bool = True
    profile: str = "profile"

    @property
    def target(self) -> Target:
        """The same as a target of the section."""
        return Target(self.what, figure_of("what", self.what, "number"), self.limit, self.at_most)

    def row(self, found: dict[str, Any]) -> dict[str, Any]:
        """Return the row of a measurement."""
        figure = found.get(self.key)
        bar = f"{'≤' if self.at_most else '≥'} {WRITTEN[self.kind](self.limit)}"
        row = {"what": self.what, "bar": bar} | {
            name: found.get(name) for name in ("beside", "theirs", "agree", "note")
        }
        if figure is None:
            return row | {"profile": found.get("unknown", "")}
        held = self.target.holds(figure)
        return row | {
            "number": figure,
            "figure": WRITTEN[self.kind](figure),
            "held": held,
            "profile": "" if held else found.get(self.profile, ""),
        }


@attrs.frozen
class Work:
    """One measurement in a process of its own, and the bars that its figures are held against.

    Attributes:
        function: in `everyday_work`.
        arguments: of the function.
        bars: one row each.
        small: the arguments of a quick run; None if there is none.
    """

    function: str
    arguments: dict[str, Any]
    bars: tuple[Bar, ...]
    small: dict[str, Any] | None = None


GRAPHS: Final = {"nodes": 50, "degree": 25}
WORKS: Final = (
    Work(
        "new_graphs",
        GRAPHS | {"before": 300, "number": 200},
        (Bar("a new graph of 50 nodes and degree 25, over C++", "ratio", 2),),
        {"nodes": 6, "degree": 3, "before": 3, "number": 2},
    ),
    Work(
        "new_graphs",
        {"nodes": 400, "degree": 6, "before": 10, "number": 20},
        (Bar("a new graph of 400 nodes and degree 6, over C++", "ratio", 1.3),),
    ),
    Work(
        "many_graphs",
        GRAPHS | {"number": 10_000},
        (
            Bar("10,000 such graphs of 50 nodes by solve_many, wall time of each, over C++", "ratio", 2),
            Bar("the same, one thread over two", "gain", 1.7, at_most=False),
        ),
        {"nodes": 6, "degree": 3, "number": 20},
    ),
    Work(
        "car_parks",
        {"boards": 16},
        (Bar("all states of the 16 hardest boards of rush hour, over C++", "ratio", 4),),
        {"boards": 1},
    ),
    Work(
        "warehouses",
        {"levels": 20},
        (
            Bar("Microban 1 to 20 without 7, over a set in Python", "ratio", 0.6),
            Bar("the same in a new process, kernels in the cache", "cold", 0.6),
        ),
        {"levels": 3},
    ),
    *(
        Work(
            "proved",
            {"width": width, "height": height, "certified": certified},
            (Bar(f"connect four {width}×{height} {what}, over Pons' solver", "ratio", limit),),
        )
        for width, height, certified, what, limit in (
            (6, 5, False, "searched", 4),
            (7, 5, False, "searched", 2.5),
            (6, 6, True, "proved, with certificate and check", 4),
        )
    ),
    Work(
        "solved",
        {"game": "dobutsu-shogi", "parameters": {}, "rival": "dshogi"},
        (
            Bar("dobutsu shogi solved, CPU time", "solve", 210, "seconds"),
            Bar("and verified", "verify", 120, "seconds", profile="checked"),
            Bar("both, wall time over GamesmanOne", "ratio", 0.25),
        ),
    ),
    Work(
        "solved",
        {"game": "quixo", "parameters": {"size": 4}, "rival": "quixo"},
        (
            Bar("quixo 4×4, peak memory", "peak", 350 * 2**20, "bytes"),
            Bar("its table on disk, compressed", "disk", 3e6, "bytes"),
            Bar("solved and verified, wall time over GamesmanOne", "ratio", 0.25),
        ),
        {"game": "quixo", "parameters": {"size": 2}, "rival": ""},
    ),
    Work(
        "solved",
        {"game": "teeko", "parameters": {"size": 5, "men": 4}, "rival": "teeko"},
        (Bar("teeko solved and verified, wall time over GamesmanOne", "ratio", 0.25),),
    ),
    Work(
        "started",
        {"rounds": 15},
        (
            Bar("gamekit solve nim", "nim", 0.19, "seconds"),
            Bar("gamekit solve cat-mouse, 17 nodes", "graph", 0.26, "seconds"),
            Bar("gamekit --help", "help", 0.08, "seconds"),
        ),
        {"rounds": 1},
    ),
    Work(
        "tested",
        {},
        (
            Bar(
                "README's tests in a fresh clone, cache empty, by pytest's own time", "seconds", 75, "seconds"
            ),
        ),
    ),
)
LONGEST: Final = 3600.0
"""Seconds that a measurement may take."""


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each bar."""
    for work in WORKS:
        arguments = work.small if quick else work.arguments
        if arguments is None:
            continue
        try:
            found = call(f"{WORK}:{work.function}", arguments, limit=LONGEST)
        except FailedError as error:
            found = {"note": str(error)}
        for bar in work.bars:
            yield bar.row(found)


EVERYDAY: Final = Section(
    name="everyday",
    title="where people spend their day",
    measure=measure,
    columns=(
        Column("what", "work", width=72),
        Column("figure", "figure"),
        Column("bar", "bar"),
        Column("held", "held", "yes"),
        Column("beside", "beside", width=24),
        Column("theirs", "its time", "seconds"),
        Column("agree", "agree", "yes"),
        Column("profile", "what stands in the way", width=60),
        Column("note", "note"),
    ),
    targets=tuple(bar.target for work in WORKS for bar in work.bars),
)
