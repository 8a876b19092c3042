"""A notebook as a page: its cells, and what they show when they are run, which is while the site is built."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

DOCS = Path(__file__).parents[1]
SECONDS = 120  # that one cell may take


def shown(name: str) -> str:
    """Return a notebook below `docs` as Markdown, executed; fail if a cell does."""
    notebook = nbformat.read(DOCS / name, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    return "\n\n".join(part for cell in notebook.cells for part in _parts(cell))


def picture(figure: Any, caption: str) -> str:
    """Return a figure of matplotlib's as HTML."""
    from gamekit.analysis.plots.paper import as_svg

    return image(as_svg(figure), caption)


def _parts(cell: Any) -> Iterator[str]:
    if cell.cell_type == "markdown":
        yield cell.source.replace("# ", "## ", 1) if cell.source.startswith("#") else cell.source
        return
    yield f"```python\n{cell.source}\n```"
    for output in cell.outputs:
        yield _shown(output)


def _shown(output: Any) -> str:
    """Return what a cell shows, the richest that it offers."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    if "image/svg+xml" in data:
        return image(data["image/svg+xml"], "a plot, described above")
    if "text/html" in data:
        return f'<div class="notebook-output">{data["text/html"]}</div>'
    return f"```text\n{data['text/plain'].strip()}\n```"


def image(drawing: str, caption: str) -> str:
    """Return a drawing as an image of its own, so that its style is not that of the page."""
    data = base64.b64encode(drawing.encode()).decode()
    return f'<p><img alt="{escape(caption)}" src="data:image/svg+xml;base64,{data}"></p>'
