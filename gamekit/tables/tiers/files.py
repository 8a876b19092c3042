"""The files in a folder of tiers besides the tables: the tiers, the tiers that each leads to, and the settings."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from gamekit.engine.runtime.array_files import write_whole
from gamekit.engine.runtime.locked_folder import SETTINGS, explained
from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity
from gamekit.game.parameters import structure
from gamekit.game.strict_json import parse_json
from gamekit.tables.path_kinds import KEPT, NAME, TIERS

T = TypeVar("T")

CODES: Final = "compiled rules"
"""The setting that marks a folder whose tiers are solved with compiled rules."""

VERIFIED: Final = "verified.json"
"""The name of the file that says which device has verified the tables, which are written before."""

VERIFIED_ON: Final = "verified on"
"""The statistic with the name of this device."""


@attrs.frozen
class Settings:
    """The settings that must be the same for a solve to be resumed, whatever the backend.

    Attributes:
        game: the name of the game.
        parameters: its parameters, as JSON has them.
        start: the text of the state to start from.
        rules: the fingerprint of the game's rules.
        with_codes: whether the tiers are solved with compiled rules; further settings then belong to these.
    """

    game: str
    parameters: dict[str, Any]
    start: str
    rules: str
    with_codes: bool = False

    @classmethod
    def of(cls, game: Any, identity: Identity, start: Any) -> Settings:
        """Return the settings of a solve."""
        return cls(identity.name, identity.parameters, game.format_state(start), identity.fingerprint)

    @property
    def identity(self) -> Identity:
        """The identity of the game."""
        return Identity(self.game, self.parameters, self.rules)

    def as_json(self) -> dict[str, Any]:
        """Return the settings as `work.json` has them, without those of compiled rules."""
        return {
            name: value for name, value in attrs.asdict(self, recurse=False).items() if name != "with_codes"
        }


@attrs.frozen
class _Outer:
    """The content of `tiers.json`, as text, and its checksum."""

    checksum: str
    content: str


@attrs.frozen
class _Content:
    """The checksum of the settings, what each tier leads to, and what `write_tiers` calls `kept`."""

    settings: str
    tiers: dict[str, tuple[int, ...]]
    found: dict[str, tuple[int, Any]]


@attrs.frozen
class _Verified:
    """The name of the device that found tables right, and the checksum of these."""

    device: str
    tables: str


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
    outer = _structured(_Outer, _read(path / TIERS), path / TIERS)
    if outer.checksum != _checksum(outer.content):
        raise TableError(f"{path / TIERS} is damaged: it does not match its checksum")
    content = _structured(_Content, _parsed(outer.content.encode(), path / TIERS), path / TIERS)
    with explained(path / SETTINGS, "cannot read"):
        settings = (path / SETTINGS).read_text()
    if content.settings != _checksum(settings):
        raise TableError(f"{path / SETTINGS} is damaged: it does not match its checksum in {TIERS}")
    children = {int(tier): [*row] for tier, row in content.tiers.items()}
    return children, {int(tier): [*known] for tier, known in content.found.items()}


def write_tiers(path: Path, children: dict[int, list[int]], kept: dict[int, list[Any]]) -> None:
    """Write the data that `read_tiers` returns."""
    settings = _checksum((path / SETTINGS).read_text())
    text = json.dumps({"settings": settings, "tiers": children, "found": kept}, indent=1)
    write_whole(path / TIERS, json.dumps({"checksum": _checksum(text), "content": text}).encode())


def note_verified(path: Path, device: str) -> None:
    """Record the name of the device that found all tables of a folder right.

    Raises:
        LimitError: the disk is full.
    """
    noted = _Verified(device, _checksum_of_tables(path))
    write_whole(path / VERIFIED, json.dumps(attrs.asdict(noted), indent=1).encode())


def verified_on(path: Path) -> str | None:
    """Return the name of the device that found the tables of a folder right; None if none is recorded for these."""
    if not (path / VERIFIED).exists():
        return None
    noted = _structured(_Verified, _read(path / VERIFIED), path / VERIFIED)
    return noted.device if noted.tables == _checksum_of_tables(path) else None


def _checksum_of_tables(path: Path) -> str:
    folders = sorted(manifest.parent for manifest in path.glob(f"tier-*/{NAME}"))
    return _checksum(" ".join(map(checksum_of, folders)))


def read_settings(path: Path) -> Settings:
    """Return the settings with which a folder of tiers was begun."""
    known = _read(path / SETTINGS)
    if isinstance(known, dict):
        names = ("game", "parameters", "start", "rules")
        known = {name: known[name] for name in names if name in known} | {"with_codes": CODES in known}
    return _structured(Settings, known, path / SETTINGS)


def _read(path: Path) -> Any:
    with explained(path, "cannot read"):
        data = path.read_bytes()
    return _parsed(data, path)


def _parsed(data: bytes, path: Path) -> Any:
    try:
        return parse_json(data, str(path))
    except InputError as error:
        raise TableError(f"{path} is damaged: {error}") from error


def _structured(cls: type[T], value: Any, path: Path) -> T:
    try:
        return structure(cls, value, str(path))
    except InputError as error:
        raise TableError(f"{path} is damaged: {error}") from error


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"
