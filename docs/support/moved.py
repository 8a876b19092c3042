"""Links to what once stood on the page of the Python API, and now has a page of its own.

Only the browser knows the part of an address after `#`, so a few lines on that page send it on.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

PAGES = Path(__file__).parents[1] / "reference" / "api"

SCRIPT = """<script>
{
  const pages = %s;
  const asked = decodeURIComponent(location.hash.slice(1));
  const found = Object.keys(pages).filter((name) => `${asked}.`.startsWith(`${name}.`));
  const nearest = found.sort((a, b) => a.length - b.length).at(-1);
  if (nearest && !document.getElementById(asked)) location.replace(`${pages[nearest]}/#${asked}`);
}
</script>"""

_NAMED = re.compile(r"^::: (?P<name>\S+)$|^##? (?P<title>[^{\n]+?)(?: \{.*\})?$", re.MULTILINE)


def pages() -> dict[str, str]:
    """Return the page, by the anchor that it has for each documented name and each section."""
    return {
        found["name"] or re.sub(r"\W+", "-", found["title"].lower()): page.stem
        for page in sorted(PAGES.glob("*.md"))
        for found in _NAMED.finditer(page.read_text())
    }


def script() -> str:
    """Return what sends the browser on, as HTML."""
    return SCRIPT % json.dumps(pages())
