"""The files of the page: its modules, which import each other by bare names, and its styles."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Final
from urllib.parse import quote

STATIC: Final = Path(__file__).parent / "static"

_IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*"([^".]+)\"""")
_COMMENT = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_LAST_IN_LINE = re.compile(
    r"""(?<=[;{}(),\[\]]) //[^"`\n]*$""", re.MULTILINE
)  # without quotes, so in no string
_TYPE = re.compile(r"/\*\* @[^*\n]*\*/ ")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENTED = re.compile(r"\n\s*")
_GOES_ON: Final = tuple(";{(,[")
"""The ends of lines after which the end of the line says nothing."""

_UNCHANGED: Final = " !$&'()*+,/:;=?@[]{}|^`\\\""
"""Characters that need no escape in a data: URL inside a page: no line ends, no #, no % and no <."""


def module_files() -> dict[str, Path]:
    """Return the page's JavaScript files, by the name under which the page imports each.

    >>> module_files()["gamekit/dom"].name
    'dom.js'
    """
    ours = {
        f"gamekit/{path.relative_to(STATIC).with_suffix('').as_posix()}": path
        for path in sorted(STATIC.rglob("*.js"))
    }
    return ours | {path.name.partition(".")[0]: path for path in sorted(STATIC.glob("vendor/*.mjs"))}


def needed_by(name: str) -> dict[str, str]:
    """Return the sources of a module and of all that it imports, by their names.

    >>> list(needed_by("gamekit/words"))
    ['gamekit/words', 'gamekit/dom']
    """
    files = module_files()
    texts: dict[str, str] = {}
    names = [name]
    for one in names:  # grows while it is walked
        texts[one] = files[one].read_text("utf-8")
        imported = dict.fromkeys(_IMPORTED.findall(texts[one]))
        names += [other for other in imported if other in files and other not in names]
    return texts


def embedded_import_map(name: str) -> str:
    """Return an import map, as JSON, that holds a module and all that it imports as data: URLs, compact."""
    addresses = {
        other: f"data:text/javascript,{quote(compact(source), safe=_UNCHANGED)}"
        for other, source in needed_by(name).items()
    }
    return json.dumps({"imports": addresses}, separators=(",", ":"))


def compact(source: str) -> str:
    """Return a module without comments, except notes of copyright, without indentation and in few lines.

    No text of a module may go over several lines.

    >>> compact("/** Add. */\\nif (a) {\\n  f(/** @type {any} */ (b), c); // why\\n  // what\\n}\\ng();\\n")
    'if (a) {f((b), c);}\\ng();'
    """
    return _in_few_lines(_LAST_IN_LINE.sub("", _TYPE.sub("", _COMMENT.sub("", source))))


def _in_few_lines(text: str) -> str:
    lines = _INDENTED.sub("\n", text).splitlines()
    return "".join(line if line.endswith(_GOES_ON) and "//" not in line else f"{line}\n" for line in lines)


def csp_hash(source: str) -> str:
    """Return the hash by which a Content-Security-Policy names an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


def styles(*names: str) -> str:
    """Return style sheets, concatenated, as compact as modules are."""
    sheets = "\n".join((STATIC / name).read_text("utf-8") for name in names)
    return _in_few_lines(_STYLE_COMMENT.sub("", sheets))
