"""`save_table`: write a solution, of either backend or from another table, to disk as a table."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.result_arrays import MOST_PAIRS, ResultArrays
from gamekit.errors import InputError, UnsupportedError
from gamekit.game.fingerprint import Identity
from gamekit.game.progress import ProgressCallback
from gamekit.game.version import __version__
from gamekit.solution.argument_checks import check_solution
from gamekit.solution.solution import Solution
from gamekit.solution.store import Pairs, Store, occurring_results, ranges
from gamekit.tables.files import REMOTENESSES, VALUES, File, width_of
from gamekit.tables.manifest import (
    LEADS_TO,
    NUMBERS,
    OF_INFO,
    OF_STORE,
    RESULTS,
    Manifest,
    Mixing,
    Root,
    attributes,
    bounds_of,
)
from gamekit.tables.storages import storage_called, storage_name
from gamekit.tables.writing import Chunk, check_target, write_table

ROWS_AT_ONCE: Final = 1 << 20
"""The number of rows read and written at a time: some hundred blocks, which all cores compress."""

WIDEST: Final = 3
"""The number of bytes above which pairs are not numbered, because numbering needs an entry for each possible pair."""


def save_table(
    solution: Solution[Any, Any],
    folder: str | os.PathLike[str],
    *,
    compress: bool | str = False,
    progress: ProgressCallback | None = None,
    identity: Identity | None = None,
) -> None:
    """Write a solution to a folder on disk, from which `open_table` reads it.

    States are stored by their codes if the solution comes from compiled rules, otherwise by their texts.

    Args:
        solution: a solution of any game.
        folder: the folder to make; it must not exist yet, or be empty. It appears when everything is written; on
            failure, nothing is left.
        compress: whether to make the table smaller and look-ups a little slower; or the name of a storage. True stands
            for zstd.
        progress: a function called as the work proceeds.
        identity: the identity of the game, if it is known because many tables of the game are written.

    Raises:
        InputError: the folder exists already, or cannot be written, or two states have the same text.
        UnsupportedError: the solution is by tiers with compiled rules, which have a table each.
        LimitError: the disk is too small.

    >>> import gamekit, tempfile
    >>> from games.nim import Nim
    >>> with tempfile.TemporaryDirectory() as place:
    ...     gamekit.save_table(gamekit.solve(Nim(heaps=(1, 2))), f"{place}/nim")
    ...     print(gamekit.open_table(f"{place}/nim").root)
    WIN in 3 for first
    """
    check_solution(solution, "save_table")
    if not solution.store.fits_one_table:
        raise UnsupportedError(
            f"{type(solution.game).__name__} was solved by tiers, which have a table each; to keep them, name their "
            "folder when you solve (tiers, --tiers)"
        )
    target, storage = Path(folder), storage_name(compress)
    check_target(target)
    store, root = solution.store, solution.place_of(solution.start)
    payoffs, longest = [*store.payoffs, solution.game.infinite_play], solution.longest
    if store.info.is_part and store.index is None:  # values may come from ends in other tiers
        values = store.values(slice(0, store.places))
        payoffs += [int(values.min()), int(values.max())]
    dtypes = _dtypes(payoffs, longest)
    marked = partial(_marked, store, dtypes)
    written, columns_of, pairs = dtypes, by_place, None
    occurring = map(marked, occurring_results(store))
    if storage_called(storage).is_compressed and (numbering := Numbering.of(occurring, dtypes)):
        written, columns_of = {NUMBERS: numbering.numbers.dtype.str}, numbering.numbered
        pairs = numbering.pairs
    if store.index is None:
        texts = _texts(solution)
        if progress:
            progress("saving", 0, store.places)
        order = np.argsort(texts, kind="stable")
        root = int(np.flatnonzero(order == root)[0])
        index: Chunk = {"states": texts}
        columns = {**index, **columns_of(marked(store.results()))}
        chunks: Iterator[Chunk] = iter([{name: column[order] for name, column in columns.items()}])
    else:
        index = store.key_columns(slice(0, 1))
        chunks = _chunks(store, lambda part: columns_of(marked(store.results(part))), progress)
    identity = identity or Identity.of(solution.game, with_codes=store.index not in (None, "states"))
    manifest = partial(_manifest, solution, longest, identity, root, dtypes, pairs, storage)
    written = {name: column.dtype.str for name, column in index.items()} | written
    write_table(target, chunks, written, store.places, manifest, storage)


def _chunks(
    store: Store, columns_of: Callable[[slice], Chunk], progress: ProgressCallback | None
) -> Iterator[Chunk]:
    for part in ranges(store.places, ROWS_AT_ONCE):
        if progress:
            progress("saving", part.start, store.places)
        yield {**store.key_columns(part), **columns_of(part)}


def _manifest(
    solution: Solution[Any, Any],
    longest: int,
    identity: Identity,
    root: int,
    dtypes: dict[str, str],
    pairs: Pairs | None,
    storage: str,
    files: dict[str, File],
) -> Manifest:
    game, store, index = solution.game, solution.store, solution.store.index or "states"
    no_state, unsolved = bounds_of(dtypes["value"])
    return Manifest(
        game=identity.name,
        parameters=identity.parameters,
        fingerprint=identity.fingerprint,
        index=index,
        mixing=None if store.bits is None else Mixing(store.bits),
        storage=storage,
        root=Root(checked_text(game, solution.start), root),
        players=tuple(game.players),
        payoffs_to="mover" if store.perspective == "mover" else "first player",
        infinite_play=int(game.infinite_play),
        max_plies=None if game.max_plies is None else int(game.max_plies),
        no_state=no_state,
        unsolved=unsolved,
        never=bounds_of(dtypes["remoteness"])[1],
        counts=solution.counts(),
        longest=longest,
        longest_by_value=solution.longest_by_value(),
        statistics=dict(solution.statistics),
        seconds={phase: float(seconds) for phase, seconds in solution.seconds.items()},
        made_by=f"gamekit {__version__}",
        made_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        ranges=store.ranges,
        pairs=pairs,
        files=files,
        **attributes(store, OF_STORE),
        **attributes(store.info, OF_INFO),
    )


def _marked(store: Store, dtypes: dict[str, str], results: ResultArrays) -> ResultArrays:
    """Return results of a store in the types and with the marks of a table."""
    return ResultArrays(
        _converted(results.value, (store.no_state, store.unsolved), dtypes["value"]),
        _converted(results.remoteness, (store.infinite,), dtypes["remoteness"]),
        results.numbers,
    )


def by_place(results: ResultArrays) -> Chunk:
    """Return a column of values and one of remotenesses."""
    return dict(zip(RESULTS, results.at(slice(None)), strict=True))


def _converted(rows: NDArray[Any], marks: tuple[int, ...], dtype: str) -> NDArray[Any]:
    """Return rows as another type; the bounds of that type, or only the upper one, replace the marks."""
    if rows.dtype == dtype:
        return rows
    converted = rows.astype(dtype)
    for before, after in zip(marks, bounds_of(dtype)[-len(marks) :], strict=True):
        converted[rows == before] = after
    return converted


def _texts(solution: Solution[Any, Any]) -> NDArray[np.bytes_]:
    about = solution.store.info
    if about.is_part and LEADS_TO not in about.statistics:  # the values at its rim follow from nothing
        raise InputError(
            "a part of a solution cannot be saved, because its values cannot be verified; save the whole solution"
        )
    texts = [checked_text(solution.game, state).encode() for state in solution.states]
    return np.array(texts, dtype=f"|S{max(map(len, texts)) or 1}")


def checked_text(game: Any, state: Any) -> str:
    """Return the text of a state, after checking that the game parses it back, so that no two states share a text."""
    text: str = game.format_state(state)
    try:
        text.encode()
        again = game.parse_state(text)
    except Exception as error:
        raise InputError(
            f"to save a table, {type(game).__name__}.parse_state must read what format_state writes; it does not read "
            f"{text!r} ({error})"
        ) from error
    if again != state or "\0" in text:
        raise InputError(
            f"to save a table, {type(game).__name__}.parse_state must return the state that format_state shows as "
            f"{text!r}; it returns another one"
        )
    return text


def _dtypes(payoffs: list[int], longest: int) -> dict[str, str]:
    """Return the narrowest types of the columns that have room for the numbers and the marks."""
    least, most = min(payoffs), max(payoffs)
    return {
        "value": next(d for d in VALUES if bounds_of(d)[0] < least and most < bounds_of(d)[1]),
        "remoteness": next(d for d in REMOTENESSES if longest < bounds_of(d)[1]),
    }


@attrs.frozen(eq=False)
class Numbering:
    """Numbers for the pairs of a value and a remoteness that occur, so that one byte per state holds both.

    The remoteness of a state nearly determines its value, so few pairs occur.

    Attributes:
        pairs: the pairs that occur, ascending.
        numbers: uint8, the number of each pair, by the key of the pair; 0 for pairs that do not occur.
    """

    pairs: Pairs
    numbers: NDArray[np.uint8]

    @classmethod
    def of(cls, results: Iterable[ResultArrays], dtypes: Mapping[str, str]) -> Self | None:
        """Return the numbering of all pairs in some results; None if there are more than a byte can number.

        Args:
            results: the results, by place or each once, in portions.
            dtypes: the types of values and remotenesses, by column name.
        """
        widths = [width_of(dtypes[name]) for name in RESULTS]
        if sum(widths) > WIDEST:
            return None
        occurs = np.zeros(1 << 8 * sum(widths), dtype=np.bool_)
        for part in results:
            occurs[_keys(part)] = True
        keys = np.flatnonzero(occurs)
        if len(keys) > MOST_PAIRS:
            return None
        values = (keys >> 8 * widths[1]).astype(dtypes["value"])
        remoteness = keys.astype(dtypes["remoteness"])
        order = np.lexsort((remoteness, values))
        numbers = np.zeros(len(occurs), dtype=np.uint8)
        numbers[keys[order]] = np.arange(len(keys))
        return cls(tuple(zip(values[order].tolist(), remoteness[order].tolist(), strict=True)), numbers)

    def numbered(self, results: ResultArrays) -> Chunk:
        """Return a column of pair numbers."""
        numbers = self.numbers[_keys(results)]
        if results.numbers is None:
            return {NUMBERS: numbers}
        table = numbers.tobytes().ljust(MOST_PAIRS, b"\0")
        return {NUMBERS: np.frombuffer(results.numbers.tobytes().translate(table), dtype=np.uint8)}


def _keys(results: ResultArrays) -> NDArray[Any]:
    """Return a number for each pair, by place or by number, made of the bits of its value and its remoteness."""
    value, remoteness = results.value, results.remoteness
    keys: NDArray[Any] = value.view(f"u{value.itemsize}")
    keys = keys.astype(np.uint16 if value.itemsize + remoteness.itemsize == 2 else np.uint32)
    joined: NDArray[Any] = (keys << 8 * remoteness.itemsize) | remoteness
    return joined
