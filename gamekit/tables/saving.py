"""`save_table`: a solution of either gear, or from another table, as a table on disk."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit import __version__
from gamekit.arena import ProgressCallback
from gamekit.engine.chunks import chunks_of
from gamekit.errors import InputError
from gamekit.fingerprint import fingerprint, name_of, parameters_of
from gamekit.lazy_solution import Backing, Kind, LazySolution
from gamekit.solution import Solution, Status
from gamekit.tables.files import REMOTENESSES, VALUES
from gamekit.tables.manifest import File, Manifest, Mixing, Root, bounds_of
from gamekit.tables.writing import Chunk, check_target, write_table

AT_A_TIME: Final = 1 << 18
"""How many rows are handed on at a time."""


@attrs.frozen(eq=False)
class Source:
    """What is to be written.

    Attributes:
        index: how places will be found.
        bits: how many bits a code has, where that is by keys.
        places: how many rows there are.
        root: the place of the state that play starts from.
        dtypes: the types of the columns, the one that is sorted first.
        chunks: the rows, in order.
    """

    index: Kind
    bits: int | None
    places: int
    root: int
    dtypes: dict[str, str]
    chunks: Iterator[Chunk]


def save_table(
    solution: Solution[Any, Any],
    folder: str | os.PathLike[str],
    *,
    compress: bool = False,
    progress: ProgressCallback | None = None,
) -> None:
    """Write a solution to disk, in a folder of its own, for `open_table`.

    States are kept by their codes if the solution comes from compiled rules, else by their texts.

    Args:
        solution: of any game.
        folder: must not exist yet, or be empty. It appears once all is written; if that fails, nothing is left.
        compress: takes less of the disk, and a little longer to ask.
        progress: told about the work.

    Raises:
        InputError: the folder is there already, or cannot be written, or two states have the same text.
        LimitError: the disk is too small.

    >>> import gamekit, tempfile
    >>> from games.nim import Nim
    >>> with tempfile.TemporaryDirectory() as place:
    ...     gamekit.save_table(gamekit.solve(Nim(heaps=(1, 2))), f"{place}/nim")
    ...     print(gamekit.open_table(f"{place}/nim").root)
    WIN in 3 for first
    """
    target = Path(folder)
    check_target(target)
    source = _lazy_source(solution) if isinstance(solution, LazySolution) else _plain_source(solution)

    def manifest(files: dict[str, File]) -> Manifest:
        return _manifest(solution, source, files)

    chunks = _watched(source, progress) if progress else source.chunks
    write_table(target, chunks, source.dtypes, source.places, manifest, compress=compress)


def _watched(source: Source, progress: ProgressCallback) -> Iterator[Chunk]:
    done = 0
    for chunk in source.chunks:
        progress("saving", done, source.places)
        yield chunk
        done += len(chunk["value"])


def _manifest(solution: Solution[Any, Any], source: Source, files: dict[str, File]) -> Manifest:
    game, arena = solution.game, solution.arena
    suffix = ".zst" if "value.zst" in files else ".npy"
    no_state, unsolved = bounds_of(files[f"value{suffix}"].dtype)
    in_movers_view = isinstance(solution, LazySolution) and solution.backing.from_movers_view
    return Manifest(
        game=name_of(game),
        parameters=parameters_of(game),
        fingerprint=fingerprint(game, with_codes=source.index != "states"),
        index=source.index,
        mixing=None if source.bits is None else Mixing(source.bits),
        compressed=suffix == ".zst",
        places=source.places,
        states=len(solution),
        edges=arena.edges,
        root=Root(_checked_text(game, solution.start), source.root),
        players=tuple(game.players),
        payoffs_to="mover" if in_movers_view else "first player",
        payoffs=tuple(arena.payoffs),
        infinite_play=int(game.infinite_play),
        max_plies=None if game.max_plies is None else int(game.max_plies),
        no_state=no_state,
        unsolved=unsolved,
        never=bounds_of(files[f"remoteness{suffix}"].dtype)[1],
        counts={str(value): number for value, number in solution.counts().items()},
        longest=solution.longest,
        longest_by_value={str(value): plies for value, plies in solution.longest_by_value().items()},
        solver=solution.solver,
        gear=solution.gear,
        method=solution.method,
        unsound=solution.unsound,
        states_from=arena.states_from,
        edges_from=arena.edges_from,
        statistics=dict(solution.statistics),
        seconds={phase: float(seconds) for phase, seconds in solution.seconds.items()},
        made_by=f"gamekit {__version__}",
        made_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        files=files,
    )


# --- from what is read lazily -----------------------------------------------------------------------------------


def _lazy_source(solution: LazySolution[Any, Any]) -> Source:
    backing = solution.backing
    dtypes = _dtypes((*backing.payoffs, solution.game.infinite_play), solution.longest)
    if backing.index != "dense":
        dtypes = {backing.index: backing.keys(slice(0, 1)).dtype.str, **dtypes}
    chunks = _lazy_chunks(backing, dtypes)
    return Source(backing.index, backing.bits, backing.places, solution.arena.root, dtypes, chunks)


def _lazy_chunks(backing: Backing, dtypes: dict[str, str]) -> Iterator[Chunk]:
    no_state, unsolved = bounds_of(dtypes["value"])
    never = bounds_of(dtypes["remoteness"])[1]
    for part in chunks_of(backing.places, AT_A_TIME):
        chunk: dict[str, NDArray[Any]] = (
            {} if backing.index == "dense" else {backing.index: backing.keys(part)}
        )
        marks = {backing.no_state: no_state, backing.unsolved: unsolved}
        chunk["value"] = _with_marks(backing.values(part), marks, dtypes["value"])
        chunk["remoteness"] = _with_marks(
            backing.remotenesses(part), {backing.never: never}, dtypes["remoteness"]
        )
        yield chunk


def _with_marks(rows: NDArray[Any], marks: dict[int, int], dtype: str) -> NDArray[Any]:
    """Return rows of another type, where other numbers mark what is no number."""
    if rows.dtype == dtype:
        return rows
    found = rows.astype(dtype)
    for before, after in marks.items():
        found[rows == before] = after
    return found


# --- from plain rules -------------------------------------------------------------------------------------------


def _plain_source(solution: Solution[Any, Any]) -> Source:
    arena = solution.arena
    _refuse_parts(solution)
    texts = [_checked_text(solution.game, state).encode() for state in arena.states]
    names = np.array(texts, dtype=f"|S{max(map(len, texts)) or 1}")
    order = np.argsort(names, kind="stable")
    ended = solution.status == Status.ENDED
    unsolved = solution.status == Status.UNSOLVED
    dtypes = _dtypes((*arena.payoffs, solution.game.infinite_play), solution.longest)
    value = solution.payoff.astype(dtypes["value"])
    value[unsolved] = bounds_of(dtypes["value"])[1]
    remoteness = solution.remoteness.astype(dtypes["remoteness"])
    remoteness[~ended & ~unsolved] = bounds_of(dtypes["remoteness"])[1]
    root = int(np.flatnonzero(order == arena.root)[0])
    rows = {"states": names[order], "value": value[order], "remoteness": remoteness[order]}
    return Source("states", None, len(names), root, {"states": names.dtype.str, **dtypes}, iter([rows]))


def _refuse_parts(solution: Solution[Any, Any]) -> None:
    """Refuse what `neighbourhood` makes: states at its rim have values that nothing in it bears out."""
    arena = solution.arena
    if arena.edges_from == "moves" and ((np.diff(arena.given.offsets) == 0) & ~arena.terminal).any():
        raise InputError("this is a part of a solution, whose values cannot be verified; save the whole")


def _checked_text(game: Any, state: Any) -> str:
    """Return a state as text, having seen that the game reads the same again: so no two states share a text."""
    text: str = game.format_state(state)
    try:
        text.encode()
        again = game.parse_state(text)
    except Exception as error:
        raise InputError(
            f"{type(game).__name__}.parse_state does not read what format_state writes, as a table needs: "
            f"{text!r} ({error})"
        ) from error
    if again != state or "\0" in text:
        raise InputError(
            f"{type(game).__name__}.parse_state makes another state of what format_state writes, as a table "
            f"must not: {text!r}"
        )
    return text


def _dtypes(payoffs: tuple[int, ...], longest: int) -> dict[str, str]:
    """Return the narrowest types: beside the numbers there must be room for the marks."""
    return {
        "value": next(
            dtype
            for dtype in VALUES
            if all(bounds_of(dtype)[0] < payoff < bounds_of(dtype)[1] for payoff in payoffs)
        ),
        "remoteness": next(dtype for dtype in REMOTENESSES if longest < bounds_of(dtype)[1]),
    }
