"""`open_store`: the store of the results in a table, once it is known to belong to its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamekit.errors import InputError
from gamekit.game.fingerprint import Identity, changed, game_of, is_called
from gamekit.game.protocol import Game
from gamekit.tables.table_files import Files
from gamekit.tables.table_store import TableStore, store_of


def open_store(
    folder: Path, game: Game[Any, Any] | None = None, identity: Identity | None = None
) -> TableStore:
    """Return the store of the results in a table, as `open_table` does.

    Args:
        folder: the table.
        game: the rules; by default those that the table names.
        identity: of the game, for one that many tables are opened of.

    Raises:
        InputError: the table does not belong to the game.
    """
    files = Files.open(folder)
    manifest, with_codes = files.manifest, files.manifest.index != "states"
    if game is None:
        saved = Identity(manifest.game, manifest.parameters, manifest.fingerprint)
        game = game_of(saved, f"{files.path} is a table", with_codes=with_codes)
    else:
        _check(game, identity or Identity.of(game, with_codes=with_codes), files)
    return store_of(files, game)


def _check(game: Game[Any, Any], identity: Identity, files: Files) -> None:
    """Check that a table is of a game: by its name, its parameters and its rules."""
    manifest = files.manifest
    if not is_called(game, manifest.game):
        raise InputError(f"{files.path} is a table of {manifest.game}, not of {identity.name}")
    for parameter in sorted({*identity.parameters, *manifest.parameters}):
        theirs, ours = manifest.parameters.get(parameter), identity.parameters.get(parameter)
        if theirs != ours:
            raise InputError(
                f"{files.path} is a table of other parameters: {parameter} is {theirs}, not {ours}"
            )
    if identity.fingerprint != manifest.fingerprint:
        raise InputError(changed(manifest.game, f"{files.path} is a table"))
