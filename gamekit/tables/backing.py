"""Reading a table: where a state is, and what is said of it, each from a block that was checked."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.chunks import chunks_of
from gamekit.game import Game
from gamekit.lazy_solution import Kind
from gamekit.tables.blocks import Column, ListedSums, PlainColumn, distinct
from gamekit.tables.files import BLOCK, Folder
from gamekit.tables.manifest import FENCES, OFFSETS, SUMS, Manifest, read_manifest, width_of
from gamekit.tables.mixing import code_of, key_of

LOOKED_UP: Final = 1 << 11
"""How many codes are looked up at a time: few enough for what is decompressed for them to stay in the cache."""

THREADS: Final = min(os.cpu_count() or 1, 4)
"""How many look codes up: more would wait for the interpreter, which they hold while they take checksums."""


@attrs.frozen(eq=False)
class Files:
    """The files of a table, opened. Nothing is known of the game.

    Attributes:
        path: the folder.
        manifest: what the table says of itself.
        columns: those with a row for each place, by name.
        short: those with a row for each block, which the others need, by the names of their files.
    """

    path: Path
    manifest: Manifest
    columns: dict[str, Column]
    short: dict[str, Column]

    @classmethod
    def open(cls, path: Path) -> Files:
        """Open the files of a table.

        Raises:
            InputError: the folder is no table, or one of a newer format.
            TableError: the table is damaged, as far as can be seen without reading it all.
        """
        with Folder(path) as folder:
            manifest = read_manifest(folder)
            short: dict[str, Column] = {
                name: PlainColumn(folder, name, file, ListedSums(file.crc32))
                for name, file in manifest.files.items()
                if file.crc32 is not None
            }
            columns = {name: _column(folder, manifest, name, short) for name in manifest.columns}
        return cls(path, manifest, columns, short)


def _column(folder: Folder, manifest: Manifest, name: str, short: dict[str, Column]) -> Column:
    file, sums = manifest.column(name), short[name + SUMS]
    if not manifest.compressed:
        return PlainColumn(folder, f"{name}.npy", file, sums)
    from gamekit.tables.frames import CompressedColumn

    fences = short[FENCES] if name == "keys" else None
    return CompressedColumn(folder, f"{name}.zst", file, sums, short[name + OFFSETS], fences)


class TableBacking(ABC):
    """What a solution is read from: a table."""

    def __init__(self, files: Files, game: Game[Any, Any]) -> None:
        self.files = files
        self.game = game
        manifest = files.manifest
        self.index: Kind = manifest.index
        self.bits = manifest.mixing.bits if manifest.mixing else None
        self.places, self.states, self.edges = manifest.places, manifest.states, manifest.edges
        self.payoffs = manifest.payoffs
        self.from_movers_view = manifest.payoffs_to == "mover"
        self.no_state, self.unsolved, self.never = manifest.no_state, manifest.unsolved, manifest.never
        self.value, self.remoteness = files.columns["value"], files.columns["remoteness"]
        self.value_at, self.remoteness_at = self.value.at, self.remoteness.at
        self.values, self.remotenesses = self.value.part, self.remoteness.part

    @abstractmethod
    def key_of(self, state: Any) -> Any:
        """Return what a state, or its canonical one, is found by; raises anything over what is no state."""

    @abstractmethod
    def find(self, key: Any) -> int | None:
        """Return the place of a state, or None if it has none."""

    @abstractmethod
    def state_at(self, place: int) -> Any:
        """Return the state at a place."""

    @abstractmethod
    def movers(self, part: slice) -> NDArray[np.int8]:
        """Return the players to move in a range of places; zeros in codes from the mover's view."""

    def keys(self, part: slice) -> NDArray[Any]:
        """Return the keys, or the states' texts, in a range of places, ascending."""
        return self.files.columns[self.index].part(part)

    @cached_property
    def fences(self) -> NDArray[Any]:
        """The first key, or text, of every block."""
        return self.files.short[FENCES].whole()

    def rank(self, key: Any) -> int | None:
        """Return the rank of a key, or of a text, or None: the fences tell the block."""
        number = int(self.fences.searchsorted(key, "right")) - 1
        if number < 0:
            return None
        block = self.files.columns[self.index].block(number)
        row = int(block.searchsorted(key))
        return number * BLOCK + row if row < len(block) and block[row] == key else None


@attrs.frozen(eq=False)
class Found:
    """What a table says of those among many codes that are states'.

    Attributes:
        at: which of the codes, as indices.
        value: of each, as in the table.
        remoteness: the same.
    """

    at: NDArray[np.int64]
    value: NDArray[Any]
    remoteness: NDArray[Any]


