"""The files in a folder of tiers besides the tables: the tiers, the tiers that each leads to, and the settings."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from gamekit.engine.runtime.array_files import write_whole
from gamekit.engine.runtime.locked_folder import SETTINGS, explained
from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity
from gamekit.tables.path_kinds import KEPT, NAME, TIERS

CODES: Final = "compiled rules"
"""The setting that marks a folder whose tiers are solved with compiled rules."""


def folder_of(path: Path, tier: int) -> Path:
    """Return the folder of the table of a tier."""
    return path / f"tier-{tier}"


def check_none_gone(path: Path, tiers: Iterable[int]) -> None:
    """Refuse a folder in which tiers have neither a table nor the states that are kept until they are solved."""
    left = {file.name.partition(".")[0] for file in (path / KEPT).glob("*")}
    for tier in tiers:
        if str(tier) not in left:
            check_not_gone(path, tier)


def check_not_gone(path: Path, tier: int) -> None:
    """Refuse a folder from which the table of a tier that was solved was deleted."""
    folder = folder_of(path, tier)
    if not (folder / NAME).exists():
        raise TableError(
            f"{folder}, the table of a solved tier, is missing; restore it, or delete {path} to start anew"
        )


def checksum_of(folder: Path) -> str:
    """Return the checksum of a table's manifest, which depends on everything in the table."""
    with explained(folder / NAME, "cannot read"):
        return f"{zlib.crc32((folder / NAME).read_bytes()):08x}"


def read_tiers(path: Path) -> tuple[dict[int, list[int]], dict[int, list[Any]]]:
    """Return the tiers that each tier leads to, and the checksum and edge count of the states of each unsolved tier."""
    try:
        outer = json.loads((path / TIERS).read_bytes())
        if outer["checksum"] != _checksum(outer["content"]):
            raise TableError(f"{path / TIERS} is damaged: it does not match its checksum")
        content = json.loads(outer["content"])
        if content["settings"] != _checksum((path / SETTINGS).read_text()):
            raise TableError(f"{path / SETTINGS} is damaged: it does not match its checksum in {TIERS}")
        children = {int(tier): [int(child) for child in row] for tier, row in content["tiers"].items()}
        kept = {int(tier): [int(about[0]), about[1]] for tier, about in content["found"].items()}
    except OSError as error:
        raise InputError(f"cannot read {path / TIERS}: {error.strerror}") from error
    except TableError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else error
        raise TableError(f"{path / TIERS} is damaged: {reason}") from error
    return children, kept


def write_tiers(path: Path, children: dict[int, list[int]], kept: dict[int, list[Any]]) -> None:
    """Write the data that `read_tiers` returns."""
    settings = _checksum((path / SETTINGS).read_text())
    text = json.dumps({"settings": settings, "tiers": children, "found": kept}, indent=1)
    write_whole(path / TIERS, json.dumps({"checksum": _checksum(text), "content": text}).encode())


def read_settings(path: Path) -> dict[str, Any]:
    """Return the settings with which a folder of tiers was begun."""
    try:
        found: dict[str, Any] = json.loads((path / SETTINGS).read_bytes())
        found["game"], found["parameters"], found["start"], found["rules"]
    except OSError as error:
        raise InputError(f"cannot read {path / SETTINGS}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise TableError(f"{path / SETTINGS} is damaged: {error}") from error
    return found


def identity_in(settings: dict[str, Any]) -> Identity:
    """Return the identity of the game of a folder of tiers, by its settings."""
    return Identity(settings["game"], settings["parameters"], settings["rules"])


def settings_of(game: Any, identity: Identity, start: Any) -> dict[str, Any]:
    """Return the settings that must be the same for a solve to be resumed, whatever the backend."""
    return {
        "game": identity.name,
        "parameters": identity.parameters,
        "start": game.format_state(start),
        "rules": identity.fingerprint,
    }


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"
