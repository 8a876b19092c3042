"""The rules of one tier: successors in other tiers are set aside while exploring, and looked up while solving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from threading import Lock
from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch, Codes, Expansion
from gamekit.engine.codes.code_hash import keys_of
from gamekit.engine.codes.entries import ENDLESS, Entries, separate
from gamekit.engine.codes.joined_ranges import JoinedRanges
from gamekit.engine.codes.key_sets import GrowingSet, Keys, unique
from gamekit.engine.codes.ranges_index import ABSENT
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.tiers.entry_kernel import ResultTables
from gamekit.engine.tiers.order import TierGraph, UnfinishedTierError, leads_back
from gamekit.errors import RulesError

Results = tuple[NDArray[np.bool_], NDArray[np.int8], NDArray[np.int32]]
"""Marks for the successors that are inside a tier, and the values and plies of the others."""


KNOWN_PER_WAITING: Final = 4
"""The ratio of the sorted keys of a tier to its waiting keys at which the waiting keys are sorted."""


def distinct(tiers: Codes) -> Iterator[int]:
    """Yield the distinct numbers of an array in which there are few."""
    while len(tiers):
        tier = int(tiers[0])
        yield tier
        tiers = tiers[tiers != tier]


def move_into(batch: Batch, child: int, codes: Codes, expansion: Expansion, tiers: Codes) -> str:
    """Return a name for a move that leads to a tier, by the states before and after it; "a move" if there is none."""
    edge = int(np.argmax(tiers == child))
    if not len(tiers) or tiers[edge] != child:
        return "a move"
    parent = int(np.searchsorted(np.cumsum(expansion.counts), edge, side="right"))
    return f"the move from {batch.describe(int(codes[parent]))} to {batch.describe(int(expansion.children[edge]))}"


@attrs.frozen(eq=False)
class FinishedTier:
    """The results of a tier.

    Attributes:
        index: the index of the tier's states.
        results: the results by place; values are int8, and the largest number of the type of remotenesses marks
            infinite play.
    """

    index: Any
    results: ResultArrays

    @property
    def bytes(self) -> int:
        """The approximate number of bytes of the results and their index."""
        keys = 0 if self.index.bits is None else 9 * len(self.index)
        return sum(array.nbytes for array in self.results.arrays) + keys

    @property
    def converted(self) -> FinishedTier:
        """The results as they count for a tier from which every move to this one is a conversion."""
        return FinishedTier(self.index, self.results.converted(self._never))

    @property
    def _never(self) -> int:
        return int(np.iinfo(self.results.remoteness.dtype).max)

    def results_of(self, codes: Codes) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Return the values of codes, `NO_STATE` for codes of no state, and the plies, `ENDLESS` for infinite play."""
        return self.results_at(self.index.locate(codes.copy()))

    def results_at(self, places: Codes) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Return the values and plies at places, which are negative for codes without a state."""
        value, plies = np.empty(len(places), dtype=np.int8), np.empty(len(places), dtype=np.int32)
        results = self.results
        _look_up(places, results.value, results.remoteness, results.numbers, self._never, value, plies)
        return value, plies


@attrs.frozen(eq=False)
class TierBatch(Batch):
    """The rules of a game, for the states of one tier.

    Attributes:
        graph: the tiers and what they lead to; edges that are seen here are added.
    """

    tier: int
    graph: TierGraph

    def check_edge(self, child: int, codes: Codes, expansion: Expansion, tiers: Codes) -> None:
        """Record that a move leads to another tier.

        Raises:
            RulesError: play returns from that tier, or its number is below 0.
        """
        if child >= 0 and self.graph.add(self.tier, child):
            return
        move = move_into(self, child, codes, expansion, tiers)
        if child < 0:
            raise RulesError(f"{self.name}.tier must be at least 0; it is {child} after {move}")
        raise leads_back(self.name, move, self.tier, child)


@attrs.define(eq=False)
class TierKeys:
    """The keys of states in a tier: sorted keys, and arrays that wait to be sorted."""

    known: GrowingSet = attrs.field(factory=GrowingSet)
    waiting: list[Keys] = attrs.field(factory=list)


class Outside:
    """The keys of states in other tiers, to which several threads add.

    Comparing few keys with many takes longest per key, so keys wait until there are more.
    """

    def __init__(self) -> None:
        self._by_tier: dict[int, TierKeys] = {}
        self._lock = Lock()

    def add(self, tier: int, keys: Keys) -> None:
        """Add keys of a tier, in any order, with duplicates or without."""
        with self._lock:
            keys_of_tier = self._by_tier.setdefault(tier, TierKeys())
            keys_of_tier.waiting.append(keys)
            if KNOWN_PER_WAITING * sum(map(len, keys_of_tier.waiting)) < len(keys_of_tier.known):
                return
            waiting, keys_of_tier.waiting = keys_of_tier.waiting, []
        new = unique(np.concatenate(waiting))
        with self._lock:
            keys_of_tier.known.add(new)

    def tiers(self) -> Iterator[tuple[int, Keys]]:
        """Yield the tiers with all keys of each, ascending, and clear the collection."""
        while self._by_tier:
            tier, keys_of_tier = self._by_tier.popitem()
            if keys_of_tier.waiting:
                keys_of_tier.known.add(unique(np.concatenate(keys_of_tier.waiting)))
                keys_of_tier.waiting = []
            yield tier, keys_of_tier.known.keys()


@attrs.frozen(eq=False)
class ExploredTier(TierBatch):
    """The rules of a tier that is being explored.

    Attributes:
        outside: the collection of states in other tiers.
    """

    outside: Outside

    def expand(self, codes: Codes) -> Expansion:
        """Return the successors of states inside the tier; set the others aside."""
        expansion = super().expand(codes)
        tiers = self.tiers(expansion.children)
        inside = tiers == self.tier
        if inside.all():
            return expansion
        for child in distinct(tiers[~inside]):
            self.check_edge(child, codes, expansion, tiers)
            self.outside.add(child, keys_of(expansion.children[tiers == child], self.bits))
        return attrs.evolve(expansion, children=expansion.children[inside])


@attrs.frozen(eq=False)
class SolvedTier(TierBatch):
    """The rules of a tier that is being solved.

    Attributes:
        finished: the results of the tiers that it is known to lead to.
        is_known: a function that returns whether there are states of a tier.
        ranges: the ranges of dense codes of this tier and of the finished ones; None if codes are not dense.
        every_move_leaves: whether every move is expected to leave the tier; then successors are looked up before
            anything else.
    """

    finished: dict[int, FinishedTier]
    is_known: Callable[[int], bool]
    ranges: JoinedRanges | None = None
    every_move_leaves: bool = False

    @cached_property
    def _tables(self) -> ResultTables | None:
        return None if self.ranges is None else ResultTables.of(self.ranges, self.tier, self.finished)

    def expand(self, codes: Codes) -> Expansion:
        """Return the successors of states inside the tier, and the best results that the others give."""
        if self.rules.is_state is not None:
            self._check_tier(codes)
        expansion = super().expand(codes)
        children = expansion.children
        inside_children = np.empty_like(children)
        value, plies = np.empty(len(codes), dtype=np.int8), np.empty(len(codes), dtype=np.int32)
        how = int(self.game.infinite_play), self.from_movers_view
        if self._tables is not None:
            number = self._tables.separate(
                expansion.counts, children, self.movers(codes), *how, inside_children, value, plies
            )
            if number >= 0:
                entries = Entries(value, plies, len(children) - number)
                return Expansion(expansion.outcomes, expansion.counts, inside_children[:number], entries)
        inside, value, plies = self._in_the_only_tier(codes, expansion) or self._in_any_tier(codes, expansion)
        outside = len(inside) - int(np.count_nonzero(inside))
        entries = Entries(np.empty(len(codes), dtype=np.int8), np.empty(len(codes), dtype=np.int32), outside)
        number = separate(
            expansion.counts, children, inside, value, plies, self.movers(codes), *how, inside_children,
            entries.value, entries.plies,
        )  # fmt: skip
        return Expansion(expansion.outcomes, expansion.counts, inside_children[:number], entries)

    def forget_children(self) -> None:
        """Free the results of the finished tiers."""
        self.finished.clear()
        with suppress(AttributeError):
            object.__delattr__(self, "_tables")

    def _in_the_only_tier(self, codes: Codes, expansion: Expansion) -> Results | None:
        """Return the results of successors that all lie in the only finished tier; None if they do not.

        A code that is found among the states of a tier belongs to that tier, because the tier was explored by its
        number.
        """
        if (
            not self.every_move_leaves
            or self.ranges is not None
            or len(self.finished) != 1
            or not len(expansion.children)
        ):
            return None
        ((child, finished),) = self.finished.items()
        value, plies = finished.results_of(expansion.children)
        if (value == NO_STATE).any():
            return None
        self.check_edge(child, codes, expansion, np.broadcast_to(np.int64(child), expansion.children.shape))
        return np.zeros(len(value), dtype=np.bool_), value, plies

    def _in_any_tier(self, codes: Codes, expansion: Expansion) -> Results:
        children = expansion.children
        tiers, places = self._locate(children)
        inside = tiers == self.tier
        value, plies = np.zeros(len(children), dtype=np.int8), np.zeros(len(children), dtype=np.int32)
        for child in distinct(tiers[~inside]):
            self.check_edge(child, codes, expansion, tiers)
            if child not in self.finished:
                if not self.is_known(child):  # the sample of a class of dense codes did not show it
                    self._check_tier(children[tiers == child])
                raise UnfinishedTierError(child, move_into(self, child, codes, expansion, tiers))
            at = np.flatnonzero(tiers == child)
            finished = self.finished[child]
            value[at], plies[at] = (
                finished.results_of(children[at]) if places is None else finished.results_at(places[at])
            )
            if (value[at] == NO_STATE).any():
                stray = int(children[at][np.argmax(value[at] == NO_STATE)])
                raise RulesError(
                    f"{self.name}'s compiled rules: a move of tier {self.tier} leads to "
                    f"{self.describe(stray)}, which is not a state of tier {child}"
                )
        return inside, value, plies

    def _locate(self, codes: Codes) -> tuple[Codes, Codes | None]:
        """Return the tiers of codes and, for dense codes, the places."""
        if self.ranges is None:
            return self.tiers(codes), None
        # that states are of the tier in whose ranges they lie is checked when it is solved
        tiers, places = self.ranges.locate(codes)
        if (unknown := np.flatnonzero(places == ABSENT)).size:
            tiers[unknown] = self.tiers(codes[unknown])
        return tiers, places

    def _check_tier(self, codes: Codes) -> None:
        """Refuse states of other tiers, which lie in the ranges of dense codes if the ranges are wrong."""
        tiers = self.tiers(codes)
        if (wrong := np.flatnonzero(tiers != self.tier)).size:
            raise RulesError(
                f"{self.name}.tier: {self.describe(int(codes[wrong[0]]))} is of tier {tiers[wrong[0]]}, "
                f"but its code lies among those of tier {self.tier}"
            )


@numba.njit(cache=True, nogil=True)
def _look_up(
    places: Any, value: Any, remoteness: Any, numbers: Any, never: int, values: Any, plies: Any
) -> None:
    """Write the results at places; a negative place stands for no state."""
    for i in range(len(places)):
        place = places[i]
        if place < 0:
            values[i], plies[i] = NO_STATE, 0
            continue
        row = place if numbers is None else numbers[place]
        values[i] = value[row]
        plies_of_row = np.int64(remoteness[row])
        plies[i] = ENDLESS if plies_of_row == never else plies_of_row
