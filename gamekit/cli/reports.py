"""Reports on stdout: JSON, named rows, tables as wide as the terminal, and boards side by side."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import attrs
import click

from gamekit.cli.status import CHECK_FAILED

WIDE: Final = 200
"""The width of a table in characters if stdout is not a terminal: enough for any row."""

MOST_NARROW: Final = 20
"""The least width of a text in columns, even if the terminal is narrower."""

GAP: Final = "    "
"""The gap between two boards."""


class Report(Protocol):
    """The result of a check of rules, a solution, a table, a certificate or a proof: an attrs class with a `str`."""

    @property
    def ok(self) -> bool:
        """Whether no fault was found, and the proof, if any, is complete."""


def print_report(report: Mapping[str, Any], lines: Iterable[str], *, as_json: bool, ok: bool = True) -> None:
    """Print `report` as one JSON object, or `lines`, which a terminal folds, if `as_json` is false.

    Raises:
        Exit: `ok` is false; the exit status is 1.
    """
    click.echo(json.dumps(report, default=str) if as_json else fitted("\n".join(lines)))
    if not ok:
        raise click.exceptions.Exit(CHECK_FAILED)


def print_check(report: Report, about: Mapping[str, Any], lines: Iterable[str], *, as_json: bool) -> None:
    """Print the result of a check: `about` and the attributes of the report as JSON, or `lines` if `as_json` is false.

    Raises:
        Exit: the report is not ok; the exit status is 1.
    """
    fields: dict[str, Any] = attrs.asdict(report)  # type: ignore[arg-type]
    print_report({**about, "ok": report.ok, **fields}, lines, as_json=as_json, ok=report.ok)


def row_lines(rows: Mapping[str, str | None], indent: str = "") -> list[str]:
    """Return a line for each row, the texts aligned; a row whose text is None is left out.

    On a terminal, a text that is too wide continues in the next line, under its beginning.

    >>> row_lines({"value": "WIN", "payoff": None, "states": "12"})
    ['value   WIN', 'states  12']
    """
    width = max(map(len, rows), default=0)
    below = indent + " " * (width + 2)
    return [
        f"{indent}{name:<{width}}  {folded(text, below)}" for name, text in rows.items() if text is not None
    ]


def is_on_terminal() -> bool:
    """Return whether output goes to a terminal; there is no stdout if the parent process closed it."""
    return sys.stdout is not None and sys.stdout.isatty()


def folded(text: str, indent: str = "") -> str:
    """Return a text in lines as wide as the terminal, all but the first indented; unchanged without a terminal."""
    if not is_on_terminal():
        return text
    width = max(shutil.get_terminal_size().columns - len(indent), MOST_NARROW)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return f"\n{indent}".join(lines)


def say(text: str) -> None:
    """Print a text, which a terminal folds."""
    click.echo(fitted(text))


def fitted(text: str) -> str:
    """Return a text in which lines wider than the terminal are folded; aligned text must fit before the call."""
    if not is_on_terminal():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(
        _folded_line(line) if len(click.unstyle(line)) > width else line for line in text.split("\n")
    )


def _folded_line(line: str) -> str:
    words = line.lstrip()
    indent = line[: len(line) - len(words)]
    return indent + folded(words, indent)


def table_text(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: Collection[str]) -> str:
    """Return a table as text; the columns named in `numbers` are aligned right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    for name in head:
        table.add_column(name, justify="right" if name in numbers else "left")
    for row in rows:
        table.add_row(*row)
    console = Console(markup=False, emoji=False, highlight=False)
    if not console.is_terminal:
        console.width = WIDE
    with console.capture() as captured:
        console.print(table)
    return "\n".join(map(str.rstrip, captured.get().splitlines()))


def side_by_side(blocks: Sequence[str], width: int) -> str:
    """Return blocks of text in rows, each row as many blocks as fit.

    >>> print(side_by_side(["ab\\nc", "de"], 80))
    ab    de
    c
    """
    rows: list[list[list[str]]] = []
    used = 0
    for block in blocks:
        lines = block.splitlines() or [""]
        wide = max(map(len, lines))
        if not rows or used + len(GAP) + wide > width:
            rows.append([])
            used = -len(GAP)
        rows[-1].append([line.ljust(wide) for line in lines])
        used += len(GAP) + wide
    return "\n\n".join(map(_join, rows))


def _join(row: list[list[str]]) -> str:
    height = max(map(len, row))
    padded = [lines + [" " * len(lines[0])] * (height - len(lines)) for lines in row]
    return "\n".join(GAP.join(parts).rstrip() for parts in zip(*padded, strict=True))
