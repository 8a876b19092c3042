"""Measure gamekit: against C++, against the floor, against other packages, as inputs grow, by threads.

    python benchmarks/run.py [--only SECTION]... [--quick] [--output FILE] [--base FOLDER]

Figures are for comparing within one run, not across machines: every comparison is a ratio of two times that were taken
one after the other.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path

import results
from machine import machine
from section import Row, Section, Target
from sections import SECTIONS
from sections.stated import BASE, NO_BASE

WELL = None, "", "not installed", NO_BASE
"""Notes on a row that was measured, or could not be expected here."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the sections that are asked for, one after the other."""
    options = options_of(arguments)
    here = machine()
    print(", ".join(f"{name} {value}" for name, value in here.items()))
    measurements: list[tuple[Target, list[Row]]] = []
    notes: list[str] = []
    for section in SECTIONS:
        if options.only and section.name not in options.only:
            continue
        began = time.perf_counter()
        rows = measured(section, quick=options.quick)
        notes += [row["note"] for row in rows if row.get("note") not in WELL]
        measurements += [(target, rows) for target in section.targets]
        if options.output:
            results.add(
                options.output, section.name, here, time.perf_counter() - began, rows, quick=options.quick
            )
    if options.quick:
        print("\nSmall sizes tell nothing of the targets.")
        if notes:
            raise SystemExit(f"a measurement came to nothing: {notes[0]}")
        return
    print("\nTargets")
    for target, rows in measurements:
        verdict, figure = target.verdict(rows)
        print(f"  {verdict}: {target.text}{'' if figure is None else f' ({figure:.3g})'}")


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure gamekit.")
    names = [section.name for section in SECTIONS]
    parser.add_argument("--only", action="append", choices=names, help="this section; repeatable")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that all of it runs")
    parser.add_argument(
        "--output",
        type=Path,
        help=f"where results go; {results.COMMITTED.name} beside this, but nowhere if quick",
    )
    parser.add_argument(
        "--base", type=Path, help="a checkout of an earlier commit that the section `stated` compares"
    )
    options = parser.parse_args(arguments)
    if options.base is not None:
        os.environ[BASE] = str(options.base)
    if options.output is None and not options.quick:
        options.output = results.COMMITTED
    return options


def measured(section: Section, *, quick: bool) -> list[Row]:
    """Measure a section, printing each row of its table when it is known."""
    print(f"\n{section.name}: {section.title}")
    widths = [max(len(column.heading), column.width) for column in section.columns]
    print(line([column.heading for column in section.columns], widths))
    rows = []
    for row in section.measure(quick):
        rows.append(row)
        print(line([column.cell(row) for column in section.columns], widths), flush=True)
    return rows


def line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return a line of a table, the first cell to the left."""
    first, *others = (
        cell.ljust(widths[0]) if i == 0 else cell.rjust(widths[i]) for i, cell in enumerate(cells)
    )
    return "  ".join([first, *others])


if __name__ == "__main__":
    main()
