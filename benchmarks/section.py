"""What a section of the benchmarks consists of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import attrs

Row = Mapping[str, Any]
Kind = Literal["text", "count", "seconds", "ratio", "bytes", "yes"]


@attrs.frozen
class Column:
    """A column of a section's table: the rows' key, the heading, how a figure is written, and how wide it is."""

    key: str
    heading: str
    kind: Kind = "text"
    width: int = 9

    def cell(self, row: Row) -> str:
        """Return what a table says of a row here."""
        value = row.get(self.key)
        if value is None or value == "":
            return "–"
        return str(WRITTEN[self.kind](value))


def seconds_in_words(seconds: float) -> str:
    """Return a time with three digits and its unit.

    >>> seconds_in_words(0.01234), seconds_in_words(71.26)
    ('12.3 ms', '71.3 s')
    """
    for scale, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        figure = seconds * scale
        if figure >= 1 or unit == "µs":
            return f"{figure:.{2 if figure < 10 else 1 if figure < 100 else 0}f} {unit}"
    raise AssertionError


WRITTEN: Mapping[Kind, Callable[[Any], str]] = {
    "text": str,
    "count": lambda value: f"{value:,}",
    "seconds": seconds_in_words,
    "ratio": lambda value: f"{value:.2f}" if value < 100 else f"{value:,.0f}",
    "bytes": lambda value: f"{value / 2**20:,.0f} MiB",
    "yes": lambda value: "yes" if value else "NO",
}


@attrs.frozen
class Target:
    """What a figure of a section ought to be.

    Attributes:
        text: what is asked for.
        worst: the figure that is held against the limit, from the rows; None if they do not tell.
        limit: the limit.
        at_most: whether the figure has to stay below it, and not above.
    """

    text: str
    worst: Callable[[Sequence[Row]], float | None]
    limit: float
    at_most: bool = True

    def verdict(self, rows: Sequence[Row]) -> tuple[str, float | None]:
        """Return met, missed or not measured, and the figure."""
        figure = self.worst(rows)
        if figure is None:
            return "not measured", None
        return ("met" if self.holds(figure) else "missed"), figure

    def holds(self, figure: float) -> bool:
        """Return whether a figure is on the right side of the limit, or at it."""
        return (figure <= self.limit) == self.at_most or figure == self.limit


@attrs.frozen
class Section:
    """A section of the benchmarks.

    Attributes:
        name: for the command line and the results.
        title: for people.
        measure: gives row after row; with True, of small sizes only.
        columns: of its table.
        targets: what its rows are held against.
    """

    name: str
    title: str
    measure: Callable[[bool], Iterator[Row]]
    columns: tuple[Column, ...]
    targets: tuple[Target, ...] = ()

    def cells(self, rows: Sequence[Row]) -> list[list[str]]:
        """Return the table of rows as text."""
        return [[column.cell(row) for column in self.columns] for row in rows]


def figure_of(column: str, label: str, key: str) -> Callable[[Sequence[Row]], float | None]:
    """Return what gives a figure of the row that has a label in a column; None if there is none."""
    return lambda rows: next((row.get(key) for row in rows if row[column] == label), None)


def largest(rows: Sequence[Row], key: str) -> float | None:
    """Return the largest figure of this name, None if there is none."""
    return max((row[key] for row in rows if row.get(key) is not None), default=None)


def smallest(rows: Sequence[Row], key: str) -> float | None:
    """Return the smallest figure of this name, None if there is none."""
    return min((row[key] for row in rows if row.get(key) is not None), default=None)
