"""Games of plugins that are taken for installed."""

from __future__ import annotations

from pathlib import Path


def as_plugin(folder: Path, name: str, cls: str, group: str = "gamekit.games") -> dict[str, str]:
    """Make a game, or another plugin, in a folder one that is installed; return the environment in which it is."""
    known = folder / f"{name.replace('-', '_')}-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (known / "entry_points.txt").write_text(f"[{group}]\n{name} = {cls}\n")
    return {"PYTHONPATH": str(folder)}
