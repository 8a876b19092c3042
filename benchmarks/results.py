"""The file of results: section by section, each with its rows and the machine that they come from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

COMMITTED = Path(__file__).parent / "results.json"
"""What the page of the documentation is made from."""


def load(path: Path = COMMITTED) -> dict[str, Any]:
    """Return the sections of a file of results; none if there is no such file."""
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found


def add(
    path: Path, name: str, machine: dict[str, str], seconds: float, rows: list[Any], *, quick: bool
) -> None:
    """Put a section into the file, in the place of what it had of that section."""
    sections = load(path)
    sections[name] = {
        "quick": quick,
        "seconds": round(seconds, 1),
        "machine": machine,
        "rows": list(map(_short, rows)),
    }
    whole = path.with_suffix(".new")
    whole.write_text(json.dumps(sections, indent=1, ensure_ascii=False) + "\n")
    whole.replace(path)  # at once, so that an interrupted run leaves the old file or the new one


def _short(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its figures cut to five digits, which is more than they are good for."""
    return {key: float(f"{value:.5g}") if isinstance(value, float) else value for key, value in row.items()}
