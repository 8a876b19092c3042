"""`kind_of`: the kind of a path, among all that gamekit writes. Importing this module loads nothing heavy."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from gamekit.engine.runtime.work_files import SETTINGS

NAME: Final = "manifest.json"
"""The name of the file by which a table or a certificate is recognised."""

TIERS: Final = "tiers.json"
"""The name of the file by which a folder of tiers is recognised."""

KEPT: Final = "found"
"""The name of the folder, within a folder of tiers, with the states of unsolved tiers."""

CERTIFICATE: Final = "gamekit certificate"
"""The format that the manifest of a certificate names."""

BEGINNING: Final = b'{\n "checksum": "'
"""The beginning of every manifest; the eight digits of its checksum follow."""

PathKind = Literal["table", "certificate", "tiers", "exploration", "work folder", "file"]
"""The kinds of paths: a folder of tiers is an exploration until all of its tiers are found; a file may hold a claim."""


def kind_of(path: Path) -> PathKind | None:
    """Return the kind of a path, judged by the names of its files alone; None if it has none of these kinds."""
    if path.is_file():
        return "file"
    if (path / NAME).is_file():
        return "certificate" if _names_certificate(path / NAME) else "table"
    if (path / TIERS).is_file():
        return "tiers"
    if (path / KEPT).is_dir():
        return "exploration"
    return "work folder" if (path / SETTINGS).exists() else None


def _names_certificate(manifest: Path) -> bool:
    before = f'",\n "format": "{CERTIFICATE}"'.encode()
    digits_end = len(BEGINNING) + 8
    try:
        with manifest.open("rb") as file:
            start = file.read(digits_end + len(before))
    except OSError:  # which opening it will say
        return False
    return start.startswith(BEGINNING) and start[digits_end:] == before
