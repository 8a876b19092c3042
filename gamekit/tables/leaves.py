"""`Leaves`: solved states that end a search for a proof, or a certificate, because their values are known already.

A leaf counts as an end that pays what its table says. Tables hold every state to which their states lead, so play that
has reached a leaf never leaves the tables again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.memory_budget import Budget
from gamekit.errors import InputError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import representation
from gamekit.game.protocol import Game
from gamekit.game.sentences import counted
from gamekit.solution.argument_checks import folders_of
from gamekit.solution.solution import Solution
from gamekit.solution.store import Store, ranges
from gamekit.tables.included import Included, dense_ranges, instance_of
from gamekit.tables.manifest import LEADS_TO
from gamekit.tables.path_kinds import kind_of
from gamekit.tables.table_store import open_store

if TYPE_CHECKING:
    from gamekit.engine.codes.batch import Batch, Codes
    from gamekit.engine.codes.leaf_batch import Payoffs

BYTES_OF_DENSE_CODES: Final = 1
BYTES_OF_CODES: Final = 40
BYTES_OF_TEXTS: Final = 600
"""The approximate memory of a loaded leaf in bytes, if leaves are found by place, by code, or by text."""

UNSOLVED_IN_DIGEST: Final = 1 << 40
"""The number that stands for the value of an unsolved state in a digest."""

IN_A_DIGEST: Final = 1 << 16
"""The number of places whose states, values and remotenesses a digest takes in turn; the format prescribes it."""


@attrs.frozen
class LeafTable:
    """The record, in a certificate, of a table on which the certificate rests.

    Attributes:
        name: the name of the table's folder, for people.
        states: the number of states of the table.
        sha256: a digest of the states and their values, in hexadecimal digits.
    """

    name: str
    states: int
    sha256: str

    def __str__(self) -> str:
        return f"{self.name} ({counted(self.states, 'state')})"


@attrs.frozen(eq=False)
class Leaves:
    """The states of some tables of one game, with their payoffs.

    Attributes:
        game: the rules.
        tables: the record of each table, which identifies it.
        stores: the store of the results in each table.
        solutions: the tables as they were given: one for a folder of tiers.
    """

    game: Game[Any, Any] = attrs.field(repr=False)
    tables: tuple[LeafTable, ...]
    stores: tuple[Store, ...] = attrs.field(repr=False)
    solutions: tuple[Solution[Any, Any], ...] = attrs.field(repr=False)

    @classmethod
    def open(
        cls,
        folders: Iterable[str | os.PathLike[str]],
        game: Game[Any, Any],
        wanted: Iterable[LeafTable] | None = None,
    ) -> Leaves | None:
        """Open tables, and folders of tiers, some of which may not be solved yet; return None if there are no folders.

        Args:
            folders: the folders of the tables.
            game: the rules, which must be those of the tables.
            wanted: the tables that are needed; others are left out. By default, all tables are taken.

        Raises:
            InputError: a folder is not a table, or belongs to another game; or a wanted table is in none of the
                folders.
            UnsupportedError: a table is unsound, or the game has a turn limit, which tables do not take into account.
            LimitError: the tables do not fit into memory.
            TableError: a table is damaged.
        """
        paths = folders_of("leaves", folders)
        if not paths:
            return None
        if Rules(game).game.max_plies is not None:
            raise UnsupportedError(
                f"leaves take no turn limit into account, and {type(game).__name__} has one of {game.max_plies} plies; "
                "leave out the leaves"
            )
        needed = None if wanted is None else {(table.states, table.sha256) for table in wanted}
        stores: dict[LeafTable, Store] = {}
        solutions: list[Solution[Any, Any]] = []
        for folder in paths:
            store, parts = _opened(folder, game)
            sizes = None if needed is None else {states for states, _ in needed}
            tried = {name: part for name, part in parts.items() if sizes is None or part.states in sizes}
            # hashing and decompressing let go of the interpreter
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                digests = list(pool.map(_digest, tried.values()))
            for (name, part), digest in zip(tried.items(), digests, strict=True):
                table = LeafTable(name, part.states, digest)
                if needed is None or (table.states, table.sha256) in needed:
                    stores[table] = part
            solutions.append(Solution(store, store.game.initial_state()))
        known = {(table.states, table.sha256) for table in stores}
        for table in wanted or ():
            if (table.states, table.sha256) not in known:
                where = ", ".join(map(str, paths))
                raise InputError(
                    f"the certificate rests on the table {table}, SHA-256 {table.sha256[:12]}..., "
                    f"and {where} has no table with these states and values"
                )
        Budget.of().check(sum(_bytes(part, game) for part in stores.values()), "loading the leaves")
        for part in stores.values():
            if part.game is not game:
                Included(part.game, game).check(part)
        return cls(game, tuple(stores), tuple(stores.values()), tuple(solutions))

    def __len__(self) -> int:
        return sum(table.states for table in self.tables)

    @cached_property
    def has_endless_play(self) -> bool:
        """Whether play from a state may never end, if both play well: then a payoff of 0 need not be a tie."""
        return any(
            bool((store.remoteness(part) == store.infinite).any())
            for store in self.stores
            for part in ranges(store.places)
        )

    def payoff(self, state: Any) -> int | None:
        """Return the payoff of a state to the first player, or None if the state is in no table."""
        if len(self._by_place.of_place) or len(self._by_key.of_place):
            game: Any = self.game
            code = int(game.encode(state))
            for payoffs in (self._by_place, self._by_key):
                if (payoff := payoffs.of(code)) is not None:
                    in_codes = {store.perspective for store in self.stores if store.label == "code"}
                    return self._to_first(payoff, state, "mover" in in_codes)
        for store, known in self._by_text:
            payoff = known.get(representation(self.game, store.perspective)(state))
            if payoff is not None:
                return self._to_first(payoff, state, store.perspective == "mover")
        return None

    def best_move(self, state: Any) -> Any:
        """Return a best move in a state that is not terminal, from a table that holds the state; None if none does."""
        for solution in self.solutions:
            other = solution.game
            if other is self.game:
                if solution.get(state) is not None:
                    return solution.best_moves(state)[0]
                continue
            there = Included(other, self.game).there(state)
            if there is not None and solution.get(there) is not None:
                return self.game.parse_move(state, other.format_move(there, solution.best_moves(there)[0]))
        return None

    def batch(self) -> Batch:
        """Return the compiled rules of the game, in which the leaves count as ends.

        Raises:
            UnsupportedError: the game has no compiled rules, or a table shows states from the mover's view and codes do
                not.
        """
        from gamekit.engine.codes.batch import batch_of
        from gamekit.engine.codes.leaf_batch import LeafBatch

        batch = batch_of(self.game)
        keyed = self._by_key
        if encoded := [_encoded(batch, *pair) for pair in self._by_text]:
            codes = keyed.index.codes(slice(None)), keyed.of_place
            keyed = _keyed(batch.bits, [codes, *encoded])
        return LeafBatch(batch.game, batch.rules, keyed, self._by_place)

    @cached_property
    def _by_place(self) -> Payoffs:
        from gamekit.engine.codes.leaf_batch import NO_LEAF, Payoffs
        from gamekit.engine.codes.ranges_index import RangesIndex

        pieces = list(_pieces((store for store in self.stores if _is_dense(store)), self.game))
        index = RangesIndex.of([(begin, end) for begin, end, _, _ in pieces])
        of_place = np.empty(len(index), dtype=np.int8)
        for (begin, end, store, first), start in zip(pieces, index.starts.tolist(), strict=False):
            for part in ranges(end - begin):
                values = store.values(slice(first + part.start, first + part.stop))
                known = (values != store.no_state) & (values != store.unsolved)
                of_place[start + part.start : start + part.stop] = np.where(known, values, NO_LEAF)
        return Payoffs(index, of_place)

    @cached_property
    def _by_key(self) -> Payoffs:
        stores = [store for store in self.stores if _has_keys(store, self.game)]
        bits = next((store.bits for store in stores if store.bits is not None), 1)
        return _keyed(bits, [pair for store in stores for pair in _of_codes(store)])

    @cached_property
    def _by_text(self) -> list[tuple[Store, dict[Any, int]]]:
        """The payoffs of states in all other tables, by text, in the perspective of the tables."""
        others = (store for store in self.stores if not _is_dense(store) and not _has_keys(store, self.game))
        return [(store, dict(_of_texts(store, self.game))) for store in others]

    def _to_first(self, payoff: int, state: Any, is_movers: bool) -> int:
        return -payoff if is_movers and self.game.to_move(state) == 1 else payoff


class LeafRules(Rules[Any, Any]):
    """The rules of a game in which the states of some tables, its leaves, count as ends."""

    def __init__(self, game: Game[Any, Any], leaves: Leaves) -> None:
        super().__init__(game)
        self.leaves = leaves

    def outcome(self, state: Any) -> int | None:
        payoff = super().outcome(state)
        return self.leaves.payoff(state) if payoff is None else payoff


def rules_with(game: Game[Any, Any], leaves: Leaves | None) -> Rules[Any, Any]:
    """Return the rules of a game, in which leaves count as ends if there are any."""
    return Rules(game) if leaves is None else LeafRules(game, leaves)


def batch_with(game: Any, leaves: Leaves | None) -> Batch:
    """Return the compiled rules of a game, in which leaves count as ends if there are any."""
    from gamekit.engine.codes.batch import batch_of

    return batch_of(game) if leaves is None else leaves.batch()


def _opened(folder: Path, game: Game[Any, Any]) -> tuple[Store, dict[str, Store]]:
    """Return the store in a folder, and its tables by name."""
    from gamekit.tables.tiers.reading import solved_tiers  # loads Numba

    game = instance_of(folder, game)
    if kind_of(folder) == "tiers":
        tiers, _ = solved_tiers(folder, game)
        return tiers, {f"tier-{tier}": part for tier, part in tiers.tiers.items()}
    store = open_store(folder, game)
    if LEADS_TO in store.info.statistics:
        raise InputError(f"{folder} is one of several tiers; name the folder of all tiers instead")
    if store.info.unsound is not None:
        raise UnsupportedError(
            f"{folder} is not a leaf, because its values are unsound: {store.info.unsound}"
        )
    return store, {folder.absolute().name: store}


def _digest(store: Store) -> str:
    """Return a digest of the states of a table and of their values and remotenesses, whatever files hold them."""
    digest = hashlib.sha256(f"{store.label} {store.perspective}\n".encode())
    for part in ranges(store.places, IN_A_DIGEST):
        values = store.values(part)
        held = np.flatnonzero(values != store.no_state)
        labels = store.labels(part)
        if store.label == "code":
            digest.update(labels[held].astype("<i8").tobytes())
        else:
            digest.update("\n".join(labels[held].tolist()).encode())
        values = values[held].astype(np.int64)  # which can hold UNSOLVED_IN_DIGEST
        digest.update(np.where(values != store.unsolved, values, UNSOLVED_IN_DIGEST).astype("<i8").tobytes())
        plies = store.remoteness(part)[held].astype(np.int64)
        digest.update(np.where(plies == store.infinite, -1, plies).astype("<i8").tobytes())
    return digest.hexdigest()


def _is_dense(store: Store) -> bool:
    """Return whether the places of a store are codes, or codes in ranges."""
    return store.label == "code" and store.bits is None


def _has_keys(store: Store, game: Any) -> bool:
    """Return whether the states of a store are found by keys of the game's codes."""
    return store.label == "code" and store.bits is not None and store.game is game


