"""Texts that one process makes and others need, too: kept in a folder while the site is built."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

FOLDER: list[Path] = []
"""Where texts are kept, if they are."""


def kept(name: str, make: Callable[[], str]) -> str:
    """Return the text of this name, which is made if it is not kept yet."""
    if not FOLDER:
        return make()
    path = FOLDER[0] / name
    if not path.is_file():
        passing = path.with_name(f"{name}.{os.getpid()}")  # others never see half a text
        passing.write_text(make(), encoding="utf-8")
        passing.replace(path)
    return path.read_text(encoding="utf-8")
