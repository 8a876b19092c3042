"""Games whose tiers a device solves, and what must be the same in two folders of tiers whatever solved them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "keys": ("dots-and-boxes", {}),
    "few keys": ("kalah", {"pits": 2, "seeds": 2}),
    "keys that go round": ("kalah", {"pits": 3, "seeds": 2}),
    "ranges": ("chess-ending", {"material": "KQKR", "board": 4}),
    "ranges that go round": ("morris", {"rings": 2, "men": [4, 3], "placing": False}),
    "placing men": ("morris", {"rings": 1, "men": [4, 4]}),
    "conversions": ("chess-ending", {"material": "KPK", "board": 4, "metric": "dtz"}),
    "pawns": ("chess-ending", {"material": "KPKN", "board": 5}),
    "many": ("connect-four", {"columns": 5, "rows": 4}),
}

OF_A_RUN = ("checksum", "statistics", "seconds", "made_at", "method")
"""What manifests say of the run that made them."""


def contents(folder: Path) -> dict[str, Any]:
    """Return what the files of a folder of tiers hold, without what depends on the run."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        if path.name == "manifest.json":
            manifest = json.loads(path.read_text(encoding="utf-8"))
            found[str(path.relative_to(folder))] = {k: v for k, v in manifest.items() if k not in OF_A_RUN}
        elif path.is_file():
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


def one_by_one(_: int, tiers: Any) -> list[frozenset[int]]:
    """Return tiers in groups of one each, in place of `held_tiers.groups_of`."""
    return [frozenset({tier}) for tier in tiers] or [frozenset()]