def _bytes(store: Store, game: Any) -> int:
    if _is_dense(store):
        return store.places * BYTES_OF_DENSE_CODES
    return store.states * (BYTES_OF_CODES if _has_keys(store, game) else BYTES_OF_TEXTS)


def _ranges(store: Store, game: Any) -> Iterator[tuple[int, int, int]]:
    """Yield the ranges of a store's dense codes as ranges of the game's codes, with the place of each first code."""
    return dense_ranges(store) if store.game is game else Included(store.game, game).ranges(store)


def _pieces(stores: Iterable[Store], game: Any) -> Iterator[tuple[int, int, Store, int]]:
    """Yield ranges of dense codes in ascending order, each once, though tables may overlap.

    Yields:
        The beginning and the end of a range; the store; and the place of the range's first code there.
    """
    pieces = [(*piece, store) for store in stores for piece in _ranges(store, game)]
    last = 0
    for begin, end, first, store in sorted(pieces, key=lambda piece: piece[:2]):
        if end > (after := max(begin, last)):
            yield after, end, store, first + after - begin
            last = end


def _keyed(bits: int, pairs: list[tuple[Codes, NDArray[np.int8]]]) -> Payoffs:
    """Return the payoffs of codes of `bits` bits; tables may overlap."""
    from gamekit.engine.codes.code_hash import keys_of
    from gamekit.engine.codes.leaf_batch import Payoffs
    from gamekit.engine.codes.state_index import SortedIndex

    codes = np.concatenate([np.empty(0, dtype=np.int64), *(codes for codes, _ in pairs)])
    payoffs = np.concatenate([np.empty(0, dtype=np.int8), *(payoffs_of_pair for _, payoffs_of_pair in pairs)])
    keys, places = np.unique(keys_of(codes, bits), return_index=True)
    return Payoffs(SortedIndex(keys, bits), payoffs[places])


