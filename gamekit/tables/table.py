"""`open_table`: open a table on disk as a solution, in microseconds and without solving again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, overload

from gamekit.game.protocol import Game, Move, State
from gamekit.solution.solution import Solution
from gamekit.tables.path_kinds import kind_of
from gamekit.tables.table_store import open_store


@overload
def open_table(folder: str | os.PathLike[str], *, game: None = None) -> Solution[Any, Any]: ...
@overload
def open_table(folder: str | os.PathLike[str], *, game: Game[State, Move]) -> Solution[State, Move]: ...
def open_table(folder: str | os.PathLike[str], *, game: Game[Any, Any] | None = None) -> Solution[Any, Any]:
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
    if kind_of(Path(folder)) == "tiers":
        from gamekit.tables.tiers.reading import open_tier_folder

        return open_tier_folder(folder, game)
    store = open_store(Path(folder), game)
    return Solution(store, store.start())
