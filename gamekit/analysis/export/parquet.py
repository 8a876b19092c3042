"""`write_parquet`: a solution as a Parquet file, a row for each state, for DuckDB, pandas and similar programs."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from gamekit.errors import InputError, LimitError, UnsupportedError
from gamekit.game.values import Value, turn_limit
from gamekit.solution.solution import Solution, Status
from gamekit.solution.store import ranges

AT_A_TIME: Final = 1 << 18
"""How many states are a row group."""

VALUES: Final = (Value.WIN, Value.LOSS, Value.TIE, Value.DRAW, Value.UNSOLVED)


def write_parquet(solution: Solution[Any, Any], path: str | os.PathLike[str]) -> None:
    """Write a solution as a Parquet file.

    The columns are `code` or `state` (text), `value` (to the player to move), `payoff` (to the first player),
    `remoteness` and `to_move` (the player's name). Payoff and remoteness are null where there is none. In codes that
    show positions from the mover's view, a row stands for two states: the payoff is to the mover, and `to_move` null.
    It is written in row groups, so that it takes little memory at any size.

    Raises:
        UnsupportedError: pyarrow is not installed.
        InputError: the file cannot be written.
        LimitError: the disk is too small.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise UnsupportedError(
            "writing Parquet takes pyarrow, which is not installed: pip install pyarrow"
        ) from error
    store, text = solution.store, pa.dictionary(pa.int8(), pa.string())
    schema = pa.schema(
        [
            pa.field(store.label, pa.type_for_alias(store.label_type), nullable=False),
            pa.field("value", text, nullable=False),
            pa.field("payoff", pa.int32()),
            pa.field("remoteness", pa.uint32()),
            pa.field("to_move", text),
        ]
    )
    target = Path(path)
    try:
        try:
            with pq.ParquetWriter(target, schema) as writer:
                for columns in _row_groups(pa, solution):
                    writer.write_table(pa.Table.from_arrays(columns, schema=schema))
        except BaseException:
            target.unlink(missing_ok=True)
            raise
    except OSError as error:
        what = f"cannot write {target}: {error.strerror or error}"
        raise (LimitError if error.errno == errno.ENOSPC else InputError)(what) from error


def _row_groups(pa: Any, solution: Solution[Any, Any]) -> Iterator[list[Any]]:
    """Yield the columns of `AT_A_TIME` places at a time as Arrow arrays, with the rules' turn limit applied."""
    store, limit = solution.store, turn_limit(solution.game)
    values, players = pa.array(list(map(str, VALUES))), pa.array(solution.game.players)
    by_mover = store.perspective == "mover"
    for part in ranges(store.places, AT_A_TIME):
        value = store.values(part)
        kept = np.flatnonzero(value != store.no_state)
        payoff, plies = value[kept].astype(np.int64), store.remoteness(part)[kept].astype(np.int64)
        status = np.where(plies == store.infinite, Status.ENDLESS, Status.ENDED).astype(np.int8)
        status[payoff == store.unsolved] = Status.UNSOLVED
        if limit is not None:
            late = (status == Status.ENDED) & (plies > limit)
            status[late] = Status.ENDLESS
            payoff[late] = solution.game.infinite_play
        unsolved, ended = status == Status.UNSOLVED, status == Status.ENDED
        mover = np.zeros(len(kept), dtype=np.int8) if by_mover else store.movers(part)[kept]
        gain = np.sign(payoff) * (1 - 2 * mover)  # of the player to move
        value = np.select([unsolved, gain > 0, gain < 0, ended], [4, 0, 1, 2], 3).astype(np.int8)
        yield [
            pa.array(store.labels(part)[kept]),
            pa.DictionaryArray.from_arrays(pa.array(value), values),
            pa.array(payoff.astype(np.int32), mask=unsolved),
            pa.array(plies.astype(np.uint32), mask=~ended),
            pa.DictionaryArray.from_arrays(pa.array(mover, mask=np.full(len(mover), by_mover)), players),
        ]