def _of_codes(store: Any) -> Iterator[tuple[Codes, NDArray[np.int8]]]:
    for part in ranges(store.places):
        values = store.values(part)
        solved = np.flatnonzero((values != store.no_state) & (values != store.unsolved))
        yield store.codes(part)[solved], values[solved].astype(np.int8)


def _of_texts(store: Store, game: Any) -> Iterator[tuple[Any, int]]:
    """Yield the representatives of states that are solved, and their payoffs."""
    here, representative = Included(store.game, game).here, representation(game, store.perspective)
    for part in ranges(store.places):
        for place, value in zip(range(part.start, part.stop), store.values(part).tolist(), strict=True):
            if value not in (store.no_state, store.unsolved):
                state = store.state_at(place)
                yield state if store.game is game else representative(here(state)), int(value)


def _encoded(batch: Batch, store: Store, known: dict[Any, int]) -> tuple[Codes, NDArray[np.int8]]:
    """Return the codes of states that a table stores as texts, and their payoffs in the perspective of the rules."""
    is_movers = store.perspective == "mover"
    if is_movers and not batch.from_movers_view:
        raise UnsupportedError(
            f"{store.info.path} shows states from the mover's view, and the codes of {batch.name} do not"
        )
    payoffs: dict[int, int] = {}
    for state, payoff in known.items():
        turned = batch.from_movers_view and not is_movers and batch.game.to_move(state) == 1
        payoffs[int(batch.game.encode(state))] = -payoff if turned else payoff
    codes = np.fromiter(payoffs, dtype=np.int64, count=len(payoffs))
    return codes, np.fromiter(payoffs.values(), dtype=np.int8, count=len(payoffs))
