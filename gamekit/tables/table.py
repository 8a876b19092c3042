"""`open_table`: open a table on disk as a solution, in microseconds and without solving again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from gamekit.errors import InputError
from gamekit.game.fingerprint import fingerprint, game_of, name_of, parameters_of
from gamekit.game.protocol import Game, Move, State
from gamekit.solution.solution import Solution
from gamekit.tables.table_store import Files, TableStore, store_of


def open_table(
    folder: str | os.PathLike[str], *, game: Game[State, Move] | None = None
) -> Solution[State, Move]:
    """Open a table that `save_table` or `gamekit solve --save` wrote.

    Each block is compared with its checksum when it is first read; a damaged block raises `TableError`.

    Args:
        folder: the folder of the table.
        game: the game of the table; needed only if the game is neither registered nor imported.

    Raises:
        InputError: the folder is not a table, or the table has another game, other parameters or rules, or a newer
            format.
        TableError: the table is damaged, as far as this can be seen without reading all of it.

    >>> import gamekit, tempfile
    >>> from games.nim import Nim
    >>> with tempfile.TemporaryDirectory() as place:
    ...     gamekit.save_table(gamekit.solve(Nim(heaps=(1, 2))), f"{place}/nim")
    ...     table = gamekit.open_table(f"{place}/nim")
    >>> table.best_moves(table.root.state)
    [(2, 1)]
    """
    store = open_store(Path(folder), game)
    return Solution(store, store.start())


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
