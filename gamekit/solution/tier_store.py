"""`TierStore`: the stores of the tiers of a game, read as one, for compiled rules or for plain ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch, Codes, batch_of
from gamekit.engine.codes.entries import ENDLESS
from gamekit.engine.codes.joined_ranges import JoinedRanges
from gamekit.engine.codes.result_arrays import MOST_PAIRS, ResultArrays
from gamekit.engine.codes.state_index import ABSENT
from gamekit.engine.tiers.tier_batch import distinct
from gamekit.errors import InputError
from gamekit.game.checked_rules import Rules
from gamekit.game.sentences import counted
from gamekit.game.values import Value
from gamekit.solution.arena_store import NO_STATE, UNSOLVED, PlainExpander
from gamekit.solution.expander import CompiledExpander, Expander
from gamekit.solution.statistics import VALUES
from gamekit.solution.store import CodeStore, Counts, Info, Results, Store, ranges


@attrs.frozen(eq=False, kw_only=True)
class TierStore(Store):
    """The results of all tiers; places are numbered tier by tier, in order. Subclasses find the places of states.

    Attributes:
        tiers: the store of each tier.
        children: the tiers that each tier leads to.
        around: the stores of all tiers, if `tiers` holds only some of them.
        folder: an object that keeps the folder of the tables from being removed while it lives; None if nothing removes
            the folder.
    """

    tiers: Mapping[int, Any]
    children: Mapping[int, frozenset[int]]
    around: Mapping[int, Any] | None = attrs.field(default=None, repr=False)
    folder: Any = attrs.field(default=None, repr=False)

    @property
    def tables(self) -> list[Any]:
        """The tables that hold the results: one for each tier."""
        return list(self.tiers.values())

    @property
    def remoteness_bound(self) -> int:
        return sum(store.places for store in self._every_tier.values())

    @property
    def _every_tier(self) -> Mapping[int, Any]:
        return self.around or self.tiers

    def only(self, tiers: Collection[int]) -> Self:
        """Return the results of some tiers, which depend on those of the tiers that they lead to.

        Raises:
            InputError: there is no such tier, or the tier is not solved yet.
        """
        if strange := sorted(set(tiers) - self.tiers.keys()):
            raise InputError(
                f"{self.info.path} has no table of tier {strange[0]}; it has those of "
                f"{counted(len(self.tiers), 'tier')}, from {min(self.tiers)} to {max(self.tiers)}"
            )
        stores = {tier: store for tier, store in self.tiers.items() if tier in tiers}
        return attrs.evolve(self, tiers=stores, around=self._every_tier, **_sums(list(stores.values())))

    @cached_property
    def _offsets(self) -> dict[int, int]:
        """The first place of each tier."""
        sizes = accumulate((store.places for store in self.tiers.values()), initial=0)
        return dict(zip(self.tiers, sizes, strict=False))

    def _pieces(self, part: slice) -> Iterator[tuple[Any, slice]]:
        """Yield the pieces of a range of places, tier by tier; no piece takes much memory."""
        for tier, store in self.tiers.items():
            begin = self._offsets[tier]
            low, high = max(part.start - begin, 0), min(part.stop - begin, store.places)
            for piece in ranges(high - low):
                yield store, slice(low + piece.start, low + piece.stop)

    def values(self, part: slice) -> NDArray[Any]:
        return self._filled(part, self._dtypes[0], lambda store, piece: store.values(piece))

    def remoteness(self, part: slice) -> NDArray[Any]:
        return self._filled(part, self._dtypes[1], lambda store, piece: _widened(store, piece, self.infinite))

    def results(self, part: slice | None = None) -> ResultArrays:
        """Return results; those at all places are numbers of pairs if a byte can number the pairs of all tiers."""
        pairs = self._joined_pairs
        if part is not None or pairs is None:
            return super().results(part)
        number_of = {pair: number for number, pair in enumerate(pairs)}
        renumbered = {
            id(store): np.array([number_of[pair] for pair in _pairs(store, self.infinite)], dtype=np.uint8)
            for store in self.tables
        }
        numbers = self._filled(
            slice(0, self.places),
            np.dtype(np.uint8),
            lambda store, piece: renumbered[id(store)][store.results(piece).numbers],
        )
        value, remoteness = np.array(pairs, dtype=np.int64).T
        return ResultArrays(value.copy(), remoteness.copy(), numbers)

    @property
    def bytes_of_results(self) -> int:
        """The number of bytes of memory that the results at all places take."""
        return self.places * (1 if self._joined_pairs else sum(dtype.itemsize for dtype in self._dtypes))

    @cached_property
    def _joined_pairs(self) -> list[tuple[int, int]] | None:
        """The distinct pairs of all tiers, ascending; None if a tier has no pairs, or a byte cannot number them all."""
        by_tier = [_pairs(store, self.infinite) for store in self.tables]
        pairs = sorted({pair for pairs_of_tier in by_tier for pair in pairs_of_tier})
        return pairs if all(by_tier) and len(pairs) <= MOST_PAIRS else None

    @cached_property
    def _dtypes(self) -> tuple[np.dtype[Any], np.dtype[Any]]:
        """The types of values and of remotenesses, which hold those of all tiers."""
        values, plies = zip(*(store.dtypes for store in self.tables), strict=True)
        if any(store.infinite != self.infinite for store in self.tables):
            plies = (*plies, np.int32)
        return np.result_type(*values), np.result_type(*plies)

    def _filled(
        self, part: slice, dtype: np.dtype[Any], read: Callable[[Any, slice], NDArray[Any]]
    ) -> NDArray[Any]:
        """Return the rows that a function reads at a range of places; it reads piece by piece, to save memory."""
        column = np.empty(part.stop - part.start, dtype=dtype)
        at = 0
        for store, piece in self._pieces(part):
            rows = read(store, piece)
            column[at : at + len(rows)] = rows
            at += len(rows)
        return column

    def parts(self) -> Iterator[tuple[Store, int, int]]:
        """Yield, for each tier, a store of the tier and of the tiers that it leads to."""
        for tier, store in self.tiers.items():
            near = {number: self._every_tier[number] for number in (tier, *self.children[tier])}
            places = sum(other.places for other in near.values())
            marks = {other.infinite for other in near.values()}
            # remotenesses stay as narrow as they are if all are
            infinite = marks.pop() if len(marks) == 1 else self.infinite
            part = attrs.evolve(self, tiers=near, places=places, infinite=infinite)
            yield part, store.places, self._offsets[tier]


@attrs.frozen(eq=False, kw_only=True)
class CodeTierStore(TierStore, CodeStore):
    """A store of tiers that finds states by their codes."""

    tiers: Mapping[int, CodeStore]
    fits_one_table: ClassVar[bool] = False

    @cached_property
    def batch(self) -> Batch:
        return batch_of(self.game)

    @property
    def size(self) -> int:
        return max(store.size for store in self.tiers.values())

    def codes(self, places: Codes | slice) -> Codes:
        if isinstance(places, slice):
            return self._filled(places, np.dtype(np.int64), lambda store, piece: store.codes(piece))
        codes = np.empty(len(places), dtype=np.int64)
        for tier, store in self.tiers.items():
            begin = self._offsets[tier]
            low, high = np.searchsorted(places, [begin, begin + store.places])
            if low < high:
                codes[low:high] = store.codes(places[low:high] - begin)
        return codes

    def place_of_code(self, code: int) -> int | None:
        for tier, store in self.tiers.items():
            if code < store.size and (place := store.place_of_code(code)) is not None:
                return place + self._offsets[tier]
        return None

    def results_of(self, codes: Codes) -> Results:
        value, remoteness = np.full(len(codes), self.no_state), np.zeros(len(codes), dtype=np.int64)
        left = np.arange(len(codes))
        for store in self.tiers.values():
            values, plies = store.look_up(codes[left])
            there = values != store.no_state
            at = left[there]
            value[at] = values[there]
            remoteness[at] = np.where(plies == store.infinite, self.infinite, plies)[there]
            left = left[~there]
        return value, remoteness

    def expander(self) -> Expander:
        return CompiledExpander(self.batch, _Index(self))


@attrs.frozen(eq=False, kw_only=True)
class TextTierStore(TierStore):
    """A store of tiers that finds a state by its text, in the table of its tier."""

    def place_of(self, state: Any) -> int | None:
        try:
            tier = Rules(self.game).tier(state)
        except Exception:  # the game may fail in any way on what is not a state
            return None
        place = self.tiers[tier].place_of(state) if tier in self.tiers else None
        return None if place is None else place + self._offsets[tier]

    def state_at(self, place: int) -> Any:
        ((store, part),) = self._pieces(slice(place, place + 1))
        return store.state_at(part.start)

    def movers(self, part: slice) -> NDArray[np.int8]:
        return self._filled(part, np.dtype(np.int8), lambda store, piece: store.movers(piece))

    def labels(self, part: slice) -> NDArray[Any]:
        return self._filled(part, np.dtype(object), lambda store, piece: store.labels(piece))

    def expander(self) -> Expander:
        states = [state for store in self.tables for state in store.expander().states]
        return PlainExpander(Rules(self.game), states, {state: place for place, state in enumerate(states)})


@attrs.frozen(eq=False)
class _Index:
    store: CodeTierStore
    indexes: dict[int, Any] = attrs.field(factory=dict, init=False)

    def codes(self, places: Codes | slice) -> Codes:
        return self.store.codes(places)

    def locate(self, codes: Codes) -> Codes:
        if self.joined is not None:
            return self.joined.places_of(codes)
        tiers = self.store.batch.tiers(codes)
        places = np.full(len(codes), ABSENT, dtype=np.int64)
        for tier in distinct(tiers):
            if tier in self.store.tiers:
                at = np.flatnonzero(tiers == tier)
                rows = self._index(tier).locate(codes[at])
                places[at] = np.where(rows < 0, ABSENT, rows + self.store._offsets[tier])
        return places

    @cached_property
    def joined(self) -> JoinedRanges | None:
        """The ranges of dense codes; None if codes are found by keys."""
        tiers = self.store.tiers
        if any(store.bits is not None for store in tiers.values()):
            return None
        return JoinedRanges.of({tier: self._index(tier) for tier in tiers}, self.store._offsets)

    def _index(self, tier: int) -> Any:
        if tier not in self.indexes:
            expander: Any = self.store.tiers[tier].expander()
            self.indexes[tier] = expander.index
        return self.indexes[tier]


def _pairs(store: Store, infinite: int) -> list[tuple[int, int]]:
    """Return the pairs that a store numbers, with another mark for infinite play; none if the store has no pairs."""
    return [(value, infinite if plies == store.infinite else plies) for value, plies in store.pairs or ()]


def _widened(store: Store, part: slice, infinite: int) -> NDArray[Any]:
    if store.infinite == infinite:
        return store.remoteness(part)
    plies = store.remoteness(part).astype(np.int32)
    plies[plies == store.infinite] = infinite
    return plies


def tier_store(
    game: Any, info: Info, tiers: Mapping[int, Store], children: Mapping[int, frozenset[int]]
) -> TierStore:
    """Return the stores of all tiers of a game as one."""
    stores = list(tiers.values())
    kind: Any = CodeTierStore if stores[0].label == "code" else TextTierStore
    store_of_tiers: TierStore = kind(
        game=game,
        info=attrs.evolve(info, counted=_counted(stores)),
        **_sums(stores),
        payoffs=tuple(sorted({payoff for store in stores for payoff in store.payoffs})),
        perspective=stores[0].perspective,
        # the columns of tables of texts may differ in width, and so in their marks, which no state has
        no_state=stores[0].no_state if kind is CodeTierStore else NO_STATE,
        unsolved=stores[0].unsolved if kind is CodeTierStore else UNSOLVED,
        infinite=ENDLESS,  # whatever the width of the columns
        tiers=tiers,
        children=children,
    )
    return store_of_tiers


def _sums(stores: list[Any]) -> dict[str, Any]:
    return {name: sum(getattr(store, name) for store in stores) for name in ("places", "states", "edges")}


def _counted(stores: list[Store]) -> Counts | None:
    all_counts = [store.info.counted for store in stores]
    counts: dict[Value, int] = {}
    longest: dict[Value, int] = {}
    for counts_of_tier in all_counts:
        if counts_of_tier is None:
            return None
        for value, number in counts_of_tier.counts.items():
            counts[value] = counts.get(value, 0) + number
        for value, plies in counts_of_tier.longest_by_value.items():
            longest[value] = max(longest.get(value, 0), plies)
    most = max(counts_of_tier.longest for counts_of_tier in all_counts if counts_of_tier)
    return Counts(_in_order(counts), most, _in_order(longest))


def _in_order(numbers: dict[Value, int]) -> dict[Value, int]:
    return {value: numbers[value] for value in VALUES if value in numbers}