class CodesBacking(TableBacking):
    """A table of states known by their codes."""

    @property
    def size(self) -> int:
        """Codes are below this number."""
        return self.places if self.bits is None else 1 << self.bits

    def key_of(self, state: Any) -> int:
        """Return the code of a state."""
        return int(cast(Any, self.game).encode(state))

    def find(self, key: int) -> int | None:
        """Return the place of the state with this code, or None."""
        if not 0 <= key < self.size:
            return None
        if self.bits is not None:
            return self.rank(key_of(key, self.bits))
        return None if self.value_at(key) == self.no_state else key

    def state_at(self, place: int) -> Any:
        """Return the state at a place."""
        code = place if self.bits is None else code_of(int(self.files.columns["keys"].at(place)), self.bits)
        return cast(Any, self.game).decode(code)

    def codes(self, part: slice) -> NDArray[np.int64]:
        """Return the codes in a range of places."""
        if self.bits is None:
            return np.arange(part.start, part.stop, dtype=np.int64)
        return code_of(self.keys(part), self.bits)

    def movers(self, part: slice) -> NDArray[np.int8]:
        """Return the players to move in a range of places; zeros in codes from the mover's view."""
        if self.from_movers_view:
            return np.zeros(part.stop - part.start, dtype=np.int8)
        from gamekit.engine.batch import batch_of

        return batch_of(cast(Any, self.game)).movers(self.codes(part))

    def look_up(self, codes: NDArray[np.int64]) -> Found:
        """Return what is said of many codes."""
        from concurrent.futures import ThreadPoolExecutor

        at = np.flatnonzero((codes >= 0) & (codes < self.size))
        keys = codes[at] if self.bits is None else key_of(codes[at], self.bits)
        order = np.argsort(keys)
        at, keys = at[order], keys[order]
        value = np.empty(len(keys), dtype=self.value.file.dtype)
        remoteness = np.empty(len(keys), dtype=self.remoteness.file.dtype)

        def look_up_part(part: slice) -> None:
            value[part], remoteness[part] = self._said_of(keys[part])

        with ThreadPoolExecutor(THREADS) as pool:
            for _ in pool.map(look_up_part, chunks_of(len(keys), LOOKED_UP)):
                pass  # but raise what was raised
        there = value != self.no_state
        return Found(at[there], value[there], remoteness[there])

    def _said_of(self, keys: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return value and remoteness of keys, or of codes where these are dense, which ascend."""
        if self.bits is None:
            return self.value.take(keys), self.remoteness.take(keys)
        known, places = self._places(keys)
        value = np.full(len(keys), self.no_state, dtype=self.value.file.dtype)
        remoteness = np.zeros(len(keys), dtype=self.remoteness.file.dtype)
        value[known], remoteness[known] = self.value.take(places), self.remoteness.take(places)
        return value, remoteness

    def _places(self, keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return which of some ascending keys there are, and their places; all blocks are bisected at once."""
        fences = self.fences.searchsorted(keys, "right") - 1
        known = np.flatnonzero(fences >= 0)  # the others are below the first key
        numbers, which = distinct(fences[known])
        rows, starts = self.files.columns["keys"].many(numbers)
        first, wanted = starts[which], keys[known]
        last = first + np.minimum(BLOCK, self.places - numbers[which] * BLOCK) - 1
        row, step = first, BLOCK // 2
        while step:
            ahead = np.minimum(row + step, last)
            row = np.where(rows[ahead] <= wanted, ahead, row)
            step //= 2
        there = rows[row] == wanted
        return known[there], (numbers[which] * BLOCK + row - first)[there]


class TextBacking(TableBacking):
    """A table of states known by what the game's `format_state` makes of them."""

    def key_of(self, state: Any) -> bytes:
        """Return the text of the canonical state."""
        return self.game.format_state(self.game.canonical_state(state)).encode()

    def find(self, key: bytes) -> int | None:
        """Return the place of the state with this text, or None."""
        if len(key) > width_of(self.files.columns["states"].file.dtype) or key.endswith(b"\0"):
            return None
        return self.rank(np.bytes_(key))

    def state_at(self, place: int) -> Any:
        """Return the state at a place."""
        return self.game.parse_state(self.files.columns["states"].at(place).decode())

    def movers(self, part: slice) -> NDArray[np.int8]:
        """Return the players to move in a range of places."""
        states = (self.game.parse_state(text.decode()) for text in self.keys(part).tolist())
        return np.fromiter(map(self.game.to_move, states), dtype=np.int8, count=part.stop - part.start)


def backing_of(files: Files, game: Game[Any, Any]) -> TableBacking:
    """Return what a solution is read from, for the kind of table that it is."""
    return TextBacking(files, game) if files.manifest.index == "states" else CodesBacking(files, game)
