"""The pictures of the pages on playing and on notebooks: a real session in a terminal, and a real notebook."""

from __future__ import annotations

import subprocess
import sys
from html import escape
from pathlib import Path
from typing import Any

from support.paths import ROOT
from support.terminal import session

TUTORIAL = ROOT / "docs" / "notebooks" / "tutorial.ipynb"
MOST_BYTES = 300_000

PAPER = (
    "<!doctype html><style>body {{ margin: 0; font: 15px sans-serif; width: 820px }} {look}</style>{content}"
)
TERMINAL = (
    "pre { margin: 0; padding: 16px 20px; background: #1b1f27; color: #e8eaf0; font: 14px/1.35 monospace }"
)
NOTEBOOK = (
    "main { padding: 16px 20px } table { border-collapse: collapse } td, th { padding: 2px 12px; text-align: left }"
    "pre.in { background: #f2f2f2; border-left: 4px solid #0072b2; padding: 8px 12px; font: 14px/1.35 monospace }"
)

EXECUTE = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
notebook.cells = notebook.cells[:4]
NotebookClient(notebook, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def taken(page: Any, look: str, content: str, element: str, path: Path) -> None:
    """Take a picture of an element."""
    page.set_content(PAPER.format(look=look, content=content))
    page.locator(element).screenshot(path=path)
    assert 5_000 < path.stat().st_size < MOST_BYTES


def test_a_session_in_a_terminal(page: Any, pictures: Path) -> None:
    text = session(["hint", "b2", "why", "quit"], "tic-tac-toe")
    lines = text.splitlines()
    assert any(line.startswith("> hint") for line in lines)
    assert "b2" in text
    content = f"<pre>$ gamekit play tic-tac-toe\n{escape(chr(10).join(lines[:44]))}</pre>"
    taken(page, TERMINAL, content, "pre", pictures / "play.png")


def test_a_notebook(page: Any, pictures: Path, tmp_path: Path) -> None:
    import nbformat

    executed = tmp_path / "tutorial.ipynb"
    subprocess.run([sys.executable, "-c", EXECUTE, str(TUTORIAL), str(executed)], check=True, timeout=300)
    parts = []
    for cell in nbformat.read(executed, as_version=4).cells:
        if cell.cell_type == "code":
            parts.append(f"<pre class='in'>{escape(cell.source)}</pre>")
            for output in cell.outputs:
                data = output.get("data", {})
                text = f"<pre>{escape(output.get('text', data.get('text/plain', '')))}</pre>"
                parts.append(data.get("text/html", text))
    assert any("<svg" in part for part in parts)
    taken(page, NOTEBOOK, f"<main>{''.join(parts)}</main>", "main", pictures / "notebook.png")
