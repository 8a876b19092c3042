"""The page of benchmarks, made from the committed results; nothing is measured while the site is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from support.gallery import table

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))  # its modules are no package

from results import load
from section import Section
from sections import SECTIONS

NOT_MEASURED = "*Not measured yet.*"


def machines() -> str:
    """Return the machine that the figures come from, or each of them where sections come from different ones."""
    named: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for name, found in load().items():
        named.setdefault(tuple(found["machine"].items()), []).append(name)
    parts = []
    for items, names in named.items():
        rows = [*items, ("sections", ", ".join(names)), ("time in all", _minutes(names))]
        parts.append(table(("machine", "what it is"), rows))
    return "\n\n".join(parts) or NOT_MEASURED


def _minutes(names: list[str]) -> str:
    sections = load()
    return f"{sum(sections[name]['seconds'] for name in names) / 60:.0f} minutes"


def section(name: str) -> str:
    """Return the table of a section."""
    found, rows = _section(name), _rows(name)
    if not rows:
        return NOT_MEASURED
    shown = [column for column in found.columns if any(row.get(column.key) not in (None, "") for row in rows)]
    cells = [[column.cell(row) for column in shown] for row in rows]
    text = table([column.heading for column in shown], cells)
    if load()[name]["quick"]:
        text += "\n\n*A quick run, of small sizes only: these figures tell nothing but that it runs.*"
    return text


def targets() -> str:
    """Return the table of targets, each with the figure that decides."""
    rows = []
    for found in SECTIONS:
        for target in found.targets:
            measured = _rows(found.name)
            if not measured or load()[found.name]["quick"]:
                verdict, figure = "not measured", None
            else:
                verdict, figure = target.verdict(measured)
            rows.append((target.text, "–" if figure is None else f"{figure:,.3g}", f"**{verdict}**"))
    return table(("what was asked for", "measured", "verdict"), rows)


def omissions() -> str:
    """Return what the answers of the other packages do not say, as a list."""
    said = {row["rival"]: row["omits"] for row in _rows("rivals")}
    return "\n".join(f"- {rival}: {omits}." for rival, omits in said.items()) or NOT_MEASURED


def _section(name: str) -> Section:
    (found,) = (section for section in SECTIONS if section.name == name)
    return found


def _rows(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = load().get(name, {"rows": []})["rows"]
    return rows
