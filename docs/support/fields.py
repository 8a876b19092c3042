"""What `--json` prints, described field by field and held against what it really prints."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from support.gallery import table


@cache
def output(command: str) -> dict[str, Any]:
    """Return the JSON object that a command prints; a page that describes parts of it runs the command once."""
    done = subprocess.run(shlex.split(command), capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{command}: {done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def describe(command: str, meanings: Mapping[str, str], *path: str) -> str:
    """Return a table of fields, with what `command` prints there; fail if it prints others.

    Args:
        command: ends in --json.
        meanings: what each field means.
        path: the keys that lead to the object, through the first entry of any list on the way.
    """
    found: Any = output(command)
    for key in path:
        found = found[key]
        found = found[0] if isinstance(found, list) else found
    if set(found) != set(meanings):
        raise AssertionError(f"{command} {path} prints {sorted(found)}, but described are {sorted(meanings)}")
    return table(
        ("field", "meaning", "for example"),
        [(f"`{name}`", meanings[name], _short(found[name])) for name in found],
    )


def described(schema: str) -> str:
    """Return a table of the fields of a schema in the OpenAPI description of `gamekit explore --api`."""
    text = files("gamekit.web.server").joinpath("openapi.json").read_text("utf-8")
    properties = json.loads(text)["components"]["schemas"][schema]["properties"]
    return table(
        ("field", "meaning"), [(f"`{name}`", entry["description"]) for name, entry in properties.items()]
    )


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if len(text) <= 48 else f"`{text[:44]} …`"
