"""What it costs that plain rules are held to their promises: this tree and one that did without, which solve in turn.

The other tree is a checkout of a commit before the checks, which `run.py --base FOLDER` names (7887b8b is the last).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from isolated import FailedError, call
from section import Column, Row, Section, Target, largest

from sections.stated import BASE, FULL, beside

MOST: Final = 1.05

INPUTS: Final = [
    (label, name, parameters) for label, name, parameters, backend, _ in FULL if backend == "python"
]


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each input that plain rules solve."""
    base = Path(os.environ[BASE]) if os.environ.get(BASE) else None
    for label, name, parameters in INPUTS[:1] if quick else INPUTS:
        arguments = {"name": name, "parameters": parameters, "backend": "python"}
        row: dict[str, Any] = {"input": label}
        try:
            row |= call("cpu:solve", arguments)
            row |= beside(base, arguments, row)
        except FailedError as error:
            row["note"] = str(error)
        yield row


PROMISES: Final = Section(
    name="promises",
    title="what it costs to look at what plain rules do, in CPU time",
    measure=measure,
    columns=(
        Column("input", "input", width=34),
        Column("states", "states", "count", width=12),
        Column("seconds", "CPU time", "seconds"),
        Column("base", "without", "seconds"),
        Column("ratio", "ratio", "ratio"),
        Column("note", "note"),
    ),
    targets=(
        Target("plain rules take at most 1.05 times as long", lambda rows: largest(rows, "ratio"), MOST),
    ),
)
