"""Reading a table: where a state is, and what is said of it, each from a block that was checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.game import Game
from gamekit.lazy_solution import Kind
from gamekit.tables.blocks import Column, CompressedColumn, PlainColumn
from gamekit.tables.files import BLOCK, Folder
from gamekit.tables.manifest import Manifest, read_manifest, width_of
from gamekit.tables.mixing import code_of, key_of


@attrs.frozen(eq=False)
class Files:
    """The files of a table, opened. Nothing is known of the game.

    Attributes:
        path: the folder.
        manifest: what the table says of itself.
        columns: by name.
        small: the columns that are read as a whole when the table is opened: fences and offsets.
    """

    path: Path
    manifest: Manifest
    columns: dict[str, Column]
    small: dict[str, NDArray[Any]]

    @classmethod
    def open(cls, path: Path) -> Files:
        """Open the files of a table.

        Raises:
            InputError: the folder is no table, or one of a newer format.
            TableError: the table is damaged, as far as can be seen without reading it all.
        """
        with Folder(path) as folder:
            manifest = read_manifest(folder)
            names = [name for name in manifest.files if name.startswith("fences.") or ".offsets." in name]
            small = {
                name.removesuffix(".npy"): PlainColumn(folder, name, manifest.files[name]).whole()
                for name in names
            }
            columns: dict[str, Column] = {}
            for name in manifest.columns:
                file = manifest.column(name)
                if manifest.compressed:
                    fences = small["fences"] if name == "keys" else None
                    offsets = small[f"{name}.offsets"]
                    columns[name] = CompressedColumn(folder, f"{name}.zst", file, offsets, fences)
                else:
                    columns[name] = PlainColumn(folder, f"{name}.npy", file)
        return cls(path, manifest, columns, small)


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

    def keys(self, part: slice) -> NDArray[Any]:
        """Return the keys, or the states' texts, in a range of places, ascending."""
        return self.files.columns[self.index].part(part)

    def rank(self, key: Any) -> int | None:
        """Return the rank of a key, or of a text, or None: the fences tell the block."""
        number = int(self.files.small["fences"].searchsorted(key, "right")) - 1
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

    def look_up(self, codes: NDArray[np.int64]) -> Found:
        """Return what is said of many codes; every block that is needed is read once."""
        found = np.flatnonzero((codes >= 0) & (codes < self.size))
        keys = codes[found]
        if self.bits is None:
            numbers = keys // BLOCK
        else:
            keys = key_of(keys, self.bits)
            numbers = self.files.small["fences"].searchsorted(keys, "right") - 1
        order = np.argsort(numbers, kind="stable")
        found, keys, numbers = found[order], keys[order], numbers[order]
        there = np.zeros(len(keys), dtype=np.bool_)
        value = np.empty(len(keys), dtype=self.value.file.dtype)
        remoteness = np.empty(len(keys), dtype=self.remoteness.file.dtype)
        for number, here in _runs(numbers):
            if number < 0:
                continue  # below the first key
            if self.bits is None:
                rows = keys[here] - number * BLOCK
                there[here] = True
            else:
                block = self.files.columns["keys"].block(number)
                rows = block.searchsorted(keys[here])
                rows[rows == len(block)] = 0
                there[here] = block[rows] == keys[here]
            value[here] = self.value.block(number)[rows]
            remoteness[here] = self.remoteness.block(number)[rows]
        there &= value != self.no_state
        return Found(found[there], value[there], remoteness[there])


def _runs(numbers: NDArray[np.int64]) -> Iterable[tuple[int, slice]]:
    """Return each of some ascending numbers, with the range in which it stands."""
    starts = np.flatnonzero(np.diff(numbers, prepend=-2))
    ends = np.append(starts[1:], len(numbers))
    return zip(numbers[starts].tolist(), map(slice, starts.tolist(), ends.tolist()), strict=True)


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


def backing_of(files: Files, game: Game[Any, Any]) -> TableBacking:
    """Return what a solution is read from, for the kind of table that it is."""
    return TextBacking(files, game) if files.manifest.index == "states" else CodesBacking(files, game)
