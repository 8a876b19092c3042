"""`open_store`: the store of the results in a table, once it is known to belong to its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamekit.errors import InputError
from gamekit.game.fingerprint import Identity, fingerprint, game_of
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
    manifest = files.manifest
    if game is None:
        game = game_of(manifest.game, manifest.parameters)
        found = fingerprint(game, with_codes=manifest.index != "states")
    else:
        identity = identity or Identity.of(game, with_codes=manifest.index != "states")
        _check(identity, files)
        found = identity.fingerprint
    if found != manifest.fingerprint:
        raise InputError(
            f"{files.path} is a table of other rules: those of {manifest.game} have changed since it was made"
        )
    return store_of(files, game)


def _check(identity: Identity, files: Files) -> None:
    """Check that a table is of a game with this name and these parameters."""
    manifest = files.manifest
    if identity.name != manifest.game:
        raise InputError(f"{files.path} is a table of {manifest.game}, not of {identity.name}")
    for parameter in sorted({*identity.parameters, *manifest.parameters}):
        theirs, ours = manifest.parameters.get(parameter), identity.parameters.get(parameter)
        if theirs != ours:
            raise InputError(
                f"{files.path} is a table of other parameters: {parameter} is {theirs}, not {ours}"
            )
