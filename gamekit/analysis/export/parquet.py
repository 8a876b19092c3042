"""`write_parquet`: a solution as a Parquet file, a row for each state, for DuckDB, pandas and similar programs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from gamekit.errors import explained
from gamekit.game.optional import importing
from gamekit.game.whole_files import whole_file
from gamekit.solution.solution import Solution
from gamekit.solution.statistics import VALUES, all_rows


def write_parquet(
    solution: Solution[Any, Any], path: str | os.PathLike[str], *, replace: bool = True
) -> None:
    """Write a solution as a Parquet file.

    The columns are `code` or `state` (text), `value` (to the player to move), `payoff` (to the first player),
    `remoteness` and `to_move` (the player's name). A payoff or remoteness that does not exist is null. In codes that
    show positions from the mover's view, a row stands for two states: the payoff is to the mover, and `to_move` null.
    The file is written in row groups, so that it takes little memory at any size.

    Args:
        solution: a solution of any game.
        path: the file to write; it appears as a whole.
        replace: whether the file may exist already.

    Raises:
        UnsupportedError: pyarrow is not installed.
        InputError: the file cannot be written.
        LimitError: the disk is too small.
    """
    with importing("pyarrow", "writing Parquet needs"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    store, text = solution.store, pa.dictionary(pa.int8(), pa.string())
    label_type = pa.int64() if store.label == "code" else pa.string()
    schema = pa.schema(
        [
            pa.field(store.label, label_type, nullable=False),
            pa.field("value", text, nullable=False),
            pa.field("payoff", pa.int64()),
            pa.field("remoteness", pa.uint32()),
            pa.field("to_move", text),
        ]
    )
    with (
        explained(f"cannot write {path}"),
        whole_file(path, replace=replace) as file,
        pq.ParquetWriter(file, schema) as writer,
    ):
        for columns in _row_groups(pa, solution):
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def _row_groups(pa: Any, solution: Solution[Any, Any]) -> Iterator[list[Any]]:
    store = solution.store
    values, players = pa.array(list(map(str, VALUES))), pa.array(solution.game.players)
    by_mover = store.perspective == "mover"
    for rows in all_rows(store):
        hidden = np.full(len(rows.offsets), by_mover)
        yield [
            pa.array(store.labels(rows.part)[rows.offsets]),
            pa.DictionaryArray.from_arrays(pa.array(rows.value), values),
            pa.array(rows.payoff.astype(np.int64), mask=rows.unsolved),
            pa.array(rows.remoteness.astype(np.uint32), mask=~rows.ended),
            pa.DictionaryArray.from_arrays(pa.array(rows.mover, mask=hidden), players),
        ]
