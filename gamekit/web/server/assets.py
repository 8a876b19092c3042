"""The files of the page, and the page itself, with the map by which its modules find each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from gamekit.web.pages.assets import STATIC, csp_hash, module_files

PLACEHOLDER: Final = "<!-- import map -->"
KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
"""The media types of files; Python's own table depends on the machine."""


def files() -> dict[str, Path]:
    """Return the files of the page by their names below `static/`."""
    return {_name(path): path for path in STATIC.rglob("*") if path.suffix in KINDS}


def _name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def import_map() -> str:
    """Return the import map of the page's modules, as JSON.

    >>> json.loads(import_map())["imports"]["cytoscape"]
    './static/vendor/cytoscape.esm.min.mjs'
    """
    addresses = {module: f"./static/{_name(path)}" for module, path in module_files().items()}
    return json.dumps({"imports": addresses})


def page() -> tuple[str, str]:
    """Return the page, and the source of its import map as a Content-Security-Policy names it."""
    modules = import_map()
    html = files()["index.html"].read_text(encoding="utf-8")
    return html.replace(PLACEHOLDER, f'<script type="importmap">{modules}</script>'), csp_hash(modules)
