"""A notebook as a page: its cells, and what they show when they are run, which is while the site is built.

They run here, where gamekit has been imported. A test has Jupyter run them.
"""

from __future__ import annotations

import ast
import base64
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from html import escape
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1]


def shown(name: str) -> str:
    """Return a notebook below `docs` as Markdown, executed; fail if a cell does."""
    names: dict[str, Any] = {}
    cells = json.loads((DOCS / name).read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(part for cell in cells for part in _parts(cell, names))


def picture(figure: Any, caption: str) -> str:
    """Return a figure of matplotlib's as HTML."""
    from gamekit.analysis.plots.paper import as_svg

    return image(as_svg(figure), caption)


def _parts(cell: Any, names: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source.replace("# ", "## ", 1) if source.startswith("#") else source
        return
    yield f"```python\n{source}\n```"
    statements, value = ast.parse(source).body, None
    last = statements.pop() if isinstance(statements[-1], ast.Expr) else None
    with redirect_stdout(io.StringIO()) as said:
        exec(compile(ast.Module(statements, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if said.getvalue():
        yield f"```text\n{said.getvalue().strip()}\n```"
    if value is not None:
        yield _shown(value)


def _shown(value: Any) -> str:
    """Return a value as Jupyter shows it, in the richest way that it offers."""
    if hasattr(value, "_repr_svg_"):
        return image(value._repr_svg_(), "a plot, described above")
    if hasattr(value, "_repr_html_"):
        return f'<div class="notebook-output">{value._repr_html_()}</div>'
    return f"```text\n{value!r}\n```"


def image(drawing: str, caption: str) -> str:
    """Return a drawing as an image of its own, so that its style is not that of the page."""
    data = base64.b64encode(drawing.encode()).decode()
    return f'<p><img alt="{escape(caption)}" src="data:image/svg+xml;base64,{data}"></p>'
