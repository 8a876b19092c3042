"""`TableStore`: read results from a table, comparing each block with its checksum."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.key_hash import code_of, key_of
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.errors import TableError
from gamekit.game.fingerprint import Identity, game_of
from gamekit.game.movers_view import has_movers_view, representation, rules_from
from gamekit.game.protocol import Game
from gamekit.solution.arena_store import PlainExpander
from gamekit.solution.expander import CompiledExpander, Expander
from gamekit.solution.store import CodeStore, Counts, Info, Pairs, Store, ranges
from gamekit.tables.blocks import Column, distinct
from gamekit.tables.files import BLOCK, FENCES, width_of
from gamekit.tables.manifest import LEADS_TO, OF_INFO, OF_STORE, Manifest, attributes
from gamekit.tables.table_files import Files

if TYPE_CHECKING:
    from gamekit.engine.codes.batch import Batch

LOOKED_UP: Final = 1 << 11
"""The number of codes looked up at a time: few enough for their decompressed blocks to stay in the processor cache."""

THREADS: Final = min(os.cpu_count() or 1, 4)
"""The number of threads that look codes up. More would wait for the interpreter lock, which checksums hold."""


@attrs.frozen(eq=False, kw_only=True)
class TableStore(Store):
    """Results in a table; the subclasses find the places of states."""

    files: Files

    @property
    def manifest(self) -> Manifest:
        """The description of the table."""
        return self.files.manifest

    @property
    def tables(self) -> list[TableStore]:
        """The tables that hold the results: this one."""
        return [self]

    def start(self) -> Any:
        """Return the state from which play starts.

        Raises:
            TableError: the game cannot read the root of the table.
        """
        try:
            return self.game.parse_state(self.manifest.root.state)
        except Exception as error:
            raise self.files.wrong(f"its root is not a state ({error})") from error

    def result_at(self, place: int) -> tuple[int, int]:
        return self.files.item(place)

    def values(self, part: slice) -> NDArray[Any]:
        return self.files.values(lambda column: column.part(part))

    def remoteness(self, part: slice) -> NDArray[Any]:
        return self.files.remoteness(lambda column: column.part(part))

    def results(self, part: slice | None = None) -> ResultArrays:
        """Return the results in a range of places, or at all places; as numbers of pairs if the table has pairs."""
        return self.files.arrays(lambda column: column.all_rows() if part is None else column.part(part))

    @property
    def dtypes(self) -> tuple[str, str]:
        """The types of values and of remotenesses."""
        return self.manifest.result_dtypes

    @property
    def bytes_of_results(self) -> int:
        """The number of bytes of memory that the results at all places take; 0 if they are read where they lie."""
        names = [name for name in self.manifest.columns if name != self.index]
        return self._bytes_of(names)

    @property
    def bytes_of_index(self) -> int:
        """The number of bytes of memory that it takes to find all states by codes or texts."""
        if self.index == "dense":
            return 0
        beside = 2 * self.places if self.index == "keys" else 0  # the table that finds keys, at most
        return beside + self._bytes_of([str(self.index)])

    def _bytes_of(self, columns: list[str]) -> int:
        """Return the number of bytes of memory that some columns take; plain columns are mapped and take none."""
        if not self.manifest.kept.is_compressed:
            return 0
        return self.places * sum(width_of(self.manifest.column(name).dtype) for name in columns)

    @property
    def pairs(self) -> Pairs | None:
        return self.manifest.pairs

    def keys(self, part: slice) -> NDArray[Any]:
        return self.files.columns[self.manifest.index].part(part)

    @cached_property
    def fences(self) -> NDArray[Any]:
        """The first key or text of every block."""
        return self.files.short[FENCES].all_rows()

    def rank(self, key: Any) -> int | None:
        """Return the rank of a key or text, or None if it is absent."""
        number = int(self.fences.searchsorted(key, "right")) - 1
        if number < 0:
            return None
        block = self.files.columns[self.manifest.index].block(number)
        row = int(block.searchsorted(key))
        return number * BLOCK + row if row < len(block) and block[row] == key else None

    def check_files(self) -> None:
        """Check that no file was truncated since it was opened; a file that was deleted can still be read.

        Raises:
            TableError: a file was truncated.
        """
        for name, file in self.manifest.files.items():
            path = self.files.path / name
            if path.exists() and (size := path.stat().st_size) < file.bytes:
                raise TableError(f"{path} is damaged: it has {size:,} of its {file.bytes:,} bytes")

    def check_order(self) -> None:
        """Check that keys or texts ascend, that the fences are the first row of each block, and the place of the root.

        Raises:
            TableError: the keys or texts do not ascend, a fence is wrong, or the root is at another place.
        """
        if self.index != "dense":
            self._check_sorted(self.files.columns[self.manifest.index])
        if self.place_of(self.start()) != self.manifest.root.place:
            raise self.files.wrong("its root is not at the place that the manifest names")

    def _check_sorted(self, column: Column) -> None:
        fences = self.fences
        last = fences[:0]
        for part in ranges(self.places):
            first, rows = part.start // BLOCK, column.part(part)
            begins = rows[::BLOCK]
            if (wrong := np.flatnonzero(begins != fences[first : first + len(begins)])).size:
                column.damaged(first + int(wrong[0]), "it does not begin as fences.npy says")
            joined = np.concatenate([last, rows])
            if (wrong := np.flatnonzero(joined[1:] <= joined[:-1])).size:
                row = int(wrong[0]) + 1 - len(last)
                column.damaged((part.start + row) // BLOCK, f"its {self.index} do not ascend")
            last = rows[-1:]
        if self.bits is not None and (fences[0] < 0 or last[0] >> self.bits):
            raise TableError(f"{column.path} is damaged: its keys do not have {self.bits} bits")


@attrs.frozen(eq=False, kw_only=True)
class CodesStore(CodeStore, TableStore):
    """A table that finds states by their codes."""

    @property
    def batch(self) -> Batch:
        from gamekit.engine.codes.batch import batch_of

        return batch_of(self.game)

    @property
    def ranges(self) -> tuple[tuple[int, int], ...] | None:
        return self.manifest.ranges

    @cached_property
    def _in_ranges(self) -> RangesIndex:
        return RangesIndex.of(self.manifest.ranges or ((0, self.places),))

    def place_of_code(self, code: int) -> int | None:
        if self.bits is not None:
            return self.rank(key_of(code, self.bits))
        place = code
        if self.manifest.ranges is not None:
            place = int(self._in_ranges.locate(np.array([code]))[0])
        if place < 0 or self.files.values(lambda column: column.item(place)) == self.no_state:
            return None
        return place

    def decode(self, code: int) -> Any:
        """Return the state with a code.

        Raises:
            TableError: the game cannot decode the code.
        """
        try:
            return self.game.decode(code)
        except Exception as error:
            raise self.files.wrong(f"code {code} stands for no state ({error})") from error

    def codes(self, places: NDArray[np.int64] | slice) -> NDArray[np.int64]:
        if self.bits is None:
            return self._in_ranges.codes(places)
        keys = self.keys(places) if isinstance(places, slice) else self.files.columns["keys"].take(places)
        return code_of(keys, self.bits)

    def expander(self) -> Expander:
        from gamekit.engine.codes.state_index import DenseIndex, SortedIndex

        self.check_order()
        batch = self.batch
        self._check_codes(batch.rules.size)
        if batch.from_movers_view != (self.perspective == "mover"):
            raise self.files.wrong("payoffs_to is not the player to whom the compiled rules give payoffs")
        if self.bits is None:
            return CompiledExpander(batch, self._in_ranges if self.ranges else DenseIndex(self.places))
        return CompiledExpander(batch, SortedIndex(self.files.columns["keys"].all_rows(), self.bits))

    def _check_codes(self, size: int) -> None:
        if self.bits is not None:
            fits = self.bits == max((size - 1).bit_length(), 1)
        else:
            fits = self.size <= size if self.ranges else self.places == size
        if self.bits is not None and size < self.size:  # otherwise every key has a code of the rules
            fits = fits and all((self.codes(part) < size).all() for part in ranges(self.places))
        if not fits:
            raise self.files.wrong(f"its codes do not fit the compiled rules, which have {size:,} codes")

    def results_of(self, codes: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the values and remotenesses of codes, which several threads look up in the order of the files."""
        from concurrent.futures import ThreadPoolExecutor

        keys = self._in_ranges.locate(codes) if self.bits is None else key_of(codes, self.bits)
        order = np.argsort(keys)
        keys = keys[order]
        value = np.full(len(keys), self.no_state, dtype=self.dtypes[0])
        remoteness = np.empty(len(keys), dtype=self.dtypes[1])

        def look_up_part(part: slice) -> None:
            if self.bits is None:
                known = np.flatnonzero(keys[part] >= 0) + part.start
                places = keys[known]
            else:
                known, places = self._places(keys, part)
            results = self.files.arrays(lambda column: column.take(places)).at(slice(None))
            value[order[known]], remoteness[order[known]] = results

        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(look_up_part, ranges(len(keys), LOOKED_UP)))  # re-raises the errors of the threads
        return value, remoteness

    def _places(self, keys: NDArray[np.int64], part: slice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the indices of the keys that the table has, in a range of ascending keys, and their places.

        All blocks are searched at once: each step bisects every range that may hold a key.
        """
        fences = self.fences.searchsorted(keys[part], "right") - 1
        known = np.flatnonzero(fences >= 0)  # the others are below the first key
        numbers, which = distinct(fences[known])
        known += part.start
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


@attrs.frozen(eq=False)
class TextStore(TableStore):
    """A table that finds states by their texts, as `format_state` returns them."""

    def place_of(self, state: Any) -> int | None:
        try:
            representative = representation(self.game, self.perspective)(state)
            key = self.game.format_state(representative).encode()
        except Exception:  # the game may fail in any way on what is not a state
            return None
        if len(key) > self.fences.itemsize or key.endswith(b"\0"):
            return None
        return self.rank(np.bytes_(key))

    def labels(self, part: slice) -> NDArray[Any]:
        try:
            return np.array([text.decode() for text in self.keys(part).tolist()], dtype=object)
        except UnicodeDecodeError as error:
            raise self.files.wrong(f"{error.object!r} is not a state ({error})") from error

    def state_at(self, place: int) -> Any:
        return self._parse(self.files.columns["states"].item(place))

    def movers(self, part: slice) -> NDArray[np.int8]:
        if self.perspective == "mover":
            return np.zeros(part.stop - part.start, dtype=np.int8)
        movers = (self.game.to_move(self._parse(text)) for text in self.keys(part).tolist())
        return np.fromiter(movers, dtype=np.int8, count=part.stop - part.start)

    def _parse(self, text: bytes) -> Any:
        try:
            state = self.game.parse_state(text.decode())
            hash(state)
        except Exception as error:
            raise self.files.wrong(f"{text!r} is not a state ({error})") from error
        return state

    def expander(self) -> Expander:
        self.check_order()
        states = [self._parse(text) for text in self.keys(slice(0, self.places)).tolist()]
        index = {state: place for place, state in enumerate(states)}
        if len(index) < len(states):
            raise self.files.wrong("two of its texts denote one state")
        return PlainExpander(rules_from(self.game, self.perspective), states, index)


def open_store(
    folder: Path, game: Game[Any, Any] | None = None, identity: Identity | None = None
) -> TableStore:
    """Return the store of the results in a table, after checking that the table belongs to its game.

    The game is by default the one that the table names; `identity` is its identity, if that is known.

    Raises:
        InputError: the folder is not a table, or the table does not belong to the game.
        TableError: the table is damaged, as far as this can be seen without reading all of it.
    """
    files = Files.open(folder)
    manifest, what = files.manifest, f"{folder} is a table"
    with_codes = manifest.index != "states"
    rules: Any = game_of(manifest.identity, what, with_codes=with_codes, game=game, identity=identity)
    counted = Counts(manifest.counts, manifest.longest, manifest.longest_by_value)
    of_info = attributes(manifest, (*OF_INFO, "statistics", "seconds"))
    kind = TextStore if manifest.index == "states" else CodesStore
    if kind is TextStore and manifest.payoffs_to == "mover" and not has_movers_view(rules):
        raise files.wrong("payoffs are to the mover, but the rules are not the same for both players")
    return kind(
        game=rules,
        info=Info(path=files.path, counted=counted, is_part=LEADS_TO in manifest.statistics, **of_info),
        perspective="mover" if manifest.payoffs_to == "mover" else "first",
        infinite=manifest.never,
        bits=manifest.mixing.bits if manifest.mixing else None,
        files=files,
        **attributes(manifest, (*OF_STORE, "no_state", "unsolved", "index")),
    )
