"""`write_parquet`: a solution as a Parquet file, a row for each state, for DuckDB, pandas and their kin."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.chunks import chunks_of
from gamekit.errors import InputError, LimitError, UnsupportedError
from gamekit.lazy_solution import Backing, LazySolution
from gamekit.solution import Solution, Status
from gamekit.tables.mixing import code_of
from gamekit.values import Value

AT_A_TIME: Final = 1 << 18
"""How many states are a row group."""

VALUES: Final = (Value.WIN, Value.LOSS, Value.TIE, Value.DRAW, Value.UNSOLVED)


@attrs.frozen(eq=False)
class Rows:
    """Some states.

    Attributes:
        names: their codes, int64, or their texts.
        payoff: int64, to the first player; to the mover where `mover` is None.
        remoteness: int64; of those that have one.
        status: int8, a `Status`.
        mover: int8, the player to move; None in codes that show positions from the mover's view.
    """

    names: NDArray[np.int64] | list[str]
    payoff: NDArray[np.int64]
    remoteness: NDArray[np.int64]
    status: NDArray[np.int8]
    mover: NDArray[np.int8] | None


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
    has_codes = isinstance(solution, LazySolution) and solution.backing.index != "states"
    text = pa.dictionary(pa.int8(), pa.string())
    schema = pa.schema(
        [
            pa.field("code", pa.int64(), nullable=False)
            if has_codes
            else pa.field("state", pa.string(), nullable=False),
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
                for rows in _rows(solution):
                    writer.write_table(pa.Table.from_arrays(_columns(pa, solution, rows), schema=schema))
        except BaseException:
            target.unlink(missing_ok=True)
            raise
    except OSError as error:
        what = f"cannot write {target}: {error.strerror or error}"
        raise (LimitError if error.errno == errno.ENOSPC else InputError)(what) from error


def _columns(pa: Any, solution: Solution[Any, Any], rows: Rows) -> list[Any]:
    """Return the columns of some rows as Arrow has them."""
    unsolved, ended = rows.status == Status.UNSOLVED, rows.status == Status.ENDED
    worth = np.sign(rows.payoff)
    if rows.mover is not None:
        worth = worth * (1 - 2 * rows.mover)
    value = np.select([unsolved, worth > 0, worth < 0, ended], [4, 0, 1, 2], 3).astype(np.int8)
    players = pa.array(solution.game.players)
    nobody = rows.mover is None
    mover = np.zeros(len(value), dtype=np.int8) if rows.mover is None else rows.mover
    return [
        pa.array(rows.names),
        pa.DictionaryArray.from_arrays(pa.array(value), pa.array([str(kind) for kind in VALUES])),
        pa.array(rows.payoff.astype(np.int32), mask=unsolved),
        pa.array(rows.remoteness.astype(np.uint32), mask=~ended),
        pa.DictionaryArray.from_arrays(pa.array(mover, mask=np.full(len(mover), nobody)), players),
    ]


def _rows(solution: Solution[Any, Any]) -> Iterator[Rows]:
    """Give the states, many at a time, the rules' turn limit taken into account."""
    for rows in _lazy_rows(solution) if isinstance(solution, LazySolution) else _plain_rows(solution):
        limit = solution.game.max_plies
        if limit is not None:
            late = (rows.status == Status.ENDED) & (rows.remoteness > limit)
            rows.status[late] = Status.ENDLESS
            rows.payoff[late] = solution.game.infinite_play
        yield rows


def _plain_rows(solution: Solution[Any, Any]) -> Iterator[Rows]:
    arena = solution.arena
    for part in chunks_of(len(arena), AT_A_TIME):
        yield Rows(
            names=[arena.describe(state) for state in arena.states[part]],
            payoff=solution.payoff[part].astype(np.int64),
            remoteness=solution.remoteness[part].astype(np.int64),
            status=solution.status[part].copy(),
            mover=arena.mover[part],
        )


def _lazy_rows(solution: LazySolution[Any, Any]) -> Iterator[Rows]:
    backing = solution.backing
    for part in chunks_of(backing.places, AT_A_TIME):
        value = backing.values(part)
        kept = np.flatnonzero(value != backing.no_state)
        value, plies = value[kept], backing.remotenesses(part)[kept]
        status = np.where(plies == backing.never, Status.ENDLESS, Status.ENDED).astype(np.int8)
        status[value == backing.unsolved] = Status.UNSOLVED
        mover = None if backing.from_movers_view else backing.movers(part)[kept]
        names = _names(backing, part, kept)
        yield Rows(names, value.astype(np.int64), plies.astype(np.int64), status, mover)


def _names(backing: Backing, part: slice, kept: NDArray[np.int64]) -> NDArray[np.int64] | list[str]:
    """Return the codes or texts at some places of a range."""
    if backing.index == "states":
        return [text.decode() for text in backing.keys(part).tolist()]
    return kept + part.start if backing.bits is None else code_of(backing.keys(part), backing.bits)
