"""`check_sizes`: a table whose files are cut short while it is open is damaged, and no end of the program."""

from __future__ import annotations

import contextlib
from typing import Any

from gamekit.solution import Solution
from gamekit.tables.faults import TableError


def check_sizes(solution: Solution[Any, Any]) -> None:
    """Refuse a table that is shorter than when it was opened.

    Its files are mapped into memory, and the system ends a program that reads a page which is there no more.

    Raises:
        TableError: a file was cut short. One that was removed can be read still.
    """
    from gamekit.tables.table import TableSolution

    if not isinstance(solution, TableSolution):
        return
    for name, file in solution.manifest.files.items():
        path = solution.path / name
        with contextlib.suppress(FileNotFoundError):
            if (size := path.stat().st_size) < file.bytes:
                raise TableError(f"{path} is damaged: it has {size:,} of its {file.bytes:,} bytes")
