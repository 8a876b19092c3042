"""`open_store`: the store of the results in a table, once it is known to belong to its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamekit.errors import InputError
from gamekit.game.fingerprint import fingerprint, game_of, name_of, parameters_of
from gamekit.game.protocol import Game
from gamekit.tables.table_store import Files, TableStore, store_of


def open_store(folder: Path, game: Game[Any, Any] | None = None) -> TableStore:
    """Return the store of the results in a table, as `open_table` does.

    Raises:
        InputError: the table does not belong to the game.
    """
    files = Files.open(folder)
    manifest = files.manifest
    game = game_of(manifest.game, manifest.parameters) if game is None else _checked(game, files)
    if fingerprint(game, with_codes=manifest.index != "states") != manifest.fingerprint:
        raise InputError(
            f"{files.path} is a table of other rules: those of {manifest.game} have changed since it was made"
        )
    return store_of(files, game)


def _checked(game: Game[Any, Any], files: Files) -> Game[Any, Any]:
    """Return the game after checking that the table belongs to it."""
    manifest = files.manifest
    if (name := name_of(game)) != manifest.game:
        raise InputError(f"{files.path} is a table of {manifest.game}, not of {name}")
    parameters = parameters_of(game)
    for parameter in sorted({*parameters, *manifest.parameters}):
        theirs, ours = manifest.parameters.get(parameter), parameters.get(parameter)
        if theirs != ours:
            raise InputError(
                f"{files.path} is a table of other parameters: {parameter} is {theirs}, not {ours}"
            )
    return game
